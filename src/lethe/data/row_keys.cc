// Packing rows.
//
// A row whose columns have codes c_1 .. c_n below b_1 .. b_n is the number c_1, c_2, ..., c_n in
// the mixed radix b_1, ..., b_n: exact, so equal keys mean equal rows, as long as the product of
// the bounds stays below 2^64. Where the next column would pass that, the keys so far are replaced
// by the numbers of their classes, of which there are fewer than 2^31; the next bound is at most
// 2^32, so there is always room for one column more. Once every row is a class of its own, further
// columns change nothing.
#include "lethe/data/row_keys.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "lethe/core/parallel.h"
#include "lethe/data/group_keys.h"

namespace lethe {
namespace {

struct KeyRange {
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    bool whole = true;
};

// Rows without a value hold 0, which may widen the range and does no harm.
KeyRange key_range_of(const Context& context, std::span<const double> numbers) {
    return parallel_reduce(
        context, static_cast<std::int64_t>(numbers.size()), KeyRange{},
        [&](std::int64_t begin, std::int64_t end) {
            KeyRange range;
            for (auto row = begin; row < end; ++row) {
                const double x = numbers[static_cast<std::size_t>(row)];
                range.smallest = std::min(range.smallest, x);
                range.largest = std::max(range.largest, x);
                range.whole &= x == std::trunc(x);
            }
            return range;
        },
        [](KeyRange& total, const KeyRange& part) {
            total.smallest = std::min(total.smallest, part.smallest);
            total.largest = std::max(total.largest, part.largest);
            total.whole &= part.whole;
        });
}

Groups group_numbers(const Context& context, std::span<const double> numbers) {
    const auto bits = std::make_unique_for_overwrite<std::uint64_t[]>(numbers.size());
    parallel_chunks(context, static_cast<std::int64_t>(numbers.size()),
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (auto i = static_cast<std::size_t>(begin);
                             i < static_cast<std::size_t>(end); ++i) {
                            bits[i] = std::bit_cast<std::uint64_t>(numbers[i] + 0.0);  // -0 to 0
                        }
                    });
    return group_keys(context, {bits.get(), numbers.size()});
}

// code(row) gives the code of a row that holds a value.
template <class Code>
void append_codes(const Validity* validity, std::uint64_t bound, std::int64_t begin,
                  std::span<std::uint64_t> keys, Code&& code) {
    if (validity == nullptr) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            keys[i] = keys[i] * bound + code(static_cast<std::size_t>(begin) + i);
        }
        return;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint64_t value = code(static_cast<std::size_t>(begin) + i) + 1;
        keys[i] = keys[i] * bound + ((*validity)[begin + static_cast<std::int64_t>(i)] ? value : 0);
    }
}

}  // namespace

ColumnCodes::ColumnCodes(const Context& context, const Column& column)
    : validity_(column.has_missing() ? &column.validity() : nullptr) {
    if (!column.is_numeric()) {
        source_ = column.codes();
        bound_ = column.dictionary().size();
    } else {
        const KeyRange range = key_range_of(context, column.numbers());
        const bool any = range.smallest <= range.largest;
        if (any && range.whole && range.largest - range.smallest < 0x1p32 - 2) {
            source_ = WholeNumbers{column.numbers(), range.smallest};
            bound_ = static_cast<std::uint64_t>(range.largest - range.smallest) + 1;
        } else {
            Groups groups = group_numbers(context, column.numbers());
            source_ = std::move(groups.class_of);
            bound_ = groups.sizes.size();
        }
    }
    bound_ = std::max<std::uint64_t>(bound_, 1) + (has_missing() ? 1 : 0);
}

ColumnCodes::ColumnCodes(Groups groups)
    : source_(std::move(groups.class_of)),
      bound_(std::max<std::uint64_t>(groups.sizes.size(), 1)) {}

bool ColumnCodes::tells_all_apart() const {
    const auto* classes = std::get_if<Classes>(&source_);
    return classes != nullptr && !has_missing() && bound_ == classes->size();
}

void ColumnCodes::append(std::int64_t begin, std::span<std::uint64_t> keys) const {
    if (const auto* codes = std::get_if<Categories>(&source_)) {
        append_codes(validity_, bound_, begin, keys, [codes = *codes](std::size_t row) {
            return static_cast<std::uint64_t>(codes[row]);
        });
    } else if (const auto* whole = std::get_if<WholeNumbers>(&source_)) {
        append_codes(validity_, bound_, begin, keys, [whole = *whole](std::size_t row) {
            return static_cast<std::uint64_t>(
                static_cast<std::int64_t>(whole.numbers[row] - whole.smallest));
        });
    } else {
        const auto& classes = std::get<Classes>(source_);
        append_codes(validity_, bound_, begin, keys,
                     [&](std::size_t row) { return static_cast<std::uint64_t>(classes[row]); });
    }
}

std::vector<ColumnCodes> column_codes(const Context& context, const Table& table,
                                      std::span<const std::string> columns) {
    std::vector<const Column*> chosen;
    for (const std::string& name : columns) chosen.push_back(&table.column(name));
    std::vector<ColumnCodes> codes;
    for (const Column* column : chosen) {
        codes.emplace_back(context, *column);
        if (codes.back().tells_all_apart()) {
            codes.erase(codes.begin(), codes.end() - 1);
            break;
        }
    }
    return codes;
}

RowKeys row_keys(const Context& context, std::span<const ColumnCodes> columns, std::int64_t rows) {
    RowKeys result{std::make_unique<std::uint64_t[]>(static_cast<std::size_t>(rows)),
                   static_cast<std::size_t>(rows)};
    std::uint64_t bound = 1;
    for (std::size_t first = 0, last = 0; first < columns.size(); first = last) {
        while (last < columns.size() &&
               bound <= std::numeric_limits<std::uint64_t>::max() / columns[last].bound()) {
            bound *= columns[last++].bound();
        }
        parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            const std::span<std::uint64_t> keys(result.keys.get() + begin, result.keys.get() + end);
            for (std::size_t j = first; j < last; ++j) columns[j].append(begin, keys);
        });
        if (last == columns.size()) break;
        const Groups groups = group_keys(context, result);
        bound = groups.sizes.size();
        parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            std::copy(groups.class_of.begin() + begin, groups.class_of.begin() + end,
                      result.keys.get() + begin);
        });
        if (groups.classes() == rows) break;
    }
    return result;
}

}  // namespace lethe
