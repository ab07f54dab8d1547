// What every masking method promises, checked on its own example over the whole catalogue.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <sstream>

#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"
#include "lethe/knowledge/meaning.h"
#include "mask_support.h"
#include "people_columns.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using test::same_cells;

// Columns of every kind that methods accept, numbers in the thousands; `distinct` > 0 makes ties;
// optionally with gaps.
Table catalogue_mixed_table(std::int64_t rows, int distinct, bool gaps) {
    const Table random = test::random_table(Random(21), rows, 3, distinct);
    std::vector<ColumnPtr> columns;
    for (const std::string& name : random.names()) {
        std::vector<double> values = test::numbers(random, name);
        for (double& value : values) value *= 3000;
        columns.push_back(Column::numeric(name, std::move(values)));
    }
    constexpr const char* kSymptoms[] = {"colic",        "lumbago",   "migraine",
                                         "appendicitis", "gastritis", "pain"};
    std::vector<std::string> job, level, symptom;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = Random(22).stream("categories").at(row);
        job.push_back("job " + std::to_string(draws.below(6)));
        level.push_back(std::to_string(draws.below(5)));
        symptom.emplace_back(kSymptoms[draws.below(6)]);
    }
    if (gaps) {
        std::vector<std::int64_t> missing;
        for (std::int64_t row = 1; row < rows; row += 7) missing.push_back(row);
        columns[0] = test::with_missing(
            "a", {columns[0]->numbers().begin(), columns[0]->numbers().end()}, missing);
    }
    columns.push_back(Column::from_texts("job", Kind::nominal, job));
    columns.push_back(Column::from_texts("level", Kind::nominal, level)->as_kind(Kind::ordinal));
    columns.push_back(Column::from_texts("symptom", Kind::semantic, symptom)
                          ->with_meaning(std::make_shared<const Meaning>(
                              test::symptoms(), std::span<const MappedValue>(), Unmapped::fail)));
    return Table(std::move(columns));
}

std::vector<std::string> accepted(const Method& method, const Table& table) {
    if (test::needs_people(method)) return test::columns_to_mask(method, table);
    std::vector<std::string> names;
    for (const ColumnPtr& column : table.columns()) {
        if (method.accepts(column->kind())) names.push_back(column->name());
    }
    return names;
}

// With a column of free text, for a method that takes nothing else, or with people, once.
Table with_notes(const Method& method, const Table& table) {
    if (test::needs_people(method) && table.find("person") != nullptr) return table;
    if (test::needs_people(method)) return table.with(test::people_columns(table.rows()));
    if (!accepted(method, table).empty()) return table;
    constexpr const char* kNames[] = {"Maria Jansen", "Peter Olsen", "Anna Novak"};
    std::vector<std::string> notes;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        notes.push_back(fmt::format("{} called on {} May 2024 from 555-01{:02}", kNames[row % 3],
                                    row % 28 + 1, row % 100));
    }
    const std::vector<ColumnPtr> column = {Column::from_texts("notes", Kind::text, notes)};
    return table.with(column);
}

Table run_example(const Method& method, const Table& given, const test::MaskRun& run = {}) {
    const Table table = with_notes(method, given);
    test::MaskRun here = run;
    if (here.columns.empty()) here.columns = accepted(method, table);
    return test::mask(method.info.name, table, method.info.example, here);
}

// Numbers as categories, for a method that does not take numbers.
Table as_taken(const Method& method, const Table& table) {
    if (method.accepts(Kind::numeric)) return table;
    std::vector<ColumnPtr> changed;
    for (const ColumnPtr& column : table.columns()) {
        if (column->is_numeric()) {
            changed.push_back(
                column->as_kind(method.accepts(Kind::nominal) ? Kind::nominal : Kind::ordinal));
        }
    }
    return table.with(changed);
}

class EveryMask : public ::testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return find_method(GetParam(), Family::mask); }
};

INSTANTIATE_TEST_SUITE_P(Mask, EveryMask, ::testing::ValuesIn(method_names(Family::mask)),
                         [](const auto& one) {
                             std::string name = one.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(EveryMask, GivesTheSameBytesForAnyNumberOfThreads) {
    for (const bool gaps : {false, true}) {
        const bool slow =
            method().has(Property::pairwise) || method().info.kinds == std::vector{Kind::text};
        const std::int64_t rows = slow ? 1000 : kDefaultChunk + 4000;
        const Table table = catalogue_mixed_table(rows, gaps ? 50 : 0, gaps);
        const Table one = run_example(method(), table);
        EXPECT_TRUE(same_cells(run_example(method(), table, {.threads = 2}), one));
        EXPECT_TRUE(same_cells(run_example(method(), table, {.threads = 5}), one));
    }
}

TEST_P(EveryMask, ChangesWithTheSeedOnlyIfItIsRandom) {
    const Table table = catalogue_mixed_table(200, 0, false);
    const Table first = run_example(method(), table, {.seed = 1});
    EXPECT_TRUE(same_cells(run_example(method(), table, {.seed = 1}), first));
    if (!method().has(Property::random)) {
        EXPECT_TRUE(same_cells(run_example(method(), table, {.seed = 2}), first));
    }
}

TEST_P(EveryMask, TouchesOnlyItsColumns) {
    Table table = as_taken(method(), catalogue_mixed_table(100, 4, true));
    std::string name = method().info.kinds == std::vector{Kind::semantic} ? "symptom" : "b";
    if (test::needs_people(method())) {
        table = with_notes(method(), table);
        name = accepted(method(), table).front();
    }
    const MaskOutput output =
        test::run_mask(GetParam(), table, method().info.example, {.columns = {name}});
    for (const ColumnPtr& column : output.changed) {
        EXPECT_TRUE(column->name() == name || table.find(column->name()) == nullptr);
    }
    if (!method().has(Property::changes_rows)) {
        EXPECT_FALSE(output.kept_rows);
    }
}

TEST_P(EveryMask, MissingStaysMissing) {
    const Table table = catalogue_mixed_table(300, 0, true);
    if (method().has(Property::changes_rows)) return;
    const Table masked = run_example(method(), table);
    for (const std::string& name : table.names()) {
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            const bool before = table.column(name).valid(row),
                       after = masked.column(name).valid(row);
            EXPECT_TRUE(before || !after || method().info.missing == Missing::own_category);
            EXPECT_TRUE(after || !before || method().has(Property::makes_missing));
        }
    }
}

TEST_P(EveryMask, DoesNotDependOnTheOrderOfRowsIfItSaysSo) {
    if (!method().has(Property::row_order_independent)) return;
    for (const int distinct : {0, 20}) {
        const Table table = with_notes(method(), catalogue_mixed_table(500, distinct, true));
        const std::vector<std::int64_t> order = random_permutation(Random(5).stream("order"), 500);
        EXPECT_TRUE(same_cells(run_example(method(), table.gather(order)),
                               run_example(method(), table), order));
    }
}

TEST_P(EveryMask, MasksEachRowOnItsOwnIfItSaysSo) {
    if (!method().has(Property::row_wise)) return;
    const Table table = with_notes(method(), catalogue_mixed_table(50, 0, true));
    const Table masked = run_example(method(), table);
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const std::vector<std::int64_t> only = {row};
        EXPECT_TRUE(same_cells(run_example(method(), table.gather(only)), masked, only));
    }
}

TEST_P(EveryMask, KeepsMarginalsIfItSaysSo) {
    if (!method().has(Property::keeps_marginals)) return;
    for (const bool gaps : {false, true}) {
        const Table table = catalogue_mixed_table(301, gaps ? 30 : 0, gaps);
        const Table masked = run_example(method(), table);
        for (const std::string& name : table.names()) {
            auto before = test::texts(table, name), after = test::texts(masked, name);
            std::sort(before.begin(), before.end());
            std::sort(after.begin(), after.end());
            EXPECT_EQ(before, after) << name;
        }
    }
}

TEST_P(EveryMask, KeepsMeansIfItSaysSo) {
    if (!method().has(Property::keeps_means)) return;
    const Table table = catalogue_mixed_table(301, 0, false);
    const Table masked = run_example(method(), table);
    for (const char* name : {"a", "b", "c"}) {
        const auto before = test::numbers(table, name), after = test::numbers(masked, name);
        EXPECT_NEAR(std::accumulate(before.begin(), before.end(), 0.0),
                    std::accumulate(after.begin(), after.end(), 0.0), 1e-7);
    }
}

TEST_P(EveryMask, IsKAnonymousIfItSaysSo) {
    if (!method().has(Property::k_anonymous)) return;
    const std::int64_t k = method().info.example.at("k").get<std::int64_t>();
    for (const int distinct : {0, 4}) {
        const Table table = catalogue_mixed_table(301, distinct, false);
        const Table masked = run_example(method(), table);
        const Groups groups = group_rows(test::threads(1), masked, accepted(method(), table));
        EXPECT_GE(groups.smallest(), k);
    }
}

TEST_P(EveryMask, IsDefinedOnConstantAllMissingAndEmptyTables) {
    const std::vector<double> flat(20, 0.1);
    std::vector<std::int64_t> every(20);
    std::iota(every.begin(), every.end(), 0);
    const Table constant({Column::numeric("a", flat), Column::numeric("b", flat)});
    const Table missing(
        {test::with_missing("a", flat, every), test::with_missing("b", flat, every)});
    const Table empty = test::numeric_table({{"a", {}}, {"b", {}}});
    for (const Table& given : {constant, missing, empty}) {
        const Table table = as_taken(method(), given);
        Table masked = table;
        try {
            masked = run_example(method(), table);
        } catch (const Error& error) {  // where there is no category there is nothing to change to
            EXPECT_FALSE(method().accepts(Kind::numeric)) << error.what();
            EXPECT_TRUE(error.kind() == ErrorKind::usage || error.kind() == ErrorKind::input);
        }
        for (const std::string& name : table.names()) {
            for (std::int64_t row = 0; row < masked.rows(); ++row) {
                EXPECT_EQ(masked.column(name).valid(row), table.column(name).valid(row));
            }
        }
    }
}

// A single record is either masked or refused with a reason, never a crash.
TEST_P(EveryMask, IsDefinedOnOneRow) {
    const Table table = as_taken(method(), test::numeric_table({{"a", {4}}, {"b", {5}}}));
    try {
        EXPECT_LE(run_example(method(), table).rows(), 1);
    } catch (const Error& error) {
        EXPECT_TRUE(error.kind() == ErrorKind::usage || error.kind() == ErrorKind::unmet);
    }
}

TEST_P(EveryMask, CitesWhatIsInTheReferences) {
    std::ifstream file(test::source_path("docs/references.bib"));
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_FALSE(method().info.cites.empty());
    for (const std::string& key : method().info.cites) {
        EXPECT_NE(text.str().find("{" + key + ","), std::string::npos) << key;
    }
}

// Of numbers; categories are no secret, and a method may name them.
TEST_P(EveryMask, PublishesNoValueOfTheTable) {
    if (!method().accepts(Kind::numeric) || test::needs_households(method())) return;
    const Table table = test::numeric_table(
        {{"a", {918273, 827364, 736455, 645546, 554637, 463728, 372819, 281910}}});
    const MaskOutput output = test::run_mask(GetParam(), table, method().info.example);
    std::string published = output.facts.dump();
    for (const std::string& warning : output.warnings) published += warning;
    for (const std::string& value : test::texts(table, "a")) {
        EXPECT_EQ(published.find(value), std::string::npos);
    }
}

}  // namespace
}  // namespace lethe
