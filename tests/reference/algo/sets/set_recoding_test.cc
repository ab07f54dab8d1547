// Recodings of sets against their definitions and, where all cuts can be tried, against the best.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lethe/algo/sets/apriori_cut.h"
#include "lethe/algo/sets/top_down.h"
#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

using sets::ItemForest;
using sets::kGone;
using sets::Node;
using sets::SetRecords;

using PlainSets = std::vector<std::set<Node>>;

// A node and random ones below it.
void grow_tree(ItemForest& forest, Draws& draws, Node above, int depth) {
    const Node v = forest.size();
    forest.parent.push_back(above);
    forest.end.push_back(v + 1);
    forest.penalty.push_back(0);
    const std::uint64_t children = depth == 0 ? 0 : draws.below(4);
    for (std::uint64_t i = 0; i < children; ++i) grow_tree(forest, draws, v, depth - 1);
    forest.end[static_cast<std::size_t>(v)] = forest.size();
}

ItemForest random_forest(Draws& draws, bool flat) {
    ItemForest forest;
    const std::uint64_t tops = flat ? 1 + draws.below(6) : 1 + draws.below(2);
    for (std::uint64_t i = 0; i < tops; ++i) grow_tree(forest, draws, kGone, flat ? 0 : 3);
    std::vector<double> leaves(forest.parent.size(), 0);
    double all = 0;
    for (Node v = forest.size(); v-- > 0;) {
        const auto i = static_cast<std::size_t>(v);
        if (forest.is_leaf(v)) leaves[i] = 1;
        if (forest.is_leaf(v)) ++all;
        if (forest.parent[i] != kGone)
            leaves[static_cast<std::size_t>(forest.parent[i])] += leaves[i];
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (!forest.is_leaf(static_cast<Node>(i))) forest.penalty[i] = leaves[i] / all;
    }
    return forest;
}

PlainSets random_records_of(Draws& draws, const ItemForest& forest, std::int64_t rows) {
    std::vector<Node> items;
    for (Node v = 0; v < forest.size(); ++v) {
        if (forest.is_leaf(v)) items.push_back(v);
    }
    PlainSets all(static_cast<std::size_t>(rows));
    for (auto& one : all) {
        for (std::uint64_t left = draws.below(5); left > 0; --left) {
            // The first ones are the most frequent.
            one.insert(items[std::min(draws.below(items.size()), draws.below(items.size()))]);
        }
    }
    return all;
}

SetRecords packed(const PlainSets& plain) {
    SetRecords records;
    for (const auto& one : plain) {
        records.items.insert(records.items.end(), one.begin(), one.end());
        records.close();
    }
    return records;
}

void add_subsets(const std::vector<Node>& items, std::size_t from, std::int64_t left,
                 std::vector<Node>& chosen, std::set<std::vector<Node>>& all) {
    if (!chosen.empty()) all.insert(chosen);
    for (std::size_t i = from; left > 0 && i < items.size(); ++i) {
        chosen.push_back(items[i]);
        add_subsets(items, i + 1, left - 1, chosen, all);
        chosen.pop_back();
    }
}

// By the definition: each combination of up to m items that occurs is in k sets.
bool is_km_anonymous(const PlainSets& released, std::int64_t k, std::int64_t m) {
    std::map<std::vector<Node>, std::int64_t> support;
    for (const auto& one : released) {
        std::set<std::vector<Node>> subsets;
        std::vector<Node> chosen;
        add_subsets({one.begin(), one.end()}, 0, m, chosen, subsets);
        for (const auto& subset : subsets) ++support[subset];
    }
    return std::all_of(support.begin(), support.end(),
                       [&](const auto& entry) { return entry.second >= k; });
}

PlainSets recoded(const PlainSets& plain, const std::vector<Node>& image) {
    PlainSets released;
    for (const auto& one : plain) {
        auto& its = released.emplace_back();
        for (const Node item : one) {
            const Node to = image[static_cast<std::size_t>(item)];
            if (to != kGone) its.insert(to);
        }
    }
    return released;
}

double loss_of(const ItemForest& forest, const PlainSets& plain, const std::vector<Node>& image) {
    double loss = 0;
    double items = 0;
    for (const auto& one : plain) {
        for (const Node item : one) {
            const Node to = image[static_cast<std::size_t>(item)];
            if (to != item) loss += to == kGone ? 1 : forest.penalty[static_cast<std::size_t>(to)];
            ++items;
        }
    }
    return items > 0 ? loss / items : 0;
}

// Every cut of the forest, one after the other.
class AllCuts {
  public:
    explicit AllCuts(const ItemForest& forest) : forest_(forest), image_(forest.parent.size(), 0) {}
    template <class Visit>
    void visit(Visit&& see) {
        from(0, see);
    }

  private:
    void give(Node v, Node to) {
        for (Node u = v; u < forest_.end_of(v); ++u) image_[static_cast<std::size_t>(u)] = to;
    }
    template <class Visit>
    void from(Node v, Visit& see) {
        if (v == forest_.size()) return see(image_);
        give(v, v);
        from(forest_.end_of(v), see);
        if (forest_.parent_of(v) == kGone) {
            give(v, kGone);
            from(forest_.end_of(v), see);
        }
        if (forest_.is_leaf(v)) return;
        image_[static_cast<std::size_t>(v)] = v;
        from(v + 1, see);
    }

    const ItemForest& forest_;
    std::vector<Node> image_;
};

double best_loss(const ItemForest& forest, const PlainSets& plain, std::int64_t k, std::int64_t m) {
    double best = std::numeric_limits<double>::infinity();
    AllCuts(forest).visit([&](const std::vector<Node>& image) {
        const double loss = loss_of(forest, plain, image);
        if (loss < best && is_km_anonymous(recoded(plain, image), k, m)) best = loss;
    });
    return best;
}

// All that is below a node that something is raised to is released as that node.
bool is_a_cut(const ItemForest& forest, const std::vector<Node>& image) {
    for (Node v = 0; v < forest.size(); ++v) {
        const Node to = image[static_cast<std::size_t>(v)];
        if (to == kGone || to == v) continue;
        if (!forest.covers(to, v)) return false;
        for (Node u = to; u < forest.end_of(to); ++u) {
            if (image[static_cast<std::size_t>(u)] != to) return false;
        }
    }
    return true;
}

TEST(SetRecoding, EveryCutIsAnonymousAndNoneIsBetterThanTheBest) {
    std::int64_t compared = 0;
    std::int64_t best = 0;
    double excess = 0;
    for (std::int64_t round = 0; round < 6000; ++round) {
        Draws draws = Random(17).stream("sets").at(round);
        const ItemForest forest = random_forest(draws, round % 3 == 0);
        const auto rows = static_cast<std::int64_t>(2 + draws.below(14));
        const PlainSets plain = random_records_of(draws, forest, rows);
        const auto k = static_cast<std::int64_t>(
            2 + draws.below(static_cast<std::uint64_t>(std::min<std::int64_t>(4, rows - 1))));
        const auto m = static_cast<std::int64_t>(1 + draws.below(3));
        const sets::SetCut cut = sets::apriori_cut({}, forest, packed(plain), k, m);
        ASSERT_TRUE(is_a_cut(forest, cut.image)) << round;
        ASSERT_TRUE(is_km_anonymous(recoded(plain, cut.image), k, m)) << round;
        ASSERT_NEAR(cut.loss, loss_of(forest, plain, cut.image), 1e-12) << round;
        if (forest.size() > 14) continue;
        const double least = best_loss(forest, plain, k, m);
        ASSERT_GE(cut.loss, least - 1e-12) << round;
        ++compared;
        best += cut.loss <= least + 1e-12 ? 1 : 0;
        excess += cut.loss - least;
    }
    RecordProperty("compared", std::to_string(compared));
    RecordProperty("best", std::to_string(best));
    RecordProperty("mean_excess", std::to_string(excess / static_cast<double>(compared)));
    EXPECT_GT(compared, 3000);
    EXPECT_GE(100 * best, 98 * compared)
        << best << " of " << compared << ", mean excess " << excess / static_cast<double>(compared);
}

// All records over three items of one tree, up to four of them: nothing is left to chance.
TEST(SetRecoding, AllTinyTables) {
    ItemForest forest;
    forest.parent = {kGone, 0, 1, 1, 0};
    forest.end = {5, 4, 3, 4, 5};
    forest.penalty = {1, 2.0 / 3, 0, 0, 0};
    const std::vector<Node> items{2, 3, 4};
    std::int64_t tables = 0;
    for (int rows = 2; rows <= 4; ++rows) {
        for (int code = 0; code < 1 << (3 * rows); ++code) {
            PlainSets plain(static_cast<std::size_t>(rows));
            for (int bit = 0; bit < 3 * rows; ++bit) {
                if ((code >> bit & 1) != 0) {
                    plain[static_cast<std::size_t>(bit / 3)].insert(
                        items[static_cast<std::size_t>(bit % 3)]);
                }
            }
            for (std::int64_t m = 1; m <= 3; ++m) {
                const sets::SetCut cut = sets::apriori_cut({}, forest, packed(plain), 2, m);
                ASSERT_TRUE(is_km_anonymous(recoded(plain, cut.image), 2, m)) << code;
                ASSERT_GE(cut.loss, best_loss(forest, plain, 2, m) - 1e-12) << code;
                ++tables;
            }
        }
    }
    EXPECT_EQ(tables, 3 * (64 + 512 + 4096));
}

TEST(SetRecoding, ThePartitionShowsEverySetToK) {
    for (std::int64_t round = 0; round < 6000; ++round) {
        Draws draws = Random(18).stream("sets").at(round);
        const ItemForest forest = random_forest(draws, round % 3 == 0);
        const auto rows = static_cast<std::int64_t>(2 + draws.below(40));
        const PlainSets plain = random_records_of(draws, forest, rows);
        const auto k = static_cast<std::int64_t>(
            2 + draws.below(static_cast<std::uint64_t>(std::min<std::int64_t>(6, rows - 1))));
        const sets::SetGroups groups = sets::top_down_groups({}, forest, packed(plain), k);
        std::map<std::set<Node>, std::int64_t> sharing;
        double loss = 0;
        double items = 0;
        for (std::size_t row = 0; row < plain.size(); ++row) {
            const auto span = groups.shown[groups.group_of[row]];
            const std::set<Node> shown(span.begin(), span.end());
            ++sharing[shown];
            for (const Node item : plain[row]) {
                // The one node that is shown for the item; nothing is shown at all where none is.
                std::vector<Node> above;
                for (const Node v : shown) {
                    if (forest.covers(v, item)) above.push_back(v);
                }
                ASSERT_LE(above.size(), 1U);
                ASSERT_TRUE(!above.empty() || shown.empty());
                loss += above.empty() ? 1 : forest.penalty[static_cast<std::size_t>(above[0])];
                ++items;
            }
            // What is shown is true of the record.
            for (const Node v : shown) {
                ASSERT_TRUE(std::any_of(plain[row].begin(), plain[row].end(),
                                        [&](Node item) { return forest.covers(v, item); }));
            }
        }
        for (const auto& [shown, count] : sharing) ASSERT_GE(count, k) << round;
        ASSERT_NEAR(groups.loss, items > 0 ? loss / items : 0, 1e-12);
    }
}

// The order of the records changes which of equal ones go where, never how many show a set.
TEST(SetRecoding, TheOrderOfRecordsDoesNotMatter) {
    for (std::int64_t round = 0; round < 500; ++round) {
        Draws draws = Random(19).stream("sets").at(round);
        const ItemForest forest = random_forest(draws, round % 3 == 0);
        const PlainSets plain = random_records_of(draws, forest, 30);
        const auto order = random_permutation(Random(20).stream(std::to_string(round)), 30);
        PlainSets moved;
        for (const std::int64_t row : order) moved.push_back(plain[static_cast<std::size_t>(row)]);
        ASSERT_EQ(sets::apriori_cut({}, forest, packed(plain), 3, 2).image,
                  sets::apriori_cut({}, forest, packed(moved), 3, 2).image);
        const auto shown_sets = [](const sets::SetGroups& groups) {
            std::multiset<std::vector<Node>> all;
            for (const std::int64_t group : groups.group_of) {
                all.insert({groups.shown[group].begin(), groups.shown[group].end()});
            }
            return all;
        };
        ASSERT_EQ(shown_sets(sets::top_down_groups({}, forest, packed(plain), 3)),
                  shown_sets(sets::top_down_groups({}, forest, packed(moved), 3)));
    }
}

TEST(SetRecoding, MoreThanAllRecordsIsUnmet) {
    Draws draws = Random(21).stream("sets").at(0);
    const ItemForest forest = random_forest(draws, false);
    const SetRecords records = packed(random_records_of(draws, forest, 4));
    for (const auto& run :
         {+[](const ItemForest&f, const SetRecords&r) { sets::apriori_cut({}, f, r, 5, 2); },
          +[](const ItemForest&f, const SetRecords&r) { sets::top_down_groups({}, f, r, 5); }}) {
        try {
            run(forest, records);
            FAIL();
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::unmet);
            EXPECT_NE(std::string(error.what()).find("at most 4"), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace lethe
