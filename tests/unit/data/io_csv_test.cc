#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>

#include "io_support.h"
#include "lethe/core/random.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;

using CsvTest = IoTest;

std::string with_line_ends(std::string text, const std::string& end) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size()) {
        text.replace(at, 1, end);
    }
    return text;
}

std::string gzip(std::string_view bytes) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(bytes.size() + 100, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<unsigned>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<unsigned>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

TEST_F(CsvTest, NumbersAndCategories) {
    const Table table = read("id,city,income\n1,Vienna,2.5\n2,Lisbon,-3\n3,Vienna,1e3\n");
    EXPECT_EQ(table.names(), (Texts{"id", "city", "income"}));
    EXPECT_EQ(numbers_read(table, "id"), (Numbers{1, 2, 3}));
    EXPECT_EQ(numbers_read(table, "income"), (Numbers{2.5, -3, 1000}));
    EXPECT_EQ(table.column("city").kind(), Kind::nominal);
    EXPECT_EQ(table.column("city").dictionary(), (Dictionary{"Vienna", "Lisbon"}));
    EXPECT_THAT(table.column("city").codes(), ElementsAre(0, 1, 0));
}

TEST_F(CsvTest, SeparatorsAreFound) {
    for (const char separator : {',', ';', '\t', '|'}) {
        std::string text = "name*age*note\nann*31*a, b. c\nbob*45*\"x*y\"\n";
        std::replace(text.begin(), text.end(), '*', separator);
        if (separator == ',') text.replace(text.find("a, b"), 4, "a; b");
        const Table table = read(text);
        EXPECT_EQ(table.names(), (Texts{"name", "age", "note"})) << separator;
        EXPECT_EQ(numbers_read(table, "age"), (Numbers{31, 45}));
        EXPECT_EQ(texts_read(table, "note")[1], std::string("x") + separator + "y");
    }
    EXPECT_EQ(read("a;b\n1,5;2,5\n3,5;4,5\n").names(), (Texts{"a", "b"}));
    EXPECT_EQ(read("1,5;2,5\n3,5;4,5\n").names(), (Texts{"column1", "column2"}));
    EXPECT_EQ(read("words\n\"few, or more\"\nnone\n").names(), (Texts{"words"}));
    ReadOptions options;
    options.separator = ':';
    EXPECT_EQ(read("a:b\n1:2\n", options).names(), (Texts{"a", "b"}));
    EXPECT_EQ(read_table(threads(1), make("t.tsv", "a,b\tc\n1\t2\n")).names(), (Texts{"a,b", "c"}));
}

TEST_F(CsvTest, SpacesBehindEverySeparatorBelongToIt) {
    const Table table = read("name, age, note\nann, 31, \"x, y\"\nbob, , z\n");
    EXPECT_EQ(table.names(), (Texts{"name", "age", "note"}));
    EXPECT_EQ(texts_read(table, "age"), (Texts{"31", "(missing)"}));
    EXPECT_EQ(texts_read(table, "note"), (Texts{"x, y", "z"}));
    EXPECT_EQ(read("a,b\nx, y\nz,u\n").column("b").dictionary(), (Dictionary{" y", "u"}));
}

TEST_F(CsvTest, HeaderIsFound) {
    EXPECT_EQ(read("a,b\nx,y\n").rows(), 1);
    EXPECT_EQ(read("a,3\nx,4\n").names(), (Texts{"column1", "column2"}));
    EXPECT_EQ(read("a,3\nx,4\n").rows(), 2);
    EXPECT_EQ(read("a,\nx,y\n").names(), (Texts{"column1", "column2"}));
    EXPECT_EQ(read("08191,x\n08192,y\n").rows(), 2);
    ReadOptions yes;
    yes.header = true;
    EXPECT_EQ(read("2019,2020\n1,2\n", yes).names(), (Texts{"2019", "2020"}));
    ReadOptions no;
    no.header = false;
    EXPECT_EQ(read("a,b\nx,y\n", no).rows(), 2);
}

TEST_F(CsvTest, LineEndsAndMarks) {
    const std::string text = "a,b\n1,\"x\ny\"\n2,z\n";
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
            const Table table = read(mark + with_line_ends(text, end));
            EXPECT_EQ(table.names(), (Texts{"a", "b"}));
            EXPECT_EQ(texts_read(table, "b"), (Texts{"x" + end + "y", "z"}));
        }
    }
    EXPECT_EQ(numbers_read(read("a,b\n1,2\r\n3,4\r5,6"), "b"), (Numbers{2, 4, 6}));
    EXPECT_EQ(read("\n\n a,b\n\n1,2\n\n\n").rows(), 1);
}

TEST_F(CsvTest, Quotes) {
    const Table table =
        read("\"a \"\"b\"\"\",\"c,d\"\n\"1\",\"say \"\"hi\"\"\"\n2,it's 5\" long\n");
    EXPECT_EQ(table.names(), (Texts{"a \"b\"", "c,d"}));
    EXPECT_EQ(numbers_read(table, "a \"b\""), (Numbers{1, 2}));
    EXPECT_EQ(texts_read(table, "c,d"), (Texts{"say \"hi\"", "it's 5\" long"}));
}

TEST_F(CsvTest, NamesInUtf8) {
    const Table table = read("\u00e5r,\u6c49\u5b57\n1,caf\u00e9\n");
    EXPECT_EQ(table.names(), (Texts{"\u00e5r", "\u6c49\u5b57"}));
    EXPECT_EQ(texts_read(table, "\u6c49\u5b57"), (Texts{"caf\u00e9"}));
}

TEST_F(CsvTest, LeadingZerosAndLongIntegersStayText) {
    const Table table = read("zip,long,exact\n08191,9007199254740993,9007199254740992\n8192,1,0\n");
    EXPECT_EQ(texts_read(table, "zip"), (Texts{"08191", "8192"}));
    EXPECT_EQ(texts_read(table, "long"), (Texts{"9007199254740993", "1"}));
    EXPECT_EQ(numbers_read(table, "exact"), (Numbers{9007199254740992, 0}));
    EXPECT_EQ(numbers_read(read("a\n0\n0.5\n-0.5\n"), "a"), (Numbers{0, 0.5, -0.5}));
}

TEST_F(CsvTest, Missing) {
    const Table table = read(
        "number,word,mixed,none\n1,x,NA,NA\nNA,NA,N/A,\nN/A,null,null,null\nnull,,NULL,\"\"\n"
        "NULL,\"\",x,\n,y,1,\n\"\",z,2,\n 5, z,3,\n  ,w,4,\n");
    EXPECT_EQ(texts_read(table, "number"),
              (Texts{"1", "(missing)", "(missing)", "(missing)", "(missing)", "(missing)",
                     "(missing)", " 5", "(missing)"}));
    EXPECT_TRUE(table.column("number").is_numeric());
    EXPECT_EQ(table.column("number").numbers()[7], 5);
    EXPECT_EQ(texts_read(table, "word"),
              (Texts{"x", "(missing)", "null", "(missing)", "", "y", "z", " z", "w"}));
    EXPECT_EQ(texts_read(table, "mixed"),
              (Texts{"(missing)", "N/A", "null", "NULL", "x", "1", "2", "3", "4"}));
    EXPECT_TRUE(table.column("none").is_numeric());
    EXPECT_EQ(table.column("none").missing(), 9);
}

TEST_F(CsvTest, MissingTextsThatAreGiven) {
    ReadOptions options;
    options.missing = {"-9", "?", "NaN"};
    const Table table = read("a,b,c\n1,x,NaN\n-9,?,2\n3,-9,3\n", options);
    EXPECT_EQ(texts_read(table, "a"), (Texts{"1", "(missing)", "3"}));
    EXPECT_TRUE(table.column("a").is_numeric());
    EXPECT_EQ(table.column("a").spelling()->missing, "-9");
    EXPECT_EQ(texts_read(table, "b"), (Texts{"x", "(missing)", "(missing)"}));
    EXPECT_EQ(texts_read(table, "c"), (Texts{"(missing)", "2", "3"}));
    options.missing = {""};
    EXPECT_EQ(texts_read(read("a,b\n1,\"\"\n2,x\n", options), "b"), (Texts{"(missing)", "x"}));
}

TEST_F(CsvTest, AMostlyNumericColumnTellsItsFirstNonNumber) {
    std::string text = "a,zip\n";
    for (int i = 0; i < 20; ++i) text += i == 7 ? "seven,08191\n" : "5,8191\n";
    const Table table = read(text);
    EXPECT_EQ(table.column("a").kind(), Kind::nominal);
    EXPECT_EQ(table.column("a").first_non_number(), 8);
    EXPECT_EQ(table.column("zip").first_non_number(), 0);
    EXPECT_EQ(read("a\n1\nx\n2\n").column("a").first_non_number(), 0);
    EXPECT_EQ(read("a,b\n1,2\n").column("a").first_non_number(), 0);
}

TEST_F(CsvTest, ColumnsAndLimit) {
    ReadOptions options;
    options.columns = {"c", "a"};
    options.limit = 2;
    const Table table = read("a,b,c\n1,2,3\n4,5,6\n7,8,9\n", options);
    EXPECT_EQ(table.names(), (Texts{"a", "c"}));
    EXPECT_EQ(numbers_read(table, "c"), (Numbers{3, 6}));
    options.limit = 0;
    EXPECT_EQ(read("a,b,c\n1,2,3\n", options).rows(), 0);
}

TEST_F(CsvTest, ABlankLineInAFileOfOneColumnIsMissing) {
    EXPECT_EQ(texts_read(read("a\n1\n\n2\n"), "a"), (Texts{"1", "(missing)", "2"}));
}

TEST_F(CsvTest, Gzip) {
    const std::string text = "a,b\n1,x\n2,\"y\nz\"\n";
    for (const char* name : {"t.csv.gz", "T.CSV.GZ"}) {
        const Table table = read_table(threads(2), make(name, gzip(text)));
        EXPECT_EQ(texts_read(table, "b"), (Texts{"x", "y\nz"}));
    }
    const std::string tabs = "a\tb\n1\tx\n";
    EXPECT_EQ(read_table(threads(1), make("t.tsv.gz", gzip(tabs))).names(), (Texts{"a", "b"}));
}

TEST_F(CsvTest, Encodings) {
    ReadOptions options;
    options.encoding = "latin-1";
    EXPECT_EQ(texts_read(read("a,b\n1,caf\xe9 \x80\n", options), "b"), (Texts{"caf\u00e9 \u20ac"}));
    options.encoding = "utf-16";
    const std::u16string wide = u"a,b\n1,caf\u00e9\U0001F600\n";
    for (const bool big : {false, true}) {
        std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
        for (const char16_t unit : wide) {
            const char low = static_cast<char>(unit & 0xFF);
            const char high = static_cast<char>(unit >> 8);
            bytes += big ? std::string{high, low} : std::string{low, high};
        }
        EXPECT_EQ(texts_read(read(bytes, options), "b"), (Texts{"caf\u00e9\U0001F600"})) << big;
    }
}

// Larger than several blocks, with texts and line breaks across their borders; and a column that
// turns out not to be numeric in the last row.
TEST_F(CsvTest, LargeFilesAndAnyNumberOfThreads) {
    const Stream stream = Random(5).stream("rows");
    std::string text = "id,value,note,late\n";
    const int rows = 300000;
    for (int i = 0; i < rows; ++i) {
        Draws draws = stream.at(i);
        text += std::to_string(i) + "," + std::to_string(draws.below(100000)) + "." +
                std::to_string(draws.below(10)) + "0,\"n" + std::to_string(draws.below(50)) +
                "\nab\"\"c, \u00e9\",";
        text += i + 1 == rows ? "end\n" : std::to_string(draws.below(3)) + ".50\n";
    }
    const std::string path = make("large.csv", text);
    const Table one = read_table(threads(1), path);
    ASSERT_EQ(one.rows(), rows);
    for (int i = 0; i < rows; ++i) ASSERT_EQ(one.column("id").numbers()[static_cast<size_t>(i)], i);
    EXPECT_EQ(one.column("note").dictionary().size(), 50U);
    EXPECT_EQ(one.column("late").dictionary().size(), 4U);
    EXPECT_EQ(one.column("late").first_non_number(), rows);
    EXPECT_EQ(table_text(one, Format::csv), text);
    for (const int count : {2, 3}) {
        const Table many = read_table(threads(count), path);
        ASSERT_EQ(table_text(many, Format::csv), text);
        for (std::size_t j = 0; j < 4; ++j) {
            const Column& a = *one.columns()[j];
            const Column& b = *many.columns()[j];
            ASSERT_EQ(a.dictionary(), b.dictionary());
            ASSERT_TRUE(a.is_numeric() ? std::ranges::equal(a.numbers(), b.numbers())
                                       : std::ranges::equal(a.codes(), b.codes()));
        }
    }
}

TEST_F(CsvTest, ALongFieldIsReadWhole) {
    const std::string field(9 << 20, 'x');
    EXPECT_EQ(texts_read(read("a,b\n1,\"" + field + "\"\n2,y\n"), "b"), (Texts{field, "y"}));
}

TEST_F(CsvTest, ManyBlankLinesEndNothing) {
    const std::string blank(20 << 20, '\n');
    EXPECT_EQ(numbers_read(read("a,b\n" + blank + "1,2\n" + blank + "3,4\n" + blank), "b"),
              (Numbers{2, 4}));
}

TEST_F(CsvTest, StopIsNoticed) {
    std::atomic<bool> stop{true};
    Context context = threads(1);
    context.stop = &stop;
    const std::string path = make("t.csv", "a,b\n1,2\n");
    EXPECT_EQ(error_of([&] { read_table(context, path); }).kind(), ErrorKind::stopped);
}

TEST_F(CsvTest, ProgressReachesTheEnd) {
    struct Sink : ProgressSink {
        void start(std::string_view, std::int64_t t) override { total = t; }
        void advance(std::int64_t d) override { done = d; }
        void finish() override { finished = true; }
        std::int64_t total = 0, done = 0;
        bool finished = false;
    } sink;
    Context context = threads(1);
    context.progress = &sink;
    std::string text = "a,b\n";
    for (int i = 0; i < 1000000; ++i) text += "1,2\n";
    read_table(context, make("t.csv", text));
    EXPECT_EQ(sink.total, static_cast<std::int64_t>(text.size()));
    EXPECT_EQ(sink.done, sink.total);
    EXPECT_TRUE(sink.finished);
}

}  // namespace
}  // namespace lethe::test
