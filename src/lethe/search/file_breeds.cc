#include "lethe/search/file_breeds.h"

#include <algorithm>
#include <bit>

#include "lethe/algo/genetic_operators.h"
#include "lethe/core/error.h"
#include "lethe/search/first_population.h"

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
    const std::int64_t now = file.codes()[static_cast<std::size_t>(cell)];
    const bool missing = now == domain;
    const std::int64_t other =
        missing ? static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(domain)))
                : other_allele(draws, now, domain);
    const CellChange change{cell, static_cast<CellCode>(other)};
    return fitness_.change(file, {&change, 1});
}

std::vector<Choice> NumberBreed::first_choices() { return number_choices(); }

ProtectedNumbers NumberBreed::mutate(const ProtectedNumbers& file, Draws& draws) const {
    const std::uint64_t cell = draws.below(static_cast<std::uint64_t>(cells()));
    const NumberGrid& grid = original().columns()[cell % original().columns().size()];
    const auto bits = static_cast<std::uint64_t>(std::bit_width(unsigned{grid.most}));
    const std::uint64_t flipped =
        from_gray(to_gray(file.codes()[cell]) ^ (std::uint64_t{1} << draws.below(bits)));
    const auto code = static_cast<CellCode>(std::min<std::uint64_t>(flipped, grid.most));
    return fitness_.change(file, static_cast<std::int64_t>(cell), code);
}

}  // namespace lethe
