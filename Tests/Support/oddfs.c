// A file system that shows a folder, without what some file systems lack:
//
//   oddfs FOLDER MOUNTPOINT [coarse-dates] [no-links] [no-locks] [no-shared-memory] [-- FUSE OPTION…]
//
// coarse-dates: dates have even seconds, and cannot be set to others, as on FAT.
// no-links: neither symbolic nor hard links, as on FAT.
// no-locks: locks are refused with ENOLCK, as by a server of NFS without its lock manager.
// no-shared-memory: files cannot be mapped and shared.
#define FUSE_USE_VERSION 35
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static char folder[PATH_MAX];
static int coarse_dates, no_links, no_locks, no_shared_memory;

static const char *under(const char *path, char *buffer) {
  snprintf(buffer, PATH_MAX, "%s%s", folder, path);
  return buffer;
}
#define UNDER(path) under(path, (char[PATH_MAX]){0})
#define ANSWER(call) return (call) < 0 ? -errno : 0

static void coarsen(struct timespec *date) {
  date->tv_sec &= ~1L;
  date->tv_nsec = 0;
}

static int odd_getattr(const char *path, struct stat *status, struct fuse_file_info *file) {
  if ((file ? fstat((int)file->fh, status) : lstat(UNDER(path), status)) < 0) return -errno;
  if (coarse_dates) {
    coarsen(&status->st_mtim);
    coarsen(&status->st_ctim);
    coarsen(&status->st_atim);
  }
  return 0;
}

static int odd_readdir(
    const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *file,
    enum fuse_readdir_flags flags) {
  (void)offset, (void)file, (void)flags;
  DIR *stream = opendir(UNDER(path));
  if (!stream) return -errno;
  for (struct dirent *entry; (entry = readdir(stream));) fill(buffer, entry->d_name, NULL, 0, 0);
  closedir(stream);
  return 0;
}

static int opened(int descriptor, struct fuse_file_info *file) {
  if (descriptor < 0) return -errno;
  file->fh = (uint64_t)descriptor;
  // The kernel then maps nothing that could be shared.
  file->direct_io = no_shared_memory;
  return 0;
}

static int odd_open(const char *path, struct fuse_file_info *file) {
  return opened(open(UNDER(path), file->flags), file);
}

static int odd_create(const char *path, mode_t mode, struct fuse_file_info *file) {
  return opened(open(UNDER(path), file->flags, mode), file);
}

static int odd_read(
    const char *path, char *bytes, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)path;
  ssize_t count = pread((int)file->fh, bytes, size, offset);
  return count < 0 ? -errno : (int)count;
}

static int odd_write(
    const char *path, const char *bytes, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)path;
  ssize_t count = pwrite((int)file->fh, bytes, size, offset);
  return count < 0 ? -errno : (int)count;
}

static int odd_release(const char *path, struct fuse_file_info *file) {
  (void)path;
  ANSWER(close((int)file->fh));
}

static int odd_fsync(const char *path, int is_data, struct fuse_file_info *file) {
  (void)path;
  ANSWER(is_data ? fdatasync((int)file->fh) : fsync((int)file->fh));
}

static int odd_lock(
    const char *path, struct fuse_file_info *file, int command, struct flock *lock) {
  (void)path;
  if (no_locks) return -ENOLCK;
  // This process serves all others: its own locks would hold none of them off.
  lock->l_pid = 0;
  ANSWER(fcntl((int)file->fh, command == F_GETLK ? F_OFD_GETLK : F_OFD_SETLK, lock));
}

static int odd_truncate(const char *path, off_t size, struct fuse_file_info *file) {
  ANSWER(file ? ftruncate((int)file->fh, size) : truncate(UNDER(path), size));
}

static int odd_mkdir(const char *path, mode_t mode) { ANSWER(mkdir(UNDER(path), mode)); }
static int odd_rmdir(const char *path) { ANSWER(rmdir(UNDER(path))); }
static int odd_unlink(const char *path) { ANSWER(unlink(UNDER(path))); }

static int odd_rename(const char *from, const char *to, unsigned flags) {
  ANSWER(renameat2(AT_FDCWD, UNDER(from), AT_FDCWD, UNDER(to), flags));
}

static int odd_symlink(const char *target, const char *path) {
  if (no_links) return -EPERM;
  ANSWER(symlink(target, UNDER(path)));
}

static int odd_link(const char *from, const char *to) {
  if (no_links) return -EPERM;
  ANSWER(link(UNDER(from), UNDER(to)));
}

static int odd_readlink(const char *path, char *target, size_t size) {
  ssize_t count = readlink(UNDER(path), target, size - 1);
  if (count < 0) return -errno;
  target[count] = 0;
  return 0;
}

static int odd_chmod(const char *path, mode_t mode, struct fuse_file_info *file) {
  (void)file;
  ANSWER(chmod(UNDER(path), mode));
}

static int odd_chown(const char *path, uid_t user, gid_t group, struct fuse_file_info *file) {
  (void)file;
  ANSWER(lchown(UNDER(path), user, group));
}

static int odd_utimens(
    const char *path, const struct timespec dates[2], struct fuse_file_info *file) {
  (void)file;
  ANSWER(utimensat(AT_FDCWD, UNDER(path), dates, AT_SYMLINK_NOFOLLOW));
}

static int odd_access(const char *path, int mode) { ANSWER(access(UNDER(path), mode)); }

static void *odd_init(struct fuse_conn_info *connection, struct fuse_config *config) {
  (void)connection;
  config->use_ino = 1;
  // What one process writes, another sees at once.
  config->entry_timeout = config->attr_timeout = config->negative_timeout = 0;
  puts("mounted");
  fflush(stdout);
  return NULL;
}

static const struct fuse_operations operations = {
  .init = odd_init, .getattr = odd_getattr, .readdir = odd_readdir, .open = odd_open,
  .create = odd_create, .read = odd_read, .write = odd_write, .release = odd_release,
  .fsync = odd_fsync, .lock = odd_lock, .truncate = odd_truncate, .mkdir = odd_mkdir,
  .rmdir = odd_rmdir, .unlink = odd_unlink, .rename = odd_rename, .symlink = odd_symlink,
  .link = odd_link, .readlink = odd_readlink, .chmod = odd_chmod, .chown = odd_chown,
  .utimens = odd_utimens, .access = odd_access,
};

int main(int count, char *words[]) {
  if (count < 3 || !realpath(words[1], folder)) {
    fprintf(stderr, "oddfs: usage: oddfs FOLDER MOUNTPOINT [WHAT IT LACKS…]\n");
    return 64;
  }
  for (int index = 3; index < count; index++) {
    coarse_dates |= !strcmp(words[index], "coarse-dates");
    no_links |= !strcmp(words[index], "no-links");
    no_locks |= !strcmp(words[index], "no-locks");
    no_shared_memory |= !strcmp(words[index], "no-shared-memory");
  }
  // One process at a time, in the foreground.
  char *arguments[] = {words[0], "-f", "-s", "-o", "default_permissions", words[2]};
  return fuse_main(6, arguments, &operations, NULL);
}
