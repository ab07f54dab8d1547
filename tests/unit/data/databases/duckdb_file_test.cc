#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/written/notation.h"
#include "support.h"

namespace lethe::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class DuckdbFileTest : public testing::Test {
  protected:
    std::string made(const std::vector<std::string>& statements) {
        const std::string path = folder_.file("a.duckdb");
        formats::Database database(1);
        database.run("ATTACH " + formats::sql_text(path) + " AS made");
        database.run("USE made");
        for (const std::string& statement : statements) database.run(statement);
        database.run("USE memory");
        database.run("DETACH made");
        return "duckdb:" + path;
    }

    static Table read(const std::string& source) { return read_table(threads(1), source); }

    static std::string refusal(const std::string& source) {
        try {
            read(source);
        } catch (const Error& error) {
            EXPECT_NE(error.kind(), ErrorKind::internal);
            return error.what();
        }
        ADD_FAILURE() << "was read: " << source;
        return {};
    }

    TemporaryFolder folder_;
};

TEST_F(DuckdbFileTest, TypesAndComments) {
    const std::string source =
        made({"CREATE TABLE t(i INTEGER, n DECIMAL(8, 2), b BOOLEAN, d DATE, m TIMESTAMP, c TIME, "
              "s VARCHAR, \"a \"\"b\"\"\" BIGINT)",
              "COMMENT ON COLUMN t.i IS 'A number'",
              "INSERT INTO t VALUES (1, 12.50, true, '1969-12-31', '2024-02-29 12:00:00.25', "
              "'08:30:00', 'x', 9007199254740993), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1)"});
    const Table table = read(source + "#t");
    EXPECT_EQ(table.column("i").numbers()[0], 1);
    ASSERT_NE(table.column("i").description(), nullptr);
    EXPECT_EQ(table.column("i").description()->label, "A number");
    EXPECT_EQ(table.column("n").text(0), "12.50");
    EXPECT_EQ(table.column("b").text(0), "true");
    EXPECT_EQ(table.column("d").text(0), "1969-12-31");
    EXPECT_EQ(table.column("d").numbers()[0], -1);
    EXPECT_EQ(table.column("m").text(0), "2024-02-29 12:00:00.250");
    EXPECT_EQ(table.column("c").notation()->quantity(), Quantity::time);
    EXPECT_EQ(table.column("a \"b\"").text(0), "9007199254740993");
    for (const char* name : {"i", "n", "b", "d", "m", "c", "s"}) {
        EXPECT_FALSE(table.column(name).valid(1)) << name;
    }
}

TEST_F(DuckdbFileTest, TablesSchemasAndQueries) {
    const std::string source = made({"CREATE TABLE people AS SELECT 1 AS a", "CREATE SCHEMA hr",
                                     "CREATE TABLE hr.pay AS SELECT 2 AS a"});
    EXPECT_EQ(read(source + "#people").rows(), 1);
    EXPECT_EQ(read(source + "#hr.pay").column("a").numbers()[0], 2);
    EXPECT_EQ(read(source + "#SELECT a + 1 AS b FROM hr.pay;").column("b").numbers()[0], 3);
    EXPECT_THAT(refusal(source + "#poeple"), HasSubstr("did you mean \"people\""));
    EXPECT_THAT(refusal(source), HasSubstr("hr.pay"));
    EXPECT_THAT(refusal(source + "#SELECT a FROM people; DROP TABLE people"), HasSubstr("one"));
    EXPECT_THAT(refusal("duckdb:" + folder_.file("none.duckdb")), HasSubstr("no such file"));
}

// A file of somebody else must not reach what it does not hold.
TEST_F(DuckdbFileTest, ViewsReachNothingElse) {
    const std::string secret = folder_.file("secret.csv");
    std::ofstream(secret) << "a,b\nhidden,1\n";
    const std::string source = made({"CREATE VIEW v AS SELECT * FROM read_csv('" + secret + "')"});
    EXPECT_THAT(refusal(source + "#v"), Not(HasSubstr("hidden")));
    EXPECT_NE(refusal(source + "#SELECT * FROM '" + secret + "'"), "");
}

TEST_F(DuckdbFileTest, CorruptedFilesAreErrors) {
    const std::string path =
        made({"CREATE TABLE t AS SELECT range AS a, 'text ' || range AS b FROM range(5000)"})
            .substr(7);
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const Stream random = Random(7).stream("broken files");
    const std::string copy = folder_.file("broken.duckdb");
    int errors = 0;
    for (std::int64_t i = 0; i < 24; ++i) {
        std::string broken = bytes;
        Draws draws = random.at(i);
        if (i % 2 == 0) {
            broken.resize(broken.size() * static_cast<std::size_t>(i) / 24);
        } else {
            for (int j = 0; j < 400; ++j) {
                broken[draws.below(broken.size())] = static_cast<char>(draws.below(256));
            }
        }
        std::ofstream(copy, std::ios::binary | std::ios::trunc) << broken;
        try {
            read("duckdb:" + copy + "#t");
        } catch (const Error& error) {
            ++errors;
            EXPECT_NE(error.kind(), ErrorKind::internal) << error.what();
        }
    }
    EXPECT_GT(errors, 12);
}

}  // namespace
}  // namespace lethe::test
