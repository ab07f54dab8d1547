// Published and computed optima over the hierarchies of Adult, where the real data are there.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "adult_lattice.h"
#include "lethe/algo/lattice/search.h"
#include "lethe/core/sanitizers.h"
#include "support.h"

namespace lethe::lattice {
namespace {

Node levels_in(const std::string& text) {
    Node node;
    for (const std::string& level : test::fields_of(text, ',')) node.push_back(std::stoi(level));
    return node;
}

Settings settings_of(const Records& records, const std::string& models, const std::string& metric,
                     double limit) {
    Problems problems;
    Settings settings;
    settings.models = parse_models(models, problems);
    settings.metric = parse_metric(metric, problems);
    settings.limit = limit;
    settings.sensitive = records.counted.size();
    settings.presence_empty = PresenceEmpty::arx;  // as the rows with presence were made
    throw_if_any(problems);
    return settings;
}

void expect_near(double found, double wanted, double tolerance, const std::string& what) {
    EXPECT_NEAR(found, wanted, tolerance * std::abs(wanted)) << what;
}

class LatticeOracles : public ::testing::Test {
  protected:
    void SetUp() override {
        if (test::data_folder().empty()) GTEST_SKIP() << "the folder of real data is not there";
        adult_ = std::make_unique<test::AdultLattice>(test::data_folder() + "/arx_adult");
        context_.threads = 2;
    }

    std::unique_ptr<test::AdultLattice> adult_;
    Context context_;
};

TEST_F(LatticeOracles, Optima) {
    int rows = 0;
    for (const auto& line : test::lines_of(adult_->folder() + "/oracles.tsv", '\t')) {
        const std::string& id = line[0];
        const std::string& search = line[6];
        const std::string& verified = line[10];
        if (id == "id" || verified == "no" || search.starts_with("local-recoding")) continue;
        ++rows;
        if (rows % static_cast<int>(kSanitizerPatience) != 0) continue;
        const Records records = adult_->records(line[2], line[3]);
        const Settings settings = settings_of(records, line[1], line[5], std::stod(line[4]));
        if (line[8] == "none") {
            // More values are asked for than there are: told before any search.
            EXPECT_THROW(Evaluation(records, settings), Error) << id;
            continue;
        }
        const Evaluation evaluation(records, settings);
        const double wanted = std::stod(line[7]);
        const Solution given = at_levels(evaluation, levels_in(line[8]));
        expect_near(given.loss.value, wanted, 1e-10, id);
        if (line[9] != "-") {
            EXPECT_EQ(given.suppressed, std::stol(line[9])) << id;
        }
        const SearchResult found = search_levels(context_, evaluation);
        ASSERT_TRUE(found.best) << id;
        if (verified == "value") {
            EXPECT_LT(found.best->loss.value, wanted) << id;  // a heuristic missed the optimum
            continue;
        }
        expect_near(found.best->loss.value, wanted, 1e-10, id);
        const bool several = line[12].find("vectors have this loss") != std::string::npos;
        if (!several) {
            EXPECT_EQ(found.best->node, levels_in(line[8])) << id;
        }
    }
    EXPECT_GT(rows, 80);
}

TEST_F(LatticeOracles, NodeValues) {
    int rows = 0;
    std::string before;
    std::unique_ptr<Records> records;
    std::unique_ptr<Evaluation> evaluation;
    for (const auto& line : test::lines_of(adult_->folder() + "/node_values.tsv", '\t')) {
        if (line[0] == "models") continue;
        ++rows;
        const std::string setting = line[0] + line[1] + line[2] + line[3];
        if (setting != before) {
            before = setting;
            evaluation.reset();
            records = std::make_unique<Records>(adult_->records(line[1], line[2]));
            evaluation =
                std::make_unique<Evaluation>(*records, settings_of(*records, line[0], line[3], 1));
        }
        const Solution found = at_levels(*evaluation, levels_in(line[4]));
        const std::string what = line[0] + " " + line[3] + " " + line[4];
        if (line[3].find("agg=rank") == std::string::npos) {
            expect_near(found.loss.value, std::stod(line[5]), 1e-9, what);
            continue;
        }
        std::string numbers;
        for (const char c : line[5])
            numbers += c == '[' || c == ']' || c == ' ' ? "" : std::string(1, c);
        const auto wanted = test::fields_of(numbers, ',');
        ASSERT_EQ(found.loss.rank.size(), wanted.size()) << what;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            EXPECT_NEAR(found.loss.rank[i], std::stod(wanted[i]), 2e-10) << what;
        }
    }
    EXPECT_GT(rows, 500);
}

}  // namespace
}  // namespace lethe::lattice
