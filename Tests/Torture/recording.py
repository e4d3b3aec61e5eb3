"""What programs do to the files below a folder, from their system calls as strace shows them."""

import os
import re
import stat
from dataclasses import dataclass, field

CALLS = (
    "openat", "open", "creat", "close", "dup", "dup2", "dup3", "fcntl", "lseek", "execve",
    "clone", "clone3", "fork", "vfork", "exit_group",
    "write", "pwrite64", "writev", "pwritev", "pwritev2", "ftruncate", "truncate", "fallocate",
    "copy_file_range", "sendfile", "splice",
    "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2",
    "link", "linkat", "symlink", "symlinkat",
    "fsync", "fdatasync", "sync", "syncfs", "sendmsg", "sendto",
)
# No write is longer than this; strace says so if one is, and then the recording is refused.
LONGEST = 1 << 20


def strace(trace):
    """The words before a program's own that write its calls into a file."""
    return ("strace", "-f", "-qq", "--seccomp-bpf", "-xx", "-s", str(LONGEST), "-o", trace,
            "-e", "trace=" + ",".join(CALLS))


class Blind(Exception):
    """The calls do not explain what became of the files."""


@dataclass(eq=False)
class Node:
    """A file, a folder or a link, as it was before the recording."""

    kind: int  # as in `stat`
    mode: int = 0o600
    contents: bytes = b""  # of a link, its target
    changed: int = None  # when a file was, in nanoseconds since 1970
    names: dict = field(default_factory=dict)  # of a folder


# Operations, in their order.

@dataclass(eq=False)
class Write:
    """Bytes in a file."""

    node: Node
    offset: int
    data: bytes
    what: str

    def apply(self, contents):
        if len(contents) < self.offset:
            contents.extend(bytes(self.offset - len(contents)))
        contents[self.offset:self.offset + len(self.data)] = self.data


@dataclass(eq=False)
class Resize:
    """A new length of a file."""

    node: Node
    length: int
    what: str

    def apply(self, contents):
        del contents[self.length:]
        contents.extend(bytes(self.length - len(contents)))


@dataclass(eq=False)
class Rename:
    """Names that change at once: of (folder, name, node), without a node for one that goes."""

    changes: tuple
    what: str


@dataclass(eq=False)
class Sync:
    """A file or a folder is on the disk; without a node, all are."""

    node: Node
    what: str

    def holds(self, operation):
        """Whether an operation before it is on the disk then."""
        if self.node is None:
            return True
        if isinstance(operation, Rename):
            return any(folder is self.node for folder, _, _ in operation.changes)
        return operation.node is self.node


@dataclass(eq=False)
class Told:
    """The user is told that it is done."""

    what: str


def read_folder(path, left_out=(), known=None):
    """A folder as nodes; two names of one file lead to the same node."""
    known = {} if known is None else known
    folder = Node(stat.S_IFDIR, stat.S_IMODE(os.stat(path).st_mode))
    for entry in sorted(os.scandir(path), key=lambda entry: entry.name):
        status = entry.stat(follow_symlinks=False)
        kind = stat.S_IFMT(status.st_mode)
        if entry.name in left_out or kind not in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK):
            continue
        if kind == stat.S_IFDIR:
            node = read_folder(entry.path, (), known)
        elif status.st_ino in known:
            node = known[status.st_ino]
        elif kind == stat.S_IFLNK:
            node = Node(kind, 0o777, os.readlink(entry.path).encode())
        else:
            with open(entry.path, "rb") as file:
                node = Node(kind, stat.S_IMODE(status.st_mode), file.read(), status.st_mtime_ns)
        if kind != stat.S_IFDIR:
            known[status.st_ino] = node
        folder.names[entry.name] = node
    return folder


@dataclass(eq=False)
class Open:
    """An open file, which several descriptors may share."""

    node: Node
    offset: int = 0


class Recording:
    """The operations of programs below a folder.

    `tells` says whether a process tells its user that it is done: it is asked with whether it is the
    first process, the descriptor, and the bytes that are written outside of the folder.
    """

    def __init__(self, root, path, left_out, tells):
        self.root, self.path, self.left_out, self.tells = root, path, left_out, tells
        self.operations = []
        self.now = {}  # the present names in folders that have changed
        self.tables = {}  # open files by process
        self.first = None

    def read(self, trace):
        with open(trace, encoding="ascii") as file:
            calls = list(whole_calls(file))
        self.first = calls[0][0]
        parents = {int(result): (process, "CLONE_FILES" in words)
                   for process, call, words, result in calls
                   if call in ("clone", "clone3", "fork", "vfork") and int(result) > 0}
        for process, call, words, result in calls:
            if process not in self.tables:
                self.begin(process, *parents.get(process, (None, False)))
            if result == "?" and call == "exit_group" or not result.startswith(("-", "?")):
                self.process, self.files = process, self.tables[process]
                self.text = f"{call} {words[:200]}"
                getattr(self, "do_" + call)(words, int(result) if result != "?" else 0)
        return self.operations

    def begin(self, process, parent, shares):
        files = self.tables.get(parent, {})
        self.tables[process] = files if shares else dict(files)

    # Names

    def names(self, folder):
        return self.now.setdefault(folder, dict(folder.names))

    def find(self, at, text, follows=True, depth=0):
        """Where a path leads, as (folder, name, node); `None` if that is outside."""
        path = text if isinstance(text, str) else text.decode()
        if not path.startswith("/"):
            base = self.files.get(at)
            if at is not None and base is None:
                return None
            folder = base.node if base else self.root
        elif path == self.path or path.startswith(self.path + "/"):
            folder, path = self.root, path[len(self.path):]
        else:
            return None
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if not parts:
            return None, "", folder
        if folder is self.root and parts[0] in self.left_out:
            return None
        for number, part in enumerate(parts):
            if folder.kind != stat.S_IFDIR or part == ".." or depth > 40:
                raise Blind(f"{path} in {self.text}")
            node = self.names(folder).get(part)
            is_last = number == len(parts) - 1
            if node is not None and node.kind == stat.S_IFLNK and (follows or not is_last):
                target = "/".join([node.contents.decode(), *parts[number + 1:]])
                if not target.startswith("/"):
                    raise Blind(f"{path} in {self.text}")
                return self.find(None, target, follows, depth + 1)
            if is_last:
                return folder, part, node
            if node is None:
                raise Blind(f"{path} in {self.text}")
            folder = node
        return None

    def change(self, what, *changes):
        for folder, name, node in changes:
            if node is None:
                del self.names(folder)[name]
            else:
                self.names(folder)[name] = node
        self.operations.append(Rename(changes, what))

    def short(self, place):
        return place.decode().replace(self.path + "/", "")

    # Descriptors

    def do_openat(self, words, result):
        at, path, flags, *mode = words.split(", ")
        self.open(descriptor(at), text(path), flags, int(mode[0], 8) if mode else 0o600, result)

    def do_open(self, words, result):
        self.do_openat("AT_FDCWD, " + words, result)

    def do_creat(self, words, result):
        path, mode = words.split(", ")
        self.do_openat(f"AT_FDCWD, {path}, O_CREAT|O_TRUNC, {mode}", result)

    def open(self, at, path, flags, mode, result):
        self.files.pop(result, None)
        found = self.find(at, path, "O_NOFOLLOW" not in flags)
        if found is None:
            return
        folder, name, node = found
        if node is None and "O_CREAT" not in flags:
            raise Blind(self.text)
        if "O_APPEND" in flags or "O_TMPFILE" in flags:
            raise Blind(self.text)
        if node is None:
            node = Node(stat.S_IFREG, mode)
            self.change(f"make {self.short(path)}", (folder, name, node))
        elif "O_TRUNC" in flags:
            self.operations.append(Resize(node, 0, f"empty {self.short(path)}"))
        node.path = self.short(path)
        self.files[result] = Open(node)

    def do_close(self, words, _):
        self.files.pop(int(words), None)

    def do_dup(self, words, result):
        self.files.pop(result, None)
        source = self.files.get(int(words.split(", ")[0]))
        if source:
            self.files[result] = source

    do_dup2 = do_dup3 = do_dup

    def do_fcntl(self, words, result):
        if "F_DUPFD" in words:
            self.do_dup(words, result)

    def do_lseek(self, words, result):
        opened = self.files.get(int(words.split(", ")[0]))
        if opened:
            opened.offset = result

    def do_execve(self, _, __):
        # Haru's descriptors are all closed then.
        self.tables[self.process] = {
            number: opened for number, opened in self.files.items() if number < 3}

    def do_clone(self, _, __):
        pass

    do_clone3 = do_fork = do_vfork = do_clone

    # Contents

    def do_write(self, words, result):
        number, data, _ = words.split(", ")
        opened = self.files.get(int(number))
        data = text(data)
        if opened is None:
            return self.tell(int(number), data)
        self.write(opened.node, opened.offset, data[:result])
        opened.offset += result

    def do_pwrite64(self, words, result):
        number, data, _, offset = words.split(", ")
        opened = self.files.get(int(number))
        if opened:
            self.write(opened.node, int(offset), text(data)[:result])

    def write(self, node, offset, data):
        end = offset + len(data)
        self.operations.append(Write(node, offset, data, f"write {node.path} {offset}–{end}"))

    def do_writev(self, words, result):
        number = int(words.split(", ")[0])
        data = b"".join(text(each) for each in re.findall(r'iov_base=("[^"]*")', words))
        opened = self.files.get(number)
        if opened is None:
            return self.tell(number, data)
        self.write(opened.node, opened.offset, data[:result])
        opened.offset += result

    def do_sendmsg(self, words, _):
        if '"...' not in words:
            number = int(words.split(", ")[0])
            self.tell(number, b"".join(map(text, re.findall(r'iov_base=("[^"]*")', words))))

    def do_sendto(self, words, _):
        number, data, *_ = words.split(", ")
        if not data.endswith("..."):
            self.tell(int(number), text(data))

    def tell(self, number, data):
        if self.tells(self.process == self.first, number, data):
            self.operations.append(Told("told"))

    def do_exit_group(self, words, _):
        if words == "0" and self.tells(self.process == self.first, None, b""):
            self.operations.append(Told("ended"))

    def do_ftruncate(self, words, _):
        number, length = words.split(", ")
        opened = self.files.get(int(number))
        if opened:
            what = f"resize {opened.node.path} to {length}"
            self.operations.append(Resize(opened.node, int(length), what))

    def do_pwritev(self, words, _):
        if int(words.split(", ")[0]) in self.files:
            raise Blind(self.text)

    do_pwritev2 = do_fallocate = do_pwritev

    def do_copy_file_range(self, words, _):
        # Only the kernel knows what was copied; `Blind` is raised when the files are compared.
        pass

    do_sendfile = do_splice = do_truncate = do_copy_file_range

    # Folders

    def do_mkdirat(self, words, _):
        at, path, mode = words.split(", ")
        found = self.find(descriptor(at), text(path), follows=False)
        if found and found[0]:
            node = Node(stat.S_IFDIR, int(mode, 8))
            self.change(f"mkdir {self.short(text(path))}", (found[0], found[1], node))

    def do_mkdir(self, words, result):
        self.do_mkdirat("AT_FDCWD, " + words, result)

    def do_unlinkat(self, words, _):
        at, path, _ = words.split(", ")
        found = self.find(descriptor(at), text(path), follows=False)
        if found and found[2]:
            self.change(f"unlink {self.short(text(path))}", (found[0], found[1], None))

    def do_unlink(self, words, result):
        self.do_unlinkat(f"AT_FDCWD, {words}, 0", result)

    do_rmdir = do_unlink

    def do_renameat2(self, words, _):
        at, path, other, place, *flags = words.split(", ")
        source = self.find(descriptor(at), text(path), follows=False)
        target = self.find(descriptor(other), text(place), follows=False)
        if source is None and target is None:
            return
        if source is None or target is None or not source[2] or flags not in ([], ["0"]):
            raise Blind(self.text)
        if source[2] is target[2]:
            return
        self.change(f"rename {self.short(text(path))} to {self.short(text(place))}",
                    (source[0], source[1], None), (target[0], target[1], source[2]))
        source[2].path = self.short(text(place))

    do_renameat = do_renameat2

    def do_rename(self, words, result):
        path, place = words.split(", ")
        self.do_renameat2(f"AT_FDCWD, {path}, AT_FDCWD, {place}", result)

    def do_linkat(self, words, _):
        at, path, other, place, _ = words.split(", ")
        source = self.find(descriptor(at), text(path), follows=False)
        target = self.find(descriptor(other), text(place), follows=False)
        if source is None and target is None:
            return
        if source is None or target is None or not source[2]:
            raise Blind(self.text)
        self.change(f"link {self.short(text(place))}", (target[0], target[1], source[2]))

    def do_link(self, words, result):
        path, place = words.split(", ")
        self.do_linkat(f"AT_FDCWD, {path}, AT_FDCWD, {place}, 0", result)

    def do_symlinkat(self, words, _):
        target, at, path = words.split(", ")
        found = self.find(descriptor(at), text(path), follows=False)
        if found:
            node = Node(stat.S_IFLNK, 0o777, text(target))
            self.change(f"symlink {self.short(text(path))}", (found[0], found[1], node))

    def do_symlink(self, words, result):
        target, path = words.split(", ")
        self.do_symlinkat(f"{target}, AT_FDCWD, {path}", result)

    # The disk

    def do_fsync(self, words, _):
        opened = self.files.get(int(words))
        if opened:
            name = getattr(opened.node, "path", ".")
            self.operations.append(Sync(opened.node, f"sync {name}"))

    do_fdatasync = do_fsync

    def do_sync(self, _, __):
        self.operations.append(Sync(None, "sync"))

    do_syncfs = do_sync


def descriptor(word):
    return None if word == "AT_FDCWD" else int(word)


def text(word):
    """The bytes of a string as `strace -xx` prints it."""
    if word.endswith("..."):
        raise Blind("a write is longer than what strace prints")
    return bytes.fromhex(word[1:-1].replace("\\x", ""))


def whole_calls(lines):
    """Each call as (process, name, arguments, result), where it ends."""
    begun = {}
    for line in lines:
        process, rest = line.rstrip("\n").split(None, 1)
        if rest.endswith("<unfinished ...>"):
            begun[process] = rest.removesuffix("<unfinished ...>").rstrip()
            continue
        if rest.startswith("<... "):
            rest = begun.pop(process) + rest.split("resumed>", 1)[1]
        found = re.fullmatch(r"(\w+)\((.*)\)\s+= (-?\d+|\?)(?: .*)?", rest)
        if found:
            yield int(process), *found.groups()
