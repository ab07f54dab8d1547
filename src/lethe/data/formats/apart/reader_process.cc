#include "lethe/data/formats/apart/reader_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::formats {
namespace {

constexpr std::string_view kReaderName = "lethe-reader";
// How long a stop that is asked for may go unnoticed, in milliseconds.
constexpr int kGlance = 50;

// The folder of the file that holds this code. The loader knows a program only by the name that it
// was called by.
std::filesystem::path own_folder() {
    std::error_code failed;
    static const int kHere = 0;
    Dl_info info{};
    std::filesystem::path file;
    if (::dladdr(&kHere, &info) != 0 && info.dli_fname != nullptr) {
        file = info.dli_fname;
        const bool library = file.filename().string().find(".so") != std::string::npos;
        if (!library) file = std::filesystem::read_symlink("/proc/self/exe", failed);
    }
    return std::filesystem::weakly_canonical(file, failed).parent_path();
}

bool is_program(const std::filesystem::path& path) {
    std::error_code failed;
    return std::filesystem::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string reader_program() {
    const std::filesystem::path folder = own_folder();
    if (folder.empty()) return {};
    // lib/liblethe_c.so and lib/x86_64-linux-gnu/liblethe_c.so belong to the same prefix.
    for (const char* const place : {".", "../libexec/lethe", "../../libexec/lethe"}) {
        const std::filesystem::path path = (folder / place / kReaderName).lexically_normal();
        if (is_program(path)) return path.string();
    }
    return {};
}

ReaderProcess::ReaderProcess(const Context& context, const std::string& program)
    : context_(context) {
    const auto fail = [&](int code) {
        throw Error(ErrorKind::io,
                    fmt::format("cannot start {}: {}", program, std::strerror(code)));
    };
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail(errno);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    for (const int other : {STDOUT_FILENO, STDERR_FILENO}) {
        ::posix_spawn_file_actions_addopen(&actions, other, "/dev/null", O_WRONLY, 0);
    }
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string name(kReaderName);
    char* const arguments[] = {name.data(), nullptr};
    const int code =
        ::posix_spawn(&process_, program.c_str(), &actions, &attributes, arguments, environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    socket_ = ends[0];
    if (code == 0) return;
    ::close(socket_);
    fail(code);
}

ReaderProcess::~ReaderProcess() {
    if (process_ > 0) kill_and_wait(true);
    ::close(socket_);
}

void ReaderProcess::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::size_t ReaderProcess::receive(char* out, std::size_t size) {
    while (true) {
        context_.check_stop();
        pollfd waited{socket_, POLLIN, 0};
        const int ready = ::poll(&waited, 1, kGlance);
        if (ready <= 0) continue;
        const ssize_t got = ::recv(socket_, out, size, 0);
        if (got < 0 && errno == EINTR) continue;
        return got < 0 ? 0 : static_cast<std::size_t>(got);
    }
}

ReaderEnd ReaderProcess::end() {
    if (process_ > 0) kill_and_wait(false);
    return end_;
}

void ReaderProcess::kill_and_wait(bool kill) {
    if (kill) ::kill(process_, SIGKILL);
    int status = 0;
    pid_t waited = 0;
    do {
        waited = ::waitpid(process_, &status, 0);
    } while (waited < 0 && errno == EINTR);
    process_ = -1;
    // A program around us may have waited for it; then nothing is known.
    if (waited < 0) return;
    if (WIFEXITED(status)) end_.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
}

}  // namespace lethe::formats
