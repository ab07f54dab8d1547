// Records as points and hexagons, beside the plain search for the nearest middle.
#include "lethe/release/tables/scatter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "assess.h"
#include "lethe/method/publication.h"
#include "lethe/release/tables/hexagon_cells.h"
#include "support.h"

namespace lethe::release {
namespace {

// Every middle of the plane, in units of the frame: rows of hexagons, every second shifted.
std::vector<std::pair<double, double>> all_middles(std::int64_t across) {
    const double width = 1 / static_cast<double>(across), step = width * std::sqrt(3.0) / 2;
    std::vector<std::pair<double, double>> middles;
    for (int row = -1; row * step < 1 + 2 * step; ++row) {
        const double shift = row % 2 == 0 ? 0 : width / 2;
        for (int place = -1; place < across + 2; ++place) {
            middles.emplace_back(place * width + shift, row * step);
        }
    }
    return middles;
}

TEST(HexagonCells, EveryPointIsInTheHexagonWithTheNearestMiddle) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        Draws draws = Random(seed).stream("point").at(0);
        const auto across = static_cast<std::int64_t>(1 + draws.below(25));
        const PlaneAxis along{-5, 15}, up{100, 101};
        const double u = 1.2 * draws.uniform() - 0.1, v = 1.2 * draws.uniform() - 0.1;
        const std::vector<double> x{along.value(u)}, y{up.value(v)};
        const auto cells = hexagon_cells(x, y, along, up, across);
        ASSERT_EQ(cells.size(), 1U);
        const double inside_u = std::clamp(u, 0.0, 1.0), inside_v = std::clamp(v, 0.0, 1.0);
        double nearest = std::numeric_limits<double>::infinity();
        for (const auto& [mu, mv] : all_middles(across)) {
            nearest = std::min(nearest, std::hypot(mu - inside_u, mv - inside_v));
        }
        const double own =
            std::hypot((cells[0].x - along.low) / 20 - inside_u, cells[0].y - up.low - inside_v);
        EXPECT_NEAR(own, nearest, 1e-9);
    }
}

TEST(HexagonCells, CountEveryRecordOnce) {
    const Table table = test::random_table(Random(3), 5000, 2);
    const auto x = table.column("a").numbers(), y = table.column("b").numbers();
    const auto cells = hexagon_cells(x, y, {-3, 3}, {-3, 3}, 12);
    std::int64_t records = 0;
    for (const PlaneCount& cell : cells) records += cell.records;
    EXPECT_EQ(records, 5000);
    EXPECT_LT(cells.size(), 250U);
}

TEST(Scatter, FewPointsAreThemselves) {
    const Table original({Column::numeric("x", {3, 1, 3, 9})});
    const Table masked({Column::numeric("x", {2, 2, 2, 9})});
    const Json scatter = to_json(scatter_of_column(test::threads(1), original, masked, {}, "x"));
    EXPECT_EQ(scatter["form"], "points");
    EXPECT_EQ(scatter["points"].dump(), "[[1.0,2.0,1],[3.0,2.0,2],[9.0,9.0,1]]");
    EXPECT_EQ(scatter["x"].dump(), "[1.0,9.0]");
    EXPECT_EQ(scatter["x"], scatter["y"]);
    EXPECT_EQ(scatter["records"], 4);
    EXPECT_EQ(scatter["beyond"], 0);
    // Means 4 and 3.75: the products sum to 35, the squares to 36 and 36.75.
    EXPECT_NEAR(scatter["correlation"].get<double>(), 35 / std::sqrt(36 * 36.75), 1e-9);
}

// A released row stands against the person it comes from.
TEST(Scatter, RowsFindTheirOrigin) {
    const Table original({Column::numeric("x", {1, 2, 3})});
    const Table masked({Column::numeric("x", {30, 10})});
    const std::vector<std::int64_t> origin{2, 0};
    const Json scatter =
        to_json(scatter_of_column(test::threads(1), original, masked, origin, "x"));
    EXPECT_EQ(scatter["points"].dump(), "[[1.0,10.0,1],[3.0,30.0,1]]");
}

TEST(Scatter, MissingValuesAreCountedAndNotDrawn) {
    const Table table = test::with_missing(test::random_table(Random(1), 200, 2), Random(2), 5);
    const Json pair = to_json(scatter_of_pair(table, table, "a", "b"));
    std::int64_t both = 0;
    for (std::int64_t row = 0; row < 200; ++row) {
        both += table.column("a").valid(row) && table.column("b").valid(row) ? 1 : 0;
    }
    EXPECT_LT(both, 200);
    EXPECT_EQ(pair["before"]["records"], both);
    EXPECT_EQ(pair["before"]["missing"], 200 - both);
    EXPECT_EQ(pair["before"], pair["after"]);
}

// One absurd value does not push all others into a corner, and is told.
TEST(Scatter, AFarTailLiesBeyondTheFrame) {
    std::vector<double> values;
    for (int i = 0; i < 2000; ++i) values.push_back(i);
    values.back() = 1e9;
    const Table table({Column::numeric("x", values)});
    const Json scatter = to_json(scatter_of_column(test::threads(1), table, table, {}, "x"));
    EXPECT_EQ(scatter["form"], "hexagons");
    EXPECT_LT(scatter["x"][1].get<double>(), 2000);
    EXPECT_EQ(scatter["beyond"], 20);
    values.back() = 2500;
    const Table near({Column::numeric("x", values)});
    const Json whole = to_json(scatter_of_column(test::threads(1), near, near, {}, "x"));
    EXPECT_EQ(whole["x"][1], 2500);
    EXPECT_EQ(whole["beyond"], 0);
}

TEST(Scatter, IsNeverPublished) {
    const Table table = test::random_table(Random(1), 20, 2);
    const Json column = to_json(scatter_of_column(test::threads(1), table, table, {}, "a"));
    const Json pair = to_json(scatter_of_pair(table, table, "a", "b"));
    for (const Json& scatter : {column, pair, pair["before"], pair["after"]}) {
        EXPECT_TRUE(published(scatter).is_null());
        EXPECT_TRUE(describes_original(Json{{"kind", "any"}, {"drawn", scatter}}));
    }
}

TEST(Scatter, OfNobodyIsEmpty) {
    const Table table({Column::numeric("x", std::vector<double>{})});
    const Json scatter = to_json(scatter_of_column(test::threads(1), table, table, {}, "x"));
    EXPECT_TRUE(scatter["points"].empty());
    EXPECT_TRUE(scatter["correlation"].is_null());
}

}  // namespace
}  // namespace lethe::release
