// Lossy compression: the table is taken for a picture, compressed as JPEG does it (Wallace 1992)
// and decompressed again.
//
// A pixel is a standardised value times 32, so that 4 deviations fill the 8 bits that the
// quantisation table of JPEG is made for. Pictures compress well where neighbours are alike, and
// records in file order are not: rows are put in the order of their first principal component, so
// that a block of 8 rows holds similar records. Columns stay in their order. Each block of 8 x 8
// goes through the cosine transform; its coefficients are rounded to multiples of the quality's
// quantisation table, which drops most of those of high frequency, and go back. Blocks at the
// lower and right edge repeat the last row and column. Finally each column is shifted so that its
// mean is the original one, since the mean of a column is no single coefficient.
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/exact_sum.h"
#include "lethe/data/column_stats.h"
#include "lethe/method/method.h"
#include "lethe/space/numeric.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/correlations.h"

namespace lethe::mask {
namespace {

using Block = Eigen::Matrix<double, 8, 8, Eigen::RowMajor>;

enum class Order { component, file };

struct LossyCompressionParams {
    std::int64_t quality = 50;
    Order order = Order::component;
};

Schema<LossyCompressionParams> lossy_compression_schema() {
    return Schema<LossyCompressionParams>()
        .field("quality", &LossyCompressionParams::quality,
               "1 (coarsest) to 100 (finest), as of JPEG", between(1, 100))
        .choice("order", &LossyCompressionParams::order, "order of the records in the picture",
                {{"component", Order::component}, {"file", Order::file}});
}

constexpr double kPixelsPerDeviation = 32;

// Annex K of the JPEG standard, luminance, at quality 50.
constexpr std::array<int, 64> kLuminance{
    16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
    14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
    18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

// The scaling of the Independent JPEG Group, but for its upper bound of 255.
Block quantisation(std::int64_t quality) {
    const std::int64_t scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    Block steps;
    for (Eigen::Index i = 0; i < 64; ++i) {
        const std::int64_t step = (kLuminance[static_cast<std::size_t>(i)] * scale + 50) / 100;
        steps(i / 8, i % 8) = static_cast<double>(std::max<std::int64_t>(1, step));
    }
    return steps;
}

Block cosines() {
    Block result;
    for (int u = 0; u < 8; ++u) {
        for (int x = 0; x < 8; ++x) {
            result(u, x) = std::sqrt(u == 0 ? 0.125 : 0.25) *
                           std::cos((2 * x + 1) * u * std::numbers::pi / 16);
        }
    }
    return result;
}

// Through the transform and back; adds the number of coefficients that became 0.
Block compressed(const Block& pixels, const Block& steps, const Block& transform,
                 std::int64_t& zeros) {
    Block coefficients = transform * pixels * transform.transpose();
    for (Eigen::Index i = 0; i < 64; ++i) {
        double& coefficient = coefficients(i / 8, i % 8);
        const double step = steps(i / 8, i % 8);
        coefficient = std::nearbyint(coefficient / step) * step;
        zeros += coefficient == 0 ? 1 : 0;
    }
    return transform.transpose() * coefficients * transform;
}

std::vector<std::int32_t> picture_order(const Context& context, const Points& points, Order order) {
    std::vector<std::int32_t> rows(static_cast<std::size_t>(points.rows));
    std::iota(rows.begin(), rows.end(), 0);
    if (order == Order::file || points.rows < 2) return rows;
    const Eigen::VectorXd loadings = first_component(correlations(context, points));
    std::vector<double> scores(rows.size(), 0.0);
    for (std::int64_t row = 0; row < points.rows; ++row) {
        for (Eigen::Index j = 0; j < loadings.size(); ++j) {
            scores[static_cast<std::size_t>(row)] += points.at(row)[j] * loadings[j];
        }
    }
    return ranking(context, scores);
}

// The picture after compression, in standardised units, row by row as in the table.
struct Picture {
    std::vector<double> values;
    std::int64_t zeros = 0;
    std::int64_t coefficients = 0;
};

Picture compress(const Context& context, const Points& points,
                 const std::vector<std::int32_t>& order, std::int64_t quality) {
    const Block steps = quantisation(quality), transform = cosines();
    Picture picture;
    picture.values.resize(static_cast<std::size_t>(points.rows * points.dims));
    const std::int64_t bands = (points.rows + 7) / 8, blocks = (points.dims + 7) / 8;
    const auto band_zeros = [&](std::int64_t band) {
        std::int64_t zeros = 0;
        const auto row_at = [&](Eigen::Index i) {
            const std::int64_t place = std::min(band * 8 + i, points.rows - 1);
            return static_cast<std::int64_t>(order[static_cast<std::size_t>(place)]);
        };
        for (std::int64_t block = 0; block < blocks; ++block) {
            Block pixels;
            for (Eigen::Index i = 0; i < 8; ++i) {
                for (Eigen::Index j = 0; j < 8; ++j) {
                    const std::int64_t column = std::min(block * 8 + j, points.dims - 1);
                    pixels(i, j) = points.at(row_at(i))[column] * kPixelsPerDeviation;
                }
            }
            const Block back = compressed(pixels, steps, transform, zeros);
            for (Eigen::Index i = 0; i < 8 && band * 8 + i < points.rows; ++i) {
                for (Eigen::Index j = 0; j < 8 && block * 8 + j < points.dims; ++j) {
                    picture
                        .values[static_cast<std::size_t>(row_at(i) * points.dims + block * 8 + j)] =
                        back(i, j) / kPixelsPerDeviation;
                }
            }
        }
        return zeros;
    };
    picture.zeros = parallel_reduce(
        context, bands, std::int64_t{0},
        [&](std::int64_t begin, std::int64_t end) {
            std::int64_t zeros = 0;
            for (std::int64_t band = begin; band < end; ++band) zeros += band_zeros(band);
            return zeros;
        },
        [](std::int64_t& total, std::int64_t part) { total += part; }, 256);
    picture.coefficients = bands * blocks * 64;
    return picture;
}

// One column of the picture in its own units, with its own mean.
ColumnPtr column_of(const MaskInput& input, const Picture& picture, std::size_t j) {
    const Column& column = input.table.column(input.columns[j]);
    const ColumnStats stats = column_stats(input.context, column);
    const auto pixel = [&](std::int64_t row) {
        return picture.values[static_cast<std::size_t>(row) * input.columns.size() + j];
    };
    ExactSum sum;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) sum.add(pixel(row));
    }
    const double shift = stats.count > 0 ? sum.value() / static_cast<double>(stats.count) : 0;
    return map_numbers(input, column.name(), [&](double, std::int64_t row) {
        return stats.mean + stats.deviation() * (pixel(row) - shift);
    });
}

MaskOutput apply_lossy_compression(const MaskInput& input, const LossyCompressionParams& params) {
    MaskOutput output;
    const NumericSpace space =
        numeric_space(input.context, input.table, input.columns, Scaling::zscore);
    const Picture picture = compress(
        input.context, space, picture_order(input.context, space, params.order), params.quality);
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        output.changed.push_back(column_of(input, picture, j));
    }
    if (picture.coefficients > 0) {
        output.facts["dropped_coefficients_percent"] =
            100 * static_cast<double>(picture.zeros) / static_cast<double>(picture.coefficients);
    }
    return output;
}

}  // namespace

Method lossy_compression() {
    return make_mask(
        MethodInfo{
            .name = "lossy-compression",
            .title = "Lossy compression",
            .summary = "Compresses the table as if it were a picture (JPEG), and decompresses it.",
            .description =
                "Standardised columns become the pixels of a picture, records in the order of "
                "their first principal component so that neighbours are alike; blocks of 8 "
                "records and 8 columns go through the cosine transform of JPEG, are rounded as "
                "its `quality` asks, and go back. Fine differences between similar records are "
                "lost, coarse structure is kept, and so is each column's mean, exactly. Use it "
                "for wide tables of numbers, and compare its loss with that of microaggregation. "
                "Beware: it gives no guarantee for any record; columns that stand side by side "
                "are mixed, so put related ones together; variances shrink or grow with the "
                "quality; and a value far out may pull its seven neighbours along. Whole numbers "
                "do not stay whole. A missing value stands in as the mean and stays missing; a "
                "constant column stays as it is.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::keeps_means},
            .cites = {"domingo2001quantitative", "wallace1992jpeg"},
            .example = {{"quality", 50}}},
        lossy_compression_schema(), apply_lossy_compression);
}

}  // namespace lethe::mask
