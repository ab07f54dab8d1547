// The search over levels where it makes a loss measure of the catalogue least, beside every vector
// of levels released and measured one after the other; and what those measures promise that are
// means of columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lethe/knowledge/hierarchies/level_table.h"
#include "lethe/knowledge/meaning.h"
#include "mask_support.h"
#include "rounds.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using LevelVector = std::vector<int>;

// Columns q0, q1, ... with hierarchies of a few levels, and rows of their values.
struct MeasuredExample {
    std::vector<LevelTable> tables;
    std::vector<std::vector<std::size_t>> lines;  // [row][column]
    std::vector<MeaningPtr> meanings;

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (std::size_t q = 0; q < tables.size(); ++q) names.push_back("q" + std::to_string(q));
        return names;
    }
    const std::string& label(std::size_t row, std::size_t q, int level) const {
        return tables[q].lines[lines[row][q]][static_cast<std::size_t>(level)];
    }
    // Each row at its own levels.
    Table shown(const std::vector<std::size_t>& rows,
                const std::vector<LevelVector>& levels_of_row) const {
        std::vector<ColumnPtr> columns;
        for (std::size_t q = 0; q < tables.size(); ++q) {
            std::vector<std::string> texts;
            for (const std::size_t row : rows) {
                texts.push_back(label(row, q, levels_of_row[row][q]));
            }
            columns.push_back(
                Column::from_texts(names()[q], Kind::nominal, texts)->with_meaning(meanings[q]));
        }
        return Table(std::move(columns));
    }
    Table shown(const std::vector<std::size_t>& rows, const LevelVector& node) const {
        return shown(rows, std::vector<LevelVector>(lines.size(), node));
    }
    std::vector<std::size_t> everybody() const {
        std::vector<std::size_t> rows(lines.size());
        std::iota(rows.begin(), rows.end(), std::size_t{0});
        return rows;
    }
    LevelVector top() const {
        LevelVector node;
        for (const LevelTable& table : tables) node.push_back(static_cast<int>(table.levels()) - 1);
        return node;
    }
};

// A label that stands for one value alone may be that value again, as files have it.
LevelTable measured_hierarchy(Draws& draws, const std::string& column) {
    const std::size_t values = 2 + draws.below(4);
    const std::size_t height = 1 + draws.below(3);
    LevelTable table;
    std::vector<std::size_t> group(values);
    for (std::size_t v = 0; v < values; ++v) {
        group[v] = v;
        table.lines.push_back({column + "v" + std::to_string(v)});
    }
    for (std::size_t level = 1; level < height; ++level) {
        std::map<std::size_t, std::size_t> to;
        for (const std::size_t g : group) {
            if (!to.contains(g)) to[g] = draws.below(values);
        }
        for (std::size_t& g : group) g = to[g];
        for (std::size_t v = 0; v < values; ++v) {
            table.lines[v].push_back(column + "l" + std::to_string(level) + "g" +
                                     std::to_string(group[v]));
        }
    }
    for (auto& line : table.lines) line.emplace_back("*");
    return table;
}

MeaningPtr meaning_of_table(const LevelTable& table) {
    std::vector<std::pair<std::string, std::string>> is_a;
    for (const auto& line : table.lines) {
        for (std::size_t l = 0; l + 1 < line.size(); ++l) is_a.emplace_back(line[l], line[l + 1]);
    }
    std::sort(is_a.begin(), is_a.end());
    is_a.erase(std::unique(is_a.begin(), is_a.end()), is_a.end());
    return std::make_shared<const Meaning>(test::taxonomy_of("levels", is_a),
                                           std::span<const MappedValue>(), Unmapped::exact_match,
                                           nullptr, std::make_shared<const LevelTable>(table));
}

MeasuredExample measured_example(Draws& draws) {
    MeasuredExample example;
    const std::size_t columns = 1 + draws.below(3);
    for (std::size_t q = 0; q < columns; ++q) {
        example.tables.push_back(measured_hierarchy(draws, "q" + std::to_string(q)));
        example.meanings.push_back(meaning_of_table(example.tables.back()));
    }
    const std::size_t rows = 6 + draws.below(20);
    for (std::size_t i = 0; i < rows; ++i) {
        auto& row = example.lines.emplace_back();
        for (const LevelTable& table : example.tables) {
            const std::uint64_t values = table.lines.size();
            row.push_back(std::min(draws.below(values), draws.below(values)));
        }
    }
    return example;
}

double measured_value(const Method& method, const Table& original, const Table& masked,
                      const std::vector<std::string>& columns,
                      const std::vector<std::size_t>& rows) {
    Problems problems;
    const Json parameters = method.bind(Json::object(), {}, problems);
    const Context context = test::threads(1);
    AssessInput input{.original = original,
                      .masked = masked,
                      .columns = columns,
                      .random = Random(0),
                      .context = context};
    if (masked.rows() < original.rows()) input.origin.assign(rows.begin(), rows.end());
    const double value = method.assess(input, parameters).value;
    return std::isfinite(value) ? value : HUGE_VAL;
}

struct MeasuredAsked {
    const Method* method = nullptr;
    std::int64_t k = 2;
    double suppress = 0;  // percent
    bool one_class = false;
    std::string agg;              // empty: of all columns together
    std::vector<double> weights;  // empty: all 1

    std::string metric() const {
        return "measure:" + method->info.name + (agg.empty() ? "" : ",agg=" + agg);
    }
    Json parameters(const std::vector<std::string>& columns) const {
        Json json = {{"models", "k:" + std::to_string(k)},
                     {"metric", metric()},
                     {"suppress", suppress},
                     {"suppressed", one_class ? "class" : "removed"}};
        for (std::size_t q = 0; q < weights.size(); ++q) json["weights"][columns[q]] = weights[q];
        return json;
    }
};

double joined_columns(const std::vector<double>& values, const MeasuredAsked& asked) {
    const double largest =
        asked.weights.empty() ? 1 : *std::max_element(asked.weights.begin(), asked.weights.end());
    const auto count = static_cast<double>(values.size());
    double sum = 0, product = 1, most = 0;
    for (std::size_t q = 0; q < values.size(); ++q) {
        const double x = values[q] * (asked.weights.empty() ? 1 : asked.weights[q] / largest);
        sum += x;
        product *= std::pow(x + 1, 1 / count);
        most = std::max(most, x);
    }
    if (asked.agg == "maximum") return most;
    if (asked.agg == "geomean") return product - 1;
    return asked.agg == "sum" ? sum : sum / count;
}

struct MeasuredNode {
    LevelVector node;
    std::int64_t suppressed = 0;
    double loss = 0;
};

// Those at which k holds, counted and measured one by one. Nothing where this does not say what
// becomes of the suppressed, who are too few to be a class.
std::optional<std::vector<MeasuredNode>> all_measured(const MeasuredExample& example,
                                                      const MeasuredAsked& asked) {
    const LevelVector top = example.top();
    const std::size_t columns = top.size();
    const Table original = example.shown(example.everybody(), LevelVector(columns, 0));
    const auto limit = static_cast<std::int64_t>(
        std::floor(asked.suppress / 100 * static_cast<double>(example.lines.size())));
    std::vector<MeasuredNode> found;
    for (LevelVector node(columns, 0);;) {
        std::map<std::vector<std::string>, std::int64_t> sizes;
        const auto key = [&](std::size_t row) {
            std::vector<std::string> labels;
            for (std::size_t q = 0; q < columns; ++q)
                labels.push_back(example.label(row, q, node[q]));
            return labels;
        };
        for (const std::size_t row : example.everybody()) ++sizes[key(row)];
        std::vector<std::size_t> stay;
        std::vector<LevelVector> levels(example.lines.size(), node);
        for (const std::size_t row : example.everybody()) {
            const bool fails = sizes[key(row)] < asked.k;
            if (fails) levels[row] = top;
            if (!fails || asked.one_class) stay.push_back(row);
        }
        const std::int64_t gone = std::count_if(
            sizes.begin(), sizes.end(), [&](const auto& one) { return one.second < asked.k; });
        std::int64_t rows_gone = 0;
        for (const auto& [labels, size] : sizes) rows_gone += size < asked.k ? size : 0;
        if (rows_gone <= limit) {
            if (asked.one_class && gone > 0 && rows_gone < asked.k) return std::nullopt;
            MeasuredNode one{node, rows_gone, HUGE_VAL};
            if (!stay.empty()) {
                const Table masked = example.shown(stay, levels);
                const auto value = [&](const std::vector<std::string>& names) {
                    return measured_value(*asked.method, original, masked, names, stay);
                };
                if (asked.agg.empty() && asked.weights.empty()) {
                    one.loss = value(example.names());
                } else {
                    std::vector<double> values;
                    for (const std::string& name : example.names()) values.push_back(value({name}));
                    one.loss = joined_columns(values, asked);
                }
            }
            found.push_back(one);
        }
        std::size_t q = columns;
        while (q > 0 && node[q - 1] == top[q - 1]) node[--q] = 0;
        if (q == 0) return found;
        ++node[q - 1];
    }
}

bool measured_near(double a, double b) {
    return a == b || std::abs(a - b) <= 1e-8 * std::max(1.0, std::abs(b));
}

// All losses of tables that take columns with a taxonomy, and need nothing more.
std::vector<const Method*> measurable_losses() {
    std::vector<const Method*> losses;
    for (const Method* method : methods_of(Family::loss)) {
        if (method->has(Property::transparent) || !method->info.needs.empty()) continue;
        if (method->accepts(Kind::semantic)) losses.push_back(method);
    }
    return losses;
}

MeasuredAsked measured_asked(Draws& draws, const Method* method, std::size_t columns) {
    MeasuredAsked asked;
    asked.method = method;
    asked.k = 2 + static_cast<std::int64_t>(draws.below(2));
    const double shares[] = {0, 0, 10, 30, 100};
    asked.suppress = shares[draws.below(5)];
    asked.one_class = draws.below(4) == 0;
    const char* aggregates[] = {"", "", "mean", "sum", "maximum", "geomean"};
    asked.agg = aggregates[draws.below(6)];
    if (draws.below(3) == 0) {
        for (std::size_t q = 0; q < columns; ++q) {
            asked.weights.push_back(static_cast<double>(draws.below(4)));
        }
        asked.weights[draws.below(columns)] = 3;
        const bool equal = std::all_of(asked.weights.begin(), asked.weights.end(),
                                       [&](double w) { return w == asked.weights.front(); });
        if (equal) asked.weights.clear();
    }
    return asked;
}

TEST(MeasuredLevels, AnyLossOfTheCatalogueIsLeastOfAllVectors) {
    const std::vector<const Method*> losses = measurable_losses();
    EXPECT_GE(losses.size(), 12U);
    std::map<std::string, int> compared;
    const std::int64_t rounds = test::rounds(60) * std::ssize(losses);
    for (std::int64_t round = 0; round < rounds; ++round) {
        Draws draws = Random(21).stream("measured").at(round);
        const Method* method = losses[static_cast<std::size_t>(round % std::ssize(losses))];
        const MeasuredExample example = measured_example(draws);
        const MeasuredAsked asked = measured_asked(draws, method, example.tables.size());
        const Table table =
            example.shown(example.everybody(), LevelVector(example.tables.size(), 0));
        const Json parameters = asked.parameters(example.names());
        const std::string what = parameters.dump() + ", round " + std::to_string(round);
        std::optional<std::vector<MeasuredNode>> all;
        try {
            all = all_measured(example, asked);
        } catch (const Error&) {
            // A measure that refuses such tables says so to the search as well.
            EXPECT_THROW(test::run_mask("privacy-models", table, parameters), Error) << what;
            continue;
        }
        if (!all) continue;
        if (all->empty()) {
            EXPECT_THROW(test::run_mask("privacy-models", table, parameters), Error) << what;
            continue;
        }
        const double best =
            std::min_element(all->begin(), all->end(), [](const auto& a, const auto& b) {
                return a.loss < b.loss;
            })->loss;
        if (best == HUGE_VAL) continue;
        const MaskOutput output = test::run_mask("privacy-models", table, parameters,
                                                 {.threads = round % 8 == 0 ? 2 : 1});
        EXPECT_TRUE(output.facts["exact"].get<bool>()) << what;
        EXPECT_TRUE(measured_near(output.private_facts["loss"].get<double>(), best))
            << what << ": " << output.private_facts["loss"] << ", least " << best;
        LevelVector levels;
        for (const std::string& name : example.names()) {
            levels.push_back(output.facts["levels"][name].get<int>());
        }
        const auto place = std::find_if(all->begin(), all->end(),
                                        [&](const auto& one) { return one.node == levels; });
        ASSERT_NE(place, all->end()) << what;
        EXPECT_TRUE(measured_near(place->loss, best)) << what;
        EXPECT_EQ(output.facts["suppressed_records"], place->suppressed) << what;
        ++compared[method->info.name];
        // Fewer evaluations than there are vectors: not better than the best, nor is the bound.
        Json few = parameters;
        few["evaluations"] = 1 + static_cast<std::int64_t>(draws.below(4));
        try {
            const MaskOutput early = test::run_mask("privacy-models", table, few);
            const double loss = early.private_facts["loss"].get<double>();
            EXPECT_TRUE(loss >= best || measured_near(loss, best)) << few.dump();
            const bool exact = early.facts["exact"].get<bool>();
            EXPECT_TRUE(!exact || measured_near(loss, best)) << few.dump();
            // Of most measures there is none.
            if (!early.private_facts.contains("bound")) continue;
            const double bound = early.private_facts["bound"].get<double>();
            EXPECT_TRUE(bound <= best || measured_near(bound, best)) << few.dump();
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::unmet) << few.dump();
        }
    }
    for (const Method* method : losses) {
        EXPECT_GT(compared[method->info.name], test::rounds(10)) << method->info.name;
    }
}

TEST(MeasuredLevels, MeansOfColumnsAreThoseAndWhoIsDroppedLosesMost) {
    int means = 0;
    for (const Method* method : measurable_losses()) {
        if (!method->has(Property::mean_of_columns)) continue;
        ++means;
        for (std::int64_t round = 0; round < test::rounds(300); ++round) {
            Draws draws = Random(22).stream("means").at(round);
            const MeasuredExample example = measured_example(draws);
            const LevelVector top = example.top();
            const Table original = example.shown(example.everybody(), LevelVector(top.size(), 0));
            // Rows at levels of their own, some of them dropped.
            std::vector<LevelVector> levels(example.lines.size(), top);
            std::vector<std::size_t> stay;
            for (const std::size_t row : example.everybody()) {
                for (std::size_t q = 0; q < top.size(); ++q) {
                    levels[row][q] =
                        static_cast<int>(draws.below(static_cast<std::uint64_t>(top[q]) + 1));
                }
                if (draws.below(4) > 0) stay.push_back(row);
            }
            if (stay.size() < 2) continue;
            const auto value = [&](const std::vector<std::string>& names) {
                return measured_value(*method, original, example.shown(stay, levels), names, stay);
            };
            const double whole = value(example.names());
            double sum = 0;
            for (const std::string& name : example.names()) sum += value({name});
            EXPECT_NEAR(whole, sum / static_cast<double>(top.size()), 1e-9) << method->info.name;
            stay.erase(stay.begin() + static_cast<std::ptrdiff_t>(draws.below(stay.size())));
            EXPECT_GE(value(example.names()), whole - 1e-9) << method->info.name;
        }
    }
    EXPECT_GE(means, 2);
}

TEST(MeasuredLevels, WhatCannotBeMeasuredIsRefusedBeforeTheSearch) {
    Draws draws = Random(23).stream("refused").at(0);
    const MeasuredExample example = measured_example(draws);
    const Table table = example.shown(example.everybody(), LevelVector(example.tables.size(), 0));
    const auto problem = [&](const std::string& metric) {
        Problems problems;
        const Method& mask = find_method("privacy-models", Family::mask);
        const Json bound = mask.bind({{"models", "k:2"}, {"metric", metric}}, {}, problems);
        mask.check(table, example.names(), bound, {}, problems);
        return problems.empty() ? std::string() : problems.front().message;
    };
    EXPECT_EQ(problem("measure:ncp"), "");
    EXPECT_EQ(problem("measure:ncp,domain=data,agg=mean"), "");
    EXPECT_THAT(problem("measure:ncb"), testing::HasSubstr("did you mean \"ncp\""));
    EXPECT_THAT(problem("measure:mdav"), testing::HasSubstr("mdav"));
    EXPECT_THAT(problem("measure:il1"), testing::HasSubstr("does not take"));
    EXPECT_THAT(problem("measure:pram-correction"), testing::HasSubstr("more than the two tables"));
    EXPECT_THAT(problem("measure:ncp,domain=planet"), testing::HasSubstr("planet"));
    EXPECT_THAT(problem("measure:ncp,planet=1"), testing::HasSubstr("planet"));
}

}  // namespace
}  // namespace lethe
