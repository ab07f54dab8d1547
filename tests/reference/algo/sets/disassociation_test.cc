// Disassociation against its definitions: chunks by brute force, and what is possible by walking
// through all reconstructions of small clusters.
#include "lethe/algo/sets/disassociation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lethe/core/error.h"

namespace lethe {
namespace {

using sets::DisassociatedCluster;
using sets::Node;
using sets::SetRecords;

using WholeSet = std::set<Node>;
using WholeSets = std::vector<WholeSet>;

WholeSets random_whole_sets(Draws& draws, std::int64_t rows, std::uint64_t items,
                            std::uint64_t longest) {
    WholeSets all(static_cast<std::size_t>(rows));
    for (WholeSet& one : all) {
        for (std::uint64_t left = draws.below(longest + 1); left > 0; --left) {
            one.insert(static_cast<Node>(std::min(draws.below(items), draws.below(items))));
        }
    }
    return all;
}

SetRecords packed_records(const WholeSets& plain) {
    SetRecords records;
    for (const WholeSet& one : plain) {
        records.items.insert(records.items.end(), one.begin(), one.end());
        records.close();
    }
    return records;
}

WholeSets unpacked(const SetRecords& records) {
    WholeSets plain;
    for (std::int64_t row = 0; row < records.size(); ++row) {
        plain.emplace_back(records[row].begin(), records[row].end());
    }
    return plain;
}

WholeSet part_of(const WholeSet& record, const std::vector<Node>& items) {
    WholeSet part;
    for (const Node item : items) {
        if (record.contains(item)) part.insert(item);
    }
    return part;
}

std::set<WholeSet> choices_of(const WholeSet& record, std::int64_t m) {
    std::set<WholeSet> all{{}};
    for (const Node item : record) {
        for (WholeSet one : std::set<WholeSet>(all)) {
            one.insert(item);
            if (std::ssize(one) <= m) all.insert(one);
        }
    }
    all.erase(WholeSet{});
    return all;
}

bool is_anonymous(const WholeSets& subrecords, std::int64_t k, std::int64_t m) {
    std::map<WholeSet, std::int64_t> support;
    for (const WholeSet& one : subrecords) {
        for (const WholeSet& choice : choices_of(one, m)) ++support[choice];
    }
    return std::all_of(support.begin(), support.end(),
                       [&](const auto& entry) { return entry.second >= k; });
}

// The records of a cluster and its chunks, on their own.
struct SmallCluster {
    WholeSets records;
    std::vector<std::vector<Node>> chunks;
    std::vector<Node> terms;

    WholeSets subrecords(std::size_t chunk) const {
        WholeSets all;
        for (const WholeSet& record : records) all.push_back(part_of(record, chunks[chunk]));
        return all;
    }
};

SmallCluster small_cluster(const WholeSets& plain, const DisassociatedCluster& cluster) {
    SmallCluster small{{}, cluster.chunks, cluster.terms};
    for (const std::int32_t row : cluster.rows) {
        small.records.push_back(plain[static_cast<std::size_t>(row)]);
    }
    return small;
}

// Walks through every possible original: all orders of each chunk's subrecords but the first one's
// (the order of records does not matter), every set of records for each item of the term chunk.
// Keeps for each combination that a record has the most records that have it in any of them.
class AllReconstructions {
  public:
    AllReconstructions(const SmallCluster& cluster, std::int64_t m) : cluster_(cluster) {
        for (std::size_t c = 0; c < cluster.chunks.size(); ++c) {
            subrecords_.push_back(cluster.subrecords(c));
            std::sort(subrecords_.back().begin(), subrecords_.back().end());
        }
        for (const WholeSet& record : cluster.records) {
            for (const WholeSet& choice : choices_of(record, m)) most_[choice] = 0;
        }
        from_chunk(0);
    }

    // The fewest over all combinations of the records that share it in its best original.
    std::int64_t fewest() const {
        std::int64_t least = std::ssize(cluster_.records);
        for (const auto& [choice, most] : most_) least = std::min(least, most);
        return least;
    }
    std::int64_t originals() const { return originals_; }

  private:
    void from_chunk(std::size_t chunk) {
        if (chunk == subrecords_.size()) return from_term(0);
        WholeSets& order = subrecords_[chunk];
        do {
            for (const Node item : cluster_.chunks[chunk]) {
                unsigned rows = 0;
                for (std::size_t i = 0; i < order.size(); ++i) {
                    if (order[i].contains(item)) rows |= 1U << i;
                }
                rows_[item] = rows;
            }
            from_chunk(chunk + 1);
        } while (chunk > 0 && std::next_permutation(order.begin(), order.end()));
    }
    void from_term(std::size_t term) {
        if (term == cluster_.terms.size()) return see();
        for (unsigned rows = 1; rows < 1U << cluster_.records.size(); ++rows) {
            rows_[cluster_.terms[term]] = rows;
            from_term(term + 1);
        }
    }
    void see() {
        const unsigned all = (1U << cluster_.records.size()) - 1;
        unsigned filled = 0;
        for (const auto& [item, rows] : rows_) filled |= rows;
        if (filled != all) return;  // a record is empty: not possible
        ++originals_;
        for (auto& [choice, most] : most_) {
            unsigned rows = all;
            for (const Node item : choice) rows &= rows_[item];
            most = std::max<std::int64_t>(most, std::popcount(rows));
        }
    }

    const SmallCluster& cluster_;
    std::vector<WholeSets> subrecords_;
    std::map<Node, unsigned> rows_;  // of each item
    std::map<WholeSet, std::int64_t> most_;
    std::int64_t originals_ = 0;
};

double originals_to_see(const SmallCluster& cluster) {
    double count = 1;
    const auto n = std::ssize(cluster.records);
    for (std::size_t c = 1; c < cluster.chunks.size(); ++c) {
        std::map<WholeSet, std::int64_t> equal;
        for (const WholeSet& one : cluster.subrecords(c)) ++equal[one];
        std::int64_t placed = 0;
        for (const auto& [one, times] : equal) {
            for (std::int64_t i = 1; i <= times; ++i) {
                count = count * static_cast<double>(++placed) / static_cast<double>(i);
            }
        }
    }
    for (std::size_t t = 0; t < cluster.terms.size(); ++t) count *= static_cast<double>(1 << n);
    return count;
}

std::map<Node, std::int64_t> supports(const WholeSets& plain) {
    std::map<Node, std::int64_t> counts;
    for (const WholeSet& one : plain) {
        for (const Node item : one) ++counts[item];
    }
    return counts;
}

struct Round {
    WholeSets plain;
    sets::DisassociationLimits limits;
    std::vector<DisassociatedCluster> clusters;
};

Round make_round(std::int64_t seed, std::int64_t round, std::uint64_t most_rows) {
    Draws draws = Random(static_cast<std::uint64_t>(seed)).stream("disassociation").at(round);
    Round made;
    made.limits.k = static_cast<std::int64_t>(2 + draws.below(3));
    made.limits.m = static_cast<std::int64_t>(1 + draws.below(3));
    made.limits.largest_cluster = 2 * made.limits.k - 1 + static_cast<std::int64_t>(draws.below(8));
    const auto rows = static_cast<std::int64_t>(4 + draws.below(most_rows - 3));
    made.plain = random_whole_sets(draws, rows, 1 + draws.below(9), 1 + draws.below(4));
    const auto filled = std::count_if(made.plain.begin(), made.plain.end(),
                                      [](const WholeSet& one) { return !one.empty(); });
    made.limits.k = std::max<std::int64_t>(2, std::min<std::int64_t>(made.limits.k, filled));
    if (filled >= made.limits.k) {
        made.clusters = sets::disassociate({}, packed_records(made.plain), made.limits);
    }
    return made;
}

void expect_chunks(const Round& round, const DisassociatedCluster& cluster) {
    const auto [k, m, largest] = round.limits;
    ASSERT_GE(std::ssize(cluster.rows), k);
    ASSERT_LE(std::ssize(cluster.rows), largest);
    const SmallCluster small = small_cluster(round.plain, cluster);
    std::multiset<Node> items(cluster.terms.begin(), cluster.terms.end());
    for (std::size_t c = 0; c < cluster.chunks.size(); ++c) {
        ASSERT_FALSE(cluster.chunks[c].empty());
        ASSERT_TRUE(is_anonymous(small.subrecords(c), k, m));
        items.insert(cluster.chunks[c].begin(), cluster.chunks[c].end());
    }
    std::multiset<Node> wanted;  // every item of the cluster, once
    for (const auto& [item, count] : supports(small.records)) {
        wanted.insert(item);
        ASSERT_TRUE(count >= k ||
                    std::binary_search(cluster.terms.begin(), cluster.terms.end(), item));
    }
    ASSERT_EQ(items, wanted);
    for (const WholeSet& record : small.records) ASSERT_FALSE(record.empty());
}

TEST(Disassociation, ChunksAreAnonymousAndEveryItemIsInOne) {
    std::int64_t chunks = 0;
    for (std::int64_t i = 0; i < 6000; ++i) {
        const Round round = make_round(31, i, 60);
        std::set<std::int32_t> seen;
        for (const DisassociatedCluster& cluster : round.clusters) {
            expect_chunks(round, cluster);
            if (testing::Test::HasFatalFailure()) FAIL() << i;
            for (const std::int32_t row : cluster.rows) ASSERT_TRUE(seen.insert(row).second);
            chunks += std::ssize(cluster.chunks);
        }
        const auto filled = std::count_if(round.plain.begin(), round.plain.end(),
                                          [](const WholeSet& one) { return !one.empty(); });
        ASSERT_TRUE(filled < round.limits.k || std::ssize(seen) == filled);
    }
    EXPECT_GT(chunks, 10000);
}

// For all that may be known of a person there is a possible original in which k records have it.
TEST(Disassociation, KRecordsCanHaveWhatIsKnown) {
    std::int64_t clusters = 0;
    std::int64_t originals = 0;
    std::int64_t with_terms = 0;
    for (std::int64_t i = 0; i < 20000; ++i) {
        const Round round = make_round(32, i, 10);
        for (const DisassociatedCluster& cluster : round.clusters) {
            const SmallCluster small = small_cluster(round.plain, cluster);
            if (originals_to_see(small) > 3000) continue;
            const AllReconstructions all(small, round.limits.m);
            ASSERT_GT(all.originals(), 0) << i;
            ASSERT_GE(all.fewest(), round.limits.k) << i;
            ++clusters;
            originals += all.originals();
            with_terms += cluster.terms.empty() ? 0 : 1;
        }
    }
    RecordProperty("clusters", std::to_string(clusters));
    RecordProperty("originals", std::to_string(originals));
    EXPECT_GT(clusters, 10000);
    EXPECT_GT(with_terms, 3000);
    EXPECT_GT(clusters - with_terms, 1000);
}

// Any items in any chunks that are anonymous, without a term chunk: the number of subrecords tells
// exactly whether a combination over h chunks can be in k records. Both answers occur.
TEST(Disassociation, TheNumberOfSubrecordsDecides) {
    std::int64_t enough = 0;
    std::int64_t too_few = 0;
    for (std::int64_t i = 0; i < 60000; ++i) {
        Draws draws = Random(33).stream("disassociation").at(i);
        const auto k = static_cast<std::int64_t>(2 + draws.below(2));
        const auto m = static_cast<std::int64_t>(1 + draws.below(3));
        SmallCluster small;
        small.chunks.resize(1 + draws.below(3));
        const auto rows = static_cast<std::int64_t>(2 + draws.below(6));
        small.records = random_whole_sets(draws, rows, 2 + draws.below(3), 1 + draws.below(3));
        for (const auto& [item, count] : supports(small.records)) {
            small.chunks[draws.below(small.chunks.size())].push_back(item);
        }
        std::erase_if(small.chunks, [](const auto& chunk) { return chunk.empty(); });
        std::int64_t subrecords = 0;
        bool usable = rows >= k && std::none_of(small.records.begin(), small.records.end(),
                                                [](const WholeSet& one) { return one.empty(); });
        for (std::size_t c = 0; c < small.chunks.size(); ++c) {
            usable = usable && is_anonymous(small.subrecords(c), k, m);
            for (const WholeSet& one : small.subrecords(c)) subrecords += one.empty() ? 0 : 1;
        }
        if (!usable || originals_to_see(small) > 20000) continue;
        std::int64_t most_chunks = 0;
        for (const WholeSet& record : small.records) {
            most_chunks = std::max<std::int64_t>(
                most_chunks,
                std::count_if(small.chunks.begin(), small.chunks.end(),
                              [&](const auto& chunk) { return !part_of(record, chunk).empty(); }));
        }
        const bool said = sets::enough_subrecords(rows, subrecords, std::min(m, most_chunks), k);
        ASSERT_EQ(said, AllReconstructions(small, m).fewest() >= k) << i;
        ++(said ? enough : too_few);
    }
    RecordProperty("enough", std::to_string(enough));
    RecordProperty("too_few", std::to_string(too_few));
    EXPECT_GT(enough, 1000);
    EXPECT_GT(too_few, 50);
}

// The least breach: three of five have a, three b, so one has both in whatever order.
TEST(Disassociation, RecordsThatAreNotEmptyCouldBeTold) {
    const WholeSets plain{{0}, {0}, {0, 1}, {1}, {1}};
    EXPECT_FALSE(sets::enough_subrecords(5, 6, 2, 3));
    EXPECT_EQ(AllReconstructions({plain, {{0}, {1}}, {}}, 2).fewest(), 1);
    const auto clusters = sets::disassociate({}, packed_records(plain), {3, 2, 5});
    ASSERT_EQ(clusters.size(), 1U);
    EXPECT_EQ(clusters[0].terms.size(), 1U);
    EXPECT_EQ(AllReconstructions(small_cluster(plain, clusters[0]), 2).fewest(), 3);
}

// A reconstruction has the subrecords of each chunk, and each item of a term chunk once.
TEST(Disassociation, ReconstructionsHaveTheSameSubrecords) {
    for (std::int64_t i = 0; i < 4000; ++i) {
        const Round round = make_round(34, i, 60);
        const Stream stream = Random(7).stream(std::to_string(i));
        const SetRecords before = packed_records(round.plain);
        const SetRecords after = sets::reconstruct({}, before, round.clusters, stream);
        Context many;
        many.threads = 3;
        ASSERT_EQ(after.items, sets::reconstruct(many, before, round.clusters, stream).items);
        const WholeSets rebuilt = unpacked(after);
        ASSERT_EQ(rebuilt.size(), round.plain.size());
        std::size_t shown = 0;
        for (const DisassociatedCluster& cluster : round.clusters) {
            const SmallCluster was = small_cluster(round.plain, cluster);
            const SmallCluster is = small_cluster(rebuilt, cluster);
            for (std::size_t c = 0; c < cluster.chunks.size(); ++c) {
                const WholeSets left = was.subrecords(c), right = is.subrecords(c);
                ASSERT_EQ(std::multiset<WholeSet>(left.begin(), left.end()),
                          std::multiset<WholeSet>(right.begin(), right.end()));
            }
            auto counts = supports(is.records);
            for (const Node item : cluster.terms) ASSERT_EQ(counts[item], 1);
            for (const WholeSet& one : is.records) shown += one.size();
        }
        ASSERT_EQ(shown, after.items.size());  // nothing outside clusters
    }
}

// Every place is as likely as any other, and places in one chunk tell nothing of those in another:
// of three records each order of two chunks and a term comes equally often.
TEST(Disassociation, PlacesAreUniformAndIndependent) {
    const WholeSets plain{{0, 2}, {1, 3}, {4}};
    const DisassociatedCluster cluster{{0, 1, 2}, {{0, 1}, {2, 3}}, {4}};
    std::map<WholeSets, std::int64_t> times;
    constexpr std::int64_t kRounds = 108000;
    for (std::int64_t i = 0; i < kRounds; ++i) {
        const Stream stream = Random(static_cast<std::uint64_t>(i)).stream("places");
        ++times[unpacked(sets::reconstruct({}, packed_records(plain), {cluster}, stream))];
    }
    ASSERT_EQ(times.size(), 6U * 6U * 3U);
    double chi = 0;
    for (const auto& [rows, count] : times) {
        chi += static_cast<double>((count - 1000) * (count - 1000)) / 1000;
    }
    EXPECT_LT(chi, 107 + 5 * 14.6);  // five deviations above the mean of 107 degrees of freedom
}

TEST(Disassociation, MoreThanTheRecordsWithItemsIsUnmet) {
    EXPECT_TRUE(sets::disassociate({}, packed_records({{}, {}}), {2, 2, 3}).empty());
    try {
        sets::disassociate({}, packed_records({{0}, {}, {1}}), {3, 2, 5});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_NE(std::string(error.what()).find("at most 2"), std::string::npos);
    }
}

}  // namespace
}  // namespace lethe
