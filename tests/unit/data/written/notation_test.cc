#include "lethe/data/written/notation.h"

#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/data/table.h"

namespace lethe {
namespace {

TEST(Notation, NumbersAsPeopleWriteThem) {
    const NotationPtr euro = Notation::of_numbers({",", ".", "", " €"});
    EXPECT_EQ(euro->parse("1.234.567,50 €"), 1234567.5);
    EXPECT_EQ(euro->parse("-1.234"), -1234);
    EXPECT_EQ(euro->parse("1234,5"), 1234.5);
    EXPECT_EQ(euro->text(1234567.5, 2), "1.234.567,50 €");
    EXPECT_EQ(euro->text(-999), "-999 €");
    for (const char* text : {"1.23,5", "12.34.567", "1,2,3", "1.2345", ".123", "1.", "", "€", "-",
                             "1 234", "1e5", "1,5e", "--1", "1,-"}) {
        EXPECT_FALSE(euro->parse(text)) << text;
    }
    const NotationPtr dollar = Notation::of_numbers({".", ",", "$", ""});
    EXPECT_EQ(dollar->parse("-$1,000.25"), -1000.25);
    EXPECT_EQ(dollar->parse("$-1,000.25"), -1000.25);
    EXPECT_EQ(dollar->text(-1000.25), "-$1,000.25");
    EXPECT_EQ(Notation::of_numbers({",", "'", "", ""})->text(1e15), "1'000'000'000'000'000");
}

TEST(Notation, MarksThatCannotBeToldApartAreRefused) {
    EXPECT_THROW(Notation::of_numbers({",", ",", "", ""}), Error);
    EXPECT_THROW(Notation::of_numbers({"", "", "", ""}), Error);
    EXPECT_THROW(Notation::of_numbers({"-", "", "", ""}), Error);
    EXPECT_THROW(Notation::of_numbers({".", "", "1", ""}), Error);
}

TEST(Notation, AColumnWritesWhatItRead) {
    const std::vector<std::string> texts{"01.03.2000", "31.12.1999", "01.03.2000"};
    const ColumnPtr column = Column::from_texts("born", Kind::nominal, texts)
                                 ->as_numbers(Notation::of_dates("%d.%m.%Y", Quantity::date));
    ASSERT_TRUE(column->is_numeric());
    EXPECT_EQ(column->numbers()[0] - column->numbers()[1], 61);
    for (std::int64_t row = 0; row < 3; ++row) {
        EXPECT_EQ(column->text(row), texts[static_cast<std::size_t>(row)]);
    }
    EXPECT_EQ(column->as_kind(Kind::ordinal)->dictionary(),
              (Dictionary{"31.12.1999", "01.03.2000"}));
}

TEST(Notation, AllDecimalsAreKept) {
    const std::vector<std::string> texts{"1.200,50", "3,00", "0,25"};
    const ColumnPtr column = Column::from_texts("pay", Kind::nominal, texts)
                                 ->as_numbers(Notation::of_numbers({",", ".", "", ""}));
    EXPECT_TRUE(column->spelling()->rows.empty());
    for (std::int64_t row = 0; row < 3; ++row) {
        EXPECT_EQ(column->text(row), texts[static_cast<std::size_t>(row)]);
    }
}

TEST(Notation, AMaskedColumnTakesItOver) {
    const std::vector<std::string> texts{"2000-01-01", "2000-01-03"};
    const ColumnPtr born = Column::from_texts("born", Kind::nominal, texts)
                               ->as_numbers(Notation::of_dates("%Y-%m-%d", Quantity::date));
    const std::vector<ColumnPtr> changed{Column::numeric("born", {10958, 10958})};
    const Table masked = Table({born}).with(changed);
    EXPECT_EQ(masked.columns()[0]->text(0), "2000-01-02");
}

TEST(Notation, WhatIsWrittenOtherwiseIsToldByItsRow) {
    const std::vector<std::string> texts{"2000-01-01", "secret"};
    const ColumnPtr column = Column::from_texts("born", Kind::nominal, texts);
    try {
        column->as_numbers(Notation::of_dates("%Y-%m-%d", Quantity::date));
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("row 2"), std::string::npos);
        EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos);
    }
}

}  // namespace
}  // namespace lethe
