// Clustering by c centres against its definition, on small tables of categories and numbers.
#include "lethe/algo/partition/c_medians.h"

#include <gtest/gtest.h>

#include <vector>

#include "lethe/core/random.h"
#include "lethe/space/categories.h"
#include "support.h"

namespace lethe {
namespace {

using CMediansPoint = CategorySpace::Point;
using Assignment = std::vector<std::int32_t>;

// The definition, step by step.
class CMediansReference {
  public:
    CMediansReference(const CategorySpace& space, std::size_t c) : space_(space) {
        std::vector<std::int64_t> all;
        for (std::int64_t row = 0; row < space.rows(); ++row) all.push_back(row);
        centres_.push_back(space.centroid(all));
        while (centres_.size() < c) {
            std::int64_t best = 0;
            for (const std::int64_t row : all) {
                if (nearest(row).second > nearest(best).second) best = row;
            }
            centres_.push_back(space.point(best));
        }
    }

    Assignment run() {
        Assignment now = assign();
        for (int round = 1; round < 100; ++round) {
            for (std::size_t i = 0; i < centres_.size(); ++i) {
                std::vector<std::int64_t> rows;
                for (std::size_t row = 0; row < now.size(); ++row) {
                    if (now[row] == static_cast<std::int32_t>(i)) {
                        rows.push_back(static_cast<std::int64_t>(row));
                    }
                }
                centres_[i] = space_.centroid(rows);
            }
            const Assignment next = assign();
            if (next == now) break;
            now = next;
        }
        return now;
    }

  private:
    std::pair<std::int32_t, double> nearest(std::int64_t row) const {
        std::pair<std::int32_t, double> best{0, space_.distance(centres_[0], row)};
        for (std::size_t i = 1; i < centres_.size(); ++i) {
            const double far = space_.distance(centres_[i], row);
            if (far < best.second) best = {static_cast<std::int32_t>(i), far};
        }
        return best;
    }

    Assignment assign() const {
        Assignment now;
        std::vector<double> far;
        for (std::int64_t row = 0; row < space_.rows(); ++row) {
            now.push_back(nearest(row).first);
            far.push_back(nearest(row).second);
        }
        for (std::size_t i = 0; i < centres_.size(); ++i) {
            const auto size = [&](std::int32_t cluster) {
                return std::count(now.begin(), now.end(), cluster);
            };
            if (size(static_cast<std::int32_t>(i)) > 0) continue;
            std::size_t taken = now.size();
            for (std::size_t row = 0; row < now.size(); ++row) {
                if (size(now[row]) < 2) continue;
                if (taken == now.size() || far[row] > far[taken]) taken = row;
            }
            now[taken] = static_cast<std::int32_t>(i);
            far[taken] = 0;
        }
        return now;
    }

    const CategorySpace& space_;
    std::vector<CMediansPoint> centres_;
};

Table c_medians_random_records(Draws& draws, std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    const std::uint64_t count = 1 + draws.below(4);
    for (std::uint64_t j = 0; j < count; ++j) {
        const std::uint64_t size = 1 + draws.below(6);
        std::vector<std::int32_t> codes;
        Validity validity(rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            codes.push_back(static_cast<std::int32_t>(draws.below(size)));
            if (draws.below(15) == 0) {
                validity.set_missing(row);
                codes.back() = 0;
            }
        }
        Dictionary dictionary;
        for (std::uint64_t i = 0; i < size; ++i) dictionary.push_back(std::to_string(i));
        columns.push_back(Column::categories(
            std::string(1, static_cast<char>('a' + j)),
            draws.below(2) == 0 ? Kind::ordinal : Kind::nominal, std::move(codes),
            std::make_shared<const Dictionary>(std::move(dictionary)), validity));
    }
    return Table(std::move(columns));
}

TEST(CMediansReference, SmallTables) {
    const Stream stream = Random(61).stream("tables");
    for (int run = 0; run < 2000; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(40));
        const Table table = c_medians_random_records(draws, rows);
        const CategorySpace space(Context(), table, table.names());
        const auto c = static_cast<std::int64_t>(1 + draws.below(6));
        if (c > rows) {
            EXPECT_THROW(c_medians(Context(), space, c), Error);
            continue;
        }
        const Clusters clusters = c_medians(Context(), space, c);
        ASSERT_EQ(clusters.of, CMediansReference(space, static_cast<std::size_t>(c)).run())
            << "run " << run;
        ASSERT_EQ(clusters, c_medians(test::threads(3), space, c));
        const auto k = static_cast<std::int64_t>(1 + draws.below(6));
        const Clusters joined = join_small_clusters(space, clusters, k);
        const ClusterRows members(joined);
        for (std::int32_t i = 0; i < joined.count; ++i) {
            ASSERT_GE(std::ssize(members[i]), std::min(k, rows));
        }
        for (std::size_t a = 0; a < clusters.of.size(); ++a) {  // clusters are joined, never parted
            for (std::size_t b = 0; b < a; ++b) {
                ASSERT_TRUE(clusters.of[a] != clusters.of[b] || joined.of[a] == joined.of[b]);
            }
        }
    }
}

}  // namespace
}  // namespace lethe
