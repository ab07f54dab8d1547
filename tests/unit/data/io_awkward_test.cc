// Twenty files as European offices have them: each read without a word from its owner, or with the
// one that its error asks for, into the right columns, and written back with every cell as it was.
#include <gmock/gmock.h>

#include "io_support.h"
#include "lethe/data/written/recognise_notation.h"

namespace lethe::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// What a column was found to be: its name, then its kind, or the example of its notation, then its
// first values, or numbers of them.
struct AwkwardColumn {
    std::string name;
    std::string kind;
    Numbers numbers = {};  // the first ones, of a numeric column
};

std::string kind_in_words(const Column& column) {
    const NotationGuess guess = notation_of(column);
    if (guess.undecided()) return "undecided";
    if (column.notation()) return notation_example(*column.notation());
    return std::string(name(column.kind()));
}

class AwkwardFiles : public IoTest {
  protected:
    // `csv`: the table as it is written.
    void expect(std::string_view bytes, const std::vector<AwkwardColumn>& columns,
                const std::string& csv, const ReadOptions& options = {}) const {
        const Table table = read(bytes, options);
        ASSERT_EQ(table.columns().size(), columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Column& column = *table.columns()[i];
            EXPECT_EQ(column.name(), columns[i].name);
            EXPECT_EQ(kind_in_words(column), columns[i].kind) << column.name();
            for (std::size_t row = 0; row < columns[i].numbers.size(); ++row) {
                EXPECT_EQ(column.numbers()[row], columns[i].numbers[row]) << column.name();
            }
        }
        EXPECT_EQ(table_text(table, Format::csv), csv);
    }
    Error error(std::string_view bytes, const ReadOptions& options = {}) const {
        const Error found = error_of([&] { read(bytes, options); });
        EXPECT_THAT(found.what(), Not(HasSubstr("SECRET")));
        return found;
    }
};

TEST_F(AwkwardFiles, DecimalCommasAndSemicolons) {
    expect("id;height;weight\n1;1,75;70,5\n2;1,80;82,25\n",
           {{"id", "numeric", {1, 2}}, {"height", "-1234,50", {1.75, 1.8}}, {"weight", "-1234,50"}},
           "id,height,weight\n1,\"1,75\",\"70,5\"\n2,\"1,80\",\"82,25\"\n");
}

TEST_F(AwkwardFiles, MarkOfExcelAndLineOfTheSeparator) {
    expect("\xEF\xBB\xBFsep=;\r\nname;pay\r\nAnn;1,5\r\nBob;2,25\r\n",
           {{"name", "nominal"}, {"pay", "-1234,50", {1.5, 2.25}}},
           "name,pay\nAnn,\"1,5\"\nBob,\"2,25\"\n");
    expect("\"sep=\t\"\nname\tpay\nAnn\t1.5\n", {{"name", "nominal"}, {"pay", "numeric", {1.5}}},
           "name,pay\nAnn,1.5\n");
}

TEST_F(AwkwardFiles, DatesDayFirst) {
    expect("who,seen\na,13/04/2020\nb,03/04/2020\n",
           {{"who", "nominal"}, {"seen", "31/12/1999", {18365, 18355}}},
           "who,seen\na,13/04/2020\nb,03/04/2020\n");
}

TEST_F(AwkwardFiles, DatesWhoseOrderNothingTells) {
    const std::string csv = "who,seen\na,03/04/2020\nb,05/06/2020\n";
    expect(csv, {{"who", "nominal"}, {"seen", "undecided"}}, csv);
    ReadOptions options;
    options.notations.read_dates("day first");
    expect(csv, {{"who", "nominal"}, {"seen", "31/12/1999", {18355}}}, csv, options);
    options.notations.read_dates("month first");
    expect(csv, {{"who", "nominal"}, {"seen", "12/31/1999", {18325}}}, csv, options);
}

TEST_F(AwkwardFiles, MomentsWithPoints) {
    expect("id;arrived\n1;31.01.2020 08:30\n2;01.02.2020 23:59\n",
           {{"id", "numeric"}, {"arrived", "31.12.1999 20:15", {1580459400}}},
           "id,arrived\n1,31.01.2020 08:30\n2,01.02.2020 23:59\n");
}

TEST_F(AwkwardFiles, ThousandsAndCurrency) {
    expect("id;pay\n1;1.234,50 EUR\n2;999,00 EUR\n3;1.000.000,00 EUR\n",
           {{"id", "numeric"}, {"pay", "-1.234,50 EUR", {1234.5, 999, 1e6}}},
           "id,pay\n1,\"1.234,50 EUR\"\n2,\"999,00 EUR\"\n3,\"1.000.000,00 EUR\"\n");
}

TEST_F(AwkwardFiles, PercentBehindABlankThatDoesNotBreak) {
    expect("id;share\n1;12,5\u00a0%\n2;3\u00a0%\n",
           {{"id", "numeric"}, {"share", "-1234,50\u00a0%", {12.5, 3}}},
           "id,share\n1,\"12,5\u00a0%\"\n2,3\u00a0%\n");
}

TEST_F(AwkwardFiles, SwissGroups) {
    expect("id;rent\n1;1'250.50\n2;980.00\n",
           {{"id", "numeric"}, {"rent", "-1'234.50", {1250.5, 980}}},
           "id,rent\n1,1'250.50\n2,980.00\n");
}

TEST_F(AwkwardFiles, MergedHeaders) {
    expect("id;blood pressure;;height\n1;120;80;170\n2;130;85;180\n",
           {{"id", "numeric"},
            {"blood pressure", "numeric"},
            {"blood pressure 2", "numeric", {80, 85}},
            {"height", "numeric"}},
           "id,blood pressure,blood pressure 2,height\n1,120,80,170\n2,130,85,180\n");
    // The row names of R and pandas.
    expect(",age\n1,30\n2,40\n", {{"column1", "numeric"}, {"age", "numeric"}},
           "column1,age\n1,30\n2,40\n");
}

TEST_F(AwkwardFiles, TitlesAboveTheTable) {
    const std::string csv = "SECRET report 2020;;\n;;\nid;age;pay\n1;30;1,5\n2;40;2,5\n";
    const Error found = error(csv);
    EXPECT_EQ(found.problems()[0].place.line, 1);
    EXPECT_THAT(found.what(), HasSubstr("the option skip"));
    ReadOptions options;
    options.skip = 2;
    expect(csv, {{"id", "numeric"}, {"age", "numeric"}, {"pay", "-1234,50", {1.5}}},
           "id,age,pay\n1,30,\"1,5\"\n2,40,\"2,5\"\n", options);
    const Error ragged = error("id;age\n1;30\n1;2;SECRET\n");
    EXPECT_EQ(ragged.problems()[0].place.line, 3);
}

TEST_F(AwkwardFiles, NotesBelowTheTable) {
    const std::string csv = "id;age\n1;30\n2;40\n\nSource: SECRET office\n";
    const Error found = error(csv);
    EXPECT_EQ(found.problems()[0].place.line, 5);
    EXPECT_THAT(found.what(), HasSubstr("expected 2 fields, found 1"));
    EXPECT_THAT(found.what(), HasSubstr("last (its last line)"));
    ReadOptions options;
    options.last = 3;
    expect(csv, {{"id", "numeric", {1, 2}}, {"age", "numeric"}}, "id,age\n1,30\n2,40\n", options);
    options.skip = 3;
    EXPECT_THAT(error(csv, options).what(), HasSubstr("is empty"));
}

TEST_F(AwkwardFiles, MixedLineEnds) {
    expect("id;born\r\n1;31.12.1999\n2;01.02.2003\r3;04.05.2006\r\n\r\n",
           {{"id", "numeric", {1, 2, 3}}, {"born", "31.12.1999"}},
           "id,born\n1,31.12.1999\n2,01.02.2003\n3,04.05.2006\n");
}

TEST_F(AwkwardFiles, UmlautsOfWindows) {
    const std::string csv =
        "Stra\xDF"
        "e;Preis\nM\xFCllerstra\xDF"
        "e;12,50 \x80\n";
    EXPECT_THAT(error(csv).what(), HasSubstr("the option encoding latin-1"));
    ReadOptions options;
    options.encoding = "latin-1";
    expect(csv, {{"Stra\u00dfe", "nominal"}, {"Preis", "-1234,50 \u20ac", {12.5}}},
           "Stra\u00dfe,Preis\nM\u00fcllerstra\u00dfe,\"12,50 \u20ac\"\n", options);
}

TEST_F(AwkwardFiles, UnicodeTextOfExcel) {
    std::string bytes = "\xFF\xFE";
    for (const char c : std::string("id\tborn\r\n1\t31.12.1999\r\n")) {
        bytes += c;
        bytes += '\0';
    }
    EXPECT_THAT(error(bytes).what(), HasSubstr("the option encoding utf-16"));
    ReadOptions options;
    options.encoding = "utf-16";
    expect(bytes, {{"id", "numeric"}, {"born", "31.12.1999", {10956}}}, "id,born\n1,31.12.1999\n",
           options);
}

TEST_F(AwkwardFiles, QuotedNumbers) {
    expect("\"id\",\"pay\",\"share\"\n\"1\",\"1,234.50\",\"1,5\"\n\"2\",\"12.00\",\"2,5\"\n",
           {{"id", "numeric"}, {"pay", "-1,234.50", {1234.5, 12}}, {"share", "-1234,50", {1.5}}},
           "id,pay,share\n1,\"1,234.50\",\"1,5\"\n2,12.00,\"2,5\"\n");
}

TEST_F(AwkwardFiles, CodesWithLeadingZeros) {
    expect("plz;kg\n01067;1,5\n80331;2,5\n", {{"plz", "nominal"}, {"kg", "-1234,50"}},
           "plz,kg\n01067,\"1,5\"\n80331,\"2,5\"\n");
}

TEST_F(AwkwardFiles, MinusBehindAndMinusOfTypesetters) {
    expect(
        "id;sap;set\n1;5,00-;\u22121,5\n2;3,25;2,5\n",
        {{"id", "numeric"}, {"sap", "1234,50-", {-5, 3.25}}, {"set", "\u22121234,50", {-1.5, 2.5}}},
        "id,sap,set\n1,\"5,00-\",\"\u22121,5\"\n2,\"3,25\",\"2,5\"\n");
}

TEST_F(AwkwardFiles, WordsForMissing) {
    const std::string csv = "id;pay;born\n1;1,5;31.12.1999\n2;n.a.;.\n3;-;01.02.2003\n";
    const std::string written = "id,pay,born\n1,\"1,5\",31.12.1999\n2,n.a.,.\n3,-,01.02.2003\n";
    expect(csv, {{"id", "numeric"}, {"pay", "nominal"}, {"born", "nominal"}}, written);
    // What is proposed for the policy.
    EXPECT_EQ(notation_example(*notation_of(read(csv).column("born")).notation), "31.12.1999");
    ReadOptions options;
    options.missing = {"n.a.", "-", "."};
    expect(csv, {{"id", "numeric"}, {"pay", "-1234,50"}, {"born", "31.12.1999"}}, written, options);
}

TEST_F(AwkwardFiles, AnEmptyLastColumn) {
    expect("id;age;\n1;30;\n2;40;\n", {{"id", "numeric"}, {"age", "numeric"}},
           "id,age\n1,30\n2,40\n");
    expect("id;age;\n1;30;\n2;40;x\n",
           {{"id", "numeric"}, {"age", "numeric"}, {"age 2", "nominal"}},
           "id,age,age 2\n1,30,\n2,40,x\n");
}

TEST_F(AwkwardFiles, FixedWidth) {
    const std::string register_ = "00017M\u00fcller  31.12.1999\n00018Ann     01.02.2003\n00019\n";
    ReadOptions options;
    options.widths = {5, 8, 10};
    options.names = {"id", "name", "born"};
    options.header = false;
    expect(register_, {{"id", "nominal"}, {"name", "nominal"}, {"born", "31.12.1999", {10956}}},
           "id,name,born\n00017,M\u00fcller,31.12.1999\n00018,Ann,01.02.2003\n00019,,\n", options);
    const Error found = error("00017Ann     31.12.1999SECRET\n", options);
    EXPECT_EQ(found.problems()[0].place.line, 1);
    EXPECT_EQ(found.problems()[0].place.column, 24);
    EXPECT_THAT(found.what(), HasSubstr("expected 23 characters, the sum of the widths, found 29"));
    options.names = {"id", "name"};
    EXPECT_THAT(error(register_, options).what(), HasSubstr("2 names were given for 3 fields"));
}

TEST_F(AwkwardFiles, DatesAsSerialNumbersStayNumbers) {
    expect("id;born\n1;36525\n2;37653\n", {{"id", "numeric"}, {"born", "numeric", {36525}}},
           "id,born\n1,36525\n2,37653\n");
}

TEST_F(AwkwardFiles, CellsOfSeveralLines) {
    expect("id;note;pay\n1;\"two\nlines\";1,5\n2;\"said \"\"so\"\"\";2,5\n",
           {{"id", "numeric"}, {"note", "nominal"}, {"pay", "-1234,50"}},
           "id,note,pay\n1,\"two\nlines\",\"1,5\"\n2,\"said \"\"so\"\"\",\"2,5\"\n");
}

TEST_F(AwkwardFiles, WrongQuotesHaveALineAndAColumn) {
    const Error open = error("id;note\n1;\"x\"\n2;\"SECRET\n3;y\n");
    EXPECT_EQ(open.problems()[0].place.line, 3);
    EXPECT_EQ(open.problems()[0].place.column, 3);
    const Error after = error("id;note\n1;\"\u00fcber\nall\" SECRET;2\n");
    EXPECT_EQ(after.problems()[0].place.line, 3);
    EXPECT_EQ(after.problems()[0].place.column, 5);
}

}  // namespace
}  // namespace lethe::test
