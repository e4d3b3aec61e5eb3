"""Attacks that go through scenes, each of them whole or a part that is chosen by chance."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import orphans
import preload
from report import Tally


def attack(scenes, attack_scene, seed, share):
    """Takes a part of each scene, several at once."""
    begin()
    tally = Tally()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for each in pool.map(lambda scene: attack_scene(scene, seed, share), scenes):
            tally.add(each)
    return tally


def main(scenes, attack_scene, told):
    """Takes the scenes that the command line names whole, or all, and tells what `told` makes of each tally."""
    begin()
    is_clean = True
    for scene in scenes:
        if len(sys.argv) > 1 and scene.name not in sys.argv[1:]:
            continue
        start = time.monotonic()
        tally = attack_scene(scene, 1, 1)
        is_clean = is_clean and tally.is_clean
        print(f"{scene.name}: {told(tally)}, {time.monotonic() - start:.0f} s", *tally.findings, sep="\n  ✘ ",
              flush=True)
    sys.exit(not is_clean)


def begin():
    preload.build()
    orphans.adopt()
