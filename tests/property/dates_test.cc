// Columns of dates are numbers: every method does with dates what it does with the counts of days,
// and what it releases are dates again, or labels that are read as such.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "example_key.h"
#include "example_tables.h"
#include "lethe/data/numbers/number_domain.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/data/written/notation.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/evaluate.h"
#include "people_columns.h"
#include "support.h"

namespace lethe {
namespace {

const NotationPtr& german() {
    static const NotationPtr kGerman = Notation::of_dates("%d.%m.%Y", Quantity::date);
    return kGerman;
}

// Three columns of days, one of few, as numbers and as dates.
struct Pair {
    Table numbers;
    Table dates;
};

Pair days(std::int64_t rows, bool holes) {
    std::vector<ColumnPtr> numbers, dates;
    for (const auto& [name, range] : {std::pair("born", 20000), {"seen", 900}, {"left", 12}}) {
        std::vector<double> values;
        Validity validity(rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            Draws draws = Random(17).stream(name).at(row);
            const auto day = draws.below(static_cast<std::uint64_t>(range));
            values.push_back(static_cast<double>(day) - 3000);
            if (holes && draws.uniform() < 0.1) {
                validity.set_missing(row);
                values.back() = 0;
            }
        }
        numbers.push_back(Column::numeric(name, values, holes ? validity : Validity()));
        dates.push_back(numbers.back()->with_notation(german()));
    }
    return {Table(numbers), Table(dates)};
}

Table masked(const Method& method, const Table& table, const Json& parameters) {
    const Context context = test::threads(1);
    const MaskOutput output =
        method.mask({table, table.names(), Random(4), context, &test::example_key()}, parameters);
    const Table changed = table.with(output.changed);
    return output.kept_rows ? changed.gather(*output.kept_rows) : changed;
}

std::string error_in(const std::function<void()>& body) {
    try {
        body();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

// As a release has them: whole days, whatever the column writes.
Table whole_days(const Table& table, const Table& dates) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        const Column& original = dates.column(column->name());
        std::int64_t bounded = 0;
        const ColumnPtr whole =
            with_possible_values(*column, original, inferred_domain(original), bounded);
        columns.push_back(Column::in_place_of(*column, whole));
    }
    return Table(columns);
}

void expect_same_numbers(const Column& dates, const Column& numbers, const Column& original) {
    ASSERT_TRUE(dates.is_numeric());
    std::int64_t bounded = 0;
    const ColumnPtr released =
        with_possible_values(dates, original, inferred_domain(original), bounded)
            ->with_notation(german());
    for (std::int64_t row = 0; row < dates.size(); ++row) {
        ASSERT_EQ(dates.valid(row), numbers.valid(row));
        if (!dates.valid(row)) continue;
        const auto i = static_cast<std::size_t>(row);
        EXPECT_EQ(dates.numbers()[i], numbers.numbers()[i]);
        // What is released is a day, and the nearest one.
        EXPECT_EQ(german()->parse(released->text(row)), released->numbers()[i]);
        EXPECT_LE(std::abs(released->numbers()[i] - dates.numbers()[i]), 0.5);
    }
}

void expect_same_labels(const Column& dates, const Column& numbers, const Column& original,
                        bool own_ends) {
    ASSERT_FALSE(dates.is_numeric());
    for (std::int64_t row = 0; row < dates.size(); ++row) {
        ASSERT_EQ(dates.valid(row), numbers.valid(row));
        if (!dates.valid(row)) continue;
        const auto of_dates = interval_of_label(dates.text(row), german().get());
        const auto of_numbers = interval_of_label(numbers.text(row));
        ASSERT_TRUE(of_dates) << dates.text(row);
        ASSERT_TRUE(of_numbers) << numbers.text(row);
        if (own_ends) {  // rounded outwards, of dates to whole days
            EXPECT_LE(of_dates->low, original.numbers()[static_cast<std::size_t>(row)]);
            EXPECT_GE(of_dates->high, original.numbers()[static_cast<std::size_t>(row)]);
        } else {
            EXPECT_EQ(of_dates->low, of_numbers->low);
            EXPECT_EQ(of_dates->high, of_numbers->high);
        }
    }
}

// The example, with one other choice at a time.
std::vector<Json> choices_of(const Method& method, const Table& table) {
    std::vector<Json> choices{bound_example(method)};
    for (const Parameter& parameter : method.parameters) {
        for (const std::string& choice : parameter.choices) {
            Json changed = choices.front();
            changed[parameter.name] = choice;
            choices.push_back(std::move(changed));
        }
    }
    std::erase_if(choices, [&](const Json& parameters) {
        Problems problems;
        method.check(table, table.names(), parameters, {}, problems);
        return !problems.empty();
    });
    return choices;
}

class EachNumericMask : public testing::TestWithParam<std::string> {};

TEST_P(EachNumericMask, DoesWithDatesWhatItDoesWithDays) {
    const Method& method = *find_method(GetParam());
    if (test::needs_people(method)) GTEST_SKIP() << "has a test of its own: it needs people";
    if (GetParam() == "pseudonyms") GTEST_SKIP() << "does not apply: it is of texts";
    std::int64_t tried = 0;
    for (const bool holes : {false, true}) {
        if (holes && method.info.missing == Missing::refused) continue;
        const Pair pair = days(70, holes);
        for (const Json& parameters : choices_of(method, pair.dates)) {
            // Units of the calendar are nothing to plain numbers.
            if (parameters.value("unit", "none") != "none") continue;
            SCOPED_TRACE(parameters.dump());
            Table numbers, dates;
            const std::string refused =
                error_in([&] { numbers = masked(method, pair.numbers, parameters); });
            ASSERT_EQ(error_in([&] { dates = masked(method, pair.dates, parameters); }), refused);
            if (!refused.empty()) continue;
            ASSERT_EQ(dates.rows(), numbers.rows());
            ASSERT_EQ(dates.names(), numbers.names());
            ++tried;
            for (const std::string& name : numbers.names()) {
                const Column& was = numbers.column(name);
                const Column& is = dates.column(name);
                const Column* const original = pair.dates.find(name);
                if (original == nullptr) continue;  // a new one
                SCOPED_TRACE(name);
                if (was.is_numeric()) {
                    expect_same_numbers(is, was, *original);
                } else {
                    expect_same_labels(is, was, *original, GetParam() == "camouflage");
                }
            }
        }
    }
    EXPECT_GT(tried, 0);
}

// By the values, of labels by what they are read as.
std::string figures(const Method& method, const release::Comparable& pair, const Json& record) {
    const std::vector<release::Choice> choice{{method.info.name, method.info.example}};
    release::Scenario scenario;
    scenario.record = record;
    try {
        const release::Assessed found = release::run_assessments(
            method.info.family, choice, pair, scenario, false, Random(1), test::threads(1));
        return to_json(found.results.front()).dump();
    } catch (const Error& error) {
        return error.what();
    }
}

class EachNumericAssessment : public testing::TestWithParam<std::string> {};

TEST_P(EachNumericAssessment, MeasuresDatesInDays) {
    const Method& method = *find_method(GetParam());
    for (const char* of_texts : {"method-guess", "km-anonymity", "known-items", "set-loss"}) {
        if (GetParam() == of_texts) GTEST_SKIP() << "does not apply: it reads cells as texts";
    }
    const Pair pair = days(60, false);
    for (const auto& [name, parameters] : {std::pair<const char*, Json>{"mdav", {{"k", 4}}},
                                           {"noise", {{"p", 20}}},
                                           {"global-recoding", {{"width", 200}, {"show", "label"}}},
                                           {"mondrian", {{"k", 5}}}}) {
        SCOPED_TRACE(name);
        const Method& mask = find_method(name, Family::mask);
        Problems problems;
        const Json bound = mask.bind(parameters, {}, problems);
        ASSERT_TRUE(problems.empty());
        const std::vector<std::string> columns = pair.numbers.names();
        const auto of_numbers = release::make_comparable(
            pair.numbers, whole_days(masked(mask, pair.numbers, bound), pair.dates), columns, {});
        const auto of_dates = release::make_comparable(
            pair.dates, whole_days(masked(mask, pair.dates, bound), pair.dates), columns, {});
        for (const std::string& column : columns) {
            EXPECT_TRUE(of_dates.masked.column(column).is_numeric());
        }
        EXPECT_EQ(figures(method, of_dates, nullptr), figures(method, of_numbers, nullptr));
    }
}

std::vector<std::string> numeric_methods(bool masks) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::table || !method.accepts(Kind::numeric)) continue;
        if ((method.info.family == Family::mask) == masks) names.push_back(method.info.name);
    }
    return names;
}

std::string dates_test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Dates, EachNumericMask, testing::ValuesIn(numeric_methods(true)),
                         dates_test_name);
INSTANTIATE_TEST_SUITE_P(Dates, EachNumericAssessment, testing::ValuesIn(numeric_methods(false)),
                         dates_test_name);

}  // namespace
}  // namespace lethe
