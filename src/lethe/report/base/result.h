// Reading results tolerantly: a report shows what it is given. Absent, null and non-finite are one
// case, a field of another type than expected is absent too.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/figures.h"

namespace lethe::report {

using figures::count;
using figures::field;
using figures::flag;
using figures::number;

std::string text(const Json& object, std::string_view key);                // cleaned
std::vector<std::string> texts(const Json& object, std::string_view key);  // cleaned
std::vector<double> numbers(const Json& object, std::string_view key);     // absent ones are 0

// Only the items that are objects.
std::vector<Json> objects(const Json& object, std::string_view key);

enum class ResultKind {
    release,
    assessment,
    exploration,
    evolution,
    inspection,
    other_release,
    documents,
    vectors,
    graphs,
    reproductions,
    other
};

// By "kind", or by what it holds where that is missing.
ResultKind kind_of(const Json& result);

struct Results {
    std::vector<Json> releases, assessments, explorations, evolutions, inspections;
    std::vector<Json> other_releases;  // of documents, vectors and graphs
    std::vector<Json> documents;       // assessments of sanitised documents
    std::vector<Json> vectors;         // assessments of document vectors
    std::vector<Json> graphs;          // assessments of protected graphs
    std::vector<Json> reproductions;   // lists of published experiments that were run again
    std::vector<Json> others;
    std::string version;  // of the program that made them; empty when unknown
};

// What was measured within a release counts as an assessment of it, unless one is given already.
Results sort_results(std::span<const Json> results);

// Assessments by attacks and measures of the catalogue, of documents too.
std::vector<Json> attacked_and_measured(const Results& results);

std::string file_name(std::string_view path);  // without its folders

// How many people an assessment is about.
std::optional<std::int64_t> rows_of(const Json& assessment);

}  // namespace lethe::report
