// explore, of documents.
#include <filesystem>

#include "lethe/core/version.h"
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

// Empty where nothing is recommended.
std::string recommended_document_policy(const Json& result) {
    for (const Json& point : result["points"]) {
        if (point["id"] != result["recommended"]) continue;
        ProtectionSteps steps;
        for (const Json& step : point["steps"]) {
            steps.push_back({step["method"].get<std::string>(), step["parameters"]});
        }
        return release::policy_text(policy_of_steps(steps));
    }
    return {};
}

Answer explore_document_files(const ExploreDocumentOptions& asked, Door& door) {
    asked.shared.check(DataKind::documents);
    const documents::Documents original = read_collection(door, asked.documents);
    const auto set =
        make_finders(door, documents::profile_policy("default"), checked(asked.finders, door));
    const DocumentExploration options{asked.shared.loss, asked.shared.alpha, asked.shared.max_risk,
                                      set->wordnet};
    const std::vector<ProtectionSteps> grid = document_grid(set->wordnet != nullptr);
    ExplorationLog log;
    if (!asked.shared.folder.empty()) {
        asked.shared.open_folder({asked.documents});
        log.open(door, asked.shared.folder,
                 {{"kind", "points"},
                  {"version", kProgramVersion},
                  {"data", digests_of(asked.documents, original)},
                  {"alpha", asked.shared.alpha},
                  {"loss", asked.shared.loss},
                  {"finders",
                   {asked.finders.no_model, asked.finders.model, asked.finders.register_name}},
                  {"seed", door.given_seed() ? Json(*door.given_seed()) : Json(nullptr)}},
                 grid.size());
    }
    PointTeller teller(door, false);
    Json result = lethe::explore_documents(
        original, *set->finders, grid, options, log.before(),
        [&](const Json& point, Round round) {
            log.add(point);
            teller.tell(point, round);
        },
        Random(door.seed_or_random()), door.context());
    result["data"] = {
        {"private", {{"file", std::filesystem::path(asked.documents).filename().string()}}},
        {"rows", original.size()}};
    const std::string policy = recommended_document_policy(result);
    const std::string words = recommended_treatment(result);
    return finish_exploration(asked.shared,
                              {DataKind::documents, {asked.documents}, policy, words, "release"},
                              std::move(result));
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
            .include(&O::shared, ExploreDataOptions::schema(DataKind::documents))
            .include(&O::finders, finder_schema()),
        explore_document_files);
}

}  // namespace lethe::operation
