// Every combination has k rows, values are those of the group, and the loss is what is measured.
#include <gtest/gtest.h>

#include <set>

#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

Table table_of(std::uint64_t seed, std::int64_t rows) {
    const Stream stream = Random(seed).stream("table");
    std::vector<double> a;
    std::vector<std::int32_t> c, d;
    Validity gaps(rows), holes(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        a.push_back(static_cast<double>(draws.below(30)));
        c.push_back(static_cast<std::int32_t>(draws.below(2)));
        d.push_back(static_cast<std::int32_t>(draws.below(6)));
        if (draws.below(10) == 0) gaps.set_missing(row);
        if (draws.below(8) == 0) holes.set_missing(row);
    }
    const auto texts = [](std::initializer_list<const char*> list) {
        return std::make_shared<const Dictionary>(list.begin(), list.end());
    };
    return Table(
        {Column::numeric("a", a, holes),
         Column::categories("c", Kind::nominal, c, texts({"x", "y"}), gaps),
         Column::categories("d", Kind::ordinal, d, texts({"1", "2", "3", "4", "5", "6"}))});
}

Table exchange_masked(const Table& table, const char* name, const Json& parameters) {
    const Method& method = find_method(name, Family::mask);
    Problems problems;
    const Json bound = method.bind(parameters, {}, problems);
    method.check(table, table.names(), bound, {}, problems);
    throw_if_any(std::move(problems));
    return table.with(method.mask({table, table.names(), Random(1), Context{}}, bound).changed);
}

double cell_loss(const Table& original, const Table& release) {
    const Method& method = find_method("cell-loss", Family::loss);
    Problems problems;
    const Json bound = method.bind(Json::object(), {}, problems);
    const Context context;
    return method.assess({original, release, original.names(), Random(1), context}, bound).value;
}

TEST(ExchangeGroupsMask, EveryCombinationHasKRowsAndFewAreMade) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto k = static_cast<std::int64_t>(2 + seed % 4);
        const Table table = table_of(seed, 2 * k + static_cast<std::int64_t>(seed % 90));
        const Table release =
            exchange_masked(table, "exchange-groups", {{"k", k}, {"mean", k + 2}, {"block", 40}});
        const Groups groups = group_rows(Context{}, release, release.names());
        ASSERT_GE(groups.smallest(), k) << seed;
        ASSERT_LE(groups.classes(), std::max<std::int64_t>(1, table.rows() / (k + 2))) << seed;
    }
}

TEST(ExchangeGroupsMask, LosesLessThanTheGroupsItBeginsWith) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Table table = table_of(seed, 60);
        const double before = cell_loss(table, exchange_masked(table, "global-median", {{"k", 4}}));
        const double after =
            cell_loss(table, exchange_masked(table, "exchange-groups", {{"k", 4}}));
        ASSERT_LE(after, before + 1e-9) << seed;
    }
}

TEST(ExchangeGroupsMask, ShowsValuesThatThereAre) {
    const Table table = table_of(3, 100);
    const Table release = exchange_masked(table, "exchange-groups", {{"k", 5}});
    for (const std::string& name : table.names()) {
        std::set<std::string> known;
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            known.insert(table.column(name).text(row));
        }
        for (std::int64_t row = 0; row < release.rows(); ++row) {
            EXPECT_TRUE(known.contains(release.column(name).text(row)));
        }
    }
}

}  // namespace
}  // namespace lethe
