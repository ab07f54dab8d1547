#include "lethe/data/formats/dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/data/formats/csv_scan.h"
#include "lethe/data/formats/validity.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/recognise/missing_codes.h"

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

Sample sample_with(std::string_view head, bool is_whole, FieldSyntax syntax,
                   std::int64_t first_line) {
    std::string text(head);
    text.push_back('\n');  // room for the scanner's mark
    std::vector<TextSlice> slices;
    RecordScanner scanner(syntax, 0, first_line);
    const std::size_t at = scanner.scan(text.data(), 0, head.size(), is_whole, slices, 1);
    Sample sample;
    sample.syntax = syntax;
    sample.first_line = scanner.record_line();
    scanner.scan(text.data(), at, head.size(), is_whole, slices, kRecords);
    sample.problem = scanner.problem();
    const std::vector<std::int64_t>& counts = scanner.counts();
    if (counts.empty()) return sample;
    if (!syntax.blanks_follow && syntax.widths.empty() &&
        blanks_follow(text.data(), slices, counts)) {
        return sample_with(head, is_whole, {syntax.separator, true}, first_line);
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

Sample best_sample(std::string_view head, bool is_whole, const DialectWishes& wishes) {
    const auto with = [&](char separator, const std::vector<std::int64_t>& widths = {}) {
        return sample_with(head, is_whole, {separator, false, widths}, wishes.first_line);
    };
    if (!wishes.widths.empty()) return with('\n', wishes.widths);
    if (wishes.separator) return with(*wishes.separator);
    std::optional<Sample> best;
    for (const char candidate : kSeparators) {
        Sample sample = with(candidate);
        if (sample.first.size() < 2) continue;
        if (!best || sample.agreement > best->agreement) best = std::move(sample);
    }
    return best ? *std::move(best) : with(',');
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

// A text alone in the first of several fields, above nothing or above names: no row of a table.
bool looks_like_title(const Sample& sample) {
    constexpr std::size_t kFields = 3;
    const auto filled = [](const Fields& fields) {
        return fields.size() - static_cast<std::size_t>(std::ranges::count(fields, std::string()));
    };
    if (sample.first.size() < kFields || sample.first.front().empty() || filled(sample.first) > 1 ||
        is_number(sample.first.front())) {
        return false;
    }
    const std::size_t below = filled(sample.second);
    return below == 0 ||
           (below == sample.first.size() && std::ranges::none_of(sample.second, is_number));
}

bool looks_like_header(const Sample& sample) {
    if (looks_like_title(sample)) return true;  // and an error then
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

// Names for the fields that the header has none for: that of the field to the left, as where cells
// were merged, with a number.
void name_unnamed(Fields& names, const std::string& path, std::int64_t line) {
    constexpr std::size_t kTitle = 3;  // so many fields under one name are a title's
    const auto named = static_cast<std::size_t>(
        std::ranges::count_if(names, [](const std::string& name) { return !name.empty(); }));
    if (named == 0 || (named == 1 && names.size() >= kTitle)) {
        throw Error(ErrorKind::input,
                    fmt::format("the header names {} of {} fields; the option skip leaves out a "
                                "title above the table, and names in [read] of a policy names all",
                                named, names.size()),
                    {path, line, 0, {}});
    }
    std::string left;
    std::size_t number = 1;  // of the last one called so
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!names[i].empty()) {
            left = names[i];
            number = 1;
            continue;
        }
        std::string made = left.empty() ? fmt::format("column{}", i + 1) : left;
        while (contains(names, made)) made = fmt::format("{} {}", left, ++number);
        names[i] = std::move(made);
    }
}

void check_header_names(const Fields& names, const std::string& path, std::int64_t line) {
    Problems problems;
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto [other, added] = seen.try_emplace(names[i], i);
        if (!added) {
            problems.push_back({fmt::format("the header names fields {} and {} alike: \"{}\"; the "
                                            "option names gives them others",
                                            other->second + 1, i + 1, names[i]),
                                {path, line, 0, {}}});
        }
    }
    throw_if_any(ErrorKind::input, std::move(problems));
}

// The sample's first record is not named yet.
void name_columns(Dialect& dialect, Sample& sample, const DialectWishes& wishes,
                  const std::string& path) {
    const std::size_t fields = sample.first.size();
    if (!wishes.names.empty()) {
        if (wishes.names.size() != fields) {
            throw Error(
                ErrorKind::input,
                fmt::format("{} names were given for {} fields", wishes.names.size(), fields),
                {path, sample.first_line, 0, {}});
        }
        dialect.names = wishes.names;
        return;
    }
    if (!dialect.header) {
        for (std::size_t i = 1; i <= fields; ++i)
            dialect.names.push_back(fmt::format("column{}", i));
        return;
    }
    dialect.last_unnamed = fields > 1 && sample.first.back().empty();
    dialect.names = std::move(sample.first);
    if (std::ranges::find(dialect.names, std::string()) != dialect.names.end()) {
        name_unnamed(dialect.names, path, sample.first_line);
    }
    check_header_names(dialect.names, path, sample.first_line);
}

}  // namespace

Dialect detect_dialect(std::string_view head, bool is_whole, const DialectWishes& wishes,
                       const std::string& path) {
    if (head.find_first_not_of("\r\n") == std::string_view::npos) {
        throw Error(ErrorKind::input, "is empty", {path, 0, 0, {}});
    }
    Sample sample = best_sample(head, is_whole, wishes);
    if (sample.first.empty() && sample.problem) throw_scan_problem(sample.problem, path);
    if (sample.first.empty()) {
        throw Error(ErrorKind::input, "the first line is too long; is a closing quote missing?",
                    {path, 1, 0, {}});
    }
    Dialect dialect;
    dialect.syntax = sample.syntax;
    dialect.header = wishes.header.value_or(looks_like_header(sample));
    name_columns(dialect, sample, wishes, path);
    return dialect;
}

std::optional<SeparatorLine> separator_line(std::string_view head) {
    constexpr std::string_view kMark = "sep=";
    const std::size_t end = head.find_first_of("\r\n");
    std::string_view line = head.substr(0, end);
    const bool quoted = line.size() >= 2 && line.front() == '"' && line.back() == '"';
    if (quoted) line = line.substr(1, line.size() - 2);
    if (line.size() != kMark.size() + 1) return std::nullopt;
    for (std::size_t i = 0; i < kMark.size(); ++i) {
        const char c =
            line[i] >= 'A' && line[i] <= 'Z' ? static_cast<char>(line[i] - 'A' + 'a') : line[i];
        if (c != kMark[i]) return std::nullopt;
    }
    SeparatorLine found{line.back(), head.size()};
    if (end != std::string_view::npos) {
        found.size = end + (head.substr(end).starts_with("\r\n") ? 2 : 1);
    }
    return found;
}

std::vector<NotationPtr> notations_in(std::string_view head, bool is_whole, const Dialect& dialect,
                                      const std::vector<std::string>& missing,
                                      const NotationWishes& wishes) {
    std::string text(head);
    text.push_back('\n');
    const std::size_t fields = dialect.names.size();
    std::vector<TextSlice> slices;
    RecordScanner scanner(dialect.syntax, static_cast<std::int64_t>(fields));
    scanner.scan(text.data(), 0, head.size(), is_whole, slices);
    std::vector<std::vector<std::string_view>> columns(fields);
    for (std::size_t i = dialect.header ? fields : 0; i < slices.size(); ++i) {
        const std::string_view cell = slices[i].of(text.data());
        const bool word = !cell.empty() && (cell.front() < '0' || cell.front() > '9');
        const bool stands_for_none =
            cell.empty() || contains(missing, cell) ||
            (word && recognise::missing_text(cell) == recognise::MissingText::certain);
        if (!stands_for_none) columns[i % fields].push_back(cell);
    }
    std::vector<NotationPtr> notations;
    for (NotationGuess& guess : recognise_notations(columns, wishes)) {
        notations.push_back(std::move(guess.notation));
    }
    return notations;
}

}  // namespace lethe::formats
