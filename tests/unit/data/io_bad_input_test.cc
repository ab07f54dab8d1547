// Every bad file has an error of the right kind, at the right place, that tells no value.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io_support.h"

namespace lethe::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class BadInputTest : public IoTest {
  protected:
    Error error(std::string_view bytes, const ReadOptions& options = {},
                const std::string& name = "bad.csv") const {
        const std::string path = make(name, bytes);
        Error found = error_of([&] { read_table(threads(2), path, options); });
        EXPECT_THAT(found.what(), Not(HasSubstr("SECRET")));
        if (found.kind() != ErrorKind::usage) {
            EXPECT_THAT(found.what(), HasSubstr(path));
        }
        return found;
    }
    void expect(std::string_view bytes, std::int64_t line, std::string_view message) const {
        const Error found = error(bytes);
        EXPECT_EQ(found.kind(), ErrorKind::input) << bytes;
        EXPECT_EQ(found.problems()[0].place.line, line) << bytes;
        EXPECT_THAT(found.problems()[0].message, HasSubstr(std::string(message))) << bytes;
    }
};

TEST_F(BadInputTest, EmptyFiles) {
    expect("", 0, "is empty");
    expect("\n\r\n\n", 0, "is empty");
    expect("\xEF\xBB\xBF", 0, "is empty");
    expect("a,b\n", 0, "has no rows");
    expect("a,b", 0, "has no rows");
    expect("a,b\n\n\n", 0, "has no rows");
}

TEST_F(BadInputTest, RaggedRows) {
    expect("a,b,c\n1,SECRET\n", 2, "expected 3 fields, found 2");
    expect("a,b,c\n1,2,3\n1,2,3,SECRET\n", 3, "expected 3 fields, found 4");
    expect("a,b\n1,\"x\ny\nz\"\n\n\n1\n", 7, "expected 2 fields, found 1");
    expect("a,b\r\n1,\"x\r\ny\"\r\n1,2,3\r\n", 4, "expected 2 fields, found 3");
    expect("words\nfew, or more\n", 2, "expected 1 field, found 2");
    expect("a,b\n1,2\n   \n", 3, "expected 2 fields, found 1");
    std::string text = "a,b\n";
    for (int i = 0; i < 2000000; ++i) text += "1,2\n";
    expect(text + "SECRET\n", 2000002, "expected 2 fields, found 1");
}

TEST_F(BadInputTest, Quotes) {
    expect("a,b\n1,\"SECRET\n2,3\n", 2, "never closed");
    expect("a,b\n1,\"x\ny\"SECRET\n2,3\n", 3, "text follows a closing quote");
    expect("\"a,b\n1,2\n", 1, "never closed");
    expect("\"a\"x,b\n1,2\n", 1, "text follows a closing quote");
}

TEST_F(BadInputTest, Headers) {
    expect("a,b,a\n1,2,3\n", 1, "fields 1 and 3 alike: \"a\"");
    expect("\na,b,a\n1,2,3\n", 2, "fields 1 and 3 alike: \"a\"");
    expect("title,,\n1,2,x\n", 1, "the header names 1 of 3 fields");
    const Error two = error("a,a,b,b\n1,2,3,4\n");
    EXPECT_EQ(two.problems().size(), 2U);
    ReadOptions options;
    options.header = true;
    EXPECT_EQ(read("a,,c\nx,y,z\n", options).names(), (Texts{"a", "a 2", "c"}));
    EXPECT_EQ(read("\"\",age,job\n1,2,x\n").names(), (Texts{"column1", "age", "job"}));
}

TEST_F(BadInputTest, Encodings) {
    expect("a,b\n1,x\n2,SECRET\xff\n", 3, "the option encoding latin-1");
    expect("a,b\n1,\"x\ny\"\n2,caf\xe9", 4, "the option encoding latin-1");
    expect("\xe9,b\n1,2\n", 1, "the option encoding latin-1");
    expect(std::string_view("a,b\n1,\0x\n", 9), 2, "zero byte");
    expect(std::string_view("\xFF\xFE"
                            "a\0,\0",
                            6),
           0, "the option encoding utf-16");
    std::string late = "a,b\n";
    for (int i = 0; i < 1500000; ++i) late += "1,2\n";
    expect(late + "1,\xff\n", 1500002, "is not UTF-8");
    ReadOptions options;
    options.encoding = "latin-1";
    const Error undefined = error("a,b\n1,x\n2,\x81\n", options);
    EXPECT_EQ(undefined.problems()[0].place.line, 3);
    EXPECT_THAT(undefined.what(), HasSubstr("not latin-1"));
    options.encoding = "utf-16";
    EXPECT_THAT(error(std::string_view("\xFF\xFE"
                                       "a\0,",
                                       5),
                      options)
                    .what(),
                HasSubstr("not utf-16"));
    options.encoding = "ebcdic";
    EXPECT_EQ(error("a,b\n1,2\n", options).kind(), ErrorKind::usage);
}

TEST_F(BadInputTest, NumbersThatAreNotFinite) {
    const Error two = error("a,b,c\n1,2,x\nNaN,-Infinity,NaN\n");
    EXPECT_EQ(two.kind(), ErrorKind::input);
    ASSERT_EQ(two.problems().size(), 2U);
    EXPECT_EQ(
        two.problems()[0].message,
        "column \"a\", row 2: NaN is not a finite number; give the option missing NaN if it means "
        "missing");
    EXPECT_THAT(two.problems()[1].message, HasSubstr("give the option missing -Infinity"));
    EXPECT_THAT(error("a\n1\nnan(SECRET)\n").what(), HasSubstr("row 2: NaN is not"));
    EXPECT_EQ(texts_read(read("a\nNaN\ninf\n"), "a"), (Texts{"NaN", "inf"}));
}

TEST_F(BadInputTest, UnknownColumns) {
    ReadOptions options;
    options.columns = {"agee", "b", "zzz"};
    const Error found = error("age,b\n1,2\n", options);
    EXPECT_EQ(found.kind(), ErrorKind::usage);
    EXPECT_EQ(found.problems().size(), 2U);
    EXPECT_THAT(found.what(), HasSubstr("did you mean \"age\"?"));
}

TEST_F(BadInputTest, FilesThatCannotBeRead) {
    const auto kind_of = [](const std::string& path) {
        return error_of([&] { read_table(threads(1), path); }).kind();
    };
    for (const char* name : {"none.csv", "none.parquet", "none.json", "none.csv.gz"}) {
        EXPECT_EQ(kind_of(folder().file(name)), ErrorKind::io) << name;
    }
    ::mkdir(folder().file("folder.csv").c_str(), 0755);
    EXPECT_EQ(kind_of(folder().file("folder.csv")), ErrorKind::io);
    ::mkdir(folder().file("folder.parquet").c_str(), 0755);
    EXPECT_EQ(kind_of(folder().file("folder.parquet")), ErrorKind::io);
    if (::geteuid() != 0) {
        ::chmod(make("closed.csv", "a\n1\n").c_str(), 0);
        EXPECT_EQ(kind_of(folder().file("closed.csv")), ErrorKind::io);
    }
    EXPECT_EQ(kind_of("table.xlsx"), ErrorKind::usage);
    EXPECT_EQ(kind_of("table.parquet.gz"), ErrorKind::usage);
}

TEST_F(BadInputTest, Gzip) {
    EXPECT_THAT(error("a,b\n1,2\n", {}, "t.csv.gz").what(), HasSubstr("is not a gzip file"));
    write_table(threads(1), read("a,b\n1,2\n3,4\n"), folder().file("whole.csv.gz"));
    std::ifstream in(folder().file("whole.csv.gz"), std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    for (std::size_t size = 3; size < whole.size(); ++size) {
        const Error cut = error(whole.substr(0, size), {}, "cut.csv.gz");
        EXPECT_EQ(cut.kind(), ErrorKind::input) << size;
    }
    std::string damaged = whole;
    damaged[whole.size() - 6] = static_cast<char>(damaged[whole.size() - 6] ^ 1);
    EXPECT_THAT(error(damaged, {}, "bad.csv.gz").what(), HasSubstr("cut or damaged"));
}

TEST_F(BadInputTest, ParquetAndJson) {
    const auto expect_bad = [&](const char* name, std::string_view bytes,
                                std::string_view message) {
        const Error found = error(bytes, {}, name);
        EXPECT_EQ(found.kind(), ErrorKind::input) << bytes;
        EXPECT_THAT(found.what(), HasSubstr(std::string(message))) << bytes;
    };
    expect_bad("t.parquet", "SECRET,b\n1,2\n", "is not a whole Parquet file");
    expect_bad("t.parquet", "", "is not a whole Parquet file");
    expect_bad("t.json", "SECRET, b\n1, 2\n", "valid JSON");
    expect_bad("t.json", "[{\"a\": 1}, {\"a\": \"SECRET]", "valid JSON");
    expect_bad("t.json", "[1, 2, 3]", "valid JSON");
    expect_bad("t.json", "[]", "has no rows");
    expect_bad("t.json", "", "is empty");
    expect_bad("t.json", "{\"a\": 1, \"A\": 2}", "only in case");
    expect_bad("t.json", "{\"a\": 1, \"a\": \"SECRET\"}", "valid JSON");
    expect_bad("t.jsonl", "{\"a\": 1}\n{\"a\": SECRET}\n", "valid JSON");
    expect_bad("t.json.gz", "[{\"a\": 1}]", "is not a gzip file");
}

}  // namespace
}  // namespace lethe::test
