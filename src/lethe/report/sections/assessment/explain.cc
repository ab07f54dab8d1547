#include "lethe/report/sections/assessment/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "lethe/method/catalogue.h"
#include "lethe/release/assess/intruder_file.h"
#include "lethe/release/assess/linked/linked_attack.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/table/attack/linkage/linkage_words.h"

namespace lethe::report {
namespace {

struct Words {
    std::string title;  // where the item has none
    std::string what;
    Scale scale = Scale::none;
};

const Method* method_named(const Json& item) { return find_assessment(text(item, "name")); }

Words words_of(const Json& item, Scale otherwise) {
    const std::string name = text(item, "name");
    if (name == release::kIntruderFileAttack) {
        return {name, std::string(release::kIntruderFileWords), Scale::people};
    }
    if (name == release::kLinkedRowsAttack) {
        return {name, std::string(release::kLinkedRowsWords), Scale::people};
    }
    const Method* method = find_assessment(name);
    if (method == nullptr) return {name, text(item, "summary"), otherwise};
    const MethodInfo& info = method->info;
    if (info.in_words.empty()) return {info.title, text(item, "summary"), otherwise};
    return {info.title, info.in_words, info.scale};
}

std::optional<RuleOfThumb> rule_of(Scale scale) {
    switch (scale) {
        case Scale::people:
            return RuleOfThumb{5, 20,
                               "5 % and 20 % are the chances of being picked out of a group of 20 "
                               "and of 5, group sizes often asked for. They are no legal limits."};
        case Scale::unique:
            return RuleOfThumb{5, 20,
                               "There is no accepted limit; who is unique is at risk first."};
        case Scale::values:
            return RuleOfThumb{30, 60,
                               "There is no accepted limit; it matters most for columns that are "
                               "sensitive in themselves."};
        case Scale::loss:
            return RuleOfThumb{10, 30, "There is no accepted limit; the use of the data decides."};
        case Scale::probability:
            return RuleOfThumb{20, 50, "There is no accepted limit; the use of the data decides."};
        case Scale::spread:
            return RuleOfThumb{5, 20, "There is no accepted limit; the use of the data decides."};
        case Scale::none:
            break;
    }
    return std::nullopt;
}

Explanation basic(const Json& item, Scale otherwise) {
    Explanation result;
    Words words = words_of(item, otherwise);
    result.title = text(item, "title");
    if (result.title.empty()) result.title = std::move(words.title);
    result.what = std::move(words.what);
    const std::string unit = text(item, "unit");
    if (unit.empty() || unit == "percent") result.rule = rule_of(words.scale);
    const std::optional<double> value = number(item, "value");
    if (value && result.rule) result.level = result.rule->level(*value);
    return result;
}

std::string reading_of(const Json& item, std::optional<std::int64_t> people) {
    const auto value = number(item, "value");
    if (!value) return {};
    const Method* method = method_named(item);
    if (method != nullptr && method->info.reading != nullptr) {
        return method->info.reading(item, *value, people);
    }
    return finds_people(item) ? attack::read_linkage(item, *value, people) : "";
}

}  // namespace

std::string_view name(Level level) {
    constexpr std::array<std::string_view, 3> kNames = {"low", "medium", "high"};
    return kNames[static_cast<std::size_t>(level)];
}

Level RuleOfThumb::level(double value) const {
    return value < medium ? Level::low : value < high ? Level::medium : Level::high;
}

std::string RuleOfThumb::text() const {
    return fmt::format("Rule of thumb: low below {:g} %, high from {:g} %. {}", medium, high,
                       origin);
}

std::string value_text(const Json& item) {
    const auto value = number(item, "value");
    if (!value) return "-";
    const std::string unit = text(item, "unit");
    if (unit.empty() || unit == "percent") return percent_text(*value);
    return fmt::format("{} {}", figure_text(*value), unit);
}

const Json& released_classes(const Json& details) {
    const Json& masked = field(details, "masked");
    return masked.is_object() ? masked : details;
}

const Json& class_histogram(const Json& classes) {
    const Json& histogram = field(classes, "histogram");
    return histogram.is_null() ? field(classes, "class_sizes") : histogram;
}

bool finds_people(const Json& attack) {
    const std::string name = text(attack, "name");
    if (const Method* method = find_assessment(name)) return method->info.finds_people;
    if (flag(attack, "finds_people")) return true;
    const Json& details = field(attack, "details");
    return name.find("linkage") != std::string::npos || details.contains("strict") ||
           details.contains("correct");
}

std::optional<double> share_found(const Json& attack) {
    const auto value = number(attack, "value");
    const Json& details = field(attack, "details");
    if (!value || !finds_people(attack) || details.contains("test")) return value;
    return std::max(*value, number(details, "expected").value_or(0));
}

std::optional<double> people_found(const Json& attack, std::optional<std::int64_t> people) {
    const auto share = share_found(attack);
    const auto records = attack::records_looked_for(attack, people);
    if (!share || !records) return std::nullopt;
    return *share / 100 * static_cast<double>(*records);
}

Explanation explain_attack(const Json& attack, std::optional<std::int64_t> people) {
    const bool found = finds_people(attack);
    Explanation result = basic(attack, found ? Scale::people : Scale::none);
    if (found && result.rule && number(attack, "value")) {
        result.level = result.rule->level(*share_found(attack));
    }
    result.reading = reading_of(attack, people);
    return result;
}

Explanation explain_measure(const Json& measure) {
    Explanation result = basic(measure, Scale::none);
    const Method* method = method_named(measure);
    const bool reads = method != nullptr && method->info.family == Family::loss;
    if (reads) result.reading = reading_of(measure, std::nullopt);
    return result;
}

FieldLook detail_look(std::string_view item, std::string_view key) {
    if (const Method* method = find_assessment(item)) {
        const auto look = std::ranges::find(method->info.details, key, &DetailLook::key);
        if (look != method->info.details.end()) {
            return {look->title, look->percent, look->hidden, look->keys};
        }
    }
    // What the reading of a linkage and the drawing of classes say.
    constexpr std::array<std::string_view, 10> kSaid = {
        "strict", "lax", "expected",  "records",     "correct",
        "unique", "k",   "histogram", "class_sizes", "unique_percent"};
    return {{}, false, std::ranges::find(kSaid, key) != kSaid.end(), {}};
}

const Json& shown_details(const Json& item, const Json& details) {
    const Method* method = method_named(item);
    return method != nullptr && method->has(Purpose::class_sizes) ? released_classes(details)
                                                                  : details;
}

const Json& best_attack(const Json& assessment) {
    const Json* best = &field(assessment, "");
    const Json& attacks = field(assessment, "attacks");
    if (!attacks.is_array()) return *best;
    for (const Json& attack : attacks) {
        const auto share = share_found(attack);
        if (!share || !finds_people(attack)) continue;
        if (best->is_null() || *share > *share_found(*best)) best = &attack;
    }
    return *best;
}

std::string enumeration(const std::vector<std::string>& items) {
    std::string result;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) result += i + 1 == items.size() ? " and " : ", ";
        result += items[i];
    }
    return result;
}

}  // namespace lethe::report
