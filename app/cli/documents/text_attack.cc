// lethe attack and lethe measure for documents.
#include <memory>

#include "cli/choice_flags.h"
#include "cli/documents/text.h"
#include "cli/documents/text_finders.h"
#include "cli/knowledge/knowledge_flags.h"
#include "lethe/release/documents/document_assessment.h"

namespace lethe::cli {
namespace {

struct DocumentChoiceFlags {
    Family family = Family::attack;
    release::DocumentAssessment what;
    FinderFlags finders;
    ChoiceFlags shared;
};

void run_document_methods(Session& session, const DocumentChoiceFlags& flags) {
    flags.shared.check_output({flags.what.original, flags.what.released, flags.what.log,
                               flags.what.queries, flags.what.gold});
    release::DocumentAssessment what = flags.what;
    what.finders = flags.finders;
    what.cache = knowledge_cache_folder();
    std::vector<std::string> notes;
    const Json result = release::assess_document_methods(session.context(), what, flags.family,
                                                         flags.shared.choices(flags.family),
                                                         Random(session.seed_or_random()), notes);
    session.warn(notes);
    flags.shared.finish(session, result);
}

void add_document_methods(CLI::App& app, Session& session, Family family, const std::string& name,
                          const std::string& text) {
    auto flags = std::make_shared<DocumentChoiceFlags>();
    flags->family = family;
    CLI::App* command = app.add_subcommand(name, text);
    command->add_option("original", flags->what.original, "The documents before")
        ->required()
        ->type_name("ORIGINAL");
    command->add_option("released", flags->what.released, "The documents after")
        ->required()
        ->type_name("RELEASED");
    command
        ->add_option("--log", flags->what.log,
                     "The private log of the release (default: the one beside it)")
        ->type_name("FILE");
    command
        ->add_option("--queries", flags->what.queries,
                     "Utility and risk queries (TOML), for what "
                     "needs them")
        ->type_name("FILE");
    command->add_option("--gold", flags->what.gold, "What people marked in the originals, likewise")
        ->type_name("FILE");
    command
        ->add_option("--knowledge", flags->what.knowledge,
                     "A taxonomy along which words were generalised, likewise")
        ->type_name("SOURCE");
    flags->finders.add_to(*command);
    flags->shared.add_to(*command, family, DataKind::documents);
    command->footer("Example:\n  lethe protect examples/documents/ministry -o released\n  lethe " +
                    name + " examples/documents/ministry released");
    command->callback([&session, flags] {
        session.run = [&session, flags] { run_document_methods(session, *flags); };
    });
}

}  // namespace

void add_text_attack(CLI::App& app, Session& session) {
    add_document_methods(app, session, Family::attack, "attack",
                         "Try to find people in released documents");
}

void add_text_measure(CLI::App& app, Session& session) {
    add_document_methods(app, session, Family::loss, "measure",
                         "Measure what released documents lost");
}

}  // namespace lethe::cli
