// The parts of `lethe text`, one file each.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/session.h"

namespace lethe::cli {

void add_text_sanitize(CLI::App& text, Session& session);
void add_text_decrypt(CLI::App& text, Session& session);
void add_text_key(CLI::App& text, Session& session);
void add_text_train(CLI::App& text, Session& session);
void add_text_index(CLI::App& text, Session& session);
void add_text_search(CLI::App& text, Session& session);
void add_text_assess(CLI::App& text, Session& session);
void add_text_attack(CLI::App& text, Session& session);
void add_text_measure(CLI::App& text, Session& session);
void add_text_explore(CLI::App& text, Session& session);
void add_text_terms(CLI::App& text, Session& session);
void add_text_patterns(CLI::App& text, Session& session);
void add_text_review(CLI::App& text, Session& session);
void add_text_apply(CLI::App& text, Session& session);
void add_text_inspect(CLI::App& text, Session& session);
void add_text_inspect_vectors(CLI::App& text, Session& session);
void add_text_protect(CLI::App& text, Session& session);
void add_text_vectors(CLI::App& text, Session& session);
void add_text_assess_vectors(CLI::App& text, Session& session);
void add_text_explore_vectors(CLI::App& text, Session& session);
void add_text_attack_vectors(CLI::App& text, Session& session);
void add_text_measure_vectors(CLI::App& text, Session& session);

}  // namespace lethe::cli
