// A column from texts, in one pass and without keeping the texts.
//
// Whether a column is numeric is known only at its last row, and a file is too large to be kept as
// text until then or to be read twice. So a column starts as numbers. What it keeps of the way each
// number was written (the spelling) is complete: text and number determine each other. When a text
// turns up that is no number, every earlier text is written again from its number, and the column
// goes on as categories. That costs one formatting per earlier row, once per column.
//
// The spelling is small because texts follow a rule. Either all numbers have the same number of
// decimals, or number_text gives them back; a column begins with the first rule, moves to the
// second at the first exception, and only rows that neither rule explains are kept as text. Of
// numbers in a notation the same holds of the texts that the notation writes.
#include "lethe/data/formats/text_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lethe/data/numbers/number_text.h"

namespace lethe::formats {
namespace {

constexpr std::string_view kMissingCategory = "NA";
constexpr std::array<std::string_view, 5> kMissingNumbers{"", "NA", "N/A", "null", "NULL"};

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool means_missing_number(std::string_view text) {
    const std::string_view word = trimmed(text);
    return std::find(kMissingNumbers.begin(), kMissingNumbers.end(), word) != kMissingNumbers.end();
}

bool is_finite_number(const NumberScan& scan) {
    return scan.form == NumberForm::plain || scan.form == NumberForm::other;
}

}  // namespace

Problem not_finite_problem(const std::string& column, std::int64_t row, std::string_view word,
                           const std::string& path) {
    return {fmt::format("column \"{}\", row {}: {} is not a finite number; give the option "
                        "missing {} if it means missing",
                        column, row + 1, word, word),
            {path, 0, 0, {}}};
}

TextColumnBuilder::TextColumnBuilder(std::string name, TextSource source,
                                     std::vector<std::string> missing, NotationPtr notation)
    : name_(std::move(name)),
      source_(source),
      missing_(std::move(missing)),
      numeric_(source != TextSource::categories) {
    if (notation) notation_.emplace(std::move(notation));
}

void TextColumnBuilder::reserve(std::int64_t rows) {
    reserved_ = rows;
    if (numeric_) numbers_.reserve(static_cast<std::size_t>(rows));
    if (!numeric_) codes_.reserve(static_cast<std::size_t>(rows));
}

void TextColumnBuilder::append(const TextCells& cells) {
    const TextSlice* slice = cells.first;
    for (std::int64_t i = 0; i < cells.count; ++i, slice += cells.stride) {
        if (numeric_) {
            add_number(slice->of(cells.text), slice->quoted != 0);
        } else {
            add_category(slice->of(cells.text), slice->quoted != 0);
        }
    }
}

void TextColumnBuilder::add_number(std::string_view text, bool quoted) {
    const bool told_missing = !missing_.empty() && contains(missing_, text);
    const NumberScan found = told_missing ? NumberScan{} : scan(text);
    if (is_finite_number(found)) {
        note_spelling(text, found);
        ++finite_numbers_;
        numbers_.push_back(found.value);
        ++rows_;
    } else if (told_missing || (text.empty() && !quoted) ||
               (source_ == TextSource::file && means_missing_number(text))) {
        if (text.empty() && quoted) quoted_empty_.push_back(rows_);
        add_missing(text);
    } else if (found.form == NumberForm::not_finite) {
        if (first_not_finite_ < 0) first_not_finite_ = rows_;
        spelling_.add(rows_, text);
        numbers_.push_back(0);
        ++rows_;
    } else {
        become_categories();
        add_category(text, quoted);
    }
}

void TextColumnBuilder::add_category(std::string_view text, bool quoted) {
    const bool word = source_ == TextSource::file && text == kMissingCategory;
    if ((text.empty() && !quoted) || word || contains(missing_, text)) {
        add_missing(text);
        return;
    }
    codes_.push_back(index_.code_of(text));
    ++rows_;
}

void TextColumnBuilder::add_missing(std::string_view text) {
    validity_.set_missing(rows_);
    if (!missing_text_) missing_text_ = text;
    if (text != *missing_text_) spelling_.add(rows_, text);
    if (numeric_) numbers_.push_back(0);
    if (!numeric_) codes_.push_back(0);
    ++rows_;
}

NumberScan TextColumnBuilder::scan(std::string_view text) const {
    return notation_ ? notation_->scan(text) : scan_number(text);
}

std::string TextColumnBuilder::number_as_text(double number, int decimals) const {
    if (notation_) return notation_->notation().text(number, decimals);
    return decimals < 0 ? number_text(number) : fixed_number_text(number, decimals);
}

// Whether a number without a rule for its decimals would be written so.
bool TextColumnBuilder::is_shortest(std::string_view text, const NumberScan& scan) const {
    const bool plain = scan.form == NumberForm::plain;
    if (notation_) {
        return plain ? notation_->is_canonical_plain(text, scan)
                     : notation_->notation().text(scan.value) == text;
    }
    return plain ? is_canonical_plain(text, scan) : is_canonical_number(text, scan.value);
}

void TextColumnBuilder::note_spelling(std::string_view text, const NumberScan& scan) {
    const bool plain = scan.form == NumberForm::plain;
    if (plain && !decimals_) decimals_ = scan.decimals;
    if (plain && decimals_ == scan.decimals) return;
    const bool canonical = is_shortest(text, scan);
    if ((plain || canonical) && decimals_ != -1) spell_shortest();
    if (!canonical) spelling_.add(rows_, text);
}

// From the rule "all have so many decimals" to the rule "number_text gives the text".
void TextColumnBuilder::spell_shortest() {
    const int decimals = decimals_.value_or(0);
    decimals_ = -1;
    if (decimals == 0) return;
    Column::Spelling old = std::exchange(spelling_, {});
    std::size_t next = 0;
    for (std::int64_t row = 0; row < rows_; ++row) {
        if (next < old.rows.size() && old.rows[next] == row) {
            spelling_.add(row, old.own_text(next++));
        } else if (validity_.valid(row)) {
            const double number = numbers_[static_cast<std::size_t>(row)];
            const std::string text = number_as_text(number, decimals);
            if (!is_shortest(text, {NumberForm::plain, decimals, number})) {
                spelling_.add(row, text);
            }
        }
    }
}

// The text of a row that is neither missing nor has a text of its own.
std::string TextColumnBuilder::number_row_text(std::int64_t row) const {
    return number_as_text(numbers_[static_cast<std::size_t>(row)], decimals_.value_or(0));
}

void TextColumnBuilder::become_categories() {
    TextColumnBuilder categories(std::move(name_), source_, std::move(missing_));
    categories.numeric_ = false;
    categories.reserve(reserved_);
    std::size_t next = 0;
    std::size_t next_quoted = 0;
    for (std::int64_t row = 0; row < rows_; ++row) {
        const bool quoted = next_quoted < quoted_empty_.size() && quoted_empty_[next_quoted] == row;
        if (quoted) ++next_quoted;
        if (next < spelling_.rows.size() && spelling_.rows[next] == row) {
            categories.add_category(spelling_.own_text(next++), quoted);
        } else if (validity_.valid(row)) {
            categories.add_category(number_row_text(row), false);
        } else {
            categories.add_category(*missing_text_, quoted);
        }
    }
    categories.notation_ = std::move(notation_);
    *this = std::move(categories);
}

std::optional<Problem> TextColumnBuilder::problem(const std::string& path) const {
    if (!numeric_ || first_not_finite_ < 0 || finite_numbers_ == 0) return std::nullopt;
    std::string word(trimmed(*spelling_.find(first_not_finite_)));
    const bool has_payload = word.find('(') != std::string::npos;
    if (has_payload) word = "NaN";
    return not_finite_problem(name_, first_not_finite_, word, path);
}

// The first row that keeps a mostly numeric column from being numeric. Codes such as "08191" are
// not meant as numbers, so a column that has some is not mostly numeric.
std::int64_t TextColumnBuilder::find_first_non_number() const {
    enum class Sort : char { number, other, ignored };
    std::vector<Sort> sorts;
    for (const std::string& text : index_.texts()) {
        const NumberScan found = scan(text);
        if (found.form == NumberForm::code) return 0;
        sorts.push_back(is_finite_number(found)      ? Sort::number
                        : means_missing_number(text) ? Sort::ignored
                                                     : Sort::other);
    }
    std::int64_t numbers = 0;
    std::int64_t others = 0;
    std::int64_t first = 0;
    for (std::int64_t row = 0; row < rows_; ++row) {
        if (!validity_.valid(row)) continue;
        const auto code = static_cast<std::size_t>(codes_[static_cast<std::size_t>(row)]);
        numbers += sorts[code] == Sort::number ? 1 : 0;
        others += sorts[code] == Sort::other ? 1 : 0;
        if (first == 0 && sorts[code] == Sort::other) first = row + 1;
    }
    return numbers >= 9 * others ? first : 0;
}

ColumnPtr TextColumnBuilder::finish() {
    if (numeric_ && first_not_finite_ >= 0) become_categories();  // words only, no number
    if (!numeric_ && index_.texts().empty()) {                    // no value at all
        numeric_ = true;
        numbers_.assign(codes_.size(), 0);
    }
    spelling_.missing = missing_text_.value_or("");
    if (numeric_ && decimals_.value_or(0) > 0) spelling_.decimals = *decimals_;
    if (!numeric_ && source_ == TextSource::file) {
        spelling_.first_non_number = find_first_non_number();
    }
    std::shared_ptr<const Column::Spelling> spelling;
    if (!spelling_.missing.empty() || spelling_.decimals >= 0 || !spelling_.rows.empty() ||
        spelling_.first_non_number > 0) {
        spelling = std::make_shared<const Column::Spelling>(std::move(spelling_));
    }
    Validity validity = validity_.take(rows_);
    if (numeric_) {
        const ColumnPtr column = Column::numeric(std::move(name_), std::move(numbers_),
                                                 std::move(validity), std::move(spelling));
        return finite_numbers_ > 0 && notation_ ? column->with_notation(notation_->notation_ptr())
                                                : column;
    }
    auto dictionary = std::make_shared<const Dictionary>(index_.take());
    return Column::categories(std::move(name_), Kind::nominal, std::move(codes_),
                              std::move(dictionary), std::move(validity), std::move(spelling));
}

}  // namespace lethe::formats
