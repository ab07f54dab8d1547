#include <algorithm>
#include <cmath>
#include <map>

#include "lethe/data/groups.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::run_mask;
using test::texts;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<std::string> kLevels = {"low", "mid", "high", "top"};

ColumnPtr levels(const std::vector<std::string>& values) {
    return Column::from_texts("level", Kind::nominal, values)->as_ordinal(kLevels);
}

// Numbers, ordinal and nominal categories, with gaps in all of them.
Table random_people(std::uint64_t seed, std::int64_t rows, double missing) {
    const Stream stream = Random(seed).stream("people");
    std::vector<double> age;
    std::vector<std::int32_t> level, job;
    Validity no_age(rows), no_level(rows), no_job(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        age.push_back(static_cast<double>(draws.below(30)));
        level.push_back(static_cast<std::int32_t>(draws.below(4)));
        job.push_back(static_cast<std::int32_t>(draws.below(3) * draws.below(3)));
        for (Validity* validity : {&no_age, &no_level, &no_job}) {
            if (draws.uniform() < missing) validity->set_missing(row);
        }
    }
    const Dictionary jobs = {"a", "b", "c", "d", "e", "unused"};
    return Table({Column::numeric("age", age, no_age),
                  Column::categories("level", Kind::ordinal, level,
                                     std::make_shared<const Dictionary>(kLevels), no_level),
                  Column::categories("job", Kind::nominal, job,
                                     std::make_shared<const Dictionary>(jobs), no_job)});
}

TEST(MaskMondrian, ReachesKWhateverIsMissing) {
    for (const double missing : {0.0, 0.02, 0.3, 0.9}) {
        for (const char* mode : {"strict", "relaxed"}) {
            for (const char* publish : {"interval", "set", "representative"}) {
                for (const int k : {2, 7}) {
                    const Table table = random_people(3, 300, missing);
                    const Table masked =
                        mask("mondrian", table, {{"k", k}, {"mode", mode}, {"publish", publish}});
                    EXPECT_GE(group_rows(test::threads(1), masked, masked.names()).smallest(), k);
                }
            }
        }
    }
}

TEST(MaskMondrian, OrdinalIntervalsKeepTheirOrder) {
    const Table table({levels({"top", "mid", "low", "high"})});
    const Table masked = mask("mondrian", table, {{"k", 2}});
    EXPECT_THAT(texts(masked, "level"),
                ElementsAre("[high,top]", "[low,mid]", "[low,mid]", "[high,top]"));
    EXPECT_EQ(masked.column("level").kind(), Kind::ordinal);
    EXPECT_THAT(masked.column("level").dictionary(), ElementsAre("[low,mid]", "[high,top]"));
    const Table sets = mask("mondrian", table, {{"k", 4}, {"publish", "set"}});
    EXPECT_THAT(texts(sets, "level"), Each("{low,mid,high,top}"));
    const Table typical = mask("mondrian", table, {{"k", 4}, {"publish", "representative"}});
    EXPECT_THAT(texts(typical, "level"), Each("mid"));
    EXPECT_EQ(typical.column("level").dictionary_ptr(), table.column("level").dictionary_ptr());
}

// b and c are equally frequent: the first in the dictionary, which is in order of appearance.
TEST(MaskMondrian, TheFirstOfTheMostFrequentStandsForNominals) {
    const std::vector<std::string> jobs = {"a", "c", "b", "b", "c"};
    const Table table({Column::from_texts("job", Kind::nominal, jobs)});
    EXPECT_THAT(texts(mask("mondrian", table, {{"k", 5}, {"publish", "representative"}}), "job"),
                Each("c"));
}

TEST(MaskMondrian, MeansAndMedians) {
    const Table table = test::numeric_table({{"x", {1, 2, 3, 10}}});
    const Json params = {{"k", 4}, {"publish", "representative"}};
    EXPECT_THAT(texts(mask("mondrian", table, params), "x"), Each("4"));
    Json median = params;
    median["average"] = "median";
    EXPECT_THAT(texts(mask("mondrian", table, median), "x"), Each("2.5"));
}

TEST(MaskMondrian, SaysWhatBecameMissing) {
    const Table table({test::with_missing("x", {1, 2, 3, 4}, {1})});
    const MaskOutput output = run_mask("mondrian", table, {{"k", 2}});
    EXPECT_THAT(texts(test::result(table, output), "x"), ElementsAre("[1,3]", "NA", "[1,3]", "NA"));
    EXPECT_EQ(output.facts["suppressed_cells"], Json({{"x", 1}}));
    EXPECT_EQ(output.facts["groups"], 2);
    EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("missing: 1")));
}

TEST(MaskMondrian, OneCategoryAndMoreCategoriesThanRecords) {
    const Dictionary many = {"a", "b", "c", "d", "e", "f", "g"};
    const Table table({Column::categories("one", Kind::nominal, {0, 0, 0, 0},
                                          std::make_shared<const Dictionary>(Dictionary{"a"})),
                       Column::categories("many", Kind::nominal, {6, 0, 5, 1},
                                          std::make_shared<const Dictionary>(many))});
    const Table masked = mask("mondrian", table, {{"k", 2}});
    EXPECT_THAT(texts(masked, "one"), Each("a"));
    EXPECT_THAT(texts(masked, "many"), ElementsAre("{f,g}", "{a,b}", "{f,g}", "{a,b}"));
    EXPECT_THAT(test::problems("mondrian", table, {{"k", 5}}),
                ElementsAre("step 1.k: k is 5, but the table has 4 rows"));
    EXPECT_THAT(test::problems("mondrian", table, {{"k", 4}}), IsEmpty());
}

TEST(MaskMondrian, SaysWhenAColumnIsEmpty) {
    const Table table({test::with_missing("x", {0, 0}, {0, 1}), Column::numeric("y", {1, 2})});
    for (const char* method : {"mondrian", "global-median", "local-suppression"}) {
        EXPECT_THAT(run_mask(method, table, {{"k", 2}}).warnings,
                    ::testing::Contains("column \"x\" holds no value"))
            << method;
    }
}

TEST(MaskGlobalMedian, DoesNotDependOnTheOrderOfRows) {
    for (const char* cut : {"region", "cluster"}) {
        const Table table = random_people(5, 200, 0.1);
        const auto order = random_permutation(Random(6).stream("order"), 200);
        EXPECT_TRUE(test::same_cells(mask("global-median", table.gather(order), {{"cut", cut}}),
                                     mask("global-median", table, {{"cut", cut}}), order));
    }
}

TEST(MaskGlobalMedian, ShowsOnlyCategoriesOfTheOriginal) {
    const Table table = random_people(7, 200, 0.0);
    const Table masked = mask("global-median", table, {{"k", 4}});
    for (const char* name : {"level", "job"}) {
        EXPECT_EQ(masked.column(name).dictionary_ptr(), table.column(name).dictionary_ptr());
    }
    EXPECT_GE(group_rows(test::threads(1), masked, masked.names()).smallest(), 4);
}

// The rows of each class of the masked columns, with how often each secret occurs among them.
std::vector<std::map<std::string, double>> secrets_by_class(
    const Table& masked, const std::vector<std::string>& columns) {
    const Groups groups = group_rows(test::threads(1), masked, columns);
    std::vector<std::map<std::string, double>> counts(groups.sizes.size());
    const std::vector<std::string> secrets = texts(masked, "secret");
    for (std::size_t row = 0; row < secrets.size(); ++row) {
        ++counts[static_cast<std::size_t>(groups.class_of[row])][secrets[row]];
    }
    return counts;
}

Table people_with_secrets(std::uint64_t seed, std::int64_t rows) {
    const Stream stream = Random(seed).stream("secrets");
    std::vector<std::string> secrets;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        secrets.push_back(std::string(1, static_cast<char>('a' + draws.below(2) * draws.below(4))));
    }
    std::vector<ColumnPtr> columns = random_people(seed, rows, 0.05).columns();
    columns.push_back(Column::from_texts("secret", Kind::nominal, secrets));
    return Table(columns);
}

TEST(MaskMondrian, CutsOnlyWhereModelsHoldOnBothSides) {
    const std::vector<std::string> columns = {"age", "level", "job"};
    std::size_t finest = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const Table table = people_with_secrets(seed, 200);
        std::map<std::string, double> all;
        for (const std::string& secret : texts(table, "secret")) all[secret] += 1.0 / 200;
        const char* mode = seed % 2 == 0 ? "strict" : "relaxed";
        const Table masked = mask("mondrian", table,
                                  {{"k", 3},
                                   {"mode", mode},
                                   {"models", "l-distinct:2 + t-equal:0.35 + alpha:0.9"},
                                   {"sensitive", {"secret"}}},
                                  {.columns = columns});
        const auto classes = secrets_by_class(masked, columns);
        finest = std::max(finest, classes.size());
        for (const auto& counts : classes) {
            double people = 0, most = 0, moved = 0;
            for (const auto& [secret, count] : counts) people += count;
            for (const auto& [secret, share] : all) {
                const auto own = counts.find(secret);
                const double q = own == counts.end() ? 0 : own->second / people;
                moved += std::abs(share - q) / 2;
                most = std::max(most, q);
            }
            EXPECT_GE(people, 3);
            EXPECT_GE(counts.size(), 2u);
            EXPECT_LE(moved, 0.35 + 1e-12);
            EXPECT_LE(most, 0.9);
        }
    }
    EXPECT_GT(finest, 10u);
}

TEST(MaskMondrian, ModelsThatAskForNothingChangeNothing) {
    const Table table = people_with_secrets(4, 200);
    const std::vector<std::string> columns = {"age", "level", "job"};
    const Table plain = mask("mondrian", table, {{"k", 3}}, {.columns = columns});
    const Table asked =
        mask("mondrian", table, {{"k", 3}, {"models", "t-equal:1"}, {"sensitive", {"secret"}}},
             {.columns = columns});
    for (const std::string& name : columns) EXPECT_EQ(texts(plain, name), texts(asked, name));
}

TEST(MaskMondrian, RefusesModelsThatDoNotHoldWhereGroupsLookAlike) {
    const Table table = people_with_secrets(4, 50);
    const std::vector<std::string> columns = {"age"};
    for (const char* models : {"delta:1.5", "presence:0.1..0.5", "risk-average:0.1"}) {
        Problems problems;
        const Method& mondrian = find_method("mondrian", Family::mask);
        const Json parameters =
            mondrian.bind({{"models", models}, {"sensitive", {"secret"}}}, {}, problems);
        mondrian.check(table, columns, parameters, {}, problems);
        ASSERT_FALSE(problems.empty()) << models;
        EXPECT_THAT(problems.front().message, HasSubstr("group by group")) << models;
    }
}

}  // namespace
}  // namespace lethe
