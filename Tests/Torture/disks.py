"""The disks that a power cut can leave of what programs have done."""

import functools
import hashlib
import os
import shutil
import stat
from dataclasses import dataclass

from recording import Blind, Rename, Sync, Told, Write, read_folder

SECTOR = 512


@dataclass(eq=False)
class Disk:
    """The operations that have reached a disk, and those that a cut has taken."""

    root: object
    kept: list
    lost: list
    is_told: bool = False

    def __str__(self):
        last = self.kept[-1].what if self.kept else "nothing"
        lost = ", ".join(each.what for each in self.lost[:12])
        more = f" and {len(self.lost) - 12} more" if len(self.lost) > 12 else ""
        return f"after {last}; lost: {lost or 'nothing'}{more}; {'told' if self.is_told else 'not told'}"

    @functools.cached_property
    def tree(self):
        """What names lead to, as (path, node, operations on its contents)."""
        names, contents = {}, {}
        for each in self.kept:
            if isinstance(each, Rename):
                for folder, name, node in each.changes:
                    here = names.setdefault(folder, dict(folder.names))
                    here.pop(name, None)
                    if node is not None:
                        here[name] = node
            else:
                contents.setdefault(each.node, []).append(each)
        found = []

        def walk(folder, path):
            for name, node in sorted(names.get(folder, folder.names).items()):
                found.append((path + name, node, tuple(contents.get(node, ()))))
                if node.kind == stat.S_IFDIR:
                    walk(node, path + name + "/")
        walk(self.root, "")
        return found

    @property
    def key(self):
        """The same for disks that hold the same."""
        numbers = {}
        whole = hashlib.sha256()
        for path, node, changes in self.tree:
            number = numbers.setdefault(node, len(numbers))
            whole.update(repr((path, node.kind, number)).encode() + digest(node, changes))
        return whole.digest()

    def write(self, place):
        """Writes it into an empty folder."""
        made = {}
        for path, node, changes in self.tree:
            full = os.path.join(place, path)
            if node.kind == stat.S_IFDIR:
                os.mkdir(full, node.mode)
            elif node in made:
                os.link(made[node], full, follow_symlinks=False)
            elif node.kind == stat.S_IFLNK:
                os.symlink(node.contents.decode(), full)
            else:
                with open(full, "wb") as file:
                    file.write(contents_of(node, changes))
                os.chmod(full, node.mode)
                if node.changed is not None and not changes:
                    os.utime(full, ns=(node.changed, node.changed))
            made[node] = full


def contents_of(node, changes):
    contents = bytearray(node.contents)
    for each in changes:
        each.apply(contents)
    return contents


@functools.lru_cache(maxsize=100_000)
def digest(node, changes):
    return hashlib.sha256(contents_of(node, changes)).digest()


def clear(place, left_out):
    """Removes what a disk has left in a folder."""
    for name in os.listdir(place):
        path = os.path.join(place, name)
        if name in left_out:
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.remove(path)


def require_whole(root, operations, place, left_out):
    """All operations together lead to what is there now. Raises `Blind`."""
    done = [each for each in operations if not isinstance(each, (Sync, Told))]
    expected, found = ({path: contents_of(node, changes) for path, node, changes in disk.tree}
                       for disk in (Disk(root, done, []), Disk(read_folder(place, left_out), [], [])))
    different = sorted(path for path in expected.keys() | found.keys()
                       if expected.get(path) != found.get(path))
    if different:
        raise Blind(f"the calls do not explain {', '.join(different)}")


def after_cuts(root, operations):
    """Each different disk that a cut at any moment can leave."""
    seen = {}
    tried = set()
    for kept, lost, is_told in cuts(operations):
        choice = (is_told, *kept)
        if choice in tried:
            continue
        tried.add(choice)
        disk = Disk(root, kept, lost, is_told)
        known = seen.setdefault(disk.key, disk)
        # What was told has to be there, however else the disk can come about.
        if is_told and not known.is_told:
            seen[disk.key] = disk
    return list(seen.values())


def after_last_cut(root, operations):
    """Those that a cut at the end can leave."""
    seen = {}
    changes = [each for each in operations if not isinstance(each, Told)]
    for chosen in choices(changes, each_content=True):
        held = set(map(id, chosen))
        kept = [each for each in changes if id(each) in held]
        disk = Disk(root, kept, [each for each in changes if id(each) not in held], True)
        seen.setdefault(disk.key, disk)
    return list(seen.values())


def cuts(operations):
    """The operations that are kept and those that are lost, at each moment.

    Of contents that were not synced a cut leaves none, all or half of the last write; before each sync, when most
    is pending, and once something is told, also each alone and all but each.
    """
    safe, pending, is_told = [], [], False
    order = {each: number for number, each in enumerate(operations)}

    def cut(chosen):
        held = set(map(id, chosen))
        kept = sorted(safe + chosen, key=order.get)
        return kept, [each for each in pending if id(each) not in held], is_told

    yield cut([])
    for operation in operations:
        if isinstance(operation, Sync):
            yield from map(cut, choices(pending, each_content=True))
            safe += [each for each in pending if operation.holds(each)]
            pending = [each for each in pending if not operation.holds(each)]
        elif isinstance(operation, Told):
            is_told = True
            yield from map(cut, choices(pending, each_content=True))
        else:
            if torn := half(operation):
                kept, _, _ = cut(pending)
                yield [*kept, torn], [operation], is_told
            pending.append(operation)
            yield from map(cut, choices(pending))
    yield from map(cut, choices(pending, each_content=True))


def half(operation):
    """A write of which only the first sectors have reached the disk; `None` for what is written at once."""
    sectors = len(operation.data) // SECTOR if isinstance(operation, Write) else 0
    if sectors < 2:
        return None
    data = operation.data[:sectors // 2 * SECTOR]
    return Write(operation.node, operation.offset, data, f"half of {operation.what}")


def choices(pending, each_content=False):
    """Which of the operations that were not synced are on the disk all the same.

    Of names the first ones in their order, each alone or all but each, with no contents or all; or the first names
    with one content alone or all but one.
    """
    names = [each for each in pending if isinstance(each, Rename)]
    contents = [each for each in pending if not isinstance(each, Rename)]
    beginnings = [names[:count] for count in range(len(names) + 1)]
    for some in (*beginnings, *ones(names)):
        yield some
        yield some + contents
    for some in ones(contents) if each_content else ():
        for beginning in beginnings:
            yield beginning + some


def ones(operations):
    """Each alone, and all but each."""
    for number, each in enumerate(operations):
        yield [each]
        yield operations[:number] + operations[number + 1:]
