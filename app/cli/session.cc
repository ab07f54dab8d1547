#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/sanitizers.h"
#include "lethe/io/file.h"
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

std::string duration_text(double left) {
    const auto whole = static_cast<long long>(left + 0.5);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

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

std::uint64_t Session::seed_or_random() {
    if (!seed) {
        std::random_device device;
        seed = (std::uint64_t{device()} << 32) | device();
    }
    return *seed;
}

void Session::say(const std::string& message) const {
    if (quiet) return;
    if (sink_) sink_->clear();
    std::cerr << message << "\n";
}

void Session::warn(const std::vector<std::string>& warnings) const {
    for (const std::string& warning : warnings) say("note: " + warning);
}

void Session::show(const Json& result) const {
    if (json) {
        std::cout << result.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    } else {
        std::cout << report::text_report(result);
    }
}

void Session::print(const std::string& text) const { std::cout << text; }

void Session::show_released(const release::Released& released) const {
    for (const std::string& note : released.notes) say(note);
    if (released.summary.is_null()) {
        print(released.text);
    } else {
        show(released.summary);
    }
}

void ReadFlags::add_to(CLI::App& command) {
    command
        .add_option("--separator", separator, "Field separator of a text file (default: detected)")
        ->type_name("CHAR");
    command.add_flag("--header", header, "The first row holds the names (default: detected)");
    command.add_flag("--no-header", no_header, "The first row is data, not names")
        ->excludes("--header");
    command.add_option("--encoding", encoding, "Encoding of a text file: utf-8, latin-1, utf-16")
        ->type_name("NAME");
    command
        .add_option("--missing", missing,
                    "Texts that mean a missing value, besides the empty field")
        ->type_name("TEXT");
}

ReadOptions ReadFlags::options(ReadOptions base) const {
    if (!separator.empty()) {
        const std::string text = separator == "\\t" || separator == "tab" ? "\t" : separator;
        if (text.size() != 1) {
            throw Error(ErrorKind::usage, "must be one character", {{}, 0, 0, "--separator"});
        }
        base.separator = text.front();
    }
    if (header) base.header = true;
    if (no_header) base.header = false;
    if (!encoding.empty()) base.encoding = encoding;
    for (const std::string& text : split_list(missing)) base.missing.push_back(text);
    return base;
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

Table read_source(Session& session, const std::string& source, const ReadOptions& options) {
    const Context& context = session.context();
    std::error_code ignored;  // a query may be longer than any name of a file
    if (std::filesystem::is_directory(source, ignored)) {
        throw Error(ErrorKind::io, "is a directory, not a file", {source, 0, 0, {}});
    }
    const Table table = source == "-" ? read_table(context, InputCopy(context).path(), options)
                                      : read_table(context, source, options);
    if (!options.header && table.columns().front()->name() == "column1") {
        session.say(
            "note: no header was found, so the columns are column1, column2, ...; --header if "
            "the first row holds their names");
    }
    return table;
}

std::string source_digest(const std::string& source) {
    return source == "-" || is_query(source) ? std::string() : file_sha256(source);
}

std::string table_fingerprint(const Table& table) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&](const void* data, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3ULL;
        }
    };
    for (const ColumnPtr& column : table.columns()) {
        add(column->name().data(), column->name().size() + 1);
        for (std::int64_t row = 0; row < column->size() && column->has_missing(); ++row) {
            const char valid = column->valid(row) ? 1 : 0;
            add(&valid, 1);
        }
        if (column->is_numeric()) {
            add(column->numbers().data(), column->numbers().size_bytes());
        } else {
            add(column->codes().data(), column->codes().size_bytes());
            for (const std::string& text : column->dictionary()) add(text.data(), text.size() + 1);
        }
    }
    return fmt::format("{:016x}", hash);
}

std::vector<std::string> split_list(const std::vector<std::string>& items) {
    std::vector<std::string> result;
    for (const std::string& item : items) {
        std::string part;
        bool quoted = false;
        for (std::size_t i = 0; i < item.size(); ++i) {
            if (item[i] == '"' && quoted && i + 1 < item.size() && item[i + 1] == '"') {
                part += item[i++];
            } else if (item[i] == '"' && (quoted || part.empty())) {
                quoted = !quoted;
            } else if (item[i] == ',' && !quoted) {
                if (!part.empty()) result.push_back(std::exchange(part, {}));
            } else {
                part += item[i];
            }
        }
        if (!part.empty()) result.push_back(std::move(part));
    }
    return result;
}

Json parse_settings(const std::vector<std::string>& settings) {
    Json parameters = Json::object();
    for (const std::string& setting : settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw Error(ErrorKind::usage,
                        fmt::format("\"{}\" must look like name=value, such as k=5", setting),
                        {{}, 0, 0, "--set"});
        }
        const std::string name = setting.substr(0, equals);
        if (parameters.contains(name)) {
            throw Error(ErrorKind::usage, fmt::format("\"{}\" is set twice", name),
                        {{}, 0, 0, "--set"});
        }
        parameters[name] = setting.substr(equals + 1);
    }
    return parameters;
}

}  // namespace lethe::cli
