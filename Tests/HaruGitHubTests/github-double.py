#!/usr/bin/env python3
"""A local stand-in for GitHub, which tests start as a process.

The *name* of the repository selects the answer: `/repos/anybody/gone` is missing,
`/repos/anybody/slow` never ends, and a name that is not listed is a normal repository. ANSWERS,
below, lists the names. For `contributors-NAME` only the request for contributors gets that answer.

    github-double.py [--budget N] [--window SECONDS] [--skew SECONDS] [--latency MS] [--in-turn] [--tls DIRECTORY]
                     [--port PORT] [--proxy]

    --budget N         answer N requests in a window, then 403, as GitHub does without a token
    --window SECONDS   the length of a window (3600)
    --skew SECONDS     how far its clock is ahead of this machine's
    --latency MS       wait this long before each answer, like a network
    --in-turn          answer the first of four requests that wait, by their targets, or of fewer once
                       the programs that ask sleep: so the order is the same each time
    --tls DIRECTORY    use TLS, with a self-signed certificate that is written to cert.pem there
    --port PORT        listen on this port instead of any free one
    --proxy            be a proxy that refuses every password

The first line of output is its port on 127.0.0.1. Then it writes one line of JSON for each request,
in their order, before it sends the answer. It reads commands and writes `{"done": COMMAND}` after
each:

    advance SECONDS           move its clock, and with it the window
    budget N                  start a window of N requests
    set OWNER/NAME JSON       change fields of the repository; the key "answer" selects the answer of
                              another name, "location" redirects to an address
    reset                     undo every "set", and start a window as at the beginning
    settle                    do nothing; every request before it has been written

It ends when its input ends.
"""

import argparse
import asyncio
import email.utils
import hashlib
import json
import os
import queue
import ssl
import struct
import subprocess
import sys
import threading
import time
import zlib
from socket import SO_LINGER, SOL_SOCKET

DOCUMENTATION = "https://docs.github.com/rest/repos/repos#get-a-repository"
TOO_LARGE = (
    "The history or contributor list is too large to list contributors for this repository via the"
    " API."
)
HOSTILE = "<b>bold</b> &amp; <img src=x> \u001b[31mred\u0007 \u202egnihtemos\u202c\u2066 \u0000\n\ttail"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de000000"
    "0c49444154789c63f81068010003ae017acb2f3a8c0000000049454e44ae426082"
)
JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")
GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,"
WEBP = b"RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00/\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"


class Answer:
    """What is sent: a status, headers and a body, or a failure on the way."""

    def __init__(self, status=200, body=None, headers=None, trouble=None):
        self.status, self.headers, self.trouble = status, dict(headers or {}), trouble
        self.body = body if isinstance(body, bytes) else b""
        if body is not None and not isinstance(body, bytes):
            text = body if isinstance(body, str) else json.dumps(body)
            self.body = text.encode("utf-8", "surrogatepass")
            self.headers.setdefault("Content-Type", "application/json; charset=utf-8")


def error(status, message, **headers):
    body = {"message": message, "documentation_url": DOCUMENTATION, "status": str(status)}
    return Answer(status, body, {name.replace("_", "-"): text for name, text in headers.items()})


def redirect(status, location):
    headers = {"Location": location} if location is not None else {}
    body = {"message": "Moved Permanently", "url": location, "documentation_url": DOCUMENTATION}
    return Answer(status, body, headers)


class Double:
    """The state that all connections share."""

    def __init__(self, options):
        self.options = options
        self.port = 0
        self.skew = options.skew
        self.changes = {}
        self.begin_window(options.budget)
        self.waiting, self.askers = [], []

    # Its clock and its budget

    @property
    def now(self):
        return int(time.time()) + self.skew

    def begin_window(self, budget):
        self.budget, self.used, self.window_ends = budget, 0, self.now + self.options.window

    def spend(self):
        """Counts a request; returns whether the budget allowed it."""
        if self.budget is None:
            return True
        if self.now >= self.window_ends:
            self.begin_window(self.budget)
        self.used += 1
        return self.used <= self.budget

    def rate_headers(self, remaining=None):
        if remaining is None:
            if self.budget is None:
                return {}
            remaining = max(0, self.budget - self.used)
        limit = self.budget or 60
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(remaining),
            "X-RateLimit-Reset": str(self.window_ends),
            "X-RateLimit-Used": str(limit - remaining),
            "X-RateLimit-Resource": "core",
        }

    async def turn(self, target):
        """Waits until a request is to be answered."""
        self.waiting.append(target)
        while self.options.in_turn and not (target == min(self.waiting) and await self.is_settled()):
            await asyncio.sleep(0.002)
        self.waiting.remove(target)

    async def is_settled(self):
        """Whether no other request is on its way beside those that wait."""
        count = len(self.waiting)
        if count >= 4:
            return True
        for _ in range(2):
            if not all(map(sleeps, self.askers)):
                return False
            await asyncio.sleep(0.005)
        return count == len(self.waiting)

    # Addresses

    @property
    def scheme(self):
        return "https" if self.options.tls else "http"

    def address(self, path, host="127.0.0.1"):
        return f"{self.scheme}://{host}:{self.port}{path}"

    # Repositories

    def repository(self, owner, name):
        full_name = f"{owner}/{name}"
        number = zlib.crc32(full_name.lower().encode()) % 900_000_000 + 1000
        api = self.address(f"/repos/{full_name}")
        web = f"https://github.com/{full_name}"
        account = {
            "login": owner,
            "id": number % 90_000_000,
            "node_id": "MDEyOk9yZ2FuaXphdGlvbjQyODE2NjU2",
            "avatar_url": self.address(f"/avatars/{owner}.png"),
            "gravatar_id": "",
            "url": self.address(f"/users/{owner}"),
            "html_url": f"https://github.com/{owner}",
            "type": "Organization",
            "user_view_type": "public",
            "site_admin": False,
        }
        stars = number % 90_000
        pushed = time.gmtime(1_763_000_000 - number % 9_000_000)
        return {
            "id": number,
            "node_id": "MDEwOlJlcG9zaXRvcnkxMjM0NTY3OA==",
            "name": name,
            "full_name": full_name,
            "private": False,
            "owner": account,
            "html_url": web,
            "description": f"What {name} is for",
            "fork": False,
            "url": api,
            "forks_url": api + "/forks",
            "contributors_url": api + "/contributors",
            "created_at": "2015-10-23T21:15:07Z",
            "updated_at": "2025-11-20T09:12:55Z",
            "pushed_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", pushed),
            "git_url": f"git://github.com/{full_name}.git",
            "ssh_url": f"git@github.com:{full_name}.git",
            "clone_url": web + ".git",
            "homepage": None,
            "size": 931_405,
            # Both are the number of stars; GitHub keeps the old name.
            "stargazers_count": stars,
            "watchers_count": stars,
            "language": "C++",
            "has_issues": True,
            "has_projects": False,
            "has_wiki": False,
            "has_pages": False,
            "has_discussions": False,
            "forks_count": number % 9_000,
            "mirror_url": None,
            "archived": False,
            "disabled": False,
            "open_issues_count": number % 700,
            "license": {
                "key": "apache-2.0",
                "name": "Apache License 2.0",
                "spdx_id": "Apache-2.0",
                "url": self.address("/licenses/apache-2.0"),
                "node_id": "MDc6TGljZW5zZTI=",
            },
            "allow_forking": True,
            "is_template": False,
            "web_commit_signoff_required": False,
            "topics": ["one", "two"],
            "visibility": "public",
            "forks": number % 9_000,
            "open_issues": number % 700,
            "watchers": stars,
            "default_branch": "main",
            "temp_clone_token": None,
            "organization": account,
            "network_count": number % 9_000,
            "subscribers_count": number % 3_000,
        }

    def contributors(self, count):
        def contributor(place):
            login = f"person-{place}"
            return {
                "login": login,
                "id": 1000 + place,
                "avatar_url": self.address(f"/avatars/{login}.png"),
                "url": self.address(f"/users/{login}"),
                "html_url": f"https://github.com/{login}",
                "type": "User",
                "site_admin": False,
                "contributions": 1000 - 100 * place,
            }

        return [contributor(place) for place in range(1, count + 1)]

    # Answers

    def answer(self, path, query):
        parts = [part for part in path.split("/") if part]
        if parts[:1] == ["repos"] and len(parts) == 3:
            return self.about(parts[1], parts[2])
        if parts[:1] == ["repos"] and parts[3:] == ["contributors"]:
            return self.about(parts[1], parts[2], query)
        if parts[:1] == ["repositories"] and len(parts) >= 2:
            if len(parts) == 3:
                return Answer(200, self.contributors(4))
            return Answer(200, self.repository("somebody", "new-name"))
        if parts[:1] == ["avatars"] and len(parts) == 2:
            return self.picture(parts[1])
        if parts[:1] == ["loop"]:
            return redirect(302, self.address("/loop"))
        if parts[:1] == ["hops"]:
            left, target = int(parts[1]), "/" + "/".join(parts[2:])
            return redirect(302, self.address(f"/hops/{left - 1}{target}" if left else target))
        return error(404, "Not Found")

    def about(self, owner, name, query=None):
        """Answers for a repository, or for its contributors if there is a query."""
        change = self.changes.get(f"{owner}/{name}".lower(), {})
        if "location" in change:
            return redirect(301, change["location"])
        meaning = change.get("answer", name).lower()
        prefix = "contributors-"
        if meaning.startswith(prefix):
            meaning = "good" if query is None else meaning[len(prefix) :]
        known = self.trouble(meaning)
        if query is not None and known is None:
            return self.answer_contributors(meaning, query)
        if known is not None:
            return known
        repository = self.repository(owner, name)
        repository.update(ALTERED.get(meaning, {}))
        repository.update({key: value for key, value in change.items() if key != "answer"})
        return Answer(200, repository, trouble="reset" if meaning == "reset-afterwards" else None)

    def answer_contributors(self, meaning, query):
        wanted = [int(pair[9:]) for pair in query.split("&") if pair.startswith("per_page=")]
        if meaning == "empty":
            return Answer(204)
        if meaning == "too-many":
            return error(403, TOO_LARGE)
        if meaning == "alone":
            return Answer(200, self.contributors(1))
        if meaning == "unlisted":
            return Answer(200, [])
        if meaning == "unsorted":
            return Answer(200, self.contributors(4)[2:] + self.contributors(2))
        if meaning == "hostile":
            people = self.contributors(2)
            people[0]["login"], people[1]["login"] = HOSTILE, "x" * 10_000
            return Answer(200, people)
        if meaning == "wrong-types":
            good = self.contributors(1)
            return Answer(200, [7, {"login": 7, "contributions": "many"}, {"login": "x"}] + good)
        if meaning == "anonymous":
            nobody = {"email": "a@b.example", "name": "A. Nobody", "type": "Anonymous"}
            return Answer(200, [{**nobody, "contributions": 12}] + self.contributors(1))
        if meaning == "object":
            return Answer(200, {"message": "no list"})
        return Answer(200, self.contributors(max(wanted or [30])))

    def trouble(self, meaning):
        if meaning in ANSWERS:
            return ANSWERS[meaning](self)
        kind, _, number = meaning.rpartition("-")
        if kind == "status" and number.isdigit():
            return error(int(number), "A status")
        return None

    def picture(self, name):
        if name == "html.png":
            return Answer(200, b"<html>Sorry</html>", {"Content-Type": "text/html"})
        if name == "lie.png":
            return Answer(200, b"<html>Sorry</html>", {"Content-Type": "image/png"})
        if name == "svg.svg":
            return Answer(200, b"<svg/>", {"Content-Type": "image/svg+xml"})
        if name == "missing.png":
            return error(404, "Not Found")
        if name == "large.png":
            return Answer(200, PNG + b"\0" * 2_000_000, {"Content-Type": "image/png"})
        if name == "moved.png":
            return redirect(302, self.address("/avatars/person-1.png", "localhost"))
        if name == "endless.png":
            return Answer(200, PNG, {"Content-Type": "image/png"}, trouble="endless")
        kinds = {"jpg": ("jpeg", JPEG), "gif": ("gif", GIF), "webp": ("webp", WEBP)}
        kind, body = kinds.get(name.rpartition(".")[2], ("png", PNG))
        return Answer(200, body, {"Content-Type": f"image/{kind}"})


# Names of repositories whose answer differs in more than some fields.
ANSWERS = {
    # Moved
    "renamed": lambda d: redirect(301, d.address("/repositories/44838949")),
    "moved-302": lambda d: redirect(302, d.address("/repositories/44838949")),
    "moved-307": lambda d: redirect(307, d.address("/repositories/44838949")),
    "moved-308": lambda d: redirect(308, d.address("/repositories/44838949")),
    "moved-nearby": lambda d: redirect(301, "../../repositories/44838949"),
    "elsewhere": lambda d: redirect(301, d.address("/repos/else/where", "localhost")),
    "elsewhere-with-password": lambda d: redirect(
        301, f"{d.scheme}://user:secret@localhost:{d.port}/repos/else/where"
    ),
    "there-and-back": lambda d: redirect(301, d.address("/repos/any/back", "localhost")),
    "back": lambda d: redirect(301, d.address("/repos/some/where")),
    "elsewhere-limited": lambda d: redirect(301, d.address("/repos/a/rate-limited", "localhost")),
    "elsewhere-closed": lambda d: redirect(301, "http://localhost:1/"),
    "loop": lambda d: redirect(301, d.address("/loop")),
    "five-hops": lambda d: redirect(301, d.address("/hops/3/repos/some/where")),
    "six-hops": lambda d: redirect(301, d.address("/hops/4/repos/some/where")),
    "to-plain": lambda d: redirect(301, f"http://127.0.0.1:{d.port}/repos/some/where"),
    "to-ftp": lambda d: redirect(301, "ftp://127.0.0.1/repos/some/where"),
    "to-file": lambda d: redirect(301, "file:///etc/passwd"),
    "to-nowhere": lambda d: redirect(301, None),
    "to-nonsense": lambda d: redirect(301, "http://[nonsense"),
    # Refused
    "unauthorized": lambda d: error(401, "Bad credentials"),
    "forbidden": lambda d: error(403, "Resource not accessible by personal access token"),
    "forbidden-long": lambda d: error(403, "No. " * 5000),
    "forbidden-silent": lambda d: Answer(403, b"<html>"),
    "rate-limited": lambda d: with_headers(
        error(403, "API rate limit exceeded for 127.0.0.1."), d.rate_headers(remaining=0)
    ),
    "secondary": lambda d: error(
        403, "You have exceeded a secondary rate limit.", Retry_After="75"
    ),
    "secondary-bare": lambda d: error(403, "You have exceeded a secondary rate limit."),
    "abuse": lambda d: error(403, "You have triggered an abuse detection mechanism."),
    "too-many-requests": lambda d: error(429, "Too many requests", Retry_After="90"),
    "too-many-bare": lambda d: error(429, "Too many requests"),
    "retry-at-date": lambda d: error(
        429, "Too many requests", Retry_After=email.utils.formatdate(d.now + 120, usegmt=True)
    ),
    "retry-nonsense": lambda d: error(429, "Too many requests", Retry_After="soon"),
    "retry-never": lambda d: error(429, "Too many requests", Retry_After="99999999999999999999"),
    "retry-now": lambda d: error(429, "Too many requests", Retry_After="0"),
    "gone": lambda d: error(404, "Not Found"),
    "last-and-gone": lambda d: with_headers(error(404, "Not Found"), d.rate_headers(remaining=0)),
    "removed": lambda d: error(410, "Gone"),
    "taken-down": lambda d: error(451, "Repository access blocked"),
    # Failures of the server
    "error-500": lambda d: error(500, "Server Error"),
    "error-502": lambda d: Answer(502, b"<html>", {"Content-Type": "text/html"}),
    "error-503": lambda d: error(503, "Service Unavailable"),
    "busy": lambda d: error(503, "Service Unavailable", Retry_After="45"),
    # Invalid answers
    "broken-json": lambda d: Answer(200, '{"full_name": "a/b", "stargazers_count": 1'),
    "array": lambda d: Answer(200, []),
    "html": lambda d: Answer(200, b"<html>Sign in to the hotel's network</html>"),
    "not-utf8": lambda d: Answer(200, b'{"full_name": "a/b", "description": "\xff\xfe"}'),
    "deep": lambda d: Answer(200, "[" * 100_000),
    "nothing": lambda d: Answer(200, b""),
    "json5": lambda d: Answer(200, b"{full_name: 'a/b'}"),
    "nul": lambda d: Answer(200, b'{"full_name": "a/b"}\0'),
    "trailing": lambda d: Answer(200, b'{"full_name": "a/b"} {}'),
    "twice": lambda d: Answer(200, b'{"full_name": "a/a", "full_name": "a/b"}'),
    "unasked-304": lambda d: Answer(304),
    "truncated": lambda d: Answer(200, b'{"full_name": ', trouble="truncated"),
    "endless": lambda d: Answer(200, b"{", trouble="endless"),
    "too-long": lambda d: Answer(200, b" " * 1_100_000),
    "silent": lambda d: Answer(trouble="silent"),
    "slow": lambda d: Answer(200, b"{" + b" " * 1_000_000, trouble="slow"),
    "closed": lambda d: Answer(trouble="closed"),
    "not-http": lambda d: Answer(trouble="not-http"),
    "huge-header": lambda d: Answer(200, {}, {"X-Huge": "x" * 200_000}),
    "many-headers": lambda d: Answer(200, {}, {f"X-Many-{n}": "x" * 100 for n in range(3000)}),
}

# Normal repositories with other fields.
ALTERED = {
    "empty": {"pushed_at": None, "size": 0, "stargazers_count": 0, "forks_count": 0},
    "archived": {"archived": True},
    "no-issues": {"has_issues": False, "open_issues_count": 0},
    "nulls": {
        key: None
        for key in (
            "description owner stargazers_count forks_count open_issues_count has_issues"
            " subscribers_count default_branch pushed_at archived"
        ).split()
    },
    "wrong-types": {
        "description": 7,
        "owner": [],
        "stargazers_count": "12",
        "forks_count": 1.5,
        "open_issues_count": True,
        "has_issues": "yes",
        "subscribers_count": {},
        "default_branch": 1,
        "pushed_at": 1_763_000_000,
        "archived": 1,
    },
    "absurd-numbers": {
        "stargazers_count": -1,
        "forks_count": 10**40,
        "open_issues_count": 10**15,
        "subscribers_count": -(2**63),
    },
    "fraction": {"pushed_at": "2025-11-04T05:22:15.123456Z"},
    "offset": {"pushed_at": "2025-11-04T14:22:15+09:00"},
    "no-date": {"pushed_at": "yesterday"},
    "future": {"pushed_at": "2125-11-04T05:22:15Z"},
    "hostile": {"description": HOSTILE, "default_branch": HOSTILE},
    "long": {"description": "long " * 2000, "default_branch": "b" * 10_000},
    "bad-avatar": {"owner": {"avatar_url": "javascript:alert(1)"}},
    "no-name": {"full_name": None},
    "bad-name": {"full_name": "../users/x"},
    "other-case": {"full_name": "Any/Other-Case"},
}


def with_headers(answer, headers):
    answer.headers.update(headers)
    return answer


def askers():
    """The processes that ask GitHub."""
    return [number for number in os.listdir("/proc")
            if number.isdigit() and part(number, "comm").strip() in ("haru-repo", "haru-fetch")]


def sleeps(number):
    """Whether a process waits for something, or has ended."""
    return part(number, "stat").rpartition(")")[2].split()[:1] in (["S"], ["Z"], [])


def part(number, name):
    try:
        with open(f"/proc/{number}/{name}", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


class Lines:
    """Standard output, written in a thread, so that a test that does not read it blocks nothing."""

    def __init__(self):
        self.waiting = queue.SimpleQueue()
        threading.Thread(target=self.write, daemon=True).start()

    def put(self, line):
        self.waiting.put(line)

    def write(self):
        while True:
            sys.stdout.write(self.waiting.get() + "\n")
            sys.stdout.flush()


class Connection:
    """One connection, which takes any number of requests."""

    def __init__(self, double, lines, reader, writer, number):
        self.double, self.lines, self.number = double, lines, number
        self.reader, self.writer = reader, writer

    async def serve(self):
        try:
            while await self.serve_one():
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self.writer.transport.abort() if self.writer.is_closing() else self.writer.close()

    async def serve_one(self):
        letter = await self.reader.readexactly(1)
        if not letter.isalpha():
            # Probably TLS.
            return False
        head = letter + await self.reader.readuntil(b"\r\n\r\n")
        first, *rest = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {}
        for line in rest:
            name, colon, text = line.partition(":")
            if colon:
                headers[name.strip().lower()] = text.strip()
        await self.double.turn(target)
        answer = self.answer(method, target, headers)
        self.lines.put(
            json.dumps(
                {
                    "method": method,
                    "path": target,
                    "host": headers.get("host"),
                    "authorization": headers.get("authorization"),
                    "if_none_match": headers.get("if-none-match"),
                    "accept": headers.get("accept"),
                    "api_version": headers.get("x-github-api-version"),
                    "user_agent": headers.get("user-agent"),
                    "others": sorted(set(headers) - EXPECTED),
                    "head": head.decode("latin-1"),
                    "connection": self.number,
                    "status": None if answer.trouble in ("silent", "closed") else answer.status,
                }
            )
        )
        return await self.send(answer)

    def answer(self, method, target, headers):
        double = self.double
        if double.options.proxy:
            answer = Answer(407, b"Who are you?", {"Proxy-Authenticate": 'Basic realm="double"'})
        elif "expired" in headers.get("authorization", ""):
            answer = error(401, "Bad credentials")
        elif method != "GET":
            answer = error(405, "Method Not Allowed")
        else:
            path, _, query = target.partition("?")
            if path.startswith("/avatars/"):
                answer = double.answer(path, query)
            elif not double.spend():
                message = "API rate limit exceeded for 127.0.0.1. (But here's the good news: …)"
                answer = error(403, message)
            else:
                answer = conditional(double.answer(path, query), headers)
                if answer.status == 304 and "authorization" in headers:
                    # GitHub does not count it if the request has a token.
                    double.used -= 1
            for name, text in double.rate_headers().items():
                answer.headers.setdefault(name, text)
        answer.headers.setdefault("Date", email.utils.formatdate(double.now, usegmt=True))
        answer.headers.setdefault("Server", "github.com")
        return answer

    async def send(self, answer):
        """Sends an answer; returns whether the connection stays open."""
        writer, trouble = self.writer, answer.trouble
        if self.double.options.latency:
            await asyncio.sleep(self.double.options.latency / 1000)
        if trouble == "silent":
            await self.reader.read()
            return False
        if trouble == "closed":
            writer.close()
            return False
        if trouble == "not-http":
            writer.write(b"SSH-2.0-OpenSSH_9.2p1\r\n" * 10)
            writer.close()
            return False
        length = len(answer.body) + (1000 if trouble == "truncated" else 0)
        if trouble == "endless":
            answer.headers["Transfer-Encoding"] = "chunked"
        elif answer.status not in (204, 304):
            answer.headers["Content-Length"] = str(length)
        head = f"HTTP/1.1 {answer.status} Something\r\n"
        head += "".join(f"{name}: {text}\r\n" for name, text in answer.headers.items())
        writer.write(head.encode() + b"\r\n")
        if trouble == "endless":
            while True:
                writer.write(b"10000\r\n" + b" " * 65536 + b"\r\n")
                await writer.drain()
        if trouble == "slow":
            for place in range(len(answer.body)):
                writer.write(answer.body[place : place + 1])
                await writer.drain()
                await asyncio.sleep(0.2)
        writer.write(answer.body)
        await writer.drain()
        if trouble == "truncated":
            writer.close()
            return False
        if trouble == "reset":
            # Neither TLS nor TCP is closed properly.
            linger = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, linger)
            writer.transport.abort()
            return False
        return True


EXPECTED = {
    "host",
    "authorization",
    "if-none-match",
    "accept",
    "x-github-api-version",
    "user-agent",
}


def conditional(answer, headers):
    """Adds the tag of an answer, which depends on the token, or answers 304 if it has not changed."""
    if answer.status != 200 or answer.trouble or not answer.body:
        return answer
    token = headers.get("authorization", "").encode()
    tag = 'W/"' + hashlib.sha256(answer.body + token).hexdigest() + '"'
    if headers.get("if-none-match") == tag:
        answer = Answer(304)
    answer.headers["ETag"] = tag
    return answer


def tls(directory):
    """Makes a self-signed certificate for this machine."""
    key, certificate = os.path.join(directory, "key.pem"), os.path.join(directory, "cert.pem")
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    subprocess.run(
        command.split() + ["-subj", "/CN=double", "-addext", names]
        + ["-keyout", key, "-out", certificate],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def obey(double, command):
    verb, _, rest = command.partition(" ")
    if verb == "advance":
        double.skew += int(rest)
    elif verb == "budget":
        double.begin_window(int(rest))
    elif verb == "set":
        name, _, change = rest.partition(" ")
        double.changes.setdefault(name.lower(), {}).update(json.loads(change))
    elif verb == "reset":
        double.changes = {}
        double.begin_window(double.options.budget)
    elif verb != "settle":
        raise ValueError(f"no command: {command}")


async def listen(double, lines):
    numbers = iter(range(1, 1 << 30))

    async def connected(reader, writer):
        double.askers = askers() if double.options.in_turn else []
        await Connection(double, lines, reader, writer, next(numbers)).serve()

    context = tls(double.options.tls) if double.options.tls else None
    server = await asyncio.start_server(
        connected, "127.0.0.1", double.options.port, ssl=context, backlog=1024, limit=1 << 20
    )
    double.port = server.sockets[0].getsockname()[1]
    lines.put(str(double.port))
    loop = asyncio.get_running_loop()
    commands = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    while command := (await commands.readline()).decode().strip():
        obey(double, command)
        lines.put(json.dumps({"done": command}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--budget", type=int)
    parser.add_argument("--window", type=int, default=3600)
    parser.add_argument("--skew", type=int, default=0)
    parser.add_argument("--latency", type=int, default=0)
    parser.add_argument("--in-turn", action="store_true")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls")
    parser.add_argument("--proxy", action="store_true")
    double = Double(parser.parse_args())
    asyncio.run(listen(double, Lines()))
    # Do not wait for connections that hang.
    os._exit(0)


main()
