#include "lethe/report/section.h"

#include <algorithm>

#include "lethe/report/base/result.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {

#define LETHE_SECTION(function) Section function();
#include "lethe/report/sections.def"
#undef LETHE_SECTION

namespace {

bool assesses(const Json& assessment, const std::string& file) {
    return text(field(assessment, "masked"), "file") == file;
}

void add_measured(const Json& release, std::vector<Json>& assessments) {
    Json measured = field(release, "measured");
    if (!measured.is_object()) return;
    const Json& about = field(release, "release");
    const std::string file = text(about, "file");
    const auto same = [&](const Json& given) { return assesses(given, file); };
    if (std::ranges::any_of(assessments, same)) return;
    measured["kind"] = "assessment";
    if (!measured.contains("masked")) {
        measured["masked"] = {{"file", file}, {"rows", field(about, "rows")}};
    }
    assessments.push_back(std::move(measured));
}

}  // namespace

const std::vector<Section>& sections() {
    static const std::vector<Section> all{
#define LETHE_SECTION(function) function(),
#include "lethe/report/sections.def"
#undef LETHE_SECTION
    };
    return all;
}

const Section* section_of(const Json& result) {
    if (!result.is_object()) return nullptr;
    const std::string kind = text(result, "kind");
    for (const Section& section : sections()) {
        const bool own = kind.empty()
                             ? section.recognises != nullptr && section.recognises(result)
                             : std::ranges::find(section.kinds, kind) != section.kinds.end();
        if (own) return &section;
    }
    return nullptr;
}

std::string kind_of(const Json& result) {
    const Section* section = section_of(result);
    return section == nullptr ? std::string(kOtherResult) : section->kinds.front();
}

bool is_stored_result(const Json& result) {
    const Section* section = section_of(result);
    if (section == nullptr || text(result, "kind").empty()) return false;
    return std::ranges::any_of(
        section->stored, [&](const std::string& list) { return field(result, list).is_array(); });
}

const std::vector<Json>& Results::of(std::string_view kind) const {
    static const std::vector<Json> none;
    const auto found = by_kind_.find(kind);
    return found == by_kind_.end() ? none : found->second;
}

std::vector<Json> Results::attacked_and_measured() const {
    std::vector<Json> assessments = of("assessment");
    for (const Json& of_documents : of("document-assessment")) assessments.push_back(of_documents);
    return assessments;
}

Results sort_results(std::span<const Json> results) {
    Results sorted;
    for (const Json& result : results) {
        const Section* section = section_of(result);
        // What has no part of its own on a page is shown among the others.
        const bool shown = section != nullptr && (!section->parts.empty() || section->top > 0);
        sorted.by_kind_[shown ? section->kinds.front() : std::string(kOtherResult)].push_back(
            result);
        if (sorted.version.empty()) sorted.version = text(field(result, "lethe"), "version");
    }
    for (const Json& release : sorted.of("release")) {
        add_measured(release, sorted.by_kind_["assessment"]);
    }
    if (sorted.of("assessment").empty()) sorted.by_kind_.erase("assessment");
    return sorted;
}

std::string headline(const Json& result) {
    const Section* section = section_of(result);
    if (section == nullptr || section->headline == nullptr) {
        return "A result of a kind that this version does not know.";
    }
    return section->headline(result);
}

}  // namespace lethe::report
