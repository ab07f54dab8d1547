#include "lethe/algo/evolve/number_figures.h"

#include <algorithm>
#include <cmath>

#include "lethe/core/index.h"

namespace lethe {
namespace {

__extension__ using Wide = __int128;

std::vector<CellCode> column_of(std::span<const CellCode> codes, std::size_t column,
                                std::size_t width) {
    std::vector<CellCode> result;
    result.reserve(codes.size() / width);
    for (std::size_t i = column; i < codes.size(); i += width) result.push_back(codes[i]);
    return result;
}

// The ranks to each side of the masked value that an interval needs to hold the original; -1 where
// none does.
std::int64_t ranks_needed(const std::vector<CellCode>& sorted, CellCode original, CellCode masked) {
    const auto begin = sorted.begin(), end = sorted.end();
    if (original < masked) {
        const auto last = std::upper_bound(begin, end, original);
        return last == begin ? -1 : std::lower_bound(last, end, masked) - (last - 1);
    }
    if (original > masked) {
        const auto first = std::lower_bound(begin, end, original);
        return first == end ? -1 : first - (std::upper_bound(begin, first, masked) - 1);
    }
    return 0;
}

// A mean of relative differences; as of the measures il2 to il5.
class RelativeMean {
  public:
    void add(double original, double masked, double scale) {
        constexpr double kRounding = 1e-12;
        if (std::fabs(original) <= kRounding * scale || original == 0) return;
        sum_ += std::fabs(original - masked) / std::fabs(original);
        ++count_;
    }
    double percent() const { return count_ == 0 ? -1 : 100 * sum_ / count_; }

  private:
    double sum_ = 0;
    int count_ = 0;
};

}  // namespace

NumberFigures::NumberFigures(const NumberFile& file, std::span<const CellCode> codes)
    : columns_(at(file.width())), products_(at(file.width() * (file.width() + 1) / 2), 0) {
    *this = changed(file, codes, std::vector<bool>(at(file.width()), true));
}

NumberFigures NumberFigures::changed(const NumberFile& file, std::span<const CellCode> codes,
                                     const std::vector<bool>& columns) const {
    NumberFigures figures = *this;
    const std::size_t width = at(file.width());
    std::vector<std::vector<CellCode>> values;
    for (std::size_t j = 0; j < width; ++j) values.push_back(column_of(codes, j, width));
    for (std::size_t j = 0; j < width; ++j) {
        if (columns[j]) figures.columns_[j] = of_column(file, values[j], j);
        for (std::size_t i = 0; i <= j; ++i) {
            if (!columns[i] && !columns[j]) continue;
            std::int64_t sum = 0;
            const CellCode* a = values[i].data();
            const CellCode* b = values[j].data();
            for (std::size_t row = 0; row < values[i].size(); ++row) {
                sum += static_cast<std::int64_t>(std::uint32_t{a[row]} * std::uint32_t{b[row]});
            }
            figures.product(i, j) = sum;
        }
    }
    return figures;
}

std::shared_ptr<const NumberFigures::OfColumn> NumberFigures::of_column(
    const NumberFile& file, std::span<const CellCode> codes, std::size_t column) {
    auto figures = std::make_shared<OfColumn>();
    const std::vector<CellCode> original = column_of(file.codes(), column, at(file.width()));
    std::vector<CellCode> sorted(codes.begin(), codes.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<CellCode> sorted_original = original;
    std::sort(sorted_original.begin(), sorted_original.end());
    for (auto i = sorted.begin(), j = sorted_original.begin();
         i != sorted.end() && j != sorted_original.end();) {
        if (*i < *j) {
            ++i;
        } else if (*j < *i) {
            ++j;
        } else {
            const auto more = std::upper_bound(i, sorted.end(), *i);
            const auto most = std::upper_bound(j, sorted_original.end(), *j);
            figures->agreeing += (more - i) * (most - j);
            i = more;
            j = most;
        }
    }
    std::array<std::int64_t, kWidths> windows;
    for (std::size_t p = 0; p < kWidths; ++p) {
        windows[p] = static_cast<std::int64_t>(p + 1) * std::ssize(codes) / 100;
    }
    for (std::size_t row = 0; row < codes.size(); ++row) {
        figures->sum += codes[row];
        figures->moved += std::abs(int{codes[row]} - int{original[row]});
        if (codes[row] == original[row]) ++figures->kept;
        const std::int64_t needed = ranks_needed(sorted, original[row], codes[row]);
        if (needed < 0) continue;
        for (std::size_t p = 0; p < kWidths; ++p) {
            if (needed <= windows[p]) ++figures->disclosed[p];
        }
    }
    return figures;
}

// In squared steps, divided by N - 1.
double NumberFigures::covariance(const NumberFile& file, std::size_t i, std::size_t j) const {
    const std::int64_t rows = file.rows();
    if (rows < 2) return 0;
    const std::int64_t sum = products_[std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j)];
    const Wide centred =
        static_cast<Wide>(sum) * rows - static_cast<Wide>(columns_[i]->sum) * columns_[j]->sum;
    return static_cast<double>(centred) /
           (static_cast<double>(rows) * static_cast<double>(rows - 1));
}

std::array<double, 5> NumberFigures::losses(const NumberFile& file,
                                            const NumberFigures& original) const {
    const std::size_t width = at(file.width());
    const auto rows = static_cast<double>(file.rows());
    double values = 0;
    RelativeMean means, covariances, variances, correlations;
    const auto deviation = [&](const NumberFigures& figures, std::size_t j) {
        return std::sqrt(figures.covariance(file, j, j));
    };
    for (std::size_t j = 0; j < width; ++j) {
        const NumberGrid& grid = file.columns()[j];
        values += static_cast<double>(columns_[j]->moved) / (std::sqrt(2.0) * grid.deviation);
        const auto mean = [&](const NumberFigures& figures) {
            return grid.lower + grid.step * static_cast<double>(figures.columns_[j]->sum) / rows;
        };
        means.add(mean(original), mean(*this), grid.deviation * grid.step);
        variances.add(original.covariance(file, j, j), covariance(file, j, j), 0);
        for (std::size_t i = 0; i <= j; ++i) {
            const double before = original.covariance(file, i, j), after = covariance(file, i, j);
            const double scale = deviation(original, i) * deviation(original, j);
            covariances.add(before, after, scale);
            if (i == j) continue;
            const double now = deviation(*this, i) * deviation(*this, j);
            correlations.add(before / scale, now > 0 ? after / now : 0, 1);
        }
    }
    return {100 * values / (rows * static_cast<double>(width)), means.percent(),
            covariances.percent(), variances.percent(), correlations.percent()};
}

double NumberFigures::interval_disclosure(const NumberFile& file) const {
    std::int64_t disclosed = 0;
    for (const auto& column : columns_) {
        for (const std::int64_t count : column->disclosed) disclosed += count;
    }
    return 100 * static_cast<double>(disclosed) /
           static_cast<double>(file.cells() * static_cast<std::int64_t>(kWidths));
}

double NumberFigures::kept(const NumberFile& file, std::size_t column) const {
    return static_cast<double>(columns_[column]->kept) / static_cast<double>(file.rows());
}

double NumberFigures::agreeing(const NumberFile& file, std::size_t column) const {
    const std::int64_t rows = file.rows();
    if (rows < 2) return 0;
    return static_cast<double>(columns_[column]->agreeing - columns_[column]->kept) /
           static_cast<double>(rows * (rows - 1));
}

}  // namespace lethe
