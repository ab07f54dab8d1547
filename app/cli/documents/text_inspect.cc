// lethe text inspect: the first look at documents.
#include <fmt/format.h>

#include "cli/documents/text.h"
#include "cli/documents/text_finders.h"
#include "cli/knowledge/knowledge_flags.h"
#include "cli/policy_out.h"
#include "cli/replace_flags.h"
#include "lethe/io/file.h"
#include "lethe/release/documents/inspect_documents.h"

namespace lethe::cli {
namespace {

struct TextInspectFlags {
    release::DocumentInspection what;
    std::string policy;
    std::string profile = "default";
    FinderFlags finders;
    std::string output;
    ReplaceFlags replace;
};

void inspect_texts(Session& session, const TextInspectFlags& flags) {
    refuse_overwrite(flags.output, {flags.what.source, flags.policy});
    flags.replace.check(flags.output, OutputKind::result);
    release::DocumentInspection what = flags.what;
    what.policy = flags.policy.empty() ? documents::profile_policy(flags.profile)
                                       : documents::read_text_policy(flags.policy);
    what.finders = flags.finders;
    what.cache = knowledge_cache_folder();
    refuse_overwrite(what.policy_file, {what.source, flags.policy, flags.output});
    Json result = release::inspect_documents(session.context(), what);
    write_policy_out(what.policy_file, result);
    if (!flags.output.empty()) write_file(flags.output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace

void add_text_inspect(CLI::App& text, Session& session) {
    auto flags = std::make_shared<TextInspectFlags>();
    CLI::App* command = text.add_subcommand(
        "inspect", "What is in documents, what in them identifies people, and what comes next");
    command
        ->add_option("documents", flags->what.source,
                     "A .txt, .md, .html or .jsonl file, a folder of them, or -")
        ->required()
        ->type_name("DOCS");
    CLI::Option* policy =
        command->add_option("--policy", flags->policy, "Policy file (TOML)")->type_name("FILE");
    command
        ->add_option("--profile", flags->profile,
                     fmt::format("A policy that is part of the program: {}",
                                 fmt::join(documents::profile_names(), ", ")))
        ->capture_default_str()
        ->type_name("NAME")
        ->excludes(policy);
    command->add_option("--text-field", flags->what.read.fields.text, "Of JSON lines: the text")
        ->capture_default_str()
        ->type_name("NAME");
    flags->finders.add_to(*command);
    add_policy_out(*command, flags->what.policy_file);
    command->add_option("-o,--output", flags->output, "Also write the result (JSON, private)")
        ->type_name("FILE");
    flags->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe sample letters --documents 20 --seed 1 -o letters\n"
        "  lethe text inspect letters");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { inspect_texts(session, *flags); }; });
}

}  // namespace lethe::cli
