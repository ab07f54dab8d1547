#include "cli/documents/text_finders.h"

#include "cli/knowledge/knowledge_flags.h"

namespace lethe::cli {

void FinderFlags::add_to(CLI::App& command) {
    command.add_flag("--no-model", no_model, "Patterns, lists and rules alone");
    command.add_option("--model", model, "A model made by lethe text train [the program's own]")
        ->type_name("FILE")
        ->excludes("--no-model");
    command
        .add_option("--register", register_name,
                    "Which kind of documents these are [recognised in each]")
        ->type_name("NAME");
}

std::unique_ptr<FinderSet> make_finders(Session& session, const documents::TextPolicy& policy,
                                        const FinderFlags& flags) {
    std::vector<std::string> notes;
    auto set =
        release::make_finders(session.context(), policy, flags, knowledge_cache_folder(), notes);
    for (const std::string& note : notes) session.say(note);
    return set;
}

}  // namespace lethe::cli
