// Loops on several threads: each task once, sums that do not depend on the threads, and failures
// and stops that reach whoever began the loop.
#include "lethe/core/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>

#include "lethe/core/error.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/core/random.h"
#include "support.h"

namespace lethe {
namespace {

class LargestProgress : public ProgressSink {
  public:
    void start(std::string_view, std::int64_t total) override { total_ = total; }
    void advance(std::int64_t done) override {
        std::int64_t seen = largest;
        while (seen < done && !largest.compare_exchange_weak(seen, done)) {
        }
    }
    void finish() override { finished = largest == total_; }

    std::atomic<std::int64_t> largest = 0;
    bool finished = false;

  private:
    std::int64_t total_ = 0;
};

TEST(Parallel, EachTaskRunsOnce) {
    for (const int threads : {1, 2, 5}) {
        for (const std::int64_t count : {0, 1, 2, 1000}) {
            std::vector<int> runs(static_cast<std::size_t>(count), 0);
            parallel_tasks(test::threads(threads), count,
                           [&](std::int64_t i) { ++runs[static_cast<std::size_t>(i)]; });
            EXPECT_EQ(runs, std::vector<int>(runs.size(), 1)) << threads << " " << count;
        }
    }
}

TEST(Parallel, LoopsWithinLoops) {
    const Context context = test::threads(3);
    std::vector<std::int64_t> sums(20, 0);
    parallel_tasks(context, 20, [&](std::int64_t i) {
        sums[static_cast<std::size_t>(i)] = parallel_reduce(
            context, 100, std::int64_t{0},
            [i](std::int64_t begin, std::int64_t end) { return i * (end - begin); },
            [](std::int64_t& total, std::int64_t part) { total += part; }, 7);
    });
    for (std::int64_t i = 0; i < 20; ++i) EXPECT_EQ(sums[static_cast<std::size_t>(i)], 100 * i);
}

TEST(Parallel, SumsHaveTheSameBitsForAnyNumberOfThreads) {
    const auto sum = [](int threads) {
        return parallel_reduce(
            test::threads(threads), 100'000, 0.0,
            [](std::int64_t begin, std::int64_t end) {
                double part = 0;
                for (std::int64_t i = begin; i < end; ++i)
                    part += 1 / (1.0 + static_cast<double>(i));
                return part;
            },
            [](double& total, double part) { total += part; }, 1000);
    };
    EXPECT_EQ(sum(1), sum(2));
    EXPECT_EQ(sum(1), sum(7));
}

TEST(Parallel, AFailureComesThroughFromAnyThread) {
    for (const int threads : {1, 4}) {
        for (const std::int64_t failing : {0, 63, 199}) {
            std::atomic<int> begun = 0;
            const auto task = [&](std::int64_t i) {
                ++begun;
                if (i == failing) throw std::runtime_error("task " + std::to_string(i));
            };
            try {
                parallel_tasks(test::threads(threads), 200, task);
                FAIL() << threads << " " << failing;
            } catch (const std::runtime_error& error) {
                EXPECT_EQ(error.what(), "task " + std::to_string(failing));
            }
            EXPECT_LE(begun, 200);
        }
    }
    // All fail: one failure is told, and nothing is left running.
    EXPECT_THROW(parallel_tasks(test::threads(4), 200,
                                [](std::int64_t) { throw Error(ErrorKind::input, "wrong"); }),
                 Error);
}

TEST(Parallel, AStopIsHeardWhileThreadsAreAtWork) {
    std::atomic<bool> stop = false;
    std::atomic<int> done = 0;
    Context context = test::threads(4);
    context.stop = &stop;
    try {
        parallel_tasks(context, 100'000, [&](std::int64_t) {
            if (++done == 100) stop = true;
        });
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::stopped);
    }
    EXPECT_GE(done, 100);
    EXPECT_LT(done, 100'000);
}

TEST(Parallel, ProgressCountsWhatAllThreadsDo) {
    LargestProgress sink;
    Context context = test::threads(4);
    context.progress = &sink;
    {
        Progress progress(context, "counting", 500);
        parallel_tasks(context, 500, [&](std::int64_t) { progress.add(); });
    }
    EXPECT_EQ(sink.largest, 500);
    EXPECT_TRUE(sink.finished);
}

TEST(Parallel, SortsAsOneThreadDoes) {
    std::vector<std::int64_t> items(30'000);
    Draws draws = Random(1).stream("items").at(0);
    for (std::int64_t& item : items) item = static_cast<std::int64_t>(draws.below(1000));
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::size_t> expected = order;
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::size_t a, std::size_t b) { return items[a] < items[b]; });
    parallel_sort(test::threads(4), order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return items[a] != items[b] ? items[a] < items[b] : a < b;
    });
    EXPECT_EQ(order, expected);
}

}  // namespace
}  // namespace lethe
