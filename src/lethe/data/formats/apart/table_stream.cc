#include "lethe/data/formats/apart/table_stream.h"

#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

constexpr std::int64_t kMostStreamColumns = 1'000'000;
constexpr std::int64_t kMostRows = std::int64_t{1} << 40;
constexpr std::int64_t kMostWords = std::int64_t{1} << 16;    // bytes of a name, a label, a format
constexpr std::int64_t kMostText = std::int64_t{1} << 30;     // bytes of a value
constexpr std::int64_t kMostTexts = std::int64_t{1} << 40;    // bytes of a spelling
constexpr std::int64_t kMostEntries = std::int64_t{1} << 31;  // of lists
constexpr int kMostDecimals = 340;
// Beyond it no number stands for a date or a time that can be written.
constexpr double kMostSeconds = 1e15;

void write_spelling(ByteWriter& out, const Column::Spelling& spelling) {
    out.text(spelling.missing);
    out.number(std::int32_t{spelling.decimals});
    out.number(static_cast<std::uint64_t>(spelling.rows.size()));
    out.numbers(std::span(spelling.rows));
    out.numbers(std::span(spelling.ends));
    out.text(spelling.texts);
    out.number(spelling.first_non_number);
}

std::shared_ptr<const Column::Spelling> read_spelling(ByteReader& in, std::int64_t rows) {
    auto spelling = std::make_shared<Column::Spelling>();
    spelling->missing = in.utf8_text(kMostText);
    spelling->decimals = in.number<std::int32_t>();
    if (spelling->decimals < -1 || spelling->decimals > kMostDecimals) throw StreamFailure{};
    const std::int64_t own = in.count(rows);
    spelling->rows = in.numbers<std::int64_t>(own);
    spelling->ends = in.numbers<std::int64_t>(own);
    spelling->texts = in.utf8_text(kMostTexts);
    spelling->first_non_number = in.number<std::int64_t>();
    if (spelling->first_non_number < 0 || spelling->first_non_number > rows) throw StreamFailure{};
    std::int64_t row = -1;
    std::int64_t end = 0;
    for (std::size_t i = 0; i < spelling->rows.size(); ++i) {
        if (spelling->rows[i] <= row || spelling->ends[i] < end) throw StreamFailure{};
        row = spelling->rows[i];
        end = spelling->ends[i];
    }
    if (row >= rows || end != static_cast<std::int64_t>(spelling->texts.size())) {
        throw StreamFailure{};
    }
    return spelling;
}

void write_notation(ByteWriter& out, const Notation& notation) {
    out.enumeration(notation.quantity());
    if (notation.dates() != nullptr) {
        out.text(notation.dates()->pattern());
        return;
    }
    const NumberMarks& marks = notation.marks();
    for (const std::string* mark : {&marks.decimal, &marks.group, &marks.before, &marks.after}) {
        out.text(*mark);
    }
}

NotationPtr read_notation(ByteReader& in) {
    const auto quantity = in.enumeration(Quantity::duration);
    try {
        if (quantity != Quantity::number) {
            return Notation::of_dates(in.utf8_text(kMostWords), quantity);
        }
        NumberMarks marks;
        for (std::string* mark : {&marks.decimal, &marks.group, &marks.before, &marks.after}) {
            *mark = in.utf8_text(kMostWords);
        }
        return Notation::of_numbers(std::move(marks));
    } catch (const Error&) {
        throw StreamFailure{};
    }
}

void write_description(ByteWriter& out, const Description& description) {
    out.text(description.label);
    out.text(description.label_set);
    out.number(static_cast<std::uint64_t>(description.labels.size()));
    for (const ValueLabel& one : description.labels) {
        out.text(one.value);
        out.text(one.label);
    }
    out.number(static_cast<std::uint64_t>(description.missing_ranges.size()));
    for (const auto& [from, to] : description.missing_ranges) {
        out.number(from);
        out.number(to);
    }
    out.number(static_cast<std::uint64_t>(description.missing_texts.size()));
    for (const std::string& text : description.missing_texts) out.text(text);
    out.text(description.format);
    out.text(description.origin);
    out.number(description.width);
    out.enumeration(description.level);
    out.enumeration(description.stored);
    out.number(description.stored_width);
}

DescriptionPtr read_description(ByteReader& in) {
    auto description = std::make_shared<Description>();
    description->label = in.utf8_text(kMostWords);
    description->label_set = in.utf8_text(kMostWords);
    for (std::int64_t left = in.count(kMostEntries); left > 0; --left) {
        std::string value = in.utf8_text(kMostText);
        description->labels.push_back({std::move(value), in.utf8_text(kMostText)});
    }
    for (std::int64_t left = in.count(kMostEntries); left > 0; --left) {
        const auto from = in.number<double>();
        const auto to = in.number<double>();
        if (std::isnan(from) || std::isnan(to)) throw StreamFailure{};
        description->missing_ranges.emplace_back(from, to);
    }
    for (std::int64_t left = in.count(kMostEntries); left > 0; --left) {
        description->missing_texts.push_back(in.utf8_text(kMostText));
    }
    description->format = in.utf8_text(kMostWords);
    description->origin = in.utf8_text(kMostWords);
    description->width = in.number<std::int32_t>();
    description->level = in.enumeration(MeasurementLevel::metric);
    description->stored = in.enumeration(StoredAs::text);
    description->stored_width = in.number<std::int32_t>();
    if (description->width < 0 || description->stored_width < 0) throw StreamFailure{};
    return description;
}

std::vector<std::uint64_t> words_of(const Validity& validity, std::int64_t rows) {
    std::vector<std::uint64_t> words(static_cast<std::size_t>((rows + 63) / 64), ~0ULL);
    for (std::int64_t row = 0; row < rows; ++row) {
        if (!validity[row]) words[static_cast<std::size_t>(row / 64)] &= ~(1ULL << (row % 64));
    }
    return words;
}

void write_column_stream(ByteWriter& out, const Column& column) {
    out.text(column.name());
    out.enumeration(column.kind());
    out.number(static_cast<std::uint64_t>(column.has_missing() ? 1 : 0));
    if (column.has_missing()) {
        const auto words = words_of(column.validity(), column.size());
        out.numbers(std::span(words));
    }
    if (column.is_numeric()) {
        out.numbers(column.numbers());
    } else {
        out.number(static_cast<std::uint64_t>(column.dictionary().size()));
        for (const std::string& entry : column.dictionary()) out.text(entry);
        out.numbers(column.codes());
    }
    const auto told = [&](bool there) { out.number(static_cast<std::uint64_t>(there ? 1 : 0)); };
    told(column.spelling() != nullptr);
    if (column.spelling()) write_spelling(out, *column.spelling());
    told(column.notation() != nullptr);
    if (column.notation()) write_notation(out, *column.notation());
    told(column.description() != nullptr);
    if (column.description()) write_description(out, *column.description());
}

Validity read_validity(ByteReader& in, std::int64_t rows) {
    auto words = in.numbers<std::uint64_t>((rows + 63) / 64);
    if (rows % 64 != 0) words.back() |= ~0ULL << (rows % 64);
    return Validity(std::move(words));
}

// Distinct texts; nothing that is announced takes memory before it has come.
DictionaryPtr read_dictionary(ByteReader& in) {
    const std::int64_t entries = in.count(std::numeric_limits<std::int32_t>::max());
    auto dictionary = std::make_shared<Dictionary>();
    for (std::int64_t i = 0; i < entries; ++i) dictionary->push_back(in.utf8_text(kMostText));
    const std::unordered_set<std::string_view> distinct(dictionary->begin(), dictionary->end());
    if (distinct.size() != dictionary->size()) throw StreamFailure{};
    return dictionary;
}

ColumnPtr read_column_stream(ByteReader& in, std::int64_t rows) {
    std::string name = in.utf8_text(kMostWords);
    const auto kind = in.enumeration(Kind::text);
    Validity validity = in.truth() ? read_validity(in, rows) : Validity();
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    DictionaryPtr dictionary;
    double largest = 0;
    if (kind == Kind::numeric) {
        numbers = in.numbers<double>(rows);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (!validity[static_cast<std::int64_t>(i)]) numbers[i] = 0;
            if (!std::isfinite(numbers[i])) throw StreamFailure{};
            largest = std::max(largest, std::fabs(numbers[i]));
        }
    } else {
        dictionary = read_dictionary(in);
        codes = in.numbers<std::int32_t>(rows);
        const auto entries = static_cast<std::int64_t>(dictionary->size());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const bool valid = validity[static_cast<std::int64_t>(i)];
            if (!valid) codes[i] = 0;
            if (valid && (codes[i] < 0 || codes[i] >= entries)) throw StreamFailure{};
        }
    }
    auto spelling = in.truth() ? read_spelling(in, rows) : nullptr;
    const NotationPtr notation = in.truth() ? read_notation(in) : nullptr;
    const DescriptionPtr description = in.truth() ? read_description(in) : nullptr;
    if (notation && kind != Kind::numeric) throw StreamFailure{};
    if (notation && !notation->is_number() && largest > kMostSeconds) throw StreamFailure{};
    ColumnPtr column =
        kind == Kind::numeric
            ? Column::numeric(std::move(name), std::move(numbers), std::move(validity),
                              std::move(spelling))
            : Column::categories(std::move(name), kind, std::move(codes), std::move(dictionary),
                                 std::move(validity), std::move(spelling));
    if (notation) column = column->with_notation(notation);
    return description ? column->with_description(description) : column;
}

}  // namespace

void write_table_stream(ByteWriter& out, Table table) {
    std::vector<ColumnPtr> columns = table.columns();
    out.number(static_cast<std::uint64_t>(table.rows()));
    out.number(static_cast<std::uint64_t>(columns.size()));
    table = Table();
    for (ColumnPtr& column : columns) {
        write_column_stream(out, *column);
        column.reset();
    }
}

Table read_table_stream(ByteReader& in) {
    const std::int64_t rows = in.count(kMostRows);
    const std::int64_t count = in.count(kMostStreamColumns);
    std::vector<ColumnPtr> columns;
    std::unordered_set<std::string> names;
    for (std::int64_t i = 0; i < count; ++i) {
        columns.push_back(read_column_stream(in, rows));
        if (!names.insert(columns.back()->name()).second) throw StreamFailure{};
    }
    return Table(std::move(columns));
}

}  // namespace lethe::formats
