#include "lethe/table/mask/parts/merge_clusters.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::mask {
namespace {

// The categories of all parts, and for each part what becomes of its codes.
struct Joined {
    Dictionary dictionary;
    std::vector<std::vector<std::int32_t>> moved;
};

Joined join(std::span<const ColumnPtr> parts) {
    Joined joined;
    std::unordered_map<std::string, std::int32_t> code_of;
    for (const ColumnPtr& part : parts) {
        auto& moved = joined.moved.emplace_back();
        for (const std::string& text : part->dictionary()) {
            const auto [entry, added] =
                code_of.try_emplace(text, static_cast<std::int32_t>(joined.dictionary.size()));
            if (added) joined.dictionary.push_back(text);
            moved.push_back(entry->second);
        }
    }
    return joined;
}

// Sorts the categories so that all parts ascend; false, and nothing done, unless there is exactly
// one such order.
bool put_in_order(Joined& joined) {
    const std::size_t size = joined.dictionary.size();
    std::vector<std::set<std::int32_t>> after(size);
    for (const auto& moved : joined.moved) {
        for (std::size_t i = 1; i < moved.size(); ++i) {
            after[static_cast<std::size_t>(moved[i - 1])].insert(moved[i]);
        }
    }
    std::vector<int> before(size, 0);
    for (const auto& next : after) {
        for (const std::int32_t code : next) ++before[static_cast<std::size_t>(code)];
    }
    std::vector<std::int32_t> order, ready;
    for (std::size_t code = 0; code < size; ++code) {
        if (before[code] == 0) ready.push_back(static_cast<std::int32_t>(code));
    }
    while (ready.size() == 1) {
        const std::int32_t first = ready[0];
        order.push_back(first);
        ready.clear();
        for (const std::int32_t code : after[static_cast<std::size_t>(first)]) {
            if (--before[static_cast<std::size_t>(code)] == 0) ready.push_back(code);
        }
    }
    if (order.size() < size) return false;
    std::vector<std::int32_t> place(size);
    Dictionary sorted;
    for (const std::int32_t code : order) {
        place[static_cast<std::size_t>(code)] = static_cast<std::int32_t>(sorted.size());
        sorted.push_back(joined.dictionary[static_cast<std::size_t>(code)]);
    }
    joined.dictionary = std::move(sorted);
    for (auto& moved : joined.moved) {
        for (std::int32_t& code : moved) code = place[static_cast<std::size_t>(code)];
    }
    return true;
}

// value(part, row of the part) of each row that has one.
template <class T, class Value>
std::pair<std::vector<T>, Validity> gather(const ClusterRows& clusters,
                                           std::span<const ColumnPtr> parts, std::int64_t rows,
                                           Value value) {
    const bool missing = std::any_of(parts.begin(), parts.end(),
                                     [](const ColumnPtr& part) { return part->has_missing(); });
    std::pair<std::vector<T>, Validity> result(std::vector<T>(static_cast<std::size_t>(rows), T{}),
                                               missing ? Validity(rows) : Validity());
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const auto members = clusters[static_cast<std::int32_t>(p)];
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (parts[p]->valid(static_cast<std::int64_t>(i))) {
                result.first[static_cast<std::size_t>(members[i])] = value(p, i);
            } else {
                result.second.set_missing(members[i]);
            }
        }
    }
    return result;
}

}  // namespace

ColumnPtr merge_clusters(const ClusterRows& clusters, std::span<const ColumnPtr> parts,
                         std::int64_t rows, std::vector<std::string>& warnings) {
    const Column& first = *parts[0];
    if (std::any_of(parts.begin(), parts.end(), [&](const ColumnPtr& part) {
            return part->is_numeric() != first.is_numeric();
        })) {
        throw Error(
            ErrorKind::usage,
            fmt::format("column \"{}\" would be numeric in some clusters only", first.name()));
    }
    if (first.is_numeric()) {
        auto [values, validity] =
            gather<double>(clusters, parts, rows,
                           [&](std::size_t p, std::size_t i) { return parts[p]->numbers()[i]; });
        return Column::numeric(first.name(), std::move(values), std::move(validity),
                               first.spelling_of_missing());
    }
    const bool same = std::all_of(parts.begin(), parts.end(), [&](const ColumnPtr& part) {
        return part->dictionary() == first.dictionary();
    });
    Joined joined = join(parts);
    Kind kind = first.kind();
    if (kind == Kind::ordinal && !same && !put_in_order(joined)) {
        kind = Kind::nominal;
        warnings.push_back(fmt::format(
            "column \"{}\": the categories of the clusters have no common order: it is nominal",
            first.name()));
    }
    auto [codes, validity] =
        gather<std::int32_t>(clusters, parts, rows, [&](std::size_t p, std::size_t i) {
            return joined.moved[p][static_cast<std::size_t>(parts[p]->codes()[i])];
        });
    return Column::categories(
        first.name(), kind, std::move(codes),
        same ? first.dictionary_ptr()
             : std::make_shared<const Dictionary>(std::move(joined.dictionary)),
        std::move(validity), first.spelling_of_missing());
}

}  // namespace lethe::mask
