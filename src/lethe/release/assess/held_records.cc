// Her values written as the release writes them.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "lethe/core/index.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/iso_dates.h"
#include "lethe/release/assess/intruder_file.h"
#include "lethe/table/linkage/category_codes.h"
#include "lethe/table/linkage/standardise.h"

namespace lethe::release {
namespace {

using linkage::ColumnPair;
using linkage::Comparator;

// What makes two texts the same value for a comparator; empty for what says nothing.
std::string key_of(const ColumnPair& pair, const std::string& text, linkage::DateOrder order) {
    if (pair.comparator == Comparator::date) {
        if (const auto date = linkage::read_date(text, order)) {
            return fmt::format("{:04}{:02}{:02}", date->year, date->month, date->day);
        }
    }
    return linkage::plain_text(text);
}

// Her values of a column, with codes exchanged for what the release writes.
class HeldTexts {
  public:
    HeldTexts(const ColumnPair& pair, const Column& left, const Column& right)
        : pair_(pair), left_(left), notation_(right.notation()) {
        for (const auto& [from, to] : pair.codes) codes_[linkage::plain_text(from)] = to;
        if (pair.comparator == Comparator::exact && pair.codes.empty()) {
            codes_ = linkage::codes_by_prefix(left, right);
        }
    }

    std::string text(std::int64_t row) const {
        const std::string own = left_.text(row);
        if (codes_.empty()) return own;
        const auto found = codes_.find(linkage::plain_text(own));
        return found == codes_.end() ? own : found->second;
    }
    std::string key(std::int64_t row) const { return key_of(pair_, text(row), pair_.left_order); }

    std::optional<double> number(std::int64_t row) const {
        if (!left_.valid(row)) return std::nullopt;
        if (left_.is_numeric() && codes_.empty()) return left_.numbers()[at(row)];
        const auto number = notation_ ? written_number(text(row)) : parse_number(text(row));
        return number && std::isfinite(*number) ? number : std::nullopt;
    }

  private:
    // As the release writes its numbers, or dates in ISO 8601.
    std::optional<double> written_number(const std::string& text) const {
        const auto number = notation_->parse(text);
        if (number || notation_->is_number()) return number;
        return iso_value(text, notation_->quantity());
    }

    const ColumnPair& pair_;
    const Column& left_;
    NotationPtr notation_;  // of the release; null: plain numbers
    std::map<std::string, std::string> codes_;
};

ColumnPtr held_numbers(const HeldTexts& texts, const Column& left, const Column& other,
                       const std::string& name, const std::vector<std::int64_t>& holder) {
    std::vector<double> values(holder.size(), 0.0);
    Validity validity(std::ssize(holder));
    bool missing = false;
    for (std::size_t j = 0; j < holder.size(); ++j) {
        const auto row = static_cast<std::int64_t>(j);
        std::optional<double> value;
        if (holder[j] >= 0) {
            if (left.valid(holder[j])) value = texts.number(holder[j]);
        } else if (other.is_numeric() && other.valid(row)) {
            value = other.numbers()[j];
        }
        values[j] = value.value_or(0.0);
        if (!value) {
            validity.set_missing(row);
            missing = true;
        }
    }
    return Column::numeric(name, std::move(values), missing ? validity : Validity());
}

ColumnPtr held_categories(const HeldTexts& texts, const Column& left, const ColumnPair& pair,
                          const Column& other, const std::string& name,
                          const std::vector<std::int64_t>& holder) {
    auto dictionary = std::make_shared<Dictionary>(other.dictionary());
    std::unordered_map<std::string, std::int32_t> numbers;
    for (std::size_t i = 0; i < dictionary->size(); ++i) {
        numbers.try_emplace(key_of(pair, (*dictionary)[i], pair.right_order),
                            static_cast<std::int32_t>(i));
    }
    std::vector<std::int32_t> codes(holder.size(), 0);
    Validity validity(std::ssize(holder));
    bool missing = false;
    for (std::size_t j = 0; j < holder.size(); ++j) {
        const auto row = static_cast<std::int64_t>(j);
        bool present = false;
        if (holder[j] < 0) {
            present = other.valid(row);
            if (present) codes[j] = other.codes()[j];
        } else if (left.valid(holder[j])) {
            const std::string key = texts.key(holder[j]);
            present = !key.empty();
            if (present) {
                const auto [place, added] =
                    numbers.try_emplace(key, static_cast<std::int32_t>(dictionary->size()));
                if (added) dictionary->push_back(texts.text(holder[j]));
                codes[j] = place->second;
            }
        }
        if (!present) {
            validity.set_missing(row);
            missing = true;
        }
    }
    // An order and meanings hold for the values of the original alone.
    const bool same = dictionary->size() == other.dictionary().size();
    const Kind kind = same && other.kind() == Kind::ordinal ? Kind::ordinal : Kind::nominal;
    ColumnPtr column = Column::categories(name, kind, std::move(codes), std::move(dictionary),
                                          missing ? validity : Validity());
    return same && other.meaning() ? column->with_meaning(other.meaning()) : column;
}

ColumnPtr held_column(const ColumnPair& pair, const Column& left, const Column& right,
                      const Column* original, const std::vector<std::int64_t>& holder) {
    const HeldTexts texts(pair, left, right);
    const bool numbers = original != nullptr
                             ? original->is_numeric()
                             : pair.comparator == Comparator::number ||
                                   (pair.comparator == Comparator::label && left.is_numeric());
    const Column& other = original != nullptr ? *original : right;
    if (numbers) return held_numbers(texts, left, other, pair.right, holder);
    const ColumnPtr made = other.is_numeric() ? other.as_kind(Kind::nominal) : nullptr;
    return held_categories(texts, left, pair, made ? *made : other, pair.right, holder);
}

}  // namespace

HeldRecords held_records(const Table& file, const Table& release, const linkage::LinkagePlan& plan,
                         const linkage::Truth& truth, const Table* original) {
    const std::vector<std::int64_t> holder = truth.left_of_right(release.rows());
    HeldRecords held;
    for (std::int64_t row = 0; row < release.rows(); ++row) {
        if (holder[at(row)] >= 0) held.known.push_back(row);
    }
    std::vector<ColumnPtr> columns;
    std::vector<std::string> names;
    for (const ColumnPair& pair : plan.pairs) {
        const Column* aligned = original != nullptr ? original->find(pair.right) : nullptr;
        columns.push_back(
            held_column(pair, file.column(pair.left), release.column(pair.right), aligned, holder));
        names.push_back(pair.right);
    }
    held.pair = make_comparable(Table(std::move(columns)), release, names, {});
    return held;
}

}  // namespace lethe::release
