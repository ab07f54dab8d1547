// Standardised values, pairs of columns, chosen comparators, settings.
#include "lethe/table/linkage/linkage_plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/table/linkage/column_names.h"
#include "lethe/table/linkage/linkage_file.h"
#include "lethe/table/linkage/prepared_files.h"
#include "support.h"

namespace lethe::linkage {
namespace {

ColumnPtr linkage_plan_texts(const std::string& name, const std::vector<std::string>& values) {
    return Column::from_texts(name, Kind::nominal, values);
}

TEST(Standardise, TextsAndDates) {
    EXPECT_EQ(plain_text(" O'Brien-Müller "), "obrienmuller");
    EXPECT_EQ(plain_text("Łódź"), "lodz");
    EXPECT_EQ(plain_text("?"), "");
    EXPECT_EQ(plain_text("n/a"), "");
    EXPECT_EQ(digits_of("+44 (0)20-7946"), "440207946");
    const Date wanted{1985, 4, 3};
    for (const char* text :
         {"1985-04-03", "19850403", "1985/4/3", "3.4.1985", "03/04/1985", "1985-04-03 10:00"}) {
        EXPECT_EQ(read_date(text, DateOrder::day_first), wanted) << text;
    }
    EXPECT_EQ(read_date("04/03/1985", DateOrder::month_first), wanted);
    for (const char* text : {"19850431", "1985-02-29", "1985", "3/4", "12.5", "198504031"}) {
        EXPECT_FALSE(read_date(text, DateOrder::day_first)) << text;
    }
    EXPECT_EQ(order_told_by("25/04/1985"), DateOrder::day_first);
    EXPECT_EQ(order_told_by("04/25/1985"), DateOrder::month_first);
    EXPECT_FALSE(order_told_by("04/03/1985"));
    EXPECT_EQ((Date{1970, 1, 2}).day_number(), 1);
}

TEST(ColumnNames, EqualMeaningSimilar) {
    const std::vector<std::string> left{"Last Name", "sex", "address_1", "FORENAME", "birthplce"};
    const std::vector<std::string> right{"given_name", "address_2", "surname", "Sex", "birthplace"};
    const auto pairs = pair_names(left, right);
    ASSERT_EQ(pairs.size(), 4U);
    EXPECT_EQ(right[pairs[0].right], "surname");
    EXPECT_EQ(right[pairs[1].right], "Sex");
    EXPECT_EQ(right[pairs[2].right], "given_name");
    EXPECT_EQ(right[pairs[3].right], "birthplace");
}

// Values of which each differs from the next, so that none are few.
std::vector<std::string> many(const std::string& form) {
    std::vector<std::string> values;
    for (int i = 0; i < 40; ++i) {
        std::string text = form;
        const auto place = text.find('#');
        if (place != std::string::npos) text.replace(place, 1, std::to_string(10 + i));
        values.push_back(text);
    }
    return values;
}

TEST(LinkagePlan, ComparatorsByContent) {
    const Table table(
        {linkage_plan_texts("name", many("ann#ab")), linkage_plan_texts("born", many("19#0511")),
         linkage_plan_texts("zip", many("0#34")), linkage_plan_texts("pay", many("#.5")),
         linkage_plan_texts("mail", many("a#@b.org")), linkage_plan_texts("sex", many("f")),
         linkage_plan_texts("age", many("[#,90)")), linkage_plan_texts("place", many("{a,b#}"))});
    PlanRequest request;
    request.ignored = {"sex"};
    const LinkagePlan plan = make_plan(table, table, request);
    std::vector<Comparator> found;
    for (const ColumnPair& pair : plan.pairs) found.push_back(pair.comparator);
    EXPECT_EQ(found,
              (std::vector{Comparator::text, Comparator::date, Comparator::edit, Comparator::number,
                           Comparator::edit, Comparator::label, Comparator::label}));
    for (const ColumnPair& pair : plan.pairs) EXPECT_FALSE(pair.why_compared.empty());
}

TEST(LinkagePlan, EveryProblemAtOnce) {
    const Table left({linkage_plan_texts("a", {"1", "2"}), linkage_plan_texts("b", {"x", "y"})});
    const Table right({linkage_plan_texts("c", {"1", "2"}), linkage_plan_texts("d", {"x", "y"})});
    PlanRequest request;
    request.pairs = {{.left = "z", .right = "c"},
                     {.left = "a", .right = "q"},
                     {.left = "a", .right = "c"},
                     {.left = "a", .right = "d"},
                     {.left = "b", .right = "d", .tolerance = 3}};
    try {
        make_plan(left, right, request);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_EQ(error.problems().size(), 4U) << error.what();
    }
    try {
        make_plan(left, right, {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        EXPECT_NE(std::string(error.what()).find("the option map"), std::string::npos);
    }
}

TEST(LinkageFile, SettingsAndProblems) {
    PlanRequest request;
    read_linkage_file(R"(
ignore = ["note"]
[[pair]]
intruder = "gender"
release = "sex"
comparator = "exact"
codes = { M = "male" }
[[pair]]
intruder = "born"
release = "birth"
tolerance = 10
)",
                      "x.toml", request);
    ASSERT_EQ(request.pairs.size(), 2U);
    EXPECT_EQ(request.pairs[0].comparator, Comparator::exact);
    EXPECT_EQ(request.pairs[0].codes.at("M"), "male");
    EXPECT_EQ(request.pairs[1].tolerance, 10);
    EXPECT_EQ(request.ignored, std::vector<std::string>{"note"});
    try {
        read_linkage_file(
            "colour = 1\n[[pair]]\nintruder = 3\ncomparator = \"exakt\"\ntolerance = -1\n",
            "x.toml", request);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.problems().size(), 5U) << error.what();
        EXPECT_NE(std::string(error.what()).find("exact"), std::string::npos);
    }
}

int level_of(Comparator comparator, const std::string& a, const std::string& b,
             std::vector<std::string> others = {}) {
    std::vector<std::string> left{a}, right{b};
    for (const std::string& other : others) left.push_back(other);
    const Table x({linkage_plan_texts("v", left)});
    const Table y({linkage_plan_texts("v", right)});
    LinkagePlan plan;
    plan.pairs.push_back({"v", "v", comparator});
    const PreparedFiles files = prepare(test::threads(1), x, y, plan, false);
    for (std::int64_t place = 0; place < files.left.rows; ++place) {
        if (files.left.origin[static_cast<std::size_t>(place)] != 0) continue;
        return files.level(0, files.left.record(place, 1), files.right.record(0, 1));
    }
    return -1;
}

TEST(Comparators, Levels) {
    EXPECT_EQ(level_of(Comparator::text, "Martha", "MARTHA"), 5);
    EXPECT_EQ(level_of(Comparator::text, "martha", "marhta"), 4);
    EXPECT_EQ(level_of(Comparator::text, "martha", "oscar"), 1);
    EXPECT_EQ(level_of(Comparator::text, "martha", ""), 0);
    EXPECT_EQ(level_of(Comparator::edit, "1234567", "1234576"), 3);
    EXPECT_EQ(level_of(Comparator::edit, "1234567", "1934576"), 2);
    EXPECT_EQ(level_of(Comparator::edit, "123", "321"), 1);
    EXPECT_EQ(level_of(Comparator::date, "1985-04-03", "03/04/1985"), 5);
    EXPECT_EQ(level_of(Comparator::date, "1985-04-03", "1985-03-04"), 4);
    EXPECT_EQ(level_of(Comparator::date, "1985-04-03", "1985-04-05"), 4);
    EXPECT_EQ(level_of(Comparator::date, "1985-04-03", "1985-04-28"), 3);
    EXPECT_EQ(level_of(Comparator::date, "1985-04-03", "1962-11-27"), 1);
    EXPECT_EQ(level_of(Comparator::label, "24", "[20,30)"), 3);
    EXPECT_EQ(level_of(Comparator::label, "30", "[20,30)", {"90", "10", "50"}), 2);
    EXPECT_EQ(level_of(Comparator::label, "80", "<30", {"90", "10", "50"}), 1);
    EXPECT_EQ(level_of(Comparator::label, "clerk", "{driver,\"Clerk\"}"), 3);
    EXPECT_EQ(level_of(Comparator::label, "smith", "{driver,clerk}"), 1);
    EXPECT_EQ(level_of(Comparator::exact, "M", "male"), 2);  // begins it
    EXPECT_EQ(level_of(Comparator::number, "100", "100.0"), 6);
}

}  // namespace
}  // namespace lethe::linkage
