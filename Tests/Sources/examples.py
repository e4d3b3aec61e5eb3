#!/usr/bin/env python3
"""Tries the example sources (docs/sources.md#examples) against files of the programs that they read.

    examples.py [unittest's options, such as GitTests]

git: repositories that git makes here, with its own rebases, clones and stashes.
changed-files: files, and an archive of tar.
Focus Timer: `focus-timer-0.27.0.sql` (Debian 13) and `focus-timer-1.1.4.sql` (sid) hold the tables and rows that these
versions wrote when `focus-timer-day` had them work; where Focus Timer is installed, it works once more. Rows that no
day of these has are written by the tests into the same tables.
ActivityWatch: its server in Python, aw-server 0.12.0 with aw-core 0.5.18, which `make test-sources` installs below
.build from PyPI. It gets heartbeats as its watchers send them, and is asked for its own sum. Of aw-server-rust no
package was found: its tables are written here, by its source of July 2026.
Haru itself: one test of each example has `haru sources ask` start the copy, and `haru explain` say what has marked the
days.
"""

import csv
import datetime
import hashlib
import io
import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
import zoneinfo
from contextlib import closing

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "Tests/Harness"))
from home import program

EXAMPLES = os.path.join(ROOT, "share/haru/examples/sources")
ACTIVITYWATCH = os.path.join(ROOT, ".build/sources/bin/aw-server")
BERLIN, SEOUL = zoneinfo.ZoneInfo("Europe/Berlin"), zoneinfo.ZoneInfo("Asia/Seoul")
# On this Sunday Berlin's clocks go back, so it has 25 hours.
TODAY = datetime.date(2026, 10, 25)
YESTERDAY, TOMORROW = TODAY - datetime.timedelta(1), TODAY + datetime.timedelta(1)


def at(day, clock, zone=BERLIN, fold=0):
    """The instant of a time such as 23:30 or 23:30:05."""
    return int(datetime.datetime.combine(day, datetime.time.fromisoformat(clock), zone).replace(fold=fold).timestamp())


def utc(instant):
    return datetime.datetime.fromtimestamp(instant, datetime.timezone.utc).isoformat()


def span(today=TODAY, zone=BERLIN, starts="00:00"):
    """The environment that Haru gives to a source."""
    one = datetime.timedelta(1)
    begins, ends = at(today, starts, zone), at(today + one, starts, zone)
    return {
        "HARU_TODAY": str(today),
        "HARU_TODAY_BEGINS": str(begins),
        "HARU_TODAY_ENDS": str(ends),
        "HARU_YESTERDAY": str(today - one),
        "HARU_YESTERDAY_BEGINS": str(at(today - one, starts, zone)),
        "HARU_YESTERDAY_ENDS": str(begins),
    }


class SourceTests(unittest.TestCase):
    """A home with a copy of an example in it."""

    example = None

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="haru-sources-")
        self.addCleanup(shutil.rmtree, self.home)
        # What someone who runs the tests has set must not reach the programs.
        self.environment = {"HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}

    def path(self, *names):
        return os.path.join(self.home, *names)

    def setting(self, *lines):
        """Copies the example as its first comment says, and replaces the settings that begin as `lines` do."""
        copy = self.path(".config/haru/sources", self.example)
        subprocess.run(["install", "-D", "-m", "755", os.path.join(EXAMPLES, self.example), copy], check=True)
        with open(copy, encoding="utf-8") as file:
            text = file.read().splitlines()
        for line in lines:
            word = " ".join(line.split()[:2]) + " "
            self.assertEqual(sum(old.startswith(word) for old in text), 1, f"no one line {word}")
            text = [line if old.startswith(word) else old for old in text]
        with open(copy, "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")
        return copy

    def run_source(self, *lines, days=None):
        return subprocess.run(
            [self.setting(*lines)],
            env=self.environment | (days or span()),
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=5,
        )

    def days(self, *lines, days=None, complains=False):
        """Each day that the source calls studied, with its reason."""
        answer = self.run_source(*lines, days=days)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(bool(answer.stderr), complains, answer.stderr)
        rows = list(csv.reader(io.StringIO(answer.stdout, newline=""), strict=True))
        self.assertTrue(all(len(row) == 2 and len(row[1].splitlines()) == 1 for row in rows), rows)
        self.assertEqual(len(dict(rows)), len(rows), "a day is told once")
        return dict(rows)

    def haru(self, *words, day=TODAY):
        """What Haru prints at noon of a day in Berlin."""
        if not os.path.exists(program("haru")):
            self.skipTest("make build makes the programs")
        return subprocess.run(
            [os.path.join(ROOT, "Scripts/at-time"), f"{day} 12:00:00", program("haru"), *words],
            env=self.environment | {"TZ": "Europe/Berlin"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=30,
        )

    def known_to_haru(self, *lines):
        """Haru knows the source since yesterday, so it may speak of both days."""
        self.setting(*lines)
        self.haru("sources", "ask", day=YESTERDAY)

    def assert_haru_marks(self, days):
        """Haru asks the source, marks what it says, and says of each day what has marked it."""
        said = "; ".join(f"{day}: {reason}" for day, reason in sorted(days.items()))
        marked = ", ".join(sorted(days))
        self.assertEqual(self.haru("sources", "ask").stdout, f"{self.example} · {said} · marked: {marked}\n")
        explained = self.haru("explain").stdout
        for day, reason in days.items():
            line = f"{day} · studied · {TODAY} 12:00 · Europe/Berlin · source {self.example}: {reason}\n"
            self.assertIn(line, explained)

    def failure(self, *lines, days=None):
        answer = self.run_source(*lines, days=days)
        self.assertEqual((answer.returncode, answer.stdout), (1, ""), answer.stderr)
        self.assertNotIn("Traceback", answer.stderr)
        return answer.stderr


class GitTests(SourceTests):
    example = "git"

    def setUp(self):
        super().setUp()
        self.git(None, "config", "--global", "user.email", "me@example.org")
        self.git(None, "config", "--global", "user.name", "Me")
        self.git(None, "config", "--global", "init.defaultBranch", "main")
        self.thesis = self.repository("thesis")

    def git(self, folder, *arguments, **variables):
        return subprocess.run(
            ["git", *(["-C", folder] if folder else []), *arguments],
            env=self.environment | variables,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def repository(self, name):
        self.git(None, "init", "-q", self.path(name))
        return self.path(name)

    def commit(self, instant, subject="a chapter", folder=None, zone="+0100", committed=None, **variables):
        self.git(
            folder or self.thesis,
            *("commit", "-q", "--allow-empty", "-m", subject),
            GIT_AUTHOR_DATE=f"{instant} {zone}",
            GIT_COMMITTER_DATE=f"{committed or instant} {zone}",
            **variables,
        )

    def found(self, *folders, **options):
        return self.days("set -- " + " ".join(f"'{folder}'" for folder in folders or [self.thesis]), **options)

    def test_counts_the_commits_of_both_days(self):
        for instant in at(YESTERDAY, "09:00"), at(TODAY, "09:00"), at(TODAY, "10:00"):
            self.commit(instant, f"at {instant}")
        self.assertEqual(self.found(), {str(TODAY): "2 commits", str(YESTERDAY): "1 commit"})

    def test_haru_marks_what_it_says(self):
        self.known_to_haru(f"set -- '{self.thesis}'")
        for instant in at(YESTERDAY, "23:59:59"), at(TODAY, "00:00"), at(TODAY, "10:00"):
            self.commit(instant, f"at {instant}")
        self.assert_haru_marks({str(TODAY): "2 commits", str(YESTERDAY): "1 commit"})

    def test_says_nothing_without_commits(self):
        self.assertEqual(self.found(), {})
        self.commit(at(YESTERDAY - datetime.timedelta(1), "23:59:59"))
        self.commit(at(TOMORROW, "00:00"), "on a clock that is wrong")
        self.assertEqual(self.found(), {})

    def test_a_day_has_its_first_instant_and_not_its_last(self):
        for instant in at(YESTERDAY, "00:00"), at(TODAY, "00:00"):
            self.commit(instant, f"at {instant}")
        self.assertEqual(self.found(), {str(TODAY): "1 commit", str(YESTERDAY): "1 commit"})

    def test_a_day_of_25_hours_is_whole(self):
        self.commit(at(TODAY, "02:30", fold=0), "in summer")
        self.commit(at(TODAY, "02:30", fold=1), "in winter")
        self.commit(at(TODAY, "23:59:59"), "at its end")
        self.assertEqual(self.found(), {str(TODAY): "3 commits"})

    def test_a_night_belongs_to_the_day_before_where_days_begin_at_four(self):
        self.commit(at(TODAY, "03:59:59"), "at night")
        self.commit(at(TODAY, "04:00"), "in the morning")
        expected = {str(TODAY): "1 commit", str(YESTERDAY): "1 commit"}
        self.assertEqual(self.found(days=span(starts="04:00")), expected)

    def test_the_zone_of_a_commit_does_not_matter(self):
        self.commit(at(TODAY, "08:00", SEOUL), zone="+0900")
        self.assertEqual(self.found(), {str(TODAY): "1 commit"})

    def test_a_rebase_makes_no_old_work_new(self):
        old = at(TODAY - datetime.timedelta(9), "12:00")
        self.commit(old, "the beginning")
        self.git(self.thesis, "checkout", "-q", "-b", "draft")
        self.commit(old + 1, "an old draft")
        self.git(self.thesis, "checkout", "-q", "main")
        self.commit(old + 2, "something else")
        now = {"GIT_COMMITTER_DATE": f"{at(TODAY, '10:00')} +0100"}
        self.git(self.thesis, "rebase", "-q", "main", "draft", **now)
        self.git(self.thesis, "commit", "-q", "--amend", "--allow-empty", "-m", "an old draft, mended", **now)
        committed = self.git(self.thesis, "log", "-1", "--format=%ct").strip()
        self.assertEqual(int(committed), at(TODAY, "10:00"), "the rebase has to look new")
        self.assertEqual(self.found(), {})

    def test_work_that_is_rebased_later_counts_for_its_own_day(self):
        self.commit(at(YESTERDAY, "12:00"), committed=at(TODAY, "12:00"))
        self.assertEqual(self.found(), {str(YESTERDAY): "1 commit"})

    def test_a_rebased_branch_whose_old_one_is_kept_counts_once(self):
        self.commit(at(TODAY, "08:00"), "the beginning")
        self.git(self.thesis, "branch", "side")
        self.commit(at(TODAY, "09:00"), "a chapter")
        self.git(self.thesis, "branch", "kept")
        now = f"{at(TODAY, '11:00')} +0100"
        self.git(self.thesis, "rebase", "-q", "--force-rebase", "side", GIT_COMMITTER_DATE=now)
        self.assertEqual(len(set(self.git(self.thesis, "rev-parse", "main", "kept").split())), 2)
        self.assertEqual(self.found(), {str(TODAY): "2 commits"})

    def test_a_commit_of_somebody_else_does_not_count(self):
        self.commit(at(TODAY, "09:00"), GIT_AUTHOR_EMAIL="you@example.org")
        self.commit(at(TODAY, "09:00"), "with my name", GIT_AUTHOR_EMAIL="me@example.org.evil", GIT_AUTHOR_NAME="Me")
        self.assertEqual(self.found(), {})

    def test_work_that_a_site_has_merged_does_not_count(self):
        self.commit(at(TODAY, "09:00"), GIT_COMMITTER_EMAIL="noreply@github.com")
        self.assertEqual(self.found(), {})

    def test_each_repository_has_its_own_address(self):
        self.git(self.thesis, "config", "user.email", "me@university.example")
        self.commit(at(TODAY, "09:00"))
        self.commit(at(TODAY, "09:01"), GIT_AUTHOR_EMAIL="me@example.org")
        self.assertEqual(self.found(), {str(TODAY): "1 commit"})

    def test_all_branches_and_a_detached_head_count(self):
        self.commit(at(TODAY, "09:00"), "on main")
        self.git(self.thesis, "checkout", "-q", "-b", "side")
        self.commit(at(TODAY, "10:00"), "on a side")
        self.git(self.thesis, "checkout", "-q", "--detach", "main")
        self.commit(at(TODAY, "11:00"), "on none")
        self.assertEqual(self.found(), {str(TODAY): "3 commits"})

    def test_what_was_only_fetched_does_not_count_and_what_is_merged_does(self):
        self.commit(at(YESTERDAY, "09:00"), "the beginning")
        laptop = self.path("laptop")
        self.git(None, "clone", "-q", self.thesis, laptop)
        self.commit(at(TODAY, "09:00"), "on the laptop", laptop)
        self.git(self.thesis, "remote", "add", "laptop", laptop)
        self.git(self.thesis, "fetch", "-q", "laptop")
        self.git(self.thesis, "fetch", "-q", "laptop", "+refs/heads/*:refs/prefetch/remotes/laptop/*")
        self.assertEqual(self.found(), {str(YESTERDAY): "1 commit"})
        self.git(self.thesis, "merge", "-q", "laptop/main")
        self.assertEqual(self.found(), {str(TODAY): "1 commit", str(YESTERDAY): "1 commit"})

    def test_a_pull_is_no_work(self):
        old = at(TODAY - datetime.timedelta(9), "12:00")
        self.commit(old, "the beginning")
        laptop = self.path("laptop")
        self.git(None, "clone", "-q", self.thesis, laptop)
        self.commit(old + 1, "at home")
        self.commit(old + 2, "by somebody else", laptop, GIT_AUTHOR_EMAIL="you@example.org")
        now = f"{at(TODAY, '10:00')} +0100"
        self.git(
            self.thesis, *("pull", "-q", "--no-rebase", "--no-edit", laptop, "main"),
            GIT_AUTHOR_DATE=now, GIT_COMMITTER_DATE=now,
        )
        self.assertEqual(len(self.git(self.thesis, "log", "--merges", "--format=%h").split()), 1)
        self.assertEqual(self.found(), {})

    def test_two_clones_count_once(self):
        self.commit(at(TODAY, "09:00"))
        self.git(None, "clone", "-q", self.thesis, self.path("a second one"))
        self.assertEqual(self.found(self.thesis, self.path("a second one")), {str(TODAY): "1 commit"})

    def test_a_stash_does_not_count(self):
        self.commit(at(TODAY - datetime.timedelta(9), "09:00"))
        with open(os.path.join(self.thesis, "main.tex"), "w", encoding="utf-8") as file:
            file.write("\\section{}")
        self.git(self.thesis, "add", "main.tex")
        now = f"{at(TODAY, '09:00')} +0100"
        self.git(self.thesis, "stash", GIT_AUTHOR_DATE=now, GIT_COMMITTER_DATE=now)
        self.assertTrue(self.git(self.thesis, "rev-parse", "refs/stash"))
        self.assertEqual(self.found(), {})

    def test_an_author_date_that_lies_ahead_is_a_plan(self):
        self.commit(at(TODAY, "10:00"), committed=at(YESTERDAY, "10:00"))
        self.assertEqual(self.found(), {})

    def test_an_address_is_spelled_as_git_cleans_it_and_in_any_case(self):
        for number, address in enumerate(["Me@Example.ORG", "<me@example.org>", "me@example.org.", "'me@example.org'"]):
            self.git(self.thesis, "config", "user.email", address)
            self.commit(at(TODAY, "09:00") + number)
        for address in "me@example.org", "<me@example.org>", "'ME@example.org.' ":
            self.git(self.thesis, "config", "user.email", address)
            self.assertEqual(self.found(), {str(TODAY): "4 commits"}, address)

    def test_a_commit_below_one_that_looks_older_counts(self):
        self.commit(at(TODAY, "09:00"), "a chapter")
        for week in range(9, 0, -1):
            self.commit(at(TODAY - datetime.timedelta(weeks=week), "09:00"), "an old draft that is rebased")
        self.assertEqual(self.found(), {str(TODAY): "1 commit"})

    def test_the_repository_of_a_hook_is_not_the_one_that_is_named(self):
        other = self.repository("other")
        self.commit(at(TODAY, "09:00"), folder=other)
        self.environment["GIT_DIR"] = os.path.join(other, ".git")
        self.assertEqual(self.found(), {})

    def test_a_repository_around_the_folder_is_another_one(self):
        self.commit(at(TODAY, "09:00"))
        chapter = os.path.join(self.thesis, "chapter")
        os.mkdir(chapter)
        os.symlink(chapter, self.path("link"))
        for folder in chapter, self.path("link"):
            self.assertIn("not a git repository", self.failure(f"set -- '{folder}'"))
        os.symlink(self.thesis, self.path("whole"))
        self.assertEqual(self.found(self.path("whole")), {str(TODAY): "1 commit"})

    def test_a_tab_or_a_comma_in_a_subject_changes_nothing(self):
        self.commit(at(TODAY, "09:00"), 'one,\t"two"\n\nand a body')
        self.assertEqual(self.found(), {str(TODAY): "1 commit"})

    def test_nothing_is_written(self):
        self.commit(at(TODAY, "09:00"))

        def files():
            paths = [os.path.join(folder, name) for folder, _, names in os.walk(self.thesis) for name in ["", *names]]
            return sorted((path, os.lstat(path).st_mtime_ns) for path in paths)

        before = files()
        self.found()
        self.assertEqual(files(), before)

    def test_the_settings_of_git_do_not_change_the_answer(self):
        for key, value in {
            "color.ui": "always", "format.pretty": "fuller", "log.date": "relative", "core.pager": "false",
            "log.decorate": "full",
        }.items():
            self.git(None, "config", "--global", key, value)
        self.commit(at(TODAY, "09:00"))
        self.assertEqual(self.found(), {str(TODAY): "1 commit"})

    def test_no_signature_is_verified(self):
        program = self.path("gpg")
        with open(program, "w", encoding="utf-8") as file:
            file.write(
                '#!/bin/sh\n: >"$0-was-called"\ncat >/dev/null\n'
                "printf '\\n[GNUPG:] SIG_CREATED \\n' >&2\nprintf -- '-----BEGIN PGP SIGNATURE-----\\n'\n"
            )
        os.chmod(program, 0o755)
        for key, value in {"gpg.program": program, "commit.gpgSign": "true", "log.showSignature": "true"}.items():
            self.git(None, "config", "--global", key, value)
        self.commit(at(TODAY, "09:00"))
        os.remove(program + "-was-called")
        self.assertEqual(self.found(), {str(TODAY): "1 commit"})
        self.assertFalse(os.path.exists(program + "-was-called"))

    def test_a_missing_repository_fails_and_takes_no_day_of_another(self):
        gone = self.path("gone")
        self.assertIn(gone, self.failure(f"set -- '{self.thesis}' '{gone}'"))
        self.commit(at(YESTERDAY, "09:00"))
        for order in (self.thesis, gone), (gone, self.thesis):
            self.assertEqual(self.found(*order, complains=True), {str(YESTERDAY): "1 commit"})

    def test_a_folder_that_is_no_repository_fails(self):
        os.mkdir(self.path("folder"))
        self.assertIn(self.path("folder"), self.failure(f"set -- '{self.path('folder')}'"))

    def test_a_damaged_repository_fails(self):
        self.commit(at(TODAY, "09:00"))
        head = self.git(self.thesis, "rev-parse", "HEAD").strip()
        os.remove(os.path.join(self.thesis, ".git/objects", head[:2], head[2:]))
        self.assertIn(self.thesis, self.failure(f"set -- '{self.thesis}'"))

    def test_who_has_no_address_is_told(self):
        self.git(None, "config", "--global", "--unset", "user.email")
        error = self.failure(f"set -- '{self.thesis}'")
        self.assertIn("user.email", error)
        self.assertIn(self.thesis, error)

    @unittest.skipIf(os.geteuid(), "only root can give a repository to somebody else")
    def test_a_repository_of_somebody_else_fails(self):
        self.commit(at(TODAY, "09:00"))
        os.chown(self.thesis, 65534, 65534)
        os.chown(os.path.join(self.thesis, ".git"), 65534, 65534)
        self.assertRegex(self.failure(f"set -- '{self.thesis}'"), f"^git: {self.thesis}: .*dubious ownership.*\n$")


class ChangedFileTests(SourceTests):
    example = "changed-files"

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("thesis"))

    def write(self, name, instant):
        path = os.path.join(os.fsencode(self.path("thesis")), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb"):
            pass
        os.utime(path, (instant, instant))

    def test_names_the_file_that_was_changed_last(self):
        self.write("main.tex", at(TODAY, "10:00"))
        self.write("parts/two.tex", at(TODAY, "11:00"))
        self.write("notes.md", at(YESTERDAY, "11:00"))
        self.assertEqual(self.days(), {str(TODAY): "two.tex", str(YESTERDAY): "notes.md"})

    def test_haru_marks_what_it_says(self):
        self.known_to_haru()
        self.write("main.tex", at(TODAY, "10:00"))
        self.write('notes, "old".md', at(YESTERDAY, "11:00"))
        self.assert_haru_marks({str(TODAY): "main.tex", str(YESTERDAY): 'notes, "old".md'})

    def test_says_nothing_without_a_change(self):
        self.write("old.tex", at(YESTERDAY, "00:00") - 1)
        self.write("ahead.tex", at(TOMORROW, "00:00"))
        self.assertEqual(self.days(), {})

    def test_a_day_has_its_first_instant_and_not_its_last(self):
        self.write("a.tex", at(TODAY, "00:00"))
        self.write("b.tex", at(YESTERDAY, "00:00"))
        self.assertEqual(self.days(), {str(TODAY): "a.tex", str(YESTERDAY): "b.tex"})

    def test_a_night_belongs_to_the_day_before_where_days_begin_at_four(self):
        self.write("night.tex", at(TODAY, "03:59"))
        self.assertEqual(self.days(days=span(starts="04:00")), {str(YESTERDAY): "night.tex"})

    def test_hidden_files_caches_copies_and_other_kinds_do_not_count(self):
        for name in (".hidden.tex", ".git/x.tex", "a/.cache/x.md", "main.tex~", ".#main.tex", "#main.tex#", "~$main.odt",
                     "main.pdf", "main.aux", "main.tex.part"):
            self.write(name, at(TODAY, "10:00"))
        self.assertEqual(self.days(), {})
        self.assertEqual(self.days('ENDINGS = ""'), {str(TODAY): "main.tex.part"})

    def test_a_time_that_lies_ahead_when_it_is_set_is_a_plan(self):
        tomorrow = datetime.datetime.now(BERLIN).date() + datetime.timedelta(1)
        self.write("ahead.tex", at(tomorrow, "10:00"))
        self.assertEqual(self.days(days=span(tomorrow)), {})

    def test_the_case_of_an_ending_does_not_matter(self):
        self.write("MAIN.TEX", at(TODAY, "10:00"))
        self.assertEqual(self.days(), {str(TODAY): "MAIN.TEX"})

    def test_a_link_leads_nowhere(self):
        os.mkdir(self.path("other"))
        with open(self.path("other/x.tex"), "wb"):
            pass
        os.utime(self.path("other/x.tex"), (at(TODAY, "10:00"),) * 2)
        os.symlink(self.path("other"), self.path("thesis/folder"))
        os.symlink(self.path("other/x.tex"), self.path("thesis/y.tex"))
        os.symlink("/dev/zero", self.path("thesis/z.tex"))
        os.mkfifo(self.path("thesis/pipe.tex"))
        os.utime(self.path("thesis/pipe.tex"), (at(TODAY, "10:00"),) * 2)
        self.assertEqual(self.days(), {})

    def test_an_unpacked_archive_keeps_its_times(self):
        self.write("pack/a.tex", at(TODAY - datetime.timedelta(99), "10:00"))
        subprocess.run(["tar", "-C", self.path("thesis"), "-cf", self.path("a.tar"), "pack"], check=True)
        shutil.rmtree(self.path("thesis/pack"))
        subprocess.run(["tar", "-C", self.path("thesis"), "-xf", self.path("a.tar")], check=True)
        now = datetime.datetime.now(BERLIN).date()
        self.assertEqual(self.days(days=span(now)), {})

    def test_every_name_is_one_line_of_csv(self):
        for name, note in {
            'a, "b".tex': 'a, "b".tex',
            "two\nlines.tex": "two lines.tex",
            "a\rb\x85c\u2028d.tex": "a b c d.tex",
            "하루.tex": "하루.tex",
            b"caf\xe9.tex": "caf\ufffd.tex",
            "x" * 250 + ".tex": "x" * 200,
        }.items():
            self.write(name, at(TODAY, "10:00"))
            self.assertEqual(self.days(), {str(TODAY): note})
            os.remove(os.path.join(os.fsencode(self.path("thesis")), os.fsencode(name)))

    def test_another_character_set_changes_nothing(self):
        self.environment |= {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
        self.write("하루.tex", at(TODAY, "10:00"))
        self.assertEqual(self.days(), {str(TODAY): "하루.tex"})

    def test_a_missing_folder_fails(self):
        shutil.rmtree(self.path("thesis"))
        self.assertIn(self.path("thesis"), self.failure())

    @unittest.skipIf(os.geteuid() == 0, "root reads every folder")
    def test_a_folder_that_cannot_be_read_fails(self):
        self.addCleanup(os.chmod, self.path("thesis"), 0o755)
        os.chmod(self.path("thesis"), 0)
        self.assertIn(self.path("thesis"), self.failure())

    @unittest.skipIf(os.geteuid() == 0, "root reads every folder")
    def test_a_folder_below_that_cannot_be_read_fails_where_nothing_else_is_found(self):
        self.write("notes/b.tex", at(TODAY, "09:00"))
        self.addCleanup(os.chmod, self.path("thesis/notes"), 0o755)
        for mode in 0, 0o444:
            os.chmod(self.path("thesis/notes"), mode)
            self.assertIn(self.path("thesis/notes"), self.failure())
        self.write("a.tex", at(TODAY, "10:00"))
        self.assertEqual(self.days(), {str(TODAY): "a.tex"})


class FocusTimerTests(SourceTests):
    example = "focus-timer"
    OLD, NEW = ".local/share/gnome-pomodoro/database.sqlite", ".local/share/focus-timer/database.sqlite"

    def base(self, place, script):
        """The database of a program that is running: what it wrote is still in the log beside it."""
        path = self.path(place)
        os.makedirs(os.path.dirname(path))
        base = sqlite3.connect(path, isolation_level=None)
        self.addCleanup(base.close)
        base.execute("PRAGMA journal_mode = WAL")
        with open(os.path.join(HERE, script), encoding="utf-8") as file:
            base.executescript(file.read())
        return base

    def old(self):
        return self.base(self.OLD, "focus-timer-0.27.0.sql")

    def new(self, place=NEW):
        return self.base(place, "focus-timer-1.1.4.sql")

    def test_version_1_has_two_finished_blocks_and_says_how_long_without_the_pause(self):
        base = self.new()
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 0 minutes"})
        # A minute as real blocks have it.
        base.execute('UPDATE timeblocks SET "end-time" = "start-time" + 25 * 60000000 WHERE id IN (1, 4)')
        base.execute('UPDATE gaps SET "end-time" = "start-time" + 5 * 60000000')
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 45 minutes"})

    def test_version_0_has_two_finished_blocks_of_which_one_was_split_at_midnight(self):
        base = self.old()
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 0 minutes"})
        base.execute("""UPDATE entries SET "state-duration" = 250 * "state-duration", elapsed = 250 * elapsed""")
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 50 minutes"})

    def test_haru_marks_what_it_says(self):
        self.known_to_haru()
        base = self.new()
        base.execute("DELETE FROM gaps")
        for number, day in (1, TODAY), (4, YESTERDAY):
            span = at(day, "11:00") * 1000000, at(day, "11:25") * 1000000, number
            base.execute('UPDATE timeblocks SET "start-time" = ?, "end-time" = ? WHERE id = ?', span)
        self.assert_haru_marks({str(TODAY): "1 block, 25 minutes", str(YESTERDAY): "1 block, 25 minutes"})

    def test_breaks_and_what_is_not_finished_do_not_count(self):
        base = self.new()
        base.execute("DELETE FROM timeblocks WHERE state = 'pomodoro' AND status = 'completed'")
        self.assertNotEqual(base.execute("SELECT count(*) FROM timeblocks").fetchone(), (0,))
        self.assertEqual(self.days(), {})
        base.execute("UPDATE timeblocks SET status = 'completed' WHERE state <> 'pomodoro'")
        self.assertEqual(self.days(), {})
        base = self.old()
        base.execute("DELETE FROM entries WHERE elapsed >= 5")
        base.execute("""UPDATE entries SET elapsed = "state-duration" WHERE "state-name" <> 'pomodoro'""")
        self.assertEqual(self.days(), {})

    def test_the_minutes_of_a_block_that_was_stopped_do_not_count(self):
        base = self.old()
        base.execute("DELETE FROM entries WHERE id <> 1")
        base.execute("""UPDATE entries SET "state-duration" = 1500, elapsed = 1499""")
        self.assertEqual(self.days(), {})
        base.execute("UPDATE entries SET elapsed = 1500")
        self.assertEqual(self.days(), {str(YESTERDAY): "1 block, 25 minutes"})

    def test_a_day_has_its_first_instant_and_not_its_last(self):
        base = self.new()
        for instant, expected in {
            at(TODAY, "00:00") * 1000000: {str(TODAY): "1 block, 25 minutes"},
            at(TODAY, "00:00") * 1000000 - 1: {str(YESTERDAY): "1 block, 25 minutes"},
            at(TOMORROW, "00:00") * 1000000 - 1: {str(TODAY): "1 block, 25 minutes"},
            at(TOMORROW, "00:00") * 1000000: {},
            at(YESTERDAY, "00:00") * 1000000 - 1: {},
        }.items():
            base.execute("DELETE FROM gaps")
            base.execute("DELETE FROM timeblocks")
            row = (instant, instant + 1500 * 1000000)
            base.execute("INSERT INTO timeblocks VALUES (1, 1, ?, ?, 'pomodoro', 'completed', 1500000000)", row)
            self.assertEqual(self.days(), expected, instant)

    def test_a_night_belongs_to_the_day_before_where_days_begin_at_four(self):
        for base in self.new(), self.old():
            base.close()
        the_day_before = span(starts="04:00")
        self.assertEqual(self.days(days=the_day_before), {str(YESTERDAY): "4 blocks, 0 minutes"})

    def test_the_zone_of_the_reader_does_not_matter(self):
        self.old()
        # 00:00 in Berlin is 07:00 in Seoul, where it is Sunday for long.
        self.assertEqual(self.days(days=span(zone=SEOUL)), {str(TODAY): "2 blocks, 0 minutes"})

    def test_a_database_of_flatpak_is_found(self):
        self.new(".var/app/io.github.focustimerhq.FocusTimer/data/focus-timer/database.sqlite")
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 0 minutes"})

    def test_more_blocks_can_be_asked_for(self):
        self.new()
        self.assertEqual(self.days("BLOCKS = 3"), {})

    def test_a_program_that_writes_is_neither_kept_waiting_nor_changed(self):
        base = self.new()
        base.execute("BEGIN IMMEDIATE")
        base.execute("DELETE FROM timeblocks")
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 0 minutes"})
        base.execute("COMMIT")
        self.assertEqual(self.days(), {})

    def test_what_a_program_has_left_keeps_its_bytes(self):
        place = pathlib.Path(self.path(self.NEW))
        log = place.with_name(place.name + "-wal")
        base = self.new("running/database.sqlite")
        place.parent.mkdir(parents=True)

        def left(*ends):
            for end in ends:
                shutil.copy(self.path("running/database.sqlite" + end), f"{place}{end}")
            return [hashlib.sha256(path.read_bytes()).hexdigest() for path in (place, log) if path.exists()]

        killed = left("", "-wal")
        self.assertEqual(len(killed), 2)
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 0 minutes"})
        self.assertEqual(left(), killed)
        base.close()
        log.unlink()
        ended = left("")
        self.assertEqual(self.days(), {str(YESTERDAY): "2 blocks, 0 minutes"})
        self.assertEqual(left()[:1], ended)

    def test_a_missing_or_a_strange_database_fails(self):
        self.assertIn(self.path(self.NEW), self.failure())
        os.makedirs(os.path.dirname(self.path(self.NEW)))
        for content in b"", b"This is no database. " * 99:
            with open(self.path(self.NEW), "wb") as file:
                file.write(content)
            self.assertIn(self.path(self.NEW), self.failure())

    @unittest.skipUnless(shutil.which("focus-timer") or shutil.which("gnome-pomodoro"), "Focus Timer is not installed")
    def test_the_program_that_is_installed(self):
        runtime = self.path("runtime")
        os.mkdir(runtime, 0o700)
        session = subprocess.Popen(
            ["xvfb-run", "-a", "dbus-run-session", "--", os.path.join(HERE, "focus-timer-day")],
            env=self.environment | {"XDG_RUNTIME_DIR": runtime},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            _, errors = session.communicate(timeout=120)
        finally:
            try:
                os.killpg(session.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.assertEqual(session.returncode, 0, errors)
        found = self.days(days=span(datetime.datetime.now(BERLIN).date()))
        # A run over midnight has one block on each day.
        self.assertIn(list(found.values()), [["2 blocks, 0 minutes"], ["1 block, 0 minutes"] * 2])


class ActivityWatchTests(SourceTests):
    example = "activitywatch"
    OKULAR = {"app": "org.kde.okular", "title": "a.pdf"}
    FIREFOX = {"app": "firefox", "title": "Deck, “a” - Duolingo"}

    def setting(self, *lines):
        names_window = any(line.startswith("APP ") for line in lines)
        return super().setting(*lines, *([] if names_window else ['APP = "org.kde.okular"']))

    def test_it_fails_until_a_window_is_named(self):
        self.rust()
        error = self.failure('APP = ""')
        self.assertIn(os.path.realpath(self.path(".config/haru/sources/activitywatch")), error)

    def server(self):
        """The real server, in a home of its own."""
        if not os.path.exists(ACTIVITYWATCH):
            self.skipTest("make test-sources installs ActivityWatch")
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = free.getsockname()[1]
        log = open(self.path("log"), "w+", encoding="utf-8")
        self.addCleanup(log.close)
        server = subprocess.Popen(
            [ACTIVITYWATCH, "--port", str(self.port)], env=self.environment, stdout=log, stderr=log
        )

        def stop():
            server.terminate()
            server.wait(10)

        self.addCleanup(stop)
        self.stop = stop
        deadline = time.monotonic() + 30
        while True:
            try:
                return self.call("info")
            except OSError:
                if time.monotonic() > deadline or server.poll() is not None:
                    log.seek(0)
                    raise AssertionError(log.read())
                time.sleep(0.1)

    def call(self, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/0/{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as answer:
            return json.loads(answer.read() or b"null")

    def bucket(self, kind, machine="desk"):
        name = {"currentwindow": "aw-watcher-window", "afkstatus": "aw-watcher-afk"}[kind] + "_" + machine
        self.call(f"buckets/{name}", {"type": kind, "client": name, "hostname": machine})
        return name

    def beats(self, bucket, begins, ends, data, every=20):
        """What a watcher sends in that time; the server makes one event of it."""
        for instant in [*range(begins, ends, every), ends]:
            beat = {"timestamp": utc(instant), "duration": 0, "data": data}
            self.call(f"buckets/{bucket}/heartbeat?pulsetime={every + 1}", beat)

    def watched(self, machine="desk"):
        return self.bucket("currentwindow", machine), self.bucket("afkstatus", machine)

    def sum_of_server(self, begins, ends):
        """The seconds in Okular, by the query of ActivityWatch's own pages."""
        period = "/".join(utc(instant) for instant in (begins, ends))
        query = (
            'w = query_bucket("aw-watcher-window_desk"); a = query_bucket("aw-watcher-afk_desk");'
            'w = filter_keyvals(w, "app", ["org.kde.okular"]); a = filter_keyvals(a, "status", ["not-afk"]);'
            "RETURN = sum_durations(filter_period_intersect(w, a));"
        )
        return self.call("query/", {"timeperiods": [period], "query": [query]})[0]

    def test_the_time_at_the_keyboard_counts_as_the_server_sums_it(self):
        self.server()
        window, away = self.watched()
        noon = at(TODAY, "12:00")
        self.beats(window, noon, noon + 3600, self.OKULAR)
        self.beats(away, noon - 600, noon + 2550, {"status": "not-afk"})
        self.beats(away, noon + 2551, noon + 9000, {"status": "afk"}, every=200)
        self.beats(window, noon + 3601, noon + 5400, self.FIREFOX)
        self.assertEqual(self.sum_of_server(at(TODAY, "00:00"), at(TOMORROW, "00:00")), 2550)
        self.assertEqual(self.days(), {str(TODAY): "42 minutes in org.kde.okular"})
        # As a browser's page, the same hour is time away.
        self.assertEqual(self.days('APP = "firefox"'), {})

    def test_haru_marks_what_it_says(self):
        self.known_to_haru()
        self.server()
        window, away = self.watched()
        for day, length in (YESTERDAY, 900), (TODAY, 1200):
            for bucket, data in (away, {"status": "not-afk"}), (window, self.OKULAR):
                self.beats(bucket, at(day, "09:00"), at(day, "09:00") + length, data, every=300)
        self.assert_haru_marks({
            str(TODAY): "20 minutes in org.kde.okular", str(YESTERDAY): "15 minutes in org.kde.okular"})

    def test_ten_minutes_are_enough_and_less_is_not(self):
        self.server()
        window, away = self.watched()
        for day, length in (YESTERDAY, 599), (TODAY, 600):
            self.beats(away, at(day, "09:00"), at(day, "10:00"), {"status": "not-afk"}, every=100)
            self.beats(window, at(day, "09:30"), at(day, "09:30") + length, self.OKULAR)
        self.assertEqual(self.days(), {str(TODAY): "10 minutes in org.kde.okular"})
        self.assertEqual(self.days("MINUTES = 5"), {
            str(TODAY): "10 minutes in org.kde.okular", str(YESTERDAY): "9 minutes in org.kde.okular"})

    def test_midnight_parts_an_event(self):
        self.server()
        window, away = self.watched()
        midnight = at(TODAY, "00:00")
        for bucket, data in (away, {"status": "not-afk"}), (window, self.OKULAR):
            self.beats(bucket, midnight - 720, midnight + 900, data, every=60)
        self.assertEqual(len(self.call(f"buckets/{window}/events")), 1)
        self.assertEqual(self.sum_of_server(midnight, at(TOMORROW, "00:00")), 900)
        self.assertEqual(self.days(), {
            str(TODAY): "15 minutes in org.kde.okular", str(YESTERDAY): "12 minutes in org.kde.okular"})
        night = {str(YESTERDAY): "27 minutes in org.kde.okular"}
        self.assertEqual(self.days(days=span(starts="04:00")), night)

    def test_the_hour_that_comes_twice_counts_twice(self):
        self.server()
        window, away = self.watched()
        for fold in 0, 1:
            begins = at(TODAY, "02:10", fold=fold)
            self.beats(away, begins, begins + 900, {"status": "not-afk"}, every=300)
            self.beats(window, begins, begins + 900, self.OKULAR, every=300)
        self.assertEqual(self.days(), {str(TODAY): "30 minutes in org.kde.okular"})

    def test_what_overlaps_counts_once(self):
        self.server()
        window, away = self.watched()

        def event(minute, length, data):
            return {"timestamp": utc(at(TODAY, "09:00") + 60 * minute), "duration": 60 * length, "data": data}

        reading = [event(minute, length, self.OKULAR) for minute, length in ((0, 9), (5, 4), (0, 9))]
        self.call(f"buckets/{window}/events", reading)
        self.call(f"buckets/{away}/events", [event(minute, 30, {"status": "not-afk"}) for minute in (0, 2)])
        self.assertEqual(self.days("MINUTES = 9"), {str(TODAY): "9 minutes in org.kde.okular"})
        self.assertEqual(self.days("MINUTES = 10"), {})

    def test_somebody_at_another_machine_is_not_here(self):
        self.server()
        window = self.bucket("currentwindow", "desk")
        away = self.bucket("afkstatus", "laptop")
        self.beats(window, at(TODAY, "09:00"), at(TODAY, "10:00"), self.OKULAR, every=300)
        self.beats(away, at(TODAY, "09:00"), at(TODAY, "10:00"), {"status": "not-afk"}, every=300)
        self.assertEqual(self.days(), {})

    def test_a_title_is_asked_for_and_told(self):
        self.server()
        window, away = self.watched()
        nine = at(TODAY, "09:00")
        self.beats(away, nine, nine + 3600, {"status": "not-afk"}, every=300)
        self.beats(window, nine, nine + 900, self.FIREFOX, every=300)
        self.beats(window, nine + 901, nine + 3600, {"app": "firefox", "title": "News"}, every=300)
        settings = 'APP = "firefox"', 'TITLE = "Deck, “a”"'
        self.assertEqual(self.days(*settings), {str(TODAY): "15 minutes in firefox: Deck, “a”"})

    def test_the_answer_is_the_same_when_the_server_has_ended(self):
        self.server()
        window, away = self.watched()
        for bucket, data in (away, {"status": "not-afk"}), (window, self.OKULAR):
            self.beats(bucket, at(TODAY, "09:00"), at(TODAY, "10:00"), data, every=300)
        expected = {str(TODAY): "60 minutes in org.kde.okular"}
        self.assertEqual(self.days(), expected)
        self.stop()
        self.assertEqual(self.days(), expected)

    def rust(self, *events):
        path = self.path(".local/share/activitywatch/aw-server-rust/sqlite.db")
        os.makedirs(os.path.dirname(path))
        with closing(sqlite3.connect(path)) as base:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("CREATE TABLE buckets (id INTEGER PRIMARY KEY, name, type, client, hostname, created, data)")
            base.execute("CREATE TABLE events (id INTEGER PRIMARY KEY, bucketrow, starttime, endtime, data)")
            base.executemany(
                "INSERT INTO buckets (name, type, client, hostname) VALUES (?, ?, '', 'desk')",
                [("window", "currentwindow"), ("away", "afkstatus")],
            )
            for bucket, begins, ends, data in events:
                row = bucket, begins * 10**9, ends * 10**9, json.dumps(data)
                base.execute("INSERT INTO events (bucketrow, starttime, endtime, data) VALUES (?, ?, ?, ?)", row)
            base.commit()

    def test_the_server_in_rust_counts_nanoseconds(self):
        nine = at(TODAY, "09:00")
        self.rust((1, nine, nine + 3600, self.OKULAR), (2, nine, nine + 1500, {"status": "not-afk"}),
                  (2, nine + 1500, nine + 3600, {"status": "afk"}))
        self.assertEqual(self.days(), {str(TODAY): "25 minutes in org.kde.okular"})

    def test_who_has_changed_the_server_has_the_same_time_in_both_databases(self):
        self.server()
        window, away = self.watched()
        nine = at(TODAY, "09:00")
        for bucket, data in (away, {"status": "not-afk"}), (window, self.OKULAR):
            self.beats(bucket, nine, nine + 1200, data, every=300)
        self.rust((1, nine, nine + 1500, self.OKULAR), (2, nine, nine + 1500, {"status": "not-afk"}))
        self.assertEqual(self.days(), {str(TODAY): "25 minutes in org.kde.okular"})

    def test_a_missing_or_a_strange_database_fails(self):
        place = self.path(".local/share/activitywatch/aw-server/peewee-sqlite.v2.db")
        self.assertIn(place, self.failure())
        os.makedirs(os.path.dirname(place))
        with open(place, "wb"):
            pass
        self.assertIn(place, self.failure())


if __name__ == "__main__":
    unittest.main()
