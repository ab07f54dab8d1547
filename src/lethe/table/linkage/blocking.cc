#include "lethe/table/linkage/blocking.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"

namespace lethe::linkage {
namespace {

constexpr std::uint64_t kSeed = 0x243f6a8885a308d3ULL;
constexpr std::size_t kMostProbes = 20000;  // of a record in a pass

std::uint64_t joined_hash(std::uint64_t hash, std::int32_t key) {
    std::uint64_t x = hash ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(key)) +
                              0x9e3779b97f4a7c15ULL);
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31U);
}

std::uint64_t not_zero(std::uint64_t hash) { return hash == 0 ? 1 : hash; }

}  // namespace

std::int32_t Blocking::Index::find(std::uint64_t hash) const {
    const std::size_t mask = slots.size() - 1;
    for (std::size_t at = hash & mask; slots[at] != 0; at = (at + 1) & mask) {
        if (slots[at] == hash) return block[at];
    }
    return -1;
}

Blocking::Blocking(const Context& context, const PreparedFiles& files, std::vector<Key> keys,
                   std::vector<std::vector<std::size_t>> passes, double largest_block)
    : files_(files), keys_(std::move(keys)) {
    fill_keys(context);
    for (std::vector<std::size_t>& pass : passes) {
        passes_.push_back({.keys = std::move(pass)});
        indices_.push_back(make_index(context, passes_.back()));
        count_pairs(context, passes_.size() - 1, largest_block);
    }
}

void Blocking::fill_keys(const Context& context) {
    const auto fill = [&](const PreparedFile& file, std::vector<std::int32_t>& out) {
        out.resize(static_cast<std::size_t>(file.rows) * keys_.size());
        parallel_chunks(
            context, file.rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                for (std::int64_t row = begin; row < end; ++row) {
                    const auto record = file.record(row, files().fields.size());
                    for (std::size_t k = 0; k < keys_.size(); ++k) {
                        const std::int32_t code = record[keys_[k].field];
                        out[static_cast<std::size_t>(row) * keys_.size() + k] =
                            code < 0 ? kMissing : keys_[k].of_value[static_cast<std::size_t>(code)];
                    }
                }
            });
    };
    fill(files().left, left_keys_);
    if (!files().self) fill(files().right, right_keys_);
}

std::uint64_t Blocking::right_hash(const Pass& pass, std::int64_t right) const {
    std::uint64_t hash = kSeed;
    for (const std::size_t k : pass.keys) {
        const std::int32_t key = right_key(k, right);
        if (key == kMissing) return 0;
        hash = joined_hash(hash, key);
    }
    return not_zero(hash);
}

void Blocking::probes(const Pass& pass, std::int64_t left,
                      std::vector<std::uint64_t>& hashes) const {
    hashes.assign(1, kSeed);
    std::vector<std::uint64_t> more;
    for (const std::size_t k : pass.keys) {
        const std::int32_t key = left_key(k, left);
        if (key == kMissing) return hashes.clear();
        if (keys_[k].kind == KeyKind::inside) {
            const auto& holders = keys_[k].holders[static_cast<std::size_t>(key)];
            if (hashes.size() * holders.size() > kMostProbes) return hashes.clear();
            more.clear();
            for (const std::uint64_t hash : hashes) {
                for (const std::int32_t holder : holders) more.push_back(joined_hash(hash, holder));
            }
            std::swap(hashes, more);
        } else if (keys_[k].has_bands()) {
            more.clear();
            for (const std::uint64_t hash : hashes) {
                for (const std::int32_t step : {-1, 0, 1}) {
                    more.push_back(joined_hash(hash, key + step));
                }
            }
            std::swap(hashes, more);
        } else {
            for (std::uint64_t& hash : hashes) hash = joined_hash(hash, key);
        }
    }
    for (std::uint64_t& hash : hashes) hash = not_zero(hash);
}

Blocking::Index Blocking::make_index(const Context& context, const Pass& pass) const {
    const std::int64_t rows = files().other().rows;
    std::vector<std::pair<std::uint64_t, std::int32_t>> order(static_cast<std::size_t>(rows));
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t row = begin; row < end; ++row) {
            order[static_cast<std::size_t>(row)] = {right_hash(pass, row),
                                                    static_cast<std::int32_t>(row)};
        }
    });
    std::erase_if(order, [](const auto& item) { return item.first == 0; });
    parallel_sort(context, order.begin(), order.end(), std::less<>());
    Index index;
    index.rows.reserve(order.size());
    std::vector<std::uint64_t> hashes;
    for (const auto& [hash, row] : order) {
        if (hashes.empty() || hashes.back() != hash) {
            hashes.push_back(hash);
            index.begin.push_back(static_cast<std::int64_t>(index.rows.size()));
        }
        index.rows.push_back(row);
    }
    index.begin.push_back(static_cast<std::int64_t>(index.rows.size()));
    index.left_out.assign(hashes.size(), 0);
    const std::size_t size = std::bit_ceil(2 * hashes.size() + 2);
    index.slots.assign(size, 0);
    index.block.assign(size, -1);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        std::size_t at = hashes[i] & (size - 1);
        while (index.slots[at] != 0) at = (at + 1) & (size - 1);
        index.slots[at] = hashes[i];
        index.block[at] = static_cast<std::int32_t>(i);
    }
    return index;
}

void Blocking::count_pairs(const Context& context, std::size_t p, double largest) {
    Pass& pass = passes_[p];
    Index& index = indices_[p];
    std::vector<std::int64_t> lefts(static_cast<std::size_t>(index.blocks()), 0);
    parallel_chunks(context, files().left.rows,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        std::vector<std::uint64_t> hashes;
                        for (std::int64_t row = begin; row < end; ++row) {
                            probes(pass, row, hashes);
                            for (const std::uint64_t hash : hashes) {
                                const std::int32_t block = index.find(hash);
                                if (block < 0) continue;
                                std::atomic_ref(lefts[static_cast<std::size_t>(block)])
                                    .fetch_add(1, std::memory_order_relaxed);
                            }
                        }
                    });
    large_.emplace_back(static_cast<std::size_t>(files().other().rows), 0);
    for (std::size_t block = 0; block < lefts.size(); ++block) {
        const auto begin = index.begin[block];
        const auto end = index.begin[block + 1];
        double pairs = static_cast<double>(lefts[block]) * static_cast<double>(end - begin);
        if (files().self) pairs = (pairs - static_cast<double>(end - begin)) / 2;
        if (pairs <= 0) continue;
        ++pass.blocks;
        if (pairs <= largest) {
            pass.pairs += pairs;
            continue;
        }
        ++pass.too_large;
        index.left_out[block] = 1;
        for (auto i = begin; i < end; ++i) {
            large_[p][static_cast<std::size_t>(index.rows[static_cast<std::size_t>(i)])] = 1;
        }
    }
}

double Blocking::pairs() const {
    if (passes_.empty()) return files().all_pairs();
    double sum = 0;
    for (const Pass& pass : passes_) sum += pass.pairs;
    return sum;
}

void Blocking::find_blocks(std::size_t p, std::int64_t left,
                           std::vector<std::span<const std::int32_t>>& blocks) const {
    thread_local std::vector<std::uint64_t> hashes;
    probes(passes_[p], left, hashes);
    const Index& index = indices_[p];
    for (const std::uint64_t hash : hashes) {
        const std::int32_t block = index.find(hash);
        if (block < 0 || index.left_out[static_cast<std::size_t>(block)] != 0) continue;
        const auto begin = static_cast<std::size_t>(index.begin[static_cast<std::size_t>(block)]);
        const auto end = static_cast<std::size_t>(index.begin[static_cast<std::size_t>(block) + 1]);
        blocks.push_back(std::span(index.rows).subspan(begin, end - begin));
    }
}

bool Blocking::shares(std::size_t p, std::int64_t left, std::int64_t right) const {
    for (const std::size_t k : passes_[p].keys) {
        const std::int32_t a = left_key(k, left);
        const std::int32_t b = right_key(k, right);
        if (a == kMissing || b == kMissing) return false;
        const Key& key = keys_[k];
        if (key.kind == KeyKind::inside) {
            if (!std::ranges::binary_search(key.holders[static_cast<std::size_t>(a)], b)) {
                return false;
            }
        } else if (key.has_bands() ? std::abs(a - b) > 1 : a != b) {
            return false;
        }
    }
    return true;
}

bool Blocking::found_before(std::size_t p, std::int64_t left, std::int64_t right) const {
    for (std::size_t q = 0; q < p; ++q) {
        if (large_[q][static_cast<std::size_t>(right)] == 0 && shares(q, left, right)) return true;
    }
    return false;
}

int Blocking::times_found(std::int64_t left, std::int64_t right) const {
    int times = 0;
    for (std::size_t p = 0; p < passes_.size(); ++p) {
        const bool large = large_[p][static_cast<std::size_t>(right)] != 0;
        times += !large && shares(p, left, right) ? 1 : 0;
    }
    return times;
}

}  // namespace lethe::linkage
