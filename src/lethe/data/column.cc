#include "lethe/data/column.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/notation.h"

namespace lethe {
namespace {

// Sorts a dictionary by number where every entry is one, by bytes otherwise; returns the new
// dictionary and where each old code went.
std::pair<Dictionary, std::vector<std::int32_t>> sorted_dictionary(const Dictionary& dictionary) {
    std::vector<double> values;
    for (const std::string& entry : dictionary) {
        const auto value = parse_number(entry);
        if (!value) break;
        values.push_back(*value);
    }
    const bool all_numbers = values.size() == dictionary.size();
    std::vector<std::size_t> order(dictionary.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (all_numbers && values[a] != values[b]) return values[a] < values[b];
        return dictionary[a] < dictionary[b];
    });
    Dictionary sorted;
    std::vector<std::int32_t> moved(dictionary.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        sorted.push_back(dictionary[order[rank]]);
        moved[order[rank]] = static_cast<std::int32_t>(rank);
    }
    return {std::move(sorted), std::move(moved)};
}

std::vector<std::int32_t> recode(std::span<const std::int32_t> codes, const Validity& validity,
                                 std::span<const std::int32_t> moved) {
    std::vector<std::int32_t> result(codes.size(), 0);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (validity[static_cast<std::int64_t>(i)]) {
            result[i] = moved[static_cast<std::size_t>(codes[i])];
        }
    }
    return result;
}

using SpellingPtr = std::shared_ptr<const Column::Spelling>;

SpellingPtr gathered(const SpellingPtr& spelling, std::span<const std::int64_t> rows) {
    if (!spelling) return nullptr;
    auto result = std::make_shared<Column::Spelling>();
    result->missing = spelling->missing;
    result->decimals = spelling->decimals;
    if (spelling->rows.empty()) return result;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const auto own = spelling->find(rows[i])) {
            result->add(static_cast<std::int64_t>(i), *own);
        }
    }
    return result;
}

}  // namespace

void Column::Spelling::add(std::int64_t row, std::string_view text) {
    rows.push_back(row);
    texts.append(text);
    ends.push_back(static_cast<std::int64_t>(texts.size()));
}

std::string_view Column::Spelling::own_text(std::size_t i) const {
    const auto begin = static_cast<std::size_t>(i == 0 ? 0 : ends[i - 1]);
    return std::string_view(texts).substr(begin, static_cast<std::size_t>(ends[i]) - begin);
}

std::optional<std::string_view> Column::Spelling::find(std::int64_t row) const {
    const auto place = std::lower_bound(rows.begin(), rows.end(), row);
    if (place == rows.end() || *place != row) return std::nullopt;
    return own_text(static_cast<std::size_t>(place - rows.begin()));
}

std::int64_t Validity::missing(std::int64_t size) const {
    if (words_.empty()) return 0;
    std::int64_t valid = 0;
    for (std::int64_t i = 0; i < size / 64; ++i) {
        valid += std::popcount(words_[static_cast<std::size_t>(i)]);
    }
    for (std::int64_t row = size / 64 * 64; row < size; ++row) valid += (*this)[row] ? 1 : 0;
    return size - valid;
}

ColumnPtr Column::numeric(std::string name, std::vector<double> values, Validity validity,
                          std::shared_ptr<const Spelling> spelling) {
    auto column = std::shared_ptr<Column>(new Column());
    column->name_ = std::move(name);
    column->kind_ = Kind::numeric;
    column->size_ = static_cast<std::int64_t>(values.size());
    column->numbers_ = std::move(values);
    column->missing_ = validity.missing(column->size_);
    if (column->missing_ > 0) column->validity_ = std::move(validity);
    column->spelling_ = std::move(spelling);
    return column;
}

ColumnPtr Column::categories(std::string name, Kind kind, std::vector<std::int32_t> codes,
                             DictionaryPtr dictionary, Validity validity,
                             std::shared_ptr<const Spelling> spelling) {
    if (kind == Kind::numeric) {
        throw Error(ErrorKind::internal, "categories() was asked for a numeric column");
    }
    auto column = std::shared_ptr<Column>(new Column());
    column->name_ = std::move(name);
    column->kind_ = kind;
    column->size_ = static_cast<std::int64_t>(codes.size());
    column->codes_ = std::move(codes);
    column->dictionary_ = std::move(dictionary);
    column->missing_ = validity.missing(column->size_);
    if (column->missing_ > 0) column->validity_ = std::move(validity);
    column->spelling_ = std::move(spelling);
    return column;
}

ColumnPtr Column::from_texts(std::string name, Kind kind, std::span<const std::string> texts) {
    Dictionary dictionary;
    std::unordered_map<std::string, std::int32_t> known;
    std::vector<std::int32_t> codes;
    for (const std::string& text : texts) {
        const auto [entry, added] =
            known.try_emplace(text, static_cast<std::int32_t>(dictionary.size()));
        if (added) dictionary.push_back(text);
        codes.push_back(entry->second);
    }
    return categories(std::move(name), kind, std::move(codes),
                      std::make_shared<const Dictionary>(std::move(dictionary)));
}

std::span<const double> Column::numbers() const {
    if (kind_ != Kind::numeric) {
        throw Error(ErrorKind::internal, fmt::format("column \"{}\" is not numeric", name_));
    }
    return numbers_;
}

std::span<const std::int32_t> Column::codes() const {
    if (kind_ == Kind::numeric) {
        throw Error(ErrorKind::internal, fmt::format("column \"{}\" has no categories", name_));
    }
    return codes_;
}

const Dictionary& Column::dictionary() const {
    static const Dictionary empty;
    return dictionary_ ? *dictionary_ : empty;
}

std::shared_ptr<const Column::Spelling> Column::spelling_of_missing() const {
    if (!spelling_ || spelling_->missing.empty()) return nullptr;
    auto spelling = std::make_shared<Spelling>();
    spelling->missing = spelling_->missing;
    return spelling;
}

std::string Column::text(std::int64_t row) const {
    const auto i = static_cast<std::size_t>(row);
    if (spelling_) {
        if (const auto own = spelling_->find(row)) return std::string(*own);
    }
    if (!valid(row)) return spelling_ ? spelling_->missing : std::string();
    if (kind_ != Kind::numeric) return (*dictionary_)[static_cast<std::size_t>(codes_[i])];
    return number_as_text(numbers_[i]);
}

std::string Column::number_as_text(double value) const {
    const int decimals = spelling_ ? spelling_->decimals : -1;
    if (notation_) return notation_->text(value, decimals);
    return decimals < 0 ? number_text(value) : fixed_number_text(value, decimals);
}

ColumnPtr Column::renamed(std::string name) const {
    auto column = std::shared_ptr<Column>(new Column(*this));
    column->name_ = std::move(name);
    return column;
}

ColumnPtr Column::gather(std::span<const std::int64_t> rows) const {
    const auto count = static_cast<std::int64_t>(rows.size());
    Validity validity;
    if (has_missing()) {
        validity = Validity(count);
        for (std::int64_t i = 0; i < count; ++i) {
            if (!valid(rows[static_cast<std::size_t>(i)])) validity.set_missing(i);
        }
    }
    auto spelling = gathered(spelling_, rows);
    if (kind_ == Kind::numeric) {
        std::vector<double> values;
        values.reserve(rows.size());
        for (const auto row : rows) values.push_back(numbers_[static_cast<std::size_t>(row)]);
        return with_own_knowledge(
            numeric(name_, std::move(values), std::move(validity), std::move(spelling)));
    }
    std::vector<std::int32_t> codes;
    codes.reserve(rows.size());
    for (const auto row : rows) codes.push_back(codes_[static_cast<std::size_t>(row)]);
    return with_own_knowledge(categories(name_, kind_, std::move(codes), dictionary_,
                                         std::move(validity), std::move(spelling)));
}

// A column made from this one, with what it knows beside its values.
ColumnPtr Column::with_own_knowledge(ColumnPtr made) const {
    if (!meaning_ && !notation_ && !description_) return made;
    auto column = std::shared_ptr<Column>(new Column(*made));
    if (column->kind_ == Kind::semantic) column->meaning_ = meaning_;
    if (column->kind_ == Kind::numeric) column->notation_ = notation_;
    column->description_ = description_;
    return column;
}

ColumnPtr Column::in_place_of(const Column& replaced, const ColumnPtr& column) {
    const bool meaning = replaced.meaning_ && !column->meaning_ && column->kind_ == Kind::semantic;
    const bool notation =
        replaced.notation_ && !column->notation_ && column->kind_ == Kind::numeric;
    const bool description = replaced.description_ && !column->description_;
    if (!meaning && !notation && !description) return column;
    auto with = std::shared_ptr<Column>(
        new Column(meaning ? *column->with_meaning(replaced.meaning_) : *column));
    if (notation) with->notation_ = replaced.notation_;
    if (description) with->description_ = replaced.description_;
    return with;
}

ColumnPtr Column::with_notation(NotationPtr notation) const {
    if (kind_ != Kind::numeric) {
        throw Error(ErrorKind::internal, fmt::format("column \"{}\" is not numeric", name_));
    }
    auto column = std::shared_ptr<Column>(new Column(*this));
    column->notation_ = std::move(notation);
    return column;
}

ColumnPtr Column::with_description(DescriptionPtr description) const {
    auto column = std::shared_ptr<Column>(new Column(*this));
    column->description_ = std::move(description);
    return column;
}

ColumnPtr Column::as_numbers(NotationPtr notation) const {
    const ColumnPtr texts = as_written(Kind::nominal);
    const Dictionary& dictionary = texts->dictionary();
    std::vector<std::optional<double>> values;
    for (const std::string& entry : dictionary) values.push_back(notation->parse(entry));
    // Prices have two decimals each; where not all have as many, the shortest text is the rule.
    int decimals = dictionary.empty() ? -1 : notation->decimals_of(dictionary.front());
    const auto is_canonical = [&](std::size_t code) {
        return values[code] && notation->text(*values[code], decimals) == dictionary[code];
    };
    for (std::size_t code = 0; code < dictionary.size() && decimals >= 0; ++code) {
        if (values[code] && notation->decimals_of(dictionary[code]) != decimals) decimals = -1;
    }
    std::vector<double> numbers(static_cast<std::size_t>(size_), 0.0);
    auto spelling = std::make_shared<Spelling>();
    if (spelling_) spelling->missing = spelling_->missing;
    spelling->decimals = decimals;
    for (std::int64_t row = 0; row < size_; ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (!valid(row)) {
            if (spelling_) {
                if (const auto own = spelling_->find(row)) spelling->add(row, *own);
            }
            continue;
        }
        const auto code = static_cast<std::size_t>(texts->codes()[i]);
        if (!values[code]) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\", row {}: is not written as the notation of the "
                                    "column says",
                                    name_, row + 1));
        }
        numbers[i] = *values[code];
        if (!is_canonical(code)) spelling->add(row, dictionary[code]);
    }
    auto column = std::shared_ptr<Column>(
        new Column(*numeric(name_, std::move(numbers), validity_, std::move(spelling))));
    column->notation_ = std::move(notation);
    column->description_ = description_;
    return column;
}

ColumnPtr Column::categories_as_numbers() const {
    std::vector<double> numbers(codes_.size(), 0.0);
    std::vector<std::optional<double>> values;
    for (const std::string& entry : dictionary()) values.push_back(parse_number(entry));
    auto spelling = std::make_shared<Spelling>();
    if (spelling_) spelling->missing = spelling_->missing;
    for (std::int64_t row = 0; row < size_; ++row) {
        if (!valid(row)) continue;
        const auto i = static_cast<std::size_t>(row);
        const auto code = static_cast<std::size_t>(codes_[i]);
        if (!values[code] || !std::isfinite(*values[code])) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\", row {}: not a finite number, but the column "
                                    "is to be numeric",
                                    name_, row + 1));
        }
        numbers[i] = *values[code];
        const std::string& text = (*dictionary_)[code];
        if (!is_canonical_number(text, numbers[i])) spelling->add(row, text);
    }
    return numeric(name_, std::move(numbers), validity_, std::move(spelling));
}

// A number that is written in several ways is one category, named as where it stands first; the
// spelling still has the other ways.
ColumnPtr Column::numbers_as_categories(Kind kind) const {
    std::vector<double> distinct;
    for (std::int64_t row = 0; row < size_; ++row) {
        if (valid(row)) distinct.push_back(numbers_[static_cast<std::size_t>(row)]);
    }
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    Dictionary dictionary(distinct.size());
    std::vector<char> named(distinct.size(), 0);
    std::vector<std::int32_t> codes(numbers_.size(), 0);
    for (std::int64_t row = 0; row < size_; ++row) {
        if (!valid(row)) continue;
        const auto i = static_cast<std::size_t>(row);
        const auto place = std::lower_bound(distinct.begin(), distinct.end(), numbers_[i]);
        const auto code = static_cast<std::size_t>(place - distinct.begin());
        if (named[code] == 0) dictionary[code] = text(row);
        named[code] = 1;
        codes[i] = static_cast<std::int32_t>(code);
    }
    return categories(name_, kind, std::move(codes),
                      std::make_shared<const Dictionary>(std::move(dictionary)), validity_,
                      spelling_);
}

ColumnPtr Column::as_kind(Kind kind) const {
    if (kind == kind_) return std::make_shared<Column>(*this);
    const ColumnPtr made = as_other_kind(kind);
    return description_ ? made->with_description(description_) : made;
}

ColumnPtr Column::as_other_kind(Kind kind) const {
    if (kind == Kind::numeric) return categories_as_numbers();
    if (kind_ == Kind::numeric) return numbers_as_categories(kind);
    if (kind == Kind::ordinal) {
        auto [dictionary, moved] = sorted_dictionary(*dictionary_);
        return categories(name_, kind, recode(codes_, validity_, moved),
                          std::make_shared<const Dictionary>(std::move(dictionary)), validity_,
                          spelling_);
    }
    return categories(name_, kind, codes_, dictionary_, validity_, spelling_);
}

ColumnPtr Column::as_written(Kind kind) const {
    if (kind_ != Kind::numeric) return as_kind(kind);
    std::vector<std::string> texts;
    std::unordered_map<std::string, std::int32_t> code_of;
    std::vector<std::int32_t> codes(numbers_.size(), 0);
    for (std::int64_t row = 0; row < size_; ++row) {
        if (!valid(row)) continue;
        const auto [place, is_new] =
            code_of.try_emplace(text(row), static_cast<std::int32_t>(texts.size()));
        if (is_new) texts.push_back(place->first);
        codes[static_cast<std::size_t>(row)] = place->second;
    }
    return categories(name_, kind, std::move(codes),
                      std::make_shared<const Dictionary>(std::move(texts)), validity_,
                      spelling_of_missing());
}

ColumnPtr Column::with_meaning(MeaningPtr meaning) const {
    const ColumnPtr semantic = as_written(Kind::semantic);
    auto column = std::shared_ptr<Column>(new Column(*semantic));
    column->meaning_ = std::move(meaning);
    column->description_ = description_;
    return column;
}

ColumnPtr Column::as_ordinal(std::span<const std::string> order) const {
    if (kind_ == Kind::numeric) return as_kind(Kind::nominal)->as_ordinal(order);
    std::unordered_map<std::string_view, std::int32_t> rank;
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank.try_emplace(order[i], static_cast<std::int32_t>(i));
    }
    std::vector<std::int32_t> moved;
    std::size_t unlisted = 0;
    for (const std::string& entry : *dictionary_) {
        const auto found = rank.find(entry);
        if (found == rank.end()) ++unlisted;
        moved.push_back(found == rank.end() ? 0 : found->second);
    }
    if (unlisted > 0) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": {} of its {} categories are not in the given order",
                                name_, unlisted, dictionary_->size()));
    }
    return with_own_knowledge(categories(
        name_, Kind::ordinal, recode(codes_, validity_, moved),
        std::make_shared<const Dictionary>(order.begin(), order.end()), validity_, spelling_));
}

}  // namespace lethe
