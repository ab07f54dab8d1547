// lethe explore for document vectors.
#include "lethe/search/advise/explore_vectors.h"

#include <filesystem>
#include <memory>

#include "cli/documents/text.h"
#include "cli/explore_flags.h"
#include "cli/exploring.h"
#include "cli/knowledge/knowledge_source.h"
#include "lethe/core/version.h"
#include "lethe/io/file.h"
#include "lethe/release/vectors/vector_policy.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::cli {
namespace {

struct ExploreVectorFlags {
    std::string source;
    ExploreDataFlags shared;
    KnowledgeSource knowledge;
    CLI::Option* taxonomy = nullptr;
};

// Empty where nothing is recommended.
std::string recommended_vector_policy(const ExploreVectorFlags& flags, const Json& result) {
    const std::vector<StepPolicy> steps = recommended_steps(result);
    if (steps.empty()) return {};
    release::VectorPolicy policy{steps.front()};
    const Method& method = release::vector_protection(policy.step.method);
    if (vectors::needs_taxonomy(method) && flags.taxonomy->count() > 0) {
        policy.taxonomy = flags.knowledge.source;
        if (policy.taxonomy != "wordnet") {
            policy.taxonomy = std::filesystem::absolute(policy.taxonomy).string();
        }
        policy.format = flags.knowledge.options().format;
    }
    return policy_text(policy);
}

void explore_vector_file(Session& session, const ExploreVectorFlags& flags) {
    flags.shared.check(DataKind::vectors);
    const vectors::DocumentVectors original =
        vectors::read_vectors(session.context(), flags.source);
    VectorExploration options{flags.shared.loss, flags.shared.alpha, flags.shared.max_risk,
                              nullptr};
    if (flags.taxonomy->count() > 0) {
        options.taxonomy =
            read_knowledge(session.context(), flags.knowledge.source, flags.knowledge.options())
                .taxonomy;
    }
    const std::vector<ProtectionSteps> grid = vector_grid(original, options.taxonomy != nullptr);
    ExplorationLog log;
    if (!flags.shared.folder.empty()) {
        flags.shared.open_folder({flags.source});
        Json digests = Json::array();
        for (const std::string& file : vectors::vector_files(original, flags.source)) {
            digests.push_back(std::filesystem::exists(file) ? file_sha256(file) : std::string());
        }
        log.open(session, flags.shared.folder,
                 {{"kind", "points"},
                  {"version", kProgramVersion},
                  {"data", digests},
                  {"alpha", flags.shared.alpha},
                  {"loss", flags.shared.loss},
                  {"source", flags.taxonomy->count() > 0 ? flags.knowledge.source : std::string()},
                  {"seed", session.seed ? Json(*session.seed) : Json(nullptr)}},
                 grid.size());
    }
    PointTeller teller(session, false);
    Json result = explore_vectors(
        original, grid, options, log.before(),
        [&](const Json& point, Round round) {
            log.add(point);
            teller.tell(point, round);
        },
        Random(session.seed_or_random()), session.context());
    result["data"] = {
        {"private", {{"file", std::filesystem::path(flags.source).filename().string()}}},
        {"rows", original.size()}};
    finish_exploration(session, flags.shared,
                       {DataKind::vectors,
                        {flags.source},
                        recommended_vector_policy(flags, result),
                        recommended_words(result, DataKind::vectors),
                        "release.mtx"},
                       result);
}

}  // namespace

void add_text_explore_vectors(CLI::App& app, Session& session) {
    auto flags = std::make_shared<ExploreVectorFlags>();
    CLI::App* command = app.add_subcommand(
        "explore-vectors", "Try many protections of document vectors: map, front, recommendation");
    command->add_option("vectors", flags->source, "Vectors, as lethe text vectors writes them")
        ->required()
        ->type_name("VECTORS");
    flags->shared.add_to(*command, DataKind::vectors);
    flags->knowledge.add_option_to(*command);
    flags->taxonomy = command->get_option("--source");
    command->footer(
        "Example:\n  lethe text vectors examples/documents/ministry -o ministry.mtx\n"
        "  lethe explore ministry.mtx -o exploration");
    command->callback([&session, flags] {
        session.run = [&session, flags] { explore_vector_file(session, *flags); };
    });
}

}  // namespace lethe::cli
