#include "lethe/search/evolve/file_breeds.h"

#include <algorithm>
#include <bit>

#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/error.h"
#include "lethe/search/evolve/first_population.h"

namespace lethe::search {
namespace {

std::optional<CellCode> other_category(const CodedColumn& column, CellCode now,
                                       const MutationRule& rule, Draws& draws) {
    if (now == column.missing()) {
        return static_cast<CellCode>(draws.below(static_cast<std::uint64_t>(column.domain)));
    }
    if (column.domain < 2) return std::nullopt;
    return static_cast<CellCode>(rule.near && column.ordinal
                                     ? near_allele(draws, now, column.domain)
                                     : other_allele(draws, now, column.domain));
}

CellCode other_number(const NumberGrid& grid, CellCode now, const MutationRule& rule,
                      Draws& draws) {
    if (rule.near) {
        const std::int64_t reach = std::max<std::int64_t>(1, grid.most / 100);
        const std::int64_t least = std::max<std::int64_t>(0, now - reach);
        const std::int64_t most = std::min<std::int64_t>(grid.most, now + reach);
        return static_cast<CellCode>(least + other_allele(draws, now - least, most - least + 1));
    }
    const auto bits = static_cast<std::uint64_t>(std::bit_width(unsigned{grid.most}));
    const std::uint64_t flipped = from_gray(to_gray(now) ^ (std::uint64_t{1} << draws.below(bits)));
    return static_cast<CellCode>(std::min<std::uint64_t>(flipped, grid.most));
}

}  // namespace

CategoryBreed::CategoryBreed(const Context& context, const Table& table,
                             std::span<const std::string> columns, const Aim& aim,
                             const MutationRule& rule)
    : FileBreed(context, table, columns, aim, rule) {
    for (std::size_t j = 0; j < original().columns().size(); ++j) {
        if (original().columns()[j].domain >= 2) mutable_.push_back(j);
    }
    if (mutable_.empty()) {
        throw Error(ErrorKind::usage,
                    "each of the columns has a single category: there is nothing to change");
    }
}

std::vector<release::Choice> CategoryBreed::first_choices() { return category_choices(); }

ProtectedFile CategoryBreed::mutate(const ProtectedFile& file, Draws& draws) const {
    if (rule_.loci > 0) {
        return mutate_some(
            file, draws, [&](std::int64_t cell, CellCode now) -> std::optional<CellCode> {
                const auto column = static_cast<std::size_t>(cell) % original().columns().size();
                const CellCode own = original().codes()[static_cast<std::size_t>(cell)];
                if (own == original().columns()[column].missing()) return {};
                return other_code(column, now, draws);
            });
    }
    const std::size_t column = mutable_[draws.below(mutable_.size())];
    const auto row =
        static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(original().rows())));
    const std::int64_t cell = row * original().width() + static_cast<std::int64_t>(column);
    const std::int32_t domain = original().columns()[column].domain;
    if (original().codes()[static_cast<std::size_t>(cell)] == domain) return file;
    const CellChange change{
        cell, *other_code(column, file.codes()[static_cast<std::size_t>(cell)], draws)};
    return fitness_.change(file, {&change, 1});
}

std::optional<CellCode> CategoryBreed::other_code(std::size_t column, CellCode now,
                                                  Draws& draws) const {
    return other_category(original().columns()[column], now, rule_, draws);
}

std::vector<release::Choice> NumberBreed::first_choices() { return number_choices(); }

ProtectedNumbers NumberBreed::mutate(const ProtectedNumbers& file, Draws& draws) const {
    if (rule_.loci > 0) {
        return mutate_some(file, draws, [&](std::int64_t cell, CellCode now) {
            return other_code(static_cast<std::size_t>(cell) % original().columns().size(), now,
                              draws);
        });
    }
    const std::uint64_t cell = draws.below(static_cast<std::uint64_t>(cells()));
    const CellChange change{
        static_cast<std::int64_t>(cell),
        *other_code(cell % original().columns().size(), file.codes()[cell], draws)};
    return fitness_.change(file, {&change, 1});
}

std::optional<CellCode> NumberBreed::other_code(std::size_t column, CellCode now,
                                                Draws& draws) const {
    return other_number(original().columns()[column], now, rule_, draws);
}

ProtectedMixed MixedBreed::mutate(const ProtectedMixed& file, Draws& draws) const {
    const auto change = [&](std::int64_t cell, CellCode now) -> std::optional<CellCode> {
        const auto column = static_cast<std::size_t>(cell % original().width());
        // Where the original is missing nothing changes.
        if (original().is_category(column) &&
            original().codes()[static_cast<std::size_t>(cell)] ==
                original().categories().columns()[column].missing()) {
            return std::nullopt;
        }
        return other_code(column, now, draws);
    };
    if (rule_.loci > 0) return mutate_some(file, draws, change);
    const auto cell = static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(cells())));
    const auto code = change(cell, file.codes()[static_cast<std::size_t>(cell)]);
    if (!code) return file;
    const CellChange one{cell, *code};
    return fitness_.change(file, {&one, 1});
}

std::optional<CellCode> MixedBreed::other_code(std::size_t column, CellCode now,
                                               Draws& draws) const {
    const auto& categories = original().categories().columns();
    if (column < categories.size()) return other_category(categories[column], now, rule_, draws);
    return other_number(original().numbers().columns()[column - categories.size()], now, rule_,
                        draws);
}

}  // namespace lethe::search
