// Assessments and releases of tables in the report: the summary below the headline, and which parts
// of the page they bring along.
#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "lethe/method/catalogue.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/assessment/assessment_parts.h"
#include "lethe/report/sections/assessment/verdict_page.h"

namespace lethe::report {
namespace {

// What the risk is, by the rule that made it.
std::string risk_words(const Json& assessment) {
    const std::string rule = text(assessment, "risk_rule");
    if (rule == "worst") return "people whom the worst attack finds; lower is safer";
    if (rule == "rl") return "mean of distance-based and probabilistic linkage; lower is safer";
    if (rule == "srl") return "people whom the best learnt distance finds; lower is safer";
    if (rule == "mean") return "mean of the attacks that find people; lower is safer";
    if (const Method* attack = find_assessment(rule)) {
        return attack->info.title + " alone; lower is safer";
    }
    return "linkages and interval disclosure in equal parts (DR); lower is safer";
}

void key_figures(Markup& out, const Json& assessment) {
    const auto risk = number(assessment, "risk");
    const auto loss = number(assessment, "loss");
    const auto score = number(assessment, "score");
    std::optional<std::int64_t> smallest = count(field(assessment, "bound"), "smallest");
    for (const Json& attack : objects(assessment, "attacks")) {
        const Method* method = find_assessment(text(attack, "name"));
        if (smallest || method == nullptr || !method->has(Purpose::class_sizes)) continue;
        smallest = count(released_classes(field(attack, "details")), "k");
    }
    if (!risk && !loss && !score && !smallest) return;
    out.open("dl", {{"class", "keys"}});
    if (risk) {
        key_figure(out, "Disclosure risk", percent_text(*risk), risk_words(assessment));
    }
    if (loss) key_figure(out, "Information loss", percent_text(*loss), "lower is more useful");
    if (score) {
        const double alpha = number(assessment, "alpha").value_or(0.5);
        key_figure(out, "Score", fmt::format("{:.1f}", *score),
                   fmt::format("{:g} \xC3\x97 loss + {:g} \xC3\x97 risk; lower is better", alpha,
                               1 - alpha));
    }
    if (smallest) {
        key_figure(out, "Smallest class", count_text(*smallest),
                   "people with the same released values of what an intruder knows");
    }
    out.close();
}

std::string attacks_tried(const Json& assessment) {
    std::vector<std::string> titles;
    for (const Json& attack : objects(assessment, "attacks")) {
        titles.push_back(explain_attack(attack, {}).title);
    }
    if (titles.empty()) return {};
    return fmt::format("Tried: {}. An attack that was not tried may find more.",
                       enumeration(titles));
}

void best_attack_words(Markup& out, const Json& assessment, Ids& ids) {
    const Json& best = best_attack(assessment);
    if (!best.is_null()) {
        const Explanation explained = explain_attack(best, rows_of(assessment));
        out.open("div", {{"class", "hundred"}});
        out.raw(hundred_svg(*number(best, "value"), ids.next())).close();
        out.open("p").raw(
            prose(fmt::format("Each dot is one in a hundred people; filled ones are found by "
                              "the best attack, {}. ",
                              explained.title)));
        if (explained.level) badge(out, *explained.level, " risk, by a rule of thumb");
        out.close();
    }
    paragraph(out, attacks_tried(assessment), "quiet");
}

void assessment_summary(Markup& out, const Json& assessment, Ids& ids) {
    verdict_html(out, assessment);
    best_attack_words(out, assessment, ids);
    key_figures(out, assessment);
}

bool holds_measurements(const Json& result) {
    return result.contains("attacks") || result.contains("measures");
}

bool holds_steps(const Json& result) { return result.contains("steps"); }

}  // namespace

Section assessment_section() {
    return {.kinds = {"assessment"},
            .stored = {"attacks", "measures"},
            .recognises = holds_measurements,
            .terminal = assessment_terminal,
            .headline = assessment_headline,
            .summary = assessment_summary,
            .parts = {{30, "risk", "What an intruder can find", attacks_html},
                      {40, "loss", "What was lost", measures_html},
                      {50, "shapes", "Before and after", distributions_html}},
            .top = 1,
            .file = "masked",
            .named = 2};
}

Section release_section() {
    return {.kinds = {"release"},
            .stored = {"steps"},
            .recognises = holds_steps,
            .terminal = release_terminal,
            .headline = release_headline,
            .parts = {{20, "done", "What was done", release_html}},
            .top = 2,
            .file = "release",
            .named = 1};
}

}  // namespace lethe::report
