#include "lethe/data/formats/dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/data/formats/csv_scan.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe::formats {
namespace {

constexpr std::string_view kSeparators = "\t;|,";
constexpr std::int64_t kRecords = 1000;  // so many decide

using Fields = std::vector<std::string>;

struct Sample {
    FieldSyntax syntax;
    Fields first;
    Fields second;  // empty when there is no second record
    std::int64_t first_line = 0;
    double agreement = 0;  // share of the records with as many fields as the first
    ScanProblem problem;
};

Fields texts_of(const char* text, const TextSlice* slices, std::int64_t count) {
    Fields fields;
    for (std::int64_t i = 0; i < count; ++i) fields.emplace_back(slices[i].of(text));
    return fields;
}

// Whether there are separators and a space stands behind each.
bool blanks_follow(const char* text, const std::vector<TextSlice>& slices,
                   const std::vector<std::int64_t>& counts) {
    bool any = false;
    const TextSlice* slice = slices.data();
    for (const std::int64_t count : counts) {
        for (std::int64_t i = 0; i < count; ++i, ++slice) {
            if (i == 0) continue;
            if (slice->quoted != 0 || !slice->of(text).starts_with(' ')) return false;
            any = true;
        }
    }
    return any;
}

Sample sample_with(std::string_view head, bool is_whole, FieldSyntax syntax) {
    std::string text(head);
    text.push_back('\n');  // room for the scanner's mark
    std::vector<TextSlice> slices;
    RecordScanner scanner(syntax, 0);
    const std::size_t at = scanner.scan(text.data(), 0, head.size(), is_whole, slices, 1);
    Sample sample;
    sample.syntax = syntax;
    sample.first_line = scanner.record_line();
    scanner.scan(text.data(), at, head.size(), is_whole, slices, kRecords);
    sample.problem = scanner.problem();
    const std::vector<std::int64_t>& counts = scanner.counts();
    if (counts.empty()) return sample;
    if (!syntax.blanks_follow && blanks_follow(text.data(), slices, counts)) {
        return sample_with(head, is_whole, {syntax.separator, true});
    }
    sample.first = texts_of(text.data(), slices.data(), counts[0]);
    if (counts.size() > 1) {
        sample.second = texts_of(text.data(), slices.data() + counts[0], counts[1]);
    }
    const auto agreeing = std::count(counts.begin(), counts.end(), counts[0]);
    const auto tried = counts.size() + (sample.problem ? 1 : 0);
    sample.agreement = static_cast<double>(agreeing) / static_cast<double>(tried);
    return sample;
}

Sample best_sample(std::string_view head, bool is_whole, std::optional<char> separator) {
    if (separator) return sample_with(head, is_whole, {*separator, false});
    std::optional<Sample> best;
    for (const char candidate : kSeparators) {
        Sample sample = sample_with(head, is_whole, {candidate, false});
        if (sample.first.size() < 2) continue;
        if (!best || sample.agreement > best->agreement) best = std::move(sample);
    }
    return best ? *std::move(best) : sample_with(head, is_whole, {',', false});
}

// Also with a decimal comma: such a field is no number to us, but no name of a column either.
bool is_number(std::string field) {
    const auto begin = field.find_first_not_of(' ');
    if (begin == std::string::npos) return false;
    field = field.substr(begin, field.find_last_not_of(' ') - begin + 1);
    std::replace(field.begin(), field.end(), ',', '.');
    const auto value = parse_number(field);
    return value && std::isfinite(*value);
}

bool looks_like_header(const Sample& sample) {
    bool any_empty = false;
    bool number_below_name = false;
    for (std::size_t i = 0; i < sample.first.size(); ++i) {
        if (is_number(sample.first[i])) return false;
        if (sample.first[i].empty()) {
            any_empty = true;
        } else if (i < sample.second.size() && is_number(sample.second[i])) {
            number_below_name = true;
        }
    }
    return !any_empty || number_below_name;
}

void check_header_names(const Fields& names, const std::string& path, std::int64_t line) {
    Problems problems;
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Place place{path, line, 0, {}};
        if (names[i].empty()) {
            problems.push_back({fmt::format("the header has no name for field {} of {}: {}", i + 1,
                                            names.size(), fmt::join(names, ", ")),
                                place});
            continue;
        }
        const auto [other, added] = seen.try_emplace(names[i], i);
        if (!added) {
            problems.push_back({fmt::format("the header names fields {} and {} alike: \"{}\"",
                                            other->second + 1, i + 1, names[i]),
                                place});
        }
    }
    throw_if_any(ErrorKind::input, std::move(problems));
}

}  // namespace

Dialect detect_dialect(std::string_view head, bool is_whole, const DialectWishes& wishes,
                       const std::string& path) {
    if (head.find_first_not_of("\r\n") == std::string_view::npos) {
        throw Error(ErrorKind::input, "is empty", {path, 0, 0, {}});
    }
    Sample sample = best_sample(head, is_whole, wishes.separator);
    if (sample.first.empty() && sample.problem) throw_scan_problem(sample.problem, path);
    if (sample.first.empty()) {
        throw Error(ErrorKind::input, "the first line is too long; is a closing quote missing?",
                    {path, 1, 0, {}});
    }
    Dialect dialect;
    dialect.syntax = sample.syntax;
    dialect.header = wishes.header.value_or(looks_like_header(sample));
    if (dialect.header) {
        check_header_names(sample.first, path, sample.first_line);
        dialect.names = std::move(sample.first);
    } else {
        for (std::size_t i = 1; i <= sample.first.size(); ++i) {
            dialect.names.push_back(fmt::format("column{}", i));
        }
    }
    return dialect;
}

}  // namespace lethe::formats
