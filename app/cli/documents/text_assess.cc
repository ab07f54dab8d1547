// lethe text assess: what sanitising did to documents.
#include "cli/documents/text.h"
#include "cli/documents/text_finders.h"
#include "cli/knowledge/knowledge_flags.h"
#include "cli/replace_flags.h"
#include "lethe/io/file.h"
#include "lethe/release/documents/document_assessment.h"

namespace lethe::cli {
namespace {

struct TextAssessFlags {
    std::string original;
    std::string sanitised;
    std::string queries;
    std::string round = "none";
    std::string gold;
    std::string log;
    std::string knowledge;
    std::vector<std::string> terms;
    std::int64_t k = 5;
    std::int64_t m = 2;
    std::string output;
    FinderFlags finders;
    ReplaceFlags replace;
};

void check_text_assess_flags(const TextAssessFlags& flags) {
    if (flags.output.empty()) return;
    flags.replace.check(flags.output, OutputKind::result);
    refuse_overwrite(flags.output,
                     {flags.original, flags.sanitised, flags.queries, flags.gold, flags.log});
}

void run_text_assess(Session& session, const TextAssessFlags& flags) {
    check_text_assess_flags(flags);
    const release::DocumentAssessment what{
        flags.original, flags.sanitised, flags.log,     flags.queries,
        flags.gold,     flags.knowledge, flags.finders, knowledge_cache_folder()};
    release::DocumentParts parts;
    parts.round = flags.round;
    if (!flags.terms.empty()) {
        std::vector<std::string> categories = split_list(flags.terms);
        std::erase(categories, "all");
        parts.terms = {{"k", flags.k}, {"m", flags.m}, {"categories", categories}};
    }
    std::vector<std::string> notes;
    const Json result = release::assess_documents(session.context(), what, parts,
                                                  Random(session.seed_or_random()), notes);
    session.warn(notes);
    if (!flags.output.empty()) write_file(flags.output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace

void add_text_assess(CLI::App& app, Session& session) {
    auto flags = std::make_shared<TextAssessFlags>();
    CLI::App* command = app.add_subcommand(
        "assess", "What sanitising did: information lost, risk removed, what still identifies");
    command->add_option("original", flags->original, "The documents before")
        ->required()
        ->type_name("ORIGINAL");
    command->add_option("sanitised", flags->sanitised, "The documents after")
        ->required()
        ->type_name("SANITISED");
    command->add_option("--queries", flags->queries, "Utility and risk queries (TOML)")
        ->type_name("FILE");
    command
        ->add_option("--round", flags->round,
                     "Round the changes before they are combined, as the source does")
        ->check(CLI::IsMember({"none", "integer"}))
        ->capture_default_str()
        ->type_name("HOW");
    command
        ->add_option("--gold", flags->gold,
                     "What people marked in the originals: recall and precision")
        ->type_name("FILE");
    command
        ->add_option("--terms", flags->terms,
                     "How many documents share the terms of these categories that remain, e.g. "
                     "person,place or all")
        ->allow_extra_args(false)
        ->type_name("A,B");
    command->add_option("-k", flags->k, "Documents that shall share every term")
        ->check(CLI::Range(2, 1000000))
        ->capture_default_str()
        ->type_name("K");
    command->add_option("-m", flags->m, "Terms that a reader may know together")
        ->check(CLI::Range(1, 3))
        ->capture_default_str()
        ->type_name("M");
    command
        ->add_option("--knowledge", flags->knowledge,
                     "A taxonomy along which words were generalised: t-plausibility")
        ->type_name("SOURCE");
    command
        ->add_option(
            "--log", flags->log,
            "The private log of the release, where documents were renamed (default: the one "
            "beside it)")
        ->type_name("FILE");
    flags->finders.add_to(*command);
    command->add_option("-o,--output", flags->output, "Also write the result (JSON)")
        ->type_name("FILE");
    flags->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe text sanitize examples/documents/ministry -o released\n"
        "  lethe text assess examples/documents/ministry released --queries "
        "examples/documents/queries.toml");
    command->callback([&session, flags] {
        session.run = [&session, flags] { run_text_assess(session, *flags); };
    });
}

}  // namespace lethe::cli
