#include "lethe/release/assess/linked/value_costs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>

namespace lethe::release {
namespace {

std::vector<double> numbers_of(const Column& column) {
    std::vector<double> numbers(column.numbers().begin(), column.numbers().end());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            numbers[static_cast<std::size_t>(row)] = std::numeric_limits<double>::quiet_NaN();
        }
    }
    return numbers;
}

// Equal texts have equal codes from 1; 0 is missing.
std::vector<std::int32_t> text_codes(const Column& column) {
    const ColumnPtr written = column.as_written(Kind::nominal);
    std::unordered_map<std::string, std::int32_t> known;
    std::vector<std::int32_t> code_of;
    for (const std::string& text : written->dictionary()) {
        const auto next = static_cast<std::int32_t>(known.size()) + 1;
        code_of.push_back(known.try_emplace(text, next).first->second);
    }
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < written->size(); ++row) {
        const auto code = written->codes()[static_cast<std::size_t>(row)];
        codes.push_back(written->valid(row) ? code_of[static_cast<std::size_t>(code)] : 0);
    }
    return codes;
}

// Labels of intervals are read as the numbers in their middle, and are labels all the same.
bool shows_labels(const Column& column) {
    return column.spelling() != nullptr && !column.spelling()->rows.empty();
}

double seldomness(double count, double most) { return most > 0 ? 1 - count / most : 1; }

}  // namespace

ValueCosts::ValueCosts(const Column& original, const Column& released,
                       std::span<const std::int64_t> origin) {
    numeric_ = original.is_numeric() && released.is_numeric() && !shows_labels(released);
    if (numeric_) {
        known_ = numbers_of(original);
        released_ = numbers_of(released);
        count_numbers(origin);
    } else {
        held_ = text_codes(original);
        shown_ = text_codes(released);
        count_codes(origin);
    }
}

void ValueCosts::count_numbers(std::span<const std::int64_t> origin) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const double value : known_) {
        if (std::isnan(value)) continue;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    range_ = most > least ? most - least : 0;
    double counts[2][2] = {{0, 0}, {0, 0}};
    for (std::size_t row = 0; row < released_.size(); ++row) {
        const std::size_t from = origin.empty() ? row : static_cast<std::size_t>(origin[row]);
        ++counts[std::isnan(known_[from]) ? 1 : 0][std::isnan(released_[row]) ? 1 : 0];
    }
    for (std::size_t held = 0; held < 2; ++held) {
        const double usual = std::max(counts[held][0], counts[held][1]);
        if (usual == 0) continue;
        for (std::size_t shown = 0; shown < 2; ++shown) {
            missing_cost_[held][shown] = seldomness(counts[held][shown], usual);
        }
    }
}

void ValueCosts::count_codes(std::span<const std::int64_t> origin) {
    const std::int32_t most = held_.empty() ? 0 : *std::max_element(held_.begin(), held_.end());
    std::vector<std::map<std::int32_t, std::int64_t>> counts(static_cast<std::size_t>(most) + 1);
    for (std::size_t row = 0; row < shown_.size(); ++row) {
        const std::size_t from = origin.empty() ? row : static_cast<std::size_t>(origin[row]);
        ++counts[static_cast<std::size_t>(held_[from])][shown_[row]];
    }
    for (const auto& of_code : counts) {
        std::int64_t usual = 0;
        for (const auto& [shown, count] : of_code) usual = std::max(usual, count);
        made_of_.emplace_back();
        for (const auto& [shown, count] : of_code) {
            made_of_.back().push_back(
                {shown, static_cast<float>(
                            seldomness(static_cast<double>(count), static_cast<double>(usual)))});
        }
    }
}

double ValueCosts::cost_of_numbers(std::size_t a, std::size_t b) const {
    const double known = known_[a], shown = released_[b];
    const bool no_known = std::isnan(known), no_shown = std::isnan(shown);
    if (no_known || no_shown) return missing_cost_[no_known ? 1 : 0][no_shown ? 1 : 0];
    if (known == shown) return 0;
    return range_ > 0 ? std::min(1.0, std::abs(known - shown) / range_) : 1;
}

double ValueCosts::cost_of_codes(std::int32_t held, std::int32_t shown) const {
    const std::vector<Made>& made = made_of_[static_cast<std::size_t>(held)];
    const auto place =
        std::lower_bound(made.begin(), made.end(), shown,
                         [](const Made& one, std::int32_t wanted) { return one.shown < wanted; });
    return place == made.end() || place->shown != shown ? 1 : static_cast<double>(place->cost);
}

}  // namespace lethe::release
