// lethe explore for documents.
#include <filesystem>
#include <memory>

#include "cli/documents/text.h"
#include "cli/documents/text_collection.h"
#include "cli/documents/text_finders.h"
#include "cli/explore_flags.h"
#include "cli/exploring.h"
#include "lethe/core/version.h"
#include "lethe/io/file.h"
#include "lethe/release/documents/document_record.h"
#include "lethe/search/advise/explore_documents.h"

namespace lethe::cli {
namespace {

struct ExploreDocumentFlags {
    std::string source;
    ExploreDataFlags shared;
    FinderFlags finders;
};

Json digests_of(const std::string& source, const documents::Documents& documents) {
    Json digests = Json::array();
    for (const auto& [file, digest] :
         release::source_digests(source, std::filesystem::is_directory(source), documents)) {
        digests.push_back({file, digest});
    }
    return digests;
}

void explore_document_files(Session& session, const ExploreDocumentFlags& flags) {
    flags.shared.check(DataKind::documents);
    const documents::Documents original = read_collection(session, flags.source);
    const auto set = make_finders(session, documents::profile_policy("default"), flags.finders);
    const DocumentExploration options{flags.shared.loss, flags.shared.alpha, flags.shared.max_risk,
                                      set->wordnet};
    const std::vector<ProtectionSteps> grid = document_grid(set->wordnet != nullptr);
    ExplorationLog log;
    if (!flags.shared.folder.empty()) {
        make_folder(flags.shared.folder);
        log.open(session, flags.shared.folder,
                 {{"kind", "points"},
                  {"version", kProgramVersion},
                  {"data", digests_of(flags.source, original)},
                  {"alpha", flags.shared.alpha},
                  {"loss", flags.shared.loss},
                  {"finders",
                   {flags.finders.no_model, flags.finders.model, flags.finders.register_name}},
                  {"seed", session.seed ? Json(*session.seed) : Json(nullptr)}},
                 grid.size());
    }
    PointTeller teller(session, false);
    Json result = explore_documents(
        original, *set->finders, grid, options, log.before(),
        [&](const Json& point, Round round) {
            log.add(point);
            teller.tell(point, round);
        },
        Random(session.seed_or_random()), session.context());
    result["data"] = {
        {"private", {{"file", std::filesystem::path(flags.source).filename().string()}}},
        {"rows", original.size()}};
    if (!result["recommended"].is_null()) {
        result["next"] =
            "lethe protect " + flags.source + recommended_treatment(result) + " -o release";
    }
    if (!flags.shared.folder.empty()) write_exploration_files(flags.shared.folder, result);
    end_exploration(session, result, flags.shared.folder, flags.shared.max_risk.has_value());
}

}  // namespace

void add_text_explore(CLI::App& app, Session& session) {
    auto flags = std::make_shared<ExploreDocumentFlags>();
    CLI::App* command = app.add_subcommand(
        "explore", "Try many treatments of documents: map, front, recommendation");
    command->add_option("documents", flags->source, "A file or a folder of documents")
        ->required()
        ->type_name("DOCS");
    flags->shared.add_to(*command, DataKind::documents);
    flags->finders.add_to(*command);
    command->footer("Example:\n  lethe explore examples/documents/ministry -o exploration");
    command->callback([&session, flags] {
        session.run = [&session, flags] { explore_document_files(session, *flags); };
    });
}

}  // namespace lethe::cli
