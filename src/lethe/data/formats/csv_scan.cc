#include "lethe/data/formats/csv_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

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

}  // namespace

void throw_scan_problem(const ScanProblem& problem, const std::string& path) {
    const Place place{path, problem.line, 0, {}};
    switch (problem.kind) {
        case ScanProblem::Kind::ragged:
            throw Error(ErrorKind::input,
                        fmt::format("expected {} {}, found {}", problem.expected,
                                    problem.expected == 1 ? "field" : "fields", problem.found),
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

RecordScanner::Step RecordScanner::fail(ScanProblem::Kind kind, std::int64_t line) {
    problem_.kind = kind;
    problem_.line = line;
    return Step::problem;
}

// text[end] is a line feed, so the search ends.
const char* RecordScanner::find_unquoted_end(const char* at) const {
    while (!ends_field_[static_cast<unsigned char>(*at)]) ++at;
    return at;
}

// `at` is behind the opening quote, and afterwards behind the closing one.
RecordScanner::Step RecordScanner::cut_quoted(const char* text, std::size_t& at, std::size_t end,
                                              bool is_last, std::int64_t& line, TextSlice& slice) {
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
            return is_last ? fail(ScanProblem::Kind::open_quote, first_line) : Step::incomplete;
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
    const std::size_t first = slices.size();
    bool any_escaped = false;
    while (true) {
        TextSlice slice;
        if (text[at] == '"' && at < end) {
            ++at;
            const Step step = cut_quoted(text, at, end, is_last, line, slice);
            if (step != Step::separator) return step;
            if (!ends_field_[static_cast<unsigned char>(text[at])]) {
                return fail(ScanProblem::Kind::after_quote, line);
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
        const bool is_blank = count == 1 && slices[first].size == 0 && slices[first].quoted == 0;
        if (is_blank && fields_ != 1) {
            slices.resize(first);
        } else if (fields_ != 0 && count != fields_) {
            slices.resize(first);
            problem_ = {ScanProblem::Kind::ragged, line_, fields_, count};
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
