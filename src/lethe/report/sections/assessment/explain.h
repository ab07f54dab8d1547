// Results in plain words, for a reader who signs and is no statistician: what an attack or a
// measure does, what its figure says, and whether that is little or much. The thresholds are rules
// of thumb and say so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

enum class Level { low, medium, high };

std::string_view name(Level level);

// Where medium and high begin, in percent, and where that comes from.
struct RuleOfThumb {
    double medium = 0;
    double high = 0;
    std::string origin;

    Level level(double value) const;
    std::string text() const;  // "Rule of thumb: low below 5 %, high from 20 %. ..."
};

struct Explanation {
    std::string title;
    std::string what;     // what it does
    std::string reading;  // what its value says here; empty without a value
    std::optional<RuleOfThumb> rule;
    std::optional<Level> level;  // by the rule
};

// An item of "attacks"; `people` is how many the files are about. Unknown names are explained by
// their own summary and without a rule.
Explanation explain_attack(const Json& attack, std::optional<std::int64_t> people);
Explanation explain_measure(const Json& measure);

// A headline figure with its unit: "38.1 %", "412 records".
std::string value_text(const Json& item);

// How the fields of an attack's or measure's details are shown beside its explanation: what the
// words and drawings say already is hidden.
FieldLook detail_look(std::string_view item, std::string_view key);

// Of an item's (unfolded) details those that are shown: of the sizes of classes those of the
// release.
const Json& shown_details(const Json& item, const Json& details);

// Of the details of class sizes: the part about the release, and its histogram.
const Json& released_classes(const Json& details);
const Json& class_histogram(const Json& classes);

// Whether an attack's value is the share of people whose record it finds (and not, say, of values
// that it narrows down), and how many it finds.
bool finds_people(const Json& attack);
// In percent, guesses among the equally near included also where the value counts certain links
// only.
std::optional<double> share_found(const Json& attack);
std::optional<double> people_found(const Json& attack, std::optional<std::int64_t> people);

// The attack of an assessment that finds most people; null when none does.
const Json& best_attack(const Json& assessment);

// One sentence that says the most important thing of a result of any kind.
std::string headline(const Json& result);

// Parameters that are set to something, with their values; of a method that is named, without the
// fine settings that have their default.
std::vector<std::pair<std::string, std::string>> told_parameters(const Json& parameters,
                                                                 std::string_view method = {});
// The same as "k = 5", "scaling = zscore".
std::vector<std::string> set_parameters(const Json& parameters, std::string_view method = {});

// What a step of a release did: its method's summary and the parameters that steered it.
std::string describe_step(const Json& step);

// "a", "a and b", "a, b and c"
std::string enumeration(const std::vector<std::string>& items);

}  // namespace lethe::report
