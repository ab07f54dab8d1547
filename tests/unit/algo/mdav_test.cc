#include "lethe/algo/partition/mdav.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

// Words under the number of places where they differ; a centroid is the most frequent letter of
// each place, the first in the alphabet of equally frequent ones.
struct WordSpace {
    using Point = std::string;
    std::vector<std::string> words;

    std::int64_t rows() const { return std::ssize(words); }
    Point point(std::int64_t row) const { return words[static_cast<std::size_t>(row)]; }
    double distance(std::int64_t a, std::int64_t b) const { return distance(point(a), b); }
    double distance(const Point& point, std::int64_t row) const {
        const std::string& word = words[static_cast<std::size_t>(row)];
        double differ = 0.0;
        for (std::size_t i = 0; i < point.size(); ++i) differ += point[i] != word[i] ? 1.0 : 0.0;
        return differ;
    }
    Point centroid(std::span<const std::int64_t> rows) const {
        Point result;
        for (std::size_t i = 0; i < words[0].size(); ++i) {
            std::map<char, int> counts;
            for (const std::int64_t row : rows) ++counts[words[static_cast<std::size_t>(row)][i]];
            char best = counts.begin()->first;
            for (const auto& [letter, count] : counts) {
                if (count > counts[best]) best = letter;
            }
            result += best;
        }
        return result;
    }
};
static_assert(Space<WordSpace> && !IndexedSpace<WordSpace> && !RunningCentroidSpace<WordSpace>);

// By hand, k = 2: the centroid is "aaa"; "zzz" (row 2) is farthest, "zza" nearest to it. Farthest
// from "zzz" of the rest are rows 0, 1, 4 at 3: row 0, with its equal, row 1. Two are left.
TEST(Mdav, AnySpace) {
    const WordSpace space{{"aaa", "aaa", "zzz", "zza", "aba", "aaz"}};
    const Clusters clusters = mdav(Context(), space, 2);
    EXPECT_EQ(clusters.of, (std::vector<std::int32_t>{1, 1, 0, 0, 2, 2}));
    EXPECT_EQ(clusters.count, 3);
}

// Abril: Privacy protection methods for documents and risk evaluation for microdata (2014), table
// 2.2. Raw and standardised columns give the same clusters.
TEST(Mdav, PublishedExample) {
    const Table table =
        test::numeric_table({{"age", {23, 18, 58, 46, 18, 23}},
                             {"salary", {25000, 10000, 12000, 30000, 10000, 14000}}});
    const std::vector<std::string> columns{"age", "salary"};
    for (const Scaling scaling : {Scaling::none, Scaling::zscore}) {
        const Clusters clusters =
            mdav(Context(), numeric_space(Context(), table, columns, scaling), 2);
        EXPECT_EQ(clusters.count, 3);
        EXPECT_EQ(clusters.of[0], clusters.of[3]);
        EXPECT_EQ(clusters.of[1], clusters.of[4]);
        EXPECT_EQ(clusters.of[2], clusters.of[5]);
    }
}

TEST(Mdav, SizesAreWithinBounds) {
    const NumericSpace space =
        numeric_space(Context(), test::random_table(Random(2), 1000, 3),
                      std::vector<std::string>{"a", "b", "c"}, Scaling::none);
    for (const std::int64_t k : {1, 2, 3, 7, 300, 333, 334, 500, 501, 1000}) {
        const ClusterRows rows(mdav(Context(), space, k));
        for (std::int32_t cluster = 0; cluster < rows.count(); ++cluster) {
            const std::int64_t size = std::ssize(rows[cluster]);
            EXPECT_GE(size, k);
            EXPECT_LT(size, 2 * k);
            EXPECT_TRUE(size == k || cluster + 1 == rows.count());
        }
    }
}

TEST(Mdav, TooFewRecords) {
    const NumericSpace space({1.0, 2.0}, 2, 1);
    try {
        mdav(Context(), space, 3);
        ADD_FAILURE() << "nothing thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
    }
    EXPECT_THROW(mdav(Context(), space, 0), Error);
}

class CountingSink : public ProgressSink {
  public:
    void start(std::string_view, std::int64_t total) override { total_ = total; }
    void advance(std::int64_t done) override {
        done_ = done;
        if (stop_after > 0 && done >= stop_after) stop = true;
    }
    void finish() override { ++finished_; }

    std::atomic<bool> stop = false;
    std::int64_t stop_after = 0;
    std::int64_t total_ = 0, done_ = 0, finished_ = 0;
};

TEST(Mdav, ShowsProgressAndStops) {
    const NumericSpace space = numeric_space(Context(), test::random_table(Random(2), 1000, 2),
                                             std::vector<std::string>{"a", "b"}, Scaling::none);
    CountingSink sink;
    Context context;
    context.progress = &sink;
    context.stop = &sink.stop;
    mdav(context, space, 4);
    EXPECT_EQ(sink.total_, 1000);
    EXPECT_EQ(sink.done_, 996);
    EXPECT_EQ(sink.finished_, 1);
    sink.stop_after = 100;
    try {
        mdav(context, space, 4);
        ADD_FAILURE() << "did not stop";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::stopped);
        EXPECT_EQ(sink.done_, 100);
    }
}

}  // namespace
}  // namespace lethe
