// Attacks and losses on the Census file (1080 x 13, its columns linearly dependent).
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "assess.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/data/formats/table_files.h"

namespace lethe {
namespace {

Table census() {
    const std::string path = test::data_folder() + "/casc/Census.csv";
    if (test::data_folder().empty() || !std::filesystem::exists(path)) return Table();
    return read_table(test::threads(1), path);
}

// MDAV on groups of consecutive raw columns, each with its own k.
struct Group {
    std::size_t columns;
    std::int64_t k;
};

Table microaggregated(const Table& table, const std::vector<Group>& groups) {
    std::vector<ColumnPtr> masked;
    std::size_t begin = 0;
    for (const auto [columns, k] : groups) {
        std::vector<std::string> names;
        for (std::size_t j = begin; j < begin + columns; ++j) {
            names.push_back(table.columns()[j]->name());
        }
        const Context context = test::threads(1);
        const NumericSpace space = numeric_space(context, table, names, Scaling::none);
        const ClusterRows clusters(mdav(context, space, k));
        std::vector<std::vector<double>> values(
            columns, std::vector<double>(static_cast<std::size_t>(table.rows())));
        for (std::int32_t cluster = 0; cluster < clusters.count(); ++cluster) {
            const std::vector<double> mean = space.centroid(clusters[cluster]);
            for (const std::int64_t row : clusters[cluster]) {
                for (std::size_t j = 0; j < columns; ++j) {
                    values[j][static_cast<std::size_t>(row)] = mean[j];
                }
            }
        }
        for (std::size_t j = 0; j < columns; ++j) {
            masked.push_back(Column::numeric(names[j], std::move(values[j])));
        }
        begin += columns;
    }
    return Table(std::move(masked));
}

struct Published {
    std::string file;
    std::vector<Group> groups;
    double euclid_lax, euclid_strict, mahalanobis_lax, mahalanobis_strict;
};

// The first 400 rows, the non-uniform files of Abril 2014, section 5.4.3.
TEST(Census, LinkageOfNonUniformFiles) {
    const Table table = census();
    if (table.rows() == 0) GTEST_SKIP() << "no Census file";
    const std::vector<Published> files{
        {"M4-33", {{2, 3}, {2, 3}}, 83.50, 78.75, 97.00, 91.50},
        {"M4-28", {{2, 2}, {2, 8}}, 72.50, 69.00, 95.50, 90.50},
        {"M4-82", {{2, 8}, {2, 2}}, 68.00, 65.00, 96.00, 91.50},
        {"M5-38", {{3, 3}, {2, 8}}, 37.25, 31.75, 92.75, 82.00},
        {"M6-385", {{2, 3}, {2, 8}, {2, 5}}, 75.00, 74.50, 99.25, 98.75},
        {"M6-853", {{2, 8}, {2, 5}, {2, 3}}, 81.75, 81.00, 99.50, 98.50}};
    std::vector<std::int64_t> first(400);
    std::iota(first.begin(), first.end(), std::int64_t{0});
    for (const Published& file : files) {
        std::vector<std::string> names = table.names();
        std::size_t columns = 0;
        for (const Group& group : file.groups) columns += group.columns;
        names.resize(columns);
        const Table original = table.select(names).gather(first);
        const Table masked = microaggregated(original, file.groups);
        const Json euclid = test::assess("distance-linkage", original, masked).details;
        EXPECT_EQ(euclid["lax"], file.euclid_lax) << file.file;
        EXPECT_EQ(euclid["strict"], file.euclid_strict) << file.file;
        const Json mahalanobis =
            test::assess("distance-linkage", original, masked, {{"distance", "mahalanobis"}})
                .details;
        EXPECT_EQ(mahalanobis["lax"], file.mahalanobis_lax) << file.file;
        EXPECT_EQ(mahalanobis["strict"], file.mahalanobis_strict) << file.file;
    }
}

// TAXINC and the earnings depend on each other; every measure must cope.
TEST(Census, AllColumnsAtOnce) {
    const Table table = census();
    if (table.rows() == 0) GTEST_SKIP() << "no Census file";
    const Table masked = microaggregated(table, {{13, 5}});
    for (const char* name : {"il", "pil", "sse", "statistics", "interval-disclosure"}) {
        const Measurement result = test::assess(name, table, masked);
        EXPECT_TRUE(std::isfinite(result.value)) << name;
        EXPECT_GT(result.value, 0) << name;
        EXPECT_TRUE(test::all_finite(result.details)) << name;
        EXPECT_EQ(test::assess(name, table, table).value,
                  name == std::string("interval-disclosure") ? 100 : 0);
    }
    const Measurement euclid = test::assess("distance-linkage", table, masked);
    const Measurement mahalanobis =
        test::assess("distance-linkage", table, masked, {{"distance", "mahalanobis"}});
    // Five equal records are the best that a 5-anonymous file gives away, the last group apart.
    EXPECT_LE(euclid.value, 20.01);
    EXPECT_LE(mahalanobis.value, 20.01);
    EXPECT_GT(mahalanobis.value, 5);
    EXPECT_EQ(euclid.details["strict"], 0);
}

}  // namespace
}  // namespace lethe
