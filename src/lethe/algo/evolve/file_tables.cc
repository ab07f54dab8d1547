#include "lethe/algo/evolve/file_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lethe/core/error.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

// Place of the pair a < b among the pairs of `width` columns.
std::size_t pair_index(std::size_t a, std::size_t b, std::size_t width) {
    return a * (2 * width - a - 1) / 2 + (b - a - 1);
}

}  // namespace

FileTablesFrame::FileTablesFrame(const CodedFile& original, std::vector<double> p)
    : original_(original), p_(std::move(p)) {
    const auto& columns = original.columns();
    std::size_t single_cells = 0;
    for (const CodedColumn& column : columns) {
        joint_.push_back(joint_cells_);
        joint_cells_ += at(column.codes()) * at(column.codes());
        single_.push_back(single_cells);
        single_cells += at(column.codes());
        most_.push_back(std::log2(column.domain + (column.has_missing ? 1 : 0)));
    }
    std::size_t pair_cells = 0;
    for (std::size_t a = 0; a < columns.size(); ++a) {
        for (std::size_t b = a + 1; b < columns.size(); ++b) {
            pair_.push_back(pair_cells);
            pair_cells += at(columns[a].codes()) * at(columns[b].codes());
        }
    }
    constexpr std::size_t kMostCells = std::size_t{1} << 24;
    if (std::max(pair_cells, joint_cells_) > kMostCells) {
        throw Error(ErrorKind::usage,
                    "the columns have too many categories: their tables would have more than 16 "
                    "million cells; recode them first, or choose fewer columns");
    }
    original_single_.assign(single_cells, 0);
    original_pair_.assign(pair_cells, 0);
    for (std::int64_t row = 0; row < original.rows(); ++row) {
        const auto record = original.record(row);
        for (std::size_t a = 0; a < columns.size(); ++a) {
            ++original_single_[single_[a] + record[a]];
            for (std::size_t b = a + 1; b < columns.size(); ++b) {
                ++original_pair_[pair_[pair_index(a, b, columns.size())] +
                                 record[a] * at(columns[b].codes()) + record[b]];
            }
        }
    }
    bits_.assign(at(original.rows()) + 1, 0.0);
    for (std::size_t n = 1; n < bits_.size(); ++n) {
        bits_[n] = static_cast<double>(n) * std::log2(static_cast<double>(n));
    }
}

FileTables::FileTables(const FileTablesFrame& frame, std::span<const CellCode> codes)
    : joint_(frame.joint_cells_, 0),
      single_(frame.original_single_.size(), 0),
      pair_(frame.original_pair_.size(), 0) {
    const auto& columns = frame.original_.columns();
    const std::size_t width = columns.size();
    for (std::int64_t row = 0; row < frame.original_.rows(); ++row) {
        const auto original = frame.original_.record(row);
        const auto record = codes.subspan(at(row) * width, width);
        for (std::size_t a = 0; a < width; ++a) {
            ++joint_[frame.joint_[a] + original[a] * at(columns[a].codes()) + record[a]];
            ++single_[frame.single_[a] + record[a]];
            for (std::size_t b = a + 1; b < width; ++b) {
                ++pair_[frame.pair_[pair_index(a, b, width)] + record[a] * at(columns[b].codes()) +
                        record[b]];
            }
        }
    }
    for (std::size_t i = 0; i < single_.size(); ++i) {
        difference_ += std::abs(single_[i] - frame.original_single_[i]);
    }
    for (std::size_t i = 0; i < pair_.size(); ++i) {
        difference_ += std::abs(pair_[i] - frame.original_pair_[i]);
    }
}

void FileTables::move(std::int32_t& cell, std::int32_t original, std::int32_t by) {
    difference_ -= std::abs(cell - original);
    cell += by;
    difference_ += std::abs(cell - original);
}

void FileTables::change(const FileTablesFrame& frame, std::int64_t row,
                        std::span<const CellCode> from, std::span<const CellCode> to) {
    const auto& columns = frame.original_.columns();
    const std::size_t width = columns.size();
    const auto original = frame.original_.record(row);
    for (std::size_t a = 0; a < width; ++a) {
        if (from[a] != to[a]) {
            const std::size_t begin = frame.joint_[a] + original[a] * at(columns[a].codes());
            --joint_[begin + from[a]];
            ++joint_[begin + to[a]];
            const std::size_t single = frame.single_[a];
            move(single_[single + from[a]], frame.original_single_[single + from[a]], -1);
            move(single_[single + to[a]], frame.original_single_[single + to[a]], 1);
        }
        for (std::size_t b = a + 1; b < width; ++b) {
            if (from[a] == to[a] && from[b] == to[b]) continue;
            const std::size_t begin = frame.pair_[pair_index(a, b, width)];
            const std::size_t stride = at(columns[b].codes());
            const std::size_t old_cell = begin + from[a] * stride + from[b];
            const std::size_t new_cell = begin + to[a] * stride + to[b];
            move(pair_[old_cell], frame.original_pair_[old_cell], -1);
            move(pair_[new_cell], frame.original_pair_[new_cell], 1);
        }
    }
}

double FileTables::distance_loss(const FileTablesFrame& frame) const {
    const auto& columns = frame.original_.columns();
    const std::int32_t whole = frame.original_.whole();
    double sum = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const CodedColumn& column = columns[j];
        const std::int32_t* cell = joint_.data() + frame.joint_[j];
        std::int64_t distance = 0;
        for (std::int32_t x = 0; x < column.codes(); ++x) {
            for (std::int32_t y = 0; y < column.codes(); ++y, ++cell) {
                if (x == y || *cell == 0) continue;
                const bool missing = x == column.domain || y == column.domain;
                distance +=
                    std::int64_t{*cell} *
                    (missing ? whole
                             : column.distance(static_cast<CellCode>(x), static_cast<CellCode>(y)));
            }
        }
        sum += static_cast<double>(distance);
    }
    return 100 * sum / (static_cast<double>(whole) * static_cast<double>(frame.original_.cells()));
}

double FileTables::table_loss(const FileTablesFrame& frame) const {
    const auto width = static_cast<double>(frame.original_.width());
    const double tables = width + width * (width - 1) / 2;
    return 100 * static_cast<double>(difference_) /
           (2 * static_cast<double>(frame.original_.rows()) * tables);
}

double FileTables::entropy_loss(const FileTablesFrame& frame) const {
    const auto& columns = frame.original_.columns();
    double sum = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        if (frame.most_[j] <= 0) continue;
        double bits = 0;
        const std::size_t codes = at(columns[j].codes());
        for (std::size_t y = 0; y < codes; ++y) {
            double own = frame.bits_[at(single_[frame.single_[j] + y])];
            for (std::size_t x = 0; x < codes; ++x) {
                own -= frame.bits_[at(joint_[frame.joint_[j] + x * codes + y])];
            }
            bits += std::max(0.0, own);
        }
        sum += bits / (static_cast<double>(frame.original_.rows()) * frame.most_[j]);
    }
    return 100 * sum / static_cast<double>(columns.size());
}

// A masked category stands at ranks lo .. hi of the masked column; the window reaches from the
// category at rank lo - w to the one at hi + w.
void FileTables::cells_disclosed(const FileTablesFrame& frame, std::size_t column,
                                 std::vector<std::int64_t>& disclosed,
                                 std::int64_t& compared) const {
    const CodedColumn& coded = frame.original_.columns()[column];
    const std::int32_t domain = coded.domain;
    const std::size_t stride = at(coded.codes());
    const std::int32_t* joint = joint_.data() + frame.joint_[column];
    const std::int32_t* masked = single_.data() + frame.single_[column];
    std::vector<std::int64_t> first(at(domain) + 1, 0);  // rank at which each category begins
    for (std::int32_t y = 0; y < domain; ++y) first[at(y) + 1] = first[at(y)] + masked[y];
    const std::int64_t values = first.back();
    std::vector<std::int64_t> up_to(at(domain) + 1);  // records whose original is below x
    for (std::int32_t y = 0; y < domain; ++y) {
        if (masked[y] == 0) continue;
        up_to[0] = 0;
        for (std::int32_t x = 0; x < domain; ++x) {
            up_to[at(x) + 1] = up_to[at(x)] + joint[at(x) * stride + at(y)];
        }
        compared += up_to.back();
        std::int32_t low = y, high = y;
        for (std::size_t i = 0; i < frame.p_.size(); ++i) {
            if (coded.ordinal) {
                constexpr double kRounding = 1e-9;
                const auto window = static_cast<std::int64_t>(
                    std::floor(frame.p_[i] * static_cast<double>(values) / 100 + kRounding));
                const std::int64_t from = std::max<std::int64_t>(0, first[at(y)] - window);
                const std::int64_t to =
                    std::min<std::int64_t>(values - 1, first[at(y) + 1] - 1 + window);
                while (first[at(low)] > from) --low;
                while (first[at(high) + 1] <= to) ++high;
            }
            disclosed[i] += up_to[at(high) + 1] - up_to[at(low)];
        }
    }
}

double FileTables::interval_disclosure(const FileTablesFrame& frame) const {
    std::vector<std::int64_t> disclosed(frame.p_.size(), 0);
    std::int64_t compared = 0;
    for (std::size_t j = 0; j < frame.original_.columns().size(); ++j) {
        cells_disclosed(frame, j, disclosed, compared);
    }
    if (compared == 0 || disclosed.empty()) return 0;
    double sum = 0;
    for (const std::int64_t count : disclosed) {
        sum += 100 * static_cast<double>(count) / static_cast<double>(compared);
    }
    return sum / static_cast<double>(disclosed.size());
}

double FileTables::kept(const FileTablesFrame& frame, std::size_t column) const {
    return static_cast<double>(records_kept(frame, column)) /
           static_cast<double>(frame.original_.rows());
}

double FileTables::agreeing(const FileTablesFrame& frame, std::size_t column) const {
    const CodedColumn& coded = frame.original_.columns()[column];
    std::int64_t pairs = -records_kept(frame, column);
    for (std::int32_t x = 0; x < coded.domain; ++x) {
        pairs += std::int64_t{frame.original_single_[frame.single_[column] + at(x)]} *
                 single_[frame.single_[column] + at(x)];
    }
    const std::int64_t rows = frame.original_.rows();
    return rows < 2 ? 0 : static_cast<double>(pairs) / static_cast<double>(rows * (rows - 1));
}

std::int64_t FileTables::records_kept(const FileTablesFrame& frame, std::size_t column) const {
    const CodedColumn& coded = frame.original_.columns()[column];
    std::int64_t kept = 0;
    for (std::int32_t x = 0; x < coded.domain; ++x) {
        kept += joint_[frame.joint_[column] + at(x) * at(coded.codes()) + at(x)];
    }
    return kept;
}

}  // namespace lethe
