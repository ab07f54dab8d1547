// lethe text inspect-vectors: the first look at document vectors.
#include "cli/documents/text.h"
#include "cli/policy_out.h"
#include "cli/replace_flags.h"
#include "lethe/io/file.h"
#include "lethe/release/vectors/inspect_vectors.h"

namespace lethe::cli {
namespace {

struct InspectVectorsFlags {
    release::VectorInspection what;
    std::string output;
    ReplaceFlags replace;
};

void look_at_vectors(Session& session, const InspectVectorsFlags& flags) {
    refuse_overwrite(flags.output, {flags.what.source});
    flags.replace.check(flags.output, OutputKind::result);
    refuse_overwrite(flags.what.policy_file, {flags.what.source, flags.output});
    Json result = release::inspect_vectors(session.context(), flags.what);
    write_policy_out(flags.what.policy_file, result);
    if (!flags.output.empty()) write_file(flags.output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace

void add_text_inspect_vectors(CLI::App& text, Session& session) {
    auto flags = std::make_shared<InspectVectorsFlags>();
    CLI::App* command = text.add_subcommand(
        "inspect-vectors", "How large document vectors are, who is alone, and which terms tell");
    command->add_option("vectors", flags->what.source, "The vectors")
        ->required()
        ->type_name("VECTORS");
    command->add_option("-k,--k", flags->what.k, "Documents that shall share a vector")
        ->check(CLI::Range(2, 1000000))
        ->capture_default_str()
        ->type_name("K");
    add_policy_out(*command, flags->what.policy_file);
    command->add_option("-o,--output", flags->output, "Also write the result (JSON, private)")
        ->type_name("FILE");
    flags->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe sample letters --documents 20 --seed 1 -o letters\n"
        "  lethe text vectors letters -o letters.mtx\n"
        "  lethe text inspect-vectors letters.mtx");
    command->callback([&session, flags] {
        session.run = [&session, flags] { look_at_vectors(session, *flags); };
    });
}

}  // namespace lethe::cli
