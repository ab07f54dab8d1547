// Grouping of keys.
//
// One hash table over ten million keys misses the cache on every row and cannot be filled by two
// threads. So there are two ways, tried in this order:
//
// Few distinct keys. The rows are cut into blocks; each block numbers its keys in a table of its
// own, which stays in cache. The tables are then joined in block order, which numbers the classes
// by their first row. A block that meets too many keys calls this way off.
//
// Many distinct keys. The rows are moved, in order, into partitions by the top bits of the key's
// hash: a histogram a block, prefix sums, a stable scatter. Equal keys meet in one partition, whose
// table is small enough for the cache. A class's first row is the first that its partition sees;
// the classes are numbered at last by counting, in row order, the rows that are first.
//
// Both give the same answer, and blocks and partitions depend on the number of rows alone.
#include "lethe/data/group_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/key_numbers.h"

namespace lethe {
namespace {

using Keys = std::span<const std::uint64_t>;

constexpr std::size_t kFewKeys = 4096;         // distinct keys of one block on the first way
constexpr std::size_t kPartitionRows = 16384;  // aimed at
constexpr std::size_t kMostPartitions = 512;

std::int64_t block_rows(std::size_t rows) {
    return std::max<std::int64_t>(65536, static_cast<std::int64_t>(rows + 127) / 128);
}

// One block on the first way. Returns false when it holds too many distinct keys.
struct Block {
    std::vector<std::uint64_t> keys;   // in order of first appearance
    std::vector<std::int64_t> counts;  // of each key
};

bool number_block(Keys keys, std::span<std::int32_t> class_of, Block& block) {
    KeyNumbers<std::uint64_t> numbers;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint32_t number = numbers.number(keys[i]);
        if (number == block.counts.size()) {
            if (number == kFewKeys) return false;
            block.counts.push_back(0);
        }
        ++block.counts[number];
        class_of[i] = static_cast<std::int32_t>(number);
    }
    block.keys = numbers.keys();
    return true;
}

std::optional<Groups> group_few(const Context& context, Keys keys) {
    const std::int64_t size = block_rows(keys.size());
    const auto rows = static_cast<std::int64_t>(keys.size());
    std::vector<Block> blocks(static_cast<std::size_t>(chunk_count(rows, size)));
    std::atomic<bool> many = false;
    Groups groups;
    groups.class_of.resize(keys.size());
    const auto part = [&](auto span, std::int64_t begin, std::int64_t end) {
        return span.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    };
    parallel_chunks(context, rows, size, [&](std::int64_t begin, std::int64_t end, std::int64_t i) {
        if (many.load(std::memory_order_relaxed)) return;
        if (!number_block(part(keys, begin, end), part(std::span(groups.class_of), begin, end),
                          blocks[static_cast<std::size_t>(i)])) {
            many = true;
        }
    });
    if (many) return std::nullopt;
    KeyNumbers<std::uint64_t> numbers;
    std::vector<std::vector<std::int32_t>> moved(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (std::size_t k = 0; k < blocks[i].keys.size(); ++k) {
            const std::uint32_t number = numbers.number(blocks[i].keys[k]);
            if (number == groups.sizes.size()) groups.sizes.push_back(0);
            groups.sizes[number] += blocks[i].counts[k];
            moved[i].push_back(static_cast<std::int32_t>(number));
        }
    }
    parallel_chunks(context, rows, size, [&](std::int64_t begin, std::int64_t end, std::int64_t i) {
        const auto& to = moved[static_cast<std::size_t>(i)];
        for (std::int32_t& number : part(std::span(groups.class_of), begin, end)) {
            number = to[static_cast<std::size_t>(number)];
        }
    });
    return groups;
}

// The rows by partition, ascending within each.
struct Partitions {
    std::vector<std::size_t> begins;  // one more than there are partitions
    std::unique_ptr<std::uint64_t[]> keys;
    std::unique_ptr<std::uint32_t[]> rows;
};

Partitions scatter(const Context& context, Keys keys) {
    const std::size_t count =
        std::min(kMostPartitions, std::bit_ceil(keys.size() / kPartitionRows + 2));
    const int shift = 64 - std::countr_zero(count);
    const auto rows = static_cast<std::int64_t>(keys.size());
    const std::int64_t size = block_rows(keys.size());
    std::vector<std::vector<std::size_t>> offsets(static_cast<std::size_t>(chunk_count(rows, size)),
                                                  std::vector<std::size_t>(count, 0));
    parallel_chunks(context, rows, size, [&](std::int64_t begin, std::int64_t end, std::int64_t i) {
        auto& histogram = offsets[static_cast<std::size_t>(i)];
        for (auto row = begin; row < end; ++row) {
            ++histogram[hash_key(keys[static_cast<std::size_t>(row)]) >> shift];
        }
    });
    Partitions parts;
    parts.begins.assign(count + 1, keys.size());
    std::size_t next = 0;
    for (std::size_t p = 0; p < count; ++p) {
        parts.begins[p] = next;
        for (auto& histogram : offsets) next += std::exchange(histogram[p], next);
    }
    parts.keys = std::make_unique_for_overwrite<std::uint64_t[]>(keys.size());
    parts.rows = std::make_unique_for_overwrite<std::uint32_t[]>(keys.size());
    parallel_chunks(context, rows, size, [&](std::int64_t begin, std::int64_t end, std::int64_t i) {
        auto& places = offsets[static_cast<std::size_t>(i)];
        for (auto row = begin; row < end; ++row) {
            const std::uint64_t key = keys[static_cast<std::size_t>(row)];
            const std::size_t place = places[hash_key(key) >> shift]++;
            parts.keys[place] = key;
            parts.rows[place] = static_cast<std::uint32_t>(row);
        }
    });
    return parts;
}

struct LocalClass {
    std::uint32_t first_row;
    std::uint32_t rows;
};

// Numbers the classes of one partition; each key is overwritten by the number of its class.
std::vector<LocalClass> number_partition(std::span<std::uint64_t> keys,
                                         std::span<const std::uint32_t> rows) {
    KeyNumbers<std::uint64_t> numbers;
    std::vector<LocalClass> classes;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint32_t number = numbers.number(keys[i]);
        if (number == classes.size()) classes.push_back({rows[i], 0});
        ++classes[number].rows;
        keys[i] = number;
    }
    return classes;
}

// Where `marks` is 1 writes how many marks stand before; returns how many there are in all.
std::int64_t number_marks(const Context& context, std::span<std::int32_t> marks) {
    const auto rows = static_cast<std::int64_t>(marks.size());
    std::vector<std::int32_t> before(static_cast<std::size_t>(chunk_count(rows)) + 1, 0);
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t i) {
        std::int32_t count = 0;
        for (auto row = begin; row < end; ++row) count += marks[static_cast<std::size_t>(row)];
        before[static_cast<std::size_t>(i) + 1] = count;
    });
    for (std::size_t i = 1; i < before.size(); ++i) before[i] += before[i - 1];
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t i) {
        std::int32_t next = before[static_cast<std::size_t>(i)];
        for (auto row = begin; row < end; ++row) {
            std::int32_t& mark = marks[static_cast<std::size_t>(row)];
            if (mark != 0) mark = next++;
        }
    });
    return before.back();
}

Groups group_many(const Context& context, Keys keys) {
    const Partitions parts = scatter(context, keys);
    const auto count = static_cast<std::int64_t>(parts.begins.size()) - 1;
    std::vector<std::vector<LocalClass>> classes(static_cast<std::size_t>(count));
    Groups groups;
    groups.class_of.assign(keys.size(), 0);
    parallel_tasks(context, count, [&](std::int64_t task) {
        const auto p = static_cast<std::size_t>(task);
        const std::size_t begin = parts.begins[p], rows = parts.begins[p + 1] - begin;
        classes[p] =
            number_partition({parts.keys.get() + begin, rows}, {parts.rows.get() + begin, rows});
        for (const LocalClass& c : classes[p]) groups.class_of[c.first_row] = 1;
    });
    groups.sizes.resize(static_cast<std::size_t>(number_marks(context, groups.class_of)));
    parallel_tasks(context, count, [&](std::int64_t task) {
        const auto p = static_cast<std::size_t>(task);
        std::vector<std::int32_t> numbers;
        for (const LocalClass& c : classes[p]) {
            numbers.push_back(groups.class_of[c.first_row]);
            groups.sizes[static_cast<std::size_t>(numbers.back())] = c.rows;
        }
        for (std::size_t i = parts.begins[p]; i < parts.begins[p + 1]; ++i) {
            groups.class_of[parts.rows[i]] = numbers[parts.keys[i]];
        }
    });
    return groups;
}

}  // namespace

Groups group_keys(const Context& context, Keys keys) {
    constexpr auto kMostRows = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    if (keys.size() > kMostRows) {
        throw Error(ErrorKind::input, fmt::format("{} rows are more than can be grouped ({})",
                                                  keys.size(), kMostRows));
    }
    if (auto few = group_few(context, keys)) return *std::move(few);
    return group_many(context, keys);
}

}  // namespace lethe
