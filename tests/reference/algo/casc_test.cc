// MDAV on the two classic files of the field, against the losses that other implementations report.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "lethe/algo/partition/mdav.h"
#include "lethe/data/column_stats.h"
#include "support.h"

namespace lethe {
namespace {

std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            result.emplace_back();
        } else if (c != '\r') {
            result.back() += c;
        }
    }
    return result;
}

// The columns whose every value is a number.
Table read_numeric_columns(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> names = fields(line);
    std::vector<std::vector<double>> columns(names.size());
    std::vector<bool> numeric(names.size(), true);
    while (std::getline(file, line)) {
        const std::vector<std::string> texts = fields(line);
        for (std::size_t j = 0; j < names.size(); ++j) {
            const std::string& text = texts.at(j);
            double value = 0.0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            if (error != std::errc() || end != text.data() + text.size()) numeric[j] = false;
            columns[j].push_back(value);
        }
    }
    std::vector<ColumnPtr> made;
    for (std::size_t j = 0; j < names.size(); ++j) {
        if (numeric[j]) made.push_back(Column::numeric(names[j], std::move(columns[j])));
    }
    return Table(std::move(made));
}

// 100 SSE / SST; the space is standardised, so the total is dims x (rows - 1).
double loss_percent(const NumericSpace& space, const Clusters& clusters) {
    const ClusterRows rows(clusters);
    double sse = 0.0;
    for (std::int32_t cluster = 0; cluster < rows.count(); ++cluster) {
        const NumericSpace::Point centre = space.centroid(rows[cluster]);
        for (const std::int64_t row : rows[cluster]) sse += space.distance(centre, row);
    }
    return 100.0 * sse / static_cast<double>(space.dims() * (space.rows() - 1));
}

void expect_losses(const std::string& file, std::vector<std::string> columns,
                   const std::map<int, double>& losses) {
    const std::string folder = test::data_folder();
    if (folder.empty()) GTEST_SKIP() << "no folder of real data";
    const Table table = read_numeric_columns(folder + "/casc/" + file);
    if (columns.empty()) columns = table.names();
    const NumericSpace space = numeric_space(Context(), table, columns, Scaling::zscore);
    for (const auto& [k, loss] : losses) {
        const Clusters clusters = mdav(Context(), space, k);
        EXPECT_NEAR(loss_percent(space, clusters), loss, 0.00005) << file << ", k = " << k;
        EXPECT_EQ(clusters, plain_mdav(Context(), space, k)) << file << ", k = " << k;
    }
}

TEST(Casc, Census) { expect_losses("Census.csv", {}, {{3, 5.6922}, {5, 9.0884}, {10, 14.1559}}); }

TEST(Casc, Eia) {
    expect_losses("EIA.csv",
                  {"UTILITYID", "RESREVENUE", "RESSALES", "COMREVENUE", "COMSALES", "INDREVENUE",
                   "INDSALES", "OTHREVENUE", "OTHRSALES", "TOTREVENUE", "TOTSALES"},
                  {{3, 0.4829}, {5, 1.6667}, {10, 3.8397}});
}

}  // namespace
}  // namespace lethe
