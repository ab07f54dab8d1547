// The search for partitions of values against all partitions there are, told apart by the
// definitions of the schemes.
#include "lethe/algo/partition/values/value_partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <vector>

namespace lethe {
namespace {

using Blocks = std::vector<std::int32_t>;  // of each value
using Ways = std::vector<std::vector<std::int32_t>>;

struct Scheme {
    bool guided;
    ValueTree::Together together;
};
const Scheme kSchemes[] = {{false, ValueTree::Together::neighbours},
                           {false, ValueTree::Together::any},
                           {true, ValueTree::Together::any},
                           {true, ValueTree::Together::neighbours}};

// All partitions of a set, as restricted growth strings.
std::vector<Blocks> all_partitions(std::size_t values) {
    std::vector<Blocks> made{{}};
    for (std::size_t i = 0; i < values; ++i) {
        std::vector<Blocks> next;
        for (const Blocks& one : made) {
            const std::int32_t used =
                one.empty() ? 0 : *std::max_element(one.begin(), one.end()) + 1;
            for (std::int32_t block = 0; block <= used; ++block) {
                next.push_back(one);
                next.back().push_back(block);
            }
        }
        made = std::move(next);
    }
    return made;
}

// Nodes that two ways have in common: the more, the nearer are the values.
std::size_t nodes_in_common(const Ways& ways, std::size_t a, std::size_t b) {
    std::size_t depth = 0;
    while (depth < ways[a].size() && depth < ways[b].size() && ways[a][depth] == ways[b][depth]) {
        ++depth;
    }
    return depth;
}

// Who joins two values takes every value that is nearer to one of them than the other is.
bool keeps_to_taxonomy(const Blocks& blocks, const Ways& ways) {
    for (std::size_t a = 0; a < blocks.size(); ++a) {
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            if (a == b || blocks[a] != blocks[b]) continue;
            for (std::size_t c = 0; c < blocks.size(); ++c) {
                if (c != a && nodes_in_common(ways, a, c) > nodes_in_common(ways, a, b) &&
                    blocks[c] != blocks[a]) {
                    return false;
                }
            }
        }
    }
    return true;
}

// Blocks of neighbours: between two values of a block there is none of another.
bool keeps_to_order(const Blocks& blocks, const std::vector<std::int32_t>& order) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            const auto at = [&](std::size_t place) {
                return blocks[static_cast<std::size_t>(order[place])];
            };
            if (at(i) != at(j)) continue;
            for (std::size_t between = i; between < j; ++between) {
                if (at(between) != at(i)) return false;
            }
        }
    }
    return true;
}

// A column of a made-up table: values in an order along a random tree.
struct MadeColumn {
    std::vector<std::int32_t> order;
    Ways ways;
    Scheme scheme;

    ValueTree tree() const {
        return scheme.guided ? ValueTree(order, ways, scheme.together)
                             : ValueTree::flat(order, scheme.together);
    }
    std::vector<Blocks> allowed() const {
        std::vector<Blocks> allowed;
        for (Blocks& blocks : all_partitions(order.size())) {
            if (scheme.guided && !keeps_to_taxonomy(blocks, ways)) continue;
            if (scheme.together == ValueTree::Together::neighbours &&
                !keeps_to_order(blocks, order)) {
                continue;
            }
            allowed.push_back(std::move(blocks));
        }
        return allowed;
    }
};

MadeColumn made_column(std::mt19937& random, std::int32_t values, const Scheme& scheme) {
    MadeColumn column{{}, Ways(static_cast<std::size_t>(values)), scheme};
    for (auto& way : column.ways) {
        for (std::size_t depth = random() % 4; depth > 0; --depth) {
            way.push_back(static_cast<std::int32_t>(random() % 2));
        }
    }
    column.order.resize(static_cast<std::size_t>(values));
    std::iota(column.order.begin(), column.order.end(), 0);
    std::shuffle(column.order.begin(), column.order.end(), random);
    if (scheme.guided) {  // along a walk, values before the nodes beside them
        std::stable_sort(column.order.begin(), column.order.end(), [&](auto a, auto b) {
            return column.ways[static_cast<std::size_t>(a)] <
                   column.ways[static_cast<std::size_t>(b)];
        });
    }
    return column;
}

RecodedTuples made_tuples(std::mt19937& random, const std::vector<MadeColumn>& columns,
                          std::int32_t rows) {
    std::map<std::vector<std::int32_t>, std::int64_t> counts;
    for (std::int32_t row = 0; row < rows; ++row) {
        std::vector<std::int32_t> codes;
        for (const MadeColumn& column : columns) {
            const auto size = static_cast<std::uint32_t>(column.order.size());
            codes.push_back(static_cast<std::int32_t>(std::min(random() % size, random() % size)));
        }
        ++counts[codes];
    }
    RecodedTuples tuples;
    tuples.codes.resize(columns.size());
    for (const auto& [codes, count] : counts) {
        tuples.counts.push_back(count);
        for (std::size_t j = 0; j < codes.size(); ++j) tuples.codes[j].push_back(codes[j]);
    }
    return tuples;
}

std::map<std::vector<std::int32_t>, std::int64_t> class_sizes(const RecodedTuples& tuples,
                                                              const std::vector<Blocks>& blocks) {
    std::map<std::vector<std::int32_t>, std::int64_t> sizes;
    for (std::size_t t = 0; t < tuples.counts.size(); ++t) {
        std::vector<std::int32_t> key;
        for (std::size_t j = 0; j < blocks.size(); ++j) {
            key.push_back(blocks[j][static_cast<std::size_t>(tuples.codes[j][t])]);
        }
        sizes[key] += tuples.counts[t];
    }
    return sizes;
}

// By the definition; -1 where too many records are rare.
std::int64_t plain_discernibility(const RecodedTuples& tuples, const std::vector<Blocks>& blocks,
                                  const ValuePartitionOptions& options) {
    std::int64_t all = 0, rare = 0, sum = 0;
    std::vector<std::int64_t> common_sizes;
    for (const auto& [key, size] : class_sizes(tuples, blocks)) {
        all += size;
        if (size < options.k) {
            rare += size;
        } else {
            common_sizes.push_back(size);
            sum += size * size;
        }
    }
    if (rare > options.most_suppressed) return -1;
    std::int64_t joining = 0;
    if (rare > 0 && rare < options.k) {
        joining = std::numeric_limits<std::int64_t>::max();
        for (const std::int64_t size : common_sizes) {
            joining = std::min(joining, all * size - size * size);
        }
    }
    return sum + rare * all + joining;
}

std::int64_t least_by_trying(const RecodedTuples& tuples, const std::vector<MadeColumn>& columns,
                             const ValuePartitionOptions& options) {
    std::vector<std::vector<Blocks>> combined{{}};
    for (const MadeColumn& column : columns) {
        std::vector<std::vector<Blocks>> next;
        const std::vector<Blocks> own = column.allowed();
        for (const auto& one : combined) {
            for (const Blocks& blocks : own) {
                next.push_back(one);
                next.back().push_back(blocks);
            }
        }
        combined = std::move(next);
    }
    std::int64_t least = -1;
    for (const auto& blocks : combined) {
        const std::int64_t own = plain_discernibility(tuples, blocks, options);
        if (own >= 0 && (least < 0 || own < least)) least = own;
    }
    return least;
}

// The partition as numbers of first occurrence, to be compared.
Blocks canonical(const Blocks& blocks) {
    std::map<std::int32_t, std::int32_t> numbers;
    Blocks made;
    for (const std::int32_t block : blocks) {
        made.push_back(
            numbers.try_emplace(block, static_cast<std::int32_t>(numbers.size())).first->second);
    }
    return made;
}

// What a tree can become, by deciding every mark in every way.
void decide_all(const ValueTree& tree, const ValueTree::Marks& marks,
                const std::vector<std::int64_t>& records, std::vector<Blocks>& made) {
    const ValueTree::Decision next = tree.decision(marks, records);
    ValueTree::Reach reach;
    tree.reach(marks, reach);
    if (next.weight < 0) {
        EXPECT_EQ(canonical(reach.sure.of_value), canonical(reach.may.of_value));
        made.push_back(canonical(reach.sure.of_value));
        return;
    }
    const std::size_t first = made.size();
    for (const std::int32_t option : next.options) {
        ValueTree::Marks other = marks;
        other[next.mark] = option;
        decide_all(tree, other, records, made);
    }
    // What is sure holds in all of them, and what may not be in none.
    for (std::size_t i = first; i < made.size(); ++i) {
        for (std::size_t a = 0; a < made[i].size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const bool together = made[i][a] == made[i][b];
                EXPECT_TRUE(together || reach.sure.of_value[a] != reach.sure.of_value[b]);
                EXPECT_TRUE(!together || reach.may.of_value[a] == reach.may.of_value[b]);
            }
        }
    }
}

TEST(ValuePartitionReference, TreesHaveEveryAllowedPartitionOnce) {
    std::mt19937 random(1);
    for (int turn = 0; turn < 400; ++turn) {
        const MadeColumn column = made_column(random, 1 + static_cast<std::int32_t>(random() % 7),
                                              kSchemes[random() % 4]);
        const ValueTree tree = column.tree();
        std::vector<std::int64_t> records;
        for (std::size_t i = 0; i < column.order.size(); ++i) records.push_back(random() % 9);
        std::vector<Blocks> made;
        decide_all(tree, tree.undecided(), records, made);
        std::vector<Blocks> allowed;
        for (const Blocks& blocks : column.allowed()) allowed.push_back(canonical(blocks));
        std::sort(made.begin(), made.end());
        std::sort(allowed.begin(), allowed.end());
        EXPECT_EQ(made, allowed) << turn;
    }
}

TEST(ValuePartitionReference, FindsTheLeastOfAll) {
    std::mt19937 random(2);
    for (int turn = 0; turn < 3000; ++turn) {
        std::vector<MadeColumn> columns;
        for (int j = 0; j < 1 + turn % 3; ++j) {
            const std::int32_t most = turn % 3 == 0 ? 7 : turn % 3 == 1 ? 5 : 4;
            columns.push_back(made_column(
                random, 1 + static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(most)),
                kSchemes[random() % 4]));
        }
        const auto rows = static_cast<std::int32_t>(4 + random() % 30);
        const RecodedTuples tuples = made_tuples(random, columns, rows);
        ValuePartitionOptions options;
        options.k = 2 + random() % 3;
        options.most_suppressed =
            random() % 3 == 0
                ? 0
                : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
        std::vector<ValueTree> trees;
        for (const MadeColumn& column : columns) trees.push_back(column.tree());
        const ValuePartition found = partition_values(Context{}, trees, tuples, options);
        const std::int64_t least = least_by_trying(tuples, columns, options);
        ASSERT_TRUE(found.exact) << turn;
        ASSERT_EQ(found.discernibility, least) << turn;
        ASSERT_EQ(found.bound, least) << turn;
        ASSERT_EQ(plain_discernibility(tuples, found.block_of, options), least) << turn;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const auto allowed = columns[j].allowed();
            EXPECT_TRUE(std::any_of(allowed.begin(), allowed.end(), [&](const Blocks& one) {
                return canonical(one) == canonical(found.block_of[j]);
            })) << turn;
        }
        // Who is suppressed are k or nobody, and all others are in classes of k.
        std::int64_t suppressed = 0;
        RecodedTuples rest = tuples;
        for (std::size_t t = 0; t < tuples.counts.size(); ++t) {
            if (!found.suppressed[t]) continue;
            suppressed += tuples.counts[t];
            rest.counts[t] = 0;
        }
        EXPECT_EQ(suppressed, found.suppressed_records);
        EXPECT_TRUE(suppressed == 0 || suppressed >= options.k) << turn;
        for (const auto& [key, size] : class_sizes(rest, found.block_of)) {
            EXPECT_TRUE(size == 0 || size >= options.k) << turn;
        }

        // Ended early, it brackets the least.
        options.most_looks = 1 + random() % 12;
        const ValuePartition early = partition_values(Context{}, trees, tuples, options);
        EXPECT_LE(early.bound, least) << turn;
        EXPECT_GE(early.discernibility, least) << turn;
        EXPECT_EQ(early.exact, early.bound == early.discernibility);
    }
}

}  // namespace
}  // namespace lethe
