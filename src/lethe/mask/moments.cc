#include "lethe/mask/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::mask {

using Eigen::MatrixXd;

namespace {

struct Total {
    ExactSum sum;
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    void add(double value) {
        sum.add(value);
        least = std::min(least, value);
        most = std::max(most, value);
    }
    void add(const Total& other) {
        sum.add(other.sum);
        least = std::min(least, other.least);
        most = std::max(most, other.most);
    }
};

// term(row) over the rows where it is there.
template <class There, class Term>
Total total(const Context& context, std::int64_t rows, There there, Term term) {
    return parallel_reduce(
        context, rows, Total(),
        [&](std::int64_t begin, std::int64_t end) {
            Total part;
            for (std::int64_t row = begin; row < end; ++row) {
                if (there(row)) part.add(term(row));
            }
            return part;
        },
        [](Total& all, const Total& part) { all.add(part); });
}

}  // namespace

Moments moments(const Context& context, const Column& column) {
    Moments result;
    result.count = column.size() - column.missing();
    if (result.count == 0) return result;
    const auto values = column.numbers();
    const auto there = [&](std::int64_t row) { return column.valid(row); };
    const auto value = [&](std::int64_t row) { return values[static_cast<std::size_t>(row)]; };
    const Total sum = total(context, column.size(), there, value);
    const auto count = static_cast<double>(result.count);
    result.mean = std::clamp(sum.sum.value() / count, sum.least, sum.most);
    if (sum.least == sum.most) return result;
    const Total squares = total(context, column.size(), there, [&](std::int64_t row) {
        const double difference = value(row) - result.mean;
        return difference * difference;
    });
    result.deviation = std::sqrt(squares.sum.value() / (count - 1));
    return result;
}

std::vector<Moments> moments(const Context& context, const Table& table,
                             std::span<const std::string> columns) {
    std::vector<Moments> result;
    for (const std::string& name : columns) {
        result.push_back(moments(context, table.column(name)));
    }
    return result;
}

MatrixXd correlations(const Context& context, const Table& table,
                      std::span<const std::string> columns, std::span<const Moments> moments) {
    const auto size = static_cast<Eigen::Index>(columns.size());
    std::vector<const Column*> found;
    for (const std::string& name : columns) found.push_back(&table.column(name));
    const auto standardised = [&](std::int64_t begin, std::int64_t end) {
        MatrixXd block = MatrixXd::Zero(end - begin, size);
        for (std::size_t j = 0; j < found.size(); ++j) {
            const auto values = found[j]->numbers();
            for (std::int64_t row = begin; row < end; ++row) {
                if (!found[j]->valid(row)) continue;
                block(row - begin, static_cast<Eigen::Index>(j)) =
                    moments[j].standardised(values[static_cast<std::size_t>(row)]);
            }
        }
        return block;
    };
    const MatrixXd products = parallel_reduce(
        context, table.rows(), MatrixXd(MatrixXd::Zero(size, size)),
        [&](std::int64_t begin, std::int64_t end) -> MatrixXd {
            const MatrixXd block = standardised(begin, end);
            return block.transpose() * block;
        },
        [](MatrixXd& all, const MatrixXd& part) { all += part; }, kRowsOfBlock);
    const Eigen::VectorXd inverse = products.diagonal().unaryExpr(
        [](double square) { return square > 0 ? 1 / std::sqrt(square) : 0.0; });
    MatrixXd result = inverse.asDiagonal() * products * inverse.asDiagonal();
    result.diagonal().setOnes();
    return result;
}

}  // namespace lethe::mask
