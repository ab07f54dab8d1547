#include "lethe/release/tables/row_order.h"

#include <algorithm>
#include <numeric>

#include "lethe/release/release_order.h"

namespace lethe::release {
namespace {

bool shows_all(const Column& masked, const Column& original, std::span<const std::int64_t> origin) {
    const bool numbers = masked.is_numeric() && original.is_numeric();
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::int64_t from = origin.empty() ? row : origin[static_cast<std::size_t>(row)];
        if (masked.valid(row) != original.valid(from)) return false;
        if (!masked.valid(row)) continue;
        const bool same = numbers ? masked.numbers()[static_cast<std::size_t>(row)] ==
                                        original.numbers()[static_cast<std::size_t>(from)]
                                  : masked.text(row) == original.text(from);
        if (!same) return false;
    }
    return true;
}

}  // namespace

std::vector<std::string> telling_order(const Plan& plan, const std::set<std::string>& changed) {
    std::vector<ColumnPtr> hidden;
    for (const ColumnPtr& column : plan.table.columns()) {
        if (plan.roles.of(column->name()) == Role::identifier || changed.contains(column->name())) {
            hidden.push_back(column);
        }
    }
    return sorted_by(hidden);
}

void shuffle_rows(Execution& execution, std::uint64_t seed, const std::string& source_digest) {
    const std::vector<std::int64_t> order =
        digest_order(seed, source_digest, execution.release.rows());
    execution.release = execution.release.gather(order);
    std::vector<std::int64_t> origin = order;
    if (!execution.origin.empty()) {
        for (std::int64_t& row : origin) row = execution.origin[static_cast<std::size_t>(row)];
    }
    execution.origin = std::move(origin);
}

std::vector<std::string> telling_order(const Table& original, const Table& masked,
                                       std::span<const std::int64_t> origin) {
    if (origin.empty() && masked.rows() != original.rows()) return {};
    std::vector<ColumnPtr> hidden;
    for (const ColumnPtr& column : original.columns()) {
        const Column* shown = masked.find(column->name());
        if (shown == nullptr || !shows_all(*shown, *column, origin)) hidden.push_back(column);
    }
    return sorted_by(hidden);
}

void undo_order(Table& release, std::vector<std::int64_t>& origin, std::int64_t original_rows) {
    if (static_cast<std::int64_t>(origin.size()) != release.rows()) return;
    if (!std::is_sorted(origin.begin(), origin.end())) {
        std::vector<std::int64_t> order(origin.size());
        std::iota(order.begin(), order.end(), std::int64_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            return origin[static_cast<std::size_t>(a)] < origin[static_cast<std::size_t>(b)];
        });
        release = release.gather(order);
        std::sort(origin.begin(), origin.end());
    }
    bool same = release.rows() == original_rows;
    for (std::size_t row = 0; same && row < origin.size(); ++row) {
        same = origin[row] == static_cast<std::int64_t>(row);
    }
    if (same) origin.clear();
}

}  // namespace lethe::release
