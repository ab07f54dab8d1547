#include "lethe/report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/version.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/style.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/assessment/verdict_page.h"

namespace lethe::report {
namespace {

struct Section {
    std::string_view id, title;
    std::string body;
};

std::string file_of(const Results& results) {
    const auto name = [](const std::vector<Json>& list, std::string_view side) {
        return list.empty() ? std::string() : file_name(text(field(list.front(), side), "file"));
    };
    for (const std::string& file :
         {name(results.releases, "release"), name(results.assessments, "masked"),
          name(results.evolutions, "data"), name(results.explorations, "data"),
          name(results.inspections, "data")}) {
        if (!file.empty()) return file;
    }
    return {};
}

std::string report_title(const Results& results, const HtmlOptions& options) {
    if (!options.title.empty()) return options.title;
    const std::string file = file_of(results);
    return file.empty() ? "Disclosure risk report" : "Disclosure risk report: " + file;
}

// Whether all that is shown says beside it how it is read, and is not about tables of people.
bool explains_itself(const Results& results) {
    const bool people = !results.releases.empty() || !results.assessments.empty() ||
                        !results.explorations.empty() || !results.evolutions.empty() ||
                        !results.inspections.empty() || !results.others.empty();
    return !people &&
           !(results.vectors.empty() && results.graphs.empty() && results.reproductions.empty() &&
             results.other_releases.empty() && results.documents.empty());
}

std::vector<const Json*> headlined(const Results& results) {
    std::vector<const Json*> chosen;
    for (const auto* list :
         {&results.assessments, &results.releases, &results.evolutions, &results.explorations,
          &results.inspections, &results.other_releases, &results.documents, &results.vectors,
          &results.graphs, &results.reproductions}) {
        if (!chosen.empty()) break;
        for (const Json& result : *list) chosen.push_back(&result);
    }
    return chosen;
}

bool is_internal(const Results& results) {
    for (const auto* list :
         {&results.assessments, &results.releases, &results.explorations, &results.evolutions,
          &results.inspections, &results.other_releases, &results.documents, &results.vectors,
          &results.graphs, &results.others}) {
        if (std::ranges::any_of(*list, describes_original)) return true;
    }
    return false;
}

// What the risk is, by the rule that made it.
std::string_view risk_words(const Json& assessment) {
    const std::string rule = text(assessment, "risk_rule");
    if (rule == "worst") return "people whom the worst attack finds; lower is safer";
    if (rule == "rl") return "mean of distance-based and probabilistic linkage; lower is safer";
    if (rule == "srl") return "people whom the best learnt distance finds; lower is safer";
    if (rule == "mean") return "mean of the attacks that find people; lower is safer";
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

void head(Markup& out, std::string_view title) {
    out.open("head").empty("meta", {{"charset", "utf-8"}});
    out.empty("meta",
              {{"name", "generator"}, {"content", std::string("Lethe ") + kProgramVersion}});
    out.empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    out.empty("meta", {{"http-equiv", "Content-Security-Policy"},
                       {"content", "default-src 'none'; style-src 'unsafe-inline'"}});
    out.empty("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
    out.leaf("title", title).open("style").raw(page_css()).close().close();
}

void masthead(Markup& out, const Results& results, const HtmlOptions& options) {
    out.open("header", {{"class", "masthead"}}).leaf("h1", report_title(results, options));
    out.open("p").text(options.date.empty() ? "Made by Lethe" : options.date).close().close();
}

void contents(Markup& out, const std::vector<Section>& sections) {
    out.open("nav", {{"aria-label", "Contents"}}).open("ol");
    for (const Section& section : sections) {
        out.open("li").leaf("a", {{"href", fmt::format("#{}", section.id)}}, section.title).close();
    }
    out.close().close();
}

void footer(Markup& out, const Results& results, const HtmlOptions& options) {
    const std::string version = results.version.empty() ? kProgramVersion : results.version;
    out.open("footer");
    out.text(fmt::format(
        "Lethe {}. This page is one file: it loads nothing and sends nothing.{}", version,
        options.for_publication
            ? " Prepared for publication: statistics of the original data were left out."
            : ""));
    out.close();
}

}  // namespace

std::string summary_html(const Results& results, const HtmlOptions& options, Ids& ids) {
    Markup out;
    masthead(out, results, options);
    if (is_internal(results)) {
        paragraph(out, "Internal: contains statistics of the original data. Not for publication.",
                  "notice");
    }
    const std::vector<const Json*> chosen = headlined(results);
    for (const Json* result : chosen) {
        if (chosen.size() > 1) subject(out, text(field(*result, "masked"), "file"), chosen.size());
        // The figure in large type, what it means below.
        const std::string whole = headline(*result);
        const std::size_t end = whole.find("). ");
        paragraph(out, end == std::string::npos ? whole : whole.substr(0, end + 2), "headline");
        if (end != std::string::npos) paragraph(out, whole.substr(end + 3), "lead");
        if (kind_of(*result) == ResultKind::evolution) evolution_keys(out, *result);
        if (kind_of(*result) != ResultKind::assessment) continue;
        verdict_html(out, *result);
        best_attack_words(out, *result, ids);
        key_figures(out, *result);
    }
    return std::move(out).finish();
}

std::string html_report(std::span<const Json> given, const HtmlOptions& options) {
    std::vector<Json> shown;
    for (const Json& result : given) {
        Json kept = options.for_publication ? published(result) : result;
        if (!kept.is_null()) shown.push_back(std::move(kept));
    }
    const Results results = sort_results(shown);
    Ids ids;
    const std::string summary = summary_html(results, options, ids);
    std::vector<Section> sections = {
        {"data", "The data before protection", inspection_html(results, ids)},
        {"done", "What was done", release_html(results)},
        {"risk", "What an intruder can find", attacks_html(results, ids)},
        {"loss", "What was lost", measures_html(results, ids)},
        {"shapes", "Before and after", distributions_html(results, ids)},
        {"map", "The choices: risk against loss", exploration_html(results, ids)},
        {"evolution", "Found by evolution", evolution_html(results, ids)},
        {"releases", "What was released, and how", other_releases_html(results)},
        {"documents", "What sanitising did", documents_html(results)},
        {"vectors", "What the published vectors are like", vectors_html(results, ids)},
        {"graphs", "The graph before and after", graphs_html(results, ids)},
        {"experiments", "Published beside obtained", reproductions_html(results, ids)},
        {"parameters", "Parameters in full", parameters_html(results)},
        {"other", "Other results", others_html(results)},
        {"reading", "How to read this page",
         explains_itself(results) ? std::string() : reading_html()},
        {"sign-off", "Sign-off", options.for_publication ? std::string() : sign_off_html(results)},
    };
    std::erase_if(sections, [](const Section& section) { return section.body.empty(); });

    Markup out;
    out.raw("<!doctype html>\n").open("html", {{"lang", "en-GB"}});
    head(out, report_title(results, options));
    out.open("body", is_internal(results) ? Attributes{{"class", "internal"}} : Attributes{});
    out.open("main", {{"class", "sheet"}}).raw(summary);
    contents(out, sections);
    for (const Section& section : sections) {
        out.open("section", {{"id", section.id}})
            .leaf("h2", section.title)
            .raw(section.body)
            .close();
    }
    footer(out, results, options);
    out.close().close().close().raw("\n");
    return std::move(out).finish();
}

}  // namespace lethe::report
