#include "lethe/io/bundle_moves.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace lethe {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// Where the older one is kept while its place is taken: beside the room of the new one.
fs::path kept_of(const BundleMove& move) { return move.from.parent_path().string() + ".older"; }

int step(const BundleSeam& seam, std::string_view what) {
    return seam.before_step ? seam.before_step(what) : 0;
}

int rename_step(const fs::path& from, const fs::path& to, const BundleSeam& seam,
                std::string_view what) {
    if (const int code = step(seam, what); code != 0) return code;
    return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

int exchange(const fs::path& from, const fs::path& to, const BundleSeam& seam) {
    if (!seam.can_exchange) return inode_of(to) ? EINVAL : ENOENT;
    if (const int code = step(seam, "exchange"); code != 0) return code;
    const int done = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE);
    return done == 0 ? 0 : errno;
}

bool cannot_exchange(int code) { return code == EINVAL || code == ENOSYS || code == ENOTSUP; }

// The older one gets a second name in the folder in the making, so that its place is never empty;
// where that cannot be (folders, and file systems without second names) it goes there.
int keep_older(const BundleMove& move, const BundleSeam& seam) {
    const fs::path kept = kept_of(move);
    std::error_code ignored;
    fs::remove_all(kept, ignored);  // a second name that an interrupted writer made
    if (seam.can_link && !is_folder(move.to) && !is_folder(move.from)) {
        if (const int code = step(seam, "keep"); code != 0) return code;
        if (::link(move.to.c_str(), kept.c_str()) == 0) return 0;
    }
    return rename_step(move.to, kept, seam, "set aside");
}

}  // namespace

std::optional<std::uint64_t> inode_of(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return static_cast<std::uint64_t>(status.st_ino);
}

int move_into_place(const BundleMove& move, const BundleSeam& seam) {
    if (inode_of(move.to) == move.inode || inode_of(move.from) != move.inode) return 0;
    int code = exchange(move.from, move.to, seam);
    if (code == 0) return 0;
    if (cannot_exchange(code) && inode_of(move.to)) {
        if (code = keep_older(move, seam); code != 0) return code;
    } else if (code != ENOENT) {
        return code;
    }
    return rename_step(move.from, move.to, seam, "move");
}

int put_back(const BundleMove& move, const BundleSeam& seam) {
    const fs::path kept = kept_of(move);
    if (inode_of(move.to) == move.inode) {
        if (inode_of(move.from)) return exchange(move.from, move.to, seam);
        // A file is replaced by the kept one at once; a folder has to leave first.
        if (!inode_of(kept) || is_folder(move.to) || is_folder(kept)) {
            if (const int code = rename_step(move.to, move.from, seam, "take back"); code != 0) {
                return code;
            }
        }
    } else if (inode_of(move.to)) {
        return 0;  // it never left
    }
    return inode_of(kept) ? rename_step(kept, move.to, seam, "put back") : 0;
}

}  // namespace lethe
