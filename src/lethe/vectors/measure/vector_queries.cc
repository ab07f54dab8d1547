#include "lethe/vectors/measure/vector_queries.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "lethe/method/publication.h"
#include "lethe/vectors/measure/vector_pair.h"

namespace lethe::vectors {
namespace {

struct TermFigures {
    std::vector<std::int32_t> present;  // terms that some document has
    std::vector<double> documents, sum, largest;
};

TermFigures term_figures(const SparseRows& rows) {
    const auto terms = static_cast<std::size_t>(rows.columns());
    TermFigures figures{{},
                        std::vector<double>(terms, 0.0),
                        std::vector<double>(terms, 0.0),
                        std::vector<double>(terms, 0.0)};
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            const auto term = static_cast<std::size_t>(row.columns[i]);
            figures.documents[term] += 1;
            figures.sum[term] += row.values[i];
            figures.largest[term] = std::max(figures.largest[term], row.values[i]);
        }
    }
    for (std::int32_t term = 0; term < rows.columns(); ++term) {
        if (figures.documents[static_cast<std::size_t>(term)] > 0) figures.present.push_back(term);
    }
    return figures;
}

std::vector<std::int32_t> first_by(std::vector<std::int32_t> terms,
                                   const std::vector<double>& figure, double sign,
                                   std::int64_t count) {
    const auto worth = [&](std::int32_t term) {
        return -sign * figure[static_cast<std::size_t>(term)];
    };
    std::ranges::stable_sort(terms, {}, worth);
    terms.resize(std::min(terms.size(), static_cast<std::size_t>(count)));
    return terms;
}

std::vector<std::int32_t> drawn(const std::vector<std::int32_t>& terms, const Stream& stream,
                                std::int64_t count) {
    std::vector<std::int32_t> result;
    const std::int64_t size = std::ssize(terms);
    for (const std::int64_t i : random_subset(stream, size, std::min(size, count))) {
        result.push_back(terms[static_cast<std::size_t>(i)]);
    }
    return result;
}

double quotient(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Of the terms turned round: of each term its rows.
std::vector<std::int64_t> best_of(const SparseRows& terms_rows,
                                  const std::vector<std::int32_t>& terms, std::int64_t results,
                                  QueryTies ties) {
    std::vector<std::int32_t> asked = terms;
    std::ranges::sort(asked);
    std::vector<double> relevance(static_cast<std::size_t>(terms_rows.columns()), 0.0);
    for (const std::int32_t term : asked) {
        const SparseRow holders = terms_rows[term];
        for (std::size_t i = 0; i < holders.columns.size(); ++i) {
            relevance[static_cast<std::size_t>(holders.columns[i])] += holders.values[i];
        }
    }
    std::vector<std::pair<double, std::int64_t>> ranked;
    for (std::size_t row = 0; row < relevance.size(); ++row) {
        if (relevance[row] > 0)
            ranked.emplace_back(-relevance[row], static_cast<std::int64_t>(row));
    }
    std::ranges::sort(ranked);
    auto returned = std::min(ranked.size(), static_cast<std::size_t>(results));
    if (ties == QueryTies::all) {
        while (returned > 0 && returned < ranked.size() &&
               ranked[returned].first == ranked[returned - 1].first) {
            ++returned;
        }
    }
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < returned; ++i) rows.push_back(ranked[i].second);
    std::ranges::sort(rows);
    return rows;
}

}  // namespace

double QueryAnswer::precision() const { return quotient(common, published); }
double QueryAnswer::recall() const { return quotient(common, original); }
double QueryAnswer::f1() const { return quotient(2 * common, original + published); }

std::array<std::vector<std::int32_t>, kQueryTypes.size()> query_terms(const SparseRows& original,
                                                                      std::int64_t length,
                                                                      const Random& random) {
    const TermFigures figures = term_figures(original);
    const Random own = random.part(static_cast<std::uint64_t>(length));
    return {first_by(figures.present, figures.documents, 1, length),
            first_by(figures.present, figures.documents, -1, length),
            drawn(figures.present, own.stream("q2"), length),
            drawn(figures.present, own.stream("q3"), length),
            first_by(figures.present, figures.sum, 1, length),
            first_by(figures.present, figures.largest, 1, length)};
}

std::vector<std::int64_t> best_rows(const SparseRows& rows, const std::vector<std::int32_t>& terms,
                                    std::int64_t results, QueryTies ties) {
    return best_of(transposed(rows), terms, results, ties);
}

std::vector<QueryAnswer> vector_queries(const SparseRows& original, const SparseRows& published,
                                        const QueryOptions& options, const Random& random) {
    const SparseRows before = transposed(with_unit_norms(original));
    const SparseRows after = transposed(with_unit_norms(published));
    std::vector<QueryAnswer> answers;
    for (const std::int64_t length : options.lengths) {
        const auto queries = query_terms(original, length, random);
        for (const std::int64_t results : options.results) {
            for (std::size_t type = 0; type < queries.size(); ++type) {
                const auto wanted = best_of(before, queries[type], results, options.ties);
                const auto found = best_of(after, queries[type], results, options.ties);
                std::vector<std::int64_t> common;
                std::ranges::set_intersection(wanted, found, std::back_inserter(common));
                answers.push_back({static_cast<std::int64_t>(type), length, results,
                                   std::ssize(wanted), std::ssize(found), std::ssize(common)});
            }
        }
    }
    return answers;
}

Json to_json(const std::vector<QueryAnswer>& answers) {
    Json means = Json::array();
    Json list = Json::array();
    for (const QueryAnswer& answer : answers) {
        list.push_back({{"type", kQueryTypes[static_cast<std::size_t>(answer.type)]},
                        {"length", answer.length},
                        {"results", answer.results},
                        {"original", answer.original},
                        {"published", answer.published},
                        {"precision", answer.precision()},
                        {"recall", answer.recall()},
                        {"f1", answer.f1()}});
        if (means.empty() || means.back()["length"] != answer.length ||
            means.back()["results"] != answer.results) {
            means.push_back({{"length", answer.length},
                             {"results", answer.results},
                             {"precision", 0.0},
                             {"recall", 0.0},
                             {"f1", 0.0}});
        }
        for (const char* measure : {"precision", "recall", "f1"}) {
            means.back()[measure] =
                means.back()[measure].get<double>() +
                list.back()[measure].get<double>() / static_cast<double>(kQueryTypes.size());
        }
    }
    return with_about_original({{"means", std::move(means)}}, {{"queries", std::move(list)}});
}

namespace {

Measurement assess_queries(const AssessInput& input, const QueryOptions& options) {
    const VectorPair pair = vector_pair(input);
    const std::vector<QueryAnswer> answers =
        vector_queries(pair.original, pair.published, options, input.random);
    Measurement result;
    double kept = 0;
    for (const QueryAnswer& answer : answers) kept += answer.f1();
    const auto asked = static_cast<double>(answers.size());
    result.value = answers.empty() ? 0 : 100 * (asked - kept) / asked;
    const Json parts = to_json(answers);
    result.details = published(parts);
    result.about_original = parts[kAboutOriginal];
    return result;
}

}  // namespace

Method vector_queries_method() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "vector-queries",
            .title = "Queries to document vectors",
            .summary = "How unlike the answers to queries are before and after.",
            .description =
                "Queries of a few terms are put to the original and to the published vectors, "
                "documents are ranked by the cosine, and the best are returned. There are six "
                "kinds of queries: the terms that most and that fewest documents have, two draws "
                "of random terms, the heaviest terms on average, and those with the largest single "
                "weight. The value is 100 (1 - F1), the mean over all queries, where F1 holds what "
                "the published vectors return against what the original ones do: 0 where all "
                "answers are the same. Use it where a release is to be searched. Documents that "
                "are published as the same vector are equally relevant: with `ties` = all each of "
                "them is returned, so that answers grow and precision falls; with row-order the "
                "first ones are, as a search engine would do it. Queries for the rarest terms "
                "suffer most, and should.",
            .kinds = {Kind::numeric},
            .properties = {Property::random},
            .cites = {"abril2014privacy"},
            .in_words = "Whether searching the published vectors finds the same documents.",
            .scale = Scale::loss,
            .details = {{"means", "Means over the kinds of queries"}},
            .by_default = true},
        Schema<QueryOptions>()
            .field("lengths", &QueryOptions::lengths, "Terms of a query", at_least(1))
            .field("results", &QueryOptions::results, "Documents that a query asks for",
                   at_least(1))
            .choice("ties", &QueryOptions::ties,
                    "Of equally relevant documents all are returned, or the first in the order of "
                    "rows",
                    {{"all", QueryTies::all}, {"row-order", QueryTies::row_order}}),
        assess_queries);
}

}  // namespace lethe::vectors
