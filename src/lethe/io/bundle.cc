#include "lethe/io/bundle.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/io/bundle_moves.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLock = "lock";  // held while the writer lives
constexpr std::string_view kNote = "moves.json";
constexpr std::string_view kBack = "back.json";  // the note's name once the moves are taken back
constexpr std::string_view kMain = "main";       // in a folder elsewhere: where the note is

[[noreturn]] void cannot_write(const std::string& path, int code) {
    throw Error(ErrorKind::io, fmt::format("cannot write: {}", std::strerror(code)),
                {path, 0, 0, {}});
}

// The path without a slash at its end.
fs::path plain(const std::string& path) {
    const fs::path given(path);
    return given.has_filename() ? given : given.parent_path();
}

fs::path folder_of(const fs::path& path) {
    const fs::path parent = path.parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

std::string prefix_of(const fs::path& place) {
    return fmt::format(".{}.lethe-", place.filename().string());
}

// Flushes a file or folder to disk.
void sync(const fs::path& path) {
    const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle < 0) cannot_write(path.string(), errno);
    const int synced = ::fsync(handle);
    const int code = errno;
    ::close(handle);
    if (synced != 0 && code != EINVAL) cannot_write(path.string(), code);
}

void sync_all(const fs::path& path) {
    if (fs::is_directory(path)) {
        for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
            sync_all(entry.path());
        }
    }
    sync(path);
}

struct Staged {
    fs::path from, to;
    bool is_private = false;
};

// In the order in which they are moved: the last first.
std::vector<BundleMove> moves_of(const std::vector<Staged>& staged) {
    std::vector<BundleMove> moves;
    for (auto one = staged.rbegin(); one != staged.rend(); ++one) {
        struct stat status {};
        if (::lstat(one->from.c_str(), &status) != 0) cannot_write(one->to.string(), errno);
        moves.push_back({fs::absolute(one->from), fs::absolute(one->to), status.st_ino});
    }
    return moves;
}

Json to_json(const std::vector<BundleMove>& moves) {
    Json list = Json::array();
    for (const BundleMove& move : moves) {
        list.push_back(
            {{"from", move.from.string()}, {"to", move.to.string()}, {"inode", move.inode}});
    }
    return list;
}

std::optional<std::string> bytes_of(const fs::path& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return std::nullopt;
    std::string bytes;
    char block[4096];
    for (std::size_t got; (got = std::fread(block, 1, sizeof block, file)) > 0;) {
        bytes.append(block, got);
    }
    std::fclose(file);
    return bytes;
}

// Whether a folder in the making can be one of ours: nobody else could have put it there or
// written to it. What is found in any other is neither believed nor touched.
bool is_ours(const fs::path& folder) {
    constexpr std::string_view kMark = ".lethe-";
    constexpr std::size_t kRandom = 6;
    const std::string name = folder.filename().string();
    if (name.size() < kMark.size() + kRandom + 1 || name.front() != '.') return false;
    const std::string_view random = std::string_view(name).substr(name.size() - kRandom);
    const std::string_view before = std::string_view(name).substr(0, name.size() - kRandom);
    const auto letter = [](unsigned char c) { return std::isalnum(c) != 0; };
    struct stat status {};
    return before.ends_with(kMark) && std::ranges::all_of(random, letter) &&
           ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == ::geteuid() && (status.st_mode & 0777) == 0700;
}

// Whether a move leads out of a folder of ours to beside it, under the same name.
bool is_ours(const fs::path& from, const fs::path& to) {
    const fs::path folder = from.parent_path().parent_path();
    std::error_code unknown;
    return from.is_absolute() && to.is_absolute() && from.filename() == to.filename() &&
           is_ours(folder) && fs::equivalent(folder.parent_path(), to.parent_path(), unknown);
}

// The moves of a note that may still have to be made or taken back; nothing where it is not one of
// ours. Folders in the making that stand elsewhere are added to `folders`.
std::optional<std::vector<BundleMove>> read_note(const fs::path& note,
                                                 std::vector<fs::path>& folders) {
    const Json list = Json::parse(bytes_of(note).value_or(""), nullptr, false);
    if (!list.is_array()) return std::nullopt;
    std::vector<BundleMove> moves;
    for (const Json& item : list) {
        if (!item.is_object() || !item.value("from", Json()).is_string() ||
            !item.value("to", Json()).is_string() || !item.value("inode", Json()).is_number()) {
            return std::nullopt;
        }
        const BundleMove move{item["from"].get<std::string>(), item["to"].get<std::string>(),
                              item["inode"].get<std::uint64_t>()};
        if (!is_ours(move.from.parent_path().parent_path())) continue;  // done, and cleared away
        if (!is_ours(move.from, move.to)) return std::nullopt;
        folders.push_back(move.from.parent_path().parent_path());
        moves.push_back(move);
    }
    return moves;
}

// All that were made, the last first.
bool take_back(const std::vector<BundleMove>& moves, const BundleSeam& seam) {
    bool done = true;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
        done = put_back(*move, seam) == 0 && done;
    }
    return done;
}

// Makes the moves of a note that were not made yet, or takes them back where that was begun.
bool finish_note(const fs::path& making, std::vector<fs::path>& folders, const BundleSeam& seam) {
    std::error_code unknown;
    const bool back = fs::exists(making / kBack, unknown);
    if (!back && !fs::exists(making / kNote, unknown)) return true;
    const auto moves = read_note(making / (back ? kBack : kNote), folders);
    if (!moves) return false;
    if (back) return take_back(*moves, seam);
    return std::ranges::all_of(
        *moves, [&](const BundleMove& move) { return move_into_place(move, seam) == 0; });
}

// The note goes first: what it says is done.
void remove_making(const fs::path& folder) {
    std::error_code ignored;
    fs::remove(folder / kNote, ignored);
    fs::remove(folder / kBack, ignored);
    fs::remove_all(folder, ignored);
}

// A folder of a writer that is gone: its moves are finished if it had come so far; then it goes.
void clear_away(const fs::path& making, const BundleSeam& seam) {
    const auto open_lock = [&] { return ::open((making / kLock).c_str(), O_RDWR | O_CLOEXEC); };
    int handle = open_lock();
    if (handle < 0 && errno != ENOENT) return;
    if (handle < 0 && ::rmdir(making.c_str()) == 0) return;  // its maker got no further
    if (handle < 0) handle = open_lock();
    if (handle < 0) {  // who was clearing it away got no further: nothing in it is needed
        std::error_code ignored;
        if (errno == ENOENT) fs::remove_all(making, ignored);
        return;
    }
    if (::flock(handle, LOCK_EX | LOCK_NB) == 0) {
        std::error_code ignored;
        std::vector<fs::path> folders = {making};
        bool done = true;
        const auto main = bytes_of(making / kMain);
        if (main && *main != making.string() && is_ours(fs::path(*main))) {
            clear_away(*main, seam);  // the moves out of here come first
            done = !fs::exists(*main, ignored);
        }
        done = done && finish_note(making, folders, seam);
        for (const fs::path& folder : folders) {
            if (done && is_ours(folder)) remove_making(folder);
        }
    }
    ::close(handle);
}

// What writers that are gone left in a folder, under names that begin with `prefix`. Never throws.
void clear_folder(const fs::path& folder, const std::string& prefix, const BundleSeam& seam) {
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename().string().starts_with(prefix) && is_ours(it->path())) {
            found.push_back(it->path());
        }
    }
    try {
        for (const fs::path& making : found) clear_away(making, seam);
    } catch (const std::exception&) {  // what cannot be mended stays as it is
    }
}

// A new file; `target` is what an error names.
void write_bytes(const fs::path& path, std::string_view bytes, const std::string& target,
                 mode_t mode = 0600) {
    const int handle = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    std::FILE* file = handle < 0 ? nullptr : ::fdopen(handle, "wb");
    if (file == nullptr) cannot_write(target, errno);
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const int code = errno;
    if (std::fclose(file) != 0 || !written) cannot_write(target, written ? errno : code);
}

// A lock on a new folder; none where somebody cleared the folder away before it was locked.
std::optional<int> lock_on(const fs::path& folder) {
    const fs::path path = folder / kLock;
    const int handle = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (handle < 0 && errno == ENOENT) return std::nullopt;
    if (handle < 0) cannot_write(path.string(), errno);
    struct stat status {};
    if (::flock(handle, LOCK_EX | LOCK_NB) == 0 && ::fstat(handle, &status) == 0 &&
        status.st_nlink > 0) {
        return handle;
    }
    ::close(handle);
    return std::nullopt;
}

}  // namespace

void finish_interrupted(const std::string& place, const BundleSeam& seam) {
    const fs::path target = plain(place);
    clear_folder(folder_of(target), prefix_of(target), seam);
}

struct Bundle::State {
    fs::path place;
    std::vector<fs::path> folders;  // in the making; the first has the note
    std::vector<int> locks;
    std::vector<Staged> staged;
    BundleSeam seam;
    // What a new folder may be, by the process's umask or what the folder around it says. In the
    // making nobody else sees it.
    mode_t allowed = 0700;

    // The folder in the making beside `target`.
    const fs::path& folder_beside(const fs::path& target) {
        const fs::path parent = folder_of(target);
        for (const fs::path& folder : folders) {
            if (fs::equivalent(folder.parent_path(), parent)) return folder;
        }
        // Whatever it was for: who made it may never write under that name again.
        clear_folder(parent, ".", seam);
        std::optional<int> lock;
        std::string made;
        while (!lock) {
            made = (parent / (prefix_of(target) + "XXXXXX")).string();
            if (::mkdtemp(made.data()) == nullptr)
                cannot_write(target.string(), errno);  // mode 0700
            lock = lock_on(made);
        }
        folders.emplace_back(made);
        locks.push_back(*lock);
        if (folders.size() > 1) name_main(folders.back(), folders.front());
        return folders.back();
    }

    static void name_main(const fs::path& folder, const fs::path& main) {
        write_bytes(folder / kMain, fs::absolute(main).string(), (folder / kMain).string());
    }

    fs::path note() const { return folders.front() / kNote; }

    // A lone one that replaces nothing needs no note: it is there or not.
    static bool needs_note(const std::vector<BundleMove>& moves) {
        return moves.size() > 1 || (moves.size() == 1 && inode_of(moves.front().to));
    }

    // It is on disk under its name, or there is none.
    void write_note(const std::vector<BundleMove>& moves) const {
        const fs::path unfinished = note().string() + ".new";
        std::string text;
        try {
            text = to_json(moves).dump();
        } catch (const Json::exception&) {
            throw Error(ErrorKind::usage,
                        "stands in a folder whose path is not UTF-8, which is not allowed",
                        {place.filename().string(), 0, 0, {}});
        }
        write_bytes(unfinished, text, place.string());
        sync(unfinished);
        if (std::rename(unfinished.c_str(), note().c_str()) != 0)
            cannot_write(place.string(), errno);
        sync(folders.front());
    }

    // All or nothing: what was moved goes back. What cannot stays in the making, and the next run
    // tries again.
    void roll_back(const std::vector<BundleMove>& moves) {
        const fs::path back = folders.front() / kBack;
        const bool noted = std::rename(note().c_str(), back.c_str()) == 0;
        if (!noted || !take_back(moves, seam)) leave();
    }

    void clear() {
        for (const fs::path& folder : folders) remove_making(folder);
        leave();
    }

    // Lets go of the folders in the making, which stay.
    void leave() {
        for (const int lock : locks) ::close(lock);
        folders.clear();
        locks.clear();
    }
};

Bundle::Bundle(const std::string& place, BundleSeam seam) : state_(std::make_unique<State>()) {
    state_->seam = std::move(seam);
    state_->place = plain(place);
    state_->folder_beside(state_->place);
}

Bundle::~Bundle() { state_->clear(); }

std::string Bundle::add(const std::string& path, bool is_private) {
    const fs::path target = plain(path);
    std::error_code unknown;
    if (fs::is_other(fs::status(target, unknown))) {
        throw Error(ErrorKind::usage, "is a device or a pipe, which cannot be replaced by a file",
                    {path, 0, 0, {}});
    }
    // One folder each: names in different folders may be equal.
    const fs::path room = state_->folder_beside(target) / fmt::format("{}", state_->staged.size());
    struct stat status {};
    if (::mkdir(room.c_str(), 0777) != 0 || ::stat(room.c_str(), &status) != 0) {
        cannot_write(path, errno);
    }
    state_->allowed = status.st_mode & 0777;
    if (::chmod(room.c_str(), 0700) != 0) cannot_write(path, errno);
    state_->staged.push_back({room / target.filename(), target, is_private});
    return state_->staged.back().from.string();
}

void Bundle::put(const std::string& path, std::string_view bytes, bool is_private) {
    write_bytes(add(path, is_private), bytes, path, is_private ? 0600 : 0666);
}

void Bundle::commit() {
    for (const Staged& move : state_->staged) {
        struct stat status {};
        const bool folder = fs::is_directory(move.from);
        if (!folder && fs::is_directory(move.to)) cannot_write(move.to.string(), EISDIR);
        mode_t mode = folder ? 0777 : 0666;
        mode &= move.is_private ? 0700 : state_->allowed;
        if (!move.is_private && !folder && ::stat(move.to.c_str(), &status) == 0) {
            mode = status.st_mode & 07777;
        }
        if (::chmod(move.from.c_str(), mode) != 0) cannot_write(move.to.string(), errno);
        sync_all(move.from);
    }
    const std::vector<BundleMove> moves = moves_of(state_->staged);
    const bool noted = State::needs_note(moves);
    if (noted) state_->write_note(moves);
    for (const BundleMove& move : moves) {
        const int code = move_into_place(move, state_->seam);
        if (code == 0) continue;
        if (noted) state_->roll_back(moves);
        cannot_write(move.to.string(), code);
    }
    state_->clear();
}

}  // namespace lethe
