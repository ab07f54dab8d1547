// Joined taxonomies against their definition: what is above what, by walking all edges of both.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/knowledge/join/join_taxonomies.h"
#include "lethe/knowledge/label_key.h"
#include "rounds.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

// Nodes of both; anchors are one, under the number that they have in the first.
class WalkedEdges {
  public:
    WalkedEdges(const Taxonomy& first, const Taxonomy& second, const std::vector<Anchor>& anchors)
        : size_(first.size()) {
        for (const Anchor& anchor : anchors) second_[anchor.second] = anchor.first;
        for (ConceptId c = 0; c < first.size(); ++c) {
            for (const ConceptId parent : first.parents(c)) parents_[c].insert(parent);
        }
        for (ConceptId c = 0; c < second.size(); ++c) {
            for (const ConceptId parent : second.parents(c)) {
                parents_[of_second(c)].insert(of_second(parent));
            }
        }
    }

    std::int64_t of_second(ConceptId c) const {
        const auto found = second_.find(c);
        return found == second_.end() ? size_ + c : found->second;
    }
    std::set<std::int64_t> above(std::int64_t node) const {  // without itself, unless on a cycle
        std::set<std::int64_t> all;
        std::vector<std::int64_t> open{node};
        while (!open.empty()) {
            const std::int64_t now = open.back();
            open.pop_back();
            const auto found = parents_.find(now);
            if (found == parents_.end()) continue;
            for (const std::int64_t parent : found->second) {
                if (all.insert(parent).second) open.push_back(parent);
            }
        }
        return all;
    }

  private:
    std::int64_t size_;
    std::map<ConceptId, std::int64_t> second_;
    std::map<std::int64_t, std::set<std::int64_t>> parents_;
};

bool stands_for_all(const Taxonomy& taxonomy, ConceptId c) {
    return c == 0 && taxonomy.size() > 1 && (taxonomy.has_virtual_root() || taxonomy.id(0) == "*");
}

TEST(JoinedTaxonomies, AreAboveEachOtherAsTheirEdgesSay) {
    int joined = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < test::rounds(1000U); ++seed) {
        const TaxonomyPtr first = test::random_taxonomy(Random(seed).part(1), 10);
        const TaxonomyPtr second = test::random_taxonomy(Random(seed).part(2), 10);
        Draws draws = Random(seed).stream("anchors").at(0);
        std::vector<Anchor> anchors;
        std::set<ConceptId> taken;
        for (ConceptId c = 0; c < first->size() && seed % 4 != 0; ++c) {
            const auto other =
                static_cast<ConceptId>(draws.below(static_cast<std::uint64_t>(second->size())));
            if (draws.below(3) != 0 || stands_for_all(*first, c) ||
                stands_for_all(*second, other) || !taken.insert(other).second) {
                continue;
            }
            anchors.push_back({c, other});
        }
        const WalkedEdges edges(*first, *second, anchors);
        std::map<std::int64_t, std::string> probes;  // node: a text that means it in the joined one
        bool cycle = false;
        for (ConceptId c = 0; c < first->size(); ++c) {
            if (!stands_for_all(*first, c)) probes[c] = first->id(c);
            cycle = cycle || edges.above(c).contains(c);
        }
        std::unique_ptr<Taxonomy> made;
        try {
            made = std::make_unique<Taxonomy>(
                join_taxonomies(test::threads(1), *first, *second, anchors,
                                anchors.empty() ? LookUp::in_turn : LookUp::together, "joined"));
        } catch (const Error& error) {
            ASSERT_EQ(error.kind(), ErrorKind::input) << error.what();
        }
        ASSERT_EQ(made == nullptr, cycle) << seed;
        if (cycle) {
            ++refused;
            continue;
        }
        ++joined;
        for (ConceptId c = 0; c < made->size(); ++c) {
            ASSERT_EQ(made->find(made->label(c)).front(), c) << seed;
        }
        for (ConceptId c = 0; c < second->size(); ++c) {
            const std::int64_t node = edges.of_second(c);
            if (stands_for_all(*second, c) || probes.contains(node)) continue;
            const std::string id(second->id(c));
            const bool known = !first->find(id).empty();
            probes[node] = known ? second->name() + ":" + id : id;
        }
        std::map<std::int64_t, ConceptId> found;
        for (const auto& [node, id] : probes) {
            for (ConceptId c = 0; c < made->size(); ++c) {
                if (made->id(c) == id) found[node] = c;
            }
            ASSERT_TRUE(found.contains(node)) << seed << ' ' << id;
        }
        const std::int64_t roots = made->has_virtual_root() ? 1 : 0;
        ASSERT_EQ(made->size(), std::ssize(probes) + roots) << seed;
        for (const auto& [low, c] : found) {
            const auto above = edges.above(low);
            for (const auto& [high, up] : found) {
                ASSERT_EQ(made->subsumes(up, c), low == high || above.contains(high)) << seed;
            }
        }
    }
    EXPECT_GT(joined, test::rounds(300));
    EXPECT_GT(refused, test::rounds(50));
}

TEST(JoinedTaxonomies, NamesNeverMakeACycleNorJoinTwice) {
    int some = 0;
    for (std::uint64_t seed = 0; seed < test::rounds(1000U); ++seed) {
        const TaxonomyPtr first = test::random_taxonomy(Random(seed).part(1), 14);
        const TaxonomyPtr second = test::random_taxonomy(Random(seed).part(2), 14);
        const LabelAnchors anchors = anchors_by_label(*first, *second);
        std::set<ConceptId> here, there;
        for (const Anchor& anchor : anchors.found) {
            ASSERT_TRUE(here.insert(anchor.first).second && there.insert(anchor.second).second);
            std::set<std::string> names;
            for (std::int64_t i = 0; i < first->name_count(anchor.first); ++i) {
                names.insert(look_up_key(first->name_of(anchor.first, i)));
            }
            bool shared = false;
            for (std::int64_t i = 0; i < second->name_count(anchor.second); ++i) {
                shared = shared || names.contains(look_up_key(second->name_of(anchor.second, i)));
            }
            shared = shared || names.contains(look_up_key(second->id(anchor.second)));
            ASSERT_TRUE(shared || !second->find(first->name_of(anchor.first, 0)).empty()) << seed;
        }
        some += anchors.found.empty() ? 0 : 1;
        ASSERT_NO_THROW(join_taxonomies(test::threads(1), *first, *second, anchors.found,
                                        LookUp::together, "joined"))
            << seed;
    }
    EXPECT_GT(some, test::rounds(100));
}

}  // namespace
}  // namespace lethe
