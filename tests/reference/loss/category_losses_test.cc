// The losses of categories against plain loops over their definitions, by the texts of the values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "assess.h"
#include "category_tables.h"

namespace lethe {
namespace {

using CategoryLossesValues = std::vector<std::string>;  // "" is missing

CategoryLossesValues values_of(const Column& column, const std::vector<std::int64_t>& rows = {}) {
    CategoryLossesValues values;
    const auto add = [&](std::int64_t row) {
        values.push_back(column.valid(row) ? column.text(row) : "");
    };
    for (const std::int64_t row : rows) add(row);
    if (rows.empty()) {
        for (std::int64_t row = 0; row < column.size(); ++row) add(row);
    }
    return values;
}

struct Sides {
    CategoryLossesValues whole;    // the original
    CategoryLossesValues aligned;  // the original of each masked record
    CategoryLossesValues masked;
    Dictionary domain;
    bool ordinal = false;

    std::int64_t place(const std::string& value) const {
        return std::find(domain.begin(), domain.end(), value) - domain.begin();
    }
    bool known(const std::string& value) const { return place(value) < std::ssize(domain); }
};

// What a category outside the domain is read as: by sorting what it replaced.
std::string reading(const Sides& sides, const std::string& value) {
    if (sides.known(value)) return value;
    std::vector<std::int64_t> places;
    for (std::size_t i = 0; i < sides.masked.size(); ++i) {
        if (sides.masked[i] == value && !sides.aligned[i].empty()) {
            places.push_back(sides.place(sides.aligned[i]));
        }
    }
    if (places.empty()) return "";
    std::sort(places.begin(), places.end());
    const auto text = [&](std::int64_t place) {
        return sides.domain[static_cast<std::size_t>(place)];
    };
    if (sides.ordinal) return text(places[(places.size() - 1) / 2]);
    std::int64_t best = places[0];
    for (const std::int64_t place : places) {
        const auto count = [&](std::int64_t p) { return std::ranges::count(places, p); };
        if (count(place) > count(best)) best = place;
    }
    return text(best);
}

double category_losses_distance(const Sides& sides, const std::string& x, const std::string& y) {
    if (x == y) return 0;
    if (x.empty() || y.empty()) return 1;
    const std::string read = reading(sides, y);
    if (read.empty()) return 1;
    if (!sides.ordinal) return x == read ? 0 : 1;
    return std::fabs(static_cast<double>(sides.place(x) - sides.place(read))) /
           static_cast<double>(sides.domain.size());
}

double dbil(const std::vector<Sides>& columns) {
    double sum = 0;
    for (const Sides& sides : columns) {
        for (std::size_t i = 0; i < sides.masked.size(); ++i) {
            sum += category_losses_distance(sides, sides.aligned[i], sides.masked[i]);
        }
    }
    return 100 * sum / static_cast<double>(columns[0].masked.size() * columns.size());
}

// Half the sum of differences of relative frequencies of the concatenated values.
double table_difference(const std::vector<const Sides*>& columns) {
    std::map<std::string, double> difference;
    const auto add = [&](CategoryLossesValues Sides::*values, double sign) {
        const std::size_t rows = (columns[0]->*values).size();
        for (std::size_t i = 0; i < rows; ++i) {
            std::string cell;
            for (const Sides* sides : columns) cell += (sides->*values)[i] + "|";
            difference[cell] += sign / static_cast<double>(rows);
        }
    };
    add(&Sides::whole, 1);
    add(&Sides::masked, -1);
    double sum = 0;
    for (const auto& [cell, value] : difference) sum += std::fabs(value);
    return 100 * sum / 2;
}

double ctbil(const std::vector<Sides>& columns, std::size_t order) {
    double sum = 0;
    int tables = 0;
    for (unsigned choice = 1; choice < 1U << columns.size(); ++choice) {
        std::vector<const Sides*> chosen;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            if (((choice >> j) & 1U) != 0) chosen.push_back(&columns[j]);
        }
        if (chosen.size() > order) continue;
        sum += table_difference(chosen);
        ++tables;
    }
    return sum / tables;
}

double ebil(const std::vector<Sides>& columns) {
    double sum = 0;
    for (const Sides& sides : columns) {
        double bits = 0;
        for (const std::string& released : sides.masked) {
            std::map<std::string, double> counts;
            double total = 0;
            for (std::size_t i = 0; i < sides.masked.size(); ++i) {
                if (sides.masked[i] != released) continue;
                ++counts[sides.aligned[i]];
                ++total;
            }
            for (const auto& [value, count] : counts) {
                bits -= count / total * std::log2(count / total);
            }
        }
        const bool missing = std::ranges::count(sides.whole, "") > 0;
        const double most = std::log2(static_cast<double>(sides.domain.size() + (missing ? 1 : 0)));
        if (most > 0) sum += bits / most / static_cast<double>(sides.masked.size());
    }
    return 100 * sum / static_cast<double>(columns.size());
}

TEST(CategoryLosses, AgreeWithTheirDefinitions) {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        SCOPED_TRACE(seed);
        const Random random(seed);
        Draws draws = random.stream("shape").at(0);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(40));
        const int columns = 1 + static_cast<int>(draws.below(4));
        const auto domain = static_cast<std::int32_t>(1 + draws.below(6));
        Table original = test::random_categories(random, rows, columns, domain);
        Table masked =
            test::other_categories(original, random.part(1), 0.3, draws.below(2) == 0 ? 0.2 : 0.0);
        if (draws.below(2) == 0) original = test::with_missing(original, random.part(2), 6);
        if (draws.below(2) == 0) masked = test::with_missing(masked, random.part(3), 6);
        test::Intruder who;
        if (draws.below(3) == 0) {
            const auto kept =
                static_cast<std::int64_t>(1 + draws.below(static_cast<std::uint64_t>(rows)));
            who.origin = random_subset(random.stream("kept"), rows, kept);
            masked = masked.gather(who.origin);
        }
        std::vector<Sides> sides;
        for (const ColumnPtr& column : original.columns()) {
            sides.push_back({values_of(*column), values_of(*column, who.origin),
                             values_of(masked.column(column->name())), column->dictionary(),
                             column->kind() == Kind::ordinal});
        }
        const auto value = [&](const char* name, const Json& parameters = Json::object()) {
            return test::assess(name, original, masked, parameters, 2, who).value;
        };
        EXPECT_NEAR(value("dbil"), dbil(sides), 1e-9);
        for (const std::size_t order : {1U, 2U, 3U}) {
            EXPECT_NEAR(value("ctbil", {{"order", order}}), ctbil(sides, order), 1e-9);
        }
        EXPECT_NEAR(value("ebil"), ebil(sides), 1e-9);
        EXPECT_NEAR(value("category-loss"), (dbil(sides) + ctbil(sides, 2) + ebil(sides)) / 3,
                    1e-9);
    }
}

TEST(CategoryLosses, OfNoRecords) {
    const Table none = test::random_categories(Random(1), 0, 2, 3);
    for (const char* name : {"dbil", "ctbil", "ebil", "category-loss"}) {
        const Measurement result = test::assess(name, none, none);
        EXPECT_EQ(result.value, 0) << name;
        EXPECT_FALSE(result.warnings.empty()) << name;
    }
}

TEST(CategoryLosses, OneCategoryLosesNothing) {
    const Table one = test::random_categories(Random(1), 9, 2, 1);
    for (const char* name : {"dbil", "ctbil", "ebil", "category-loss"}) {
        EXPECT_EQ(test::assess(name, one, one).value, 0) << name;
    }
}

TEST(CategoryLosses, WeightsAreChecked) {
    const Table table = test::random_categories(Random(1), 9, 2, 3);
    for (const Json& weights : {Json{1, 2}, Json{0, 0, 0}, Json{1, 1, 1, 1}}) {
        EXPECT_THROW(test::assess("category-loss", table, table, {{"weights", weights}}), Error);
    }
}

}  // namespace
}  // namespace lethe
