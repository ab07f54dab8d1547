#include "vector_cases.h"

#include <map>

#include "lethe/core/error.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/publication.h"
#include "lethe/vectors/vector_method.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::test {
namespace {

TaxonomyPtr taxonomy_of_case(const Json& body) {
    if (!body.contains("knowledge")) return nullptr;
    const auto name = body["knowledge"].get<std::string>();
    return name == "wordnet" ? wordnet() : taxonomy_named(name);
}

Json run_vector_protection(const Json& body, const Method& method, const Json& parameters) {
    const vectors::DocumentVectors original = vectors_of(body.at("documents"));
    const Context context = threads(2);
    const vectors::ProtectOutput output =
        method.protect_vectors({original, Random(1), context, taxonomy_of_case(body)}, parameters);
    return {{"clusters", output.clusters.of},
            {"protected", lists_of(output.vectors)},
            {"facts", output.facts},
            {"loss", unfolded(output.loss)}};
}

Json run_vector_assessment(const Json& body, const Method& method, const Json& parameters) {
    vectors::DocumentVectors original = vectors_of(body.at("original"));
    vectors::DocumentVectors published = vectors_of(body.at("published"));
    if (body.contains("labels")) {
        original.labels = body["labels"].get<std::vector<std::string>>();
        published.labels = original.labels;
    }
    const Context context = threads(2);
    const Random random(body.value("seed", std::uint64_t{1}));
    const Measurement found = method.assess_vectors(
        {original, published, random, context, taxonomy_of_case(body)}, parameters);
    return {{"value", found.value},
            {"details", found.details},
            {"about_original", found.about_original}};
}

}  // namespace

const TaxonomyPtr& wordnet() {
    static const TaxonomyPtr nouns = read_knowledge({}, "wordnet").taxonomy;
    return nouns;
}

vectors::DocumentVectors vectors_of(const Json& lists) {
    std::map<std::string, std::int32_t> columns;
    for (const Json& list : lists) {
        for (const Json& entry : list) columns.try_emplace(entry[0].get<std::string>(), 0);
    }
    vectors::DocumentVectors vectors;
    for (auto& [term, column] : columns) {
        column = static_cast<std::int32_t>(vectors.terms.size());
        vectors.terms.push_back(term);
    }
    vectors.rows = SparseRows(static_cast<std::int32_t>(vectors.terms.size()));
    for (const Json& list : lists) {
        std::map<std::int32_t, double> row;
        for (const Json& entry : list) row[columns.at(entry[0].get<std::string>())] = entry[1];
        for (const auto& [column, weight] : row) vectors.rows.add(column, weight);
        vectors.rows.end_row();
    }
    return vectors;
}

Json lists_of(const vectors::DocumentVectors& vectors) {
    Json lists = Json::array();
    for (std::int64_t row = 0; row < vectors.size(); ++row) {
        const SparseRow entries = vectors.rows[row];
        std::map<std::string, double> by_text;
        for (std::size_t i = 0; i < entries.columns.size(); ++i) {
            const auto column = static_cast<std::size_t>(entries.columns[i]);
            by_text[vectors.terms[column]] = entries.values[i];
        }
        Json list = Json::array();
        for (const auto& [text, weight] : by_text) list.push_back({text, weight});
        lists.push_back(std::move(list));
    }
    return lists;
}

Json run_vector_case(const Json& body, const Method& method) {
    Problems problems;
    const Json parameters = method.bind(body.value("parameters", Json::object()), {}, problems);
    throw_if_any(std::move(problems));
    return method.info.family == Family::mask ? run_vector_protection(body, method, parameters)
                                              : run_vector_assessment(body, method, parameters);
}

}  // namespace lethe::test
