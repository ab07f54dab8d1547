#include "lethe/data/formats/apart/read_apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/apart/reader_process.h"
#include "lethe/data/formats/apart/request.h"
#include "lethe/data/formats/apart/serve.h"
#include "lethe/data/formats/apart/table_stream.h"
#include "lethe/io/bytes.h"

namespace lethe::formats {
namespace {

constexpr std::uint16_t kWholeProgress = 1000;
constexpr std::int64_t kMostProblems = 1000;
constexpr std::int64_t kMostMessage = 10000;
constexpr std::size_t kMostNotes = 1000;

std::string without_controls(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }, ' ');
    return text;
}

[[noreturn]] void throw_problems(ByteReader& in, const std::string& path) {
    const auto kind = in.enumeration(ErrorKind::stopped);
    const std::int64_t count = in.count(kMostProblems);
    Problems problems;
    for (std::int64_t i = 0; i < count; ++i) {
        Problem problem;
        problem.message = without_controls(in.utf8_text(kMostMessage));
        problem.place.file = path;
        problem.place.line = std::max<std::int64_t>(in.number<std::int64_t>(), 0);
        problem.place.column = std::max<std::int64_t>(in.number<std::int64_t>(), 0);
        problem.place.parameter = without_controls(in.utf8_text(kMostMessage));
        problem.kind = kind;
        problems.push_back(std::move(problem));
    }
    if (problems.empty() || !in.at_end()) throw StreamFailure{};
    throw Error(kind, std::move(problems));
}

std::string megabytes(std::int64_t bytes) {
    constexpr std::int64_t kMegabyte = std::int64_t{1} << 20;
    return fmt::format("{} MB", bytes / kMegabyte);
}

// Why the process did not answer; nothing where it ended as if it had.
std::optional<std::string> why_silent(ReaderEnd end, const ReaderLimits& limits) {
    if (end.signal == SIGXCPU) {
        return fmt::format(
            "takes more than {} seconds of computing to read, which is more than a "
            "file of its size may take",
            limits.cpu_seconds);
    }
    if (end.signal == SIGALRM) {
        return fmt::format(
            "takes more than {} seconds to read, which is more than a file of its "
            "size may take",
            limits.seconds);
    }
    if (end.signal == SIGKILL) {
        return "the process that read it was killed: by somebody, or by the system, which was "
               "short "
               "of memory";
    }
    if (end.signal != 0) {
        return fmt::format(
            "the process that read it crashed on it (signal {}): the file is damaged, "
            "or was made to do harm",
            end.signal);
    }
    if (end.status == static_cast<int>(ReaderExit::no_memory)) {
        return fmt::format(
            "takes more than {} of memory to read, which is more than a file of its "
            "size may take here",
            megabytes(limits.memory));
    }
    return std::nullopt;
}

}  // namespace

Table read_answer(const Context& context, ByteReader& in, const std::string& path,
                  std::vector<std::string>* notes) {
    Progress progress(context, "reading " + path, kWholeProgress);
    std::uint16_t shown = 0;
    std::vector<std::string> told;
    while (true) {
        switch (in.enumeration(Answer::note)) {
            case Answer::progress: {
                const auto done = in.number<std::uint16_t>();
                if (done < shown || done > kWholeProgress) throw StreamFailure{};
                progress.add(done - shown);
                shown = done;
                break;
            }
            case Answer::table: {
                Table table = read_table_stream(in);
                if (!in.at_end()) throw StreamFailure{};
                if (notes != nullptr) notes->insert(notes->end(), told.begin(), told.end());
                return table;
            }
            case Answer::note:
                if (told.size() == kMostNotes) throw StreamFailure{};
                told.push_back(without_controls(in.utf8_text(kMostMessage)));
                break;
            case Answer::problems:
                throw_problems(in, path);
        }
    }
}

Table read_by(const Context& context, const std::string& program, const ReadRequest& request) {
    const std::string& path = request.path;
    const Place place{path, 0, 0, {}};
    ReaderProcess process(context, program);
    ByteWriter out([&](std::string_view bytes) { process.send(bytes); });
    write_request(out, request);
    ByteReader in([&](char* to, std::size_t room) { return process.receive(to, room); },
                  request.limits.memory);
    StreamFailure failure;
    try {
        return read_answer(context, in, path, request.options.notes);
    } catch (const StreamFailure& caught) {
        failure = caught;
    }
    // What sends nonsense is ended by `process`; what has ended says why.
    const bool ended = failure.cause == StreamFailure::Cause::ended;
    const ReaderEnd end = ended ? process.end() : ReaderEnd{};
    context.check_stop();
    if (ended && end.status == static_cast<int>(ReaderExit::no_request)) {
        throw Error(ErrorKind::io, fmt::format("{} is of another version of Lethe", program),
                    place);
    }
    if (ended && end.status == static_cast<int>(ReaderExit::not_confined)) {
        throw Error(ErrorKind::io,
                    "the system does not let lethe-reader confine itself (resource limits and a "
                    "seccomp filter), without which it reads nothing",
                    place);
    }
    if (const auto why = why_silent(end, request.limits)) {
        throw Error(ErrorKind::input, *why, place);
    }
    throw Error(ErrorKind::input,
                "the process that read it sent what is no table: the file is damaged, or was made "
                "to do harm",
                place);
}

Table read_apart(const Context& context, const TableFormat& format, const std::string& path,
                 const ReadOptions& options) {
    const Place place{path, 0, 0, {}};
    check_readable(path);
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed)) {
        throw Error(ErrorKind::io,
                    fmt::format("{} is read here and there, not from front to end: it must be a "
                                "file, not a pipe",
                                format.title),
                    place);
    }
    const std::string program = reader_program();
    if (program.empty()) {
        throw Error(ErrorKind::io,
                    fmt::format("{} is read by the program lethe-reader, which is missing: it "
                                "belongs beside the program or library of Lethe, or into "
                                "libexec/lethe of its prefix",
                                format.title),
                    place);
    }
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path, failed));
    return read_by(
        context, program,
        {path, std::string(format.format.name), options, limits_of_reader(failed ? 0 : size)});
}

}  // namespace lethe::formats
