// lethe attack and lethe measure for document vectors.
#include <memory>

#include "cli/choice_flags.h"
#include "cli/documents/text.h"
#include "lethe/release/vectors/vector_assessment.h"

namespace lethe::cli {
namespace {

struct VectorChoiceFlags {
    release::VectorAssessment what;
    ChoiceFlags shared;
};

void run_vector_methods(Session& session, const VectorChoiceFlags& flags) {
    flags.shared.check_output({flags.what.original, flags.what.published, flags.what.log});
    release::VectorAssessment what = flags.what;
    what.choices = flags.shared.choices(what.family);
    std::vector<std::string> notes;
    const Json result = release::assess_vector_method(session.context(), what,
                                                      Random(session.seed_or_random()), notes);
    session.warn(notes);
    flags.shared.finish(session, result);
}

void add_vector_methods(CLI::App& app, Session& session, Family family, const std::string& name,
                        const std::string& text, const std::string& example) {
    auto flags = std::make_shared<VectorChoiceFlags>();
    flags->what.family = family;
    CLI::App* command = app.add_subcommand(name, text);
    command->add_option("original", flags->what.original, "The vectors before")
        ->required()
        ->type_name("ORIGINAL");
    command->add_option("protected", flags->what.published, "The vectors after")
        ->required()
        ->type_name("PROTECTED");
    command
        ->add_option("--log", flags->what.log,
                     "The private log of the release (default: the one beside it)")
        ->type_name("FILE");
    flags->shared.add_to(*command, family, DataKind::vectors);
    command->footer(
        "Example:\n  lethe text vectors examples/documents/ministry -o ministry.mtx\n"
        "  lethe protect ministry.mtx -k 3 -o ministry-protected.mtx\n  " +
        example);
    command->callback([&session, flags] {
        session.run = [&session, flags] { run_vector_methods(session, *flags); };
    });
}

}  // namespace

void add_text_attack_vectors(CLI::App& app, Session& session) {
    add_vector_methods(app, session, Family::attack, "attack-vectors",
                       "Try to find documents by their published vectors",
                       "lethe attack ministry.mtx ministry-protected.mtx");
}

void add_text_measure_vectors(CLI::App& app, Session& session) {
    add_vector_methods(app, session, Family::loss, "measure-vectors",
                       "Measure what published vectors lost",
                       "lethe measure ministry.mtx ministry-protected.mtx");
}

}  // namespace lethe::cli
