// Text files compressed by gzip and zstd, told by their bytes, and formats told by first bytes.
#include <gmock/gmock.h>
#include <zstd.h>

#include "io_support.h"
#include "lethe/io/file.h"
#include "xlsx_parts.h"

namespace lethe::test {
namespace {

using ::testing::HasSubstr;

class CompressedTest : public IoTest {
  protected:
    std::string what(const std::string& path) const {
        const Error error = error_of([&] { read_table(threads(1), path); });
        EXPECT_EQ(error.kind(), ErrorKind::input);
        return error.what();
    }
    static std::string packed(std::string_view text) {
        std::string out(ZSTD_compressBound(text.size()), '\0');
        out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
        return out;
    }
};

TEST_F(CompressedTest, TextFormatsInAndOut) {
    std::string csv = "a,b\n";
    for (int i = 0; i < 20'000; ++i) csv += std::to_string(i * 7919 % 10007) + ",x\n";
    const Table table = read(csv);
    for (const std::string name :
         {"t.csv.zst", "t.tsv.zst", "t.json.zst", "t.jsonl.ZST", "t.csv.gz", "t.json.gz"}) {
        const std::string path = folder().file(name);
        write_table(threads(2), table, path);
        EXPECT_LT(read_file(path).size(), csv.size() / 2) << name;
        const Table back = read_table(threads(2), path);
        EXPECT_EQ(numbers_read(back, "a"), numbers_read(table, "a")) << name;
        EXPECT_EQ(texts_read(back, "b"), texts_read(table, "b")) << name;
        const std::string first = read_file(path);
        write_table(threads(1), table, path);
        EXPECT_EQ(read_file(path), first) << name;
    }
    const Error error = error_of(
        [&] { write_table(threads(1), table, folder().file("t.parquet.zst"), Format::parquet); });
    EXPECT_THAT(error.what(), HasSubstr("Parquet is compressed already: leave out .zst"));
}

TEST_F(CompressedTest, WhatIsCompressedIsToldByItsBytes) {
    const std::string bytes = packed("a,b\n1,2\n");
    EXPECT_EQ(numbers_read(read_table(threads(1), make("plain.csv", bytes)), "b"), (Numbers{2}));
    // Frames one behind the other are one text.
    const std::string two = packed("a,b\n1,2\n") + packed("3,4\n");
    EXPECT_EQ(numbers_read(read_table(threads(1), make("two.csv.zst", two)), "b"), (Numbers{2, 4}));
}

TEST_F(CompressedTest, CutDamagedAndMisnamed) {
    std::string csv = "a,b\n";
    for (int i = 0; i < 5000; ++i) csv += std::to_string(i * 7919 % 10007) + ",x\n";
    const std::string path = folder().file("t.csv.zst");
    write_table(threads(1), read(csv), path);
    const std::string whole = read_file(path);
    EXPECT_THAT(what(make("cut.csv.zst", whole.substr(0, whole.size() - 1))),
                HasSubstr("it is cut"));
    EXPECT_THAT(what(make("cut.csv.zst", whole.substr(0, 10))), HasSubstr("not a whole zstd file"));
    std::string damaged = whole;
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x10);
    EXPECT_THAT(what(make("bad.csv.zst", damaged)), HasSubstr("not a whole zstd file"));
    EXPECT_THAT(what(make("bad.csv.zst", whole + "more")), HasSubstr("not a whole zstd file"));
    EXPECT_THAT(what(make("no.csv.zst", "a,b\n1,2\n")), HasSubstr("is not a zstd file"));
    EXPECT_THAT(what(make("no.csv.zst", "")), HasSubstr("is empty"));
    EXPECT_THAT(what(make("cut.json.zst", packed("[{\"a\":1}]").substr(0, 12))),
                HasSubstr("not a whole zstd file"));
}

TEST_F(CompressedTest, ABombIsRefused) {
    const std::string zeros(std::size_t{1} << 25, '\n');
    std::string bomb = packed("a,b\n");
    const std::string one = packed(zeros);
    for (int i = 0; i < 3; ++i) bomb += one;
    EXPECT_THAT(what(make("bomb.csv.zst", bomb)), HasSubstr("more than 2000 times its size"));
}

TEST_F(CompressedTest, FormatsByTheirFirstBytes) {
    const auto guessed = [&](std::string_view bytes) { return guessed_format(make("x", bytes)); };
    EXPECT_EQ(guessed("a,b\n1,2\n"), Format::csv);
    EXPECT_EQ(guessed(""), Format::csv);
    EXPECT_EQ(guessed("[a],[b]\n1,2\n"), Format::csv);
    EXPECT_EQ(guessed("\xEF\xBB\xBF [\n {\"a\": 1}]"), Format::json);
    EXPECT_EQ(guessed("{\"a\": 1}\n{\"a\": 2}\n"), Format::jsonl);
    EXPECT_EQ(guessed(packed("{\"a\": 1}\n")), Format::jsonl);
    EXPECT_EQ(guessed("PAR1...."), Format::parquet);
    const std::string path = folder().file("x.xlsx");
    write_xlsx_rows(path, "<row><c><v>1</v></c></row>");
    EXPECT_EQ(guessed_format(path), Format::xlsx);
    // And read under a name that says nothing.
    ReadOptions options;
    options.format = Format::jsonl;
    EXPECT_EQ(numbers_read(read_table(threads(1), make("y", packed("{\"a\": 1}\n")), options), "a"),
              (Numbers{1}));
}

}  // namespace
}  // namespace lethe::test
