// Weights are added as whole numbers of 2^-60 in 128 bits, so that a sum does not depend on the
// order of its terms. Where missing agrees with anything, two different rows agree exactly when
// they are equal on the columns that both hold: the different rows are sorted by which columns they
// hold (their pattern), and each pattern looks itself up among every other one on the columns that
// both hold. The number of a projection is found column by column: the number of what stands before
// and the code of the column are the key of the next.
#include "lethe/algo/linkage/matching_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"
#include "lethe/data/key_numbers.h"

namespace lethe {
namespace {

__extension__ using Wide = __int128;
double number_of(Wide sum) { return static_cast<double>(sum) * 0x1p-60; }

std::vector<Wide> sums_of_classes(const Groups& groups, std::span<const double> weights) {
    std::vector<Wide> sums(groups.sizes.size(), 0);
    for (std::size_t row = 0; row < weights.size(); ++row) {
        sums[static_cast<std::size_t>(groups.class_of[row])] +=
            static_cast<Wide>(weights[row] * 0x1p60);
    }
    return sums;
}

// The different rows: by column the class of each row's value, and which columns it lacks.
struct DifferentRows {
    std::vector<std::vector<std::int32_t>> codes;  // by column and different row
    std::map<std::uint64_t, std::vector<std::size_t>> by_lacking;
    std::vector<int> bit_of_column;  // -1: never missing
};

DifferentRows different_value_rows(const Context& context, const Table& table,
                                   std::span<const std::string> columns, const Groups& groups) {
    std::vector<std::int64_t> first;
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        if (groups.class_of[row] == std::ssize(first)) {
            first.push_back(static_cast<std::int64_t>(row));
        }
    }
    DifferentRows rows;
    std::vector<std::uint64_t> lacking(first.size(), 0);
    int bits = 0;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        const Groups values = group_rows(context, table, std::span(&name, 1));
        std::vector<std::int32_t> codes;
        for (const std::int64_t row : first) {
            codes.push_back(values.class_of[static_cast<std::size_t>(row)]);
        }
        rows.codes.push_back(std::move(codes));
        rows.bit_of_column.push_back(column.has_missing() ? bits++ : -1);
        if (!column.has_missing()) continue;
        if (bits > 64) {
            throw Error(ErrorKind::usage,
                        "rows can be matched on at most 64 columns with missing values");
        }
        for (std::size_t i = 0; i < first.size(); ++i) {
            if (!column.valid(first[i])) lacking[i] |= 1ULL << (bits - 1);
        }
    }
    for (std::size_t i = 0; i < lacking.size(); ++i) rows.by_lacking[lacking[i]].push_back(i);
    return rows;
}

// Numbers of the projections of rows on the columns that are not lacking.
class Projections {
  public:
    Projections(const DifferentRows& rows, std::uint64_t lacking) : rows_(rows) {
        for (std::size_t j = 0; j < rows.codes.size(); ++j) {
            const int bit = rows.bit_of_column[j];
            if (bit < 0 || ((lacking >> bit) & 1U) == 0) held_.push_back(j);
        }
        numbers_.resize(held_.size());
    }

    std::uint32_t add(std::size_t row) {
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < held_.size(); ++i) {
            number = numbers_[i].number(key(number, i, row));
        }
        return number;
    }
    std::uint32_t find(std::size_t row) const {
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < held_.size() && number != kNone; ++i) {
            number = numbers_[i].find(key(number, i, row));
        }
        return number;
    }
    static constexpr std::uint32_t kNone = KeyNumbers<std::uint64_t>::kNone;

  private:
    std::uint64_t key(std::uint32_t number, std::size_t i, std::size_t row) const {
        return static_cast<std::uint64_t>(number) << 32 |
               static_cast<std::uint32_t>(rows_.codes[held_[i]][row]);
    }

    const DifferentRows& rows_;
    std::vector<std::size_t> held_;
    std::vector<KeyNumbers<std::uint64_t>> numbers_;
};

// For each different row the weight of those that agree with it.
std::vector<Wide> agreeing(const Context& context, const DifferentRows& rows,
                           const std::vector<Wide>& own) {
    using Pattern = std::pair<const std::uint64_t, std::vector<std::size_t>>;
    std::vector<const Pattern*> patterns;
    for (const Pattern& pattern : rows.by_lacking) patterns.push_back(&pattern);
    std::vector<Wide> sums = own;  // rows of one pattern agree with themselves alone
    parallel_tasks(context, std::ssize(patterns), [&](std::int64_t task) {
        const Pattern& pattern = *patterns[static_cast<std::size_t>(task)];
        for (const Pattern* other : patterns) {
            if (other == &pattern) continue;
            Projections projections(rows, pattern.first | other->first);
            std::vector<Wide> weights;
            for (const std::size_t row : other->second) {
                const std::uint32_t number = projections.add(row);
                if (number >= weights.size()) weights.resize(number + 1, 0);
                weights[number] += own[row];
            }
            for (const std::size_t row : pattern.second) {
                const std::uint32_t number = projections.find(row);
                if (number != Projections::kNone) sums[row] += weights[number];
            }
        }
    });
    return sums;
}

}  // namespace

std::vector<double> matching_weights(const Context& context, const Table& table,
                                     std::span<const std::string> columns,
                                     std::span<const double> weights, MissingMatches missing) {
    const Groups groups = group_rows(context, table, columns);
    std::vector<Wide> sums = sums_of_classes(groups, weights);
    if (missing == MissingMatches::any) {
        sums = agreeing(context, different_value_rows(context, table, columns, groups), sums);
    }
    std::vector<double> result(groups.class_of.size());
    for (std::size_t row = 0; row < result.size(); ++row) {
        result[row] = number_of(sums[static_cast<std::size_t>(groups.class_of[row])]);
    }
    return result;
}

std::vector<double> class_weights(const Groups& groups, std::span<const double> weights) {
    std::vector<double> result;
    for (const Wide sum : sums_of_classes(groups, weights)) result.push_back(number_of(sum));
    return result;
}

}  // namespace lethe
