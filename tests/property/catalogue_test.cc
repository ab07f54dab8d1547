// Every method of the catalogue is held to what it declares, on tables of several shapes.
#include "lethe/method/catalogue.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>
#include <utility>

#include "example_key.h"
#include "example_tables.h"
#include "lethe/data/groups.h"
#include "lethe/io/file.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/report/base/reference.h"
#include "people_columns.h"
#include "support.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

struct Masked {
    Table table;
    std::vector<std::int64_t> origin;
};

Masked mask(const Method& method, const Table& table, std::uint64_t seed, int threads,
            const Json& changes = Json::object()) {
    const Context context = test::threads(threads);
    Json parameters = bound_example(method);
    parameters.update(changes);
    const MaskOutput output = method.mask(
        {table, test::columns_to_mask(method, table), Random(seed), context, &test::example_key()},
        parameters);
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
class EachMatchingMask : public EachMethod {};
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
    for (const auto& entry : fs::recursive_directory_iterator(test::source_path("tests/cases"))) {
        if (entry.path().extension() != ".toml") continue;
        const std::string text = read_file(entry.path().string());
        found = found || text.find(fmt::format("method = \"{}\"", GetParam())) != std::string::npos;
    }
    EXPECT_TRUE(found) << "no case file in tests/cases names this method";
}

TEST_P(EachMethod, ReferencePageIsCurrent) {
    const std::string path =
        test::source_path("docs/reference/" + report::reference_file(method()));
    ASSERT_TRUE(fs::exists(path)) << "run: lethe methods --write docs/reference";
    EXPECT_EQ(read_file(path), report::method_page(method()))
        << "run: lethe methods --write docs/reference";
}

TEST_P(EachMask, SameBytesForAnyNumberOfThreads) {
    for (const Table& table : tables_with_and_without_missing(method())) {
        const std::string one = text_of(mask(method(), table, 1, 1).table);
        EXPECT_EQ(one, text_of(mask(method(), table, 1, 2).table));
        EXPECT_EQ(one, text_of(mask(method(), table, 1, 5).table));
    }
    const std::int64_t rows = method().has(Property::pairwise) ? 1500 : 40000;
    const Table large = large_table(method(), rows);
    EXPECT_EQ(text_of(mask(method(), large, 1, 1).table),
              text_of(mask(method(), large, 1, 3).table));
}

// In the example, or in one of the other choices that the method offers.
TEST_P(EachMask, TheSeedMattersExactlyWhereDeclared) {
    const auto differs = [&](const Json& changes) {
        const std::vector<Table> tables = example_tables(method());
        Json parameters = bound_example(method());
        parameters.update(changes);
        return std::any_of(tables.begin(), tables.end(), [&](const Table& table) {
            if (!fits(method(), table, parameters)) return false;
            return text_of(mask(method(), table, 1, 2, changes).table) !=
                   text_of(mask(method(), table, 2, 2, changes).table);
        });
    };
    bool any = differs(Json::object());
    for (const Parameter& parameter : method().parameters) {
        for (const std::string& choice : parameter.choices) {
            any = any || differs({{parameter.name, choice}});
        }
    }
    EXPECT_EQ(any, method().has(Property::random));
}

void expect_missing_kept(const Method& method, const Table& table, const Masked& masked) {
    for (const ColumnPtr& column : masked.table.columns()) {
        if (table.find(column->name()) == nullptr) continue;  // a new one
        const Column& before = table.column(column->name());
        for (std::int64_t row = 0; row < column->size(); ++row) {
            const std::int64_t from =
                masked.origin.empty() ? row : masked.origin[static_cast<std::size_t>(row)];
            if (!before.valid(from) && method.info.missing != Missing::own_category) {
                EXPECT_FALSE(column->valid(row));
            }
            if (before.valid(from) && !method.has(Property::makes_missing)) {
                EXPECT_TRUE(column->valid(row));
            }
        }
    }
}

TEST_P(EachMask, KeepsMissingAndMakesNoneUnlessDeclared) {
    for (const Table& complete : example_tables(method())) {
        const Table table = holed(complete);
        expect_missing_kept(method(), table, mask(method(), table, 1, 2));
    }
}

TEST_P(EachMask, RowsChangeOnlyWhereDeclared) {
    if (method().has(Property::changes_rows)) GTEST_SKIP() << "does not apply: it drops rows";
    for (const Table& table : example_tables(method())) {
        EXPECT_EQ(mask(method(), table, 1, 2).table.rows(), table.rows());
    }
}

// No change, and one choice of a parameter changed at a time.
std::vector<Json> other_choices(const Method& method) {
    std::vector<Json> changes{Json::object()};
    for (const Parameter& parameter : method.parameters) {
        for (const std::string& choice : parameter.choices) {
            changes.push_back({{parameter.name, choice}});
        }
    }
    return changes;
}

// In the example and with each other choice that the method offers, with missing values too: they
// are values of their own, unless the method was told that they agree with anything.
TEST_P(EachAnonymousMask, ReachesK) {
    EXPECT_EQ(method().info.missing, Missing::own_category);
    const Json example = bound_example(method());
    const Json& k = example["k"];
    const auto least = k.is_array() ? k[0].get<std::int64_t>() : k.get<std::int64_t>();
    std::vector<Table> tables = tables_with_and_without_missing(method());
    if (method().accepts(Kind::semantic)) {
        tables.push_back(concept_table());
        tables.push_back(holed(concept_table()));
    }
    for (const Json& change : other_choices(method())) {
        if (change.value("missing", "own") == "any") continue;  // see EachMatchingMask
        Json parameters = example;
        parameters.update(change);
        int masked_tables = 0;
        for (const Table& table : tables) {
            // Columns of some kinds do not have every choice.
            if (!fits(method(), table, parameters)) continue;
            const Masked masked = mask(method(), table, 1, 2, change);
            const auto groups = group_rows(test::threads(2), masked.table, masked.table.names());
            EXPECT_GE(groups.smallest(), least) << change.dump();
            ++masked_tables;
        }
        EXPECT_GT(masked_tables, 0) << change.dump();
    }
}

TEST_P(EachMatchingMask, ReachesK) {
    const Json given = bound_example(method())["k"];
    const auto k = given.is_array() ? given[0].get<std::int64_t>() : given.get<std::int64_t>();
    for (const Json& change : other_choices(method())) {
        for (const Table& table : tables_with_and_without_missing(method())) {
            const Masked masked = mask(method(), table, 1, 2, change);
            const auto matches =
                matching_rows(test::threads(2), masked.table, masked.table.names());
            EXPECT_GE(*std::min_element(matches.begin(), matches.end()), k) << change.dump();
        }
    }
}

TEST_P(EachMask, KeepsMarginalsAndMeansWhereDeclared) {
    const auto sorted = [](auto values) {
        std::vector result(values.begin(), values.end());
        std::sort(result.begin(), result.end());
        return result;
    };
    for (const Table& table : example_tables(method())) {
        const Masked masked = mask(method(), table, 1, 2);
        for (const ColumnPtr& column : masked.table.columns()) {
            if (table.find(column->name()) == nullptr) continue;  // a new one
            const Column& original = table.column(column->name());
            if (method().has(Property::keeps_marginals)) {
                if (column->is_numeric()) {
                    EXPECT_EQ(sorted(original.numbers()), sorted(column->numbers()));
                } else {
                    EXPECT_EQ(sorted(original.codes()), sorted(column->codes()));
                }
            }
            if (method().has(Property::keeps_means) && column->is_numeric()) {
                const auto before = original.numbers();
                const auto after = column->numbers();
                EXPECT_NEAR(std::accumulate(before.begin(), before.end(), 0.0) / 60,
                            std::accumulate(after.begin(), after.end(), 0.0) / 60, 1e-9);
            }
        }
    }
}

TEST_P(EachOrderFreeMask, RowOrderDoesNotMatter) {
    const Table table = large_table(method(), 80);
    const auto order = random_permutation(Random(4).stream("order"), 80);
    EXPECT_EQ(text_of(mask(method(), table.gather(order), 1, 2).table),
              text_of(mask(method(), table, 1, 2).table.gather(order)));
}

TEST_P(EachRowWiseMask, RowsAreMaskedAlone) {
    const Table table = large_table(method(), 80);
    std::vector<std::int64_t> first(50);
    std::iota(first.begin(), first.end(), std::int64_t{0});
    EXPECT_EQ(text_of(mask(method(), table.gather(first), 1, 2).table),
              text_of(mask(method(), table, 1, 2).table.gather(first)));
}

TEST_P(EachAssessment, RunsOnEveryShapeAndThreadsDoNotMatter) {
    for (const Table& original : tables_with_and_without_missing(method())) {
        const release::Comparable pair =
            release::make_comparable(original, some_masking(original), {}, {});
        const std::vector<release::Choice> choice{{GetParam(), method().info.example}};
        const auto run = [&](int threads) {
            return to_json(release::run_assessments(method().info.family, choice, pair, {}, false,
                                                    Random(1), test::threads(threads))
                               .results[0]);
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
    for (const Table& original : example_tables(method())) {
        const release::Comparable pair = release::make_comparable(original, original, {}, {});
        const std::vector<release::Choice> choice{{GetParam(), method().info.example}};
        const release::MethodResult result =
            release::run_assessments(Family::loss, choice, pair, {}, false, Random(1),
                                     test::threads(2))
                .results[0];
        EXPECT_NEAR(result.value.value(), 0.0, 1e-9);
    }
}

// What needs to know how the data were masked says so where nobody tells it.
TEST_P(EachTransparentAssessment, AsksForTheRelease) {
    const Table original = example_tables(method()).front();
    const release::Comparable pair = release::make_comparable(original, original, {}, {});
    const std::vector<release::Choice> choice{{GetParam()}};
    try {
        release::run_assessments(method().info.family, choice, pair, {}, false, Random(1),
                                 test::threads(2));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_NE(std::string(error.what()).find("the option release"), std::string::npos)
            << error.what();
    }
}

TEST(Catalogue, NamesAreUnique) {
    std::set<std::pair<DataKind, std::string>> names;
    for (const Method& method : catalogue()) {
        EXPECT_TRUE(names.insert({method.info.data, method.info.name}).second) << method.info.name;
    }
    EXPECT_GE(names.size(), 25U);
    std::set<std::string> assessments;  // one each, whatever the data: results are read by name
    for (const Method& method : catalogue()) {
        if (method.info.family == Family::mask) continue;
        EXPECT_TRUE(assessments.insert(method.info.name).second) << method.info.name;
    }
}

TEST(Catalogue, ReferenceIndexIsCurrent) {
    EXPECT_EQ(read_file(test::source_path("docs/reference/index.md")), report::reference_index());
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
        if (method.info.data == DataKind::table && wanted(method)) {
            names.push_back(method.info.name);
        }
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
LETHE_FOR_EACH(EachMatchingMask, mask_with<Property::k_matching>);
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
