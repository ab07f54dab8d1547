#include "lethe/search/evolve/file_breeds.h"

#include <algorithm>
#include <bit>

#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/error.h"
#include "lethe/search/evolve/first_population.h"

namespace lethe {

CategoryBreed::CategoryBreed(const Context& context, const Table& table,
                             std::span<const std::string> columns, const Aim& aim)
    : FileBreed(context, table, columns, aim) {
    for (std::size_t j = 0; j < original().columns().size(); ++j) {
        if (original().columns()[j].domain >= 2) mutable_.push_back(j);
    }
    if (mutable_.empty()) {
        throw Error(ErrorKind::usage,
                    "each of the columns has a single category: there is nothing to change");
    }
}

std::vector<Choice> CategoryBreed::first_choices() { return category_choices(); }

ProtectedFile CategoryBreed::mutate(const ProtectedFile& file, Draws& draws) const {
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
    const std::int32_t domain = original().columns()[column].domain;
    if (now == domain) {
        return static_cast<CellCode>(draws.below(static_cast<std::uint64_t>(domain)));
    }
    if (domain < 2) return std::nullopt;
    return static_cast<CellCode>(other_allele(draws, now, domain));
}

std::vector<Choice> NumberBreed::first_choices() { return number_choices(); }

ProtectedNumbers NumberBreed::mutate(const ProtectedNumbers& file, Draws& draws) const {
    const std::uint64_t cell = draws.below(static_cast<std::uint64_t>(cells()));
    const CellChange change{
        static_cast<std::int64_t>(cell),
        *other_code(cell % original().columns().size(), file.codes()[cell], draws)};
    return fitness_.change(file, {&change, 1});
}

std::optional<CellCode> NumberBreed::other_code(std::size_t column, CellCode now,
                                                Draws& draws) const {
    const NumberGrid& grid = original().columns()[column];
    const auto bits = static_cast<std::uint64_t>(std::bit_width(unsigned{grid.most}));
    const std::uint64_t flipped = from_gray(to_gray(now) ^ (std::uint64_t{1} << draws.below(bits)));
    return static_cast<CellCode>(std::min<std::uint64_t>(flipped, grid.most));
}

}  // namespace lethe
