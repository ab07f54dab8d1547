// Tables as workbooks and back.
#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "io_support.h"
#include "lethe/core/random.h"
#include "lethe/data/written/notation.h"
#include "lethe/io/file.h"
#include "lethe/io/zip_file.h"

namespace lethe::test {
namespace {

using ::testing::HasSubstr;

class XlsxWriteTest : public IoTest {
  protected:
    Table again(const Table& table) const {
        const std::string path = folder().file("made.xlsx");
        write_table(threads(1), table, path);
        return read_table(threads(1), path);
    }
    std::string part(const Table& table, const std::string& name) const {
        const std::string path = folder().file("made.xlsx");
        write_table(threads(1), table, path);
        return ZipFile(path).text(name, 1 << 20);
    }
};

// true, false and nothing, as a file of truths has them.
Table truths() {
    Description description;
    description.stored = StoredAs::truth;
    Validity valid(3);
    valid.set_missing(2);
    auto dictionary = std::make_shared<const Dictionary>(Dictionary{"TRUE", "FALSE"});
    return Table({Column::categories("b", Kind::nominal, {0, 1, 0}, dictionary, valid)
                      ->with_description(std::make_shared<const Description>(description)),
                  Column::numeric("n", {1, 2, 3})});
}

ColumnPtr dates(const std::string& pattern, Quantity quantity, std::vector<double> values) {
    return Column::numeric("a", std::move(values))
        ->with_notation(Notation::of_dates(pattern, quantity));
}

TEST_F(XlsxWriteTest, KeepsNumbersTextsAndMissing) {
    const Table table = read("n,t,m,p\n1,x,2.5,1.10\n-3,,NA,2.20\n1e300,\"a,\"\"b\n\",,30.00\n");
    const Table back = again(table);
    EXPECT_EQ(back.names(), table.names());
    EXPECT_EQ(numbers_read(back, "n"), numbers_read(table, "n"));
    EXPECT_EQ(texts_read(back, "t"), (Texts{"x", "(missing)", "a,\"b\n"}));
    EXPECT_EQ(texts_read(back, "m"), (Texts{"2.5", "(missing)", "(missing)"}));
    EXPECT_EQ(texts_read(back, "p"), (Texts{"1.10", "2.20", "30.00"}));
}

TEST_F(XlsxWriteTest, RowsWithoutValuesStayRows) {
    const Table back = again(read("a,b\n,\n1,x\n,\n,\n"));
    EXPECT_EQ(texts_read(back, "a"), (Texts{"(missing)", "1", "(missing)", "(missing)"}));
    EXPECT_EQ(texts_read(back, "b"), (Texts{"(missing)", "x", "(missing)", "(missing)"}));
    EXPECT_EQ(again(read("a\n\n\"\"\n")).rows(), 2);
}

TEST_F(XlsxWriteTest, SameBytesAlways) {
    const Table table = read("a,b\n1,x\n2,y\n");
    const std::string one = folder().file("one.xlsx");
    const std::string two = folder().file("two.xlsx");
    write_table(threads(1), table, one);
    write_table(threads(2), table, two);
    EXPECT_EQ(read_file(one), read_file(two));
    EXPECT_THAT(ZipFile(one).text("docProps/core.xml", 10'000), HasSubstr("1980-01-01T00:00:00Z"));
}

TEST_F(XlsxWriteTest, DatesTimesAndDurations) {
    struct Case {
        std::string pattern, code;
        Quantity quantity;
        double value;
    };
    const std::vector<Case> cases{
        {"%d.%m.%Y", "dd.mm.yyyy", Quantity::date, 19753},
        {"%-m/%-d/%Y", "m/d/yyyy", Quantity::date, -25567},
        {"%d %b %Y", "dd mmm yyyy", Quantity::date, 0},
        {"%Y-%m-%d %H:%M:%S", "yyyy-mm-dd hh:mm:ss", Quantity::moment, 1706700000},
        {"%Y-%m-%dT%H:%M:%S.%3f", "yyyy-mm-dd\\Thh:mm:ss.000", Quantity::moment, 1706700000.123},
        {"%H:%M", "hh:mm", Quantity::time, 45000},
        {"%I:%M %p", "hh:mm AM/PM", Quantity::time, 45000},
        {"%H:%M:%S", "[hh]:mm:ss", Quantity::duration, 360005},
    };
    for (const Case& one : cases) {
        const Table table({dates(one.pattern, one.quantity, {one.value})});
        EXPECT_THAT(part(table, "xl/styles.xml"), HasSubstr('"' + one.code + '"'));
        const Table back = again(table);
        EXPECT_EQ(numbers_read(back, "a"), (Numbers{one.value})) << one.pattern;
        EXPECT_EQ(texts_read(back, "a"), texts_read(table, "a")) << one.pattern;
        EXPECT_EQ(back.column("a").notation()->quantity(), one.quantity);
        // Its own format goes on with a column that is read.
        EXPECT_THAT(part(back, "xl/styles.xml"), HasSubstr('"' + one.code + '"'));
    }
    // Before 1900 there are no dates in a sheet: the column is text.
    const Table old({dates("%Y-%m-%d", Quantity::date, {19753, -25568})});
    EXPECT_EQ(texts_read(again(old), "a"), (Texts{"2024-01-31", "1899-12-31"}));
}

TEST_F(XlsxWriteTest, EveryDayOfTheCalendarComesBack) {
    std::vector<double> days(60000);
    std::iota(days.begin(), days.end(), -25567.0);
    const Table back = again(Table({dates("%Y-%m-%d", Quantity::date, days)}));
    EXPECT_EQ(numbers_read(back, "a"), days);
    EXPECT_EQ(back.column("a").notation()->quantity(), Quantity::date);
}

TEST_F(XlsxWriteTest, PercentAndCurrency) {
    const auto marked = [](NumberMarks marks, std::vector<double> values) {
        return Table({Column::numeric("a", std::move(values))
                          ->with_notation(Notation::of_numbers(std::move(marks)))});
    };
    const Table percent = marked({".", "", "", " %"}, {7, 12.5, 33.3});
    EXPECT_EQ(numbers_read(again(percent), "a"), (Numbers{7, 12.5, 33.3}));
    EXPECT_EQ(texts_read(again(percent), "a"), (Texts{"7 %", "12.5 %", "33.3 %"}));
    EXPECT_THAT(part(percent, "xl/worksheets/sheet1.xml"), HasSubstr("<v>0.125</v>"));
    const Table euro = marked({",", ".", "", " €"}, {7, 12.5});
    EXPECT_EQ(numbers_read(again(euro), "a"), (Numbers{7, 12.5}));
    EXPECT_EQ(texts_read(again(euro), "a"), (Texts{"7 €", "12.5 €"}));
}

TEST_F(XlsxWriteTest, TruthsStayTruths) {
    const Table table = again(again(truths()));
    EXPECT_EQ(texts_read(table, "b"), (Texts{"TRUE", "FALSE", "(missing)"}));
    EXPECT_THAT(part(table, "xl/worksheets/sheet1.xml"), HasSubstr("t=\"b\""));
}

TEST_F(XlsxWriteTest, Limits) {
    const auto refused = [&](const Table& table) {
        const std::string path = folder().file("no.xlsx");
        const Error error = error_of([&] { write_table(threads(1), table, path); });
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return std::string(error.what());
    };
    EXPECT_THAT(refused(Table({Column::numeric("a", std::vector<double>(1'048'576))})),
                HasSubstr("at most 1048575 rows"));
    std::vector<ColumnPtr> columns;
    for (int i = 0; i < 16'385; ++i) {
        columns.push_back(Column::numeric("c" + std::to_string(i), {1}));
    }
    EXPECT_THAT(refused(Table(columns)), HasSubstr("at most 16384 columns"));
    const std::vector<std::string> fits{std::string(32'767, 'x')};
    EXPECT_EQ(texts_read(again(Table({Column::from_texts("a", Kind::nominal, fits)})), "a"), fits);
    // One character of two units too many, in four bytes.
    const std::vector<std::string> longer{std::string(32'766, 'x') + "\xF0\x9F\x98\x80"};
    EXPECT_THAT(refused(Table({Column::from_texts("a", Kind::nominal, longer)})),
                HasSubstr("column \"a\": a text has more than 32767 characters"));
}

// Texts of all sorts of characters, numbers of up to 16 digits, missing values.
TEST_F(XlsxWriteTest, RandomTablesComeBack) {
    const std::vector<std::string> pieces{
        "a",     "Ä",  "\xF0\x9F\x98\x80", " ", "\t",   "\n",   "\r", "&",    "<",
        "\"",    "_x", "_x0041_",          "_", "\x01", "\x1F", "0",  "=1+1", "]]>",
        "x005F_"};
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Draws random = Random(seed).stream("xlsx").at(0);
        const std::int64_t rows = 1 + static_cast<std::int64_t>(random.below(40));
        std::vector<std::string> texts;
        std::vector<double> numbers;
        Validity valid(rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            std::string text;
            for (std::uint64_t left = 1 + random.below(6); left > 0; --left) {
                text += pieces[random.below(pieces.size())];
            }
            texts.push_back("t" + text);
            const double size = std::pow(10.0, static_cast<double>(random.below(20)) - 10);
            const auto digits = static_cast<double>(random.below(1'000'000'000));
            numbers.push_back((random.below(2) == 0 ? 1 : -1) * digits * size);
            if (random.below(4) == 0) {
                valid.set_missing(row);
                numbers.back() = 0;
            }
        }
        valid.set_valid(0);
        const ColumnPtr column = Column::from_texts("t", Kind::nominal, texts);
        const Table table({Column::numeric("n", numbers, valid), column});
        const Table back = again(table);
        EXPECT_EQ(texts_read(back, "t"), texts) << seed;
        EXPECT_EQ(back.column("n").validity(), table.column("n").validity()) << seed;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            EXPECT_NEAR(numbers_read(back, "n")[i], numbers[i], 1e-15 * std::fabs(numbers[i]));
        }
    }
}

}  // namespace
}  // namespace lethe::test
