#include "lethe/report/sections/assessment/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "lethe/method/catalogue.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/sections/assessment/known_masking.h"
#include "lethe/report/sections/assessment/known_methods.h"
#include "lethe/report/sections/assessment/learnt_distance.h"

namespace lethe::report {
namespace {

const Known* find_known(std::span<const Known> known, std::string_view name) {
    const auto place = std::ranges::find(known, name, &Known::name);
    return place == known.end() ? nullptr : &*place;
}

Explanation basic(std::span<const Known> table, const Json& item, Scale otherwise) {
    Explanation result;
    const Known* known = find_known(table, text(item, "name"));
    result.title = text(item, "title");
    if (result.title.empty()) result.title = known ? std::string(known->title) : text(item, "name");
    result.what = known ? std::string(known->what) : text(item, "summary");
    const std::string unit = text(item, "unit");
    if (unit.empty() || unit == "percent") result.rule = rule_of(known ? known->scale : otherwise);
    const std::optional<double> value = number(item, "value");
    if (value && result.rule) result.level = result.rule->level(*value);
    return result;
}

std::optional<std::int64_t> records_of(const Json& attack, std::optional<std::int64_t> people) {
    const Json& details = field(attack, "details");
    const auto tested = count(field(details, "test"), "records");
    const auto records = tested ? tested : count(details, "records");
    return records ? records : people;
}

std::string found_text(double found) {
    if (found <= 0) return "none";
    if (found < 0.5) return "hardly any";
    return count_text(rounded(found));
}

std::string ties_sentence(const Json& details) {
    const auto strict = number(details, "strict");
    const auto lax = number(details, "lax");
    if (!strict || !lax || percent_text(*strict) == percent_text(*lax)) return {};
    return fmt::format(
        " Where several candidates are equally close the intruder must guess: {} if every such "
        "guess "
        "fails, {} if every one succeeds.",
        percent_text(*strict), percent_text(*lax));
}

// What a family of learnt distances is, in words.
std::string family_words(const Json& details) {
    const std::string family = text(details, "operator");
    if (family == "owa" || family == "choquet-symmetric") {
        return "weighting of the differences by their size";
    }
    if (family.starts_with("choquet")) return "weighting of sets of columns";
    if (family.starts_with("bilinear")) return "matrix of weights";
    return "choice of weights";
}

std::string certificate_sentence(const Json& details) {
    const auto bound = count(details, "bound");
    if (flag(details, "optimal")) {
        return fmt::format(" It is proven that no other {} finds more.", family_words(details));
    }
    if (!bound) return {};
    return fmt::format(" No {} can find more than {}; that is proven.", family_words(details),
                       count_text(*bound));
}

// Of those that are not found: how many nobody could tell apart, and what guessing adds.
std::string lost_sentence(const Json& details) {
    const auto records = count(details, "records");
    const auto alike = count(details, "indistinguishable");
    const auto expected = number(details, "expected");
    const auto strict = number(details, "strict");
    std::string result;
    if (alike && *alike > 0 && records) {
        result = fmt::format(
            " {} people share their released values with somebody else, and no distance tells them "
            "apart.",
            *alike == *records ? "All" : count_text(*alike));
    }
    if (expected && strict && records && percent_text(*expected) != percent_text(*strict)) {
        const double found = *expected / 100 * static_cast<double>(*records);
        result +=
            fmt::format(" An intruder who guesses among the equally near finds about {} ({}).",
                        found_text(found), percent_text(*expected));
    }
    return result;
}

std::string read_supervised(const Json& attack, double value) {
    const Json& details = field(attack, "details");
    const Json& training = field(details, "training");
    const Json& test = field(details, "test");
    const auto records = count(details, "records").value_or(0);
    const auto links = count(details, "links").value_or(0);
    const std::string learnt =
        fmt::format("{} of {} people ({})", links == 0 ? "none" : count_text(links),
                    count_text(records), percent_text(number(details, "strict").value_or(0)));
    if (training.is_object() && test.is_object()) {
        const auto tested = count(test, "records").value_or(0);
        return fmt::format(
                   "Learnt from {} known links, of which it finds {}, it finds {} of the {} "
                   "others. ",
                   count_text(records), percent_text(number(training, "strict").value_or(0)),
                   percent_text(value), count_text(tested)) +
               fmt::format("The proof is about the known ones:{}", certificate_sentence(details));
    }
    const bool repaired = details.contains("projection");
    const auto everybody = count(details, "people").value_or(records);
    const std::string drawn =
        everybody > records
            ? fmt::format(
                  "Of {} people, {} were drawn at random and looked for in the whole "
                  "release. ",
                  count_text(everybody), count_text(records))
            : "";
    const std::string who = repaired ? "repaired" : "best";
    const double strict = number(details, "strict").value_or(0);
    const bool guessing =
        std::abs(strict / 100 * static_cast<double>(records) - static_cast<double>(links)) > 0.5;
    if (guessing) {  // links reach records with equals
        return drawn +
               fmt::format(
                   "The {} {} leads to the own record, or to ones equal to it, of {} of {} "
                   "people; {} are found for certain, {} if it guesses among equals.",
                   who, family_words(details), count_text(links), count_text(records),
                   strict > 0 ? percent_text(strict) : "none", percent_text(value)) +
               certificate_sentence(details);
    }
    return drawn +
           fmt::format("The {} {} finds {} for certain.", who, family_words(details), learnt) +
           certificate_sentence(details) + lost_sentence(details);
}

std::string read_linkage(const Json& attack, double value, std::optional<std::int64_t> people) {
    const Json& details = field(attack, "details");
    const auto records = records_of(attack, people);
    if (text(attack, "name") == "supervised-linkage" && number(details, "strict")) {
        return read_supervised(attack, value);
    }
    std::string reading;
    if (records && *records > 0) {
        const double found = value / 100 * static_cast<double>(*records);
        reading = fmt::format("It finds {} of {} people ({}). Blind guessing would find one.",
                              found < 0.5 ? found_text(found) : "about " + found_text(found),
                              count_text(*records), percent_text(value));
    } else {
        reading = fmt::format("It finds {} of the people.", percent_text(value));
    }
    return reading + ties_sentence(details) + certificate_sentence(details) +
           known_masking_sentences(details, records);
}

std::string read_uniqueness(const Json& attack, double value, std::optional<std::int64_t> people) {
    const Json& details = released_classes(field(attack, "details"));
    const auto own_records = count(details, "records");
    const auto records = own_records ? own_records : people;
    const auto unique = count(details, "unique");
    std::string reading =
        unique && records
            ? fmt::format("{} of {} people ({}) are alone with their values.",
                          *unique == 0 ? "None" : count_text(*unique), count_text(*records),
                          percent_text(value))
            : fmt::format("{} of the people are alone with their values.", percent_text(value));
    if (const auto k = count(details, "k")) {
        reading += *k > 1 ? fmt::format(" Everyone shares them with at least {} others.",
                                        count_text(*k - 1))
                          : " So the release is not k-anonymous on these columns.";
    }
    return reading;
}

std::string read_small_cells(const Json& details, double value) {
    const auto people = count(details, "at_risk");
    const auto own = number(details, "own_percent");
    std::string reading =
        people
            ? fmt::format("{} people have a rare combination; {} of them keep it.",
                          count_text(*people), percent_text(value))
            : fmt::format("{} of the people with a rare combination keep it.", percent_text(value));
    if (count(details, "released") == 0) {
        reading += " The release has no rare combination.";
    } else if (own) {
        reading += fmt::format(
            " Who meets a rare combination in the release meets its owner {} of the time.",
            percent_text(*own));
    }
    return reading;
}

std::string read_measure(std::string_view name, double value) {
    const std::string figure = percent_text(value);
    if (name == "il1") return fmt::format("On average a value moved by {}.", figure);
    if (name == "il2") return fmt::format("On average a mean moved by {}.", figure);
    if (name == "il3") return fmt::format("On average a covariance moved by {}.", figure);
    if (name == "il4") return fmt::format("On average a variance moved by {}.", figure);
    if (name == "il5") return fmt::format("On average a correlation moved by {}.", figure);
    if (name == "sse") return fmt::format("{} of the variation between people is gone.", figure);
    if (name == "dbil") return fmt::format("On average a category moved by {}.", figure);
    if (name == "ctbil") {
        return fmt::format("In an average table {} of the people would have to change their cell.",
                           figure);
    }
    if (name == "ebil") {
        return fmt::format("Of what there is to know, {} is uncertain once a release is read.",
                           figure);
    }
    if (name == "bivariate") return fmt::format("On average chi-square moved by {}.", figure);
    if (name == "pil") {
        return fmt::format("On average a statistic differs from the original with {} certainty.",
                           figure);
    }
    return {};
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
    if (const Method* method = find_method(name)) return method->info.finds_people;
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
    const auto records = records_of(attack, people);
    if (!share || !records) return std::nullopt;
    return *share / 100 * static_cast<double>(*records);
}

Explanation explain_attack(const Json& attack, std::optional<std::int64_t> people) {
    const std::string name = text(attack, "name");
    Explanation result =
        basic(kAttacks, attack, finds_people(attack) ? Scale::people : Scale::none);
    const auto value = number(attack, "value");
    if (!value) return result;
    if (finds_people(attack)) {
        if (result.rule) result.level = result.rule->level(*share_found(attack));
        result.reading = read_linkage(attack, *value, people);
    } else if (name == "uniqueness") {
        result.reading = read_uniqueness(attack, *value, people);
    } else if (name == "small-cells") {
        result.reading = read_small_cells(field(attack, "details"), *value);
    } else if (name == "interval-disclosure") {
        result.reading = fmt::format(
            "{} of the original values lie within a narrow interval around the released "
            "value.",
            percent_text(*value));
    }
    return result;
}

Explanation explain_measure(const Json& measure) {
    Explanation result = basic(kMeasures, measure, Scale::none);
    if (const auto value = number(measure, "value")) {
        result.reading = read_measure(text(measure, "name"), *value);
    }
    return result;
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
