#include "lethe/data/formats/stacked_column.h"

#include <memory>
#include <utility>

#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

bool same_notation(const NotationPtr& a, const NotationPtr& b) {
    return a == b || (a && b && *a == *b);
}

}  // namespace

StackedColumn::StackedColumn(const Column& first)
    : name_(first.name()), kind_(first.kind()), description_(first.description()) {}

bool StackedColumn::fits(const Column& column) const {
    if (column.missing() == column.size()) return true;
    return column.is_numeric() && (!any_number_ || same_notation(notation_, column.notation()));
}

void StackedColumn::append(const Column& column) {
    if (kind_ != column.kind()) kind_ = Kind::nominal;
    if (numbers_wanted_ && !fits(column)) become_texts();
    numbers_wanted_ ? append_numbers(column) : append_texts(column);
}

// From "each number has so many decimals" to "the shortest text, or one of its own".
void StackedColumn::spell_each_number() {
    const int decimals = std::exchange(spelling_.decimals, -1);
    if (decimals < 0) return;
    Column::Spelling old = std::exchange(spelling_, {});
    std::size_t next = 0;
    for (std::int64_t row = 0; row < rows_; ++row) {
        const double value = numbers_[static_cast<std::size_t>(row)];
        if (next < old.rows.size() && old.rows[next] == row) {
            spelling_.add(row, old.own_text(next++));
        } else if (validity_.valid(row)) {
            const std::string text =
                notation_ ? notation_->text(value, decimals) : fixed_number_text(value, decimals);
            const std::string usual = notation_ ? notation_->text(value) : number_text(value);
            if (text != usual) spelling_.add(row, text);
        }
    }
}

void StackedColumn::append_numbers(const Column& column) {
    const bool any = column.missing() < column.size();
    const auto& spelling = column.spelling();
    const int decimals = spelling ? spelling->decimals : -1;
    if (any && !any_number_) {
        any_number_ = true;
        notation_ = column.notation();
        spelling_.decimals = decimals;
    }
    if (any && decimals != spelling_.decimals) spell_each_number();
    const bool as_it_is = decimals == spelling_.decimals;
    for (std::int64_t row = 0; row < column.size(); ++row, ++rows_) {
        const bool valid = column.valid(row);
        numbers_.push_back(valid ? column.numbers()[static_cast<std::size_t>(row)] : 0);
        if (!valid) {
            std::string text = column.text(row);
            validity_.set_missing(rows_);
            if (!missing_) missing_ = text;
            if (text != *missing_) spelling_.add(rows_, text);
        } else if (const auto own = spelling ? spelling->find(row) : std::nullopt) {
            spelling_.add(rows_, *own);
        } else if (!as_it_is) {
            const std::string text = column.text(row);
            const double value = numbers_.back();
            if (text != (notation_ ? notation_->text(value) : number_text(value))) {
                spelling_.add(rows_, text);
            }
        }
    }
}

void StackedColumn::append_texts(const Column& column) {
    std::vector<std::int32_t> codes_here;  // of the column's own
    if (!column.is_numeric()) codes_here.assign(column.dictionary().size(), -1);
    for (std::int64_t row = 0; row < column.size(); ++row, ++rows_) {
        if (!column.valid(row)) {
            std::string text = column.text(row);
            validity_.set_missing(rows_);
            codes_.push_back(0);
            if (!missing_) missing_ = text;
            if (text != *missing_) spelling_.add(rows_, text);
        } else if (column.is_numeric()) {
            codes_.push_back(index_.code_of(column.text(row)));
        } else {
            const auto own =
                static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)]);
            if (codes_here[own] < 0) codes_here[own] = index_.code_of(column.dictionary()[own]);
            codes_.push_back(codes_here[own]);
        }
    }
}

void StackedColumn::become_texts() {
    numbers_wanted_ = false;
    const ColumnPtr sofar = numeric();
    rows_ = 0;
    validity_ = {};
    spelling_ = {};
    missing_.reset();
    append_texts(*sofar);
}

ColumnPtr StackedColumn::numeric() {
    Column::Spelling spelling = std::exchange(spelling_, {});
    spelling.missing = missing_.value_or("");
    std::shared_ptr<const Column::Spelling> spelled;
    if (!spelling.missing.empty() || spelling.decimals >= 0 || !spelling.rows.empty()) {
        spelled = std::make_shared<const Column::Spelling>(std::move(spelling));
    }
    const ColumnPtr column = Column::numeric(name_, std::exchange(numbers_, {}),
                                             validity_.take(rows_), std::move(spelled));
    return notation_ ? column->with_notation(notation_) : column;
}

ColumnPtr StackedColumn::finish() {
    ColumnPtr column;
    if (numbers_wanted_) {
        column = numeric();
    } else {
        spelling_.missing = missing_.value_or("");
        std::shared_ptr<const Column::Spelling> spelled;
        if (!spelling_.missing.empty() || !spelling_.rows.empty()) {
            spelled = std::make_shared<const Column::Spelling>(std::move(spelling_));
        }
        const Kind kind = kind_ == Kind::numeric ? Kind::nominal : kind_;
        column = Column::categories(std::move(name_), kind, std::move(codes_),
                                    std::make_shared<const Dictionary>(index_.take()),
                                    validity_.take(rows_), std::move(spelled));
    }
    return description_ ? column->with_description(description_) : column;
}

}  // namespace lethe::formats
