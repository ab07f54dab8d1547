// Strata keep their columns, and every combination has k rows.
#include <gtest/gtest.h>

#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

Table stratified_table_of(std::uint64_t seed, std::int64_t rows) {
    const Stream stream = Random(seed).stream("table");
    std::vector<double> a;
    std::vector<std::int32_t> c, d;
    Validity valid(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        a.push_back(static_cast<double>(draws.below(30)));
        c.push_back(static_cast<std::int32_t>(draws.below(2)));
        d.push_back(static_cast<std::int32_t>(draws.below(6)));
        if (draws.below(10) == 0) valid.set_missing(row);
    }
    const auto texts = [](std::initializer_list<const char*> list) {
        return std::make_shared<const Dictionary>(list.begin(), list.end());
    };
    return Table(
        {Column::numeric("a", a),
         Column::categories("c", Kind::nominal, c, texts({"x", "y"}), valid),
         Column::categories("d", Kind::nominal, d, texts({"1", "2", "3", "4", "5", "6"}))});
}

MaskOutput masked(const Table& table, const Json& parameters) {
    const Method& method = find_method("stratified", Family::mask);
    Problems problems;
    const Json bound = method.bind(parameters, {}, problems);
    method.check(table, table.names(), bound, {}, problems);
    throw_if_any(std::move(problems));
    return method.mask({table, table.names(), Random(1), Context{}}, bound);
}

TEST(Stratified, EveryCombinationHasKRows) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const auto k = static_cast<std::int64_t>(2 + seed % 4);
        const Table table = stratified_table_of(seed, 2 * k + static_cast<std::int64_t>(seed % 60));
        for (const char* inside : {"mdav", "global-median"}) {
            const MaskOutput output =
                masked(table, {{"by", {"c", "d"}}, {"inside", inside}, {"parameters", {{"k", k}}}});
            const Table release = table.with(output.changed);
            const auto names = release.names();
            ASSERT_GE(group_rows(Context{}, release, names).smallest(), k) << seed << inside;
        }
    }
}

TEST(Stratified, KeepsItsColumnsWhereTheRestIsDropped) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Table table = stratified_table_of(seed, 60);
        const MaskOutput output = masked(
            table,
            {{"by", {"d", "c"}}, {"rest", "dropped"}, {"least", 6}, {"parameters", {{"k", 3}}}});
        Table release = table.with(output.changed);
        Table kept = table;
        if (output.kept_rows) {
            release = release.gather(*output.kept_rows);
            kept = table.gather(*output.kept_rows);
        }
        for (const char* name : {"c", "d"}) {
            for (std::int64_t row = 0; row < release.rows(); ++row) {
                ASSERT_EQ(release.column(name).text(row), kept.column(name).text(row));
            }
        }
        if (release.rows() > 0) {
            const auto names = release.names();
            EXPECT_GE(group_rows(Context{}, release, names).smallest(), 3);
        }
    }
}

TEST(Stratified, SaysWhatIsWrong) {
    const Table table = stratified_table_of(1, 40);
    EXPECT_THROW(masked(table, {{"by", {"e"}}}), Error);
    EXPECT_THROW(masked(table, {{"by", {"c", "c"}}}), Error);
    EXPECT_THROW(masked(table, {{"by", {"a", "c", "d"}}}), Error);
    EXPECT_THROW(masked(table, {{"by", {"c"}}, {"inside", "no-such"}}), Error);
}

}  // namespace
}  // namespace lethe
