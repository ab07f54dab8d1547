#include "cli/session.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "lethe/core/duration_text.h"
#include "lethe/core/error.h"
#include "lethe/core/sanitizers.h"
#include "lethe/operation/command_line.h"
#include "lethe/report/text.h"

namespace lethe::cli {
namespace {

std::atomic<bool> stop_asked{false};

// The first signal asks the work to stop; a second one ends the program at once.
void on_signal(int signal) {
    stop_asked.store(true);
    std::signal(signal, SIG_DFL);
}

// Without SA_RESTART, so that a read that waits for input ends as well.
void catch_signal(int signal) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

// A limit of time means as much work with a sanitizer as without.
double seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count() / kSanitizerPatience;
}

}  // namespace

// A progress bar on a terminal, redrawn at most ten times a second.
struct Session::Sink : ProgressSink {
    void start(std::string_view name, std::int64_t amount) override {
        const std::lock_guard lock(mutex);
        task = name;
        total = amount;
        begun = seconds();
        drawn = 0;
    }
    void advance(std::int64_t done) override {
        const double now = seconds();
        const std::unique_lock lock(mutex, std::try_to_lock);
        if (!lock.owns_lock() || now - drawn < 0.1 || now - begun < 0.3) return;
        drawn = now;
        constexpr int kWidth = 30;
        const double share =
            total > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 0;
        const int full = static_cast<int>(share * kWidth);
        const bool few = total > 0 && total < 1000;  // each is worth telling
        const std::string counted = few ? fmt::format("{} of {}", done, total)
                                        : fmt::format("{:3} %", static_cast<int>(share * 100));
        const double left = share > 0 ? (now - begun) * (1 - share) / share : 0;
        std::fprintf(stderr, "\r\033[K%s [%s%s] %s  %s left", task.c_str(),
                     std::string(static_cast<std::size_t>(full), '#').c_str(),
                     std::string(static_cast<std::size_t>(kWidth - full), '.').c_str(),
                     counted.c_str(), duration_text(left).c_str());
        std::fflush(stderr);
    }
    void finish() override { clear(); }
    // Makes room for a line; the bar comes again with the next advance.
    void clear() {
        const std::lock_guard lock(mutex);
        if (drawn > 0) std::fprintf(stderr, "\r\033[K");
        drawn = 0;
    }

    std::mutex mutex;
    std::string task;
    std::int64_t total = 0;
    double begun = 0;
    double drawn = 0;
};

Session::Session() = default;
Session::~Session() = default;

const Context& Session::context() {
    if (!context_) {
        context_.emplace();
        context_->threads =
            threads > 0 ? threads
                        : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        context_->stop = &stop_asked;
        context_->clock = &seconds;
        if (!quiet && ::isatty(STDERR_FILENO) != 0) {
            sink_ = std::make_unique<Sink>();
            context_->progress = sink_.get();
        }
        catch_signal(SIGINT);
        catch_signal(SIGTERM);
    }
    return *context_;
}

std::uint64_t Session::random_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

void Session::say(const std::string& line) {
    if (quiet) return;
    if (sink_) sink_->clear();
    std::cerr << line << "\n";
}

void Session::show(const Json& result) {
    if (!json) std::cout << report::text_report(result);
}

Json error_json(const Error& error) {
    Json problems = Json::array();
    for (const Problem& problem : error.problems()) {
        Json item{{"message", problem.message}};
        if (!problem.place.empty()) item["place"] = to_string(problem.place);
        problems.push_back(std::move(item));
    }
    return {
        {"kind", name(error.kind())}, {"message", error.what()}, {"problems", std::move(problems)}};
}

void Session::answer(const operation::Answer& answer) {
    if (json && !answer.result.is_null()) {
        Json whole = answer.result;
        if (answer.failure && whole.is_object()) whole["error"] = error_json(*answer.failure);
        std::cout << whole.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
        answered = true;
    } else if (!answer.text.empty() || answer.result.is_null()) {
        std::cout << answer.text;
    } else {
        show(answer.result);
    }
}

std::string Session::cache_folder() const {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && *cache == '/') return (std::filesystem::path(cache) / "lethe").string();
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return "";
    return (std::filesystem::path(home) / ".cache" / "lethe").string();
}

std::string Session::data_folder() const {
    const char* folder = std::getenv("LETHE_DATA");
    return folder == nullptr ? "" : folder;
}

std::string Session::time() const {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

namespace {

// While it is there, what is typed is not shown.
class Unseen {
  public:
    explicit Unseen(int terminal) : terminal_(terminal) {
        seen_ = ::tcgetattr(terminal, &before_) == 0;
        if (!seen_) return;
        termios now = before_;
        now.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(terminal, TCSAFLUSH, &now);
    }
    ~Unseen() {
        if (seen_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
    }
    Unseen(const Unseen&) = delete;
    Unseen& operator=(const Unseen&) = delete;

  private:
    int terminal_;
    bool seen_ = false;
    termios before_{};
};

}  // namespace

// Of the terminal itself: standard input may be data.
std::optional<std::string> Session::ask_passphrase(const std::string& prompt) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> terminal(std::fopen("/dev/tty", "r+"),
                                                                   &std::fclose);
    if (!terminal) return std::nullopt;
    const int handle = ::fileno(terminal.get());
    std::fputs(prompt.c_str(), terminal.get());
    std::fflush(terminal.get());
    std::string typed;
    {
        const Unseen unseen(handle);
        for (char c = 0; ::read(handle, &c, 1) == 1 && c != '\n';) typed += c;
    }
    std::fputs("\n", terminal.get());
    return typed;
}

std::string Session::option_name(const std::string& name) const {
    if (std::ranges::find(arguments, name) != arguments.end()) return name;
    return operation::flag_of(name);
}

namespace {

// Standard input can be read once only, and the reader looks at the head first: a copy that goes
// with the object.
class InputCopy {
  public:
    explicit InputCopy(const Context& context)
        : path_((std::filesystem::temp_directory_path() / "lethe-input-XXXXXX.csv").string()) {
        const int handle = ::mkstemps(path_.data(), 4);
        if (handle < 0)
            throw Error(ErrorKind::io, "cannot make a temporary file for standard input");
        try {
            copy(context, handle);
        } catch (...) {
            ::close(handle);
            ::unlink(path_.c_str());
            throw;
        }
        ::close(handle);
    }
    ~InputCopy() { ::unlink(path_.c_str()); }
    InputCopy(const InputCopy&) = delete;
    InputCopy& operator=(const InputCopy&) = delete;
    const std::string& path() const { return path_; }

  private:
    static void copy(const Context& context, int handle) {
        std::vector<char> block(1 << 20);
        while (true) {
            const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
            context.check_stop();
            if (got == 0) return;
            if (got < 0) throw Error(ErrorKind::io, "cannot read standard input");
            if (::write(handle, block.data(), static_cast<std::size_t>(got)) != got) {
                throw Error(ErrorKind::io, "no space for a copy of standard input");
            }
        }
    }

    std::string path_;
};

}  // namespace

std::shared_ptr<const std::string> Session::input_copy() {
    const auto copy = std::make_shared<InputCopy>(context());
    return {copy, &copy->path()};
}

}  // namespace lethe::cli
