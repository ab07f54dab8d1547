#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/written/notation.h"
#include "support.h"

namespace lethe::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class SqliteTest : public testing::Test {
  protected:
    // A database made of these statements.
    std::string made(const std::string& statements, const std::string& name = "a.db") {
        const std::string path = folder_.file(name);
        sqlite3* handle = nullptr;
        EXPECT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(handle, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
        return "sqlite:" + path;
    }

    static Table read(const std::string& source, const ReadOptions& options = {}) {
        return read_table(threads(1), source, options);
    }

    static Error refusal(const std::string& source, const Context& context = threads(1)) {
        try {
            read_table(context, source);
        } catch (const Error& error) {
            return error;
        }
        ADD_FAILURE() << "was read: " << source;
        return {ErrorKind::internal, ""};
    }

    static std::vector<std::string> texts(const Column& column) {
        std::vector<std::string> texts;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            texts.push_back(column.valid(row) ? column.text(row) : "(missing)");
        }
        return texts;
    }

    TemporaryFolder folder_;
};

TEST_F(SqliteTest, ColumnsBecomeWhatTheirCellsAre) {
    const std::string source = made(
        "CREATE TABLE t(i, r, mixed, n, words, big, none, \"A b\" TEXT, bytes);"
        "INSERT INTO t VALUES(1, 0.5, 1, 1, 'a', 9007199254740993, NULL, '07', x'00ff');"
        "INSERT INTO t VALUES(NULL, 2.0, 'n/a', 2.5, '', 1, NULL, NULL, 'x');"
        "INSERT INTO t VALUES(3, NULL, 0.1, NULL, NULL, NULL, NULL, 'é', NULL)");
    const Table table = read(source + "#t");
    EXPECT_THAT(table.names(),
                ElementsAre("i", "r", "mixed", "n", "words", "big", "none", "A b", "bytes"));
    EXPECT_TRUE(table.column("i").is_numeric());
    EXPECT_TRUE(table.column("n").is_numeric());
    EXPECT_TRUE(table.column("none").is_numeric());
    EXPECT_THAT(texts(table.column("i")), ElementsAre("1", "(missing)", "3"));
    EXPECT_THAT(texts(table.column("r")), ElementsAre("0.5", "2", "(missing)"));
    EXPECT_THAT(texts(table.column("mixed")), ElementsAre("1", "n/a", "0.1"));
    EXPECT_THAT(texts(table.column("n")), ElementsAre("1", "2.5", "(missing)"));
    EXPECT_THAT(texts(table.column("words")), ElementsAre("a", "", "(missing)"));
    EXPECT_THAT(texts(table.column("big")), ElementsAre("9007199254740993", "1", "(missing)"));
    EXPECT_FALSE(table.column("A b").is_numeric());
    EXPECT_THAT(texts(table.column("bytes")), ElementsAre("\\x00ff", "x", "(missing)"));
}

TEST_F(SqliteTest, DeclaredDatesAreDates) {
    const std::string source = made(
        "CREATE TABLE t(d DATE, m TIMESTAMP, c TIME, x DATE, y TEXT);"
        "INSERT INTO t VALUES('2024-02-29', '2024-02-29 12:30:00.250', '08:15:00', '2024-02-30',"
        " '2024-02-29'), (NULL, '1969-12-31 23:59:59.000', '23:59:59', NULL, NULL)");
    const Table table = read(source);
    ASSERT_NE(table.column("d").notation(), nullptr);
    EXPECT_EQ(table.column("d").notation()->quantity(), Quantity::date);
    EXPECT_EQ(table.column("d").numbers()[0], 19782);
    EXPECT_EQ(table.column("m").numbers()[1], -1);
    EXPECT_THAT(texts(table.column("m")),
                ElementsAre("2024-02-29 12:30:00.250", "1969-12-31 23:59:59.000"));
    EXPECT_EQ(table.column("c").notation()->quantity(), Quantity::time);
    EXPECT_FALSE(table.column("x").is_numeric());  // no day of the calendar
    EXPECT_FALSE(table.column("y").is_numeric());  // was not declared as one
}

TEST_F(SqliteTest, QueriesAndTheirLimits) {
    const std::string source =
        made("CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 'x'), (2, 'y'), (3, 'z')");
    EXPECT_THAT(
        texts(
            read(source + "#SELECT b AS name FROM t WHERE a > 1 ORDER BY a DESC;").column("name")),
        ElementsAre("z", "y"));
    EXPECT_THAT(
        texts(read(source + "#WITH q AS (SELECT a FROM t) SELECT a FROM q -- all").column("a")),
        ElementsAre("1", "2", "3"));
    ReadOptions two;
    two.limit = 2;
    two.columns = {"b"};
    const Table some = read(source + "#t", two);
    EXPECT_EQ(some.rows(), 2);
    EXPECT_THAT(some.names(), ElementsAre("b"));
    for (const char* wrong : {"#SELECT a FROM t; SELECT b FROM t", "#SELECT nothing FROM t",
                              "#SELECT a FROM t) UNION SELECT (1", "#SELECT a, a FROM t"}) {
        EXPECT_NE(refusal(source + wrong).kind(), ErrorKind::internal) << wrong;
    }
}

TEST_F(SqliteTest, TablesThatAreNotThere) {
    const std::string source =
        made("CREATE TABLE people(a); CREATE VIEW grown AS SELECT 1 AS a; CREATE TABLE visits(a)");
    EXPECT_THAT(refusal(source + "#poeple").what(), HasSubstr("did you mean \"people\""));
    EXPECT_THAT(refusal(source).what(), HasSubstr("grown, people, visits"));
    EXPECT_THAT(refusal(source + "#people").what(), HasSubstr("no rows"));
    EXPECT_EQ(refusal("sqlite:" + folder_.file("none.db") + "#a").kind(), ErrorKind::io);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("none.db")));
    EXPECT_EQ(refusal("sqlite:" + folder_.path() + "#a").kind(), ErrorKind::io);
    EXPECT_EQ(read(source + "#grown").rows(), 1);
    EXPECT_EQ(read(source + "#GROWN").rows(), 1);
}

// Reading leaves no file behind, in write-ahead mode neither.
TEST_F(SqliteTest, NothingIsWritten) {
    const std::string source =
        made("PRAGMA journal_mode = wal; CREATE TABLE t(a); INSERT INTO t VALUES(1)");
    EXPECT_EQ(read(source).rows(), 1);
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
        files.push_back(entry.path().filename().string());
    }
    EXPECT_THAT(files, ElementsAre("a.db"));
}

TEST_F(SqliteTest, ViewsOfStrangersOnlyCompute) {
    const std::string source = made(
        "CREATE VIEW t AS SELECT load_extension('/tmp/x.so') AS a;"
        "CREATE VIEW w AS SELECT 1 AS a");
    const Error error = refusal(source + "#t");
    EXPECT_TRUE(error.kind() == ErrorKind::usage || error.kind() == ErrorKind::input);
}

TEST_F(SqliteTest, WhatIsWrongOnTheDataShowsNoValue) {
    const std::string source = made("CREATE TABLE t(a); INSERT INTO t VALUES('{secret'), (x'ff')");
    const Error error = refusal(source + "#SELECT json_extract(a, '$.x') AS b FROM t");
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), Not(HasSubstr("secret")));
}

TEST_F(SqliteTest, TextsThatAreNotUtf8AreRefused) {
    const std::string source =
        made("CREATE TABLE t(a); INSERT INTO t VALUES('a'), (CAST(x'ff' AS TEXT))");
    EXPECT_THAT(refusal(source).what(), HasSubstr("column \"a\", row 2"));
}

TEST_F(SqliteTest, AStopEndsAQuery) {
    const std::string source = made("CREATE TABLE t(a)");
    std::atomic<bool> stop{true};
    Context context = threads(1);
    context.stop = &stop;
    EXPECT_EQ(refusal(source + "#WITH RECURSIVE n(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n) "
                               "SELECT a FROM n",
                      context)
                  .kind(),
              ErrorKind::stopped);
}

// Every cut of the file and bytes turned over at random: a table or an error, never anything else.
TEST_F(SqliteTest, CorruptedFilesAreErrors) {
    std::string statements = "BEGIN; CREATE TABLE t(a, b); CREATE INDEX i ON t(a);";
    for (int i = 0; i < 300; ++i) {
        statements += "INSERT INTO t VALUES(" + std::to_string(i) + ", 'text number " +
                      std::to_string(i) + "');";
    }
    const std::string path = made(statements + "COMMIT").substr(7);
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const Stream random = Random(7).stream("broken files");
    int errors = 0;
    for (std::int64_t i = 0; i < 60; ++i) {
        std::string broken = bytes;
        Draws draws = random.at(i);
        if (i % 2 == 0) {
            broken.resize(broken.size() * static_cast<std::size_t>(i) / 60);
        } else {
            for (int j = 0; j < 20; ++j) {
                broken[draws.below(broken.size())] = static_cast<char>(draws.below(256));
            }
        }
        const std::string copy = folder_.file("broken.db");
        std::ofstream(copy, std::ios::binary | std::ios::trunc) << broken;
        try {
            EXPECT_LE(read("sqlite:" + copy + "#t").rows(), 100000);
        } catch (const Error& error) {
            ++errors;
            EXPECT_NE(error.kind(), ErrorKind::internal) << error.what();
        }
    }
    EXPECT_GT(errors, 30);
}

}  // namespace
}  // namespace lethe::test
