// The parts of `lethe graph`, one file each.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/session.h"

namespace lethe::cli {

void add_graph_info(CLI::App& graph, Session& session);
void add_graph_convert(CLI::App& graph, Session& session);
void add_graph_extract(CLI::App& graph, Session& session);
void add_graph_protect(CLI::App& graph, Session& session);
void add_graph_assess(CLI::App& graph, Session& session);
void add_graph_explore(CLI::App& graph, Session& session);
void add_graph_attack(CLI::App& graph, Session& session);
void add_graph_measure(CLI::App& graph, Session& session);

}  // namespace lethe::cli
