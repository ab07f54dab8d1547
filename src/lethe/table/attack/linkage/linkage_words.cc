#include "lethe/table/attack/linkage/linkage_words.h"

#include <fmt/format.h>

#include <cmath>

#include "lethe/method/figures.h"

namespace lethe::attack {
namespace {

std::string ties_sentence(const Json& details) {
    const auto strict = figures::number(details, "strict");
    const auto lax = figures::number(details, "lax");
    if (!strict || !lax || figures::percent_text(*strict) == figures::percent_text(*lax)) return {};
    return fmt::format(
        " Where several candidates are equally close the intruder must guess: {} if every such "
        "guess fails, {} if every one succeeds.",
        figures::percent_text(*strict), figures::percent_text(*lax));
}

// What a family of learnt distances is, in words.
std::string family_words(const Json& details) {
    const Json& named = figures::field(details, "operator");
    const std::string family = named.is_string() ? named.get<std::string>() : "";
    if (family == "owa" || family == "choquet-symmetric") {
        return "weighting of the differences by their size";
    }
    if (family.starts_with("choquet")) return "weighting of sets of columns";
    if (family.starts_with("bilinear")) return "matrix of weights";
    return "choice of weights";
}

std::string certificate_sentence(const Json& details) {
    const auto bound = figures::count(details, "bound");
    if (figures::flag(details, "optimal")) {
        return fmt::format(" It is proven that no other {} finds more.", family_words(details));
    }
    if (!bound) return {};
    return fmt::format(" No {} can find more than {}; that is proven.", family_words(details),
                       figures::count_text(*bound));
}

// Of those that are not found: how many nobody could tell apart, and what guessing adds.
std::string lost_sentence(const Json& details) {
    const auto records = figures::count(details, "records");
    const auto alike = figures::count(details, "indistinguishable");
    const auto expected = figures::number(details, "expected");
    const auto strict = figures::number(details, "strict");
    std::string result;
    if (alike && *alike > 0 && records) {
        result = fmt::format(
            " {} people share their released values with somebody else, and no distance tells them "
            "apart.",
            *alike == *records ? "All" : figures::count_text(*alike));
    }
    if (expected && strict && records &&
        figures::percent_text(*expected) != figures::percent_text(*strict)) {
        const double found = *expected / 100 * static_cast<double>(*records);
        result +=
            fmt::format(" An intruder who guesses among the equally near finds about {} ({}).",
                        figures::found_text(found), figures::percent_text(*expected));
    }
    return result;
}

// "about 614 people (56.9 %)"
std::string so_many_people(double share, std::optional<std::int64_t> records) {
    if (!records) return fmt::format("{} of the people", figures::percent_text(share));
    return fmt::format(
        "{} people ({})",
        figures::count_text(figures::rounded(share / 100 * static_cast<double>(*records))),
        figures::percent_text(share));
}

std::string certain_sentences(const Json& details, std::optional<std::int64_t> records) {
    const auto certain = figures::number(details, "certain");
    const auto right = figures::number(details, "certain_right");
    if (!certain || !right) return {};
    std::string out;
    if (*right > 0) {
        out += fmt::format(
            " Of {} only their own record remains possible: that is no likely link but a proof.",
            so_many_people(*right, records));
    }
    if (*certain - *right > 1e-9) {
        out += fmt::format(
            " Of {} one record remains that is not theirs: the masking was not quite what the "
            "intruder takes it for.",
            so_many_people(*certain - *right, records));
    }
    if (const auto empty = figures::number(details, "empty"); empty && *empty > 0) {
        out += fmt::format(" Of {} no record remains.", so_many_people(*empty, records));
    }
    return out;
}

std::string known_masking_sentences(const Json& details, std::optional<std::int64_t> records) {
    std::string out = certain_sentences(details, records);
    if (const auto without = figures::number(details, "distance_linkage")) {
        out += fmt::format(" Without knowing the method the distance alone finds {}.",
                           figures::percent_text(*without));
    }
    return out;
}

}  // namespace

std::optional<std::int64_t> records_looked_for(const Json& attack,
                                               std::optional<std::int64_t> people) {
    const Json& details = figures::field(attack, "details");
    const auto tested = figures::count(figures::field(details, "test"), "records");
    const auto records = tested ? tested : figures::count(details, "records");
    return records ? records : people;
}

std::string read_linkage(const Json& attack, double value, std::optional<std::int64_t> people) {
    const Json& details = figures::field(attack, "details");
    const auto records = records_looked_for(attack, people);
    std::string reading;
    if (records && *records > 0) {
        const double found = value / 100 * static_cast<double>(*records);
        reading = fmt::format(
            "It finds {} of {} people ({}). Blind guessing would find one.",
            found < 0.5 ? figures::found_text(found) : "about " + figures::found_text(found),
            figures::count_text(*records), figures::percent_text(value));
    } else {
        reading = fmt::format("It finds {} of the people.", figures::percent_text(value));
    }
    return reading + ties_sentence(details) + certificate_sentence(details) +
           known_masking_sentences(details, records);
}

std::string read_best_linkage(const Json& attack, double value,
                              std::optional<std::int64_t> people) {
    const Json& details = figures::field(attack, "details");
    if (!figures::number(details, "strict")) return read_linkage(attack, value, people);
    const Json& training = figures::field(details, "training");
    const Json& test = figures::field(details, "test");
    const auto records = figures::count(details, "records").value_or(0);
    const auto links = figures::count(details, "links").value_or(0);
    const std::string learnt =
        fmt::format("{} of {} people ({})", links == 0 ? "none" : figures::count_text(links),
                    figures::count_text(records),
                    figures::percent_text(figures::number(details, "strict").value_or(0)));
    if (training.is_object() && test.is_object()) {
        const auto tested = figures::count(test, "records").value_or(0);
        return fmt::format(
                   "Learnt from {} known links, of which it finds {}, it finds {} of the {} "
                   "others. ",
                   figures::count_text(records),
                   figures::percent_text(figures::number(training, "strict").value_or(0)),
                   figures::percent_text(value), figures::count_text(tested)) +
               fmt::format("The proof is about the known ones:{}", certificate_sentence(details));
    }
    const bool repaired = details.contains("projection");
    const auto everybody = figures::count(details, "people").value_or(records);
    const std::string drawn =
        everybody > records
            ? fmt::format(
                  "Of {} people, {} were drawn at random and looked for in the whole "
                  "release. ",
                  figures::count_text(everybody), figures::count_text(records))
            : "";
    const std::string who = repaired ? "repaired" : "best";
    const double strict = figures::number(details, "strict").value_or(0);
    const bool guessing =
        std::abs(strict / 100 * static_cast<double>(records) - static_cast<double>(links)) > 0.5;
    if (guessing) {  // links reach records with equals
        return drawn +
               fmt::format(
                   "The {} {} leads to the own record, or to ones equal to it, of {} of {} "
                   "people; {} are found for certain, {} if it guesses among equals.",
                   who, family_words(details), figures::count_text(links),
                   figures::count_text(records),
                   strict > 0 ? figures::percent_text(strict) : "none",
                   figures::percent_text(value)) +
               certificate_sentence(details);
    }
    return drawn +
           fmt::format("The {} {} finds {} for certain.", who, family_words(details), learnt) +
           certificate_sentence(details) + lost_sentence(details);
}

std::vector<DetailLook> intersection_details() {
    return {
        {"certain", "one record left", true},
        {"certain_right", "one record left, the right one", true},
        {"by_distance", "several records left", true},
        {"by_distance_right", "several records left, the nearest is right", true},
        {"empty", "no record left", true},
        {"hit", "right record among those left", true},
        {"candidate_sets", "records left", false, "per person"},
        {"window_ranks", "ranks", false, "column"},
        {"distance_linkage", "", true, "", true},
    };
}

std::vector<DetailLook> learnt_details(std::vector<DetailLook> first) {
    for (const char* key : {"columns_exposed",
                            "exposed_together",
                            "exposed_people",
                            "exposed_orders",
                            "heaviest",
                            "others",
                            "links",
                            "bound",
                            "optimal",
                            "seconds",
                            "operator",
                            "impossible",
                            "indistinguishable",
                            "conflicts",
                            "sampled",
                            "verified",
                            "program",
                            "measure",
                            "matrix",
                            "key_attributes",
                            "interactions",
                            "weights_by_rank",
                            "properties",
                            "distance",
                            "training",
                            "test",
                            "projection",
                            "least_weight"}) {
        first.push_back({key, "", false, "", true});
    }
    return first;
}

}  // namespace lethe::attack
