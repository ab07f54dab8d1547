// explore, of document vectors.
#include <filesystem>

#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/explore_options.h"
#include "lethe/operation/shared/exploring.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/release/policy_parts.h"
#include "lethe/release/vectors/vector_policy.h"
#include "lethe/search/advise/explore_vectors.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::operation {
namespace {

struct ExploreVectorOptions {
    std::string vectors;
    ExploreDataOptions shared;
    KnowledgeSource knowledge;
    bool has_knowledge = false;
};

// Empty where nothing is recommended.
std::string recommended_vector_policy(const ExploreVectorOptions& asked, Door& door,
                                      const search::Exploration& result) {
    const std::vector<release::StepPolicy> steps = recommended_steps(result);
    if (steps.empty()) return {};
    release::VectorPolicy policy{steps.front()};
    const Method& method = release::vector_protection(policy.step.method);
    if (vectors::needs_taxonomy(method) && asked.has_knowledge) {
        policy.taxonomy = asked.knowledge.source;
        release::source_to_absolute(policy.taxonomy);
        policy.format = asked.knowledge.options(door).format;
    }
    return release::policy_text(policy);
}

Answer explore_vector_file(const ExploreVectorOptions& asked, Door& door) {
    const vectors::DocumentVectors original = vectors::read_vectors(door.context(), asked.vectors);
    search::VectorExploration options{asked.shared.loss, asked.shared.alpha, asked.shared.max_risk,
                                      nullptr};
    if (asked.has_knowledge) {
        options.taxonomy =
            read_knowledge(door.context(), asked.knowledge.source, asked.knowledge.options(door))
                .taxonomy;
    }
    const std::vector<search::ProtectionSteps> grid =
        search::vector_grid(original, options.taxonomy != nullptr);
    ExplorationLog log;
    Json digests = Json::array();
    for (const std::string& file : vectors::vector_files(original, asked.vectors)) {
        digests.push_back(std::filesystem::exists(file) ? file_sha256(file) : std::string());
    }
    asked.shared.open_log(
        door, log, {asked.vectors},
        {{"data", digests},
         {"source", asked.has_knowledge ? asked.knowledge.source : std::string()}},
        grid.size());
    PointTeller teller(door, false);
    const search::Exploration result = search::explore_vectors(
        original, grid, options, log.before(),
        [&](const search::ExplorationPoint& point, search::Round round) {
            log.add(point);
            teller.tell(point, round);
        },
        Random(door.seed_or_random()), door.context());
    const std::string policy = recommended_vector_policy(asked, door, result);
    const std::string words = recommended_words(result);
    return finish_exploration(
        asked.shared, {{asked.vectors}, original.size(), policy, words, "release.mtx"}, result);
}

}  // namespace

Operation explore_vectors() {
    using O = ExploreVectorOptions;
    return make_operation(
        {.name = "explore",
         .data = DataKind::vectors,
         .words = {"text", "explore-vectors"},
         .summary = "Try many protections of document vectors: map, front, recommendation",
         .examples = {"lethe text vectors examples/documents/ministry -o ministry.mtx",
                      "lethe explore ministry.mtx -o exploration"}},
        Schema<O>()
            .field("vectors", &O::vectors, "Vectors, as lethe text vectors writes them")
            .at_place("VECTORS")
            .required()
            .input()
            .include(&O::shared, ExploreDataOptions::schema(DataKind::vectors))
            .include(&O::knowledge, KnowledgeSource::schema("source"))
            .noting("source", &O::has_knowledge),
        explore_vector_file);
}

}  // namespace lethe::operation
