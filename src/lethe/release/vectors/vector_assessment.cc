#include "lethe/release/vectors/vector_assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/headline.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"
#include "lethe/release/release_order.h"
#include "lethe/release/vectors/vector_release.h"
#include "lethe/vectors/make/aligned_vectors.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/measure/vector_alignment.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::release {
namespace {

using vectors::DocumentVectors;

struct ChosenMethod {
    const Method& method;
    Json parameters;
};

// Error(input) where vectors that are matched by their order do not look like the same documents.
void check_same_documents(const DocumentVectors& original, const vectors::VectorFile& file) {
    if (!vectors::vector_alignment(original, file.vectors).doubtful()) return;
    throw Error(ErrorKind::input,
                "one by one the vectors do not look like those of the same documents: they agree "
                "no more than vectors put together at random, so no figure would mean anything; "
                "the option log names the private log, which says whose they are, and the option "
                "aligned insists that the order is the same",
                {file.name, 0, 0, {}});
}

}  // namespace

vectors::VectorFile read_vector_release(const Context& context, const std::string& path,
                                        const vectors::VectorFile& original,
                                        const VectorMatching& matching,
                                        std::vector<std::string>& notes) {
    const auto log = find_private_log(path, matching.log, DataKind::vectors);
    const std::string changed = note_of_changes(path, DataKind::vectors);
    if (!changed.empty()) notes.push_back(changed);
    vectors::VectorFile file{path, vectors::read_vectors(context, path)};
    if (!file.vectors.ids.empty()) {
        notes.push_back(fmt::format(
            "{}: ids of documents are published and say who is who; what is found below is found "
            "by the vectors alone",
            path));
        if (!original.vectors.ids.empty()) return file;
    }
    const auto warn_of_order = [&] {
        notes.push_back(path + ": " +
                        found_order_warning(
                            kVectorWords, sorted_by(hidden_columns(original.vectors,
                                                                   !file.vectors.labels.empty()))));
    };
    if (!log) {
        if (changed.empty()) {
            check_order_known(find_record(path, DataKind::vectors), kVectorWords, false);
        }
        if (!matching.aligned) check_same_documents(original.vectors, file);
        notes.push_back(fmt::format(
            "{}: neither ids nor a private log say which document is which; documents were matched "
            "by their order, and if that is another one, nobody is found who could be",
            path));
        warn_of_order();
        return file;
    }
    check_log_of(*log, path);
    const std::vector<std::int64_t> rows = released_rows(*log, file.vectors.size());
    if (std::ranges::is_sorted(rows)) warn_of_order();
    file.vectors = vectors::chosen_rows(file.vectors, rows);
    if (!made_from(*log, original.name)) {
        notes.push_back(
            fmt::format("{}: its private log says that it was made from other vectors than {}",
                        path, original.name));
    }
    return file;
}

TaxonomyPtr assessed_taxonomy(const Context& context, const std::string& path,
                              const std::string& named, const KnowledgeOptions& reading,
                              std::vector<std::string>& notes) {
    if (!named.empty()) return read_knowledge(context, named, reading).taxonomy;
    const Json record = find_record(path, DataKind::vectors);
    const Json method = record.is_object() ? record.value("method", Json()) : Json();
    const Json made = method.is_object() ? method.value("knowledge", Json()) : Json();
    if (!made.is_object()) return nullptr;
    std::string why;
    try {
        TaxonomyPtr usual = read_knowledge(context, "wordnet", reading).taxonomy;
        if (made.value("name", "") == usual->name()) return usual;
        why = "is not WordNet";
    } catch (const Error& error) {
        why = fmt::format("cannot be read ({})", error.what());
    }
    notes.push_back(
        fmt::format("{}: the taxonomy of its terms {}; without --source they are compared as "
                    "words, and the risk is understated",
                    path, why));
    return nullptr;
}

std::vector<Choice> default_vector_choices(Family family, const DocumentVectors& original,
                                           bool has_taxonomy) {
    std::vector<Choice> choices;
    for (const Method* method : methods_of(family, DataKind::vectors)) {
        if (vectors::needs_labels(*method) && original.labels.empty()) continue;
        if (vectors::needs_taxonomy(*method) && !has_taxonomy) continue;
        for (const Json& parameters : method->info.assessed_with) {
            choices.push_back({method->info.name, parameters});
        }
        if (method->info.by_default) choices.push_back({method->info.name});
    }
    return choices;
}

std::vector<MethodResult> run_vector_assessments(Family family, std::span<const Choice> choices,
                                                 const vectors::AssessInput& input) {
    Problems problems;
    std::vector<ChosenMethod> chosen;
    for (const Choice& choice : choices) {
        const Method& method = find_method(choice.method, family, DataKind::vectors);
        const Place place{{}, 0, 0, choice.method};
        chosen.push_back({method, method.bind(choice.parameters, place, problems)});
    }
    throw_if_any(std::move(problems));
    std::vector<MethodResult> results;
    std::optional<Progress> progress;  // one alone shows its own
    if (chosen.size() > 1) {
        progress.emplace(input.context, family == Family::attack ? "attacking" : "measuring",
                         std::ssize(chosen));
    }
    const Context inner = chosen.size() > 1 ? input.context.silent() : input.context;
    for (const auto& [method, parameters] : chosen) {
        try {
            results.push_back(measured_result(
                method, parameters,
                method.assess_vectors(
                    {input.original, input.published, input.random, inner, input.taxonomy},
                    parameters)));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unmet || chosen.size() == 1) throw;
            results.push_back(unmeasured_result(method, parameters, error.what()));
        }
        if (progress) progress->add();
    }
    return results;
}

MethodAssessment assess_vector_method(const Context& context, const VectorAssessment& what,
                                      const Random& random, std::vector<std::string>& notes) {
    const vectors::VectorFile held{what.original, vectors::read_vectors(context, what.original)};
    const DocumentVectors& original = held.vectors;
    const vectors::VectorFile release =
        read_vector_release(context, what.published, held, what.matching, notes);
    const TaxonomyPtr taxonomy =
        assessed_taxonomy(context, what.published, what.taxonomy, what.reading, notes);
    if (taxonomy == nullptr) {
        vectors::check_common_terms(original, release.vectors, what.published);
    }
    const DocumentVectors published =
        vectors::in_order_of(original, release.vectors, what.published);
    const std::vector<Choice> choices =
        what.choices.empty() ? default_vector_choices(what.family, original, taxonomy != nullptr)
                             : what.choices;
    return {.data = DataKind::vectors,
            .family = what.family,
            .original = {original.size(), what.original},
            .masked = {published.size(), std::filesystem::path(what.published).filename().string()},
            .results = run_vector_assessments(what.family, choices,
                                              {original, published, random, context, taxonomy})};
}

ClassBound bound_of(const vectors::VectorAnonymity& anonymity) {
    const auto alone = anonymity.of_size.find(1);
    return {anonymity.documents, anonymity.classes, anonymity.smallest,
            alone == anonymity.of_size.end() ? 0 : alone->second};
}

void add_bounds(Json& told, const vectors::MeasuredVectorFiles& measured) {
    const auto& releases = measured.releases;
    for (std::size_t i = 0; i < releases.size(); ++i) {
        told["releases"][i]["bound"] = to_json(bound_of(releases[i].published_anonymity()));
    }
    if (releases.size() != 1) return;
    told["bound"] = to_json(bound_of(releases.front().published_anonymity()));
}

}  // namespace lethe::release
