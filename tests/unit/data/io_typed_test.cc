#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "io_support.h"

namespace lethe::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TypedTest : public IoTest {
  protected:
    Table query(const std::string& sql, const ReadOptions& options = {}) const {
        return read_table(threads(2), sql, options);
    }
};

TEST(IsQuery, KnowsQueriesFromPaths) {
    for (const char* text :
         {"SELECT 1", "select\n* from x", "  WITH a AS (SELECT 1) FROM a", "FROM 'x.csv'",
          "from'x.csv'", "-- a comment\n/* and */ Select(1)", "select/**/1", "select*from x"}) {
        EXPECT_TRUE(is_query(text)) << text;
    }
    for (const char* text :
         {"", "select", "selected.csv", "from.csv", "with-x.csv", "data/from x.csv", "x.csv", "-",
          "/tmp/select.csv", "-- only", "/* open"}) {
        EXPECT_FALSE(is_query(text)) << text;
    }
}

TEST(FormatOf, KnowsExtensions) {
    EXPECT_EQ(format_of("a.csv"), Format::csv);
    EXPECT_EQ(format_of("a.TSV.gz"), Format::tsv);
    EXPECT_EQ(format_of("a.parquet"), Format::parquet);
    EXPECT_EQ(format_of("a.b.json"), Format::json);
    EXPECT_EQ(format_of("a.ndjson"), Format::jsonl);
    EXPECT_EQ(error_of([] { format_of("a.xls"); }).kind(), ErrorKind::usage);
}

TEST_F(TypedTest, AFileNamedLikeAQueryIsAFile) {
    const std::string path = make("from here.csv", "a,b\n1,2\n");
    const std::string name = "FROM '" + path + "'";
    EXPECT_EQ(numbers_read(query(name), "b"), (Numbers{2}));
    EXPECT_EQ(numbers_read(read_table(threads(1), path), "b"), (Numbers{2}));
}

TEST_F(TypedTest, NumericTypes) {
    const Table table = query(
        "SELECT 1::TINYINT i8, -2::SMALLINT i16, 3::INTEGER i32, 4::BIGINT i64, 5::UTINYINT u8, "
        "6::USMALLINT u16, 7::UINTEGER u32, 8::UBIGINT u64, 9::HUGEINT i128, 0.5::FLOAT f32, "
        "0.1::DOUBLE f64, 1.50::DECIMAL(10,2) cents");
    const std::vector<std::pair<const char*, double>> expected{
        {"i8", 1},  {"i16", -2}, {"i32", 3},  {"i64", 4},   {"u8", 5},    {"u16", 6},
        {"u32", 7}, {"u64", 8},  {"i128", 9}, {"f32", 0.5}, {"f64", 0.1}, {"cents", 1.5}};
    for (const auto& [name, value] : expected) {
        EXPECT_EQ(numbers_read(table, name), (Numbers{value})) << name;
    }
    EXPECT_EQ(table.column("cents").text(0), "1.50");
}

TEST_F(TypedTest, IntegersBeyondADoubleAreText) {
    const Table table = query(
        "SELECT * FROM (VALUES (1, 9007199254740992, 1::UBIGINT, 1::HUGEINT), "
        "(NULL, 9007199254740993, 18446744073709551615, 170141183460469231731687303715884105727), "
        "(3, -5, NULL, -2)) t(a, b, c, d)");
    EXPECT_EQ(texts_read(table, "a"), (Texts{"1", "(missing)", "3"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"9007199254740992", "9007199254740993", "-5"}));
    EXPECT_EQ(table.column("b").kind(), Kind::nominal);
    EXPECT_EQ(texts_read(table, "c"), (Texts{"1", "18446744073709551615", "(missing)"}));
    EXPECT_EQ(texts_read(table, "d"),
              (Texts{"1", "170141183460469231731687303715884105727", "-2"}));
    const Table late = query(
        "SELECT CASE WHEN i = 99999 THEN 9007199254740993 ELSE i END AS a "
        "FROM range(100000) t(i)");
    EXPECT_EQ(late.column("a").kind(), Kind::nominal);
    EXPECT_EQ(late.column("a").text(70000), "70000");
    EXPECT_EQ(late.column("a").text(99999), "9007199254740993");
}

TEST_F(TypedTest, AllOtherTypesAreText) {
    const Table table = query(
        "SELECT true b, DATE '2020-02-29' d, TIMESTAMP '2020-01-02 03:04:05' t, "
        "'x'::ENUM('x', 'y') e, [1, 2] l, {'a': 1} s, '12' v, 'NA' na, NULL n, ''  empty");
    EXPECT_EQ(table.column("b").text(0), "true");
    EXPECT_EQ(table.column("d").text(0), "2020-02-29");
    EXPECT_EQ(table.column("t").text(0), "2020-01-02 03:04:05");
    EXPECT_EQ(table.column("e").text(0), "x");
    EXPECT_EQ(table.column("l").text(0), "[1, 2]");
    EXPECT_EQ(table.column("s").text(0), "{'a': 1}");
    EXPECT_EQ(table.column("v").kind(), Kind::nominal);
    EXPECT_EQ(texts_read(table, "na"), (Texts{"NA"}));
    EXPECT_EQ(texts_read(table, "empty"), (Texts{""}));
    EXPECT_EQ(table.column("n").missing(), 1);
    EXPECT_EQ(table.column("n").kind(), Kind::numeric);
}

// Chunks of 2048 rows, rows that a filter left out, and masks that begin within a word.
TEST_F(TypedTest, LongResultsInTheirOrder) {
    const std::string sql =
        "SELECT i, CASE WHEN i % 7 = 0 THEN NULL ELSE i * 0.5::DOUBLE END AS half, "
        "CASE WHEN i % 5 = 0 THEN NULL ELSE 'n' || (i % 11) END AS word "
        "FROM range(200000) t(i) WHERE i % 3 <> 0 ORDER BY i DESC";
    for (const int count : {1, 2}) {
        const Table table = read_table(threads(count), sql);
        std::int64_t expected = 199999;
        for (std::int64_t row = 0; row < table.rows(); ++row, --expected) {
            if (expected % 3 == 0) --expected;
            const auto i = static_cast<std::size_t>(row);
            ASSERT_EQ(table.column("i").numbers()[i], static_cast<double>(expected));
            ASSERT_EQ(table.column("half").valid(row), expected % 7 != 0) << row;
            ASSERT_EQ(table.column("half").numbers()[i],
                      expected % 7 == 0 ? 0 : static_cast<double>(expected) / 2);
            ASSERT_EQ(table.column("word").valid(row), expected % 5 != 0);
            if (expected % 5 != 0) {
                ASSERT_EQ(table.column("word").text(row), "n" + std::to_string(expected % 11));
            }
        }
    }
}

TEST_F(TypedTest, MissingOptionsAndNumbersThatAreNotFinite) {
    const std::string sql =
        "SELECT * FROM (VALUES (1.0::DOUBLE, 'a', -9), ('nan'::DOUBLE, '?', 2), "
        "('-inf'::DOUBLE, 'b', NULL)) t(x, y, z)";
    const Error error = error_of([&] { query(sql); });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("column \"x\", row 2: NaN is not a finite number"));
    ReadOptions options;
    options.missing = {"NaN", "inf", "?", "-9"};
    const Table table = query(sql, options);
    EXPECT_EQ(texts_read(table, "x"), (Texts{"1", "(missing)", "(missing)"}));
    EXPECT_EQ(texts_read(table, "y"), (Texts{"a", "(missing)", "b"}));
    EXPECT_EQ(texts_read(table, "z"), (Texts{"(missing)", "2", "(missing)"}));
}

TEST_F(TypedTest, ColumnsLimitAndEndings) {
    ReadOptions options;
    options.columns = {"c", "a"};
    options.limit = 3;
    const Table table = query("SELECT i a, i + 1 b, i * 2 c FROM range(10) t(i); ", options);
    EXPECT_EQ(table.names(), (Texts{"a", "c"}));
    EXPECT_EQ(numbers_read(table, "c"), (Numbers{0, 2, 4}));
    EXPECT_EQ(query("SELECT 1 AS a -- one").rows(), 1);
    options.columns = {"aa"};
    const Error error = error_of([&] { query("SELECT 1 a", options); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"a\"?"));
}

TEST_F(TypedTest, TheDatabaseIsClosedToTheOutside) {
    const Table table = query(
        "SELECT current_setting('temp_directory') AS folder, "
        "current_setting('autoload_known_extensions')::VARCHAR AS autoload, "
        "current_setting('autoinstall_known_extensions')::VARCHAR AS autoinstall, "
        "current_setting('threads') AS threads");
    EXPECT_EQ(texts_read(table, "folder"), (Texts{""}));
    EXPECT_EQ(texts_read(table, "autoload"), (Texts{"false"}));
    EXPECT_EQ(texts_read(table, "autoinstall"), (Texts{"false"}));
    EXPECT_EQ(numbers_read(table, "threads"), (Numbers{2}));
}

TEST_F(TypedTest, QueriesOverFiles) {
    const std::string path = make("people.csv", "age,job\n31,nurse\n45,cook\n");
    const Table table = query("SELECT job, age * 2 AS twice FROM '" + path + "' WHERE age > 40");
    EXPECT_EQ(texts_read(table, "job"), (Texts{"cook"}));
    EXPECT_EQ(numbers_read(table, "twice"), (Numbers{90}));
}

TEST_F(TypedTest, BadQueries) {
    const auto failing = [&](const std::string& sql) { return error_of([&] { query(sql); }); };
    EXPECT_EQ(failing("SELECT * FRO x").kind(), ErrorKind::usage);
    EXPECT_THAT(failing("SELECT * FRO x").what(), HasSubstr("syntax error"));
    EXPECT_THAT(failing("SELECT nothing FROM range(3)").what(), HasSubstr("nothing"));
    EXPECT_THAT(failing("FROM no_such_table").what(), HasSubstr("no_such_table"));
    EXPECT_EQ(failing("SELECT * FROM 'none.csv'").kind(), ErrorKind::io);
    EXPECT_EQ(failing("SELECT 1 a; SELECT 2 a").kind(), ErrorKind::usage);
    EXPECT_EQ(failing("FROM range(1); COPY (SELECT 1) TO 'x.csv'").kind(), ErrorKind::usage);
    EXPECT_EQ(failing("SELECT * FROM 'http://example.org/x.csv'").kind(), ErrorKind::usage);
    EXPECT_EQ(failing("WITH x AS (SELECT 1) INSERT INTO t FROM x").kind(), ErrorKind::usage);
    EXPECT_THAT(failing("SELECT 1 a WHERE false").what(), HasSubstr("no rows"));
    EXPECT_THAT(failing("SELECT 1 a, 2 a").what(), HasSubstr("two columns are named \"a\""));
    const std::string path = make("s.csv", "a,b\nSECRET,1\n");
    const Error error = failing("SELECT a::INTEGER AS a FROM '" + path + "'");
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("Conversion Error"));
    EXPECT_THAT(error.what(), Not(HasSubstr("SECRET")));
}

TEST_F(TypedTest, NamesOfFilesAreNotPatterns) {
    const std::vector<std::string> names{"x[1].parquet", "x1.parquet", "st*r?.parquet",
                                         "q'uote.parquet", "{a,b}.parquet"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        write_table(threads(1), Table({Column::numeric("a", {static_cast<double>(i)})}),
                    folder().file(names[i]));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(numbers_read(read_table(threads(1), folder().file(names[i])), "a"),
                  (Numbers{static_cast<double>(i)}))
            << names[i];
    }
}

TEST_F(TypedTest, Json) {
    const std::string path = make("t.json",
                                  "[{\"a\": 1, \"b\": \"2020-01-02\", \"c\": [1, 2], \"d\": 1.5, "
                                  "\"e\": null, \"f\": true, \"g\": \"NA\", \"h\": 1, \"it's\": 0},"
                                  "{\"a\": 12345678901234567890, \"b\": \"x\", \"d\": 2, "
                                  "\"e\": null, \"f\": false, \"h\": \"x\", \"late\": \"\"}]");
    const Table table = read_table(threads(2), path);
    EXPECT_EQ(table.names(), (Texts{"a", "b", "c", "d", "e", "f", "g", "h", "it's", "late"}));
    EXPECT_EQ(texts_read(table, "a"), (Texts{"1", "12345678901234567890"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"2020-01-02", "x"}));
    EXPECT_EQ(texts_read(table, "c"), (Texts{"[1,2]", "(missing)"}));
    EXPECT_EQ(numbers_read(table, "d"), (Numbers{1.5, 2}));
    EXPECT_EQ(table.column("e").missing(), 2);
    EXPECT_EQ(texts_read(table, "f"), (Texts{"true", "false"}));
    EXPECT_EQ(texts_read(table, "g"), (Texts{"NA", "(missing)"}));
    EXPECT_EQ(texts_read(table, "h"), (Texts{"1", "x"}));
    EXPECT_EQ(texts_read(table, "it's"), (Texts{"0", "(missing)"}));
    EXPECT_EQ(texts_read(table, "late"), (Texts{"(missing)", ""}));
}

TEST_F(TypedTest, JsonLines) {
    for (const char* name : {"t.jsonl", "t.ndjson", "t.json"}) {
        const Table table =
            read_table(threads(1), make(name, "{\"a\":1}\n{\"a\":2}\n{\"b\":\"x\"}\n"));
        EXPECT_EQ(texts_read(table, "a"), (Texts{"1", "2", "(missing)"})) << name;
        EXPECT_EQ(texts_read(table, "b"), (Texts{"(missing)", "(missing)", "x"})) << name;
    }
}

TEST_F(TypedTest, FormatCanBeGiven) {
    ReadOptions options;
    options.format = Format::csv;
    EXPECT_EQ(numbers_read(read_table(threads(1), make("t.txt", "a,b\n1,2\n"), options), "b"),
              (Numbers{2}));
    options.format = Format::json;
    EXPECT_EQ(numbers_read(read_table(threads(1), make("u.txt", "[{\"a\":1}]"), options), "a"),
              (Numbers{1}));
}

TEST_F(TypedTest, StopIsNoticed) {
    std::atomic<bool> stop{true};
    Context context = threads(1);
    context.stop = &stop;
    EXPECT_EQ(error_of([&] { read_table(context, "FROM range(10)"); }).kind(), ErrorKind::stopped);

    // Hours of work, before the first row and between rows.
    for (const std::string long_query :
         {"SELECT sum(sqrt(i * j)) FROM range(10000000) a(i), range(10000000) b(j)",
          "SELECT i * 2 AS twice FROM range(1000000000000) a(i)"}) {
        for (const int count : {1, 2}) {
            stop = false;
            context.threads = count;
            std::thread later([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                stop = true;
            });
            EXPECT_EQ(error_of([&] { read_table(context, long_query); }).kind(),
                      ErrorKind::stopped);
            later.join();
        }
    }
}

}  // namespace
}  // namespace lethe::test
