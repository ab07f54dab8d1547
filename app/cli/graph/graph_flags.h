// The graph that a command reads: its files and how they are read.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/files/write_graph.h"
#include "lethe/release/graphs/graph_policy.h"

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
    // The same options for other files, over what a policy says.
    graph::GraphSource source(const std::vector<std::string>& other_files,
                              const graph::GraphSource& base = {}) const;
};

// The policy of a graph; an empty path: none, that says nothing.
release::GraphPolicy graph_policy_at(const std::string& path);

// Where a command writes a graph.
struct GraphOutput {
    std::string file;
    std::string nodes;

    void add_to(CLI::App& command);
    // Error(usage) where it would overwrite what is read.
    graph::GraphTarget target(const graph::GraphSource& source) const;
};

}  // namespace lethe::cli
