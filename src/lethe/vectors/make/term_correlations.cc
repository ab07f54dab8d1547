#include "lethe/vectors/make/term_correlations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe::vectors {
namespace {

constexpr std::int64_t kRowsAChunk = 128;

// One row after the other, made in parallel: `make` adds to sums, which are 0 before and after, and
// notes the columns that it touches.
class RowMaker {
  public:
    explicit RowMaker(std::int32_t columns) : sums_(static_cast<std::size_t>(columns), 0) {}

    void add(std::int32_t column, double value) {
        double& sum = sums_[static_cast<std::size_t>(column)];
        if (sum == 0) touched_.push_back(column);
        sum += value;
    }
    void end_row(SparseRows& out, double least) {
        std::sort(touched_.begin(), touched_.end());
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
        for (const std::int32_t column : touched_) {
            const double value = std::exchange(sums_[static_cast<std::size_t>(column)], 0);
            if (value > 0 && value >= least) out.add(column, value);
        }
        touched_.clear();
        out.end_row();
    }

  private:
    std::vector<double> sums_;
    std::vector<std::int32_t> touched_;
};

template <class Fill>
SparseRows made_rows(const Context& context, std::int64_t count, std::int32_t columns, double least,
                     const Fill& fill) {
    std::vector<SparseRows> parts(static_cast<std::size_t>(chunk_count(count, kRowsAChunk)),
                                  SparseRows(columns));
    parallel_chunks(context, count, kRowsAChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t chunk) {
                        RowMaker maker(columns);
                        SparseRows& part = parts[static_cast<std::size_t>(chunk)];
                        for (std::int64_t row = begin; row < end; ++row) {
                            fill(row, maker);
                            maker.end_row(part, least);
                        }
                    });
    SparseRows rows(columns);
    for (const SparseRows& part : parts) {
        for (std::int64_t r = 0; r < part.rows(); ++r) rows.append(part[r]);
    }
    return rows;
}

}  // namespace

SparseRows term_correlations(const Context& context, const SparseRows& documents, double least) {
    const SparseRows terms = with_unit_norms(transposed(documents));
    const SparseRows by_document = transposed(terms);
    return made_rows(context, terms.rows(), documents.columns(), least,
                     [&](std::int64_t term, RowMaker& maker) {
                         const SparseRow own = terms[term];
                         for (std::size_t i = 0; i < own.columns.size(); ++i) {
                             const SparseRow document = by_document[own.columns[i]];
                             for (std::size_t j = 0; j < document.columns.size(); ++j) {
                                 if (document.columns[j] == term) continue;
                                 maker.add(document.columns[j], own.values[i] * document.values[j]);
                             }
                         }
                         maker.add(static_cast<std::int32_t>(term), 1);
                     });
}

SparseRows spread_over(const Context& context, const SparseRows& rows, const SparseRows& terms) {
    if (rows.columns() != terms.rows()) {
        throw Error(ErrorKind::internal, "the correlations are those of other terms");
    }
    return made_rows(context, rows.rows(), terms.columns(), 0,
                     [&](std::int64_t r, RowMaker& maker) {
                         const SparseRow row = rows[r];
                         for (std::size_t i = 0; i < row.columns.size(); ++i) {
                             const SparseRow term = terms[row.columns[i]];
                             for (std::size_t j = 0; j < term.columns.size(); ++j) {
                                 maker.add(term.columns[j], row.values[i] * term.values[j]);
                             }
                         }
                     });
}

SparseRows spread_documents(const Context& context, const SparseRows& rows,
                            const SparseRows& collection, double least) {
    return with_unit_norms(
        spread_over(context, rows, term_correlations(context, collection, least)));
}

}  // namespace lethe::vectors
