// Random orthogonal matrix masking (Ting, Fienberg and Trottini 2008).
//
// The release is T X with a random orthogonal T for which T 1 = 1. Then 1' T X = 1' X and, of
// centred data, (T X)' (T X) = X' X: means and covariances are those of the original, to rounding.
// (Without T 1 = 1 only the products X' X are kept, and neither means nor covariances.)
//
// T leaves the direction of 1 alone and is Q on its complement, where I + c M = Q R, M is a matrix
// of independent standard normal numbers and R has a positive diagonal: c -> 0 gives the data back,
// a large c a frame that is independent of them. Coordinates of the complement come from the
// Householder reflection W that exchanges the first axis with 1 / sqrt(n): of centred data W X has
// zeros in its first row, Q acts on the others, and W leads back.
//
// The factorisation of I + c M takes n^3 steps. So more than 2 x `block` rows are cut at random
// into blocks of at most `block`, each with a matrix of its own. Sums and products of a block are
// kept, hence also those of all.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lethe/core/orthonormal.h"
#include "lethe/core/parallel.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/regression/numbers_matrix.h"

namespace lethe::mask {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

struct RommParams {
    double c = 1;
    std::int64_t block = 1000;
};

Schema<RommParams> romm_schema() {
    return Schema<RommParams>()
        .field("c", &RommParams::c,
               "strength: weight of the random matrix beside the identity; near 0 little changes, "
               "from 1 on nearly nothing of a record is left in its row",
               above(0))
        .field("block", &RommParams::block,
               "rows that are mixed with each other, where there are more than twice as many",
               Range{3, 5000});
}

// x - 2 v (v' x) / v' v, with v = e_1 - 1 / sqrt(n).
void reflect(MatrixXd& x) {
    const double entry = 1 / std::sqrt(static_cast<double>(x.rows()));
    VectorXd v = VectorXd::Constant(x.rows(), -entry);
    v[0] += 1;
    const RowVectorXd weights = (2 / v.squaredNorm()) * (v.transpose() * x);
    x -= v * weights;
}

// Q of I + c M, applied to x. Row i of M is drawn at positions[i].
void turn(Eigen::Ref<MatrixXd> x, double c, const Stream& stream,
          std::span<const std::int64_t> positions) {
    const Index size = x.rows();
    MatrixXd frame = MatrixXd::Identity(size, size);
    for (Index i = 0; i < size; ++i) {
        Draws draws = stream.at(positions[static_cast<std::size_t>(i)]);
        for (Index j = 0; j < size; ++j) frame(i, j) += c * draws.normal();
    }
    x = turned(frame, x);
}

// T x for the rows of a block.
MatrixXd masked_block(MatrixXd x, double c, const Stream& stream,
                      std::span<const std::int64_t> rows) {
    const RowVectorXd means = x.colwise().mean();
    x.rowwise() -= means;
    reflect(x);
    turn(x.bottomRows(x.rows() - 1), c, stream, rows.subspan(1));
    x.row(0).setZero();
    reflect(x);
    x.rowwise() -= RowVectorXd(x.colwise().mean());
    x.rowwise() += means;
    return x;
}

// The rows in a random order, cut into blocks of nearly equal size.
std::vector<std::vector<std::int64_t>> row_blocks(const MaskInput& input, std::int64_t block) {
    const std::int64_t rows = input.table.rows();
    const std::int64_t count = rows <= 2 * block ? 1 : (rows + block - 1) / block;
    const auto order = random_permutation(input.random.stream("romm/blocks"), rows);
    std::vector<std::vector<std::int64_t>> blocks;
    for (std::int64_t i = 0; i < count; ++i) {
        blocks.emplace_back(order.begin() + rows * i / count,
                            order.begin() + rows * (i + 1) / count);
    }
    return blocks;
}

MaskOutput apply_romm(const MaskInput& input, const RommParams& params) {
    MaskOutput output;
    if (input.table.rows() == 0) return output;
    if (input.table.rows() < 3) {
        throw Error(ErrorKind::unmet,
                    "fewer than three records cannot be mixed with each other: they would stay as "
                    "they are");
    }
    const StandardNumbers numbers = standard_numbers(input.context, input.table, input.columns);
    const auto blocks = row_blocks(input, params.block);
    const Stream stream = input.random.stream("romm/matrix");
    MatrixXd masked(numbers.values.rows(), numbers.values.cols());
    parallel_tasks(input.context, std::ssize(blocks), [&](std::int64_t i) {
        const std::vector<std::int64_t>& rows = blocks[static_cast<std::size_t>(i)];
        masked(rows, Eigen::all) =
            masked_block(numbers.values(rows, Eigen::all), params.c, stream, rows);
    });
    output.changed = numbers_from(input, numbers, masked);
    output.facts["blocks"] = blocks.size();
    warn_of_gaps(input, output);
    return output;
}

}  // namespace

Method romm() {
    return make_mask(
        MethodInfo{
            .name = "romm",
            .title = "Random orthogonal matrix masking",
            .summary = "Mixes records by a random rotation that keeps means and covariances.",
            .description =
                "The columns, seen as a matrix with a row for each record, are multiplied by a "
                "random orthogonal matrix that leaves equal values equal. Means, variances, "
                "covariances and so all linear regressions among the masked columns are exactly "
                "those of the original; every released value is a mixture of many records'. A "
                "small "
                "`c` changes little, a large one leaves nothing of a record in its row. More than "
                "twice `block` rows are cut at random into blocks that are mixed by themselves, "
                "which keeps the same moments. Use it for continuous amounts that are analysed by "
                "regression. Beware: distributions become more normal the larger c is: zeros, "
                "whole numbers and the skewness of incomes are lost, and moments within a subgroup "
                "are not kept; a small c leaves records linkable; relations to columns outside "
                "the step fade. Where a column has whole or bounded values, rounding to them "
                "afterwards disturbs its moments a little (`values = \"as-masked\"` in the policy "
                "leaves them). Missing values stand in as the mean and stay missing.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::random, Property::keeps_means},
            .cites = {"ting2008random"},
            .example = {{"c", 1}, {"block", 250}}},
        romm_schema(), apply_romm);
}

}  // namespace lethe::mask
