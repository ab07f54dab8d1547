// Nothing that is published of any method tells a value or a statistic of the original: what is
// left of a result, the page that is made of it, the release record. The secrets of a random
// original are looked for in all of it.
#include "lethe/method/publication.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "example_key.h"
#include "example_tables.h"
#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/result_json.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/record.h"
#include "lethe/report/html.h"
#include "people_columns.h"
#include "support.h"

namespace lethe {
namespace {

constexpr std::int64_t kRows = 977;

void add_moments(const std::vector<double>& values, std::set<double>& to) {
    const auto n = static_cast<double>(values.size());
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double mean = sum / n;
    for (const double value : values) squares += (value - mean) * (value - mean);
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    for (const double figure :
         {sum, mean, squares, squares / n, squares / (n - 1), std::sqrt(squares / n),
          std::sqrt(squares / (n - 1)), sorted.front(), sorted.back(), sorted[sorted.size() / 2]}) {
        to.insert(figure);
    }
}

// Products of the deviations of two columns: covariance and correlation.
void add_pair(const std::vector<double>& x, const std::vector<double>& y, std::set<double>& to) {
    const auto n = static_cast<double>(x.size());
    double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += x[i] / n;
        mean_y += y[i] / n;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    if (xx <= 0 || yy <= 0) return;
    to.insert({xy / n, xy / (n - 1), xy / std::sqrt(xx * yy)});
}

std::vector<double> numbers_of(const Column& column) {
    return {column.numbers().begin(), column.numbers().end()};
}

// The figures of a table that a reader could recognise.
struct Figures {
    std::set<double> values;               // of the columns of numbers
    std::set<double> moments;              // of them and of their pairs
    std::vector<std::set<double>> counts;  // of the categories of each column, and shares
};

Figures figures_of(const Table& table) {
    Figures figures;
    const auto& columns = table.columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i]->is_numeric()) {
            const std::vector<double> values = numbers_of(*columns[i]);
            figures.values.insert(values.begin(), values.end());
            add_moments(values, figures.moments);
            for (std::size_t j = 0; j < i; ++j) {
                if (!columns[j]->is_numeric()) continue;
                add_pair(numbers_of(*columns[j]), values, figures.moments);
            }
            continue;
        }
        const Groups groups =
            group_rows(test::threads(1), table, std::vector<std::string>{columns[i]->name()});
        std::set<double>& counts = figures.counts.emplace_back();
        for (const std::int64_t size : groups.sizes) {
            const auto count = static_cast<double>(size);
            const auto rows = static_cast<double>(table.rows());
            counts.insert({count, count / rows, 100 * count / rows});
        }
    }
    return figures;
}

// Small whole numbers and round shares say nothing: they are everywhere.
bool is_telling(double figure) {
    if (!std::isfinite(figure)) return false;
    const double size = std::abs(figure);
    if (figure == std::round(figure)) return size > 20;
    return size > 1e-6 && std::abs(100 * figure - std::round(100 * figure)) > 1e-9;
}

bool among(const std::set<double>& secrets, double figure, double tolerance) {
    const auto near = secrets.lower_bound(figure - tolerance);
    return near != secrets.end() && *near <= figure + tolerance;
}

std::set<double> without(const std::set<double>& figures, const std::set<double>& open) {
    std::set<double> kept;
    for (const double figure : figures) {
        if (is_telling(figure) && !among(open, figure, 1e-6 * std::abs(figure))) {
            kept.insert(figure);
        }
    }
    return kept;
}

// What the release itself does not tell.
Figures secrets(const Table& original, const Table& released) {
    Figures hidden = figures_of(original);
    const Figures open = figures_of(released);
    hidden.values = without(hidden.values, open.values);
    hidden.moments = without(hidden.moments, open.moments);
    for (std::size_t i = 0; i < hidden.counts.size(); ++i) {
        if (i < open.counts.size()) hidden.counts[i] = without(hidden.counts[i], open.counts[i]);
    }
    return hidden;
}

void all_numbers(const Json& in, const std::string& place,
                 std::vector<std::pair<std::string, double>>& found) {
    if (in.is_structured()) {
        for (const auto& [key, value] : in.items()) all_numbers(value, place + "/" + key, found);
    } else if (in.is_number()) {
        found.emplace_back(place, in.get<double>());
    }
}

// A count of a category may be another count by chance, three of one column are its distribution.
constexpr std::size_t kDistribution = 3;

std::vector<std::string> look_for(const Figures& secrets, const Json& in) {
    std::vector<std::pair<std::string, double>> numbers;
    all_numbers(in, "", numbers);
    std::vector<std::string> found;
    std::vector<std::set<double>> counted(secrets.counts.size());
    for (const auto& [place, figure] : numbers) {
        const double tolerance = 1e-9 * std::abs(figure);
        if (among(secrets.values, figure, tolerance) || among(secrets.moments, figure, tolerance)) {
            found.push_back(place);
        }
        for (std::size_t i = 0; i < counted.size(); ++i) {
            if (among(secrets.counts[i], figure, tolerance)) counted[i].insert(figure);
        }
    }
    for (const std::set<double>& column : counted) {
        if (column.size() >= kDistribution) found.emplace_back("a distribution of categories");
    }
    return found;
}

std::string without_tags(const std::string& page) {
    std::string text;
    bool within = false;
    for (const char c : page) {
        within = c == '<' || (within && c != '>');
        text += within || c == '>' ? ' ' : c;
    }
    return text;
}

// Figures on a page are rounded: one of at least five digits that a moment is rounded to counts.
std::vector<std::string> look_for(const Figures& secrets, const std::string& page) {
    std::vector<std::string> found;
    const std::string text = without_tags(page);
    for (std::size_t i = 0; i < text.size();) {
        if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) {
            ++i;
            continue;
        }
        std::string token;
        int digits = 0, decimals = 0;
        bool point = false;
        for (; i < text.size(); ++i) {
            const char c = text[i];
            if (c == ',' && i + 1 < text.size() && std::isdigit(text[i + 1]) != 0) continue;
            if (c == '.' && !point) {
                point = true;
            } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
                digits += token.empty() && c == '0' ? 0 : 1;
                decimals += point ? 1 : 0;
            } else {
                break;
            }
            token += c;
        }
        if (digits < 5 || decimals == 0) continue;
        const double half = 0.5 * std::pow(10.0, -decimals);
        const double figure = std::strtod(token.c_str(), nullptr);
        if (among(secrets.moments, figure, half) || among(secrets.moments, -figure, half)) {
            found.push_back(token);
        }
    }
    return found;
}

std::string listed(const std::vector<std::string>& found) {
    std::string text;
    for (const std::string& one : found) text += one + "\n";
    return text;
}

// Numbers that nobody guesses, and categories of uneven shares: example_tables have whole and
// constant columns, whose figures are everywhere.
Table telling(const Table& table) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        if (!column->is_numeric()) {
            columns.push_back(column);
            continue;
        }
        const Stream stream = Random(77).stream(column->name());
        std::vector<double> values = numbers_of(*column);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double u = stream.at(static_cast<std::int64_t>(i)).uniform();
            values[i] = 137.31 + 21.7 * values[i] + 40 * u;
        }
        columns.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return Table(columns);
}

class Published : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam()); }
};
class PublishedAssessment : public Published {};
class PublishedMask : public Published {};

TEST_P(PublishedAssessment, TellsNoFigureOfTheOriginal) {
    for (const Table& example : example_tables(method(), kRows)) {
        const Table original = telling(example);
        const Table masked = some_masking(original);
        const release::Comparable pair = release::make_comparable(original, masked, {}, {});
        const std::vector<release::Choice> choice{{GetParam(), method().info.example}};
        const bool attacks = method().info.family == Family::attack;
        const release::Assessed assessed = release::run_assessments(
            method().info.family, choice, pair, {}, false, Random(1), test::threads(2));
        const Json result{{"kind", "assessment"},
                          {"original", {{"rows", original.rows()}}},
                          {"masked", {{"file", "masked.csv"}, {"rows", masked.rows()}}},
                          {"columns", original.names()},
                          {attacks ? "attacks" : "measures", json_list(assessed.results)}};
        const Figures hidden = secrets(original, masked);
        ASSERT_GT(hidden.values.size() + hidden.counts.size(), 0U);
        EXPECT_EQ(listed(look_for(hidden, published(result))), "");
        report::HtmlOptions options;
        options.for_publication = true;
        EXPECT_EQ(listed(look_for(hidden, report::html_report(std::vector{result}, options))), "");
    }
}

TEST_P(PublishedMask, RecordTellsNoFigureOfTheOriginal) {
    for (const Table& example : example_tables(method(), kRows)) {
        const Table original = telling(example);
        Problems problems;
        const auto masked = test::columns_to_mask(method(), original);
        method().check(original, masked, bound_example(method()), {}, problems);
        if (!problems.empty()) continue;
        release::Policy policy;
        for (const std::string& name : original.names()) {
            release::ColumnPolicy column;
            column.name = name;
            column.role = Role::quasi;
            policy.columns.push_back(std::move(column));
        }
        policy.steps.push_back({method().info.name, masked, method().info.example, {}, {}});
        const release::Plan plan = release::make_plan(original, policy);
        std::optional<release::Execution> execution;
        try {
            execution = release::execute(plan, 5, test::threads(2), &test::example_key());
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::unmet) << error.what();
            continue;  // numbers of which none is like another leave nothing to release
        }
        const Json record = release::release_record(plan, *execution, "release.csv", "0");
        EXPECT_EQ(listed(look_for(secrets(original, execution->release), record)), "");
    }
}

// The test itself finds what it looks for.
TEST(Publication, FiguresAreFoundWhereTheyAre) {
    const Table original = telling(example_tables(*find_method("statistics"), kRows).front());
    const Table masked = some_masking(original);
    const release::Comparable pair = release::make_comparable(original, masked, {}, {});
    const std::vector<release::Choice> choice{{"statistics"}};
    const Json result = to_json(
        release::run_assessments(Family::loss, choice, pair, {}, false, Random(1), test::threads(2))
            .results[0]);
    EXPECT_GT(look_for(secrets(original, masked), result).size(), 10U);
    const Json page{{"kind", "assessment"}, {"columns", original.names()}, {"measures", {result}}};
    EXPECT_GT(look_for(secrets(original, masked), report::html_report(std::vector{page})).size(),
              5U);
    EXPECT_TRUE(describes_original(result));
    EXPECT_FALSE(describes_original(published(result)));
}

TEST(Publication, LeavesOutWhatIsMarked) {
    const Json result{{"a", 1},
                      {"about_original", {{"mean", 3}}},
                      {"private_log", "x"},
                      {"list", {{{"about", "original"}, {"b", 2}}, {{"b", 3}}}},
                      {"deep", {{"about_original", {{"mean", 4}}}, {"c", 5}}}};
    EXPECT_EQ(published(result), (Json{{"a", 1}, {"list", {{{"b", 3}}}}, {"deep", {{"c", 5}}}}));
    EXPECT_TRUE(published(Json{{"about", "original"}, {"x", 1}}).is_null());
    EXPECT_EQ(unfolded(result["deep"]), (Json{{"c", 5}, {"mean", 4}}));
}

bool has_number(const Json& in, double wanted) {
    std::vector<std::pair<std::string, double>> numbers;
    all_numbers(in, "", numbers);
    return std::ranges::any_of(numbers, [&](const auto& one) { return one.second == wanted; });
}

// People from `first` on, of whom their number makes the rest.
Table numbered_people(std::int64_t first, std::int64_t rows) {
    std::vector<std::string> ids, cities;
    std::vector<double> ages, incomes;
    for (std::int64_t i = first; i < first + rows; ++i) {
        ids.push_back(fmt::format("P-{}", 100000 + i));
        ages.push_back(static_cast<double>(18 + i * 7 % 61));
        incomes.push_back(static_cast<double>(900 + i * 37 % 4001));
        cities.emplace_back(i % 3 == 0 ? "Rome" : "Oslo");
    }
    return Table({Column::from_texts("id", Kind::nominal, ids),
                  Column::numeric("age", std::move(ages)),
                  Column::numeric("income", std::move(incomes)),
                  Column::from_texts("city", Kind::nominal, cities)});
}

// Against which file an owner tested is not public: neither its name nor how many rows it has.
TEST(Publication, TheIntrudersFileIsNotNamed) {
    constexpr std::int64_t kHers = 613;  // 30 of them in the release
    const Table original = numbered_people(0, 200);
    for (const bool judged : {true, false}) {
        auto file = std::make_shared<release::IntruderFile>();
        file->name = "electoral-roll.csv";
        file->table = numbered_people(170, kHers);
        if (!judged) file->table = file->table.without(std::vector<std::string>{"id"});
        release::Policy policy;
        for (const auto& [name, role, reason] :
             {std::tuple{"id", Role::identifier, ""}, std::tuple{"age", Role::quasi, ""},
              std::tuple{"income", Role::confidential, ""},
              std::tuple{"city", Role::quasi, "nobody knows where they live"}}) {
            release::ColumnPolicy column;
            column.name = name;
            column.role = role;
            column.reason = reason;
            policy.columns.push_back(std::move(column));
        }
        policy.scenario.people_file = file->name;
        policy.scenario.file = file;
        policy.steps.push_back({"mdav", {"age"}, {{"k", 5}}, {}, {}});
        const release::Plan plan = release::make_plan(original, policy);
        ASSERT_TRUE(plan.intruder.people_file);
        ASSERT_EQ(plan.intruder.people_file->identities != nullptr, judged);
        const release::Execution execution = release::execute(plan, 5, test::threads(2));

        const Json record = release::release_record(plan, execution, "release.csv", "0");
        const release::Scenario scenario = release::scenario_of(
            plan.intruder, original.rows(), execution.release, {}, record, Random(1));
        const release::Comparable pair =
            release::make_comparable(original, execution.release, plan.intruder.columns, {});
        Json result = to_json(release::assess(pair, scenario, {}, Random(1), test::threads(2)));
        result["kind"] = "assessment";
        result["columns"] = plan.intruder.columns;
        result["scenario"] = to_json(plan.intruder);
        EXPECT_NE(result.dump().find(file->name), std::string::npos);  // its owner reads it
        EXPECT_TRUE(has_number(result, kHers));
        report::HtmlOptions options;
        options.for_publication = true;
        const std::string page = report::html_report(std::vector{result}, options);
        for (const Json& one : {record, published(result), Json(without_tags(page))}) {
            EXPECT_EQ(one.dump().find("electoral"), std::string::npos);
            EXPECT_EQ(one.dump().find("613"), std::string::npos) << one.dump(1);
            EXPECT_FALSE(has_number(one, kHers));
        }
    }
}

std::vector<std::string> published_names(bool masks) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::table) continue;
        if ((method.info.family == Family::mask) == masks) names.push_back(method.info.name);
    }
    return names;
}

std::string plain_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedAssessment, testing::ValuesIn(published_names(false)),
                         plain_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedMask, testing::ValuesIn(published_names(true)),
                         plain_name);

}  // namespace
}  // namespace lethe
