#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "io_support.h"
#include "lethe/io/file.h"

namespace lethe::test {
namespace {

using ::testing::HasSubstr;

class WriteTest : public IoTest {
  protected:
    // Read, written and read again.
    Table through(const Table& table, const std::string& name) const {
        write_table(threads(2), table, folder().file(name));
        return read_table(threads(2), folder().file(name));
    }
    // Numbers, categories and missing values of all sorts.
    Table sample() const {
        return read(
            "id,price,share,city,flag\n1,1.50,0.25,\"a,b\",x\n2,,3,\"say \"\"hi\"\"\",\n"
            "3,2.00,-7e-9,\"\",y\n4,12.25,,\u00e9\\,\"\t\"\n");
    }
};

TEST_F(WriteTest, CsvComesBackByteForByte) {
    const std::string text =
        "code,price,odd,gap,words,note\n"
        "007,1.50,1e5,NA,NA,\"line\nbreak\"\n"
        "008,2.00,+3,,x,\"a,b\"\n"
        "009,0.10,.5,N/A,,\"\"\n"
        "010,-0.00,5.,3,y,\"q\"\"q\"\n"
        "011,12.34,0.10,null,z,\" blanks \"\n"
        "012,100000.00,100000,1.0,\u00e9,plain\n"
        "013,3.00,-0,12345678901234567.5,w,-\n"
        "014,4.00,0.30000000000000004,-7.50,v,+\n"
        "015,5.00,1E-7,1e-07,u,'\n";
    const Table table = read(text);
    EXPECT_TRUE(table.column("price").is_numeric());
    EXPECT_EQ(table.column("price").spelling()->decimals, 2);
    EXPECT_TRUE(table.column("price").spelling()->rows.empty());
    EXPECT_TRUE(table.column("odd").is_numeric());
    EXPECT_TRUE(table.column("gap").is_numeric());
    EXPECT_FALSE(table.column("code").is_numeric());
    EXPECT_EQ(table_text(table, Format::csv), text);
    write_table(threads(2), table, folder().file("out.csv"));
    EXPECT_EQ(read_file(folder().file("out.csv")), text);
}

TEST_F(WriteTest, ColumnsThatNeedNoSpellingHaveNone) {
    const Table table = read("a,b,c\n1,0.5,x\n-20,17.25,y\n100000,3,z\n");
    for (const ColumnPtr& column : table.columns()) EXPECT_EQ(column->spelling(), nullptr);
}

TEST_F(WriteTest, SpellingSurvivesSelectingRowsAndKinds) {
    const Table table = read("a,b\n1.50,1e5\n2.00,NA\nNA,2\n0.25,+7\n");
    const std::vector<std::int64_t> rows{3, 1, 1};
    EXPECT_EQ(table_text(table.gather(rows), Format::csv), "a,b\n0.25,+7\n2.00,NA\n2.00,NA\n");
    for (const Kind kind : {Kind::nominal, Kind::ordinal}) {
        const std::vector<ColumnPtr> changed{table.column("a").as_kind(kind),
                                             table.column("b").as_kind(kind)};
        EXPECT_EQ(table_text(table.with(changed), Format::csv), table_text(table, Format::csv));
        EXPECT_EQ(changed[0]->dictionary(), (Dictionary{"0.25", "1.50", "2.00"}));
    }
    const Column& b = table.column("b");
    const ColumnPtr masked =
        Column::numeric("b", {1, 0, 2, 3}, b.validity(), b.spelling_of_missing());
    EXPECT_EQ(table_text(Table({masked}), Format::csv), "b\n1\nNA\n2\n3\n");
    EXPECT_EQ(read("a\n1\n").column("a").spelling_of_missing(), nullptr);
    const Table text = read("a\n007\n1.50\n");
    const ColumnPtr number = text.column("a").as_kind(Kind::numeric);
    EXPECT_EQ(number->numbers()[0], 7);
    EXPECT_EQ(number->text(0), "007");
}

TEST_F(WriteTest, Tsv) {
    const Table table = read("a,\"b\tc\"\n1,\"x,y\"\n2,\"x\ty\"\n");
    EXPECT_EQ(table_text(table, Format::tsv), "a\t\"b\tc\"\n1\tx,y\n2\t\"x\ty\"\n");
    EXPECT_EQ(table_text(through(table, "t.tsv"), Format::csv), table_text(table, Format::csv));
}

TEST_F(WriteTest, TextFormatsKeepEverything) {
    const Table table = sample();
    for (const char* name : {"t.csv", "t.tsv", "t.csv.gz", "t.tsv.gz"}) {
        EXPECT_EQ(table_text(through(table, name), Format::csv), table_text(table, Format::csv))
            << name;
    }
}

TEST_F(WriteTest, ParquetAndJsonKeepValuesAndKinds) {
    const Table table = sample();
    for (const char* name :
         {"t.parquet", "t.json", "t.jsonl", "t.ndjson", "t.json.gz", "t.jsonl.gz"}) {
        const Table back = through(table, name);
        ASSERT_EQ(back.names(), table.names()) << name;
        for (const ColumnPtr& column : table.columns()) {
            const Column& other = back.column(column->name());
            ASSERT_EQ(other.kind(), column->kind()) << name << column->name();
            for (std::int64_t row = 0; row < table.rows(); ++row) {
                ASSERT_EQ(other.valid(row), column->valid(row)) << name << column->name() << row;
                if (!column->valid(row)) continue;
                const auto i = static_cast<std::size_t>(row);
                if (column->is_numeric()) {
                    ASSERT_EQ(other.numbers()[i], column->numbers()[i]) << name;
                } else {
                    ASSERT_EQ(other.text(row), column->text(row)) << name;
                }
            }
        }
    }
}

TEST_F(WriteTest, JsonText) {
    const Table table = read("n,\"a\"\"b\"\n1.50,\"x\ty\"\n,\u00e9\n100000,\n");
    EXPECT_EQ(table_text(table, Format::jsonl),
              "{\"n\":1.5,\"a\\\"b\":\"x\\ty\"}\n{\"n\":null,\"a\\\"b\":\"\u00e9\"}\n"
              "{\"n\":100000,\"a\\\"b\":null}\n");
    EXPECT_EQ(table_text(table, Format::json),
              "[\n{\"n\":1.5,\"a\\\"b\":\"x\\ty\"},\n{\"n\":null,\"a\\\"b\":\"\u00e9\"},\n"
              "{\"n\":100000,\"a\\\"b\":null}\n]\n");
    EXPECT_EQ(error_of([&] { table_text(table, Format::parquet); }).kind(), ErrorKind::usage);
}

TEST_F(WriteTest, ATableWithoutRows) {
    const Table table = read("a,b\n1,x\n").gather({});
    EXPECT_EQ(table_text(table, Format::csv), "a,b\n");
    EXPECT_EQ(table_text(table, Format::json), "[]\n");
    write_table(threads(1), table, folder().file("none.parquet"));
    const std::string path = folder().file("none.parquet");
    EXPECT_THAT(error_of([&] { read_table(threads(1), path); }).what(), HasSubstr("has no rows"));
}

TEST_F(WriteTest, ParquetTypes) {
    const Table table = read("whole,part,word,none,zero\n1,1.5,x,,-0\n2,2,y,,1\n,3,,,2\n");
    write_table(threads(1), table, folder().file("t.parquet"));
    const Table types =
        read_table(threads(1), "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '" +
                                   folder().file("t.parquet") + "')");
    EXPECT_EQ(texts_read(types, "column_type"),
              (Texts{"BIGINT", "DOUBLE", "VARCHAR", "DOUBLE", "DOUBLE"}));
}

TEST_F(WriteTest, LargeTablesHaveTheSameBytesForAnyNumberOfThreads) {
    const Table random = random_table(Random(6), 150000, 3);
    const Table ints = random_table(Random(7), 150000, 2, 1000);
    const Table table({random.column_ptr("a"), ints.column_ptr("b"), random.column_ptr("c")});
    for (const std::string name : {"t.csv", "t.csv.gz", "t.json", "t.parquet"}) {
        write_table(threads(1), table, folder().file("1" + name));
        write_table(threads(4), table, folder().file("4" + name));
        EXPECT_EQ(file_sha256(folder().file("1" + name)), file_sha256(folder().file("4" + name)));
        const Table back = read_table(threads(2), folder().file("4" + name));
        for (const char* column : {"a", "b", "c"}) {
            EXPECT_EQ(numbers_read(back, column), numbers_read(table, column)) << name;
        }
    }
}

TEST_F(WriteTest, NamesThatDifferInCase) {
    const Table table = read("Age,age\n1,2\n");
    EXPECT_EQ(through(table, "t.csv").names(), (Texts{"Age", "age"}));
    const auto write = [&] { write_table(threads(1), table, folder().file("t.parquet")); };
    EXPECT_EQ(error_of(write).kind(), ErrorKind::usage);
    EXPECT_FALSE(std::filesystem::exists(folder().file("t.parquet")));
}

TEST_F(WriteTest, NumbersThatAreNotFiniteAreNotWritten) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Table table({Column::numeric("a", {1, nan})});
    for (const char* name : {"t.csv", "t.json", "t.parquet"}) {
        const auto write = [&] { write_table(threads(1), table, folder().file(name)); };
        EXPECT_EQ(error_of(write).kind(), ErrorKind::internal) << name;
        EXPECT_FALSE(std::filesystem::exists(folder().file(name)));
    }
}

TEST_F(WriteTest, UnknownExtensions) {
    const Table table = read("a,b\n1,2\n");
    for (const char* name : {"t.xlsx", "t", "t.parquet.gz", "t.gz"}) {
        const auto write = [&] { write_table(threads(1), table, folder().file(name)); };
        EXPECT_EQ(error_of(write).kind(), ErrorKind::usage) << name;
    }
    write_table(threads(1), table, folder().file("t.txt"), Format::csv);
    EXPECT_EQ(read_file(folder().file("t.txt")), "a,b\n1,2\n");
}

TEST_F(WriteTest, FoldersThatCannotBeWritten) {
    const Table table = read("a,b\n1,2\n");
    for (const char* name : {"none/t.csv", "none/t.parquet", "none/t.json.gz"}) {
        const std::string path = folder().file(name);
        const Error error = error_of([&] { write_table(threads(1), table, path); });
        EXPECT_EQ(error.kind(), ErrorKind::io);
        EXPECT_THAT(error.what(), HasSubstr(path));
    }
    ::mkdir(folder().file("folder.csv").c_str(), 0755);
    const auto write = [&] { write_table(threads(1), table, folder().file("folder.csv")); };
    EXPECT_EQ(error_of(write).kind(), ErrorKind::io);
}

// A limit on the size of files stands in for a full disk: writing fails half way.
TEST_F(WriteTest, AFullDiskLeavesTheOldFileWhole) {
    const Table table = random_table(Random(8), 100000, 3);
    struct sigaction ignore {};
    struct sigaction before {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGXFSZ, &ignore, &before);
    rlimit old{};
    ::getrlimit(RLIMIT_FSIZE, &old);
    for (const char* name : {"t.csv", "t.csv.gz", "t.json", "t.parquet"}) {
        const std::string path = make(name, "old");
        const rlimit small{100000, old.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const Error error = error_of([&] { write_table(threads(2), table, path); });
        ::setrlimit(RLIMIT_FSIZE, &old);
        EXPECT_EQ(error.kind(), ErrorKind::io) << name;
        EXPECT_THAT(error.what(), HasSubstr(path));
        EXPECT_EQ(read_file(path), "old");
    }
    ::sigaction(SIGXFSZ, &before, nullptr);
    const auto left = std::distance(std::filesystem::directory_iterator(folder().path()), {});
    EXPECT_EQ(left, 4);
}

TEST_F(WriteTest, StopLeavesTheOldFileWhole) {
    std::atomic<bool> stop{true};
    Context context = threads(1);
    context.stop = &stop;
    const Table table = read("a,b\n1,2\n");
    for (const char* name : {"t.csv", "t.json", "t.parquet"}) {
        const std::string path = make(name, "old");
        EXPECT_EQ(error_of([&] { write_table(context, table, path); }).kind(), ErrorKind::stopped);
        EXPECT_EQ(read_file(path), "old");
    }
}

}  // namespace
}  // namespace lethe::test
