// lethe text apply: writes documents as a reviewer decided.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "cli/documents/text.h"
#include "cli/documents/text_needs.h"
#include "cli/knowledge/knowledge_flags.h"
#include "cli/replace_flags.h"
#include "lethe/release/documents/document_release.h"

namespace lethe::cli {
namespace {

struct ApplyFlags {
    release::ReviewedRelease release;
    std::string undecided;
    SecretFlags secrets;
    ReplaceFlags replace;
};

void apply(Session& session, const ApplyFlags& flags) {
    release::ReviewedRelease what = flags.release;
    if (!flags.undecided.empty()) {
        what.undecided =
            flags.undecided == "accept" ? documents::Decision::accept : documents::Decision::reject;
    }
    what.secrets = flags.secrets;
    what.cache = knowledge_cache_folder();
    what.surroundings.replace = flags.replace.force;
    const auto now =
        std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    what.time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now);
    session.show_released(release::release_reviewed(session.context(), what));
}

}  // namespace

void add_text_apply(CLI::App& text, Session& session) {
    auto flags = std::make_shared<ApplyFlags>();
    CLI::App* command = text.add_subcommand(
        "apply", "Write documents as a reviewer decided: exactly that, with an audit log");
    command->add_option("review", flags->release.review, "The review that lethe text review wrote")
        ->required()
        ->type_name("REVIEW");
    command
        ->add_option("--decisions", flags->release.decisions,
                     "The decisions that the review page saved (default: those in the review)")
        ->type_name("FILE");
    command->add_option("--documents", flags->release.source, "The documents that were reviewed")
        ->required()
        ->type_name("DOCS");
    command
        ->add_option("-o,--output", flags->release.output,
                     "The release: a file for a file, a folder for a folder")
        ->required()
        ->type_name("OUT");
    command->add_option("--reviewer", flags->release.reviewer, "Who decided, for the audit log")
        ->type_name("NAME");
    command
        ->add_option("--marker", flags->release.marker, "What stands for a deleted block [nothing]")
        ->type_name("TEXT");
    command
        ->add_option("--undecided", flags->undecided,
                     "What happens to what nobody decided [it is an error]")
        ->check(CLI::IsMember({"accept", "reject"}))
        ->type_name("DECISION");
    flags->secrets.add_to(*command);
    command->add_flag("--forget", flags->release.forget,
                      "Afterwards delete the review, its page and the decisions");
    flags->replace.add_to(*command);
    command->add_flag("--dry-run", flags->release.dry_run,
                      "Show what would be done, and do nothing");
    command->footer(
        "Example:\n  lethe text review examples/documents/ministry -o review.json\n"
        "  lethe text apply review.json --documents examples/documents/ministry --undecided accept "
        "--reviewer \"A. Reviewer\" -o release");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { apply(session, *flags); }; });
}

}  // namespace lethe::cli
