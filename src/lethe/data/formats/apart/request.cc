#include "lethe/data/formats/apart/request.h"

#include <unistd.h>

#include <algorithm>
#include <limits>

#include "lethe/core/version.h"

namespace lethe::formats {
namespace {

constexpr std::int64_t kMostRequest = std::int64_t{64} << 20;
constexpr std::string_view kMark = "lethe-reader ";

// What every file may take; and what it may take more for each of its bytes: compressed files grow
// by a factor, and columns of short numbers by another.
constexpr std::int64_t kMemoryOfAny = std::int64_t{1} << 30;
constexpr std::int64_t kMemoryOfByte = 100;
constexpr std::int64_t kSecondsOfAny = 20;
constexpr std::int64_t kBytesOfSecond = std::int64_t{2} << 20;
constexpr std::int64_t kMostSecondsOfReader = 24 * 3600;
// Other programs run too, and disks are slow.
constexpr std::int64_t kPatience = 10;

}  // namespace

ReaderLimits limits_of_reader(std::int64_t file_size) {
    const std::int64_t machine = static_cast<std::int64_t>(::sysconf(_SC_PHYS_PAGES)) *
                                 static_cast<std::int64_t>(::sysconf(_SC_PAGESIZE));
    const std::int64_t most = std::max(kMemoryOfAny, machine / 4 * 3);
    const std::int64_t bytes = std::clamp<std::int64_t>(file_size, 0, most / kMemoryOfByte);
    const std::int64_t seconds =
        std::min(kSecondsOfAny + std::max<std::int64_t>(file_size, 0) / kBytesOfSecond,
                 kMostSecondsOfReader);
    return {std::min(kMemoryOfAny + kMemoryOfByte * bytes, most),
            static_cast<std::int32_t>(seconds), static_cast<std::int32_t>(kPatience * seconds)};
}

void write_request(ByteWriter& out, const ReadRequest& request) {
    // Whoever adds an option has it sent here and read below.
    const auto& [columns, format, separator, header, encoding, missing, notations, names, widths,
                 skip, last, limit, sheet, notes] = request.options;
    static_cast<void>(format);
    // Of text files, which are not read apart.
    static_cast<void>(notations);
    static_cast<void>(names);
    static_cast<void>(widths);
    static_cast<void>(skip);
    static_cast<void>(last);
    static_cast<void>(notes);  // what is told comes back as parts of the answer
    const auto list = [&](const std::vector<std::string>& texts) {
        out.number(static_cast<std::uint64_t>(texts.size()));
        for (const std::string& text : texts) out.text(text);
    };
    out.text(std::string(kMark) + kProgramVersion);
    out.text(request.path);
    out.text(request.format);
    out.number(request.limits.memory);
    out.number(request.limits.cpu_seconds);
    out.number(request.limits.seconds);
    list(columns);
    constexpr std::int16_t kNotGiven = -1;
    out.number(separator ? std::int16_t{static_cast<unsigned char>(*separator)} : kNotGiven);
    out.number(header ? std::int16_t{*header} : kNotGiven);
    out.text(encoding);
    list(missing);
    out.number(limit);
    out.number(sheet ? std::int16_t{1} : kNotGiven);
    if (sheet) out.text(*sheet);
    out.flush();
}

ReadRequest read_request(ByteReader& in) {
    const auto list = [&] {
        std::vector<std::string> texts;
        for (std::int64_t left = in.count(kMostRequest); left > 0; --left) {
            texts.push_back(in.text(kMostRequest));
        }
        return texts;
    };
    if (in.text(kMostRequest) != std::string(kMark) + kProgramVersion) throw StreamFailure{};
    ReadRequest request;
    request.path = in.text(kMostRequest);
    request.format = in.text(kMostRequest);
    request.limits.memory = in.number<std::int64_t>();
    request.limits.cpu_seconds = in.number<std::int32_t>();
    request.limits.seconds = in.number<std::int32_t>();
    request.options.columns = list();
    const auto separator = in.number<std::int16_t>();
    if (separator >= 0) request.options.separator = static_cast<char>(separator);
    const auto header = in.number<std::int16_t>();
    if (header >= 0) request.options.header = header != 0;
    request.options.encoding = in.text(kMostRequest);
    request.options.missing = list();
    request.options.limit = in.number<std::int64_t>();
    if (in.number<std::int16_t>() >= 0) request.options.sheet = in.text(kMostRequest);
    return request;
}

}  // namespace lethe::formats
