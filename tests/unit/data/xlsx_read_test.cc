// Workbooks made by hand, part by part: what programs write and what nobody should.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "io_support.h"
#include "lethe/data/written/notation.h"
#include "xlsx_parts.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// "text" an inline text, 1.5 a number, =1.5 a number with style 1, ?1 a boolean, #N/A an error, and
// nothing an empty cell.
std::string cell(const std::string& what) {
    if (what.empty()) return "<c/>";
    if (what[0] == '?') return "<c t=\"b\"><v>" + what.substr(1) + "</v></c>";
    if (what[0] == '#') return "<c t=\"e\"><v>" + what + "</v></c>";
    if (what[0] == '=') return "<c s=\"1\"><v>" + what.substr(1) + "</v></c>";
    const bool number = what.find_first_not_of("0123456789.-E") == std::string::npos;
    if (number) return "<c><v>" + what + "</v></c>";
    return "<c t=\"inlineStr\"><is><t>" + what + "</t></is></c>";
}

std::string row(const std::vector<std::string>& cells) {
    std::string text = "<row>";
    for (const std::string& one : cells) text += cell(one);
    return text + "</row>";
}

class XlsxTest : public IoTest {
  protected:
    Table rows(const std::string& body, XlsxParts parts = {}, ReadOptions options = {}) {
        notes_.clear();
        options.notes = &notes_;
        const std::string path = folder().file("made.xlsx");
        write_xlsx_rows(path, body, std::move(parts));
        return read_table(threads(1), path, options);
    }
    Table sheets(const XlsxParts& parts, ReadOptions options = {}) {
        notes_.clear();
        options.notes = &notes_;
        const std::string path = folder().file("made.xlsx");
        write_zip(path, parts.zip());
        return read_table(threads(1), path, options);
    }
    // A column "a" of these numbers, all of the format.
    Table column(const std::string& format, const std::vector<std::string>& numbers) {
        std::string body = row({"a"});
        for (const std::string& number : numbers) body += row({"=" + number});
        return rows(body, {.sheets = {}, .formats = {format}});
    }
    std::vector<std::string> notes_;
};

TEST_F(XlsxTest, NumbersTextsTruthsAndWhatIsMissing) {
    const Table table = rows(row({"n", "t", "b", "m"}) + row({"1", "x", "?1", "2.5"}) +
                             row({"", "y y", "?0", "#N/A"}) + row({"3", "", "?1", "NA"}));
    EXPECT_EQ(texts_read(table, "n"), (Texts{"1", "(missing)", "3"}));
    EXPECT_EQ(texts_read(table, "t"), (Texts{"x", "y y", "(missing)"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"TRUE", "FALSE", "TRUE"}));
    EXPECT_EQ(table.column("b").description()->stored, StoredAs::truth);
    EXPECT_EQ(texts_read(table, "m"), (Texts{"2.5", "(missing)", "(missing)"}));
    EXPECT_TRUE(table.column("m").is_numeric());
    EXPECT_TRUE(notes_.empty());
}

TEST_F(XlsxTest, TextsThatLookLikeNumbersStayTexts) {
    const Table table = rows(row({"zip", "some"}) +
                             R"(<row><c t="str"><v>08191</v></c><c><v>5</v></c></row>)"
                             R"(<row><c t="str"><v>10115</v></c><c t="str"><v>7.0</v></c></row>)");
    EXPECT_FALSE(table.column("zip").is_numeric());
    EXPECT_EQ(texts_read(table, "zip"), (Texts{"08191", "10115"}));
    // A number stored as text among numbers is one, and keeps how it is written.
    EXPECT_EQ(numbers_read(table, "some"), (Numbers{5, 7}));
    EXPECT_EQ(texts_read(table, "some"), (Texts{"5", "7.0"}));
}

TEST_F(XlsxTest, NamibiaIsNotMissing) {
    const Table table = rows(row({"country", "n"}) + row({"NA", "1"}) + row({"DE", "2"}));
    EXPECT_EQ(texts_read(table, "country"), (Texts{"NA", "DE"}));
    ReadOptions options;
    options.missing = {"NA", "2"};
    const Table told =
        rows(row({"country", "n"}) + row({"NA", "1"}) + row({"DE", "2"}), {}, options);
    EXPECT_EQ(texts_read(told, "country"), (Texts{"(missing)", "DE"}));
    EXPECT_EQ(texts_read(told, "n"), (Texts{"1", "(missing)"}));
}

TEST_F(XlsxTest, SharedTextsWithRunsPhoneticsAndEscapes) {
    const Table table = rows(
        R"(<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>)"
        R"(<row><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>)",
        {.sheets = {},
         .shared = "<si><t>a</t></si><si><r><t>b</t></r><r><t xml:space=\"preserve\"> c</t></r>"
                   "<rPh><t>read</t></rPh></si><si><t>x_x000D_\ny_x005F_x0041_</t></si>"
                   "<si><t>&lt;&#228;&gt;</t></si>"});
    EXPECT_EQ(table.names(), (Texts{"a", "b c"}));
    EXPECT_EQ(texts_read(table, "a"), (Texts{"x\r\ny_x0041_"}));
    EXPECT_EQ(texts_read(table, "b c"), (Texts{"<ä>"}));
}

TEST_F(XlsxTest, ResultsOfFormulas) {
    const Table table = rows(
        row({"a", "b"}) + R"(<row><c><f>1+1</f><v>2</v></c><c t="str"><f>X</f><v>t</v></c></row>)"
                          R"(<row><c t="str"><f>""</f><v></v></c><c t="e"><v>#N/A</v></c></row>)");
    EXPECT_EQ(texts_read(table, "a"), (Texts{"2", "(missing)"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"t", "(missing)"}));
    const Error error =
        error_of([&] { rows(row({"a"}) + row({"1"}) + "<row><c><f>1+1</f></c></row>"); });
    EXPECT_THAT(error.what(),
                HasSubstr("column \"a\", cell A3: holds a formula without its result"));
}

TEST_F(XlsxTest, ErrorsAreToldUnlessTheyMeanMissing) {
    const std::string body = row({"a"}) + row({"1"}) + row({"#DIV/0!"});
    EXPECT_THAT(error_of([&] { rows(body); }).what(),
                HasSubstr("cell A3: holds the error #DIV/0!; give the option missing #DIV/0! if"));
    ReadOptions options;
    options.missing = {"#DIV/0!"};
    EXPECT_EQ(texts_read(rows(body, {}, options), "a"), (Texts{"1", "(missing)"}));
    EXPECT_THAT(error_of([&] { rows(row({"a"}) + row({"#secret"})); }).what(),
                Not(HasSubstr("secret")));
}

TEST_F(XlsxTest, Dates) {
    const Table table = column("dd\\.mm\\.yyyy", {"45322", "1", "59", "61"});
    EXPECT_EQ(table.column("a").notation()->quantity(), Quantity::date);
    EXPECT_EQ(texts_read(table, "a"),
              (Texts{"31.01.2024", "01.01.1900", "28.02.1900", "01.03.1900"}));
    EXPECT_EQ(numbers_read(table, "a")[0], 19753);
    EXPECT_EQ(table.column("a").description()->format, "dd\\.mm\\.yyyy");
    // 29 February 1900 is no day, so the column is none of dates.
    EXPECT_EQ(texts_read(column("yyyy-mm-dd", {"45322", "60"}), "a"), (Texts{"2024-01-31", "60"}));
}

TEST_F(XlsxTest, DatesSince1904) {
    const Table table = rows(row({"a"}) + row({"=43860"}) + row({"=0"}),
                             {.sheets = {}, .formats = {"yyyy-mm-dd"}, .since_1904 = true});
    EXPECT_EQ(texts_read(table, "a"), (Texts{"2024-01-31", "1904-01-01"}));
}

TEST_F(XlsxTest, FormatsOfDatesAndTimes) {
    struct Case {
        std::string format, number, text;
        Quantity quantity;
    };
    const std::vector<Case> cases{
        {"d/m/yyyy", "45322", "31/1/2024", Quantity::date},
        {"d-mmm-yy", "45322", "31-Jan-2024", Quantity::date},
        {"[$-407]d. mmmm yyyy", "45322", "31. January 2024", Quantity::date},
        {"dddd, mmmm dd, yyyy", "45322", "2024-01-31", Quantity::date},
        {"mmm yyyy", "45322", "2024-01-31", Quantity::date},
        {"mm-dd-yy", "45322", "2024-01-31", Quantity::date},
        {"m/d/yy h:mm", "45322.5", "2024-01-31 12:00:00", Quantity::moment},
        {"yyyy-mm-dd hh:mm", "45322.5", "2024-01-31 12:00", Quantity::moment},
        {"yyyy-mm-dd hh:mm", "45322.50001", "2024-01-31 12:00:00.864", Quantity::moment},
        {"yyyy-mm-dd", "45322.75", "2024-01-31 18:00:00", Quantity::moment},
        {"yyyy\\-mm\\-dd\\Thh:mm:ss", "45322.25", "2024-01-31T06:00:00", Quantity::moment},
        {"h:mm", "0.52083333333333337", "12:30", Quantity::time},
        {"h:mm AM/PM", "0.52083333333333337", "12:30 PM", Quantity::time},
        {"mm:ss.0", "0.000740740740740741", "00:01:04", Quantity::time},
        {"[h]:mm", "1.5", "36:00", Quantity::duration},
        {"h:mm", "1.5", "36:00", Quantity::duration},
        {"[hh]:mm:ss", "-0.5", "-12:00:00", Quantity::duration},
    };
    for (const Case& one : cases) {
        const Table table = column(one.format, {one.number});
        EXPECT_EQ(texts_read(table, "a"), (Texts{one.text})) << one.format;
        ASSERT_NE(table.column("a").notation(), nullptr) << one.format;
        EXPECT_EQ(table.column("a").notation()->quantity(), one.quantity) << one.format;
    }
}

TEST_F(XlsxTest, FormatsOfNumbers) {
    struct Case {
        std::string format, number, text;
        double value;
    };
    const std::vector<Case> cases{
        {"0.00", "2.5", "2.50", 2.5},
        {"0.00", "2.123", "2.123", 2.123},
        {"#,##0", "1234567", "1234567", 1234567},
        {"0%", "0.07", "7%", 7},
        {"0.0\\ %", "0.125", "12.5 %", 12.5},
        {"#,##0.00\\ &quot;€&quot;", "1234.5", "1234.50 €", 1234.5},
        {"[$$-409]#,##0.00", "3", "$3.00", 3},
        {"_-* #,##0.00\\ [$€-407]_-;-* #,##0.00\\ [$€-407]_-", "-3", "-3.00 €", -3},
        {"0.00E+00", "12345", "12345", 12345},
        {"# ?/?", "0.5", "0.5", 0.5},
        {"0&quot; years&quot;", "41", "41", 41},
        {"[Red]0;[Blue]-0", "41", "41", 41},
        {"@", "41", "41", 41},
        {"General", "41.5", "41.5", 41.5},
    };
    for (const Case& one : cases) {
        const Table table = column(one.format, {one.number});
        EXPECT_EQ(texts_read(table, "a"), (Texts{one.text})) << one.format;
        EXPECT_EQ(numbers_read(table, "a"), (Numbers{one.value})) << one.format;
    }
}

TEST_F(XlsxTest, NumbersBesideDatesAreTexts) {
    const Table table = rows(row({"a", "p"}) + row({"=45322", "1"}) + row({"7", "2"}),
                             {.sheets = {}, .formats = {"yyyy-mm-dd"}});
    EXPECT_EQ(texts_read(table, "a"), (Texts{"2024-01-31", "7"}));
    EXPECT_FALSE(table.column("a").is_numeric());
}

TEST_F(XlsxTest, NumbersAsTheyAre) {
    const Table table =
        rows(row({"a", "b", "c"}) + row({"41", "1.1000000000000001", "12345678901234567890"}) +
             row({"42", "1E-3", "1"}));
    EXPECT_EQ(texts_read(table, "a"), (Texts{"41", "42"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"1.1", "0.001"}));
    // An integer that a double would change is a text, as in CSV.
    EXPECT_EQ(texts_read(table, "c"), (Texts{"12345678901234567890", "1"}));
}

TEST_F(XlsxTest, DatesAsText) {
    const Table table = rows(R"(<row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row>)"
                             R"(<row><c t="d"><v>2024-01-31</v></c>)"
                             R"(<c t="d"><v>2024-01-31T06:30:00</v></c></row>)");
    EXPECT_EQ(texts_read(table, "a"), (Texts{"2024-01-31"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"2024-01-31 06:30:00"}));
    EXPECT_EQ(table.column("b").notation()->quantity(), Quantity::moment);
}

TEST_F(XlsxTest, TitlesAndBlankRowsAboveTheTable) {
    const Table table = rows(
        R"(<row r="2"><c r="B2" t="str"><v>Report of the ward</v></c></row>)"
        R"(<row r="3"><c r="B3" t="str"><v>made</v></c><c r="C3"><v>2</v></c></row>)"
        R"(<row r="5"><c r="B5" t="str"><v>a</v></c><c r="C5" t="str"><v>b</v></c>)"
        R"(<c r="D5" t="str"><v>c</v></c><c r="E5" t="str"><v>d</v></c>)"
        R"(<c r="F5" t="str"><v>e</v></c></row>)"
        R"(<row r="6"><c r="B6"><v>1</v></c><c r="E6"><v>4</v></c><c r="F6"><v>4</v></c></row>)"
        R"(<row r="9"><c r="B9"><v>2</v></c><c r="C9"><v>3</v></c></row>)");
    EXPECT_EQ(table.names(), (Texts{"a", "b", "c", "d", "e"}));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"(missing)", "3"}));
    EXPECT_THAT(notes_, ElementsAre(HasSubstr("2 rows above the table were left out; it begins in "
                                              "row 5 of the sheet")));
}

TEST_F(XlsxTest, WithoutAHeader) {
    const Table table = rows(row({"1", "x"}) + row({"2", "y"}));
    EXPECT_EQ(table.names(), (Texts{"column1", "column2"}));
    EXPECT_EQ(table.rows(), 2);
    ReadOptions options;
    options.header = true;
    EXPECT_EQ(rows(row({"2019", "2020"}) + row({"2", "3"}), {}, options).names(),
              (Texts{"2019", "2020"}));
    options.header = false;
    EXPECT_EQ(rows(row({"a", "b"}) + row({"c", "d"}), {}, options).rows(), 2);
}

TEST_F(XlsxTest, MergedHeadersAreJoined) {
    const std::string head = "<sheetData>" + row({"id", "visit", "", "stay"}) +
                             row({"", "date", "ward", "nights"}) + row({"1", "x", "y", "3"}) +
                             "</sheetData>";
    const Table table =
        sheets({.sheets = {{"data", head + R"(<mergeCells><mergeCell ref="A1:A2"/>)"
                                           R"(<mergeCell ref="B1:C1"/></mergeCells>)"}}});
    EXPECT_EQ(table.names(), (Texts{"id", "visit date", "visit ward", "stay nights"}));
    EXPECT_EQ(table.rows(), 1);
    EXPECT_THAT(notes_, ElementsAre(HasSubstr("the header has 2 rows")));
    // A title merged over all columns is a title; merged values stand in the first of their rows.
    const std::string body = "<sheetData>" + row({"Title", "", ""}) + row({"a", "b", "c"}) +
                             row({"x", "1", "2"}) + row({"", "3", "4"}) + "</sheetData>";
    const Table titled =
        sheets({.sheets = {{"data", body + R"(<mergeCells><mergeCell ref="A1:C1"/>)"
                                           R"(<mergeCell ref="A3:A4"/></mergeCells>)"}}});
    EXPECT_EQ(titled.names(), (Texts{"a", "b", "c"}));
    EXPECT_EQ(texts_read(titled, "a"), (Texts{"x", "(missing)"}));
    EXPECT_THAT(notes_, ElementsAre(HasSubstr("a row above the table was left out"),
                                    HasSubstr("1 times cells below the header are merged")));
}

TEST_F(XlsxTest, ProblemsOfNames) {
    const std::string what = error_of([&] {
                                 rows(row({"a", "", "a"}) + row({"1", "2", "3"}));
                             }).what();
    EXPECT_THAT(what, HasSubstr("the header has no name for column B"));
    EXPECT_THAT(what, HasSubstr("names columns A and C alike: \"a\""));
    EXPECT_THAT(error_of([&] { rows(row({"a", "b"})); }).what(), HasSubstr("has no rows"));
}

TEST_F(XlsxTest, Sheets) {
    const auto body = [](const std::string& name) {
        return "<sheetData>" + row({name}) + row({"1"}) + "</sheetData>";
    };
    const XlsxParts parts{.sheets = {{"-secret", body("hidden")},
                                     {"empty", "<sheetData/>"},
                                     {"first", body("one")},
                                     {"second", body("two")}}};
    EXPECT_EQ(sheets(parts).names(), (Texts{"one"}));
    EXPECT_THAT(notes_, ElementsAre(HasSubstr("read the sheet \"first\"; others are \"secret\", "
                                              "\"empty\", \"second\"")));
    ReadOptions options;
    options.sheet = "second";
    EXPECT_EQ(sheets(parts, options).names(), (Texts{"two"}));
    EXPECT_TRUE(notes_.empty());
    options.sheet = "secret";
    EXPECT_EQ(sheets(parts, options).names(), (Texts{"hidden"}));
    options.sheet = "empty";
    EXPECT_THAT(error_of([&] { sheets(parts, options); }).what(), HasSubstr("\"empty\" is empty"));
    options.sheet = "third";
    const Error error = error_of([&] { sheets(parts, options); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("second"));
}

TEST_F(XlsxTest, ColumnsAndLimit) {
    ReadOptions options;
    options.columns = {"c", "a"};
    options.limit = 1;
    const Table table =
        rows(row({"a", "b", "c"}) + row({"1", "#REF!", "3"}) + row({"4", "5", "6"}), {}, options);
    EXPECT_EQ(table.names(), (Texts{"a", "c"}));
    EXPECT_EQ(texts_read(table, "c"), (Texts{"3"}));
}

TEST_F(XlsxTest, HostileSheets) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"<row><c t=\"s\"><v>0</v></c></row>", "cell A1: refers to a text that the file lacks"},
        {"<row><c t=\"s\"><v>-1</v></c></row>", "refers to a text that the file lacks"},
        {"<row><c><v>1e999</v></c></row>", "is no finite number"},
        {"<row><c><v>secret</v></c></row>", "is no finite number"},
        {"<row><c t=\"b\"><v>7</v></c></row>", "neither true nor false"},
        {"<row><c t=\"x\"><v>7</v></c></row>", "has a type that is not one of"},
        {"<row r=\"2\"><c/></row><row r=\"2\"><c/></row>", "a row behind row 2"},
        {"<row r=\"1048577\"/>", "a row behind row 0"},
        {"<row r=\"4294967296000000000000\"/>", "a row behind row 0"},
        {"<row><c r=\"B1\"/><c r=\"A1\"/></row>", "has a place that is not in its row"},
        {"<row><c r=\"XFE1\"/></row>", "has a place"},
        {"<row><c r=\"AAAAAAAAAAAAAAAAAAAAAAAAA1\"/></row>", "has a place"},
        {"<c><v>1</v></c>", "stands outside of any row"},
        {"<row>", "a closing tag closes nothing"},
    };
    for (const auto& [body, message] : cases) {
        const Error error = error_of([&] { rows(body); });
        EXPECT_EQ(error.kind(), ErrorKind::input) << body;
        EXPECT_THAT(error.what(), HasSubstr(message)) << body;
        EXPECT_THAT(error.what(), Not(HasSubstr("secret"))) << body;
    }
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += "<a>";
    EXPECT_THAT(error_of([&] { rows(deep); }).what(), HasSubstr("nested more than 100 deep"));
    const std::string laughs =
        "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><worksheet>&b;</worksheet>";
    XlsxParts parts{.sheets = {{"data", ""}}};
    ZipParts zip = parts.zip();
    for (auto& [name, bytes] : zip) {
        if (name.find("sheet1") != std::string::npos) bytes = laughs;
    }
    const std::string path = folder().file("laughs.xlsx");
    write_zip(path, zip);
    EXPECT_THAT(error_of([&] { read_table(threads(1), path); }).what(),
                HasSubstr("document types and entities of its own are not allowed"));
}

TEST_F(XlsxTest, ACellInTheLastCornerCostsNoMore) {
    std::string body =
        R"(<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>)";
    body += R"(<row r="1048576"><c r="A1048576"><v>1</v></c></row>)";
    EXPECT_EQ(rows(body).rows(), 1);
    // A diagonal would be a table of 10,000 x 10,000.
    std::string diagonal;
    for (int i = 1; i <= 10'000; ++i) {
        std::string letters;
        for (int rest = i; rest > 0; rest = (rest - 1) / 26) {
            letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
        }
        diagonal += fmt::format(R"(<row r="{}"><c r="{}{}"><v>1</v></c></row>)", i, letters, i);
    }
    EXPECT_THAT(error_of([&] { rows(diagonal); }).what(), HasSubstr("next to nothing has a value"));
}

TEST_F(XlsxTest, Bombs) {
    const std::string path = folder().file("bomb.xlsx");
    XlsxParts parts{.sheets = {{"data", "<sheetData>" + std::string(200'000'000, ' ')}}};
    write_zip(path, parts.zip());
    EXPECT_LT(std::filesystem::file_size(path), 1'000'000U);
    EXPECT_THAT(error_of([&] { read_table(threads(1), path); }).what(),
                HasSubstr("unpacks to more than 250 times its size"));
}

TEST_F(XlsxTest, FilesThatAreNone) {
    const auto what = [&](std::string_view bytes) {
        const std::string path = make("x.xlsx", bytes);
        const Error error = error_of([&] { read_table(threads(1), path); });
        EXPECT_EQ(error.kind(), ErrorKind::input);
        return std::string(error.what());
    };
    EXPECT_THAT(what(""), HasSubstr("is empty"));
    EXPECT_THAT(what("a,b\n1,2\n"), HasSubstr("is not an Excel file"));
    EXPECT_THAT(what("PK\x03\x04 and nothing"), HasSubstr("is not a whole zip archive"));
    EXPECT_THAT(what("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and more"), HasSubstr("(.xls)"));
    const std::string path = folder().file("other.xlsx");
    write_zip(path, {{"hello.txt", "hello"}});
    EXPECT_THAT(error_of([&] { read_table(threads(1), path); }).what(),
                HasSubstr("is a zip archive, but no Excel workbook"));
    EXPECT_EQ(error_of([&] { read_table(threads(1), folder().file("none.xlsx")); }).kind(),
              ErrorKind::io);
}

}  // namespace
}  // namespace lethe::test
