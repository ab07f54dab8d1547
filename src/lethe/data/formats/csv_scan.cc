#include "lethe/data/formats/csv_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "lethe/core/error.h"

namespace lethe::formats {
namespace {

// Two quotes become one; returns the new size.
std::uint32_t undo_doubled_quotes(char* field, std::uint32_t size) {
    std::uint32_t to = 0;
    for (std::uint32_t from = 0; from < size; ++from) {
        field[to++] = field[from];
        if (field[from] == '"') ++from;
    }
    return to;
}

// Of a character in UTF-8.
bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

void throw_scan_problem(const ScanProblem& problem, const std::string& path) {
    const Place place{path, problem.line, problem.column, {}};
    switch (problem.kind) {
        case ScanProblem::Kind::ragged: {
            // A title makes the first record one of one field, a note below the table the last one.
            const bool no_row = problem.expected == 1 || problem.found == 1;
            throw Error(ErrorKind::input,
                        fmt::format("expected {} {}, found {}{}", problem.expected,
                                    problem.expected == 1 ? "field" : "fields", problem.found,
                                    no_row ? "; the options skip (lines above the table) and last "
                                             "(its last line) leave out what is no row"
                                           : ""),
                        place);
        }
        case ScanProblem::Kind::too_long:
            throw Error(ErrorKind::input,
                        fmt::format("expected {} characters, the sum of the widths, found {}",
                                    problem.expected, problem.found),
                        place);
        case ScanProblem::Kind::open_quote:
            throw Error(ErrorKind::input, "a quote is opened here and never closed", place);
        case ScanProblem::Kind::after_quote:
            throw Error(ErrorKind::input,
                        "text follows a closing quote; inside quotes a quote is written twice",
                        place);
        case ScanProblem::Kind::none:
            break;
    }
    throw Error(ErrorKind::internal, "no problem to report", place);
}

RecordScanner::RecordScanner(FieldSyntax syntax, std::int64_t fields, std::int64_t first_line)
    : syntax_(syntax), fields_(fields), line_(first_line) {
    for (const char c : {syntax.separator, '\n', '\r'})
        ends_field_[static_cast<unsigned char>(c)] = true;
}

RecordScanner::Step RecordScanner::fail(ScanProblem::Kind kind, std::int64_t line,
                                        std::string_view before) {
    problem_.kind = kind;
    problem_.line = line;
    const std::size_t line_end = before.find_last_of("\r\n");
    if (line_end != std::string_view::npos) before.remove_prefix(line_end + 1);
    problem_.column = 1 + std::ranges::count_if(before, is_first_byte);
    return Step::problem;
}

// text[end] is a line feed, so the search ends.
const char* RecordScanner::find_unquoted_end(const char* at) const {
    while (!ends_field_[static_cast<unsigned char>(*at)]) ++at;
    return at;
}

// `at` is behind the opening quote, and afterwards behind the closing one.
RecordScanner::Step RecordScanner::cut_quoted(const char* text, std::size_t begin_of_record,
                                              std::size_t& at, std::size_t end, bool is_last,
                                              std::int64_t& line, TextSlice& slice) {
    const std::size_t begin = at;
    const std::int64_t first_line = line;
    slice.offset = static_cast<std::uint32_t>(begin);
    slice.quoted = 1;
    while (true) {
        const auto* const quote = static_cast<const char*>(std::memchr(text + at, '"', end - at));
        const std::size_t stop = quote == nullptr ? end : static_cast<std::size_t>(quote - text);
        for (; at < stop; ++at) {
            if (text[at] == '\n' || (text[at] == '\r' && text[at + 1] != '\n')) ++line;
        }
        if (at == end) {
            if (!is_last) return Step::incomplete;
            return fail(ScanProblem::Kind::open_quote, first_line,
                        {text + begin_of_record, begin - 1 - begin_of_record});
        }
        if (at + 1 == end && !is_last) return Step::incomplete;
        if (at + 1 == end || text[at + 1] != '"') break;
        slice.escaped = 1;
        at += 2;
    }
    slice.size = static_cast<std::uint32_t>(at - begin) & 0x3FFFFFFFU;
    ++at;
    return Step::separator;
}

// `at` is where the record begins, and afterwards where the next one does.
RecordScanner::Step RecordScanner::cut_record(char* text, std::size_t& at, std::size_t end,
                                              bool is_last, std::vector<TextSlice>& slices,
                                              std::int64_t& line) {
    if (!syntax_.widths.empty()) return cut_widths(text, at, end, is_last, slices, line);
    const std::size_t first = slices.size();
    const std::size_t begin = at;
    bool any_escaped = false;
    while (true) {
        TextSlice slice;
        if (text[at] == '"' && at < end) {
            ++at;
            const Step step = cut_quoted(text, begin, at, end, is_last, line, slice);
            if (step != Step::separator) return step;
            if (!ends_field_[static_cast<unsigned char>(text[at])]) {
                return fail(ScanProblem::Kind::after_quote, line, {text + begin, at - begin});
            }
            any_escaped = any_escaped || slice.escaped != 0;
        } else {
            const char* const stop = find_unquoted_end(text + at);
            slice.offset = static_cast<std::uint32_t>(at);
            slice.size = static_cast<std::uint32_t>(stop - (text + at)) & 0x3FFFFFFFU;
            at = static_cast<std::size_t>(stop - text);
        }
        slices.push_back(slice);
        if (at == end && !is_last) return Step::incomplete;
        if (at == end) break;
        const char c = text[at++];
        if (c == syntax_.separator) {
            if (syntax_.blanks_follow) {
                while (text[at] == ' ') ++at;
            }
            continue;
        }
        if (c == '\r') {
            if (at == end && !is_last) return Step::incomplete;
            if (at < end && text[at] == '\n') ++at;
        }
        ++line;
        break;
    }
    for (std::size_t i = first; any_escaped && i < slices.size(); ++i) {
        if (slices[i].escaped == 0) continue;
        slices[i].size = undo_doubled_quotes(text + slices[i].offset, slices[i].size) & 0x3FFFFFFFU;
        slices[i].escaped = 0;
    }
    return Step::line_end;
}

RecordScanner::Step RecordScanner::cut_widths(const char* text, std::size_t& at, std::size_t end,
                                              bool is_last, std::vector<TextSlice>& slices,
                                              std::int64_t& line) {
    const std::size_t begin = at;
    std::size_t stop = at;
    while (text[stop] != '\n' && text[stop] != '\r') ++stop;  // text[end] is a line feed
    if (stop == end && !is_last) return Step::incomplete;
    const bool is_return = stop < end && text[stop] == '\r';
    if (is_return && stop + 1 == end && !is_last) return Step::incomplete;
    for (const std::int64_t width : syntax_.widths) {
        std::size_t from = at;
        for (std::int64_t i = 0; i < width && at < stop; ++i) {
            ++at;
            while (at < stop && !is_first_byte(text[at])) ++at;
        }
        std::size_t to = at;
        while (from < to && text[from] == ' ') ++from;
        while (from < to && text[to - 1] == ' ') --to;
        TextSlice slice;
        slice.offset = static_cast<std::uint32_t>(from);
        slice.size = static_cast<std::uint32_t>(to - from) & 0x3FFFFFFFU;
        slices.push_back(slice);
    }
    if (std::string_view(text + at, stop - at).find_first_not_of(' ') != std::string_view::npos) {
        problem_.expected = std::reduce(syntax_.widths.begin(), syntax_.widths.end());
        problem_.found = std::count_if(text + begin, text + stop, is_first_byte);
        return fail(ScanProblem::Kind::too_long, line, {text + begin, at - begin});
    }
    at = stop;
    if (at < end) ++at;
    if (is_return && at < end && text[at] == '\n') ++at;
    ++line;
    return Step::line_end;
}

std::size_t RecordScanner::scan(char* text, std::size_t begin, std::size_t end, bool is_last,
                                std::vector<TextSlice>& slices, std::int64_t most) {
    text[end] = '\n';
    const std::int64_t limit = most > INT64_MAX - records_ ? INT64_MAX : records_ + most;
    while (begin < end && records_ < limit) {
        const std::size_t first = slices.size();
        std::size_t at = begin;
        std::int64_t line = line_;
        if (cut_record(text, at, end, is_last, slices, line) != Step::line_end) {
            slices.resize(first);
            break;
        }
        const auto count = static_cast<std::int64_t>(slices.size() - first);
        const bool is_blank =
            syntax_.widths.empty()
                ? count == 1 && slices[first].size == 0 && slices[first].quoted == 0
                : std::all_of(slices.begin() + static_cast<std::ptrdiff_t>(first), slices.end(),
                              [](const TextSlice& slice) { return slice.size == 0; });
        if (is_blank && fields_ != 1) {
            slices.resize(first);
        } else if (fields_ != 0 && count != fields_) {
            slices.resize(first);
            problem_ = {ScanProblem::Kind::ragged, line_, 0, fields_, count};
            break;
        } else {
            ++records_;
            if (fields_ == 0) counts_.push_back(count);
        }
        begin = at;
        record_line_ = line_;
        line_ = line;
    }
    return begin;
}

}  // namespace lethe::formats
