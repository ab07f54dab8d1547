// Clusters: the records that have the most frequent item are parted from those that have not, and
// both are parted again, without that item where all have it, until they are small enough. A part
// of fewer than k records would hide nobody, so an item that nearly all records have is passed
// over, and when no item is in k records the rest is cut into even pieces. Taking the records of an
// item away changes the counts of their items alone: long chains of small parts are cheap.
//
// Chunks: items that k records of the cluster have are taken in the order of their frequency; each
// joins the chunk if that stays k^m-anonymous, and what did not begins the next. The other items
// are the term chunk. Only combinations with the new item can be too rare: they are walked over the
// rows of the item, as sets of bits, and left at the first that is.
#include "lethe/algo/sets/disassociation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <queue>
#include <span>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe::sets {
namespace {

using RowNumbers = std::vector<std::int32_t>;
using ClusterBits = std::vector<std::uint64_t>;

constexpr std::int64_t kClustersOfATask = 64;

struct RecordPart {
    RowNumbers rows;
    std::vector<Node> used;  // items by which it is not parted again
};

class ClusterSearch {
  public:
    ClusterSearch(const Context& context, const SetRecords& records,
                  const DisassociationLimits& limits)
        : context_(context),
          records_(records),
          limits_(limits),
          present_(static_cast<std::size_t>(records.size()), false) {
        const auto last = std::max_element(records.items.begin(), records.items.end());
        const std::size_t items = records.items.empty() ? 0 : static_cast<std::size_t>(*last) + 1;
        count_.resize(items, 0);
        rows_of_.resize(items);
    }

    std::vector<RowNumbers> run(RowNumbers all) {
        if (!all.empty()) waiting_.push_back({std::move(all), {}});
        while (!waiting_.empty()) {
            context_.check_stop();
            RecordPart part = std::move(waiting_.back());
            waiting_.pop_back();
            divide(std::move(part));
        }
        return std::move(clusters_);
    }

  private:
    bool is_small(const RowNumbers& rows) const {
        return std::ssize(rows) <= limits_.largest_cluster;
    }

    void divide(RecordPart part) {
        if (is_small(part.rows)) {
            clusters_.push_back(std::move(part.rows));
            return;
        }
        enter(part.rows);
        take_away_items(part);
        RowNumbers left;
        for (const std::int32_t row : part.rows) {
            if (present_[static_cast<std::size_t>(row)]) left.push_back(row);
        }
        leave(part.rows);
        cut(std::move(left));
    }

    // Parts the records of one item after the other from the rest, until that is small or no item
    // is left.
    void take_away_items(RecordPart& part) {
        std::priority_queue<std::pair<std::int64_t, Node>> frequent;  // counts can have fallen
        const auto add = [&](Node item) {
            const std::int64_t count = count_[static_cast<std::size_t>(item)];
            if (count >= limits_.k) frequent.emplace(count, -item);
        };
        std::sort(part.used.begin(), part.used.end());
        for (const Node item : items_) {
            if (!std::binary_search(part.used.begin(), part.used.end(), item)) add(item);
        }
        auto left = std::ssize(part.rows);
        while (left > limits_.largest_cluster && !frequent.empty()) {
            const auto [count, minus_item] = frequent.top();
            const Node item = -minus_item;
            frequent.pop();
            if (count != count_[static_cast<std::size_t>(item)]) {
                add(item);
                continue;
            }
            if (left - count < limits_.k) {
                part.used.push_back(item);
                continue;
            }
            RecordPart with{take(item), part.used};
            with.used.push_back(item);
            left -= count;
            waiting_.push_back(std::move(with));
        }
    }

    void enter(const RowNumbers& rows) {
        for (const std::int32_t row : rows) {
            present_[static_cast<std::size_t>(row)] = true;
            for (const Node item : records_[row]) {
                if (count_[static_cast<std::size_t>(item)]++ == 0) items_.push_back(item);
                rows_of_[static_cast<std::size_t>(item)].push_back(row);
            }
        }
        std::sort(items_.begin(), items_.end());
    }
    void leave(const RowNumbers& rows) {
        for (const std::int32_t row : rows) present_[static_cast<std::size_t>(row)] = false;
        for (const Node item : items_) {
            count_[static_cast<std::size_t>(item)] = 0;
            rows_of_[static_cast<std::size_t>(item)].clear();
        }
        items_.clear();
    }
    RowNumbers take(Node item) {
        RowNumbers rows;
        for (const std::int32_t row : rows_of_[static_cast<std::size_t>(item)]) {
            if (present_[static_cast<std::size_t>(row)]) rows.push_back(row);
        }
        for (const std::int32_t row : rows) {
            present_[static_cast<std::size_t>(row)] = false;
            for (const Node one : records_[row]) --count_[static_cast<std::size_t>(one)];
        }
        return rows;
    }

    // Even pieces, as few as can be: not below k, since largest_cluster >= 2 k - 1.
    void cut(RowNumbers rows) {
        if (is_small(rows)) {
            clusters_.push_back(std::move(rows));
            return;
        }
        std::stable_sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) {
            const auto left = records_[a], right = records_[b];
            return std::lexicographical_compare(left.begin(), left.end(), right.begin(),
                                                right.end());
        });
        const auto size = std::ssize(rows);
        const std::int64_t pieces = chunk_count(size, limits_.largest_cluster);
        for (std::int64_t i = 0; i < pieces; ++i) {
            RowNumbers piece(rows.begin() + size * i / pieces,
                             rows.begin() + size * (i + 1) / pieces);
            std::sort(piece.begin(), piece.end());
            clusters_.push_back(std::move(piece));
        }
    }

    const Context& context_;
    const SetRecords& records_;
    const DisassociationLimits& limits_;
    std::vector<RecordPart> waiting_;
    std::vector<RowNumbers> clusters_;
    // Of the part that is being divided: what is left of it.
    std::vector<bool> present_;
    std::vector<Node> items_;
    std::vector<std::int64_t> count_;  // by item
    std::vector<RowNumbers> rows_of_;  // by item; those taken away too
};

struct ItemOfCluster {
    Node item = 0;
    std::int64_t support = 0;
    ClusterBits rows;
};

std::int64_t bit_count(const ClusterBits& bits) {
    std::int64_t count = 0;
    for (const std::uint64_t word : bits) count += std::popcount(word);
    return count;
}

// Ascending.
std::vector<ItemOfCluster> items_of_cluster(const SetRecords& records, const RowNumbers& rows) {
    std::vector<std::pair<Node, std::size_t>> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const Node item : records[rows[i]]) places.emplace_back(item, i);
    }
    std::sort(places.begin(), places.end());
    std::vector<ItemOfCluster> items;
    for (const auto& [item, i] : places) {
        if (items.empty() || items.back().item != item) {
            items.push_back({item, 0, ClusterBits((rows.size() + 63) / 64, 0)});
        }
        items.back().rows[i / 64] |= std::uint64_t{1} << (i % 64);
        ++items.back().support;
    }
    return items;
}

// The record chunks of one cluster.
class ChunkSearch {
  public:
    ChunkSearch(const DisassociationLimits& limits, std::int64_t records,
                std::vector<ItemOfCluster> frequent)
        : limits_(limits),
          records_(records),
          waiting_(std::move(frequent)),
          common_(static_cast<std::size_t>(limits.m)) {
        std::stable_sort(waiting_.begin(), waiting_.end(),
                         [](const auto& a, const auto& b) { return a.support > b.support; });
    }

    std::vector<std::vector<ItemOfCluster>> run() {
        std::vector<std::vector<ItemOfCluster>> chunks;
        while (!waiting_.empty()) {
            std::vector<ItemOfCluster> chunk, rest;
            for (ItemOfCluster& item : waiting_) {
                const bool joins = stays_anonymous(item.rows, chunk, 0, limits_.m - 1);
                (joins ? chunk : rest).push_back(std::move(item));
            }
            waiting_ = std::move(rest);
            chunks.push_back(std::move(chunk));
        }
        return chunks;
    }

    // Whether the known items of a person can be in k records of a possible original.
    bool can_be_shared(const std::vector<std::vector<ItemOfCluster>>& chunks) const {
        std::vector<std::int64_t> chunks_of(static_cast<std::size_t>(records_), 0);
        std::int64_t subrecords = 0;
        for (const auto& chunk : chunks) {
            ClusterBits filled(chunk.front().rows.size(), 0);
            for (const ItemOfCluster& one : chunk) {
                for (std::size_t w = 0; w < filled.size(); ++w) filled[w] |= one.rows[w];
            }
            subrecords += bit_count(filled);
            for (std::size_t i = 0; i < chunks_of.size(); ++i) {
                chunks_of[i] += static_cast<std::int64_t>(filled[i / 64] >> (i % 64) & 1);
            }
        }
        const std::int64_t most = *std::max_element(chunks_of.begin(), chunks_of.end());
        return enough_subrecords(records_, subrecords, std::min(most, limits_.m), limits_.k);
    }

  private:
    // Whether every combination of up to `left` items of the chunk, from a place on, that occurs in
    // the rows is in k of them.
    bool stays_anonymous(const ClusterBits& rows, const std::vector<ItemOfCluster>& chunk,
                         std::size_t from, std::int64_t left) {
        if (left == 0) return true;
        ClusterBits& both = common_[static_cast<std::size_t>(left)];
        for (std::size_t i = from; i < chunk.size(); ++i) {
            both.resize(rows.size());
            for (std::size_t w = 0; w < rows.size(); ++w) both[w] = rows[w] & chunk[i].rows[w];
            const std::int64_t count = bit_count(both);
            if (count == 0) continue;
            if (count < limits_.k || !stays_anonymous(both, chunk, i + 1, left - 1)) return false;
        }
        return true;
    }

    const DisassociationLimits& limits_;
    std::int64_t records_;
    std::vector<ItemOfCluster> waiting_;
    std::vector<ClusterBits> common_;  // of stays_anonymous, by what is left
};

DisassociatedCluster disassociated(const SetRecords& records, RowNumbers rows,
                                   const DisassociationLimits& limits) {
    DisassociatedCluster cluster{std::move(rows), {}, {}};
    std::vector<ItemOfCluster> frequent;
    for (ItemOfCluster& one : items_of_cluster(records, cluster.rows)) {
        if (one.support >= limits.k) {
            frequent.push_back(std::move(one));
        } else {
            cluster.terms.push_back(one.item);
        }
    }
    ChunkSearch search(limits, std::ssize(cluster.rows), std::move(frequent));
    const auto chunks = search.run();
    Node moved = kGone;
    if (cluster.terms.empty() && !search.can_be_shared(chunks)) {
        // The last item of a chunk is the least frequent of it.
        const auto least = std::min_element(
            chunks.begin(), chunks.end(),
            [](const auto& a, const auto& b) { return a.back().support < b.back().support; });
        moved = least->back().item;
        cluster.terms.push_back(moved);
    }
    for (const auto& chunk : chunks) {
        std::vector<Node> items;
        for (const ItemOfCluster& one : chunk) {
            if (one.item != moved) items.push_back(one.item);
        }
        if (items.empty()) continue;
        std::sort(items.begin(), items.end());
        cluster.chunks.push_back(std::move(items));
    }
    return cluster;
}

// Where the items of a cluster are: those of the term chunk are in none.
using ChunkOfItem = std::vector<std::pair<Node, std::size_t>>;

ChunkOfItem chunk_of_items(const DisassociatedCluster& cluster) {
    ChunkOfItem chunk_of;
    for (std::size_t c = 0; c < cluster.chunks.size(); ++c) {
        for (const Node item : cluster.chunks[c]) chunk_of.emplace_back(item, c);
    }
    std::sort(chunk_of.begin(), chunk_of.end());
    return chunk_of;
}

std::vector<std::size_t> drawn_order(Draws draws, std::size_t size) {
    std::vector<std::size_t> order(size);
    for (std::size_t i = 0; i < size; ++i) {
        const auto j = static_cast<std::size_t>(draws.below(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

// `position`: of the first draws; each chunk has its own, and the term chunk.
void rebuild_cluster(const SetRecords& records, const DisassociatedCluster& cluster,
                     const Stream& stream, std::int64_t position,
                     std::vector<std::vector<Node>>& shown) {
    const std::size_t size = cluster.rows.size();
    std::vector<std::vector<std::size_t>> place;  // by chunk and record
    for (std::size_t c = 0; c < cluster.chunks.size(); ++c) {
        place.push_back(drawn_order(stream.at(position++), size));
    }
    const auto show = [&](std::size_t i, Node item) {
        shown[static_cast<std::size_t>(cluster.rows[i])].push_back(item);
    };
    const ChunkOfItem chunk_of = chunk_of_items(cluster);
    for (std::size_t i = 0; i < size; ++i) {
        for (const Node item : records[cluster.rows[i]]) {
            const auto found =
                std::lower_bound(chunk_of.begin(), chunk_of.end(), std::pair(item, std::size_t{0}));
            if (found == chunk_of.end() || found->first != item) continue;
            show(place[found->second][i], item);
        }
    }
    Draws draws = stream.at(position);
    for (const Node item : cluster.terms) {
        show(static_cast<std::size_t>(draws.below(size)), item);
    }
}

}  // namespace

std::vector<DisassociatedCluster> disassociate(const Context& context, const SetRecords& records,
                                               const DisassociationLimits& limits) {
    RowNumbers all;
    for (std::int64_t row = 0; row < records.size(); ++row) {
        if (!records[row].empty()) all.push_back(static_cast<std::int32_t>(row));
    }
    if (!all.empty() && std::ssize(all) < limits.k) {
        throw Error(ErrorKind::unmet, fmt::format("no {} records can be a cluster: {} have items, "
                                                  "so k is at most {}",
                                                  limits.k, all.size(), all.size()));
    }
    std::vector<RowNumbers> parts = ClusterSearch(context, records, limits).run(std::move(all));
    std::vector<DisassociatedCluster> clusters(parts.size());
    parallel_chunks(context, std::ssize(parts), kClustersOfATask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (auto i = static_cast<std::size_t>(begin);
                             i < static_cast<std::size_t>(end); ++i) {
                            context.check_stop();
                            clusters[i] = disassociated(records, std::move(parts[i]), limits);
                        }
                    });
    return clusters;
}

SetRecords reconstruct(const Context& context, const SetRecords& records,
                       const std::vector<DisassociatedCluster>& clusters, const Stream& stream) {
    std::vector<std::int64_t> position;
    std::int64_t next = 0;
    for (const DisassociatedCluster& cluster : clusters) {
        position.push_back(next);
        next += std::ssize(cluster.chunks) + 1;
    }
    std::vector<std::vector<Node>> shown(static_cast<std::size_t>(records.size()));
    parallel_chunks(context, std::ssize(clusters), kClustersOfATask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (auto i = static_cast<std::size_t>(begin);
                             i < static_cast<std::size_t>(end); ++i) {
                            rebuild_cluster(records, clusters[i], stream, position[i], shown);
                        }
                    });
    SetRecords rebuilt;
    for (std::vector<Node>& items : shown) {
        std::sort(items.begin(), items.end());
        rebuilt.items.insert(rebuilt.items.end(), items.begin(), items.end());
        rebuilt.close();
    }
    return rebuilt;
}

}  // namespace lethe::sets
