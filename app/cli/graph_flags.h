// The graph that a command reads: its files and how they are read.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "lethe/graph/read_graph.h"

namespace lethe::cli {

struct GraphFlags {
    std::vector<std::string> files;  // EDGES [NODES], or one file with the whole graph
    std::string from, to, weight, id;
    bool directed = false;
    bool undirected = false;
    ReadFlags reading;

    // The files as arguments of the command, and the options.
    void add_to(CLI::App& command);
    // The options alone, for commands that name the files otherwise.
    void add_options_to(CLI::App& command);
    graph::GraphSource source() const { return source(files); }
    // The same options for other files. Error(usage) for a graph file with a table of nodes.
    graph::GraphSource source(const std::vector<std::string>& other_files) const;
};

}  // namespace lethe::cli
