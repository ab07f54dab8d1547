// Nothing that is published of any method tells a value or a statistic of the original: what is
// left of a result, the page that is made of it, the release record. The secrets of a random
// original are looked for in all of it.
#include "lethe/method/publication.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "asking.h"
#include "example_key.h"
#include "example_tables.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/result_json.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/protect.h"
#include "lethe/release/tables/record.h"
#include "lethe/report/html.h"
#include "people_columns.h"
#include "secrets.h"
#include "support.h"
#include "table_secrets.h"

namespace lethe {
namespace {

constexpr std::int64_t kRows = 977;
constexpr std::int64_t kFewRows = 31;  // for each other choice

constexpr const char* kPersonColumn = "who";

class Published : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam()); }
};
class PublishedAssessment : public Published {};
class PublishedMask : public Published {};

// What is given of the example and one change, where the table takes it.
std::optional<Json> settings(const Method& method, const Table& table, const Json& change) {
    Json given = method.info.example;
    given.update(change);
    Problems problems;
    const Json bound = method.bind(given, {}, problems);
    if (!problems.empty() || !fits(method, table, bound)) return std::nullopt;
    return given;
}

// Each table with each change of the parameters: many rows with the example alone.
struct Trial {
    Table original;
    Json parameters;
};

std::vector<Trial> trials(const Method& method) {
    std::vector<Trial> all;
    const std::vector<Json> changes = test::changes_of(method);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        std::vector<Table> examples = example_tables(method, i == 0 ? kRows : kFewRows);
        if (i > 0 && examples.size() > 2) examples.pop_back();  // the columns of both others
        for (const Table& example : examples) {
            Table original = telling(example, 77 + i);
            if (auto parameters = settings(method, original, changes[i])) {
                all.push_back({std::move(original), std::move(*parameters)});
            }
        }
    }
    return all;
}

Json assessment_of(const Method& method, const Trial& trial, const Table& masked) {
    const release::Comparable pair = release::make_comparable(trial.original, masked, {}, {});
    const std::vector<release::Choice> choice{{method.info.name, trial.parameters}};
    const bool attacks = method.info.family == Family::attack;
    const release::Assessed assessed = release::run_assessments(
        method.info.family, choice, pair, {}, false, Random(1), test::threads(2));
    return {{"kind", "assessment"},
            {"original", {{"rows", trial.original.rows()}}},
            {"masked", {{"file", "masked.csv"}, {"rows", masked.rows()}}},
            {"columns", trial.original.names()},
            {attacks ? "attacks" : "measures", json_list(assessed.results)}};
}

// What an attack learnt from the true links repeats it without them. Parameters are given.
void expect_nothing_learnt(const Json& in) {
    if (!in.is_structured()) return;
    for (const auto& [key, value] : in.items()) {
        if (key == "parameters") continue;
        for (const char* learnt :
             {"key_attributes", "weights_by_rank", "measure", "matrix", "interactions"}) {
            EXPECT_FALSE(key == learnt && value.is_structured()) << learnt;
        }
        expect_nothing_learnt(value);
    }
}

TEST_P(PublishedAssessment, TellsNoFigureOfTheOriginal) {
    const std::vector<Trial> all = trials(method());
    ASSERT_FALSE(all.empty());
    for (const Trial& trial : all) {
        SCOPED_TRACE(trial.parameters.dump());
        const Table masked = some_masking(trial.original);
        const test::Secrets secrets = hidden_by(trial.original, masked);
        ASSERT_FALSE(secrets.empty());
        Json result;
        try {
            result = assessment_of(method(), trial, masked);
        } catch (const Error& error) {
            EXPECT_NE(error.kind(), ErrorKind::internal) << error.what();
            EXPECT_NE(trial.parameters, method().info.example) << error.what();
            continue;  // a choice that needs another one
        }
        EXPECT_EQ(test::listed(test::found_in_published(secrets, result)), "");
        if (method().info.family == Family::attack) expect_nothing_learnt(published(result));
    }
}

release::Policy policy_of_trial(const Method& method, const Trial& trial,
                                const std::vector<std::string>& masked) {
    release::Policy policy;
    for (const std::string& name : trial.original.names()) {
        release::ColumnPolicy column;
        column.name = name;
        column.role = name == kPersonColumn ? Role::identifier : Role::quasi;
        policy.columns.push_back(std::move(column));
    }
    policy.steps.push_back({method.info.name, masked, trial.parameters, {}, {}});
    return policy;
}

// With a column that says who it is, and is dropped.
Table with_people(const Table& table) {
    std::vector<ColumnPtr> columns = table.columns();
    std::vector<std::string> names;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        Draws draws = Random(99).stream("people").at(row);
        names.push_back(test::made_up_word(draws));
    }
    columns.push_back(Column::from_texts(kPersonColumn, Kind::nominal, names));
    return Table(columns);
}

TEST_P(PublishedMask, RecordAndFileTellNoFigureOfTheOriginal) {
    for (Trial& trial : trials(method())) {
        SCOPED_TRACE(trial.parameters.dump());
        const auto masked = test::columns_to_mask(method(), trial.original);
        trial.original = with_people(trial.original);
        const bool is_example = trial.parameters == method().info.example;
        for (const std::uint64_t seed : {5U, 6U}) {
            try {
                const release::Plan plan =
                    release::make_plan(trial.original, policy_of_trial(method(), trial, masked));
                const Context context = test::threads(2);
                const release::PreparedRelease prepared = release::prepare_release(
                    plan, release::execute(plan, seed, context, &test::example_key()), seed, "",
                    false, context);
                const release::UnwrittenRelease files = release::unwritten_release(
                    plan, prepared, seed, {"release.csv", {}, {}, false}, context);
                const Table& released = prepared.execution.release;
                const test::Secrets secrets = hidden_by(trial.original, released);
                ASSERT_GE(secrets.words.size(), static_cast<std::size_t>(kFewRows));
                EXPECT_EQ(test::listed(test::found_in(secrets, files.record)), "");
                if (is_example) {  // the page says what the record says
                    EXPECT_EQ(test::listed(test::found_in_published(secrets, files.record)), "");
                }
                EXPECT_EQ(test::listed(test::found_in_file(secrets, "release.csv",
                                                           table_text(released, Format::csv))),
                          "");
            } catch (const Error& error) {
                // Numbers of which none is like another leave nothing to release, and a choice may
                // need another one.
                EXPECT_TRUE(error.kind() == ErrorKind::unmet ||
                            (error.kind() != ErrorKind::internal && !is_example))
                    << error.what();
            }
            if (is_example || !method().has(Property::random)) break;
        }
    }
}

// The test itself finds what it looks for.
TEST(Publication, FiguresAreFoundWhereTheyAre) {
    const Method& method = *find_method("statistics");
    const Trial trial{telling(example_tables(method, kRows).front()), Json::object()};
    const Table masked = some_masking(trial.original);
    const test::Secrets secrets = hidden_by(trial.original, masked);
    const Json page = assessment_of(method, trial, masked);
    const Json& result = page["measures"][0];
    EXPECT_GT(test::found_in(secrets, result).size(), 10U);
    EXPECT_GT(test::found_in_page(secrets, report::html_report(std::vector{page})).size(), 5U);
    EXPECT_TRUE(describes_original(result));
    EXPECT_FALSE(describes_original(published(result)));
}

TEST(Publication, WhatIsPlantedInARecordOrAFileIsFound) {
    const Table table =
        with_people(telling(example_tables(*find_method("suppression"), kRows).front()));
    const test::Secrets secrets = test::hidden(table_secrets(table, table.names()), {});
    const std::string person = table.column(kPersonColumn).text(12);
    EXPECT_EQ(test::found_in(secrets, {{"steps", {{{"people", {person}}}}}}).size(), 1U);
    EXPECT_EQ(test::found_in(secrets, {{"warnings", {"nobody is like " + person}}}).size(), 1U);
    EXPECT_EQ(test::found_in(secrets, {{person, 1}}).size(), 1U);
    EXPECT_EQ(test::found_in_file(secrets, "release.csv", "a,b\n1," + person + "\n").size(), 1U);
    for (const ColumnPtr& column : table.columns()) {
        if (column->name() == kPersonColumn || column->is_numeric()) continue;
        const Groups groups =
            group_rows(test::threads(1), table, std::vector<std::string>{column->name()});
        if (groups.classes() < 4) continue;
        Json counts = Json::array();
        for (const std::int64_t size : groups.sizes) counts.push_back({{"there", size}});
        EXPECT_GE(test::found_in(secrets, {{"counts", counts}}).size(), 1U) << column->name();
    }
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
    if (in.is_number()) return in.get<double>() == wanted;
    return in.is_structured() &&
           std::ranges::any_of(in, [&](const Json& one) { return has_number(one, wanted); });
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
        for (const Json& one : {record, published(result), Json(test::without_tags(page))}) {
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
