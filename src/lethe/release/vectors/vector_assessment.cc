#include "lethe/release/vectors/vector_assessment.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"
#include "lethe/vectors/make/aligned_vectors.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::release {
namespace {

using vectors::DocumentVectors;

struct ChosenMethod {
    const Method& method;
    Json parameters;
};

void add_measured(Json& result, const MethodInfo& info, Measurement measured) {
    result["value"] = measured.value;
    result["unit"] = measured.unit;
    result["details"] =
        with_about_original(std::move(measured.details), std::move(measured.about_original));
    const std::string& knows = measured.knows.empty() ? info.knows : measured.knows;
    if (!knows.empty()) result["knows"] = knows;
    if (measured.interval) result["interval"] = *measured.interval;
    if (!measured.warnings.empty()) result["warnings"] = measured.warnings;
}

Json worst_attack(const Json& results) {
    Json worst = nullptr;
    for (const Json& result : results) {
        const auto name = result["name"].get<std::string>();
        const Method& method = find_method(name, Family::attack, DataKind::vectors);
        if (!method.info.finds_people || result["value"].is_null()) continue;
        if (worst.is_null() || result["value"] > worst["value"]) {
            worst = {{"name", name}, {"title", result["title"]}, {"value", result["value"]}};
        }
    }
    return worst;
}

}  // namespace

vectors::VectorFile read_vector_release(const Context& context, const std::string& path,
                                        const std::string& original, const std::string& named_log,
                                        std::vector<std::string>& notes) {
    const auto log = find_private_log(path, named_log, DataKind::vectors);
    if (std::string note = note_of_changes(path, DataKind::vectors); !note.empty()) {
        notes.push_back(std::move(note));
    }
    vectors::VectorFile file{path, vectors::read_vectors(context, path)};
    if (!file.vectors.ids.empty()) {
        notes.push_back(fmt::format(
            "{}: ids of documents are published and say who is who; what is found below is found "
            "by the vectors alone",
            path));
    }
    if (!file.vectors.ids.empty() || !log) return file;
    check_log_of(*log, path);
    file.vectors = vectors::chosen_rows(file.vectors, released_rows(*log, file.vectors.size()));
    file.in_order = true;
    if (!made_from(*log, original)) {
        notes.push_back(
            fmt::format("{}: its private log says that it was made from other vectors than {}",
                        path, original));
    }
    return file;
}

std::vector<Choice> default_vector_choices(Family family, const DocumentVectors& original) {
    std::vector<Choice> choices;
    for (const Method* method : methods_of(family, DataKind::vectors)) {
        if (vectors::needs_labels(*method) && original.labels.empty()) continue;
        for (const Json& parameters : method->info.assessed_with) {
            choices.push_back({method->info.name, parameters});
        }
        if (method->info.by_default) choices.push_back({method->info.name});
    }
    return choices;
}

Json run_vector_assessments(Family family, std::span<const Choice> choices,
                            const DocumentVectors& original, const DocumentVectors& published,
                            const Random& random, const Context& context) {
    Problems problems;
    std::vector<ChosenMethod> chosen;
    for (const Choice& choice : choices) {
        const Method& method = find_method(choice.method, family, DataKind::vectors);
        const Place place{{}, 0, 0, choice.method};
        chosen.push_back({method, method.bind(choice.parameters, place, problems)});
    }
    throw_if_any(std::move(problems));
    Json results = Json::array();
    std::optional<Progress> progress;  // one alone shows its own
    if (chosen.size() > 1) {
        progress.emplace(context, family == Family::attack ? "attacking" : "measuring",
                         std::ssize(chosen));
    }
    const Context inner = chosen.size() > 1 ? context.silent() : context;
    for (const auto& [method, parameters] : chosen) {
        Json result{
            {"name", method.info.name}, {"title", method.info.title}, {"parameters", parameters}};
        try {
            add_measured(result, method.info,
                         method.assess_vectors({original, published, random, inner}, parameters));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unmet || chosen.size() == 1) throw;
            result["value"] = nullptr;
            result["unit"] = "percent";
            result["details"] = Json::object();
            result["warnings"] = {error.what()};
        }
        results.push_back(std::move(result));
        if (progress) progress->add();
    }
    return results;
}

Json assess_vector_method(const Context& context, const VectorAssessment& what,
                          const Random& random, std::vector<std::string>& notes) {
    const DocumentVectors original = vectors::read_vectors(context, what.original);
    const vectors::VectorFile release =
        read_vector_release(context, what.published, what.original, what.log, notes);
    vectors::check_common_terms(original, release.vectors, what.published);
    const bool by_ids = !original.ids.empty() && !release.vectors.ids.empty();
    if (!by_ids && !release.in_order) {
        notes.push_back(fmt::format(
            "{}: neither ids nor a private log say which document is which; documents were matched "
            "by their order",
            what.published));
    }
    const DocumentVectors published =
        vectors::in_order_of(original, release.vectors, what.published);
    const std::vector<Choice> choices =
        what.choices.empty() ? default_vector_choices(what.family, original) : what.choices;
    Json results =
        run_vector_assessments(what.family, choices, original, published, random, context);
    Json result{
        {"kind", "assessment"},
        {"data", name(DataKind::vectors)},
        {"original", {{"documents", original.size()}, {"private", {{"file", what.original}}}}},
        {"masked",
         {{"file", std::filesystem::path(what.published).filename().string()},
          {"documents", published.size()}}}};
    if (what.family == Family::attack) result["worst"] = worst_attack(results);
    result[what.family == Family::attack ? "attacks" : "measures"] = std::move(results);
    return result;
}

}  // namespace lethe::release
