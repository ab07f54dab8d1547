// What comes out of a plan: values that can be, and k that holds in the written file.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include "assess.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/tables/protect.h"
#include "lethe/release/tables/record.h"
#include "mask_support.h"

namespace lethe::release {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Policy released_values_policy_of(std::string_view text) { return parse_policy(text, "p.toml"); }

// Ages, a price, a code and a number of any digits.
Table released_values_people(std::uint64_t seed, std::int64_t rows) {
    const Stream stream = Random(seed).stream("people");
    std::vector<double> ages, prices, codes, numbers;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        ages.push_back(static_cast<double>(draws.below(95)));
        prices.push_back(static_cast<double>(draws.below(100000)) / 100);
        codes.push_back(std::vector<double>{1, 2, 3, 9}[draws.below(4)]);
        numbers.push_back(draws.normal());
    }
    return Table({Column::numeric("age", ages), Column::numeric("price", prices),
                  Column::numeric("water", codes), Column::numeric("number", numbers)});
}

Execution released_values_run(const Table& table, std::string_view policy, std::uint64_t seed = 1) {
    return execute(make_plan(table, released_values_policy_of(policy)), seed, test::threads(2));
}

bool has_decimals(double value, int decimals) {
    const double scaled = value * std::pow(10, decimals);
    return std::fabs(scaled - std::round(scaled)) < 1e-6;
}

class EveryNumericMask : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> numeric_masks() {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::table) continue;
        if (method.info.family == Family::mask && method.accepts(Kind::numeric)) {
            names.push_back(method.info.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Released, EveryNumericMask, ::testing::ValuesIn(numeric_masks()),
                         [](const auto& one) {
                             std::string name = one.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

// Observation: age -12.9 and 23.487416831713382, water = 3.33.
TEST_P(EveryNumericMask, ReleasesValuesThatCanBe) {
    const Method& method = find_method(GetParam(), Family::mask);
    Policy policy;
    policy.steps.push_back({GetParam(), {}, method.info.example, {}, {}});
    const Table table = released_values_people(3, 400);
    Execution made;
    try {
        made = execute(make_plan(table, policy), 1, test::threads(2));
    } catch (const Error&) {
        GTEST_SKIP() << "does not apply: its example is for other columns";
    }
    for (const char* name : {"age", "price", "water"}) {
        const Column* column = made.release.find(name);
        if (column == nullptr || !column->is_numeric()) continue;
        for (std::int64_t row = 0; row < column->size(); ++row) {
            if (!column->valid(row)) continue;
            const double value = column->numbers()[static_cast<std::size_t>(row)];
            EXPECT_GE(value, 0) << name;
            EXPECT_TRUE(has_decimals(value, std::string(name) == "price" ? 2 : 0)) << name << value;
            if (std::string(name) == "water") {
                EXPECT_THAT((std::vector<double>{1, 2, 3, 9}), ::testing::Contains(value));
            }
        }
    }
}

TEST(ReleasedValues, TheOwnerMaySayWhatCanBe) {
    const Execution made = released_values_run(released_values_people(1, 300), R"([columns]
age = { role = "quasi", round = -1, range = [0, 100] }
price = { role = "quasi", round = "none" }
water = { role = "quasi", values = [1, 2, 3, 9, 12] }
number = { role = "quasi", round = 1, range = [-inf, 9] }
[[step]]
method = "noise"
p = 80
)");
    std::set<double> ages, waters;
    for (const double age : made.release.column("age").numbers()) ages.insert(age);
    for (const double water : made.release.column("water").numbers()) waters.insert(water);
    for (const double age : ages) EXPECT_EQ(std::fmod(age, 10), 0);
    EXPECT_EQ(*ages.rbegin(), 100);
    EXPECT_EQ(waters, (std::set<double>{1, 2, 3, 9, 12}));
    EXPECT_TRUE(std::ranges::any_of(made.release.column("price").numbers(),
                                    [](double price) { return price < 0; }));
    for (const double number : made.release.column("number").numbers()) {
        EXPECT_TRUE(has_decimals(number, 1));
    }
    EXPECT_EQ(made.values["age"]["decimals"], -1);
    EXPECT_EQ(made.values["age"]["range"], Json::parse("[0.0, 100.0]"));
    EXPECT_GT(made.values["age"]["moved_to_bounds"], 0);
    EXPECT_EQ(made.values["water"]["codes"], 5);
    EXPECT_FALSE(made.values.contains("price"));
}

// A top code that masking took away, and codes that it joined, are of the original alone.
TEST(ReleasedValues, TheRecordTellsNoEndsAndCodesThatTheReleaseLacks) {
    std::vector<double> income(60, 777.5), code(60, 1), zero(60, 0);
    for (std::size_t i = 0; i < 30; ++i) {
        income[i] = 200 + static_cast<double>(i);
        code[i] = i < 15 ? 2 : 7;
        zero[i] = static_cast<double>(i % 2);
    }
    const Table table({Column::numeric("income", income), Column::numeric("code", code),
                       Column::numeric("zero", zero)});
    const std::string columns =
        "[columns]\ncode = { kind = \"numeric\" }\nzero = { kind = \"numeric\" }\n";
    const std::string coded = "[[step]]\nmethod = \"top-bottom-coding\"\n";
    const Execution cut = released_values_run(
        table, columns + coded + "columns = [\"income\"]\ntop = { income = 220 }\n");
    const auto highest = std::ranges::max(cut.release.column("income").numbers());
    ASSERT_LT(highest, 777.5);
    EXPECT_EQ(cut.values.dump().find("777.5"), std::string::npos) << cut.values.dump();
    EXPECT_EQ(cut.values["income"]["range"][0], 0);

    const Execution joined =
        released_values_run(table, columns + "[[step]]\nmethod = \"mdav\"\nk = 30\n");
    const std::pair<const char*, double> ends[] = {{"income", 777.5}, {"code", 7.0}};
    for (const auto& [name, end] : ends) {
        const auto numbers = joined.release.column(name).numbers();
        if (std::ranges::count(numbers, end) > 0) continue;
        const Json values = joined.values.value(name, Json::object());
        EXPECT_EQ(values.dump().find(fmt::format("{}", end)), std::string::npos) << values;
    }
    EXPECT_FALSE(joined.values["code"].contains("codes"));
}

TEST(ReleasedValues, AsMaskedIsWhatTheMethodMade) {
    const Table table = released_values_people(1, 60);
    const std::string step =
        "[columns]\nwater = { kind = \"numeric\" }\n[[step]]\nmethod = \"noise\"\n";
    const Execution raw = released_values_run(table, "[release]\nvalues = \"as-masked\"\n" + step);
    const Context context = test::threads(2);
    Problems problems;
    const Method& noise = find_method("noise", Family::mask);
    const MaskOutput output = noise.mask({table, table.names(), Random(1).step(0), context},
                                         noise.bind(Json::object(), {}, problems));
    EXPECT_TRUE(test::same_cells(raw.release, test::result(table, output)));
    EXPECT_TRUE(raw.values.empty());
    EXPECT_FALSE(test::same_cells(raw.release, released_values_run(table, step).release));
}

TEST(ReleasedValues, WrongDeclarationsAreToldTogether) {
    const Table table(
        {Column::numeric("age", {3, 130}), Column::numeric("code", {1, 4}),
         Column::from_texts("name", Kind::nominal, std::vector<std::string>{"a", "b"})});
    try {
        Problems problems;
        const Policy policy = parse_policy(R"([columns]
age = { role = "quasi", range = [0, 120] }
code = { values = [1, 2], round = 0 }
name = { round = 1 }
[release]
values = "rounded"
[[step]]
method = "noise"
columns = ["age"]
)",
                                           "p.toml", problems);
        make_plan(table, policy, problems);
        FAIL();
    } catch (const Error& error) {
        const std::string text = error.what();
        EXPECT_THAT(text, HasSubstr("1 of the 2 values of column \"age\" are outside the declared "
                                    "range"));
        EXPECT_THAT(text, HasSubstr("\"values\" goes without \"round\" and \"range\""));
        EXPECT_THAT(text, HasSubstr("for numeric columns"));
        EXPECT_THAT(text, HasSubstr("allowed: possible, as-masked"));
        EXPECT_THAT(text, ::testing::Not(HasSubstr("130")));
    }
    Problems problems;
    parse_policy(
        "[columns]\na = { round = 10 }\nb = { range = [3, 1] }\nc = { range = [1] }\n"
        "d = { values = [\"x\"] }\n[[step]]\nmethod = \"noise\"\n",
        "p.toml", problems);
    EXPECT_EQ(problems.size(), 4U);
}

TEST(ReleasedValues, AreWrittenIntoAPolicyAndReadBack) {
    const std::string text = policy_text(released_values_policy_of(R"([columns]
a = { role = "quasi", round = 0, range = [0, inf] }
b = { values = [9, 1, 2.5] }
c = { round = "none" }
[release]
values = "as-masked"
[[step]]
method = "noise"
)"));
    const Policy again = released_values_policy_of(text);
    EXPECT_EQ(policy_text(again), text);
    EXPECT_EQ(again.columns[0].values.decimals, 0);
    EXPECT_EQ(again.columns[0].values.least, 0);
    EXPECT_EQ(again.columns[0].values.most, std::nullopt);
    EXPECT_THAT(again.columns[1].values.codes, ElementsAre(1, 2.5, 9));
    EXPECT_TRUE(again.columns[2].values.as_masked);
    EXPECT_TRUE(again.as_masked);
}

// Rows of a CSV file without its head, each cut at the commas; no cell of ours has one.
std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    lines.erase(lines.begin());
    return lines;
}

Table with_holes(const Table& table, std::uint64_t seed) {
    return test::with_missing(table, Random(seed), 12);
}

// Observation: MDAV of a file with missing values leaves 29 people unique, and nothing is said.
TEST(ReleasedGuarantee, HoldsInTheFileWithMissingValues) {
    const test::TemporaryFolder folder;
    for (const char* method : {"mdav", "zscore-projection", "pca-projection", "mondrian",
                               "global-median", "sa-mdav", "semantic-recoding"}) {
        for (std::uint64_t seed = 0; seed < 25; ++seed) {
            const Table table = with_holes(released_values_people(seed, 80), seed);
            Policy policy;
            policy.columns.push_back({"water", Role::quasi, Kind::numeric, {}, {}});
            policy.steps.push_back({method, {}, {{"k", 3}}, {}, {}});
            if (std::string(method) == "mondrian") {
                policy.steps[0].parameters["publish"] = "representative";
            }
            const std::string path = folder.file("release.csv");
            const Protected made =
                protect_table(make_plan(table, policy), seed, {path, "", ""}, test::threads(2));
            std::map<std::string, int> times;
            for (const std::string& line : lines_of(path)) ++times[line];
            int smallest = 80;
            for (const auto& [line, count] : times) smallest = std::min(smallest, count);
            EXPECT_GE(smallest, 3) << method << seed;
            ASSERT_EQ(made.guarantees.size(), 1U);
            EXPECT_EQ(made.guarantees[0]["holds"], true) << method;
            EXPECT_EQ(made.guarantees[0]["smallest"], smallest) << method;
            EXPECT_EQ(made.guarantees[0]["groups"], times.size()) << method;
            const Json record = Json::parse(read_file(record_path(path)));
            EXPECT_EQ(record["guarantees"], made.guarantees);
        }
    }
}

TEST(ReleasedGuarantee, SaysWhereItDoesNotHold) {
    const test::TemporaryFolder folder;
    const Table table = with_holes(released_values_people(4, 200), 4);
    const auto counted = [&](std::string_view policy, const char* name) {
        return protect_table(make_plan(table, released_values_policy_of(policy)), 1,
                             {folder.file(name), "", ""}, test::threads(2))
            .guarantees;
    };
    const Json any = counted("[[step]]\nmethod = \"mdav\"\nk = 4\nmissing = \"any\"\n", "a.csv");
    EXPECT_EQ(any[0]["missing"], "any");
    EXPECT_EQ(any[0]["holds"], true);
    EXPECT_GT(any[0]["other_reading"]["unique"], 0);
    const Json broken = counted(
        "[[step]]\nmethod = \"mdav\"\nk = 4\n[[step]]\nmethod = \"noise\"\np = 30\n", "b.csv");
    EXPECT_EQ(broken[0]["holds"], false);
    const Json apart = counted(
        "[[step]]\nmethod = \"mdav\"\nk = 4\ngroups = [[\"age\"], [\"price\", \"water\"]]\n",
        "c.csv");
    ASSERT_EQ(apart.size(), 3U);
    EXPECT_EQ(apart[0]["holds"], true);
    EXPECT_EQ(apart[1]["holds"], true);
    EXPECT_EQ(apart[2]["scope"], "quasi-identifiers");
    EXPECT_EQ(apart[2]["holds"], false);
    EXPECT_EQ(apart[2]["unmasked"], Json::array({"number"}));
}

TEST(ReleasedGuarantee, IsCountedInEveryFormat) {
    const test::TemporaryFolder folder;
    const Table table = with_holes(released_values_people(4, 100), 4);
    for (const char* name : {"r.csv", "r.tsv", "r.json", "r.jsonl", "r.parquet"}) {
        const Protected made = protect_table(
            make_plan(table, released_values_policy_of("[[step]]\nmethod = \"mdav\"\nk = 5\n")), 1,
            {folder.file(name), "", ""}, test::threads(2));
        EXPECT_EQ(made.guarantees[0]["holds"], true) << name;
        EXPECT_GE(made.guarantees[0]["smallest"], 5) << name;
    }
}

// Who knows the masking still knows it after rounding, and is never wrongly certain.
TEST(ReleasedValues, IntersectionStaysCertainAfterRounding) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Table complete = released_values_people(seed, 60);
        const Table table = seed % 2 == 0 ? complete : with_holes(complete, seed);
        // Coarser than the data, so that known values are rounded as well.
        const std::string columns = seed % 3 == 0 ? R"([columns]
age = { role = "quasi", round = -1 }
price = { role = "quasi", round = -2 }
water = { role = "quasi", kind = "numeric" }
number = { role = "quasi", round = 0 }
)"
                                                  : "[columns]\nwater = { kind = \"numeric\" }\n";
        for (const char* method : {"individual-ranking", "optimal-univariate"}) {
            const std::string step = columns + "[[step]]\nmethod = \"" + method + "\"\nk = 3\n";
            const Plan plan = make_plan(table, released_values_policy_of(step));
            const Execution made = execute(plan, seed, test::threads(1));
            const Json record = release_record(plan, made, "", "");
            const Measurement found =
                test::assess("microaggregation-intersection", table, made.release, Json::object(),
                             1, test::Intruder{.record = record});
            EXPECT_EQ(found.details["hit"], 100.0) << method << seed;
            EXPECT_EQ(found.details["empty"], 0.0) << method << seed;
            EXPECT_EQ(found.details["certain"], found.details["certain_right"]) << method << seed;
        }
    }
}

TEST(ReleasedValues, SwappedRanksStayCertainAfterRounding) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Table table = released_values_people(seed, 60);
        const Plan plan = make_plan(table, released_values_policy_of(R"([columns]
age = { role = "quasi", round = -1 }
price = { role = "quasi", round = -1 }
water = { role = "quasi", kind = "numeric" }
number = { role = "quasi", round = 1 }
[[step]]
method = "rank-swapping"
p = 10
)"));
        const Execution made = execute(plan, seed, test::threads(1));
        const Measurement found =
            test::assess("rank-swapping-intersection", table, made.release, Json::object(), 1,
                         test::Intruder{.record = release_record(plan, made, "", "")});
        EXPECT_EQ(found.details["hit"], 100.0) << seed;
        EXPECT_EQ(found.details["certain"], found.details["certain_right"]) << seed;
    }
}

// Noise far below the unit of one column and far above that of another: the one that knows of the
// rounding links more than plain distance, and more than one that does not.
TEST(ReleasedValues, NoiseLinkageKnowsOfTheRounding) {
    const Stream stream = Random(5).stream("rows");
    std::vector<double> small, large;
    for (std::int64_t row = 0; row < 400; ++row) {
        Draws draws = stream.at(row);
        small.push_back(static_cast<double>(draws.below(40)));
        large.push_back(draws.normal() * 1000);
    }
    const Table table({Column::numeric("small", small), Column::numeric("large", large)});
    const Plan plan = make_plan(table, released_values_policy_of(R"([columns]
small = { role = "quasi" }
large = { role = "quasi" }
[[step]]
method = "noise"
p = 1
)"));
    const Execution made = execute(plan, 2, test::threads(1));
    Json record = release_record(plan, made, "", "");
    const auto value = [&](const Json& known) {
        return test::assess("noise-linkage", table, made.release, Json::object(), 1,
                            test::Intruder{.record = known})
            .value;
    };
    const double knowing = value(record);
    record.erase("values");
    EXPECT_GE(knowing, value(record));
    EXPECT_GT(knowing, 50);
}

}  // namespace
}  // namespace lethe::release
