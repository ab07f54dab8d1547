// Columns of numbers with marks, dates and times: read to the right numbers, written back byte for
// byte.
#include <gmock/gmock.h>

#include <cmath>

#include "io_support.h"
#include "lethe/core/random.h"
#include "lethe/data/formats/scan_notation.h"

namespace lethe::test {
namespace {

using formats::NotationScanner;
using formats::NumberForm;
using formats::NumberScan;

class NotationFileTest : public IoTest {};

std::vector<NotationPtr> some_notations() {
    NumberMarks behind{",", ".", "", " EUR"};
    behind.minus_behind = true;
    NumberMarks typeset{",", "\u00a0", "", ""};
    typeset.minus = "\u2212";
    return {Notation::of_numbers({",", "", "", ""}),
            Notation::of_numbers({",", ".", "", " \u20ac"}),
            Notation::of_numbers({".", "'", "CHF ", ""}),
            Notation::of_numbers({".", "", "", "%"}),
            Notation::of_numbers(behind),
            Notation::of_numbers(typeset),
            Notation::of_dates("%d.%m.%Y", Quantity::date),
            Notation::of_dates("%-d/%-m/%Y", Quantity::date),
            Notation::of_dates("%d%^b%Y", Quantity::date),
            Notation::of_dates("%Y-%m-%dT%H:%M:%SZ", Quantity::moment),
            Notation::of_dates("%d.%m.%Y %H:%M", Quantity::moment),
            Notation::of_dates("%Y-%m-%d %H:%M:%S.%3f", Quantity::moment),
            Notation::of_dates("%-H:%M", Quantity::time),
            Notation::of_dates("%H:%M:%S", Quantity::duration)};
}

double random_value(const Notation& notation, Draws& draws) {
    const auto any = static_cast<double>(draws.below(4'000'000'000));
    switch (notation.quantity()) {
        case Quantity::number: {
            const double size = any / std::pow(10.0, static_cast<double>(draws.below(9)));
            const double decimals = std::pow(10.0, static_cast<double>(draws.below(4)));
            return (draws.below(3) == 0 ? -1 : 1) * std::round(size * decimals) / decimals;
        }
        case Quantity::date:
            return std::floor(any / 100000) - 10000;
        case Quantity::time:
            return std::fmod(any, 86400);
        default:
            return any;
    }
}

// A text of the notation, or one with a character changed, put in or taken out.
std::string random_text(const Notation& notation, Draws& draws) {
    const int decimals = static_cast<int>(draws.below(5)) - 1;
    std::string text = notation.text(random_value(notation, draws), decimals);
    const std::string marks = "0123456789.,-'/: %aZ";
    const std::string mark(1, marks[draws.below(marks.size())]);
    const std::size_t place = draws.below(text.size() + 1);
    switch (draws.below(6)) {
        case 0:
            return text.insert(place, mark);
        case 1:
            return text.replace(place, 1, mark);
        case 2:
            return text.erase(place, 1);
        default:
            return text;
    }
}

TEST(NotationScanner, ReadsWhatTheNotationReads) {
    Draws draws = Random(22).stream("scanner").at(0);
    int plain = 0;
    for (const NotationPtr& notation : some_notations()) {
        const NotationScanner scanner(notation);
        for (int round = 0; round < 3000; ++round) {
            const std::string text = random_text(*notation, draws);
            const NumberScan scan = scanner.scan(text);
            const auto value = notation->parse(text);
            ASSERT_EQ(value.has_value(), scan.form != NumberForm::none) << text;
            if (!value) continue;
            ASSERT_EQ(*value, scan.value) << text;
            if (scan.form != NumberForm::plain) continue;
            ++plain;
            ASSERT_EQ(notation->text(scan.value, scan.decimals), text);
            ASSERT_EQ(scanner.is_canonical_plain(text, scan), notation->text(scan.value) == text)
                << text;
        }
    }
    EXPECT_GT(plain, 15000);
}

// A table of random columns in random notations, with missing values among them, some texts that
// are written otherwise, and in some columns one that ends all numbers.
TEST_F(NotationFileTest, RandomTablesComeBack) {
    const std::vector<NotationPtr> notations = some_notations();
    Draws draws = Random(22).stream("tables").at(0);
    for (int round = 0; round < 40; ++round) {
        const std::size_t rows = 2 + draws.below(60);
        std::vector<NotationPtr> of_column;
        std::string csv;
        std::vector<bool> spoilt;
        std::vector<std::vector<std::string>> texts;
        for (int column = 0; column < 5; ++column) {
            of_column.push_back(notations[draws.below(notations.size())]);
            csv += (column > 0 ? ";c" : "c") + std::to_string(column);
            spoilt.push_back(draws.below(6) == 0);
            const int decimals = static_cast<int>(draws.below(4)) - 1;
            texts.emplace_back();
            for (std::size_t row = 0; row < rows; ++row) {
                const double value = random_value(*of_column.back(), draws);
                std::string text = of_column.back()->text(value, decimals);
                if (row > 1 && draws.below(10) == 0) text = draws.below(2) == 0 ? "" : "NA";
                texts.back().push_back(std::move(text));
            }
            if (spoilt.back()) texts.back().back() = "none of it";
        }
        csv += '\n';
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < texts.size(); ++column) {
                if (column > 0) csv += ';';
                csv += texts[column][row];
            }
            csv += '\n';
        }
        const Table table = read(csv);
        for (std::size_t column = 0; column < texts.size(); ++column) {
            const Column& found = *table.columns()[column];
            for (std::size_t row = 0; row < rows; ++row) {
                const std::string& text = texts[column][row];
                ASSERT_EQ(found.text(static_cast<std::int64_t>(row)), text) << csv;
                if (!found.notation() || !found.valid(static_cast<std::int64_t>(row))) continue;
                ASSERT_EQ(found.numbers()[row], of_column[column]->parse(text)) << csv;
            }
            if (spoilt[column]) {
                EXPECT_EQ(found.kind(), Kind::nominal);
            }
        }
        const std::string written = table_text(table, Format::csv);
        const Table again = read(written);
        EXPECT_EQ(table_text(again, Format::csv), written);
    }
}

TEST_F(NotationFileTest, WhatIsWrittenOtherwiseKeepsItsText) {
    const Table table = read("born;pay;left\n31.12.1999;1.234,50;1\n1.2.2000;1234,50;2\n;NA;3\n");
    EXPECT_EQ(table.column("born").kind(), Kind::numeric);
    EXPECT_EQ(texts_read(table, "born"), (Texts{"31.12.1999", "1.2.2000", "(missing)"}));
    EXPECT_EQ(table_text(table, Format::csv),
              "born,pay,left\n31.12.1999,\"1.234,50\",1\n1.2.2000,\"1234,50\",2\n,NA,3\n");
}

TEST_F(NotationFileTest, ALaterTextMakesCategories) {
    std::string csv = "born\n";
    for (int i = 0; i < 200000; ++i) csv += "31.12.1999\n";
    const Table table = read(csv + "unknown\n");
    EXPECT_EQ(table.column("born").kind(), Kind::nominal);
    EXPECT_EQ(table.column("born").dictionary(), (Dictionary{"31.12.1999", "unknown"}));
    EXPECT_EQ(table.column("born").first_non_number(), 200001);
}

TEST_F(NotationFileTest, DatesInJsonAreTexts) {
    const Table table = read("born;pay\n31.12.1999;1.234,50\n");
    EXPECT_EQ(table_text(table, Format::jsonl), "{\"born\":\"31.12.1999\",\"pay\":1234.5}\n");
}

}  // namespace
}  // namespace lethe::test
