// Several files as one table.
#include <gmock/gmock.h>

#include <filesystem>

#include "io_support.h"
#include "lethe/data/written/notation.h"

namespace lethe::test {
namespace {

using ::testing::HasSubstr;

class ManyFilesTest : public IoTest {
  protected:
    Table all(const std::string& pattern, const ReadOptions& options = {}) const {
        return read_table(threads(2), folder().file(pattern), options);
    }
    std::string table_as_text(const std::string& pattern) const {
        return table_text(all(pattern), Format::csv);
    }
};

TEST_F(ManyFilesTest, InNaturalOrderColumnsByName) {
    make("part-10.csv", "b,a\n10,x\n");
    make("part-2.csv", "a,b\ny,2\n");
    make("part-1.csv", "a,b\nz,1\n");
    make("other.csv", "c\n1\n");
    EXPECT_EQ(table_as_text("part-*.csv"), "a,b\nz,1\ny,2\nx,10\n");
    EXPECT_EQ(table_as_text("part-[12].csv"), "a,b\nz,1\ny,2\n");
    EXPECT_EQ(table_as_text("part-?.csv"), "a,b\nz,1\ny,2\n");
    ReadOptions options;
    options.columns = {"b"};
    options.limit = 2;
    std::vector<std::string> notes;
    options.notes = &notes;
    const Table table = all("part-*.csv", options);
    EXPECT_EQ(table.names(), (Texts{"b"}));
    EXPECT_EQ(numbers_read(table, "b"), (Numbers{1, 2}));
    EXPECT_THAT(notes, testing::ElementsAre(HasSubstr("read 3 files as one table")));
}

TEST_F(ManyFilesTest, AFileThatIsCalledLikeAPatternIsAFile) {
    make("a[1].csv", "a,b\n1,2\n");
    make("a1.csv", "a,b\n3,4\n");
    EXPECT_EQ(table_as_text("a[1].csv"), "a,b\n1,2\n");
}

TEST_F(ManyFilesTest, DifferentColumnsAreAnErrorThatNamesThem) {
    make("p1.csv", "a,b\n1,2\n");
    make("p2.csv", "a,c\n1,2\n");
    const Error error = error_of([&] { all("p*.csv"); });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("p2.csv"));
    EXPECT_THAT(error.what(), HasSubstr("it lacks \"b\" and has also \"c\""));
    EXPECT_EQ(error_of([&] { all("q*.csv"); }).kind(), ErrorKind::io);
    EXPECT_THAT(error_of([&] { all("q*.csv"); }).what(), HasSubstr("no file that matches"));
}

TEST_F(ManyFilesTest, KeepsHowNumbersAreWritten) {
    make("p1.csv", "a,b,c\n1.10,1,NA\n2.20,2,\n");
    make("p2.csv", "a,b,c\n3.30,+3,\n4.40,1e3,5\n");
    make("p3.csv", "a,b,c\n5.5,,6.50\n");
    EXPECT_EQ(table_as_text("p[12].csv"), "a,b,c\n1.10,1,NA\n2.20,2,\n3.30,+3,\n4.40,1e3,5\n");
    EXPECT_EQ(table_as_text("p*.csv"),
              "a,b,c\n1.10,1,NA\n2.20,2,\n3.30,+3,\n4.40,1e3,5\n5.5,,6.50\n");
    EXPECT_TRUE(all("p*.csv").column("a").is_numeric());
}

TEST_F(ManyFilesTest, NumbersInOneAndTextsInAnotherAreTexts) {
    make("p1.csv", "a,b\n1.50,\n2.00,\n");
    make("p2.csv", "a,b\nx,y\n,z\n");
    make("p3.csv", "a,b\n3,4\n");
    const Table table = all("p*.csv");
    EXPECT_EQ(texts_read(table, "a"), (Texts{"1.50", "2.00", "x", "(missing)", "3"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"(missing)", "(missing)", "y", "z", "4"}));
    EXPECT_EQ(table.column("a").kind(), Kind::nominal);
}

// As if the files were one.
TEST_F(ManyFilesTest, LikeOneFile) {
    const std::vector<std::string> rows{"1,x,2.50\n", "2,,NA\n",   "3,NA,4.00\n", ",y,1e3\n",
                                        "5,x,\n",     "6,x y,7\n", "7,z,0.125\n"};
    std::string whole = "n,t,m\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        whole += rows[i];
        make("r" + std::to_string(i) + ".csv", "n,t,m\n" + rows[i]);
    }
    const Table one = read(whole);
    const Table many = all("r*.csv");
    EXPECT_EQ(table_text(many, Format::csv), table_text(one, Format::csv));
    EXPECT_EQ(texts_read(many, "t"), texts_read(one, "t"));
    EXPECT_EQ(numbers_read(many, "m"), numbers_read(one, "m"));
    EXPECT_EQ(many.column("m").validity(), one.column("m").validity());
}

TEST_F(ManyFilesTest, AFolderOfParquetParts) {
    std::filesystem::create_directory(folder().file("people.parquet"));
    make("people.parquet/_SUCCESS", "");
    for (const std::string part : {"0", "1"}) {
        const Table table = read("a,b\n" + part + ",x" + part + "\n");
        write_table(threads(1), table,
                    folder().file("people.parquet/part-0000" + part + ".parquet"));
    }
    EXPECT_EQ(table_as_text("people.parquet"), "a,b\n0,x0\n1,x1\n");
    std::filesystem::create_directory(folder().file("empty.parquet"));
    EXPECT_THAT(error_of([&] { all("empty.parquet"); }).what(),
                HasSubstr("is a directory, not a file"));
}

TEST_F(ManyFilesTest, Thousands) {
    for (int i = 0; i < 2000; ++i)
        make("t" + std::to_string(i) + ".csv", "a,b\n" + std::to_string(i) + ",x\n");
    const Table table = all("t*.csv");
    ASSERT_EQ(table.rows(), 2000);
    EXPECT_EQ(numbers_read(table, "a")[1999], 1999);
}

}  // namespace
}  // namespace lethe::test
