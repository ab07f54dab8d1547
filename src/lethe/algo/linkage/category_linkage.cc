#include "lethe/algo/linkage/category_linkage.h"

#include <algorithm>
#include <utility>

#include "lethe/core/index.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {}  // namespace

CategoryLinkage::CategoryLinkage(const CodedFile& original, std::vector<std::size_t> patterned)
    : LinkageFrame(original.rows(), original.width(), patterned.size()),
      patterned_(std::move(patterned)),
      records_(at(original.rows())) {
    std::size_t categories = 0;
    for (const CodedColumn& column : original.columns()) {
        first_.push_back(categories);
        categories += at(column.codes());
    }
    distance_.resize(categories * records_);
    agree_.assign(categories * records_, 0);
    std::vector<std::uint16_t> bit(original.columns().size(), 0);
    for (std::size_t i = 0; i < patterned_.size(); ++i) {
        bit[patterned_[i]] = static_cast<std::uint16_t>(1U << i);
    }
    for (std::size_t j = 0; j < original.columns().size(); ++j) {
        const CodedColumn& column = original.columns()[j];
        for (std::size_t code = 0; code < at(column.codes()); ++code) {
            const auto category = static_cast<CellCode>(code);
            for (std::size_t row = 0; row < records_; ++row) {
                const CellCode x = original.codes()[row * original.columns().size() + j];
                const std::size_t place = (first_[j] + code) * records_ + row;
                distance_[place] = column.distance(x, category);
                if (x == category && x != column.missing()) agree_[place] = bit[j];
            }
        }
    }
}

void CategoryLinkage::distances(std::span<const CellCode> masked, std::int32_t* out) const {
    vector_code([&]() LETHE_INLINED {
        const std::size_t width = masked.size();
        std::size_t j = 0;
        std::fill_n(out, records_, 0);
        for (; j + 4 <= width; j += 4) {
            const std::int32_t* a = distances_of(j, masked[j]);
            const std::int32_t* b = distances_of(j + 1, masked[j + 1]);
            const std::int32_t* c = distances_of(j + 2, masked[j + 2]);
            const std::int32_t* d = distances_of(j + 3, masked[j + 3]);
            for (std::size_t i = 0; i < records_; ++i) out[i] += (a[i] + b[i]) + (c[i] + d[i]);
        }
        for (; j < width; ++j) {
            const std::int32_t* a = distances_of(j, masked[j]);
            for (std::size_t i = 0; i < records_; ++i) out[i] += a[i];
        }
    });
}

void CategoryLinkage::patterns(std::span<const CellCode> masked, std::uint16_t* out) const {
    std::fill_n(out, records_, std::uint16_t{0});
    vector_code([&]() LETHE_INLINED {
        for (const std::size_t j : patterned_) {
            const std::uint16_t* agree = agreements_of(j, masked[j]);
            for (std::size_t i = 0; i < records_; ++i)
                out[i] = static_cast<std::uint16_t>(out[i] | agree[i]);
        }
    });
}

std::int32_t CategoryLinkage::distance(std::int64_t row, std::span<const CellCode> masked) const {
    std::int32_t sum = 0;
    for (std::size_t j = 0; j < masked.size(); ++j) sum += distances_of(j, masked[j])[row];
    return sum;
}

std::uint16_t CategoryLinkage::pattern(std::int64_t row, std::span<const CellCode> masked) const {
    std::uint16_t pattern = 0;
    for (const std::size_t j : patterned_) {
        pattern = static_cast<std::uint16_t>(pattern | agreements_of(j, masked[j])[row]);
    }
    return pattern;
}

}  // namespace lethe
