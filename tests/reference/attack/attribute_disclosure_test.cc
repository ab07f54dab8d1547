// (alpha,k)-anonymity, beta-likeness and delta-disclosure privacy beside their definitions, written
// out value by value and class by class, on tables with missing values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "assess.h"
#include "lethe/knowledge/meaning.h"
#include "taxonomies.h"

namespace lethe {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

struct ReferenceTable {
    Table table;
    std::vector<std::string> quasi;
    std::vector<std::string> secrets;
};

// Two columns that are known, one or two secrets of few values, some cells missing in half of the
// tables, the secrets of numbers in a third of them.
ReferenceTable reference_table(Draws& draws, std::int64_t round) {
    const auto rows = static_cast<std::int64_t>(1 + draws.below(24));
    ReferenceTable result;
    std::vector<ColumnPtr> columns;
    const auto add = [&](const std::string& name, std::uint64_t values, bool numbers) {
        std::vector<std::string> texts;
        std::vector<double> figures;
        for (std::int64_t row = 0; row < rows; ++row) {
            // Small values are more frequent.
            const std::uint64_t value = std::min(draws.below(values), draws.below(values));
            texts.push_back("v" + std::to_string(value));
            figures.push_back(static_cast<double>(value) / 2);
        }
        columns.push_back(numbers ? Column::numeric(name, figures)
                                  : Column::from_texts(name, Kind::nominal, texts));
    };
    result.quasi = {"q0", "q1"};
    add("q0", 1 + draws.below(3), false);
    add("q1", 1 + draws.below(2), round % 4 == 0);
    const auto secrets = 1 + draws.below(2);
    for (std::uint64_t i = 0; i < secrets; ++i) {
        result.secrets.push_back("s" + std::to_string(i));
        add(result.secrets.back(), 1 + draws.below(5), round % 3 == 0);
    }
    result.table = Table(std::move(columns));
    if (round % 2 == 0) {
        const Random random(static_cast<std::uint64_t>(round));
        result.table = test::with_missing(result.table, random, 2 + draws.below(6));
    }
    return result;
}

std::string told_cell(const Column& column, std::int64_t row) {
    return column.valid(row) ? "=" + column.text(row) : "missing";
}

// The classes as lists of rows.
std::vector<std::vector<std::int64_t>> classes_as_rows(const ReferenceTable& example) {
    std::map<std::vector<std::string>, std::vector<std::int64_t>> rows_of;
    for (std::int64_t row = 0; row < example.table.rows(); ++row) {
        std::vector<std::string> key;
        for (const std::string& name : example.quasi) {
            key.push_back(told_cell(example.table.column(name), row));
        }
        rows_of[key].push_back(row);
    }
    std::vector<std::vector<std::int64_t>> classes;
    for (const auto& [key, rows] : rows_of) classes.push_back(rows);
    return classes;
}

// The share of a value among those of the rows that have one; none where none has.
double share_of(const Column& column, const std::vector<std::int64_t>& rows,
                const std::string& value) {
    double with = 0, of = 0;
    for (const std::int64_t row : rows) {
        if (!column.valid(row)) continue;
        of += 1;
        with += column.text(row) == value ? 1 : 0;
    }
    return of > 0 ? with / of : -1;
}

struct ReferenceFigures {
    double alpha = 0, basic_beta = 0, enhanced_beta = 0, delta = 0, strict_delta = 0;
    double largest_bound = 0;
    std::int64_t beyond_bound = 0, lacking = 0;
};

std::set<std::string> values_that_occur(const Column& column) {
    std::set<std::string> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.insert(column.text(row));
    }
    return values;
}

std::vector<std::int64_t> all_rows(const Table& table) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < table.rows(); ++row) rows.push_back(row);
    return rows;
}

ReferenceFigures reference_figures(const ReferenceTable& example, const std::string& secret) {
    const Column& column = example.table.column(secret);
    const std::vector<std::int64_t> everybody = all_rows(example.table);
    ReferenceFigures found;
    bool no_beta_will_do = false;
    for (const std::vector<std::int64_t>& rows : classes_as_rows(example)) {
        bool beyond = false, lacks = false;
        for (const std::string& value : values_that_occur(column)) {
            const double p = share_of(column, everybody, value);
            const double q = share_of(column, rows, value);
            found.largest_bound = std::max(found.largest_bound, -std::log(p));
            if (q < 0) continue;
            found.alpha = std::max(found.alpha, q);
            found.basic_beta = std::max(found.basic_beta, (q - p) / p);
            if ((q - p) / p > -std::log(p) + 1e-9) beyond = true;
            if (q > 0) found.delta = std::max(found.delta, std::abs(std::log2(q) - std::log2(p)));
            if (q == 0) lacks = true;
        }
        const auto size = std::ssize(rows);
        found.beyond_bound += beyond ? size : 0;
        found.lacking += lacks ? size : 0;
        no_beta_will_do = no_beta_will_do || beyond;
    }
    found.enhanced_beta = no_beta_will_do ? kNoLimit : found.basic_beta;
    found.strict_delta = found.lacking > 0 ? kNoLimit : found.delta;
    return found;
}

// Whether a class satisfies a model in one column, as the papers write it. Figures that are equal
// to a limit may come out on either side of it: within `dust` they are equal.
bool satisfies_model(const Json& asked, const Column& column, const std::vector<std::int64_t>& rows,
                     const std::vector<std::int64_t>& everybody) {
    const std::string definition = asked["definition"];
    const double alpha = asked["alpha"], beta = asked["beta"], delta = asked["delta"];
    constexpr double dust = 1e-9;
    if (definition == "alpha" && std::ssize(rows) < asked["k"].get<std::int64_t>()) return false;
    for (const std::string& value : values_that_occur(column)) {
        const double p = share_of(column, everybody, value);
        const double q = share_of(column, rows, value);
        if (q < 0) continue;
        const double gain = (q - p) / p;
        if (definition == "alpha" && q > alpha + dust) return false;
        if (definition == "basic-beta" && gain > beta + dust) return false;
        if (definition == "enhanced-beta" && gain > std::min(beta, -std::log(p)) + dust) {
            return false;
        }
        if (definition == "strict-delta" && q == 0) return false;
        if ((definition == "delta" || definition == "strict-delta") && q > 0 &&
            std::abs(std::log2(q / p)) >= delta - dust) {
            return false;
        }
    }
    return true;
}

void expect_disclosure(const Json& got, double want) {
    if (std::isinf(want)) {
        EXPECT_TRUE(got.is_null()) << got;
    } else {
        ASSERT_TRUE(got.is_number()) << got;
        EXPECT_NEAR(got.get<double>(), want, 1e-9);
    }
}

constexpr const char* kDefinitions[] = {"alpha", "basic-beta", "enhanced-beta", "delta",
                                        "strict-delta"};

TEST(AttributeDisclosure, FiguresAreThoseOfTheDefinitions) {
    const Stream stream = Random(1).stream("attribute disclosure");
    int infinite_betas = 0, finite_betas = 0, infinite_deltas = 0, finite_deltas = 0;
    for (std::int64_t round = 0; round < 1000; ++round) {
        SCOPED_TRACE(round);
        Draws draws = stream.at(round);
        const ReferenceTable example = reference_table(draws, round);
        const Measurement found = test::assess("attribute-disclosure", example.table, example.table,
                                               {{"confidential", example.secrets}});
        ReferenceFigures worst;
        const auto rows = static_cast<double>(example.table.rows());
        for (const std::string& secret : example.secrets) {
            const ReferenceFigures want = reference_figures(example, secret);
            const Json& got = found.details["by_column"][secret];
            expect_disclosure(got["alpha"], want.alpha);
            expect_disclosure(got["basic_beta"], want.basic_beta);
            expect_disclosure(got["enhanced_beta"], want.enhanced_beta);
            expect_disclosure(got["delta"], want.delta);
            expect_disclosure(got["strict_delta"], want.strict_delta);
            expect_disclosure(got["largest_bound"], want.largest_bound);
            expect_disclosure(got["beyond_bound"],
                              100 * static_cast<double>(want.beyond_bound) / rows);
            expect_disclosure(got["lacking"], 100 * static_cast<double>(want.lacking) / rows);
            worst.alpha = std::max(worst.alpha, want.alpha);
            worst.basic_beta = std::max(worst.basic_beta, want.basic_beta);
            worst.enhanced_beta = std::max(worst.enhanced_beta, want.enhanced_beta);
            worst.delta = std::max(worst.delta, want.delta);
            worst.strict_delta = std::max(worst.strict_delta, want.strict_delta);
        }
        expect_disclosure(found.details["alpha"], worst.alpha);
        expect_disclosure(found.details["basic_beta"], worst.basic_beta);
        expect_disclosure(found.details["enhanced_beta"], worst.enhanced_beta);
        expect_disclosure(found.details["delta"], worst.delta);
        expect_disclosure(found.details["strict_delta"], worst.strict_delta);
        EXPECT_TRUE(test::all_finite(found.details));
        ++(std::isinf(worst.enhanced_beta) ? infinite_betas : finite_betas);
        ++(std::isinf(worst.strict_delta) ? infinite_deltas : finite_deltas);
    }
    EXPECT_GT(std::min({infinite_betas, finite_betas, infinite_deltas, finite_deltas}), 100);
}

TEST(AttributeDisclosure, FailingClassesAreThoseOfTheDefinitions) {
    const Stream stream = Random(2).stream("attribute disclosure, limits");
    for (std::int64_t round = 0; round < 1000; ++round) {
        SCOPED_TRACE(round);
        Draws draws = stream.at(round);
        const ReferenceTable example = reference_table(draws, round);
        const std::vector<std::int64_t> everybody = all_rows(example.table);
        // Limits of the form that figures have: many are equal to one.
        Json asked = {{"confidential", example.secrets},
                      {"alpha", static_cast<double>(draws.below(7)) / 6},
                      {"k", 1 + draws.below(4)},
                      {"beta", static_cast<double>(1 + draws.below(12)) / 4},
                      {"delta", static_cast<double>(1 + draws.below(8)) / 4}};
        for (const char* definition : kDefinitions) {
            asked["definition"] = definition;
            const Measurement found =
                test::assess("attribute-disclosure", example.table, example.table, asked);
            std::map<std::string, std::int64_t> failing;
            std::int64_t exposed = 0;
            for (const std::vector<std::int64_t>& rows : classes_as_rows(example)) {
                bool fails = false;
                for (const std::string& secret : example.secrets) {
                    if (satisfies_model(asked, example.table.column(secret), rows, everybody))
                        continue;
                    fails = true;
                    ++failing[secret];
                }
                exposed += fails ? std::ssize(rows) : 0;
            }
            EXPECT_EQ(found.details["exposed"].get<std::int64_t>(), exposed) << asked;
            EXPECT_NEAR(
                found.value,
                100 * static_cast<double>(exposed) / static_cast<double>(example.table.rows()),
                1e-9);
            for (const std::string& secret : example.secrets) {
                EXPECT_EQ(found.details["by_column"][secret]["failing_classes"].get<std::int64_t>(),
                          failing[secret])
                    << asked;
            }
        }
    }
}

// The figures are the limits at which a release begins to pass.
TEST(AttributeDisclosure, FiguresAreTheLeastLimits) {
    const Stream stream = Random(3).stream("attribute disclosure, least limits");
    for (std::int64_t round = 0; round < 300; ++round) {
        SCOPED_TRACE(round);
        Draws draws = stream.at(round);
        const ReferenceTable example = reference_table(draws, round);
        const Json secrets = {{"confidential", example.secrets}, {"k", 1}};
        const Json figures =
            test::assess("attribute-disclosure", example.table, example.table, secrets).details;
        const auto exposed = [&](const char* definition, const char* limit, double at) {
            Json asked = secrets;
            asked["definition"] = definition;
            asked[limit] = at;
            return test::assess("attribute-disclosure", example.table, example.table, asked).value;
        };
        const auto begins = [&](const char* definition, const char* limit, const Json& figure,
                                bool passes_at) {
            if (figure.is_null()) {
                EXPECT_GT(exposed(definition, limit, 1e9), 0) << definition;
                return;
            }
            const double at = figure;
            if (at < 1e-3) return;
            EXPECT_EQ(exposed(definition, limit, at) == 0, passes_at) << definition;
            EXPECT_GT(exposed(definition, limit, at - 1e-6), 0) << definition;
            if (limit != std::string("alpha")) {
                EXPECT_EQ(exposed(definition, limit, at + 1e-6), 0) << definition;
            }
        };
        begins("alpha", "alpha", figures["alpha"], true);
        begins("basic-beta", "beta", figures["basic_beta"], true);
        begins("enhanced-beta", "beta", figures["enhanced_beta"], true);
        begins("delta", "delta", figures["delta"], false);
        begins("strict-delta", "delta", figures["strict_delta"], false);
    }
}

// Words that mean the same are one value, as for all models of classes.
TEST(AttributeDisclosure, ValuesThatMeanTheSameAreOne) {
    const auto taxonomy = test::taxonomy_of("ill", {{"flu", "illness"}, {"cold", "illness"}});
    const std::vector<MappedValue> mapped{
        {"grippe", taxonomy->find("flu").front(), MappedValue::How::override_table, 1}};
    const auto meaning = std::make_shared<const Meaning>(taxonomy, mapped, Unmapped::exact_match);
    const Table table({Column::from_texts("age", Kind::nominal,
                                          std::vector<std::string>{"old", "old", "young", "young"}),
                       Column::from_texts("ill", Kind::nominal,
                                          std::vector<std::string>{"flu", "grippe", "flu", "cold"})
                           ->with_meaning(meaning)});
    const Json details =
        test::assess("attribute-disclosure", table, table, {{"confidential", {"ill"}}}).details;
    EXPECT_NEAR(details["alpha"].get<double>(), 1, 1e-12);
    EXPECT_NEAR(details["delta"].get<double>(), 1, 1e-12);
    EXPECT_NEAR(details["by_column"]["ill"]["beyond_bound"].get<double>(), 50, 1e-12);
}

}  // namespace
}  // namespace lethe
