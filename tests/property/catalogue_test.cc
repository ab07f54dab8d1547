// Every method of the catalogue is held to what it declares, on tables of several shapes.
#include "lethe/method/catalogue.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>

#include "lethe/core/file.h"
#include "lethe/data/groups.h"
#include "lethe/report/reference.h"
#include "lethe/search/evaluate.h"
#include "support.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

// 60 rows: normal numbers, whole numbers with ties, a constant, a linear combination; with missing
// values where asked for.
Table example_table(bool with_missing) {
    const Table base = test::random_table(Random(5), 60, 2);
    const Table ties = test::random_table(Random(6), 60, 3, 4);
    const auto a = base.column("a").numbers();
    const auto b = base.column("b").numbers();
    std::vector<double> sum(60), constant(60, 7.0);
    for (std::size_t i = 0; i < 60; ++i) sum[i] = 2 * a[i] + b[i];
    std::vector<ColumnPtr> columns{
        base.column_ptr("a"), base.column_ptr("b"), Column::numeric("sum", std::move(sum)),
        ties.column("c").renamed("ties"), Column::numeric("constant", std::move(constant))};
    if (!with_missing) return Table(columns);
    std::vector<ColumnPtr> holed;
    for (const ColumnPtr& column : columns) {
        Validity validity(60);
        const Stream stream = Random(9).stream(column->name());
        for (std::int64_t row = 0; row < 60; ++row) {
            if (stream.at(row).uniform() < 0.15) validity.set_missing(row);
        }
        holed.push_back(Column::numeric(
            column->name(), {column->numbers().begin(), column->numbers().end()}, validity));
    }
    return Table(holed);
}

Json bound_example(const Method& method) {
    Problems problems;
    Json parameters = method.bind(method.info.example, {}, problems);
    for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
    return parameters;
}

struct Masked {
    Table table;
    std::vector<std::int64_t> origin;
};

Masked mask(const Method& method, const Table& table, std::uint64_t seed, int threads,
            const Json& changes = Json::object()) {
    const Context context = test::threads(threads);
    Json parameters = bound_example(method);
    parameters.update(changes);
    const MaskOutput output =
        method.mask({table, table.names(), Random(seed), context}, parameters);
    Masked masked{table.with(output.changed), {}};
    if (output.kept_rows) {
        masked.table = masked.table.gather(*output.kept_rows);
        masked.origin = *output.kept_rows;
    }
    return masked;
}

std::string text_of(const Table& table) {
    std::string text;
    for (const ColumnPtr& column : table.columns()) {
        text += column->name() + "\n";
        for (std::int64_t row = 0; row < column->size(); ++row) {
            text += column->valid(row) ? column->text(row) + "\n" : std::string("-\n");
        }
    }
    return text;
}

class EachMethod : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam()); }
};
class EachMask : public EachMethod {};
class EachAnonymousMask : public EachMethod {};
class EachOrderFreeMask : public EachMethod {};
class EachRowWiseMask : public EachMethod {};
class EachAssessment : public EachMethod {};
class EachLoss : public EachMethod {};
class EachTransparentAssessment : public EachMethod {};

TEST_P(EachMethod, IsDescribed) {
    const MethodInfo& info = method().info;
    EXPECT_FALSE(info.title.empty() || info.kinds.empty() || info.cites.empty());
    EXPECT_TRUE(info.summary.ends_with("."));
    EXPECT_GE(info.description.size(), 100U);
    const std::string bibliography = read_file(test::source_path("docs/references.bib"));
    for (const std::string& cite : info.cites) {
        EXPECT_NE(bibliography.find("{" + cite + ","), std::string::npos) << cite;
    }
    for (const Parameter& parameter : method().parameters) {
        EXPECT_FALSE(parameter.text.empty() || parameter.text.ends_with(".")) << parameter.name;
    }
    bound_example(method());
}

TEST_P(EachMethod, DefaultsBind) {
    Json given = Json::object();
    for (const Parameter& parameter : method().parameters) {
        if (parameter.required) given[parameter.name] = method().info.example.at(parameter.name);
    }
    Problems problems;
    const Json once = method().bind(given, {}, problems);
    const Json twice = method().bind(once, {}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(once, twice);
}

TEST_P(EachMethod, UnknownAndWrongParametersAreReportedTogether) {
    Json given = method().info.example;
    given["no-such-parameter"] = 1;
    std::size_t expected = 1;
    for (const Parameter& parameter : method().parameters) {
        if (!parameter.range.least) continue;
        given[parameter.name] = *parameter.range.least - 1;
        ++expected;
    }
    Problems problems;
    method().bind(given, {}, problems);
    EXPECT_GE(problems.size(), expected);
}

TEST_P(EachMethod, HasACase) {
    bool found = false;
    for (const auto& entry : fs::directory_iterator(test::source_path("tests/cases"))) {
        if (entry.path().extension() != ".toml") continue;
        const std::string text = read_file(entry.path().string());
        found = found || text.find(fmt::format("method = \"{}\"", GetParam())) != std::string::npos;
    }
    EXPECT_TRUE(found) << "no case file in tests/cases names this method";
}

TEST_P(EachMethod, ReferencePageIsCurrent) {
    const std::string path = test::source_path("docs/reference/" + GetParam() + ".md");
    ASSERT_TRUE(fs::exists(path)) << "run: lethe methods --write docs/reference";
    EXPECT_EQ(read_file(path), method_page(method()))
        << "run: lethe methods --write docs/reference";
}

TEST_P(EachMask, SameBytesForAnyNumberOfThreads) {
    for (const bool missing : {false, true}) {
        const Table table = example_table(missing);
        const std::string one = text_of(mask(method(), table, 1, 1).table);
        EXPECT_EQ(one, text_of(mask(method(), table, 1, 2).table));
        EXPECT_EQ(one, text_of(mask(method(), table, 1, 5).table));
    }
    const std::int64_t rows = method().has(Property::pairwise) ? 1500 : 40000;
    const Table large = test::random_table(Random(3), rows, 2);
    EXPECT_EQ(text_of(mask(method(), large, 1, 1).table),
              text_of(mask(method(), large, 1, 3).table));
}

// In the example, or in one of the other choices that the method offers.
TEST_P(EachMask, TheSeedMattersExactlyWhereDeclared) {
    const Table table = example_table(false);
    const auto differs = [&](const Json& changes) {
        return text_of(mask(method(), table, 1, 2, changes).table) !=
               text_of(mask(method(), table, 2, 2, changes).table);
    };
    bool any = differs(Json::object());
    for (const Parameter& parameter : method().parameters) {
        for (const std::string& choice : parameter.choices) {
            any = any || differs({{parameter.name, choice}});
        }
    }
    EXPECT_EQ(any, method().has(Property::random));
}

TEST_P(EachMask, KeepsMissingAndMakesNoneUnlessDeclared) {
    const Table table = example_table(true);
    const Masked masked = mask(method(), table, 1, 2);
    for (const ColumnPtr& column : masked.table.columns()) {
        const Column& before = table.column(column->name());
        for (std::int64_t row = 0; row < column->size(); ++row) {
            const std::int64_t from =
                masked.origin.empty() ? row : masked.origin[static_cast<std::size_t>(row)];
            if (!before.valid(from)) {
                EXPECT_FALSE(column->valid(row));
            }
            if (before.valid(from) && !method().has(Property::makes_missing)) {
                EXPECT_TRUE(column->valid(row));
            }
        }
    }
}

TEST_P(EachMask, RowsChangeOnlyWhereDeclared) {
    const Table table = example_table(false);
    if (!method().has(Property::changes_rows)) {
        EXPECT_EQ(mask(method(), table, 1, 2).table.rows(), table.rows());
    }
}

TEST_P(EachAnonymousMask, ReachesK) {
    const Table table = example_table(false);
    const Masked masked = mask(method(), table, 1, 2);
    const Json k = bound_example(method())["k"];
    const auto least = k.is_array() ? k[0].get<std::int64_t>() : k.get<std::int64_t>();
    const auto groups = group_rows(test::threads(2), masked.table, masked.table.names());
    EXPECT_GE(groups.smallest(), least);
}

TEST_P(EachMask, KeepsMarginalsAndMeansWhereDeclared) {
    const Table table = example_table(false);
    const Masked masked = mask(method(), table, 1, 2);
    for (const ColumnPtr& column : masked.table.columns()) {
        if (!column->is_numeric()) continue;
        const auto span_before = table.column(column->name()).numbers();
        const auto span_after = column->numbers();
        std::vector<double> before(span_before.begin(), span_before.end());
        std::vector<double> after(span_after.begin(), span_after.end());
        if (method().has(Property::keeps_means)) {
            EXPECT_NEAR(std::accumulate(before.begin(), before.end(), 0.0) / 60,
                        std::accumulate(after.begin(), after.end(), 0.0) / 60, 1e-9);
        }
        if (method().has(Property::keeps_marginals)) {
            std::sort(before.begin(), before.end());
            std::sort(after.begin(), after.end());
            EXPECT_EQ(before, after);
        }
    }
}

TEST_P(EachOrderFreeMask, RowOrderDoesNotMatter) {
    const Table table = test::random_table(Random(4), 80, 3);
    const auto order = random_permutation(Random(4).stream("order"), 80);
    EXPECT_EQ(text_of(mask(method(), table.gather(order), 1, 2).table),
              text_of(mask(method(), table, 1, 2).table.gather(order)));
}

TEST_P(EachRowWiseMask, RowsAreMaskedAlone) {
    const Table table = test::random_table(Random(4), 80, 3);
    std::vector<std::int64_t> first(50);
    std::iota(first.begin(), first.end(), std::int64_t{0});
    EXPECT_EQ(text_of(mask(method(), table.gather(first), 1, 2).table),
              text_of(mask(method(), table, 1, 2).table.gather(first)));
}

TEST_P(EachAssessment, RunsOnEveryShapeAndThreadsDoNotMatter) {
    for (const bool missing : {false, true}) {
        const Table original = example_table(missing);
        const Table masked = mask(*find_method("noise"), original, 1, 2).table;
        const Comparable pair = make_comparable(original, masked, {}, {});
        const std::vector<Choice> choice{{GetParam(), method().info.example}};
        const auto run = [&](int threads) {
            return run_assessments(method().info.family, choice, pair, {}, false, Random(1),
                                   test::threads(threads))
                .results[0];
        };
        const Json one = run(1);
        EXPECT_EQ(one.dump(), run(3).dump());
        ASSERT_TRUE(one["value"].is_number()) << one.dump();
        EXPECT_TRUE(std::isfinite(one["value"].get<double>()));
        if (method().info.family == Family::attack) {
            EXPECT_GE(one["value"].get<double>(), 0.0);
            EXPECT_LE(one["value"].get<double>(), 100.0);
        }
    }
}

TEST_P(EachLoss, NothingIsLostWhereNothingChanged) {
    const Table original = example_table(false);
    const Comparable pair = make_comparable(original, original, {}, {});
    const std::vector<Choice> choice{{GetParam(), method().info.example}};
    const Json result =
        run_assessments(Family::loss, choice, pair, {}, false, Random(1), test::threads(2))
            .results[0];
    EXPECT_NEAR(result["value"].get<double>(), 0.0, 1e-9);
}

// What needs to know how the data were masked says so where nobody tells it.
TEST_P(EachTransparentAssessment, AsksForTheRelease) {
    const Table original = example_table(false);
    const Comparable pair = make_comparable(original, original, {}, {});
    const std::vector<Choice> choice{{GetParam()}};
    try {
        run_assessments(method().info.family, choice, pair, {}, false, Random(1), test::threads(2));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_NE(std::string(error.what()).find("--release"), std::string::npos) << error.what();
    }
}

TEST(Catalogue, NamesAreUnique) {
    std::set<std::string> names;
    for (const Method& method : catalogue()) {
        EXPECT_TRUE(names.insert(method.info.name).second) << method.info.name;
    }
    EXPECT_GE(names.size(), 25U);
}

TEST(Catalogue, ReferenceIndexIsCurrent) {
    EXPECT_EQ(read_file(test::source_path("docs/reference/index.md")), reference_index());
}

TEST(Catalogue, WrongNamesGetHelp) {
    try {
        find_method("mdaw", Family::mask);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean \"mdav\""), std::string::npos);
    }
    EXPECT_THROW(find_method("il1", Family::mask), Error);
}

using Wanted = bool (*)(const Method&);

std::vector<std::string> names_of(Wanted wanted) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (wanted(method)) names.push_back(method.info.name);
    }
    return names;
}

template <Property property>
bool mask_with(const Method& method) {
    return method.info.family == Family::mask && method.has(property);
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

#define LETHE_FOR_EACH(suite, wanted) \
    INSTANTIATE_TEST_SUITE_P(Catalogue, suite, testing::ValuesIn(names_of(wanted)), test_name)

LETHE_FOR_EACH(EachMethod, [](const Method&) { return true; });
LETHE_FOR_EACH(EachMask, [](const Method& method) { return method.info.family == Family::mask; });
LETHE_FOR_EACH(EachAnonymousMask, mask_with<Property::k_anonymous>);
LETHE_FOR_EACH(EachOrderFreeMask, mask_with<Property::row_order_independent>);
LETHE_FOR_EACH(EachRowWiseMask, mask_with<Property::row_wise>);
LETHE_FOR_EACH(EachAssessment,
               [](const Method& method) { return method.info.family != Family::mask; });
LETHE_FOR_EACH(EachLoss, [](const Method& method) {
    return method.info.family == Family::loss && !method.has(Property::transparent);
});
LETHE_FOR_EACH(EachTransparentAssessment, [](const Method& method) {
    return method.info.family != Family::mask && method.has(Property::transparent);
});

}  // namespace
}  // namespace lethe
