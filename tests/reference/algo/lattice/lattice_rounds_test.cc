// Local recoding by rounds: the published ones of Adult, and models counted again in what is
// released of small tables.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adult_lattice.h"
#include "lethe/algo/lattice/rounds.h"
#include "slow_nodes.h"
#include "support.h"

namespace lethe::lattice {
namespace {

Settings settings_of_round(const std::string& models, const std::string& metric) {
    Problems problems;
    Settings settings;
    settings.models = parse_models(models, problems);
    settings.metric = parse_metric(metric, problems);
    throw_if_any(problems);
    settings.sensitive = 1;
    return settings;
}

// "0,2,0=23011; 0,3,0=4796@0.10": levels, rows, gs of the search.
std::string steps_text(const RecodedInRounds& found) {
    std::string text;
    for (std::size_t i = 0; i < found.rounds.size(); ++i) {
        const Round& round = found.rounds[i];
        if (i > 0) text += "; ";
        for (std::size_t q = 0; q < round.node.size(); ++q) {
            text += (q > 0 ? "," : "") + std::to_string(round.node[q]);
        }
        text += "=" + std::to_string(round.released);
        char gs[16];
        std::snprintf(gs, sizeof gs, "@%.2f", round.gs);
        if (std::string(gs) != "@0.05") text += gs;
    }
    return text;
}

TEST(LatticeRounds, PublishedRoundsOfAdult) {
    if (test::data_folder().empty()) GTEST_SKIP() << "the folder of real data is not there";
    const test::AdultLattice adult(test::data_folder() + "/arx_adult");
    Context context;
    context.threads = 2;
    int cases = 0;
    for (const auto& line : test::lines_of(adult.folder() + "/oracles.tsv", '\t')) {
        if (!line[6].starts_with("local-recoding")) continue;
        ++cases;
        ASSERT_EQ(line[6], "local-recoding:0.05,100,0.05");
        const Records records = adult.records(line[2], line[3]);
        const RecodedInRounds found = recode_in_rounds(
            context, records, settings_of_round(line[1], line[5]), {.rounds = 100, .step = 0.05});
        std::string wanted = line[8];
        // A first search that released nobody is no round.
        if (const std::string none = "0,0,0,0,0,0,0,0=0; "; wanted.starts_with(none)) {
            wanted = wanted.substr(none.size());
        }
        EXPECT_EQ(steps_text(found), wanted) << line[0];
        EXPECT_EQ(found.suppressed, std::stol(line[9])) << line[0];
        EXPECT_NE(line[12].find(std::to_string(found.searches) + " iterations"), std::string::npos)
            << line[0] << ": " << found.searches;
        EXPECT_TRUE(found.exact) << line[0];
    }
    EXPECT_EQ(cases, 3);
}

// Rows at the levels of their rounds, classes by texts: what joins by chance still fulfils the
// models, by the slow definitions.
TEST(LatticeRounds, ModelsHoldInWhatIsReleased) {
    const std::vector<std::string> all = {"k:2",
                                          "k:3 + l-distinct:2",
                                          "l-entropy:1.5",
                                          "l-recursive:c=3,l=2",
                                          "k:2 + alpha:0.7",
                                          "t-equal:0.3",
                                          "t-ordered:0.25",
                                          "t-hierarchical:0.25",
                                          "beta-basic:0.8",
                                          "beta-enhanced:1.2"};
    int several = 0, joined = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        slow::Draw draw(seed + 700000);
        const slow::Small small = slow::draw_small(draw, false, seed % 3 == 0);
        const Records records = slow::records_of(small);
        const std::string models =
            all[static_cast<std::size_t>(draw.below(static_cast<int>(all.size())))];
        const Settings settings = settings_of_round(models, "loss:gs=0.05");
        Context context;
        RecodedInRounds found;
        try {
            found = recode_in_rounds(context, records, settings, {.rounds = 100, .step = 0.05});
        } catch (const Error&) {
            continue;  // more values are asked for than there are
        }
        several += found.rounds.size() > 1 ? 1 : 0;
        std::map<slow::Row, slow::SlowClass> classes;
        std::map<slow::Row, std::int32_t> round_of;
        std::int64_t suppressed = 0;
        std::vector<std::int64_t> released(found.rounds.size(), 0);
        for (std::size_t row = 0; row < small.lines.size(); ++row) {
            const std::int32_t round = found.round_of_row[row];
            if (round == kNeverReleased) {
                ++suppressed;
                continue;
            }
            ++released[static_cast<std::size_t>(round)];
            slow::Row labels;
            for (std::size_t q = 0; q < small.tables.size(); ++q) {
                const int level = found.rounds[static_cast<std::size_t>(round)].node[q];
                labels.push_back(
                    small.tables[q].lines[small.lines[row][q]][static_cast<std::size_t>(level)]);
            }
            const auto [place, first] = round_of.try_emplace(labels, round);
            joined += place->second != round ? 1 : 0;
            classes[labels].rows.push_back(row);
        }
        const std::string what = models + ", seed " + std::to_string(seed);
        ASSERT_EQ(suppressed, found.suppressed) << what;
        for (std::size_t i = 0; i < released.size(); ++i) {
            ASSERT_EQ(released[i], found.rounds[i].released) << what;
            ASSERT_GT(released[i], 0) << what;
        }
        for (const auto& [labels, one] : classes) {
            for (const Model& model : settings.models) {
                ASSERT_TRUE(slow::slow_passes(model, small, one)) << what;
            }
        }
    }
    EXPECT_GT(several, 300);
    EXPECT_GT(joined, 20);
}

// Every round is the best of its rows: the slow reference over all nodes, with the rows that are
// left and the gs of the round.
TEST(LatticeRounds, EachSearchIsTheBestOfItsRows) {
    int rounds = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        slow::Draw draw(seed + 800000);
        const slow::Small small = slow::draw_small(draw, false);
        Settings settings = settings_of_round("k:3", "loss:gs=0.05");
        const Records records = slow::records_of(small);
        Context context;
        const RecodedInRounds found =
            recode_in_rounds(context, records, settings, {.rounds = 100, .step = 0.05});
        slow::Small left = small;
        for (std::size_t i = 0; i < found.rounds.size(); ++i) {
            // What is left before this round.
            left.lines.clear();
            left.disease.clear();
            for (std::size_t row = 0; row < small.lines.size(); ++row) {
                const std::int32_t round = found.round_of_row[row];
                if (round != kNeverReleased && round < static_cast<std::int32_t>(i)) continue;
                left.lines.push_back(small.lines[row]);
                left.disease.push_back(small.disease[row]);
            }
            settings.metric.gs = found.rounds[i].gs;
            settings.limit = 1;
            Node top;
            for (const LevelTable& table : small.tables) {
                top.push_back(static_cast<int>(table.lines.front().size()) - 1);
            }
            std::optional<double> least;
            slow::each_node(top, [&](const Node& node) {
                const double loss = slow::slow_node(left, settings, node).loss;
                least = std::min(least.value_or(loss), loss);
            });
            const slow::SlowNode own = slow::slow_node(left, settings, found.rounds[i].node);
            ASSERT_NEAR(own.loss, *least, 1e-8) << "seed " << seed << ", round " << i;
            ASSERT_EQ(static_cast<double>(left.lines.size()) - own.suppressed,
                      static_cast<double>(found.rounds[i].released));
            ++rounds;
        }
    }
    EXPECT_GT(rounds, 400);
}

TEST(LatticeRounds, WhatCannotGoByRoundsIsRefused) {
    Problems problems;
    Settings settings = settings_of_round("k:2 + delta:1.5", "dm");
    settings.reading = Suppressed::one_class;
    check_rounds(settings, problems);
    ASSERT_EQ(problems.size(), 3u);
    EXPECT_NE(problems[0].message.find("delta:1.5"), std::string::npos);
    EXPECT_NE(problems[1].message.find("metric loss"), std::string::npos);
    problems.clear();
    check_rounds(settings_of_round("presence:0.1..0.5", "loss"), problems);
    EXPECT_EQ(problems.size(), 1u);
    problems.clear();
    check_rounds(settings_of_round("k:3 + t-equal:0.2 + risk-average:0.2", "loss:gs=0.05"),
                 problems);
    EXPECT_TRUE(problems.empty());
}

}  // namespace
}  // namespace lethe::lattice
