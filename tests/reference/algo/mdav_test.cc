// MDAV against a reference written from the pseudo-code, on thousands of small tables.
#include "lethe/algo/partition/mdav.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/random.h"
#include "support.h"

namespace lethe {
namespace {

struct MdavMatrix {
    std::vector<std::vector<double>> rows;

    NumericSpace space() const {
        std::vector<double> values;
        for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
        return NumericSpace(std::move(values), std::ssize(rows), std::ssize(rows.at(0)));
    }
};

// The pseudo-code, word for word; `left` holds the remaining rows in ascending order.
class MdavReference {
  public:
    MdavReference(const MdavMatrix& matrix, std::size_t k, MdavMean mean = MdavMean::remaining)
        : x_(matrix.rows), k_(k), mean_(mean), of_(x_.size(), -1) {
        for (std::size_t i = 0; i < x_.size(); ++i) left_.push_back(i);
        all_ = left_;
    }

    std::vector<std::int32_t> run() {
        while (left_.size() >= 3 * k_) {
            const std::size_t r = farthest(mean());
            cluster_around(r);
            const std::size_t s = farthest(x_[r]);
            cluster_around(s);
        }
        if (left_.size() >= 2 * k_) cluster_around(farthest(mean()));
        for (const std::size_t i : left_) of_[i] = next_;
        return of_;
    }

  private:
    static double distance(const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0.0;
        for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
        return sum;
    }

    std::vector<double> mean() const {
        std::vector<double> result;
        const auto& rows = mean_ == MdavMean::file ? all_ : left_;
        for (std::size_t j = 0; j < x_[0].size(); ++j) {
            std::vector<double> terms;
            for (const std::size_t i : rows) terms.push_back(x_[i][j]);
            result.push_back(exact_sum(terms) / static_cast<double>(rows.size()));
        }
        return result;
    }

    std::size_t farthest(const std::vector<double>& from) const {
        std::size_t best = left_[0];
        for (const std::size_t i : left_) {
            if (distance(from, x_[i]) > distance(from, x_[best])) best = i;
        }
        return best;
    }

    void cluster_around(std::size_t centre) {
        move(centre);
        for (std::size_t taken = 1; taken < k_; ++taken) {
            std::size_t best = left_[0];
            for (const std::size_t i : left_) {
                if (distance(x_[centre], x_[i]) < distance(x_[centre], x_[best])) best = i;
            }
            move(best);
        }
        ++next_;
    }

    void move(std::size_t row) {
        of_[row] = next_;
        left_.erase(std::find(left_.begin(), left_.end(), row));
    }

    const std::vector<std::vector<double>>& x_;
    std::size_t k_;
    MdavMean mean_;
    std::vector<std::int32_t> of_;
    std::vector<std::size_t> left_, all_;
    std::int32_t next_ = 0;
};

// Few distinct values, normal numbers, constant columns, repeated rows, wide scales and offsets.
MdavMatrix mdav_random_matrix(Draws& draws, std::int64_t rows, std::int64_t dims) {
    const std::uint64_t distinct = std::vector<std::uint64_t>{0, 0, 2, 3, 10}[draws.below(5)];
    const double repeat = draws.below(3) == 0 ? draws.uniform() : 0.0;
    const double offset = draws.below(4) == 0 ? 0x1p30 : 0.0;
    std::vector<double> scale;
    for (std::int64_t j = 0; j < dims; ++j) {
        const std::uint64_t kind = draws.below(6);
        scale.push_back(kind == 0 ? 0.0 : kind == 1 ? 1000.0 : 1.0);
    }
    MdavMatrix matrix;
    for (std::int64_t i = 0; i < rows; ++i) {
        if (i > 0 && draws.uniform() < repeat) {
            matrix.rows.push_back(matrix.rows[draws.below(static_cast<std::uint64_t>(i))]);
            continue;
        }
        std::vector<double> row;
        for (const double s : scale) {
            const double value =
                distinct == 0 ? draws.normal() : static_cast<double>(draws.below(distinct));
            row.push_back(offset + s * value);
        }
        matrix.rows.push_back(std::move(row));
    }
    return matrix;
}

TEST(MdavReference, SmallTables) {
    const Stream stream = Random(11).stream("tables");
    for (int run = 0; run < 6000; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(run % 10 == 0 ? 200 : 60));
        const auto dims = static_cast<std::int64_t>(1 + draws.below(6));
        const auto k = static_cast<std::int64_t>(2 + draws.below(6));
        const MdavMatrix matrix = mdav_random_matrix(draws, rows, dims);
        const NumericSpace space = matrix.space();
        if (k > rows) {
            EXPECT_THROW(mdav(Context(), space, k), Error);
            continue;
        }
        const std::vector<std::int32_t> expected =
            MdavReference(matrix, static_cast<std::size_t>(k)).run();
        ASSERT_EQ(mdav(Context(), space, k).of, expected) << "run " << run;
        ASSERT_EQ(plain_mdav(Context(), space, k).of, expected) << "run " << run;
        ASSERT_EQ(mdav(Context(), space, k, MdavMean::file).of,
                  MdavReference(matrix, static_cast<std::size_t>(k), MdavMean::file).run())
            << "run " << run;
    }
}

TEST(MdavReference, LargerTables) {
    const Stream stream = Random(12).stream("tables");
    for (int run = 0; run < 24; ++run) {
        Draws draws = stream.at(run);
        const auto dims = static_cast<std::int64_t>(1 + run % 12);
        const auto k = static_cast<std::int64_t>(2 + draws.below(9));
        const NumericSpace space = mdav_random_matrix(draws, 1500, dims).space();
        const Clusters expected = plain_mdav(Context(), space, k);
        ASSERT_EQ(mdav(Context(), space, k), expected) << "run " << run;
        ASSERT_EQ(mdav(test::threads(2), space, k), expected) << "run " << run;
    }
}

// A mean between two far lumps, and thousands of equal records: every search meets ties.
TEST(MdavReference, Lumps) {
    MdavMatrix matrix;
    for (int i = 0; i < 1200; ++i) {
        const double side = i % 2 == 0 ? -1.0 : 1.0;
        matrix.rows.push_back({side, i % 50 == 0 ? side * 0.5 : 0.0});
    }
    const NumericSpace space = matrix.space();
    for (const int k : {2, 3, 7, 50, 399, 400, 401, 600, 601, 1200}) {
        const Clusters clusters = mdav(Context(), space, k);
        ASSERT_EQ(clusters.of, MdavReference(matrix, static_cast<std::size_t>(k)).run()) << k;
        ASSERT_EQ(clusters, plain_mdav(Context(), space, k));
        ASSERT_EQ(mdav(Context(), space, k, MdavMean::file).of,
                  MdavReference(matrix, static_cast<std::size_t>(k), MdavMean::file).run())
            << k;
    }
}

}  // namespace
}  // namespace lethe
