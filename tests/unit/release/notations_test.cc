// How numbers and dates are written, in policies, in the first look and where two files are
// compared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/data/formats/table_files.h"
#include "lethe/io/file.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/inspect.h"
#include "lethe/release/tables/plan.h"
#include "support.h"

namespace lethe::release {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kWritten = R"(
[read]
decimal = ","
group = "."
dates = "day first"
widths = [5, 3, 8]
names = ["a", "b", "c"]
skip = 2
last = 90

[columns]
born = { role = "quasi", kind = "date", format = "%d.%m.%y" }
stay = { role = "quasi", kind = "duration" }
pay = { role = "quasi", kind = "numeric", decimal = ",", group = ".", after = " EUR", minus = "behind" }
)";

std::string notation_error(std::string_view policy) {
    try {
        parse_policy(policy, "p.toml");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

class Notations : public ::testing::Test {
  protected:
    Table read(const std::string& csv, const ReadOptions& options = {}) {
        const std::string path = folder_.file("data.csv");
        write_file(path, csv);
        return read_table(test::threads(1), path, options);
    }
    // A column of the table as the policy says it is.
    ColumnPtr planned(const std::string& csv, const std::string& policy, const std::string& name) {
        return plan_columns(read(csv), parse_policy(policy, "p.toml")).table.column_ptr(name);
    }
    InspectedTable look(const std::string& csv) {
        return inspect(test::threads(1), read(csv), "data.csv");
    }

    test::TemporaryFolder folder_;
};

TEST_F(Notations, PoliciesSayThemAndAreWrittenBack) {
    const Policy policy = parse_policy(kWritten, "p.toml");
    EXPECT_EQ(policy.read.notations.decimal, ",");
    EXPECT_EQ(policy.read.notations.order, DayOrder::day_first);
    EXPECT_THAT(policy.read.widths, ::testing::ElementsAre(5, 3, 8));
    EXPECT_EQ(policy.read.skip, 2);
    EXPECT_EQ(policy.read.last, 90);
    EXPECT_EQ(*policy.columns[0].notation, *Notation::of_dates("%d.%m.%y", Quantity::date));
    EXPECT_EQ(policy.columns[2].quantity, Quantity::duration);
    EXPECT_TRUE(policy.columns[1].notation->marks().minus_behind);
    const std::string written = policy_text(policy);
    EXPECT_EQ(policy_text(parse_policy(written, "again.toml")), written);
    for (const char* key :
         {"decimal = \",\"", "dates = \"day first\"", "widths = [5, 3, 8]", "\"kind\" = \"date\"",
          "\"format\" = \"%d.%m.%y\"", "\"minus\" = \"behind\""}) {
        EXPECT_THAT(written, HasSubstr(key));
    }
}

TEST_F(Notations, WhatIsWrongInPolicies) {
    EXPECT_THAT(notation_error("[read]\ndecimal = \"1\"\n"), HasSubstr("p.toml:2"));
    EXPECT_THAT(notation_error("[read]\ndates = \"first\"\n"), HasSubstr("day first"));
    EXPECT_THAT(notation_error("[read]\nwidths = [0]\n"), HasSubstr("numbers of characters"));
    EXPECT_THAT(notation_error("[read]\nwidths = [5]\nseparator = \";\"\n"),
                HasSubstr("without \"widths\""));
    EXPECT_THAT(notation_error("[read]\nskip = -1\n"), HasSubstr("number of lines"));
    EXPECT_THAT(notation_error("[columns]\na = { kind = \"date\", format = \"%H\" }\n"),
                HasSubstr("needs year, month and day"));
    EXPECT_THAT(notation_error("[columns]\na = { kind = \"nominal\", decimal = \",\" }\n"),
                HasSubstr("need kind = \"numeric\""));
    EXPECT_THAT(notation_error("[columns]\na = { kind = \"numeric\", format = \"%d\" }\n"),
                HasSubstr("needs knowledge"));
}

TEST_F(Notations, ColumnsAreWhatThePolicySays) {
    const std::string csv = "born;seen;day;pay\n31.12.99;31.12.1999;19991231;1,5\n";
    const auto is = [&](const std::string& name, const std::string& keys) {
        return planned(csv, "[columns]\n" + name + " = { role = \"quasi\", " + keys + " }\n", name);
    };
    const ColumnPtr born = is("born", "kind = \"date\", format = \"%d.%m.%y\"");
    EXPECT_EQ(born->numbers()[0], 10956);
    EXPECT_EQ(born->text(0), "31.12.99");
    EXPECT_EQ(is("day", "kind = \"date\", format = \"%Y%m%d\"")->numbers()[0], 10956);
    EXPECT_EQ(is("seen", "kind = \"date\"")->numbers()[0], 10956);
    const ColumnPtr texts = is("seen", "kind = \"nominal\"");
    EXPECT_EQ(texts->kind(), Kind::nominal);
    EXPECT_EQ(texts->dictionary(), (Dictionary{"31.12.1999"}));
    EXPECT_EQ(is("pay", "kind = \"numeric\"")->numbers()[0], 1.5);
    EXPECT_THROW(is("born", "kind = \"date\""), Error);  // years of two digits are not guessed
    EXPECT_THROW(is("pay", "kind = \"date\", format = \"%d.%m.%Y\""), Error);
}

TEST_F(Notations, TheFirstLookShowsAndProposesThem) {
    const InspectedTable seen = look(
        "born,pay,left,n\n31.12.1999,\"1,5 EUR\",03/04/2020,\"1,234\"\n"
        "30.11.1998,\"2,5 EUR\",05/06/2020,\"2,345\"\n");
    EXPECT_EQ(seen.columns[0].written, "dates, 31.12.1999");
    EXPECT_EQ(seen.columns[1].written, "numbers, -1234,50 EUR");
    EXPECT_EQ(seen.columns[3].written, "numbers, -1234,50");  // the other column tells
    EXPECT_THAT(seen.policy, HasSubstr("kind = \"date\", format = \"%d.%m.%Y\""));
    EXPECT_THAT(seen.policy, HasSubstr("after = \" EUR\""));
    const std::string warnings = to_json(seen)["warnings"].dump();
    EXPECT_THAT(warnings, HasSubstr("left: dates whose day and month no value tells apart"));
    EXPECT_THAT(warnings, Not(HasSubstr("2020")));
    Problems problems;
    parse_policy(seen.policy, "p.toml", problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_THAT(to_json(look("a;b\n1.234;x\n5.678;y\n"))["warnings"].dump(),
                HasSubstr("a: each number has a point with three digits behind it"));
    EXPECT_THAT(to_json(look("a;b\n31.12.99;x\n30.11.98;y\n"))["warnings"].dump(),
                HasSubstr("years have two digits"));
}

TEST_F(Notations, TwoFilesMayWriteOtherwise) {
    const auto compared = [&](const std::string& original, const std::string& masked) {
        const Table first = read("seen;x\n" + original + ";1\n" + original + ";2\n");
        const Table second = read("seen;x\n" + masked + ";1\n" + masked + ";2\n");
        const std::vector<std::string> columns{"seen"};
        return make_comparable(first, second, columns, {});
    };
    EXPECT_EQ(compared("31.12.1999", "1999-12-31").unchanged.size(), 1U);
    EXPECT_EQ(compared("1.234,50", "1234.5").unchanged.size(), 1U);
    // One file tells the order of day and month, the other does not.
    const Comparable told = compared("13/04/2020", "03/04/2020");
    EXPECT_EQ(told.masked.column("seen").numbers()[0], 18355);
    EXPECT_TRUE(compared("03/04/2020", "13/04/2020").original.column("seen").is_numeric());
    EXPECT_TRUE(compared("31.12.1999", "1999").original.column("seen").kind() == Kind::nominal);
}

}  // namespace
}  // namespace lethe::release
