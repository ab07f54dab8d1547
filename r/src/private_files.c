/* Folders and files that only their owner reads.
 *
 * Texts lie in such a folder while a call runs, and a process that is killed cannot remove it. So
 * each folder is held by a lock that the system lets go of with the process, however it ends, and
 * whoever makes the next folder removes those that nobody holds. The Python package has the same
 * folders (lethe-*, with "lock" and "data" in them), and each removes what the other left. */
#define _GNU_SOURCE /* mkdtemp, mkostemp, nftw, O_CLOEXEC */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lethe_r.h"

/* ---- Folders -------------------------------------------------------------------------------- */

typedef struct Folder {
    char outer[PATH_MAX];
    int lock;
    pid_t owner; /* a process that was forked meanwhile must not remove it */
} Folder;

/* 0 where the whole name fits. */
static int joined(char* path, const char* folder, const char* name) {
    const int size = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return size > 0 && size < PATH_MAX ? 0 : -1;
}

static int remove_one(const char* path, const struct stat* about, int kind, struct FTW* place) {
    (void)about, (void)kind, (void)place;
    remove(path);
    return 0;
}

/* The data go first: who is killed on the way leaves a lock by which the rest is found. */
static void remove_folder(const char* outer) {
    char path[PATH_MAX];
    const char* const names[] = {"data", "lock", "taken"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (joined(path, outer, names[i]) == 0) nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    }
    nftw(outer, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void remove_if_abandoned(const char* outer) {
    struct stat about;
    char path[PATH_MAX];
    if (lstat(outer, &about) != 0 || !S_ISDIR(about.st_mode) || about.st_uid != geteuid()) return;
    if (joined(path, outer, "lock") != 0) return;
    const int lock = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0) return;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) remove_folder(outer);
    close(lock);
}

static void clear_abandoned(const char* place) {
    DIR* const folder = opendir(place);
    if (folder == NULL) return;
    for (const struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[PATH_MAX];
        if (strncmp(entry->d_name, "lethe-", 6) != 0) continue;
        if (joined(path, place, entry->d_name) == 0) remove_if_abandoned(path);
    }
    closedir(folder);
}

static void let_go(SEXP pointer) {
    Folder* const folder = R_ExternalPtrAddr(pointer);
    if (folder == NULL) return;
    R_ClearExternalPtr(pointer);
    if (folder->outer[0] != '\0' && folder->owner == getpid()) remove_folder(folder->outer);
    if (folder->lock >= 0) close(folder->lock);
    free(folder);
}

/* It is held before it has the name by which others look for it. */
static int make_held(Folder* folder, const char* place) {
    char taken[PATH_MAX], lock[PATH_MAX], data[PATH_MAX];
    if (joined(folder->outer, place, "lethe-XXXXXX") != 0) return -1;
    if (mkdtemp(folder->outer) == NULL) {
        folder->outer[0] = '\0';
        return -1;
    }
    if (joined(taken, folder->outer, "taken") != 0 || joined(lock, folder->outer, "lock") != 0 ||
        joined(data, folder->outer, "data") != 0) {
        return -1;
    }
    folder->lock = open(taken, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (folder->lock < 0 || flock(folder->lock, LOCK_EX) != 0) return -1;
    return rename(taken, lock) == 0 ? mkdir(data, 0700) : -1;
}

/* list(path, what holds it), or a text that says what is wrong. */
SEXP hold_folder(SEXP place) {
    const char* const where = utf8_of(place);
    const char* const names[] = {"path", "held", ""};
    const SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(pointer, let_go, TRUE);
    const SEXP made = PROTECT(Rf_mkNamed(VECSXP, (const char**)names));
    char data[PATH_MAX];
    Folder* const folder = calloc(1, sizeof *folder);
    if (folder == NULL) Rf_error("not enough memory");
    folder->lock = -1;
    folder->owner = getpid();
    R_SetExternalPtrAddr(pointer, folder);
    clear_abandoned(where);
    if (make_held(folder, where) != 0 || joined(data, folder->outer, "data") != 0) {
        const char* const why = strerror(errno);
        let_go(pointer);
        UNPROTECT(2);
        return Rf_mkString(why);
    }
    SET_VECTOR_ELT(made, 0, text_from_utf8(data));
    SET_VECTOR_ELT(made, 1, pointer);
    UNPROTECT(2);
    return made;
}

SEXP let_go_of_folder(SEXP pointer) {
    let_go(pointer);
    return R_NilValue;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static int write_whole(int file, const char* bytes, size_t size) {
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return -1;
        bytes += written;
        size -= (size_t)written;
    }
    return 0;
}

/* A pipe or a device takes what comes; it can be neither replaced nor closed to others. */
static int write_through(const char* path, const char* text) {
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    const int failed = write_whole(file, text, strlen(text));
    return close(file) != 0 ? -1 : failed;
}

/* The file under its name, unless there is one; where the system has no links, as sure as it can. */
static int put_at(const char* staged, const char* path) {
    if (link(staged, path) == 0) return 0;
    if (errno == EEXIST) return -1;
    if (access(path, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    return rename(staged, path);
}

/* The whole file appears at once, and nobody else reads it at any moment unless its mode says so:
 * what stood there before may have been open to all. */
static int write_at_once(const char* path, const char* text, mode_t mode, int replace) {
    char staged[PATH_MAX];
    const int size = snprintf(staged, sizeof staged, "%s.XXXXXX", path);
    if (size < 0 || size >= (int)sizeof staged) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int file = mkostemp(staged, O_CLOEXEC);
    if (file < 0) return -1;
    int failed = write_whole(file, text, strlen(text)) != 0 || fchmod(file, mode) != 0;
    if (close(file) != 0) failed = 1;
    if (!failed) failed = (replace ? rename(staged, path) : put_at(staged, path)) != 0;
    const int why = errno;
    if (failed || !replace) unlink(staged);
    errno = why;
    return failed ? -1 : 0;
}

/* NULL, or a text that says what is wrong. */
SEXP write_file(SEXP path, SEXP text, SEXP mode, SEXP replace) {
    const char* const where = utf8_of(path);
    const char* const what = utf8_of(text);
    struct stat about;
    int failed;
    if (stat(where, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) {
        failed = write_through(where, what);
    } else {
        failed = write_at_once(where, what, (mode_t)Rf_asInteger(mode), Rf_asLogical(replace) == TRUE);
    }
    return failed == 0 ? R_NilValue : Rf_mkString(strerror(errno));
}
