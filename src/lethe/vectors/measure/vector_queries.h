// Searching published vectors in place of the original ones: queries of a few terms are put to
// both, documents are ranked by the cosine, and the two answers are compared (Abril,
// Navarro-Arribas and Torra, 2015).
//
//   q0  the terms that most documents have
//   q1  the terms that fewest documents have
//   q2  random terms
//   q3  random terms, another draw
//   q4  the heaviest terms on average over documents
//   q5  the terms with the largest single weight
//
// Terms are chosen from the original vectors, equally good ones in the order of the columns.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

constexpr std::array<std::string_view, 6> kQueryTypes{"q0", "q1", "q2", "q3", "q4", "q5"};

// Documents that are published as the same vector are equally relevant. Either all documents as
// relevant as the r-th are returned too, or the first ones in the order of rows.
enum class QueryTies { all, row_order };

struct QueryOptions {
    std::vector<std::int64_t> lengths = {1, 3, 5};  // terms of a query
    std::vector<std::int64_t> results = {10, 20, 50};
    QueryTies ties = QueryTies::all;
};

struct QueryAnswer {
    std::int64_t type = 0;  // of kQueryTypes
    std::int64_t length = 0;
    std::int64_t results = 0;   // asked for
    std::int64_t original = 0;  // documents returned
    std::int64_t published = 0;
    std::int64_t common = 0;

    // Of what the published vectors return, on what the original ones do; 0 where nothing is
    // returned.
    double precision() const;
    double recall() const;
    double f1() const;
};

// The columns that each type of query of that length asks for; fewer where there are fewer terms.
std::array<std::vector<std::int32_t>, kQueryTypes.size()> query_terms(const SparseRows& original,
                                                                      std::int64_t length,
                                                                      const Random& random);

// The rows returned, ascending. Rows without a term of the query are never returned; `rows` are of
// unit length.
std::vector<std::int64_t> best_rows(const SparseRows& rows, const std::vector<std::int32_t>& terms,
                                    std::int64_t results, QueryTies ties);

// Row i of `published` is what is published of row i; both over the same columns.
std::vector<QueryAnswer> vector_queries(const SparseRows& original, const SparseRows& published,
                                        const QueryOptions& options, const Random& random);

// Means over the types of queries for each length and number of results; the answers, which count
// documents of the original, describe it (method/publication.h).
Json to_json(const std::vector<QueryAnswer>& answers);

}  // namespace lethe::vectors
