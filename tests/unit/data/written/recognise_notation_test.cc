#include "lethe/data/written/recognise_notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe {
namespace {

using Words = std::vector<std::string_view>;

std::string words_of(const NotationPtr& notation) {
    if (!notation) return "none";
    if (!notation->is_number()) {
        return std::string(name(notation->quantity())) + " " + notation->dates()->pattern();
    }
    const NumberMarks& marks = notation->marks();
    return "number " + marks.before + "|" + marks.group + "|" + marks.decimal + "|" + marks.after +
           (marks.minus == "-" ? "" : " typeset minus") + (marks.minus_behind ? " behind" : "");
}

// The notation in words, or the candidates.
std::string found(const Words& texts, const NotationWishes& wishes = {}) {
    const NotationGuess guess = recognise_notation(texts, wishes);
    if (!guess.undecided()) return guess.doubtful ? "doubtful" : words_of(guess.notation);
    std::string words = "undecided:";
    for (const NotationPtr& one : guess.candidates) words += " (" + words_of(one) + ")";
    return words;
}

TEST(RecogniseNotation, Dates) {
    EXPECT_EQ(found({"31.12.1999", "01.02.2003"}), "date %d.%m.%Y");
    EXPECT_EQ(found({"31.12.1999", "1.2.2003"}), "date %-d.%-m.%Y");
    EXPECT_EQ(found({"01.02.2003"}), "date %d.%m.%Y");  // nobody writes the month first so
    EXPECT_EQ(found({"12.31.1999"}), "date %m.%d.%Y");
    EXPECT_EQ(found({"31/12/1999", "03/04/2020"}), "date %d/%m/%Y");
    EXPECT_EQ(found({"12/31/1999", "03/04/2020"}), "date %m/%d/%Y");
    EXPECT_EQ(found({"1999-12-31"}), "date %Y-%m-%d");
    EXPECT_EQ(found({"2020-03-04"}), "date %Y-%m-%d");
    EXPECT_EQ(found({"31 Dec 1999", "1 Mar 2000"}), "date %-d %b %Y");
    EXPECT_EQ(found({"31DEC1999", "01MAR2000"}), "date %d%^b%Y");
    EXPECT_EQ(found({"December 31, 1999", "March 01, 2000"}), "date %B %d, %Y");
    EXPECT_EQ(found({"May 31, 1999", "May 01, 2000"}), "date %b %d, %Y");
}

TEST(RecogniseNotation, TimesAndMoments) {
    EXPECT_EQ(found({"23:59", "00:00"}), "time %H:%M");
    EXPECT_EQ(found({"9:05", "23:59"}), "time %-H:%M");
    EXPECT_EQ(found({"23:59:59"}), "time %H:%M:%S");
    EXPECT_EQ(found({"11:59 PM", "01:00 am"}), "time %I:%M %p");
    EXPECT_EQ(found({"24:00", "10:30"}), "duration %H:%M");
    EXPECT_EQ(found({"-00:30", "10:30"}), "duration %H:%M");
    EXPECT_EQ(found({"100:30:00", "10:30:01"}), "duration %H:%M:%S");
    EXPECT_EQ(found({"31.12.1999 23:59"}), "moment %d.%m.%Y %H:%M");
    EXPECT_EQ(found({"1999-12-31T23:59:59Z"}), "moment %Y-%m-%dT%H:%M:%SZ");
    EXPECT_EQ(found({"1999-12-31 23:59:59.250"}), "moment %Y-%m-%d %H:%M:%S.%3f");
    EXPECT_EQ(found({"12/31/1999 11:59 PM"}), "moment %m/%d/%Y %I:%M %p");
}

TEST(RecogniseNotation, WhatIsNotTold) {
    EXPECT_EQ(found({"03/04/2020", "05/06/2020"}), "undecided: (date %d/%m/%Y) (date %m/%d/%Y)");
    EXPECT_EQ(found({"03/04/2020 10:00"}),
              "undecided: (moment %d/%m/%Y %H:%M) (moment %m/%d/%Y %H:%M)");
    EXPECT_EQ(found({"31.12.99"}), "undecided: (date %d.%m.%y)");
    EXPECT_EQ(found({"1,234", "5,678"}), "undecided: (number |,|.|) (number ||,|)");
    NotationWishes wishes;
    wishes.order = DayOrder::month_first;
    EXPECT_EQ(found({"03/04/2020"}, wishes), "date %m/%d/%Y");
    EXPECT_EQ(found({"31.12.99"}, wishes), "none");  // the month is not first
    wishes = {};
    wishes.dates = "%d.%m.%y";
    EXPECT_EQ(found({"31.12.99"}, wishes), "date %d.%m.%y");
    wishes = {};
    wishes.decimal = ",";
    EXPECT_EQ(found({"1,234", "5,678"}, wishes), "number ||,|");
    wishes.decimal = ".";
    EXPECT_EQ(found({"1,234", "5,678"}, wishes), "number |,|.|");
}

TEST(RecogniseNotation, WhatIsNoDate) {
    for (const Words& texts :
         {Words{"20200131"}, Words{"1999"}, Words{"2020-03"}, Words{"30.02.2020"},
          Words{"31/31/2020"}, Words{"2020-03-04T10:00:00+01:00"}, Words{"31.12.1999", "?"},
          Words{"Mon 31.12.1999"}, Words{"12:75"}, Words{"1:2"}, Words{"31.12/1999"},
          Words{"10.11.12.13"}, Words{"Dec"}, Words{"Vienna"}, Words{"A1", "A2"}, Words{""},
          Words{}}) {
        EXPECT_EQ(found(texts), "none") << (texts.empty() ? "" : texts.front());
    }
    NotationWishes wishes;
    wishes.dates = "%Y%m%d";
    EXPECT_EQ(found({"20200131"}, wishes), "date %Y%m%d");
    EXPECT_EQ(found({"20200231"}, wishes), "none");
}

TEST(RecogniseNotation, Numbers) {
    EXPECT_EQ(found({"1,5", "2,75", "3"}), "number ||,|");
    EXPECT_EQ(found({"1.234,50", "3,00"}), "number |.|,|");
    EXPECT_EQ(found({"1,234.50", "3.00"}), "number |,|.|");
    EXPECT_EQ(found({"1.234.567", "12"}), "number |.|,|");
    EXPECT_EQ(found({"1'234.50"}), "number |'|.|");
    EXPECT_EQ(found({"1 234,50", "12,00"}), "number | |,|");
    EXPECT_EQ(found({"1\u00a0234,5"}), "number |\u00a0|,|");
    EXPECT_EQ(found({"1.234,50 EUR", "3,00 EUR"}), "number |.|,| EUR");
    EXPECT_EQ(found({"\u20ac1,234.50"}), "number \u20ac|,|.|");
    EXPECT_EQ(found({"12 %", "3 %"}), "number ||.| %");
    EXPECT_EQ(found({"12,5\u00a0%"}), "number ||,|\u00a0%");
    EXPECT_EQ(found({"5,00-", "3,25"}), "number ||,| behind");
    EXPECT_EQ(found({"\u22125,5", "3,25"}), "number ||,| typeset minus");
    EXPECT_EQ(found({"0,123"}), "number ||,|");  // no group begins with 0
    EXPECT_EQ(found({"1.234"}), "doubtful");
    NotationWishes wishes;
    wishes.decimal = ",";
    EXPECT_EQ(found({"1.234"}, wishes), "number |.|,|");
    EXPECT_EQ(found({"12 %", "3 %"}, wishes), "number ||,| %");
}

TEST(RecogniseNotation, WhatIsNoNumberWithMarks) {
    for (const Words& texts :
         {Words{"612 345 678", "699 111 222"}, Words{"110 001", "110 002"}, Words{"01,5"},
          Words{"007"}, Words{"1,5", "2.5"}, Words{"1,5", "A"}, Words{"1.23,4"}, Words{"1,5 kg"},
          Words{"1", "2"}, Words{"1.5", "2"}, Words{"1e5"}, Words{"1,5 EUR", "2,5 USD"},
          Words{"10.0.0.1"}, Words{"2-", "3"}, Words{"1,"}, Words{"%"}, Words{"EUR"}}) {
        EXPECT_EQ(found(texts), "none") << texts.front();
    }
}

// The decimal mark is the file's, unless columns contradict each other.
TEST(RecogniseNotation, OtherColumnsTell) {
    const auto notations = [](const std::vector<Words>& columns) {
        std::vector<std::string> words;
        for (const NotationGuess& guess : recognise_notations(columns)) {
            words.push_back(guess.undecided() ? "undecided" : words_of(guess.notation));
        }
        return words;
    };
    using Found = std::vector<std::string>;
    EXPECT_EQ(notations({{"1,234"}, {"12.5"}}), (Found{"number |,|.|", "none"}));
    EXPECT_EQ(notations({{"1,234"}, {"12,5"}}), (Found{"number ||,|", "number ||,|"}));
    EXPECT_EQ(notations({{"1.234"}, {"12,5"}}), (Found{"number |.|,|", "number ||,|"}));
    EXPECT_EQ(notations({{"1,234"}, {"12,5"}, {"12.5"}}),
              (Found{"undecided", "number ||,|", "none"}));
    EXPECT_EQ(notations({{"03/04/2020"}, {"31/12/1999"}}), (Found{"undecided", "date %d/%m/%Y"}));
}

TEST(RecogniseNotation, WishesAreCheckedAndComeBack) {
    NotationWishes wishes;
    wishes.read_dates("day first");
    EXPECT_EQ(wishes.order, DayOrder::day_first);
    EXPECT_EQ(wishes.dates_text(), "day first");
    wishes.read_dates("%d.%m.%y");
    EXPECT_EQ(wishes.dates_text(), "%d.%m.%y");
    EXPECT_THROW(wishes.read_dates("first"), Error);
    wishes.decimal = "1";
    EXPECT_THROW(wishes.check(), Error);
    wishes.decimal = wishes.group = ",";
    EXPECT_THROW(wishes.check(), Error);
}

TEST(RecogniseNotation, OfAColumnWithCodesForMissing) {
    const std::vector<std::string> texts{"31.12.1999", "n.a.", "01.02.2003"};
    EXPECT_EQ(words_of(notation_of(*Column::from_texts("born", Kind::nominal, texts)).notation),
              "date %d.%m.%Y");
}

TEST(RecogniseNotation, ExamplesAreNobodysValues) {
    EXPECT_EQ(notation_example(*Notation::of_dates("%d.%m.%Y", Quantity::date)), "31.12.1999");
    EXPECT_EQ(notation_example(*Notation::of_dates("%H:%M:%S", Quantity::time)), "20:15:29");
    EXPECT_EQ(notation_example(*Notation::of_numbers({",", ".", "", " \u20ac"})),
              "-1.234,50 \u20ac");
}

// A slow recogniser by the definition: all patterns of a long list in which every text is written
// as the pattern writes it. What the fast one decides must be in it and what else is in it must
// mean the same; what it calls undecided has several meanings.
std::vector<NotationPtr> all_date_notations() {
    std::vector<NotationPtr> all;
    const std::vector<std::string> days{"%d", "%-d"}, months{"%m", "%-m"};
    std::set<std::pair<std::string, Quantity>> patterns;
    for (const std::string mark : {"-", "/", "."}) {
        for (const std::string& d : days) {
            for (const std::string& m : months) {
                for (const std::string& date :
                     {d + mark + m + mark + "%Y", m + mark + d + mark + "%Y",
                      "%Y" + mark + m + mark + d}) {
                    patterns.emplace(date, Quantity::date);
                    patterns.emplace(date + " %H:%M", Quantity::moment);
                    patterns.emplace(date + "T%H:%M:%S", Quantity::moment);
                }
            }
        }
    }
    for (const char* time : {"%H:%M", "%-H:%M", "%H:%M:%S"}) {
        patterns.emplace(time, Quantity::time);
        patterns.emplace(time, Quantity::duration);
    }
    for (const auto& [pattern, quantity] : patterns) {
        all.push_back(Notation::of_dates(pattern, quantity));
    }
    return all;
}

std::vector<NotationPtr> all_number_notations() {
    std::vector<NotationPtr> all;
    for (const std::string decimal : {".", ","}) {
        for (const std::string group : {"", ".", ",", "'", " "}) {
            for (const std::string after : {"", " EUR", "%"}) {
                if (decimal != group)
                    all.push_back(Notation::of_numbers({decimal, group, "", after}));
            }
        }
    }
    return all;
}

std::vector<std::vector<double>> meanings(const std::vector<NotationPtr>& notations,
                                          const std::vector<std::string>& texts) {
    std::set<std::vector<double>> all;
    for (const NotationPtr& notation : notations) {
        std::vector<double> values;
        for (const std::string& text : texts) {
            const auto value = notation->parse(text);
            if (!value) break;
            values.push_back(*value);
        }
        if (values.size() == texts.size()) all.insert(std::move(values));
    }
    return {all.begin(), all.end()};
}

TEST(RecogniseNotation, AgreesWithTheReference) {
    const std::vector<NotationPtr> dates = all_date_notations();
    const std::vector<NotationPtr> numbers = all_number_notations();
    Draws draws = Random(22).stream("notations").at(0);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(draws.below(n)); };
    int decided = 0, undecided = 0;
    for (int round = 0; round < 4000; ++round) {
        const bool of_dates = below(2) == 0;
        const auto& all = of_dates ? dates : numbers;
        const NotationPtr& notation = all[below(all.size())];
        std::vector<std::string> texts;
        for (std::size_t rows = 1 + below(6); rows > 0; --rows) {
            const auto any = static_cast<double>(below(200'000'000));
            const Quantity quantity = notation->quantity();
            const double value = quantity == Quantity::date       ? std::floor(any / 10000)
                                 : quantity == Quantity::time     ? std::fmod(any, 86400)
                                 : quantity == Quantity::duration ? std::fmod(any, 400000)
                                 : quantity == Quantity::moment   ? any
                                                                  : std::floor(any / 7) / 100;
            texts.push_back(notation->text(value));
        }
        const Words views(texts.begin(), texts.end());
        const NotationGuess guess = recognise_notation(views);
        const auto possible = meanings(all, texts);
        const auto of_guess =
            guess.notation ? meanings({guess.notation}, texts) : meanings(guess.candidates, texts);
        if (guess.notation) {
            ++decided;
            ASSERT_EQ(of_guess.size(), 1U) << texts.front();
            EXPECT_TRUE(std::ranges::find(possible, of_guess.front()) != possible.end());
            // Points have the day first; a time is one until it exceeds the day.
            const bool by_rule =
                of_dates && guess.notation->dates()->pattern().find('.') != std::string::npos;
            if (!by_rule) {
                EXPECT_EQ(possible.size(), 1U) << texts.front() << " " << words_of(guess.notation);
            }
        } else if (guess.undecided()) {
            ++undecided;
            EXPECT_GT(of_guess.size(), 1U) << texts.front();
            EXPECT_EQ(of_guess.size(), possible.size()) << texts.front();
        }
    }
    EXPECT_GT(decided, 2000);
    EXPECT_GT(undecided, 50);
}

}  // namespace
}  // namespace lethe
