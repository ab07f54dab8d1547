// Dates, times, truths and widths of numbers through files that have types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "io_support.h"
#include "lethe/data/formats/arrow/read_arrow.h"
#include "lethe/data/formats/arrow/write_arrow.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/numbers/number_domain.h"
#include "lethe/data/written/iso_dates.h"
#include "support.h"

namespace lethe {
namespace {

Table typed_query(const std::string& sql, const ReadOptions& options = {}) {
    return read_table(test::threads(2), sql, options);
}

std::string type_in(const std::string& path, const std::string& column) {
    const Table table =
        typed_query("SELECT typeof(" + column + ") t FROM read_parquet('" + path + "') LIMIT 1");
    return table.column("t").text(0);
}

TEST(IoDates, TypesAreDates) {
    const Table table = typed_query(
        "SELECT DATE '2020-02-29' d, TIME '12:30:00.25' t, TIMESTAMP '1969-12-31 23:59:59' m, "
        "TIMESTAMP_S '2020-01-01 00:00:01' s, TIMESTAMP_MS '2020-01-01 00:00:00.125' ms, "
        "TIMESTAMP_NS '2020-01-01 00:00:00.000002' ns, TIMESTAMPTZ '2020-01-01 00:00:00+00' z, "
        "NULL::DATE lacking");
    EXPECT_EQ(table.column("d").numbers()[0], 18321);
    EXPECT_EQ(table.column("d").text(0), "2020-02-29");
    EXPECT_EQ(table.column("t").numbers()[0], 45000.25);
    EXPECT_EQ(table.column("t").text(0), "12:30:00.25");
    EXPECT_EQ(table.column("m").numbers()[0], -1);
    EXPECT_EQ(table.column("m").text(0), "1969-12-31 23:59:59");
    EXPECT_EQ(table.column("s").text(0), "2020-01-01 00:00:01");
    EXPECT_EQ(table.column("ms").text(0), "2020-01-01 00:00:00.125");
    EXPECT_EQ(table.column("ns").text(0), "2020-01-01 00:00:00.000002");
    EXPECT_EQ(table.column("z").text(0), "2020-01-01 00:00:00+00");
    EXPECT_EQ(table.column("lacking").missing(), 1);
    for (const ColumnPtr& column : table.columns()) EXPECT_TRUE(column->is_numeric());
}

// All rows are texts then, as DuckDB writes them.
TEST(IoDates, WhatIsNoDateOfTheseYearsIsText) {
    for (const char* sql :
         {"DATE '10000-01-01'", "DATE '0044-03-15 (BC)'", "DATE '290000-12-31'", "'infinity'::DATE",
          "'-infinity'::TIMESTAMP", "TIMESTAMP '12000-05-06 07:08:09.5'",
          "TIMESTAMP '0044-03-15 (BC) 07:08:09'", "TIMESTAMP_NS '2020-01-01 00:00:00.123456789'",
          "TIMESTAMP '2900-01-01 00:00:00.000001'", "TIME '24:00:00'",
          "TIMESTAMPTZ '12000-05-06 07:08:09.5+00'"}) {
        const Table table = typed_query(
            std::string("SELECT x, CAST(x AS VARCHAR) t FROM (VALUES (") + sql + "), (NULL)) v(x)");
        const Column& column = table.column("x");
        EXPECT_EQ(column.kind(), Kind::nominal) << sql;
        EXPECT_EQ(column.text(0), table.column("t").text(0)) << sql;
        EXPECT_FALSE(column.valid(1));
    }
    const Table late = typed_query(
        "SELECT CASE WHEN i = 70000 THEN DATE '10000-01-01' ELSE DATE '2020-01-01' + i::INTEGER "
        "END "
        "AS d, CAST(d AS VARCHAR) t FROM range(70001) r(i)");
    for (const std::int64_t row : {0, 40000, 70000}) {
        EXPECT_EQ(late.column("d").text(row), late.column("t").text(row));
    }
}

TEST(IoDates, TextsThatMeanMissing) {
    ReadOptions options;
    options.missing = {"9999-12-31", "10000-01-01"};
    const Table table = typed_query(
        "SELECT * FROM (VALUES (DATE '2020-01-01', DATE '10000-01-01'), (DATE '9999-12-31', DATE "
        "'11000-01-01')) v(a, b)",
        options);
    EXPECT_EQ(table.column("a").missing(), 1);
    EXPECT_EQ(table.column("b").missing(), 1);
    EXPECT_THAT(table.column("b").dictionary(), testing::ElementsAre("11000-01-01"));
}

// Each type of a file that is read and written, with some rows missing.
Table random_typed(std::int64_t rows, std::uint64_t seed) {
    std::vector<double> day, moment, time, small, single;
    std::vector<std::int32_t> truth;
    Validity validity(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = Random(seed).stream("typed").at(row);
        const bool there = draws.uniform() > 0.2;
        if (!there) validity.set_missing(row);
        const auto drawn = [&](std::uint64_t range, double least) {
            return there ? static_cast<double>(draws.below(range)) + least : 0.0;
        };
        day.push_back(drawn(3652059, -719162));
        moment.push_back(drawn(std::uint64_t{1} << 51, -0x1p50) / 1e6);
        time.push_back(drawn(86400000, 0) / 1e3);
        small.push_back(drawn(65536, -32768));
        single.push_back(static_cast<double>(static_cast<float>(drawn(1000, 0) / 7)));
        truth.push_back(there ? static_cast<std::int32_t>(draws.below(2)) : 0);
    }
    const auto stored = [](StoredAs as) {
        auto description = std::make_shared<Description>();
        description->stored = as;
        return description;
    };
    const auto with = [&](const char* name, std::vector<double> values, NotationPtr notation) {
        return Column::numeric(name, std::move(values), validity)->with_notation(notation);
    };
    return Table(
        {with("day", day, Notation::of_dates("%d.%m.%Y", Quantity::date)),
         with("moment", moment, iso_notation(Quantity::moment, 6)),
         with("zone", moment, Notation::of_dates("%Y-%m-%d %H:%M:%S.%6f+00", Quantity::moment)),
         with("time", time, iso_notation(Quantity::time, 3)),
         Column::numeric("small", small, validity)->with_description(stored(StoredAs::int16)),
         Column::numeric("single", single, validity)->with_description(stored(StoredAs::float32)),
         Column::categories("truth", Kind::nominal, truth,
                            std::make_shared<const Dictionary>(Dictionary{"false", "true"}),
                            validity)
             ->with_description(stored(StoredAs::truth))});
}

void expect_same_columns(const Table& read, const Table& written) {
    ASSERT_EQ(read.names(), written.names());
    for (const ColumnPtr& column : written.columns()) {
        const Column& is = read.column(column->name());
        for (std::int64_t row = 0; row < read.rows(); ++row) {
            ASSERT_EQ(is.valid(row), column->valid(row)) << column->name();
            if (!is.valid(row)) continue;
            if (column->is_numeric()) {
                ASSERT_EQ(is.numbers()[static_cast<std::size_t>(row)],
                          column->numbers()[static_cast<std::size_t>(row)])
                    << column->name();
            } else {
                ASSERT_EQ(is.text(row), column->text(row));
            }
        }
    }
}

TEST(IoDates, ParquetKeepsTypesBothWays) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("typed.parquet");
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Table table = random_typed(3000, seed);
        write_table(test::threads(1), table, path);
        const Table read = read_table(test::threads(2), path);
        expect_same_columns(read, table);
        write_table(test::threads(1), read, path);  // what was read knows its types
        expect_same_columns(read_table(test::threads(1), path), table);
    }
    for (const auto& [column, type] : {std::pair("day", "DATE"),
                                       {"moment", "TIMESTAMP"},
                                       {"zone", "TIMESTAMP WITH TIME ZONE"},
                                       {"time", "TIME"},
                                       {"small", "SMALLINT"},
                                       {"single", "FLOAT"},
                                       {"truth", "BOOLEAN"}}) {
        EXPECT_EQ(type_in(path, column), type) << column;
    }
}

// A mean of whole numbers is none, and a value beyond the width has another.
TEST(IoDates, WhatDoesNotFitItsOldTypeHasAWiderOne) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("wider.parquet");
    auto stored = std::make_shared<Description>();
    stored->stored = StoredAs::int8;
    auto truth = std::make_shared<Description>();
    truth->stored = StoredAs::truth;
    const std::vector<std::string> words{"true", "*"};
    write_table(test::threads(1),
                Table({Column::numeric("half", {1.5, 2})->with_description(stored),
                       Column::numeric("large", {127, 128})->with_description(stored),
                       Column::from_texts("word", Kind::nominal, words)->with_description(truth)}),
                path);
    EXPECT_EQ(type_in(path, "half"), "DOUBLE");
    EXPECT_EQ(type_in(path, "large"), "BIGINT");
    EXPECT_EQ(type_in(path, "word"), "VARCHAR");
}

TEST(IoDates, ArrowKeepsTypesBothWays) {
    for (const std::uint64_t seed : {4, 5}) {
        const Table table = random_typed(2500, seed);
        ArrowArrayStream stream{};
        EXPECT_TRUE(formats::write_arrow(table, {}, stream).empty());
        const formats::ArrowTable once =
            formats::read_arrow(test::threads(1), stream, "memory", {});
        expect_same_columns(once.table, table);
        EXPECT_EQ(once.types[0].format, "tdD");
        EXPECT_EQ(once.types[1].format, "tsu:");
        EXPECT_EQ(once.types[3].format, "ttu");
        for (const char* day : {"tdD", "tdm"}) {
            std::vector<formats::ArrowType> types = once.types;
            types[0].format = day;
            types[1].format = "tsn:";
            types[2].format = "tsn:Europe/Madrid";
            types[3].format = "ttm";
            ArrowArrayStream again{};
            EXPECT_TRUE(formats::write_arrow(once.table, types, again).empty());
            expect_same_columns(formats::read_arrow(test::threads(1), again, "memory", {}).table,
                                table);
        }
    }
}

TEST(IoDates, TextsOfJsonAreDatesWhereAllAreWrittenAlike) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("people.json");
    std::ofstream(path) << R"([{"d":"2020-02-29","t":"2020-02-29T12:30:00","mixed":"2020-02-29"},
 {"d":"1969-12-31","t":"2020-03-01T00:00:00","mixed":"somewhen"}])";
    const Table table = read_table(test::threads(1), path);
    EXPECT_EQ(table.column("d").numbers()[1], -1);
    EXPECT_EQ(table.column("d").text(0), "2020-02-29");
    EXPECT_TRUE(table.column("t").is_numeric());
    EXPECT_EQ(table.column("t").text(1), "2020-03-01T00:00:00");
    EXPECT_EQ(table.column("mixed").kind(), Kind::nominal);
}

}  // namespace
}  // namespace lethe
