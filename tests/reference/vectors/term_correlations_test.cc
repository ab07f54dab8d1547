// Correlated terms by their definition, with full matrices: T, the cosine by S = T T', and the
// groups of MDAV by it.
#include "lethe/vectors/make/term_correlations.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "lethe/core/random.h"
#include "lethe/vectors/measure/vector_linkage.h"
#include "support.h"

namespace lethe::vectors {
namespace {

SparseRows some_documents(Draws& draw, std::int64_t rows, std::int32_t columns) {
    SparseRows documents(columns);
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int32_t c = 0; c < columns; ++c) {
            if (draw.below(3) == 0) documents.add(c, static_cast<double>(1 + draw.below(4)));
        }
        documents.end_row();
    }
    return documents;
}

Eigen::MatrixXd full(const SparseRows& rows) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(rows.rows(), rows.columns());
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            matrix(r, row.columns[i]) = row.values[i];
        }
    }
    return matrix;
}

TEST(TermCorrelationsReference, by_full_matrices) {
    Random random(21);
    for (int round = 0; round < 2000; ++round) {
        Draws draw = random.stream(std::to_string(round)).at(0);
        const SparseRows documents =
            some_documents(draw, 1 + static_cast<std::int64_t>(draw.below(7)),
                           1 + static_cast<std::int32_t>(draw.below(6)));
        const double least = static_cast<double>(1 + draw.below(10)) / 10.3;
        const Eigen::MatrixXd x = full(documents);
        const Eigen::Index terms = x.cols();
        Eigen::MatrixXd t = Eigen::MatrixXd::Identity(terms, terms);
        for (Eigen::Index a = 0; a < terms; ++a) {
            for (Eigen::Index b = 0; b < terms; ++b) {
                const double norms = x.col(a).norm() * x.col(b).norm();
                if (a == b || norms == 0) continue;
                const double cosine = x.col(a).dot(x.col(b)) / norms;
                ASSERT_GT(std::abs(cosine - least), 1e-9) << "the draw must tell them apart";
                if (cosine >= least) t(a, b) = cosine;
            }
        }
        const SparseRows fast = term_correlations(test::threads(1), documents, least);
        ASSERT_LT((full(fast) - t).cwiseAbs().maxCoeff(), 1e-12);
        EXPECT_EQ(fast, term_correlations(test::threads(3), documents, least));

        const SparseRows spread = spread_documents(test::threads(2), documents, documents, least);
        const Eigen::MatrixXd s = t * t.transpose();
        for (std::int64_t a = 0; a < documents.rows(); ++a) {
            for (std::int64_t b = 0; b < documents.rows(); ++b) {
                const double norms = std::sqrt((x.row(a) * s * x.row(a).transpose()).value() *
                                               (x.row(b) * s * x.row(b).transpose()).value());
                const double by_definition =
                    norms == 0 ? 0 : (x.row(a) * s * x.row(b).transpose()).value() / norms;
                ASSERT_NEAR(dot(spread[a], spread[b]), by_definition, 1e-12);
            }
        }
    }
}

}  // namespace
}  // namespace lethe::vectors
