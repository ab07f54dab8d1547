// Workbooks that LibreOffice and openpyxl made (office/make_files.py).
#include <gmock/gmock.h>

#include "io_support.h"
#include "lethe/data/written/notation.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string office_file(const std::string& name) {
    return source_path("tests/unit/data/office/" + name);
}

TEST(XlsxFiles, OfLibreOffice) {
    const Table table = read_table(threads(1), office_file("visits.xlsx"));
    EXPECT_EQ(texts_read(table, "id"), (Texts{"1", "2", "3", "4"}));
    EXPECT_EQ(texts_read(table, "name"), (Texts{"Ada", "Grace, H.", "Émile", "(missing)"}));
    EXPECT_EQ(texts_read(table, "born"),
              (Texts{"1985-12-10", "1906-12-09", "1900-05-01", "2001-03-15"}));
    EXPECT_EQ(table.column("born").notation()->quantity(), Quantity::date);
    EXPECT_EQ(texts_read(table, "weight"), (Texts{"61.5", "70.25", "(missing)", "58"}));
    EXPECT_EQ(numbers_read(table, "share"), (Numbers{12.5, 7, 0, 100}));
    EXPECT_EQ(texts_read(table, "share"), (Texts{"12.50%", "7.00%", "0.00%", "100.00%"}));
    EXPECT_EQ(texts_read(table, "seen"), (Texts{"2024-01-31 14:30:00", "2024-02-29 09:05:30",
                                                "(missing)", "1999-12-31 23:59:59"}));
    EXPECT_EQ(texts_read(table, "smoker"), (Texts{"TRUE", "FALSE", "TRUE", "(missing)"}));
    EXPECT_EQ(texts_read(table, "zip"), (Texts{"08191", "10115", "00501", "99999"}));
}

TEST(XlsxFiles, TitlesMergedHeadersAndResultsOfFormulas) {
    std::vector<std::string> notes;
    ReadOptions options;
    options.notes = &notes;
    const Table table = read_table(threads(1), office_file("ward_saved.xlsx"), options);
    EXPECT_EQ(table.names(), (Texts{"id", "stay from", "stay nights", "bill", "slept", "twice"}));
    EXPECT_EQ(texts_read(table, "stay from"), (Texts{"01/02/2024", "29/02/2024", "15/02/2024"}));
    EXPECT_EQ(texts_read(table, "bill"), (Texts{"1200.50 €", "80.00 €", "0.99 €"}));
    EXPECT_EQ(texts_read(table, "slept"), (Texts{"7:30", "26:00", "0:00"}));
    EXPECT_EQ(table.column("slept").notation()->quantity(), Quantity::duration);
    EXPECT_EQ(texts_read(table, "twice"), (Texts{"6", "2", "24"}));
    EXPECT_THAT(notes, ElementsAre(HasSubstr("read the sheet \"ward\"; others are \"notes\", "
                                             "\"empty\""),
                                   HasSubstr("2 rows above the table were left out; it begins in "
                                             "row 4"),
                                   HasSubstr("the header has 2 rows")));
}

TEST(XlsxFiles, FormulasThatNobodyComputed) {
    const Error error = error_of([] { read_table(threads(1), office_file("ward.xlsx")); });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("column \"twice\", cell F6: holds a formula without its"));
    // Columns that are not asked for are no problem.
    ReadOptions options;
    options.columns = {"id", "stay nights"};
    EXPECT_EQ(read_table(threads(1), office_file("ward.xlsx"), options).rows(), 3);
}

}  // namespace
}  // namespace lethe::test
