// Everything that a person can ask for, of tables, documents, vectors and graphs alike: what the
// command line does, by the same names and options, without a shell.
//
//   CallOptions asked;
//   asked.seed = 7;
//   call("protect", "documents", R"({"documents": "letters", "output": "release"})", asked);
//   const Answer risk =
//       call("attack", "graph", R"({"original": "g.gml", "protected": "release.gml"})");
//
// Tables and texts may be handed over under names that begin with "memory:"; what an operation is
// told to write under such a name is in the answer. A release in memory has its record and its
// private log beside it: "memory:release.lethe.json", "memory:release.lethe.private.json".
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/context.h"
#include "lethe/error.h"
#include "lethe/table.h"

namespace lethe::api {

struct OperationInfo {
    std::string name;     // "protect": several kinds of data may have it
    std::string data;     // "table", "documents", "vectors" or "graph"; empty: of none or of any
    std::string summary;  // one line
    std::string json;     // its options with their types, ranges and defaults; examples
};

// All of them, in the order of the help page of the command line.
std::vector<OperationInfo> operations();

struct CallOptions {
    // None: one from the system, where something is drawn. It must stay secret.
    std::optional<std::uint64_t> seed;
    std::map<std::string, Table> tables;       // by names that begin with "memory:"
    std::map<std::string, std::string> texts;  // policies, records, logs
    std::string cache_folder;  // where taxonomies are kept once they were read; empty: nowhere
    std::string data_folder;   // where data of published experiments are; empty: nobody said
    std::string time;          // of decisions: "2024-05-31T12:00:00Z"; empty: not known
    std::function<void(const std::string&)> say;  // a note, as it comes; from any thread
};

struct Answer {
    std::string json;                          // one object with its "kind", or "null"
    std::string text;                          // the same for people
    std::vector<std::string> notes;            // all that was said
    std::map<std::string, Table> tables;       // made in memory
    std::map<std::string, std::string> texts;  // made in memory
    // Beside an answer: what was asked for cannot be reached, or a stop was asked for.
    std::optional<Error> failure;
};

// `options`: a JSON object; lists are lists there, and paths are those of files. Error(usage) with
// everything that is wrong with them.
Answer call(const std::string& operation, const std::string& data, const std::string& options,
            const CallOptions& asked = {}, const Context& context = {});

}  // namespace lethe::api
