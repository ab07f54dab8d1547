// Generalisation against references written from the definitions, on thousands of small tables with
// random taxonomies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lethe/algo/partition/full_domain.h"
#include "lethe/algo/partition/local_generalisation.h"
#include "lethe/knowledge/meaning.h"
#include "rounds.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using Loss = FullDomainOptions::Loss;

// A value: how it is written (missing: not at all) and what it means, if anything.
struct Value {
    std::optional<std::string> text;
    ConceptId meaning = kNoConcept;

    friend bool operator==(const Value&, const Value&) = default;
    friend bool operator<(const Value& a, const Value& b) {  // missing is last
        if (!a.text || !b.text) return a.text.has_value() && !b.text.has_value();
        return *a.text < *b.text;
    }
};
using Record = std::vector<Value>;

struct GeneralisationExample {
    std::vector<MeaningPtr> meanings;
    std::vector<Record> records;
    Table table = Table(std::vector<ColumnPtr>());

    const Taxonomy& taxonomy(std::size_t column) const { return meanings[column]->taxonomy(); }
    Value value(std::size_t column, ConceptId c) const {
        return {meanings[column]->label_of(c), c};
    }
    Value root(std::size_t column) const { return value(column, 0); }
};

GeneralisationExample generalisation_random_example(const Random& random,
                                                    std::int64_t most_concepts) {
    Draws draws = random.stream("example").at(0);
    GeneralisationExample example;
    const std::size_t columns = 1 + draws.below(3);
    const std::size_t rows = 1 + draws.below(14);
    example.records.resize(rows);
    std::vector<ColumnPtr> made;
    for (std::size_t j = 0; j < columns; ++j) {
        const TaxonomyPtr taxonomy = test::random_taxonomy(random.part(j), most_concepts);
        example.meanings.push_back(std::make_shared<const Meaning>(
            taxonomy, std::span<const MappedValue>(), Unmapped::exact_match));
        std::vector<std::string> texts;
        Validity validity(static_cast<std::int64_t>(rows));
        for (std::size_t i = 0; i < rows; ++i) {
            Value value = example.value(
                j,
                static_cast<ConceptId>(draws.below(static_cast<std::uint64_t>(taxonomy->size()))));
            const std::uint64_t odd = draws.below(20);
            if (odd == 0) value = {};
            if (odd == 1) value = {fmt::format("unknown{}", draws.below(2)), kNoConcept};
            if (!value.text) validity.set_missing(static_cast<std::int64_t>(i));
            texts.push_back(value.text.value_or(""));
            example.records[i].push_back(value);
        }
        const ColumnPtr plain =
            Column::from_texts(fmt::format("{}", j), Kind::semantic, std::move(texts));
        made.push_back(Column::categories(plain->name(), Kind::semantic,
                                          {plain->codes().begin(), plain->codes().end()},
                                          plain->dictionary_ptr(), std::move(validity))
                           ->with_meaning(example.meanings[j]));
    }
    example.table = Table(made);
    return example;
}

std::map<Record, std::int64_t> generalisation_counted(const std::vector<Record>& records) {
    std::map<Record, std::int64_t> counts;
    for (const Record& record : records) ++counts[record];
    return counts;
}

Value generalisation_joined(const GeneralisationExample& example, std::size_t column,
                            const Value& a, const Value& b) {
    if (a == b) return a;
    if (a.meaning == kNoConcept || b.meaning == kNoConcept) return example.root(column);
    const Taxonomy& taxonomy = example.taxonomy(column);
    if (taxonomy.subsumes(a.meaning, b.meaning)) return a;
    if (taxonomy.subsumes(b.meaning, a.meaning)) return b;
    return example.value(column, taxonomy.lcs(a.meaning, b.meaning));
}

std::int64_t leaf_parts(const GeneralisationExample& example, std::size_t column,
                        const Value& value) {
    if (value.meaning == kNoConcept) return 0;
    const Taxonomy& taxonomy = example.taxonomy(column);
    const auto leaves = taxonomy.leaves(value.meaning);
    if (leaves <= 1) return 0;
    return std::llround(static_cast<double>(leaves) / static_cast<double>(taxonomy.leaves(0)) *
                        static_cast<double>(ConceptLadder::kWhole));
}

std::int64_t raise_cost(const GeneralisationExample& example, const Record& from, const Record& to,
                        RaiseCost kind) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < from.size(); ++j) {
        if (from[j] == to[j]) continue;
        if (kind == RaiseCost::ncp) {
            sum += leaf_parts(example, j, to[j]) - leaf_parts(example, j, from[j]);
        } else {
            sum += from[j].meaning == kNoConcept
                       ? 1
                       : example.taxonomy(j).climb(from[j].meaning, to[j].meaning);
        }
    }
    return sum;
}

std::vector<Record> plain_local(const GeneralisationExample& example, std::int64_t k,
                                RaiseCost kind) {
    std::vector<Record> records = example.records;
    while (true) {
        const auto counts = generalisation_counted(records);
        const auto rare =
            *std::min_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                return std::tie(a.second, a.first) < std::tie(b.second, b.first);
            });
        if (rare.second >= k) return records;
        std::optional<std::tuple<std::int64_t, std::int64_t, Record>> best;
        Record target;
        for (const auto& [other, count] : counts) {
            if (other == rare.first) continue;
            Record join;
            for (std::size_t j = 0; j < other.size(); ++j) {
                join.push_back(generalisation_joined(example, j, rare.first[j], other[j]));
            }
            const std::int64_t cost = rare.second * raise_cost(example, rare.first, join, kind) +
                                      count * raise_cost(example, other, join, kind);
            const std::tuple rank(cost, count, other);
            if (best && !(rank < *best)) continue;
            best = rank;
            target = join;
        }
        for (Record& record : records) {
            if (record == rare.first || record == std::get<2>(*best)) record = target;
        }
    }
}

std::vector<Record> shown(const GeneralisationExample& example, const TupleSpace& space,
                          const GeneralisedTuples& made) {
    std::vector<Record> records;
    for (const std::int32_t tuple : space.tuple_of_row()) {
        const auto& point =
            made.points[static_cast<std::size_t>(made.of_tuple[static_cast<std::size_t>(tuple)])];
        Record& record = records.emplace_back();
        for (std::size_t j = 0; j < point.size(); ++j) {
            const auto candidate = static_cast<std::int32_t>(point[j]);
            record.push_back(
                {space.domain(j)->text(candidate), space.domain(j)->concept_of(candidate)});
        }
    }
    EXPECT_EQ(records.size(), example.records.size());
    return records;
}

TEST(LocalGeneralisation, IsTheGreedySearchOfItsDefinition) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const GeneralisationExample example = generalisation_random_example(Random(seed), 12);
        const TupleSpace space(test::threads(1), example.table, example.table.names(), {});
        const auto ladders = concept_ladders(space);
        for (const RaiseCost cost : {RaiseCost::steps, RaiseCost::ncp}) {
            const std::int64_t k = 1 + static_cast<std::int64_t>(seed % 5);
            if (k > example.table.rows()) continue;
            const auto made = generalise_locally(test::threads(1), space, ladders, {k, cost});
            ASSERT_EQ(shown(example, space, made), plain_local(example, k, cost)) << seed;
        }
    }
}

TEST(LocalGeneralisation, IsTheSameForAnyNumberOfThreads) {
    std::vector<ColumnPtr> columns;
    for (std::uint64_t j = 0; j < 3; ++j) {
        const TaxonomyPtr taxonomy = test::random_taxonomy(Random(7).part(j), 4000);
        const auto meaning = std::make_shared<const Meaning>(
            taxonomy, std::span<const MappedValue>(), Unmapped::exact_match);
        const Stream stream = Random(8).part(j).stream("values");
        std::vector<std::string> texts;
        for (std::int64_t row = 0; row < 9000; ++row) {
            const auto size =
                static_cast<std::uint64_t>(std::min<std::int64_t>(40, taxonomy->size()));
            texts.push_back(meaning->label_of(static_cast<ConceptId>(stream.at(row).below(size))));
        }
        columns.push_back(
            Column::from_texts(fmt::format("{}", j), Kind::semantic, texts)->with_meaning(meaning));
    }
    const Table table(columns);
    const TupleSpace space(test::threads(1), table, table.names(), {});
    ASSERT_GT(space.tuples(), 8192);
    const auto ladders = concept_ladders(space);
    const auto one = generalise_locally(test::threads(1), space, ladders, {3, RaiseCost::ncp});
    const auto many = generalise_locally(test::threads(3), space, ladders, {3, RaiseCost::ncp});
    EXPECT_EQ(one.points, many.points);
    EXPECT_EQ(one.of_tuple, many.of_tuple);
}

// A value raised by levels, one after another.
Value raised(const GeneralisationExample& example, std::size_t column, Value value, int levels) {
    for (; levels > 0; --levels) {
        const bool top = value.meaning == kNoConcept || value.meaning == 0;
        value = example.value(column,
                              top ? 0 : example.taxonomy(column).parents(value.meaning).front());
    }
    return value;
}

int generalisation_height(const GeneralisationExample& example, std::size_t column,
                          const Value& value) {
    int levels = 0;
    while (raised(example, column, value, levels) != example.root(column)) ++levels;
    return levels;
}

struct PlainRelease {
    std::int64_t loss = 0;
    std::vector<int> levels;
    std::vector<Record> records;
    std::int64_t suppressed = 0;
};

std::int64_t release_loss(const GeneralisationExample& example, const std::vector<Record>& records,
                          const std::vector<int>& levels, const Record& root, Loss loss) {
    std::int64_t sum = 0;
    if (loss == Loss::discernibility) {
        for (const auto& [record, count] : generalisation_counted(records)) sum += count * count;
        return sum;
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        for (std::size_t j = 0; j < root.size(); ++j) {
            const Value& from = example.records[i][j];
            const bool is_root = records[i] == root;
            if (loss == Loss::steps) {
                const int most = generalisation_height(example, j, from);
                sum += is_root ? most : std::min(levels[j], most);
            } else if (from != records[i][j]) {
                sum += leaf_parts(example, j, records[i][j]);
            }
        }
    }
    return sum;
}

std::optional<PlainRelease> plain_release(const GeneralisationExample& example,
                                          const std::vector<int>& levels,
                                          const FullDomainOptions& options) {
    PlainRelease made;
    made.levels = levels;
    Record root;
    for (std::size_t j = 0; j < levels.size(); ++j) root.push_back(example.root(j));
    for (const Record& record : example.records) {
        Record& now = made.records.emplace_back();
        for (std::size_t j = 0; j < levels.size(); ++j) {
            now.push_back(raised(example, j, record[j], levels[j]));
        }
    }
    const auto counts = generalisation_counted(made.records);
    for (Record& record : made.records) {
        if (counts.at(record) >= options.k) continue;
        ++made.suppressed;
        record = root;
    }
    if (made.suppressed > options.most_suppressed) return std::nullopt;
    const auto after = generalisation_counted(made.records);
    if (made.suppressed > 0 && after.at(root) < options.k) {
        // One more class goes to the root: the one with which the loss is least.
        std::optional<std::pair<std::int64_t, std::vector<Record>>> best;
        for (const auto& [record, count] : after) {
            if (record == root) continue;
            std::vector<Record> records = made.records;
            std::replace(records.begin(), records.end(), record, root);
            const auto loss = release_loss(example, records, levels, root, options.loss);
            if (!best || loss < best->first) best.emplace(loss, std::move(records));
        }
        made.records = best->second;
    }
    made.loss = release_loss(example, made.records, levels, root, options.loss);
    return made;
}

PlainRelease plain_full_domain(const GeneralisationExample& example,
                               const FullDomainOptions& options) {
    std::vector<int> tops;
    for (std::size_t j = 0; j < example.meanings.size(); ++j) {
        int top = 0;
        for (const Record& record : example.records) {
            top = std::max(top, generalisation_height(example, j, record[j]));
        }
        tops.push_back(top);
    }
    std::optional<PlainRelease> best;
    const auto rank = [](const PlainRelease& made) {
        return std::tuple(made.loss, std::accumulate(made.levels.begin(), made.levels.end(), 0),
                          made.levels);
    };
    std::vector<int> levels(tops.size(), 0);
    while (true) {
        const auto made = plain_release(example, levels, options);
        if (made && (!best || rank(*made) < rank(*best))) best = made;
        std::size_t j = 0;
        while (j < levels.size() && levels[j] == tops[j]) levels[j++] = 0;
        if (j == levels.size()) return *best;
        ++levels[j];
    }
}

TEST(FullDomain, FindsTheLeastLossOfAllVectors) {
    std::int64_t fewer = 0;
    for (std::uint64_t seed = 0; seed < test::rounds(1200u); ++seed) {
        const GeneralisationExample example = generalisation_random_example(Random(seed), 9);
        const TupleSpace space(test::threads(1), example.table, example.table.names(), {});
        const auto ladders = concept_ladders(space);
        const std::int64_t k = 1 + static_cast<std::int64_t>(seed % 5);
        if (k > example.table.rows()) continue;
        for (const Loss loss : {Loss::ncp, Loss::steps, Loss::discernibility}) {
            for (const std::int64_t suppressed : {0, 1, 2, 6}) {
                const FullDomainOptions options{k, loss, suppressed};
                const auto made = generalise_full_domain(test::threads(1), space, ladders, options);
                const PlainRelease plain = plain_full_domain(example, options);
                ASSERT_EQ(made.levels, plain.levels) << seed;
                ASSERT_EQ(made.suppressed, plain.suppressed) << seed;
                ASSERT_EQ(shown(example, space, made.tuples), plain.records) << seed;
                ASSERT_LE(made.looked_at, made.vectors);
                fewer += made.looked_at < made.vectors ? 1 : 0;
            }
        }
    }
    EXPECT_GT(fewer, test::rounds(1000));
}

}  // namespace
}  // namespace lethe
