// Maskings by meaning at size: 1,000,000 records with 50,000 different pairs of concepts out of a
// generated tree of some 17,000, and mixed records of numbers and concepts. That each release is
// k-anonymous is checked, and that the loss is below that of one centre for everybody.
//
//   semantic_bench
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/data/groups.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/taxonomy_builder.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::bench {
namespace {

// Like a classification of diseases: 20 chapters, 10 sections each, 12 codes each, 6 finer ones.
TaxonomyPtr tree() {
    TaxonomyBuilder builder("tree", "");
    const std::int32_t root = builder.add_concept("all");
    const std::vector<int> widths = {20, 10, 12, 6};
    std::vector<std::pair<std::string, std::int32_t>> level = {{"", root}};
    for (const int width : widths) {
        std::vector<std::pair<std::string, std::int32_t>> next;
        for (const auto& [name, parent] : level) {
            for (int i = 0; i < width; ++i) {
                const std::string id = fmt::format("{}{:02}", name, i);
                const std::int32_t child = builder.add_concept(id);
                builder.add_is_a(child, parent);
                next.emplace_back(id, child);
            }
        }
        level = std::move(next);
    }
    return std::make_shared<const Taxonomy>(std::move(builder).build("tree"));
}

ColumnPtr concepts(const std::string& name, const TaxonomyPtr& taxonomy,
                   const std::vector<ConceptId>& values) {
    std::vector<std::string> texts;
    for (const ConceptId c : values) texts.emplace_back(taxonomy->id(c));
    return Column::from_texts(name, Kind::semantic, texts)
        ->with_meaning(std::make_shared<const Meaning>(taxonomy, std::span<const MappedValue>(),
                                                       Unmapped::exact_match));
}

// Records of `different` pairs, the first ones much more frequent than the last.
Table pairs_table(std::int64_t rows, std::int64_t different) {
    const TaxonomyPtr taxonomy = tree();
    std::vector<ConceptId> leaves;
    for (ConceptId c = 0; c < taxonomy->size(); ++c) {
        if (taxonomy->children(c).empty()) leaves.push_back(c);
    }
    const Stream stream = Random(1).stream("pairs");
    const auto drawn = random_permutation(Random(1).stream("leaves"), std::ssize(leaves));
    std::set<std::pair<ConceptId, ConceptId>> pairs;
    for (std::int64_t i = 0; std::ssize(pairs) < different; ++i) {
        Draws draws = stream.at(i);
        const auto one = [&](std::size_t from) {
            const double u = draws.uniform();
            const auto place = from + static_cast<std::size_t>(1500 * u * u);
            return leaves[static_cast<std::size_t>(drawn[place])];
        };
        const ConceptId a = one(0);
        pairs.emplace(a, one(1500));
    }
    const std::vector<std::pair<ConceptId, ConceptId>> all(pairs.begin(), pairs.end());
    const auto order = random_permutation(Random(1).stream("order"), different);
    std::vector<ConceptId> a, b;
    const Stream records = Random(1).stream("records");
    for (std::int64_t row = 0; row < rows; ++row) {
        const double u = records.at(row).uniform();
        const auto place =
            row < different
                ? row
                : static_cast<std::int64_t>(static_cast<double>(different) * u * u * u * u);
        const auto& pair = all[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])];
        a.push_back(pair.first);
        b.push_back(pair.second);
    }
    return Table({concepts("a", taxonomy, a), concepts("b", taxonomy, b)});
}

// Four numbers and eight columns of concepts that depend on each other.
Table mixed_table(std::int64_t rows) {
    const TaxonomyPtr taxonomy = tree();
    std::vector<ColumnPtr> columns;
    std::vector<double> hidden;
    for (std::int64_t row = 0; row < rows; ++row) {
        hidden.push_back(Random(1).stream("hidden").at(row).normal());
    }
    for (int j = 0; j < 12; ++j) {
        const Stream stream = Random(1).stream(fmt::format("column {}", j));
        std::vector<double> numbers;
        std::vector<ConceptId> values;
        for (std::int64_t row = 0; row < rows; ++row) {
            Draws draws = stream.at(row);
            const double x = hidden[static_cast<std::size_t>(row)] + draws.normal();
            numbers.push_back(std::round(20 * x));
            const auto child = static_cast<std::size_t>(std::clamp(8 + 4 * x, 0.0, 15.0));
            const ConceptId chapter = taxonomy->children(taxonomy->root())[child];
            values.push_back(taxonomy->children(chapter)[draws.below(2)]);
        }
        const std::string name = fmt::format("{}", j);
        columns.push_back(j < 4 ? Column::numeric(name, numbers)
                                : concepts(name, taxonomy, values));
    }
    return Table(columns);
}

int mask(const Table& table, const std::string& name, std::int64_t k, int threads) {
    const Method& method = find_method(name, Family::mask);
    Problems problems;
    const Json parameters = method.bind({{"k", k}}, {}, problems);
    Run run(
        fmt::format("{} k={} {} rows {} columns", name, k, table.rows(), table.columns().size()));
    const MaskOutput output =
        method.mask({table, table.names(), Random(1), context(threads)}, parameters);
    run.stop();
    const Table masked = table.with(output.changed);
    const bool anonymous = group_rows(context(threads), masked, masked.names()).smallest() >= k;
    return run.report(anonymous && problems.empty(), table.rows());
}

int link(const Table& table, std::int64_t k) {
    const Method& method = find_method("sa-mdav", Family::mask);
    Problems problems;
    const Json parameters = method.bind({{"k", k}}, {}, problems);
    const Table masked =
        table.with(method.mask({table, table.names(), Random(1), context(2)}, parameters).changed);
    const release::Comparable pair = release::make_comparable(table, masked, table.names(), {});
    const std::vector<release::Choice> choice{{"semantic-linkage"}};
    Run run(fmt::format("semantic-linkage {} rows", table.rows()));
    const release::MethodResult result =
        release::run_assessments(Family::attack, choice, pair, {}, true, Random(1), context(2))
            .results[0];
    run.stop();
    const double value = result.value.value();
    return run.report(value > 0 && value <= 100.0 / static_cast<double>(k), table.rows());
}

int all() {
    int failed = 0;
    const Table pairs = pairs_table(1000000, 50000);
    for (const char* name : {"sa-mdav", "semantic-recoding", "semantic-resampling"}) {
        failed |= mask(pairs, name, 5, 2);
    }
    failed |= link(pairs, 5);
    for (const std::int64_t different : {12500, 25000}) {
        failed |= mask(pairs_table(1000000, different), "sa-mdav", 5, 2);
    }
    const Table mixed = mixed_table(30000);
    for (const std::int64_t k : {3, 5, 10, 25, 50}) failed |= mask(mixed, "mdav", k, 2);
    return failed;
}

}  // namespace
}  // namespace lethe::bench

int main() { return lethe::bench::all(); }
