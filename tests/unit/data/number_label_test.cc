#include "lethe/data/numbers/number_label.h"

#include <gtest/gtest.h>

#include <limits>

#include "lethe/data/written/date_units.h"
#include "lethe/data/written/notation.h"

namespace lethe {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

void expect_read(std::string_view label, double low, double high, const Notation* notation) {
    const auto read = interval_of_label(label, notation);
    ASSERT_TRUE(read) << label;
    EXPECT_EQ(read->low, low) << label;
    EXPECT_EQ(read->high, high) << label;
}

TEST(NumberLabel, PlainOnesStayAsTheyWere) {
    const NumberLabels plain;
    EXPECT_EQ(plain.interval(20, 30, ')'), "[20,30)");
    EXPECT_EQ(plain.interval(20, 30, ')', ", "), "[20, 30)");
    EXPECT_EQ(plain.number(0.25), "0.25");
    EXPECT_EQ(plain.edge(0.25), 0.25);
    expect_read("[20,30)", 20, 30, nullptr);
    expect_read("]20, 30]", 20, 30, nullptr);
    expect_read("< 18", -kInf, 18, nullptr);
    expect_read(">=65", 65, kInf, nullptr);
    EXPECT_FALSE(interval_of_label("[20;30)"));
    EXPECT_FALSE(interval_of_label("1990-Q3"));
}

TEST(NumberLabel, DatesAreWrittenAndReadAsTheColumnWritesThem) {
    for (const char* pattern : {"%Y-%m-%d", "%d.%m.%Y", "%B %-d, %Y", "%d%^b%Y"}) {
        const NotationPtr notation = Notation::of_dates(pattern, Quantity::date);
        const NumberLabels labels(notation);
        const std::string interval = labels.interval(7305, 9130, ']');
        expect_read(interval, 7305, 9130, notation.get());
        expect_read("<" + labels.number(7305), -kInf, 7305, notation.get());
        expect_read(">= " + labels.number(7305), 7305, kInf, notation.get());
        expect_read(labels.number(7305), 7305, 7305, notation.get());
        EXPECT_FALSE(interval_of_label("[7305, 9130]", notation.get()));
    }
    const NumberLabels iso(Notation::of_dates("%Y-%m-%d", Quantity::date));
    EXPECT_EQ(iso.interval(7305, 9130, ']'), "[1990-01-01, 1994-12-31]");
    const NumberLabels words(Notation::of_dates("%B %-d, %Y", Quantity::date));
    EXPECT_EQ(words.interval(7305, 9130, ']'), "[January 1, 1990; December 31, 1994]");
    EXPECT_EQ(iso.edge(7305.5), 7306);
}

TEST(NumberLabel, WhatHierarchiesCallDatesIsASpan) {
    const NotationPtr notation = Notation::of_dates("%d.%m.%Y", Quantity::date);
    expect_read("1990", 7305, 7669, notation.get());
    expect_read("1990-01", 7305, 7335, notation.get());
    expect_read("1990-Q1", 7305, 7394, notation.get());
    const NotationPtr moments = Notation::of_dates("%Y-%m-%d %H:%M", Quantity::moment);
    expect_read("1970", 0, 365 * 86400.0 - 60, moments.get());
}

TEST(NumberLabel, DecimalCommasAreNotTakenForTheMiddle) {
    const NotationPtr euros = Notation::of_numbers({",", ".", "", " €"});
    const NumberLabels labels(euros);
    EXPECT_EQ(labels.interval(1200.5, 1300, ')'), "[1.200,5 €; 1.300 €)");
    expect_read("[1.200,5 €; 1.300 €)", 1200.5, 1300, euros.get());
    expect_read("[1,5; 2,5)", 1.5, 2.5, euros.get());
    EXPECT_FALSE(interval_of_label("[x; 2,5)", euros.get()));
    const NotationPtr percent = Notation::of_numbers({".", "", "", " %"});
    EXPECT_EQ(NumberLabels(percent).interval(1.5, 2, ']'), "[1.5 %, 2 %]");
}

TEST(NumberLabel, AColumnOfLabelsIsItsNumbersInTheNotation) {
    const NotationPtr notation = Notation::of_dates("%Y-%m-%d", Quantity::date);
    const std::vector<std::string> texts{"[1990-01-01, 1990-01-11]", "1990-01-02", "1990-Q1"};
    const ColumnPtr numbers =
        numbers_of_labels(*Column::from_texts("d", Kind::ordinal, texts), notation);
    ASSERT_NE(numbers, nullptr);
    EXPECT_EQ(numbers->numbers()[0], 7310);
    EXPECT_EQ(numbers->numbers()[1], 7306);
    EXPECT_EQ(numbers->text(2), "1990-Q1");
    EXPECT_EQ(numbers->number_as_text(7305), "1990-01-01");
    EXPECT_EQ(numbers_of_labels(*Column::from_texts("d", Kind::ordinal, texts)), nullptr);
}

}  // namespace
}  // namespace lethe
