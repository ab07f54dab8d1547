#include "lethe/report/sections/assessment/guarantees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {
namespace {

std::string reading_text(std::string_view reading) {
    return reading == "any" ? "a missing value agrees with anything"
                            : "a missing value counts as a value of its own";
}

// How many stand below k, and alone: "29 of 1,000 people share their values with fewer than 4
// others, 12 of them with nobody".
std::string below_text(const Json& counts, std::int64_t k, std::int64_t people) {
    const std::int64_t below = count(counts, "below").value_or(0);
    const std::int64_t unique = count(counts, "unique").value_or(0);
    if (unique == below) {
        return fmt::format("{} of {} people {} unique", count_text(unique), count_text(people),
                           unique == 1 ? "is" : "are");
    }
    std::string text =
        fmt::format("{} of {} people share their values with fewer than {}", count_text(below),
                    count_text(people), counted(k - 1, "other", "others"));
    if (unique > 0) text += fmt::format(", {} of them with nobody", count_text(unique));
    return text;
}

std::string holding_text(const Json& item, std::int64_t people) {
    return fmt::format("smallest group {} of {} people",
                       count_text(count(item, "smallest").value_or(0)), count_text(people));
}

// What the other reading of missing values finds, where that is worse.
std::string other_text(const Json& item, std::int64_t k, std::int64_t people) {
    const Json& other = field(item, "other_reading");
    if (count(other, "below").value_or(0) <= count(item, "below").value_or(0)) return {};
    return fmt::format(" Where {}, it does not: {}.", reading_text(text(other, "missing")),
                       below_text(other, k, people));
}

std::string counted_text(const Json& counted) {
    if (counted.is_string()) return counted.get<std::string>();
    if (counted.is_number()) return figure_text(counted.get<double>());
    if (!counted.is_array()) return "not counted";
    std::vector<std::string> parts;
    for (const Json& one : counted) parts.push_back(counted_text(one));
    return fmt::format("{}", fmt::join(parts, " to "));
}

// "l-distinct:3 of disease (4)"; of what has no figure the reason: "(illness is not in the released
// file)".
std::string model_text(const Json& model) {
    const std::string sensitive = text(model, "sensitive");
    const std::string reason = text(model, "reason");
    const bool counted = !field(model, "counted").is_null();
    const std::string why = counted ? counted_text(field(model, "counted")) : reason;
    return fmt::format("{}{}{}{}", text(model, "model"), sensitive.empty() ? "" : " of ", sensitive,
                       why.empty() ? "" : " (" + why + ")");
}

// Of a step that enforces privacy models: which hold, with what was counted.
std::string models_sentence(const Json& item) {
    std::vector<std::string> held;
    std::vector<std::string> broken;
    std::vector<std::string> open;
    for (const Json& model : objects(item, "models")) {
        const Json& holds = field(model, "holds");
        (holds.is_null()        ? open
         : flag(model, "holds") ? held
                                : broken)
            .push_back(model_text(model));
    }
    std::vector<std::string> parts;
    const auto add = [&](const std::vector<std::string>& models, const char* one,
                         const char* many) {
        if (models.empty()) return;
        parts.push_back(fmt::format("{} {}", enumeration(models), models.size() == 1 ? one : many));
    };
    add(broken, "does not hold", "do not hold");
    add(held, "holds", "hold");
    const std::string counted =
        parts.empty() ? ""
                      : fmt::format("{}, counted in the released file; ", fmt::join(parts, "; "));
    parts.clear();
    add(open, "could not be counted", "could not be counted");
    const std::string uncounted = parts.empty() ? "" : parts.front() + "; ";
    const std::int64_t people = count(item, "people").value_or(0);
    return fmt::format("For {}: {}{}{}.", enumeration(texts(item, "columns")), counted, uncounted,
                       holding_text(item, people));
}

std::string step_sentence(const Json& item) {
    if (field(item, "models").is_array()) return models_sentence(item);
    const std::int64_t k = count(item, "k").value_or(0);
    const std::int64_t people = count(item, "people").value_or(0);
    const std::string columns = enumeration(texts(item, "columns"));
    if (field(item, "holds").is_null()) {
        return fmt::format("Whether k = {} holds for {} was not counted: too many combinations.", k,
                           columns);
    }
    const bool holds = flag(item, "holds");
    std::string sentence =
        fmt::format("k = {} {} for {}: {}", k, holds ? "holds" : "does not hold", columns,
                    holds ? holding_text(item, people) : below_text(item, k, people));
    if (flag(item, "with_missing")) {
        sentence += fmt::format(" ({})", reading_text(text(item, "missing")));
    }
    return sentence + "." + other_text(item, k, people);
}

std::string all_sentence(const Json& item) {
    const std::int64_t people = count(item, "people").value_or(0);
    const auto k = count(item, "k");
    const std::vector<std::string> unmasked = texts(item, "unmasked");
    const std::string where =
        unmasked.empty() || !k
            ? fmt::format("On all quasi-identifiers together ({})",
                          enumeration(texts(item, "columns")))
            : fmt::format("Together with {}, which {} released as {},", enumeration(unmasked),
                          unmasked.size() == 1 ? "is" : "are",
                          unmasked.size() == 1 ? "it is" : "they are");
    const std::string missing = flag(item, "with_missing")
                                    ? fmt::format(" ({})", reading_text(text(item, "missing")))
                                    : std::string();
    if (!k) {
        const std::int64_t unique = count(item, "unique").value_or(0);
        return fmt::format("{} {} of {} people {} unique, and the smallest group is {}{}.", where,
                           count_text(unique), count_text(people), unique == 1 ? "is" : "are",
                           count_text(count(item, "smallest").value_or(0)), missing);
    }
    if (flag(item, "holds")) {
        return fmt::format("{} k = {} holds too: {}{}.", where, *k, holding_text(item, people),
                           missing);
    }
    return fmt::format("{} k = {} does not hold: {}{}.", where, *k, below_text(item, *k, people),
                       missing);
}

// Rows of a linked table, where people would be told of.
std::string rows_sentence(const Json& item) {
    const auto k = count(item, "k");
    const std::int64_t rows = count(item, "people").value_or(0);
    const std::string columns = enumeration(texts(item, "columns"));
    if (field(item, "models").is_array()) {
        return fmt::format("For {}: {}.", columns,
                           flag(item, "holds") ? "what the step enforces of rows holds"
                                               : "what the step enforces of rows does not hold, or "
                                                 "was not counted");
    }
    const std::string shown =
        fmt::format("{} of {} rows {} shown once, and the smallest group of rows is {}",
                    count_text(count(item, "unique").value_or(0)), count_text(rows),
                    count(item, "unique").value_or(0) == 1 ? "is" : "are",
                    count_text(count(item, "smallest").value_or(0)));
    if (!k) return fmt::format("On {} together {}.", columns, shown);
    return fmt::format("k = {} {} for rows by {}: {}.", *k,
                       flag(item, "holds") ? "holds" : "does not hold", columns, shown);
}

// The people with the rows that are linked to them.
std::string links_sentence(const Json& item) {
    const std::int64_t people = count(item, "people").value_or(0);
    std::vector<std::string> own;
    for (const Json& table : objects(item, "tables")) own.push_back(text(table, "table"));
    const std::vector<std::string> dealt = texts(item, "dealt");
    const std::string where = own.empty() ? "With their rows dealt among the people who look alike"
                                          : fmt::format("With their rows in {}", enumeration(own));
    std::string sentence;
    if (own.empty() && dealt.empty()) {
        return "Of the linked tables nobody is taken to know anything.";
    }
    if (const auto k = count(item, "k"); !k) {
        const std::int64_t unique = count(item, "unique").value_or(0);
        sentence = fmt::format("{} {} of {} people {} unique", where, count_text(unique),
                               count_text(people), unique == 1 ? "is" : "are");
    } else if (flag(item, "holds")) {
        sentence = fmt::format("{} k = {} holds too: {}", where, *k, holding_text(item, people));
    } else {
        sentence =
            fmt::format("{} k = {} does not hold: {}", where, *k, below_text(item, *k, people));
    }
    if (!own.empty() && !dealt.empty()) {
        sentence += fmt::format("; the rows of {} were dealt among the people who look alike",
                                enumeration(dealt));
    }
    return sentence + ".";
}

// Groups over the parts of a step, or the clusters in which it ran.
struct GroupFacts {
    std::int64_t groups = 0;
    std::int64_t smallest = 0;
    std::int64_t largest = 0;

    void add(const Json& facts) {
        const auto number = count(facts, "groups");
        if (!number || *number == 0) return;
        const std::int64_t least = count(facts, "smallest").value_or(0);
        smallest = groups == 0 ? least : std::min(smallest, least);
        largest = std::max(largest, count(facts, "largest").value_or(0));
        groups += *number;
    }
};

void add_groups(const Json& facts, GroupFacts& all) {
    all.add(facts);
    for (const char* key : {"parts", "semantic"}) {
        for (const Json& part : objects(facts, key)) all.add(part);
    }
    for (const Json& cluster : objects(facts, "clusters")) {
        add_groups(field(cluster, "facts"), all);
    }
}

std::int64_t cells(const Json& facts, std::string_view key) {
    const Json& value = field(facts, key);
    if (!value.is_object()) return count(facts, key).value_or(0);
    std::int64_t sum = 0;
    for (const auto& [name, number] : value.items()) sum += count(value, name).value_or(0);
    return sum;
}

std::string domain_text(const Json& domain) {
    if (const auto codes = count(domain, "codes")) {
        return fmt::format("one of its {} values", count_text(*codes));
    }
    std::vector<std::string> parts;
    if (const auto decimals = count(domain, "decimals")) {
        if (*decimals > 0) parts.push_back(counted(*decimals, "decimal", "decimals"));
        if (*decimals == 0) parts.emplace_back("whole");
        if (*decimals < 0) {
            parts.push_back("multiples of 1" +
                            std::string(static_cast<std::size_t>(-*decimals), '0'));
        }
    }
    const std::string quantity = text(domain, "quantity");
    if (const std::string unit = text(domain, "unit"); !unit.empty()) {
        parts.push_back("beginnings of a " + unit);
    } else if (quantity == "date") {
        parts.emplace_back("whole days");
    } else if (!quantity.empty()) {
        parts.push_back("as it is written");
    }
    const Json& range = field(domain, "range");
    if (range.is_array() && range.size() == 2) {
        const auto add = [&](std::string_view words, const Json& bound) {
            if (bound.is_string()) {
                parts.push_back(fmt::format("{} {}", words, bound.get<std::string>()));
            } else if (bound.is_number()) {
                parts.push_back(fmt::format("{} {}", words, figure_text(bound.get<double>())));
            }
        };
        add("at least", range[0]);
        add("at most", range[1]);
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<std::string> guarantee_sentences(const Json& release) {
    std::vector<std::string> sentences;
    for (const Json& item : objects(release, "guarantees")) {
        const std::string scope = text(item, "scope");
        if (text(item, "of") == "rows") {  // of a linked table: each person has several
            sentences.push_back(rows_sentence(item));
            continue;
        }
        sentences.push_back(scope == "step"    ? step_sentence(item)
                            : scope == "links" ? links_sentence(item)
                                               : all_sentence(item));
    }
    return sentences;
}

Grid guarantees_grid(const Json& release) {
    Grid grid{"Counted in the released file",
              {"columns", "k", "holds", "missing values", "smallest group", "groups",
               "people below k", "unique"},
              {}};
    for (const Json& item : objects(release, "guarantees")) {
        const auto add = [&](const Json& counts, bool is_other) {
            const bool below = count(counts, "below").value_or(0) > 0;
            const bool told = field(item, "k").is_number() && field(counts, "below").is_number();
            grid.rows.push_back({Cell(is_other ? "" : enumeration(texts(item, "columns"))),
                                 is_other ? Cell() : cell(field(item, "k")),
                                 told ? Cell(below ? "no" : "yes") : Cell(),
                                 Cell(!flag(item, "with_missing")        ? "none"
                                      : text(counts, "missing") == "any" ? "agree with anything"
                                                                         : "a value of their own"),
                                 cell(field(counts, "smallest")), cell(field(counts, "groups")),
                                 told ? cell(field(counts, "below")) : Cell(),
                                 cell(field(counts, "unique"))});
        };
        add(item, false);
        if (const Json& other = field(item, "other_reading"); other.is_object()) add(other, true);
    }
    return grid;
}

Grid models_grid(const Json& release) {
    Grid grid{"Privacy models, counted in the released file",
              {"columns", "model", "of", "asked", "counted", "holds"},
              {}};
    for (const Json& item : objects(release, "guarantees")) {
        bool first = true;
        for (const Json& model : objects(item, "models")) {
            const Json& holds = field(model, "holds");
            grid.rows.push_back(
                {Cell(first ? enumeration(texts(item, "columns")) : ""), Cell(text(model, "model")),
                 Cell(text(model, "sensitive")), Cell(counted_text(field(model, "asked"))),
                 Cell(counted_text(field(model, "counted"))),
                 holds.is_null() ? Cell() : Cell(flag(model, "holds") ? "yes" : "no")});
            first = false;
        }
    }
    return grid;
}

std::string step_outcome(const Json& step) {
    const Json& facts = field(step, "facts");
    std::vector<std::string> parts;
    GroupFacts groups;
    add_groups(facts, groups);
    if (groups.groups > 0) {
        parts.push_back(
            groups.smallest == groups.largest
                ? fmt::format("{} of {} people", counted(groups.groups, "group", "groups"),
                              count_text(groups.smallest))
                : fmt::format("{} of {} to {} people", counted(groups.groups, "group", "groups"),
                              count_text(groups.smallest), count_text(groups.largest)));
    }
    if (const std::int64_t lost = cells(facts, "suppressed_cells"); lost > 0) {
        parts.push_back(counted(lost, "cell", "cells") + " suppressed");
    }
    if (const std::int64_t filled = cells(facts, "filled_cells"); filled > 0) {
        parts.push_back(counted(filled, "missing cell", "missing cells") + " filled");
    }
    if (const auto records = count(facts, "suppressed_records")) {
        parts.push_back(counted(*records, "record", "records") + " suppressed");
    }
    if (const Json& levels = field(facts, "levels"); levels.is_object() && !levels.empty()) {
        std::vector<std::string> each;
        for (const auto& [name, level] : levels.items()) {
            each.push_back(fmt::format("{} {}", name, exact_text(level)));
        }
        parts.push_back(fmt::format("levels: {}", fmt::join(each, ", ")));
    }
    if (const Json& rounds = field(facts, "rounds"); rounds.is_array() && !rounds.empty()) {
        parts.push_back(fmt::format("levels that differ by row, of {}",
                                    counted(std::ssize(rounds), "round", "rounds")));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::string values_sentence(const Json& release) {
    const Json& values = field(release, "values");
    if (!values.is_object()) return {};
    std::vector<std::pair<std::string, std::vector<std::string>>> alike;  // in order of appearance
    for (const auto& [name, domain] : values.items()) {
        const std::string shown = domain_text(domain);
        if (shown.empty()) continue;
        auto place = std::find_if(alike.begin(), alike.end(),
                                  [&](const auto& entry) { return entry.first == shown; });
        if (place == alike.end()) place = alike.insert(alike.end(), {shown, {}});
        place->second.push_back(name);
    }
    std::vector<std::string> parts;
    for (const auto& [shown, names] : alike) {
        parts.push_back(fmt::format("{} ({})", enumeration(names), shown));
    }
    if (parts.empty()) return {};
    return fmt::format("Numbers were brought to values that their columns can have: {}.",
                       fmt::join(parts, "; "));
}

}  // namespace lethe::report
