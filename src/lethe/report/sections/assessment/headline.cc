// The sentences that sum up an assessment and a release of a table, and a step in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "lethe/method/catalogue.h"
#include "lethe/release/assess/linked/linked_attack.h"
#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/sections/assessment/assessment_parts.h"
#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/assessment/people_file.h"

namespace lethe::report {
namespace {

constexpr double kHardlyAny = 1;  // percent

// What is found: people, or the documents that are about them.
struct Sought {
    std::string_view one, several;
};

std::string people_headline(const Json& attack, std::optional<std::int64_t> people,
                            const Sought& sought) {
    const double value = *share_found(attack);
    const auto found = people_found(attack, people);
    const Json& details = field(attack, "details");
    const auto tested = count(field(details, "test"), "records");
    const auto records = tested ? tested : count(details, "records");
    if (!found) {
        return fmt::format("The worst attack tried finds {} of the {}.", percent_text(value),
                           sought.several);
    }
    const std::int64_t all = records ? *records : *people;
    const std::string of =
        fmt::format("{} {}", count_text(all), all == 1 ? sought.one : sought.several);
    if (*found <= 0) return fmt::format("Of {} the worst attack tried finds none.", of);
    if (*found < 0.5 && value < kHardlyAny) {
        return fmt::format("Of {} the worst attack tried finds hardly any ({}).", of,
                           percent_text(value));
    }
    const std::vector<double> interval = numbers(attack, "interval");
    const std::string sampled = interval.size() == 2
                                    ? fmt::format(
                                          ", looked for among all released records; among all "
                                          "people between {} and {} with 95 % confidence",
                                          percent_text(interval[0]), percent_text(interval[1]))
                                    : std::string();
    const std::string title = explain_attack(attack, people).title;
    // Of a few people nobody need be found for the chance of each to be large.
    if (*found < 0.5) {
        return fmt::format("Of {} the worst attack tried, {}, finds {} with a chance of {}{}.", of,
                           title, all == 1 ? "this one" : "each", percent_text(value), sampled);
    }
    return fmt::format("Of {} the worst attack tried, {}, finds about {} ({}{}).", of, title,
                       count_text(rounded(*found)), percent_text(value), sampled);
}

// Whether the attack looked for some people only, whom the intruder happens to know, or knew the
// links of others: what the classes allow over all people bounds neither.
bool of_some(const Json& assessment, const Json& attack) {
    if (number(field(assessment, "scenario"), "people").value_or(100) < 100) return true;
    if (!numbers(attack, "interval").empty()) return false;  // drawn from all
    const auto looked_for = count(field(attack, "details"), "records");
    const auto all = rows_of(assessment);
    return looked_for && all && *looked_for < *all;
}

// What the classes of the release allow at most, whatever the attack.
std::string bound_sentence(const Json& assessment, const Json& best) {
    const Json& bound = field(assessment, "bound");
    if (!of_file(best) && of_some(assessment, best)) return {};
    // An average over all people says nothing of those of a file.
    const auto average = number(bound, of_file(best) ? "person" : "average");
    const auto smallest = count(bound, "smallest");
    if (!average || !smallest) return {};
    if (*smallest <= 1) {
        const auto unique = count(bound, "unique");
        if (!unique) return {};
        return fmt::format(" {} {} alone with what she knows.",
                           *unique == 1 ? "One person" : count_text(*unique) + " people",
                           *unique == 1 ? "is" : "are");
    }
    if (number(best, "value").value_or(0) > *average + 0.01 &&
        text(best, "name") == release::kLinkedRowsAttack) {
        return fmt::format(
            " By the columns alone everybody looks like {} at least, so that no attack on these "
            "can find more than {}: it is the rows that tell people apart.",
            counted(*smallest - 1, "other", "others"), percent_text(*average));
    }
    return fmt::format(
        " Everybody shares it with {} at least, so that no attack on these columns can find more "
        "than {}.",
        counted(*smallest - 1, "other", "others"), percent_text(*average));
}

// Who that intruder is: what she knows, and what she is taken not to know.
std::string intruder_sentence(const Json& assessment, const Json& best) {
    const std::vector<std::string> columns =
        of_file(best) ? texts(best, "columns") : texts(field(assessment, "scenario"), "columns");
    if (columns.empty()) return {};
    constexpr std::size_t kMost = 8;
    std::vector<std::string> named(
        columns.begin(), columns.begin() + static_cast<long>(std::min(columns.size(), kMost)));
    if (columns.size() > kMost) {
        named.push_back(fmt::format("{} more columns", columns.size() - kMost));
    }
    const std::string knows = text(best, "knows");
    return fmt::format(" That intruder knows {} of everybody she looks for{}{}.",
                       enumeration(named), knows.empty() ? "" : ", and ", knows);
}

}  // namespace

std::string assessment_headline(const Json& assessment) {
    const auto people = rows_of(assessment);
    if (const Json& best = best_attack(assessment); !best.is_null()) {
        const std::string data = text(assessment, "data");
        const bool documents = data == name(DataKind::documents) || data == name(DataKind::vectors);
        const Sought sought =
            documents ? Sought{"document", "documents"} : Sought{"person", "people"};
        return people_headline(best, people, sought) + intruder_sentence(assessment, best) +
               people_file_sentences(assessment, best) + bound_sentence(assessment, best);
    }
    for (const Json& attack : objects(assessment, "attacks")) {
        const std::string reading = explain_attack(attack, people).reading;
        if (!reading.empty()) return reading + " No attack that finds people was tried.";
    }
    if (!objects(assessment, "attacks").empty()) {
        return "No attack that finds people was tried: how many can be found is not known.";
    }
    return "No attack was tried: how many people can be found is not known.";
}

std::string release_headline(const Json& release) {
    const Json& measured = field(release, "measured");
    if (measured.is_object()) return assessment_headline(measured);
    const std::size_t steps = objects(release, "steps").size();
    return fmt::format(
        "The file was masked in {} step{}. It was not attacked: how many people can be "
        "found is not known.",
        steps, steps == 1 ? "" : "s");
}

std::vector<std::pair<std::string, std::string>> told_parameters(const Json& parameters,
                                                                 std::string_view method) {
    std::vector<std::pair<std::string, std::string>> result;
    if (!parameters.is_object()) return result;
    const Method* known = method.empty() ? nullptr : find_method(method);
    const auto is_usual = [&](const std::string& name, const Json& value) {
        if (known == nullptr) return false;
        const auto described = std::ranges::find(known->parameters, name, &Parameter::name);
        return described != known->parameters.end() && described->fine &&
               described->fallback == value;
    };
    for (const auto& [name, value] : parameters.items()) {
        if (value.is_null() || (value.is_structured() && value.empty())) continue;
        if (!is_usual(name, value)) result.emplace_back(name, exact_text(value));
    }
    return result;
}

std::vector<std::string> set_parameters(const Json& parameters, std::string_view method) {
    std::vector<std::string> result;
    for (const auto& [name, value] : told_parameters(parameters, method)) {
        result.push_back(fmt::format("{} = {}", words(name), value));
    }
    return result;
}

std::string describe_step(const Json& step) {
    const Method* method = find_method(text(step, "method"));
    std::string result = text(step, "summary");
    if (result.empty() && method != nullptr) result = method->info.summary;
    const std::vector<std::string> used =
        set_parameters(field(step, "parameters"), text(step, "method"));
    if (!used.empty()) {
        result += fmt::format("{}With {}.", result.empty() ? "" : " ", enumeration(used));
    }
    return result;
}

}  // namespace lethe::report
