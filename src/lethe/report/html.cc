#include "lethe/report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/version.h"
#include "lethe/method/publication.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/style.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

// A part of the page that has something to say.
struct WrittenPart {
    std::string_view id, title;
    std::string body;
};

// Of the sections, those that have results, in the order of `rank` (0: never).
std::vector<const Section*> ranked(const Results& results, int Section::*rank) {
    std::vector<const Section*> list;
    for (const Section& section : sections()) {
        if (section.*rank > 0 && !results.of(section.kinds.front()).empty()) {
            list.push_back(&section);
        }
    }
    std::ranges::stable_sort(list, {}, rank);
    return list;
}

std::string file_of(const Results& results) {
    for (const Section* section : ranked(results, &Section::named)) {
        const Json& first = results.of(section->kinds.front()).front();
        const std::string file = file_name(text(field(first, section->file), "file"));
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
    const auto needs_words = [&](const Section& section) {
        return !section.explains_itself && !results.of(section.kinds.front()).empty();
    };
    return !results.all().empty() && results.of(kOtherResult).empty() &&
           std::ranges::none_of(sections(), needs_words);
}

std::vector<const Json*> headlined(const Results& results) {
    std::vector<const Json*> chosen;
    const std::vector<const Section*> top = ranked(results, &Section::top);
    if (top.empty()) return chosen;
    for (const Json& result : results.of(top.front()->kinds.front())) chosen.push_back(&result);
    return chosen;
}

bool is_internal(const Results& results) {
    const auto tells = [&](std::string_view kind) {
        return std::ranges::any_of(results.of(kind), describes_original);
    };
    const auto section_tells = [&](const Section& section) {
        return !section.of_public_data && tells(section.kinds.front());
    };
    return tells(kOtherResult) || std::ranges::any_of(sections(), section_tells);
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

void contents(Markup& out, const std::vector<WrittenPart>& parts) {
    out.open("nav", {{"aria-label", "Contents"}}).open("ol");
    for (const WrittenPart& part : parts) {
        out.open("li").leaf("a", {{"href", fmt::format("#{}", part.id)}}, part.title).close();
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
        const Section* section = section_of(*result);
        if (section != nullptr && section->summary != nullptr) {
            section->summary(out, *result, ids);
        }
    }
    return std::move(out).finish();
}

// What the sections say, in its order, between what any page may have.
std::vector<WrittenPart> page_parts(const Results& results, const HtmlOptions& options, Ids& ids) {
    std::vector<PagePart> asked;
    for (const Section& section : sections()) {
        asked.insert(asked.end(), section.parts.begin(), section.parts.end());
    }
    std::ranges::stable_sort(asked, {}, &PagePart::place);
    std::vector<WrittenPart> parts;
    for (const PagePart& part : asked) {
        parts.push_back({part.id, part.title, part.body(results, ids)});
    }
    parts.push_back({"parameters", "Parameters in full", parameters_html(results)});
    parts.push_back({"other", "Other results", others_html(results)});
    parts.push_back({"reading", "How to read this page",
                     explains_itself(results) ? std::string() : reading_html()});
    parts.push_back(
        {"sign-off", "Sign-off", options.for_publication ? std::string() : sign_off_html(results)});
    std::erase_if(parts, [](const WrittenPart& part) { return part.body.empty(); });
    return parts;
}

// What may be shown, by its sections.
Results shown_results(std::span<const Json> given, const HtmlOptions& options) {
    std::vector<Json> shown;
    for (const Json& result : given) {
        Json kept = options.for_publication ? published(result) : result;
        if (!kept.is_null()) shown.push_back(std::move(kept));
    }
    return sort_results(shown);
}

}  // namespace

std::vector<ReportPart> report_parts(std::span<const Json> given, const HtmlOptions& options) {
    const Results results = shown_results(given, options);
    Ids ids;
    std::vector<ReportPart> parts{{"summary", {}, summary_html(results, options, ids)}};
    for (const WrittenPart& part : page_parts(results, options, ids)) {
        parts.push_back({std::string(part.id), std::string(part.title), part.body});
    }
    return parts;
}

std::string html_report(std::span<const Json> given, const HtmlOptions& options) {
    const Results results = shown_results(given, options);
    Ids ids;
    const std::string summary = summary_html(results, options, ids);
    const std::vector<WrittenPart> parts = page_parts(results, options, ids);

    Markup out;
    out.raw("<!doctype html>\n").open("html", {{"lang", "en-GB"}});
    head(out, report_title(results, options));
    out.open("body", is_internal(results) ? Attributes{{"class", "internal"}} : Attributes{});
    out.open("main", {{"class", "sheet"}}).raw(summary);
    contents(out, parts);
    for (const WrittenPart& part : parts) {
        out.open("section", {{"id", part.id}}).leaf("h2", part.title).raw(part.body).close();
    }
    footer(out, results, options);
    out.close().close().close().raw("\n");
    return std::move(out).finish();
}

}  // namespace lethe::report
