// The sentences that sum up a whole result, and a step in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/method/catalogue.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/assessment/people_file.h"
#include "lethe/report/sections/graph/graph_assessment.h"
#include "lethe/report/sections/search/evolution.h"
#include "lethe/report/sections/vectors/vector_assessment.h"

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
    return fmt::format(
        " Everybody shares it with {} others at least, so that no attack on these columns can find "
        "more than {}.",
        count_text(*smallest - 1), percent_text(*average));
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

std::string assessment_headline(const Json& assessment) {
    const auto people = rows_of(assessment);
    if (const Json& best = best_attack(assessment); !best.is_null()) {
        const bool documents = text(assessment, "data") == name(DataKind::documents);
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

std::string exploration_headline(const Json& exploration) {
    std::vector<Json> points = objects(exploration, "points");
    std::erase_if(points, [](const Json& point) {
        return !text(point, "error").empty() || flag(point, "untried");
    });
    const auto front =
        std::ranges::count_if(points, [](const Json& p) { return flag(p, "pareto"); });
    const std::string tried = count_text(static_cast<std::int64_t>(points.size()));
    const Json& sample = field(exploration, "sample");
    std::string result =
        sample.is_object()
            ? fmt::format(
                  "{} protections were tried on a sample of {} people, and {} promising ones on "
                  "all {}; {} of these {} not beaten by another.",
                  tried, count_text(count(sample, "people").value_or(0)),
                  count_text(count(sample, "whole").value_or(0)),
                  count_text(count(sample, "of").value_or(0)), count_text(front),
                  front == 1 ? "is" : "are")
            : fmt::format("{} protections were tried; {} of them {} not beaten by another.", tried,
                          count_text(front), front == 1 ? "is" : "are");
    if (flag(exploration, "stopped")) result = "The search was stopped before its end. " + result;
    const auto recommended = count(exploration, "recommended");
    for (const Json& point : points) {
        if (!recommended || count(point, "id") != recommended) continue;
        const auto risk = number(point, "risk");
        const auto loss = number(point, "loss");
        result += fmt::format(" Recommended: {}", text(point, "label"));
        if (risk && loss) {
            result += fmt::format(" (risk {}, loss {})", percent_text(*risk), percent_text(*loss));
        }
        result += ".";
    }
    return result;
}

// "the best of 54 files, mdav k=7"
std::string start_words(const Json& evolution) {
    const Evolved what = evolved_in(evolution);
    if (what == Evolved::formula) return "the standard formula";
    const std::string name = start_name(evolution);
    const auto files = count(field(evolution, "start"), "files");
    const std::string rank = what == Evolved::matrices ? "the best classical matrix"
                             : files ? fmt::format("the best of {} files", count_text(*files))
                                     : "the best of the start";
    return name.empty() ? rank : fmt::format("{}, {}", rank, name);
}

// "the risk is 45.1 % instead of 48.9 %"
std::string change_words(const Json& start, const Json& best, std::string_view key) {
    const auto now = number(best, key), then = number(start, key);
    if (!now) return {};
    const std::string shown = percent_text(*now);
    if (!then) return fmt::format("the {} is {}", key, shown);
    if (percent_text(*then) == shown) return fmt::format("the {} stays at {}", key, shown);
    return fmt::format("the {} is {} instead of {}", key, shown, percent_text(*then));
}

std::string evolution_headline(const Json& evolution) {
    const Json& start = field(evolution, "start");
    const Json& best = field(evolution, "best");
    const auto score = number(best, "score"), before = number(start, "score");
    if (!score) return "An evolution that does not say what it found.";
    std::string result;
    std::vector<std::string> further;
    if (before && *score < *before) {
        result = fmt::format("Evolution brought the score down from {} ({}) to {}",
                             score_text(*before, *score), start_words(evolution),
                             score_text(*score, *before));
        for (const char* key : {"risk", "loss"}) further.push_back(change_words(start, best, key));
    } else {
        result =
            before ? fmt::format("Evolution found nothing better than {}, with score {}",
                                 start_words(evolution), score_text(*before))
                   : fmt::format("The best that evolution found has score {}", score_text(*score));
        for (const char* key : {"risk", "loss"}) further.push_back(change_words({}, best, key));
    }
    std::erase(further, "");
    if (!further.empty()) result += ": " + enumeration(further);
    return result + ".";
}

std::string inspection_headline(const Json& inspection) {
    const Json& classes = field(inspection, "classes");
    const auto rows = count(field(inspection, "data"), "rows");
    const auto unique = count(classes, "unique");
    if (!rows || !unique || *rows <= 0) {
        return "The columns of the file and what they could give away.";
    }
    const double share = 100.0 * static_cast<double>(*unique) / static_cast<double>(*rows);
    const std::size_t columns = texts(classes, "columns").size();
    return fmt::format(
        "Before any protection, {} of {} people ({}) are unique in {}.",
        *unique == 0 ? "none" : count_text(*unique), count_text(*rows), percent_text(share),
        columns == 0 ? "the columns that could identify them"
        : columns == 1
            ? "the one quasi-identifier"
            : fmt::format("the {} quasi-identifiers, columns that others may know", columns));
}

std::string reproductions_headline(const Json& result) {
    std::int64_t checks = 0, held = 0;
    std::vector<std::string> titles;
    for (const Json& experiment : objects(result, "reproductions")) {
        titles.push_back(text(experiment, "title"));
        for (const Json& check : objects(experiment, "checks")) {
            ++checks;
            held += flag(check, "holds") ? 1 : 0;
        }
    }
    return fmt::format(
        "Run again: {}.{}", enumeration(titles),
        checks == 0 ? ""
                    : fmt::format(" {} of {} checks hold.", count_text(held), count_text(checks)));
}

}  // namespace

std::string headline(const Json& result) {
    switch (kind_of(result)) {
        case ResultKind::release:
            return release_headline(result);
        case ResultKind::assessment:
            return assessment_headline(result);
        case ResultKind::exploration:
            return exploration_headline(result);
        case ResultKind::evolution:
            return evolution_headline(result);
        case ResultKind::inspection:
            return inspection_headline(result);
        case ResultKind::other_release:
            return other_release_headline(result);
        case ResultKind::documents:
            return (objects(result, "attacks").empty() ? "" : assessment_headline(result) + " ") +
                   documents_headline(result);
        case ResultKind::vectors:
            return vectors_headline(result);
        case ResultKind::graphs:
            return graph_headline(result);
        case ResultKind::reproductions:
            return reproductions_headline(result);
        case ResultKind::other:
            break;
    }
    return "A result of a kind that this version does not know.";
}

std::vector<std::string> set_parameters(const Json& parameters) {
    std::vector<std::string> result;
    if (!parameters.is_object()) return result;
    for (const auto& [name, value] : parameters.items()) {
        if (value.is_null() || (value.is_structured() && value.empty())) continue;
        result.push_back(fmt::format("{} = {}", words(name), exact_text(value)));
    }
    return result;
}

std::string describe_step(const Json& step) {
    const Method* method = find_method(text(step, "method"));
    std::string result = text(step, "summary");
    if (result.empty() && method != nullptr) result = method->info.summary;
    const std::vector<std::string> used = set_parameters(field(step, "parameters"));
    if (!used.empty()) {
        result += fmt::format("{}With {}.", result.empty() ? "" : " ", enumeration(used));
    }
    return result;
}

}  // namespace lethe::report
