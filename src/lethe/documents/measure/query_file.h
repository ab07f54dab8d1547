// Queries by which sanitised documents are measured: what readers need to find (utility) and what
// they must not find any more (risk).
//
//   [threshold]                      # optional; of relevance, from which on a document is
//   retrieved utility = 0.0422 risk = "automatic"               # where relevance falls most
//   steeply: the default of both
//
//   [[query]]
//   name = "uq1"
//   kind = "utility"                 # or "risk"
//   words = "saudi qatar jordan iran nuclear program"
//   relevant = ["doc-1", "doc-7"]    # optional; else what is retrieved from the original
//   threshold = 0.02                 # optional
//
//   [benchmark]                      # optional
//   documents = ["doc-3"]            # random ones, which belong to no query
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::documents {

enum class QueryKind { utility, risk };

std::string_view name(QueryKind kind);

using Threshold = std::optional<double>;  // none: automatic

struct Query {
    std::string name;
    QueryKind kind = QueryKind::utility;
    std::string words;
    std::optional<std::vector<std::string>> relevant = {};  // ids of documents
    Threshold threshold = {};
};

struct QueryFile {
    std::vector<Query> queries;
    std::vector<std::string> benchmark;  // ids of documents
};

// Error(usage) with every problem and its place in `file`.
QueryFile parse_queries(std::string_view toml, const std::string& file);

}  // namespace lethe::documents
