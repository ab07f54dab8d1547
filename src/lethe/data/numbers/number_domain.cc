#include "lethe/data/numbers/number_domain.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/iso_dates.h"

namespace lethe {
namespace {

constexpr double kOldest = 120;  // years
constexpr int kMostDecimals = 9;
constexpr std::size_t kFewestForTens = 20;  // different values
constexpr std::size_t kMostCodes = 20;
constexpr std::int64_t kShared = 10;  // rows: a value of so many is nobody's own
constexpr double kExact = 0x1p52;     // beyond it every double is whole

double power_of_ten(int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; ++i) power *= 10;
    return power;
}

double rounded(double value, int decimals) {
    const double power = power_of_ten(std::abs(decimals));
    const double scaled = decimals >= 0 ? value * power : value / power;
    if (!(std::fabs(scaled) < kExact)) return value;
    const double whole = std::round(scaled);
    return (decimals >= 0 ? whole / power : whole * power) + 0.0;  // never -0
}

// The next multiple of a step, half up, as DatePattern writes it. A tenth is no double, but ten are
// to one.
double stepped(double value, double step) {
    if (step >= 1) return std::floor(value / step + 0.5) * step + 0.0;
    const double per_unit = std::round(1 / step);
    const double whole = std::floor(value);
    const double count = whole * per_unit + std::floor((value - whole) * per_unit + 0.5);
    return count / per_unit + 0.0;
}

// Of the shortest text; more than kMostDecimals where it has an exponent.
int decimals_of(double value) {
    if (value == std::trunc(value)) return 0;
    const std::string text = number_text(value);
    if (text.find('e') != std::string::npos) return kMostDecimals + 1;
    return static_cast<int>(text.size() - text.find('.') - 1);
}

struct Distinct {
    std::vector<double> values;  // ascending
    std::vector<std::int64_t> counts;
};

Distinct distinct_values(const Column& column) {
    std::vector<double> sorted;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) sorted.push_back(column.numbers()[static_cast<std::size_t>(row)]);
    }
    std::sort(sorted.begin(), sorted.end());
    Distinct result;
    for (const double value : sorted) {
        if (result.values.empty() || result.values.back() != value) {
            result.values.push_back(value);
            result.counts.push_back(0);
        }
        ++result.counts.back();
    }
    return result;
}

std::optional<int> common_decimals(const std::vector<double>& values) {
    int most = 0;
    for (const double value : values) {
        most = std::max(most, decimals_of(value));
        if (most > kMostDecimals) return std::nullopt;
    }
    if (most > 0 || values.size() < kFewestForTens) return most;
    const auto all_are = [&](int decimals) {
        return std::all_of(values.begin(), values.end(), [&](double value) {
            return std::fmod(value, power_of_ten(-decimals)) == 0;
        });
    };
    while (most > -kMostDecimals && all_are(most - 1)) --most;
    return most;
}

using SpellingPtr = std::shared_ptr<const Column::Spelling>;

SpellingPtr one_spelling(const Column& masked, const Column& original, int decimals) {
    auto spelling = std::make_shared<Column::Spelling>();
    for (const Column* column : {&original, &masked}) {
        if (column->spelling() && !column->spelling()->missing.empty()) {
            spelling->missing = column->spelling()->missing;
            break;
        }
    }
    spelling->decimals = decimals;
    if (spelling->missing.empty() && decimals < 0) return nullptr;
    return spelling;
}

}  // namespace

double NumberDomain::nearest(double value) const {
    if (!codes.empty()) {
        const auto above = std::lower_bound(codes.begin(), codes.end(), value);
        if (above == codes.begin()) return codes.front();
        if (above == codes.end()) return codes.back();
        const double below = *(above - 1);
        return value - below < *above - value ? below : *above;
    }
    if (decimals) value = rounded(value, *decimals);
    if (unit) {
        value = span_of(value, quantity, *unit).begin;
    } else if (step > 0) {
        value = stepped(value, step);
    }
    if (least && value < *least) value = *least;
    if (most && value > *most) value = *most;
    return value;
}

namespace {

// "age", "AGE_YEARS", "head age"; not "wage" nor "average".
bool is_called_age(const std::string& name) {
    std::string word;
    for (const char c : name + " ") {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter) {
            word += static_cast<char>(c | 0x20);
        } else if (word == "age") {
            return true;
        } else {
            word.clear();
        }
    }
    return false;
}

}  // namespace

namespace {

void add_shared_ends(const Distinct& distinct, NumberDomain& domain) {
    if (distinct.counts.front() >= kShared) domain.least = distinct.values.front();
    if (distinct.counts.back() >= kShared) domain.most = distinct.values.back();
}

NumberDomain domain_of_dates(const Notation& notation, const Distinct& distinct) {
    constexpr double kSecondsOfDay = 86400;
    NumberDomain domain;
    domain.quantity = notation.quantity();
    domain.step = notation.step();
    add_shared_ends(distinct, domain);
    if (domain.quantity == Quantity::time) {
        if (!domain.least) domain.least = 0;
        if (!domain.most) domain.most = kSecondsOfDay - domain.step;
    }
    if (domain.quantity == Quantity::duration) {
        if (!domain.least && distinct.values.front() >= 0) domain.least = 0;
        if (!domain.most && distinct.values.back() <= 0) domain.most = 0;
    }
    return domain;
}

}  // namespace

NumberDomain inferred_domain(const Column& column) {
    NumberDomain domain;
    if (!column.is_numeric()) return domain;
    const Distinct distinct = distinct_values(column);
    if (distinct.values.empty()) return domain;
    if (column.notation() && !column.notation()->is_number()) {
        return domain_of_dates(*column.notation(), distinct);
    }
    domain.decimals = common_decimals(distinct.values);
    const double first = distinct.values.front();
    const double last = distinct.values.back();
    add_shared_ends(distinct, domain);
    if (!domain.least && first >= 0) domain.least = 0;
    if (!domain.most && last <= 0) domain.most = 0;
    if (!domain.most && first >= 0 && last <= kOldest && is_called_age(column.name())) {
        domain.most = kOldest;
    }
    const bool shared = std::all_of(distinct.counts.begin(), distinct.counts.end(),
                                    [](std::int64_t count) { return count >= kShared; });
    if (shared && distinct.values.size() <= kMostCodes) domain.codes = distinct.values;
    if (column.spelling()) domain.written = column.spelling()->decimals;
    return domain;
}

Json bound_json(double bound, Quantity quantity) {
    return quantity == Quantity::number ? Json(bound) : Json(iso_text(bound, quantity));
}

Json to_json(const NumberDomain& domain) {
    Json json = Json::object();
    if (domain.quantity != Quantity::number) {
        json["quantity"] = name(domain.quantity);
        if (domain.step > 0) json["step"] = domain.step;
    }
    if (domain.unit) json["unit"] = name(*domain.unit);
    if (domain.decimals) json["decimals"] = *domain.decimals;
    if (domain.least || domain.most) {
        const auto bound = [&](const std::optional<double>& value) {
            return value ? bound_json(*value, domain.quantity) : Json(nullptr);
        };
        json["range"] = {bound(domain.least), bound(domain.most)};
    }
    if (!domain.codes.empty()) json["codes"] = domain.codes.size();
    return json;
}

namespace {

void read_quantity(const Json& json, NumberDomain& domain) {
    const Json quantity = json.value("quantity", Json());
    const auto known = quantity.is_string() ? quantity_named(quantity.get<std::string>())
                                            : std::optional<Quantity>();
    domain.quantity = known.value_or(Quantity::number);
    if (domain.quantity == Quantity::number) return;
    const Json step = json.value("step", Json());
    if (step.is_number() && step.get<double>() > 0) domain.step = step.get<double>();
    const bool of_calendar =
        domain.quantity == Quantity::date || domain.quantity == Quantity::moment;
    const Json unit = json.value("unit", Json());
    if (!unit.is_string() || !of_calendar) return;
    domain.unit = date_unit_named(unit.get<std::string>());
    if (domain.unit > DateUnit::millennium) domain.unit = std::nullopt;
}

std::optional<double> read_bound(const Json& bound, Quantity quantity) {
    if (bound.is_string() && quantity != Quantity::number) {
        return iso_value(bound.get<std::string>(), quantity);
    }
    return bound.is_number() ? std::optional(bound.get<double>()) : std::nullopt;
}

}  // namespace

NumberDomain domain_from_json(const Json& json) {
    NumberDomain domain;
    if (!json.is_object()) return domain;
    read_quantity(json, domain);
    if (const Json decimals = json.value("decimals", Json()); decimals.is_number_integer()) {
        domain.decimals = std::clamp(decimals.get<int>(), -kMostDecimals, kMostDecimals);
    }
    const Json range = json.value("range", Json());
    if (!range.is_array() || range.size() != 2) return domain;
    domain.least = read_bound(range[0], domain.quantity);
    domain.most = read_bound(range[1], domain.quantity);
    return domain;
}

ColumnPtr with_possible_values(const Column& masked, const Column& original,
                               const NumberDomain& domain, std::int64_t& bounded) {
    if (!masked.is_numeric()) {
        const auto codes = masked.codes();
        const ColumnPtr made = Column::categories(
            masked.name(), masked.kind(), {codes.begin(), codes.end()}, masked.dictionary_ptr(),
            masked.validity(), one_spelling(masked, original, -1));
        return masked.meaning() ? made->with_meaning(masked.meaning()) : made;
    }
    std::vector<double> values(masked.numbers().begin(), masked.numbers().end());
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        if (!masked.valid(row)) continue;
        double& value = values[static_cast<std::size_t>(row)];
        if ((domain.least && value < *domain.least) || (domain.most && value > *domain.most)) {
            ++bounded;
        }
        value = domain.nearest(value);
    }
    return Column::numeric(masked.name(), std::move(values), masked.validity(),
                           one_spelling(masked, original, domain.written));
}

}  // namespace lethe
