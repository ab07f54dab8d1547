// lethe text: documents. Each of its commands is a file of its own.
#include "cli/documents/text.h"

namespace lethe::cli {

void add_text(CLI::App& app, Session& session) {
    CLI::App* text = app.add_subcommand("text", "Documents: sanitise them, and prove it");
    text->require_subcommand(1);
    add_text_inspect(*text, session);
    add_text_sanitize(*text, session);
    add_text_decrypt(*text, session);
    add_text_key(*text, session);
    add_text_train(*text, session);
    add_text_index(*text, session);
    add_text_search(*text, session);
    add_text_assess(*text, session);
    add_text_attack(*text, session);
    add_text_measure(*text, session);
    add_text_explore(*text, session);
    add_text_terms(*text, session);
    add_text_patterns(*text, session);
    add_text_review(*text, session);
    add_text_apply(*text, session);
    add_text_protect(*text, session);
    add_text_vectors(*text, session);
    add_text_inspect_vectors(*text, session);
    add_text_assess_vectors(*text, session);
    add_text_explore_vectors(*text, session);
    add_text_attack_vectors(*text, session);
    add_text_measure_vectors(*text, session);
}

}  // namespace lethe::cli
