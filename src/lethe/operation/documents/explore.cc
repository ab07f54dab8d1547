// explore, of documents.
#include <filesystem>

#include "lethe/io/file.h"
#include "lethe/io/file_digest.h"
#include "lethe/operation/documents/collection.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/explore_options.h"
#include "lethe/operation/shared/exploring.h"
#include "lethe/release/documents/document_policy.h"
#include "lethe/release/documents/document_record.h"
#include "lethe/search/advise/explore_documents.h"

namespace lethe::operation {
namespace {

struct ExploreDocumentOptions {
    std::string documents;
    std::string policy;
    ExploreDataOptions shared;
    release::FinderOptions finders;
};

Json digests_of(const std::string& source, const documents::Documents& documents) {
    Json digests = Json::array();
    for (const auto& [file, digest] :
         release::source_digests(source, std::filesystem::is_directory(source), documents)) {
        digests.push_back({file, digest});
    }
    return digests;
}

// Of what it looks for, the names in its lists too: points of other finders are not gone on with.
std::string policy_digest(const documents::TextPolicy& policy) {
    std::string all = release::policy_text(policy);
    for (const auto& [category, file] : policy.lists) all += file_sha256(file);
    return sha256(all);
}

// Empty where nothing is recommended.
std::string recommended_document_policy(const search::Exploration& result,
                                        const documents::TextPolicy& known) {
    const search::ExplorationPoint* point = result.recommended_point();
    return point == nullptr ? std::string()
                            : release::policy_text(search::policy_of_steps(point->steps, known));
}

Answer explore_document_files(const ExploreDocumentOptions& asked, Door& door) {
    const documents::Documents original = read_collection(door, asked.documents);
    const documents::TextPolicy known =
        asked.policy.empty()
            ? documents::profile_policy("default")
            : release::with_absolute_files(documents::read_text_policy(asked.policy));
    const auto set = make_finders(door, known, checked(asked.finders, door));
    const search::DocumentExploration options{asked.shared.loss, asked.shared.alpha,
                                              asked.shared.max_risk, set->wordnet, known};
    const std::vector<search::ProtectionSteps> grid =
        search::document_grid(set->wordnet != nullptr);
    ExplorationLog log;
    asked.shared.open_log(
        door, log, {asked.documents, asked.policy},
        {{"policy", policy_digest(known)},
         {"data", digests_of(asked.documents, original)},
         {"finders", {asked.finders.no_model, asked.finders.model, asked.finders.register_name}}},
        grid.size());
    PointTeller teller(door, false);
    const search::Exploration result = search::explore_documents(
        original, *set->finders, grid, options, log.before(),
        [&](const search::ExplorationPoint& point, search::Round round) {
            log.add(point);
            teller.tell(point, round);
        },
        Random(door.seed_or_random()), door.context());
    const std::string policy = recommended_document_policy(result, known);
    // Lists and entities are in a policy alone.
    const std::string words =
        asked.policy.empty() ? search::recommended_treatment(result) : std::string();
    return finish_exploration(
        asked.shared, {{asked.documents}, std::ssize(original), policy, words, "release"}, result);
}

}  // namespace

Operation explore_documents() {
    using O = ExploreDocumentOptions;
    return make_operation(
        {.name = "explore",
         .data = DataKind::documents,
         .words = {"text", "explore"},
         .summary = "Try many treatments of documents: map, front, recommendation",
         .examples = {"lethe explore examples/documents/ministry -o exploration"}},
        Schema<O>()
            .field("documents", &O::documents, "A file or a folder of documents")
            .at_place("DOCS")
            .required()
            .input()
            .field("policy", &O::policy,
                   "A policy whose lists and entities are looked for too; what is done with them "
                   "is what is tried")
            .shown("FILE")
            .input()
            .include(&O::shared, ExploreDataOptions::schema(DataKind::documents))
            .include(&O::finders, finder_schema()),
        explore_document_files);
}

}  // namespace lethe::operation
