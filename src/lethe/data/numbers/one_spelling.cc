#include "lethe/data/numbers/one_spelling.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lethe {
namespace {

// The ways in which one value is written, by first appearance.
class Writings {
  public:
    void add(std::string text) {
        const auto [place, added] = place_of_.try_emplace(std::move(text), counts_.size());
        if (added) counts_.push_back(0);
        ++counts_[place->second];
    }
    bool several() const { return counts_.size() > 1; }
    const std::string& commonest() const {
        const auto best = static_cast<std::size_t>(
            std::max_element(counts_.begin(), counts_.end()) - counts_.begin());
        return std::find_if(place_of_.begin(), place_of_.end(),
                            [&](const auto& one) { return one.second == best; })
            ->first;
    }

  private:
    std::map<std::string, std::size_t> place_of_;
    std::vector<std::int64_t> counts_;
};

bool has_signed_zero(const Column& column) {
    if (!column.is_numeric()) return false;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const double value = column.numbers()[static_cast<std::size_t>(row)];
        if (value == 0 && std::signbit(value) && column.valid(row)) return true;
    }
    return false;
}

}  // namespace

ColumnPtr with_one_spelling(const Column& column) {
    static const Column::Spelling kPlain;
    const Column::Spelling* spelling = column.spelling() ? column.spelling().get() : &kPlain;
    const bool signed_zero = has_signed_zero(column);
    if (spelling->rows.empty() && !signed_zero) return nullptr;  // texts follow from the values

    // Only what some row writes in its own way can be written in several; and zero, by its sign.
    Writings of_missing;
    std::unordered_map<double, Writings> of_number;
    const auto number = [&](std::int64_t row) {
        return column.numbers()[static_cast<std::size_t>(row)] + 0.0;  // -0 is 0
    };
    if (signed_zero) of_number.try_emplace(0.0);
    for (const std::int64_t row : spelling->rows) {
        if (column.is_numeric() && column.valid(row)) of_number.try_emplace(number(row));
    }
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            of_missing.add(column.text(row));
        } else if (column.is_numeric()) {
            const auto own = of_number.find(number(row));
            if (own != of_number.end()) own->second.add(column.text(row));
        }
    }
    const auto several = [](const auto& one) { return one.second.several(); };
    if (!of_missing.several() && std::none_of(of_number.begin(), of_number.end(), several)) {
        return nullptr;
    }

    std::unordered_map<double, std::string> text_of;
    for (const auto& [value, writings] : of_number) text_of.emplace(value, writings.commonest());
    auto one = std::make_shared<Column::Spelling>();
    one->decimals = spelling->decimals;
    one->first_non_number = spelling->first_non_number;
    one->missing = of_missing.several() ? of_missing.commonest() : spelling->missing;
    if (!column.is_numeric()) {
        const auto codes = column.codes();
        const ColumnPtr made =
            Column::categories(column.name(), column.kind(), {codes.begin(), codes.end()},
                               column.dictionary_ptr(), column.validity(), std::move(one));
        return column.meaning() ? made->with_meaning(column.meaning()) : made;
    }
    // What the value alone would be written as needs no text of its own.
    std::vector<double> values(column.numbers().begin(), column.numbers().end());
    for (double& value : values) value += 0.0;
    const ColumnPtr plain = Column::numeric(column.name(), values, column.validity(),
                                            std::make_shared<Column::Spelling>(*one));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            if (!of_missing.several() && column.text(row) != one->missing) {
                one->add(row, column.text(row));
            }
            continue;
        }
        const auto text = text_of.find(number(row));
        if (text != text_of.end() && plain->text(row) != text->second) one->add(row, text->second);
    }
    return Column::numeric(column.name(), std::move(values), column.validity(), std::move(one));
}

}  // namespace lethe
