#include "lethe/knowledge/readers/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/io/bytes.h"
#include "lethe/io/utf8.h"

namespace lethe::readers {
namespace {

[[noreturn]] void tell_encoding(const std::string& file, std::string_view text, std::size_t at) {
    const std::int64_t line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const bool utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    const bool zero = at < text.size() && text[at] == '\0';
    throw Error(ErrorKind::input,
                fmt::format("{}; a taxonomy must be text in UTF-8",
                            utf16  ? "is in UTF-16"
                            : zero ? "has a zero byte"
                                   : "has a byte that is not UTF-8 (is it Latin-1?)"),
                {file, utf16 ? 0 : line, 0, {}});
}

}  // namespace

SourceText checked_text(std::string file, std::string bytes) {
    const Utf8Check check = check_utf8(bytes);
    if (check.valid < bytes.size()) tell_encoding(file, bytes, check.valid);
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
    if (trimmed(bytes).empty()) {
        throw Error(ErrorKind::input, "the file is empty", {file, 0, 0, {}});
    }
    return {std::move(file), std::move(bytes)};
}

SourceText read_source_text(const std::string& path) {
    check_readable(path);
    ByteSource source(path, "utf-8");
    std::string bytes;
    constexpr std::size_t kBlock = 1 << 20;
    bytes.reserve(static_cast<std::size_t>(std::min(kMostBytes, source.file_size() + 1)));
    while (true) {
        const std::size_t had = bytes.size();
        bytes.resize(had + kBlock);
        bytes.resize(had + source.read(bytes.data() + had, kBlock));
        if (std::ssize(bytes) > kMostBytes) {
            throw Error(ErrorKind::input, "is larger than 1 GiB, the most that a taxonomy may be",
                        {path, 0, 0, {}});
        }
        if (bytes.size() < had + kBlock) return checked_text(path, std::move(bytes));
    }
}

SourceText read_source_head(const std::string& path) {
    check_readable(path);
    constexpr std::size_t kHead = 1 << 18;
    std::string bytes(kHead, '\0');
    bytes.resize(ByteSource(path, "utf-8").read(bytes.data(), bytes.size()));
    if (bytes.size() == kHead) {
        bytes.resize(std::min(bytes.rfind('\n'), bytes.size() - 1) + 1);
        const Utf8Check check = check_utf8(bytes);
        if (!check.bad) bytes.resize(check.valid);  // the last character was cut
    }
    return checked_text(path, std::move(bytes));
}

std::string source_name(std::string_view file) {
    const std::size_t slash = file.rfind('/');
    if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
    return std::string(file.substr(0, file.find('.', 1)));
}

std::string first_lines(std::string_view text, int count) {
    std::size_t end = 0;
    for (; count > 0 && end < text.size(); --count) {
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
    }
    return std::string(text.substr(0, end));
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n\f\v";
    const std::size_t begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string_view next_word(std::string_view& text) {
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kMost = 60;
    std::string shown = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (shown.size() > kMost && (byte & 0xC0U) != 0x80U) {
            shown += "...";
            break;
        }
        shown += byte < 32 || byte == 127 ? '?' : c;
    }
    return shown + '"';
}

bool Lines::next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
}

Records::Records(SourceText source, char separator)
    : source_(std::move(source)), scanner_({separator, false}, 0), end_(source_.text.size()) {
    source_.text.push_back('\n');  // for the scanner, which writes here
}

bool Records::next() {
    slices_.clear();
    const std::int64_t before = scanner_.records();
    at_ = scanner_.scan(source_.text.data(), at_, end_, true, slices_, 1);
    if (scanner_.problem()) formats::throw_scan_problem(scanner_.problem(), source_.file);
    line_ = scanner_.record_line();
    return scanner_.records() > before;
}

std::string_view Records::as_written(std::size_t i) const {
    return slices_[i].of(source_.text.data());
}

std::string_view Records::operator[](std::size_t i) const {
    const std::string_view field = as_written(i);
    return slices_[i].quoted != 0 ? field : trimmed(field);
}

char likely_separator(std::string_view text) {
    constexpr std::array<char, 3> kSeparators{';', '\t', ','};
    constexpr int kLines = 1000;
    std::array<int, 3> with{};
    Lines lines(text);
    for (int i = 0; i < kLines && lines.next(); ++i) {
        bool inside = false;
        std::array<bool, 3> found{};
        for (const char c : lines.line()) {
            inside = inside != (c == '"');
            for (std::size_t s = 0; s < kSeparators.size() && !inside; ++s) {
                found[s] = found[s] || c == kSeparators[s];
            }
        }
        for (std::size_t s = 0; s < kSeparators.size(); ++s) with[s] += found[s] ? 1 : 0;
    }
    const auto most = std::max_element(with.begin(), with.end());
    return *most == 0 ? '\0' : kSeparators[static_cast<std::size_t>(most - with.begin())];
}

}  // namespace lethe::readers
