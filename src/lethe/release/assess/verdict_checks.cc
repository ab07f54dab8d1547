#include "lethe/release/assess/verdict_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lethe/release/assess/safe_harbor.h"

namespace lethe::release {

std::string few_digits(double value) {
    if (value == std::round(value) && std::fabs(value) < 1e15) return fmt::format("{:.0f}", value);
    return fmt::format("{:.4g}", value);
}

namespace {

std::string columns_text(const std::vector<std::string>& columns) {
    return fmt::format("\"{}\"", fmt::join(columns, "\", \""));
}

Outcome outcome_of(bool met) { return met ? Outcome::met : Outcome::not_met; }

// A figure that must be at most, or at least, so large. `decides` is what is compared: the upper
// end of an interval where there is one.
struct Asked {
    std::string quantity;
    std::optional<double> value;
    double decides = 0;
    double threshold = 0;
    bool at_most = true;
    std::string unit = {};  // " %", " points"
    std::string detail = {};
    std::string not_measured;
    std::string next;
};

Check check_of(const Asked& asked) {
    constexpr double kDust = 1e-9;
    Check check;
    check.quantity = asked.quantity;
    check.value = asked.value;
    check.threshold = fmt::format("{} {}{}", asked.at_most ? "at most" : "at least",
                                  few_digits(asked.threshold), asked.unit);
    if (!asked.value) {
        check.outcome = Outcome::not_measured;
        check.sentence = asked.not_measured;
        check.next = asked.next;
        return check;
    }
    check.outcome = outcome_of(asked.at_most ? asked.decides <= asked.threshold + kDust
                                             : asked.decides >= asked.threshold - kDust);
    check.sentence = fmt::format("{}{}{}; {} is asked.", few_digits(*asked.value), asked.unit,
                                 asked.detail, check.threshold);
    if (check.outcome == Outcome::not_met) check.next = asked.next;
    return check;
}

std::string next_for_classes(const VerdictFigures& figures, std::int64_t k) {
    std::string next = fmt::format(
        "Ask for a release with classes of {0}: lethe advise DATA --k {0}, or raise k to {0} in "
        "the "
        "policy and mask every column that is known",
        k);
    if (!figures.most_exposing_column.empty()) {
        next += fmt::format("; \"{}\" adds most to the risk: mask or generalise it first",
                            figures.most_exposing_column);
    }
    return next + ".";
}

// Asked only where a column is confidential.
Check confidential_check(const VerdictFigures& figures, Asked asked) {
    Check check = check_of(asked);
    if (!asked.value && figures.confidential.empty()) {
        check.outcome = Outcome::not_asked;
        check.sentence = "No column of the release is confidential.";
        check.next.clear();
    }
    return check;
}

}  // namespace

Check smallest_class_check(const VerdictFigures& figures, std::int64_t k) {
    const auto& smallest = figures.smallest_class;
    return check_of({.quantity = "smallest class",
                     .value = smallest ? std::optional<double>(*smallest) : std::nullopt,
                     .decides = static_cast<double>(smallest.value_or(0)),
                     .threshold = static_cast<double>(k),
                     .at_most = false,
                     .detail = smallest == 1 ? " record" : " records",
                     .not_measured = "The classes of the release were not counted.",
                     .next = next_for_classes(figures, k)});
}

// By class size: the risk is one in it, and thresholds are quoted with few digits.
Check record_risk_check(const VerdictFigures& figures, double most) {
    const std::int64_t k = class_size_for(most);
    Check check;
    check.quantity = "largest risk of a record";
    check.threshold = fmt::format("at most {} (classes of {})", few_digits(most), k);
    if (!figures.smallest_class) {
        check.sentence = "The classes of the release were not counted.";
        check.next = next_for_classes(figures, k);
        return check;
    }
    const std::int64_t smallest = *figures.smallest_class;
    check.value = smallest > 0 ? 1 / static_cast<double>(smallest) : 0;
    check.outcome = outcome_of(figures.records == 0 || smallest >= k);
    check.sentence = fmt::format("{} in the smallest class of {}; {} is asked.",
                                 few_digits(*check.value), smallest, check.threshold);
    if (check.outcome == Outcome::not_met) check.next = next_for_classes(figures, k);
    return check;
}

Check found_check(const VerdictFigures& figures, double most) {
    const auto& interval = figures.worst_found_interval;
    std::string detail =
        figures.worst_attack.empty() ? "" : fmt::format(" by {}", figures.worst_attack);
    if (interval) {
        detail += fmt::format(", between {} and {} % with 95 % confidence",
                              few_digits((*interval)[0]), few_digits((*interval)[1]));
    }
    const double found = figures.worst_found.value_or(0);
    return check_of(
        {.quantity = "people whom the best attack finds",
         .value = figures.worst_found,
         .decides = interval ? std::max(found, (*interval)[1]) : found,
         .threshold = most,
         .unit = " %",
         .detail = detail,
         .not_measured = "No attack that finds people was run.",
         .next = fmt::format(
             "Look for a policy that holds: lethe advise DATA --max-risk {}; see which "
             "people are exposed and why: lethe assess DATA RELEASE --exposure FILE.csv.",
             few_digits(most))});
}

Check unique_check(const VerdictFigures& figures, double most) {
    return check_of({.quantity = "unique records",
                     .value = figures.unique_share,
                     .decides = figures.unique_share.value_or(0),
                     .threshold = most,
                     .unit = " %",
                     .not_measured = "Unique records were not counted.",
                     .next = next_for_classes(figures, 2)});
}

double deciding_gain(const VerdictFigures& figures) {
    const double gain = figures.inference_gain.value_or(0);
    return figures.inference_gain_interval ? std::max(gain, (*figures.inference_gain_interval)[1])
                                           : gain;
}

Check inference_gain_check(const VerdictFigures& figures, double most) {
    std::string detail;
    if (!figures.inferred_column.empty()) {
        detail = fmt::format(" about \"{}\"", figures.inferred_column);
    }
    if (figures.inferred && figures.inference_baseline) {
        detail += fmt::format(" ({} % guessed rightly, {} % anyway)", few_digits(*figures.inferred),
                              few_digits(*figures.inference_baseline));
    }
    return confidential_check(
        figures,
        {.quantity = "learnt about confidential values",
         .value = figures.inference_gain,
         .decides = deciding_gain(figures),
         .threshold = most,
         .unit = " points",
         .detail = detail,
         .not_measured = "Attribute inference was not run.",
         .next =
             "Larger classes and more different values in each hide a record's own value: raise "
             "k, ask for l (lethe advise DATA --l 3), or mask the confidential column."});
}

Check diversity_check(const VerdictFigures& figures, double l) {
    return confidential_check(
        figures, {.quantity = "confidential values of a class",
                  .value = figures.l,
                  .decides = figures.l.value_or(0),
                  .threshold = l,
                  .at_most = false,
                  .not_measured = "l-diversity was not measured.",
                  .next = fmt::format("Ask for it: lethe advise DATA --l {}.", few_digits(l))});
}

Check closeness_check(const VerdictFigures& figures, double t) {
    return confidential_check(
        figures, {.quantity = "distance of a class from everybody (t)",
                  .value = figures.t,
                  .decides = figures.t.value_or(0),
                  .threshold = t,
                  .not_measured = "t-closeness was not measured.",
                  .next = fmt::format("Ask for it: lethe advise DATA --t {}.", few_digits(t))});
}

Check individual_risk_check(const VerdictFigures& figures, double most) {
    Check check = check_of({.quantity = "largest individual risk",
                            .value = figures.largest_individual_risk,
                            .decides = figures.largest_individual_risk.value_or(0),
                            .threshold = most,
                            .not_measured = {},
                            .next = next_for_classes(figures, 2)});
    if (!figures.largest_individual_risk) {
        check.outcome = Outcome::not_asked;
        check.sentence = "No weights and no population were given.";
        check.next.clear();
    }
    return check;
}

std::vector<Check> safe_harbor_checks(const VerdictFigures& figures) {
    std::vector<Check> checks;
    for (const SafeHarborKind& kind : safe_harbor_kinds(figures.columns, figures.records)) {
        Check check;
        check.quantity = kind.name;
        check.value = static_cast<double>(kind.columns.size());
        check.threshold = "none";
        check.outcome = outcome_of(kind.columns.empty());
        if (figures.columns.empty()) {
            check.value.reset();
            check.outcome = Outcome::not_measured;
            check.sentence = "The columns of the release were not told.";
        } else if (kind.columns.empty()) {
            check.sentence = "No released column seems to hold them.";
        } else {
            check.sentence =
                fmt::format("Released in what seems to be such: {}.", columns_text(kind.columns));
            check.next = fmt::format(
                "Drop {} (role = \"identifier\"), or say in the policy what they hold instead.",
                columns_text(kind.columns));
        }
        checks.push_back(std::move(check));
    }
    return checks;
}

Check average_risk_check(const VerdictFigures& figures, double most) {
    return check_of({.quantity = "average risk",
                     .value = figures.average_risk,
                     .decides = figures.average_risk.value_or(0),
                     .threshold = most,
                     .not_measured = "The classes of the release were not counted.",
                     .next = next_for_classes(figures, class_size_for(most))});
}

}  // namespace lethe::release
