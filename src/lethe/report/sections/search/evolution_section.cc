// Evolutions: what was searched for, and what was found.
#include <fmt/format.h>

#include <vector>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/sections/search/evolution.h"
#include "lethe/report/sections/search/search_parts.h"
#include "lethe/report/sections/search/text_evolution.h"

namespace lethe::report {
namespace {

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

std::string evolution_terminal(const Json& evolution) {
    return wrapped(evolution_headline(evolution)) + "\n" + evolution_text(evolution);
}

void evolution_summary(Markup& out, const Json& evolution, Ids&) { evolution_keys(out, evolution); }

bool holds_populations(const Json& result) { return result.contains("population_first"); }

}  // namespace

Section evolution_section() {
    return {.kinds = {"evolution"},
            .stored = {"history"},
            .recognises = holds_populations,
            .terminal = evolution_terminal,
            .headline = evolution_headline,
            .summary = evolution_summary,
            .parts = {{70, "evolution", "Found by evolution", evolution_html}},
            .top = 7,
            .file = "data",
            .named = 3};
}

}  // namespace lethe::report
