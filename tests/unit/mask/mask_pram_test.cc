// PRAM: what is released follows the matrix, and the matrix is what the type promises.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "assess.h"
#include "lethe/algo/statistics/transition_draw.h"
#include "lethe/data/category_counts.h"
#include "lethe/method/transition_table.h"
#include "mask_support.h"

namespace lethe {
namespace {

using Eigen::Index;
using test::mask;
using test::problems;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

DictionaryPtr dictionary(Dictionary words) {
    return std::make_shared<const Dictionary>(std::move(words));
}

// counts[k] rows of category k.
Table pram_table_of(const std::vector<std::int64_t>& counts, Kind kind = Kind::nominal) {
    std::vector<std::int32_t> codes;
    Dictionary words;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        codes.insert(codes.end(), static_cast<std::size_t>(counts[k]),
                     static_cast<std::int32_t>(k));
        words.push_back(fmt::format("c{}", k));
    }
    return Table({Column::categories("c", kind, std::move(codes), dictionary(std::move(words)))});
}

TransitionTable recorded(const MaskOutput& output, const std::string& column = "c") {
    TransitionTable table;
    const bool is_public = output.facts.value("matrix", Json::object()).contains(column);
    const Json& facts = is_public ? output.facts : output.private_facts;
    EXPECT_EQ(read(facts.at("matrix").at(column), table), "");
    EXPECT_THAT(check(table, "recorded"), IsEmpty());
    return table;
}

// The largest distance, over categories, of the mean released frequency from `wanted`, in
// deviations of that mean. By the central limit theorem each is standard normal where `wanted` is
// what is expected: over 5 categories, 5.6 is exceeded with a probability of about 1e-7.
constexpr double kBound = 5.6;

double furthest(const Json& params, const Frequencies& wanted, int seeds) {
    const Table table = pram_table_of({900, 60, 25, 10, 5});
    const Frequencies original = frequencies(category_counts({}, table.column("c")));
    Frequencies sum = Frequencies::Zero(original.size());
    TransitionMatrix matrix;
    for (int seed = 0; seed < seeds; ++seed) {
        const MaskOutput output =
            run_mask("pram", table, params, {.seed = static_cast<std::uint64_t>(seed)});
        sum += frequencies(category_counts({}, *output.changed[0]));
        if (seed == 0) matrix = recorded(output).matrix();
    }
    double worst = 0;
    for (Index l = 0; l < sum.size(); ++l) {
        double variance = 0;
        for (Index k = 0; k < sum.size(); ++k) {
            variance += original[k] * matrix(k, l) * (1 - matrix(k, l));
        }
        const double z = (sum[l] / seeds - wanted[l]) / std::sqrt(variance / seeds);
        worst = std::max(worst, std::fabs(z));
    }
    return worst;
}

TEST(Pram, InvariantMatricesKeepExpectedFrequencies) {
    const Frequencies original = frequencies(std::vector<std::int64_t>{900, 60, 25, 10, 5});
    EXPECT_LT(furthest({{"type", "invariant"}, {"p", 0.6}}, original, 2000), kBound);
    EXPECT_LT(furthest({{"type", "invariant"}, {"p", 0.6}, {"change", 0.1}}, original, 2000),
              kBound);
    EXPECT_LT(furthest({{"type", "frequency"}, {"theta", 0.9}}, original, 2000), kBound);
    // And the test would notice: the constant matrix moves frequencies.
    EXPECT_GT(furthest({{"type", "constant"}, {"p", 0.99}}, original, 2000), 2 * kBound);
}

TEST(Pram, ReleasedFrequenciesFollowTheMatrix) {
    const Frequencies original = frequencies(std::vector<std::int64_t>{900, 60, 25, 10, 5});
    EXPECT_LT(furthest({{"type", "constant"}, {"p", 0.7}},
                       expected_frequencies(constant_diagonal(original, 0.7), original), 2000),
              kBound);
    EXPECT_LT(furthest({{"type", "even"}, {"p", 0.7}},
                       expected_frequencies(even_diagonal(5, 0.7), original), 2000),
              kBound);
}

// Every entry of a matrix with zeros, from many draws.
TEST(TransitionDraw, DrawsEachRow) {
    TransitionMatrix matrix(3, 3);
    matrix << 0.5, 0, 0.5, 0.2, 0.3, 0.5, 0, 0, 1;
    const TransitionDraw draw(matrix);
    constexpr int kDraws = 100000;
    for (std::int32_t k = 0; k < 3; ++k) {
        Frequencies seen = Frequencies::Zero(3);
        for (std::int64_t i = 0; i < kDraws; ++i) ++seen[draw(k, Random(3).stream("x").at(i))];
        for (Index l = 0; l < 3; ++l) {
            const double p = matrix(k, l);
            EXPECT_LE(std::fabs(seen[l] / kDraws - p), kBound * std::sqrt(p * (1 - p) / kDraws));
        }
    }
}

TEST(Pram, SameMatrixAsTheAlgorithm) {
    const Table table = pram_table_of({50, 30, 20});
    const Frequencies original = frequencies(std::vector<std::int64_t>{50, 30, 20});
    const TransitionMatrix constant = constant_diagonal(original, 0.6);
    const auto matrix = [&](const Json& params) {
        return recorded(run_mask("pram", table, params)).matrix();
    };
    EXPECT_EQ(matrix({{"type", "constant"}, {"p", 0.6}}), constant);
    EXPECT_EQ(matrix({{"p", 0.1}, {"p_by_column", {{"c", 0.6}}}}), constant);
    EXPECT_EQ(matrix({{"type", "frequency"}, {"theta", 0.3}}), frequency_diagonal(original, 0.3));
    EXPECT_EQ(matrix({{"type", "invariant"}, {"p", 0.6}}), made_invariant(constant, original));
    const Json given = transition_table({"c0", "c1", "c2"}, constant);
    EXPECT_EQ(matrix({{"type", "invariant"}, {"matrix", {{"c", given}}}}),
              made_invariant(normalised_rows(constant), original));
    const MaskOutput changed = run_mask("pram", table, {{"p", 0.6}, {"change", 0.2}});
    EXPECT_NEAR(changed.private_facts["expected_change"]["c"].get<double>(), 0.2, 1e-12);
}

// Whether the record of a step may hold the matrix of column c.
bool public_matrix_of(const Table& table, const Json& params) {
    const MaskOutput output = run_mask("pram", table, params);
    const bool is_public = output.facts.value("matrix", Json::object()).contains("c");
    EXPECT_NE(is_public, output.private_facts.value("matrix", Json::object()).contains("c"));
    return is_public;
}

TEST(Pram, OnlyMatricesThatTellNoFrequenciesArePublic) {
    const Table table = pram_table_of({500, 300, 200});
    const Json given = {{"categories", {"c0", "c1", "c2"}},
                        {"rows", {{0.8, 0.1, 0.1}, {0.1, 0.8, 0.1}, {0, 0.2, 0.8}}}};
    const Json as_given = {{"type", "matrix"}, {"matrix", {{"c", given}}}};
    const auto with = [](Json params, const Json& more) {
        params.update(more);
        return params;
    };
    EXPECT_TRUE(public_matrix_of(table, {{"type", "even"}, {"p", 0.9}}));
    EXPECT_TRUE(public_matrix_of(table, {{"type", "even"}, {"p", 0.5}, {"change", 0.2}}));
    EXPECT_TRUE(public_matrix_of(table, as_given));
    // How far it is mixed depends on the frequencies.
    EXPECT_FALSE(public_matrix_of(table, with(as_given, {{"change", 0.1}})));
    EXPECT_FALSE(public_matrix_of(table, {{"type", "matrix"}, {"private_matrix", {{"c", given}}}}));
    EXPECT_FALSE(public_matrix_of(table, {{"type", "invariant"}, {"matrix", {{"c", given}}}}));
    for (const char* type : {"constant", "frequency", "invariant"}) {
        EXPECT_FALSE(public_matrix_of(table, {{"type", type}})) << type;
    }
    // A category that chance left out would be named, and counted by the entries.
    const Table single = pram_table_of({1, 0, 1});
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const MaskOutput output =
            run_mask("pram", single, {{"type", "even"}, {"p", 0.5}}, {.seed = seed});
        const std::vector<std::int64_t> left = category_counts({}, *output.changed[0]);
        const bool all_there = left[0] > 0 && left[2] > 0;
        EXPECT_EQ(output.facts.contains("matrix"), all_there);
    }
}

TEST(Pram, ThePublicEvenMatrixIsThatOfTheMasking) {
    const Table table = pram_table_of({500, 300, 200});
    const MaskOutput output = run_mask("pram", table, {{"type", "even"}, {"p", 0.7}});
    EXPECT_EQ(recorded(output).matrix(), even_diagonal(3, 0.7));
    EXPECT_EQ(output.facts["expected_change"]["c"].get<double>(), 1 - 0.7);
    const MaskOutput mixed =
        run_mask("pram", table, {{"type", "even"}, {"p", 0.5}, {"change", 0.2}});
    EXPECT_NEAR((recorded(mixed).matrix() - even_diagonal(3, 0.8)).cwiseAbs().maxCoeff(), 0, 1e-12);
}

// The order of the original's rows is not told by that of the categories.
TEST(Pram, PublicCategoriesAreInTheirOwnOrder) {
    std::vector<std::int32_t> codes;
    for (std::int32_t row = 0; row < 90; ++row) codes.push_back(row % 3);
    const Table table({Column::categories("c", Kind::nominal, codes, dictionary({"z", "m", "a"})),
                       Column::categories("o", Kind::ordinal, codes, dictionary({"z", "m", "a"}))});
    const MaskOutput output = run_mask("pram", table, {{"type", "even"}, {"p", 0.9}});
    EXPECT_THAT(recorded(output).categories, ElementsAre("a", "m", "z"));
    EXPECT_THAT(recorded(output, "o").categories, ElementsAre("z", "m", "a"));
}

TEST(Pram, CategoriesThatNobodyHasStayAway) {
    const Table table = pram_table_of({40, 0, 60});
    for (const std::string type : {"constant", "frequency", "even", "invariant"}) {
        const MaskOutput output = run_mask("pram", table, {{"type", type}, {"p", 0.5}});
        EXPECT_THAT(recorded(output).categories, ElementsAre("c0", "c2")) << type;
        EXPECT_EQ(category_counts({}, *output.changed[0])[1], 0) << type;
    }
}

TEST(Pram, MissingStaysAndTakesNoPart) {
    Validity validity(4);
    validity.set_missing(1);
    const Table table(
        {Column::categories("c", Kind::nominal, {0, 0, 1, 1}, dictionary({"a", "b"}), validity)});
    const MaskOutput output = run_mask("pram", table, {{"type", "even"}, {"p", 0}});
    EXPECT_THAT(texts(test::result(table, output), "c"), ElementsAre("b", "NA", "a", "a"));
}

TEST(Pram, WordsForOddColumns) {
    Validity none(2);
    none.set_missing(0);
    none.set_missing(1);
    const Table table({Column::categories("empty", Kind::nominal, {0, 0}, dictionary({}), none),
                       Column::categories("one", Kind::ordinal, {0, 0}, dictionary({"a", "b"})),
                       Column::categories("key", Kind::nominal, {1, 0}, dictionary({"a", "b"}))});
    for (const Json& params : {Json{{"type", "invariant"}}, Json{{"type", "even"}, {"change", 0.1}},
                               Json{{"type", "frequency"}}, Json{{"type", "constant"}}}) {
        const MaskOutput output = run_mask("pram", table, params);
        ASSERT_GE(output.warnings.size(), 3U);
        EXPECT_EQ(output.warnings[0], "column \"empty\" has no values: it is unchanged");
        EXPECT_EQ(output.warnings[1], "column \"one\" has one category only: it is unchanged");
        EXPECT_THAT(output.warnings[2], HasSubstr("has 2 categories for 2 values"));
        const Table masked = test::result(table, output);
        EXPECT_THAT(texts(masked, "empty"), ElementsAre("NA", "NA"));
        EXPECT_THAT(texts(masked, "one"), ElementsAre("a", "a"));
    }
}

TEST(Pram, SaysWhenACategoryIsGone) {
    const Table table = pram_table_of({5, 1});
    const Json matrix = {{"categories", {"c0", "c1"}}, {"rows", {{1, 0}, {1, 0}}}};
    const MaskOutput output =
        run_mask("pram", table, {{"type", "matrix"}, {"matrix", {{"c", matrix}}}});
    ASSERT_THAT(output.warnings, SizeIs(1));
    EXPECT_EQ(output.warnings[0], "column \"c\" lost categories by chance");
}

TEST(Pram, TooManyCategories) {
    const Table table = pram_table_of(std::vector<std::int64_t>(1001, 1));
    try {
        run_mask("pram", table, {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        EXPECT_THAT(error.what(), HasSubstr("has 1001 categories; pram takes at most 1000"));
    }
}

// A matrix that leads to a new category decides the order of an ordinal column.
TEST(Pram, NewCategoriesOfAnOrder) {
    const Table table = pram_table_of({2, 2}, Kind::ordinal);
    const Json matrix = {{"categories", {"low", "c0", "c1"}},
                         {"rows", {{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}}};
    const Table masked = mask("pram", table, {{"type", "matrix"}, {"matrix", {{"c", matrix}}}});
    EXPECT_THAT(texts(masked, "c"), ElementsAre("low", "low", "c1", "c1"));
    EXPECT_THAT(masked.column("c").dictionary(), ElementsAre("low", "c0", "c1"));
    EXPECT_EQ(masked.column("c").kind(), Kind::ordinal);
}

TEST(Pram, ProblemsAreNamed) {
    const Table table = pram_table_of({5, 5});
    const auto with = [&](const Json& matrix) {
        return problems("pram", table, {{"type", "matrix"}, {"matrix", {{"c", matrix}}}});
    };
    EXPECT_THAT(
        with({{"categories", {"c0", "c1"}}, {"rows", {{0.5, 0.4}, {0.7, 0.7}}}}),
        ElementsAre("step 1.matrix: column \"c\": row 1 of the transition matrix sums to 0.9; it "
                    "must sum to 1",
                    "step 1.matrix: column \"c\": row 2 of the transition matrix sums to 1.4; it "
                    "must sum to 1"));
    EXPECT_THAT(with({{"categories", {"c0", "c0"}}, {"rows", {{1, 0}}}}),
                ElementsAre(HasSubstr("lists the category \"c0\" twice"),
                            HasSubstr("has 2 categories and 1 rows")));
    EXPECT_THAT(with({{"categories", {"c0", "c1"}}, {"rows", {{1}, {0, 1}}}}),
                ElementsAre(HasSubstr("row 1 of the transition matrix has 1 numbers; it needs one "
                                      "for each of the 2 categories")));
    EXPECT_THAT(with("m.csv"), ElementsAre(HasSubstr("cannot be read from a file here")));
    EXPECT_THAT(with({{"rows", {{1}}}}), ElementsAre(HasSubstr("must have categories and rows")));
    EXPECT_THAT(with({{"rows", {{1}}}, {"names", 1}}),
                ElementsAre(HasSubstr("has \"names\"; allowed: categories, rows")));
    EXPECT_THAT(problems("pram", table, {{"type", "matrix"}}),
                ElementsAre(HasSubstr("column \"c\" has no matrix")));
    const Json fine = {{"categories", {"c0", "c1"}}, {"rows", {{1, 0}, {0, 1}}}};
    EXPECT_THAT(problems("pram", table, {{"matrix", {{"c", fine}}}}),
                ElementsAre("step 1.type: matrices are given, but the type is neither matrix nor "
                            "invariant"));
    EXPECT_THAT(problems("pram", table, {{"type", "invariant"}, {"matrix", {{"d", fine}}}}),
                ElementsAre(HasSubstr("there is no column of this step \"d\"")));
}

// The release record of steps that ran.
Json pram_record_of(const Table& release, const std::vector<MaskOutput>& outputs,
                    const std::string& last = "pram") {
    Json record{{"release", {{"columns", Json::array()}}}, {"steps", Json::array()}};
    for (const std::string& name : release.names()) {
        record["release"]["columns"].push_back({{"name", name}});
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        record["steps"].push_back({{"method", i + 1 == outputs.size() ? last : "pram"},
                                   {"columns", release.names()},
                                   {"parameters", Json::object()},
                                   {"facts", outputs[i].facts},
                                   {"private_facts", outputs[i].private_facts}});
    }
    return record;
}

// The mean of many corrected frequencies is the original one: no bias, also after two steps.
TEST(PramCorrection, HasNoBias) {
    const Table table = pram_table_of({600, 300, 100});
    constexpr int kSeeds = 400;
    std::vector<double> sum(3, 0.0), deviation(3, 0.0);
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const MaskOutput first = run_mask("pram", table, {{"p", 0.8}}, {.seed = seed});
        const Table between = test::result(table, first);
        const MaskOutput second =
            run_mask("pram", between, {{"type", "even"}, {"p", 0.9}}, {.seed = seed + kSeeds});
        const Table release = test::result(between, second);
        const Measurement measured =
            test::assess("pram-correction", table, release, {}, 1,
                         {.record = pram_record_of(release, {first, second})});
        for (std::size_t k = 0; k < 3; ++k) {
            const Json& row = measured.about_original["frequencies"][k];
            sum[k] += row["corrected"].get<double>() / kSeeds;
            deviation[k] += row["deviation"].get<double>() / kSeeds;
        }
    }
    const std::vector<double> original{600, 300, 100};
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_LE(std::fabs(sum[k] - original[k]), kBound * deviation[k] / std::sqrt(kSeeds));
        EXPECT_GT(deviation[k], 1);
    }
}

TEST(PramCorrection, BringsTheTableOfTwoColumnsNearer) {
    std::vector<std::int32_t> a, b;
    for (std::int32_t row = 0; row < 20000; ++row) {
        a.push_back(row % 4 == 0 ? 1 : 0);
        b.push_back(row % 8 < 3 ? 0 : 1 + row % 2);
    }
    const Table table({Column::categories("a", Kind::nominal, a, dictionary({"x", "y"})),
                       Column::categories("b", Kind::ordinal, b, dictionary({"1", "2", "3"}))});
    const MaskOutput output = run_mask("pram", table, {{"p", 0.7}});
    const Table release = test::result(table, output);
    const Measurement measured = test::assess("pram-correction", table, release, {}, 1,
                                              {.record = pram_record_of(release, {output})});
    const Json& pair = measured.about_original["tables"][0];
    EXPECT_THAT(pair["columns"], ElementsAre("a", "b"));
    EXPECT_LT(pair["corrected"].get<double>(), 3);
    EXPECT_GT(pair["without_correction"].get<double>(), 15);
    EXPECT_LT(measured.value, 3);
    EXPECT_GT(measured.details["without_correction"].get<double>(), 10);
    EXPECT_THAT(measured.warnings, IsEmpty());
}

TEST(PramCorrection, SaysWhatItCannotDo) {
    const Table table = pram_table_of({6, 4});
    const auto message = [&](const Json& params, const Json& record) -> std::string {
        try {
            test::assess("pram-correction", table, table, params, 1, {.record = record});
        } catch (const Error& error) {
            return fmt::format("{}: {}", name(error.kind()), error.what());
        }
        return "none";
    };
    EXPECT_THAT(message({{"p", 0.5}}, nullptr), HasSubstr("unmet: column \"c\": the transition "
                                                          "matrix cannot be undone"));
    const Json other = {{"categories", {"c0", "d"}}, {"rows", {{1, 0}, {0, 1}}}};
    EXPECT_THAT(message({{"matrix", {{"c", other}}}}, nullptr),
                HasSubstr("input: column \"c\" has categories that its transition matrix does not "
                          "list"));
    const Json broken = {{"categories", {"c0", "c1"}}, {"rows", {{1, 1}, {0, 1}}}};
    EXPECT_THAT(message({{"matrix", {{"c", broken}}}}, nullptr), HasSubstr("row 1"));
    MaskOutput step;
    Json silent = pram_record_of(table, {step});
    silent["steps"][0]["parameters"] = {{"type", "matrix"}};
    EXPECT_THAT(message({}, silent),
                HasSubstr("usage: the transition matrix of column \"c\" is not "
                          "in the release record: give the private log"));
    step.facts["matrix"]["c"] = broken;
    EXPECT_THAT(message({}, pram_record_of(table, {step})), HasSubstr("cannot be read"));
    EXPECT_THAT(message({}, pram_record_of(table, {step}, "noise")),
                HasSubstr("usage: the release record has no pram step"));
}

// Without the log the owner's attacks and measures lose nothing: the matrix is made again.
TEST(PramCorrection, MakesTheMatrixAgainWhereOnlyParametersAreKnown) {
    const Table table = pram_table_of({600, 300, 100});
    const Json params = {{"type", "constant"}, {"p", 0.8}};
    const MaskOutput output = run_mask("pram", table, params, {.seed = 5});
    const Table release = test::result(table, output);
    const Json with_log = pram_record_of(release, {output});
    Json alone = with_log;
    alone["steps"][0].erase("private_facts");
    alone["steps"][0]["parameters"] = params;
    const auto measured = [&](const Json& record) {
        return test::assess("pram-correction", table, release, {}, 1, {.record = record});
    };
    const Measurement exact = measured(with_log), again = measured(alone);
    EXPECT_EQ(exact.value, again.value);
    EXPECT_EQ(exact.about_original, again.about_original);
    EXPECT_THAT(exact.warnings, IsEmpty());
    ASSERT_THAT(again.warnings, SizeIs(1));
    EXPECT_THAT(again.warnings[0], HasSubstr("made again from the original: c"));
}

TEST(PramCorrection, WarnsOfOtherMethodsAndNegativeEstimates) {
    const Table table = pram_table_of({96, 4});
    const Json even = transition_table({"c0", "c1"}, even_diagonal(2, 0.9));
    MaskOutput step;
    step.facts["matrix"]["c"] = even;
    const Measurement measured =
        test::assess("pram-correction", table, table, {}, 1,
                     {.record = pram_record_of(table, {step, step}, "rounding")});
    ASSERT_THAT(measured.warnings, SizeIs(2));
    EXPECT_THAT(measured.warnings[0], HasSubstr("corrected frequencies below 0: 1"));
    EXPECT_THAT(measured.warnings[1], HasSubstr("masked by other methods as well"));
}

}  // namespace
}  // namespace lethe
