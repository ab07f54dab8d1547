#include "lethe/core/bundle.h"

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
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLock = "lock";  // held while the writer lives
constexpr std::string_view kNote = "moves.json";
constexpr std::string_view kMain = "main";  // in a folder elsewhere: where the note is

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

struct Move {
    fs::path from, to;
    bool is_private = false;
};

Json to_json(const std::vector<Move>& moves) {
    Json list = Json::array();
    for (const Move& move : moves) {
        struct stat status {};
        if (::stat(move.from.c_str(), &status) != 0) cannot_write(move.to.string(), errno);
        list.push_back({{"from", fs::absolute(move.from).string()},
                        {"to", fs::absolute(move.to).string()},
                        {"inode", static_cast<std::uint64_t>(status.st_ino)}});
    }
    return list;
}

std::optional<std::uint64_t> inode_of(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return static_cast<std::uint64_t>(status.st_ino);
}

// Puts `from` in the place of `to`, at once; what stood there is `from` afterwards, where the file
// system can exchange names. Zero, or the code of the error.
int move_into_place(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return 0;
    return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
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

// Carries out the moves of a note that were not made yet. Folders in the making that stand
// elsewhere are added to `folders`.
bool finish_moves(const fs::path& note, std::vector<fs::path>& folders) {
    const Json moves = Json::parse(bytes_of(note).value_or(""), nullptr, false);
    if (!moves.is_array()) return false;
    for (const Json& move : moves) {
        if (!move.is_object() || !move.value("from", Json()).is_string() ||
            !move.value("to", Json()).is_string() || !move.value("inode", Json()).is_number()) {
            return false;
        }
        const fs::path from = move["from"].get<std::string>(), to = move["to"].get<std::string>();
        const auto inode = move["inode"].get<std::uint64_t>();
        if (!is_ours(from.parent_path().parent_path())) continue;  // done, and cleared away
        if (!is_ours(from, to)) return false;
        folders.push_back(from.parent_path().parent_path());
        if (inode_of(to) == inode) continue;
        if (inode_of(from) == inode && move_into_place(from, to) != 0) return false;
    }
    return true;
}

// A folder of a writer that is gone: its moves are finished if it had come so far; then it goes.
void clear_away(const fs::path& making) {
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
            clear_away(*main);  // the moves out of here come first
            done = !fs::exists(*main, ignored);
        }
        if (done && fs::exists(making / kNote, ignored)) {
            done = finish_moves(making / kNote, folders);
        }
        for (const fs::path& folder : folders) {
            if (done && is_ours(folder)) fs::remove_all(folder, ignored);
        }
    }
    ::close(handle);
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

void finish_interrupted(const std::string& place) {
    const fs::path target = plain(place);
    const std::string prefix = prefix_of(target);
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator it(folder_of(target), error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().filename().string().starts_with(prefix) && is_ours(it->path())) {
            found.push_back(it->path());
        }
    }
    try {
        for (const fs::path& making : found) clear_away(making);
    } catch (const std::exception&) {  // what cannot be mended stays as it is
    }
}

struct Bundle::State {
    fs::path place;
    std::vector<fs::path> folders;  // in the making; the first has the note
    std::vector<int> locks;
    std::vector<Move> moves;

    // The folder in the making beside `target`.
    const fs::path& folder_beside(const fs::path& target) {
        const fs::path parent = folder_of(target);
        for (const fs::path& folder : folders) {
            if (fs::equivalent(folder.parent_path(), parent)) return folder;
        }
        finish_interrupted(target.string());
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
        const fs::path path = folder / kMain;
        const std::string bytes = fs::absolute(main).string();
        std::FILE* file = std::fopen(path.c_str(), "wb");
        if (file == nullptr) cannot_write(path.string(), errno);
        const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
        if (std::fclose(file) != 0 || !written) cannot_write(path.string(), errno);
    }

    void clear() {
        std::error_code ignored;
        for (const fs::path& folder : folders) fs::remove_all(folder, ignored);
        for (const int lock : locks) ::close(lock);
        folders.clear();
        locks.clear();
    }
};

Bundle::Bundle(const std::string& place) : state_(std::make_unique<State>()) {
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
    const fs::path room = state_->folder_beside(target) / fmt::format("{}", state_->moves.size());
    if (::mkdir(room.c_str(), 0700) != 0) cannot_write(path, errno);
    state_->moves.push_back({room / target.filename(), target, is_private});
    return state_->moves.back().from.string();
}

void Bundle::put(const std::string& path, std::string_view bytes, bool is_private) {
    const std::string staged = add(path, is_private);
    std::FILE* file = std::fopen(staged.c_str(), "wb");
    if (file == nullptr) cannot_write(path, errno);
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const int code = errno;
    if (std::fclose(file) != 0 || !written) cannot_write(path, written ? errno : code);
}

void Bundle::commit() {
    std::vector<Move>& moves = state_->moves;
    for (const Move& move : moves) {
        struct stat status {};
        const bool folder = fs::is_directory(move.from);
        if (!folder && fs::is_directory(move.to)) cannot_write(move.to.string(), EISDIR);
        mode_t mode = move.is_private ? (folder ? 0700 : 0600) : (folder ? 0755 : 0644);
        if (!move.is_private && !folder && ::stat(move.to.c_str(), &status) == 0) {
            mode = status.st_mode & 07777;
        }
        if (::chmod(move.from.c_str(), mode) != 0) cannot_write(move.to.string(), errno);
        sync_all(move.from);
    }
    const fs::path note = state_->folders.front() / kNote;
    if (moves.size() > 1) {
        const std::vector<Move> reversed(moves.rbegin(), moves.rend());
        const std::string bytes = to_json(reversed).dump();
        const fs::path unfinished = note.string() + ".new";
        std::FILE* file = std::fopen(unfinished.c_str(), "wb");
        if (file == nullptr) cannot_write(state_->place.string(), errno);
        const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
        if (std::fclose(file) != 0 || !written) cannot_write(state_->place.string(), errno);
        sync(unfinished);
        if (std::rename(unfinished.c_str(), note.c_str()) != 0)
            cannot_write(state_->place.string(), errno);
        sync(state_->folders.front());
    }
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
        const int code = move_into_place(move->from, move->to);
        if (code == 0) continue;
        // All or nothing: what was moved goes back.
        std::error_code ignored;
        fs::remove(note, ignored);
        for (auto done = moves.rbegin(); done != move; ++done) {
            if (fs::exists(done->from, ignored)) {
                move_into_place(done->from, done->to);
            } else {
                fs::remove_all(done->to, ignored);
            }
        }
        cannot_write(move->to.string(), code);
    }
    state_->clear();
}

}  // namespace lethe
