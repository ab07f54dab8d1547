#include "lethe/search/evolve/class_keeping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "lethe/core/random.h"

namespace lethe::search {
namespace {

// A random file of whole numbers, in which distances are sums of differences.
struct Toy {
    std::int64_t k, rows, width;
    std::uint64_t domain;
    std::vector<std::int32_t> labels;
    FileCodes original;

    explicit Toy(Draws& draws)
        : k(2 + static_cast<std::int64_t>(draws.below(3))),
          rows(2 * k + static_cast<std::int64_t>(draws.below(25))),
          width(1 + static_cast<std::int64_t>(draws.below(4))),
          domain(1 + draws.below(4)) {
        const std::uint64_t different = 1 + draws.below(2);
        for (std::int64_t row = 0; row < rows; ++row) {
            labels.push_back(static_cast<std::int32_t>(draws.below(different)));
        }
        original = random_codes(draws);
    }

    FileCodes random_codes(Draws& draws) const {
        FileCodes codes;
        for (std::int64_t cell = 0; cell < rows * width; ++cell) {
            codes.push_back(static_cast<CellCode>(draws.below(domain)));
        }
        return codes;
    }
    ClassKeeping keeping() const {
        return {k, width, labels, original,
                [this](std::int64_t row, std::span<const CellCode> masked) {
                    std::int64_t sum = 0;
                    for (std::size_t j = 0; j < masked.size(); ++j) {
                        sum += std::abs(int{original[static_cast<std::size_t>(row * width) + j]} -
                                        int{masked[j]});
                    }
                    return sum;
                }};
    }
    // The slow and obvious count.
    std::int64_t smallest(const FileCodes& codes) const {
        std::map<std::vector<int>, std::int64_t> counts;
        for (std::int64_t row = 0; row < rows; ++row) {
            std::vector<int> key{labels[static_cast<std::size_t>(row)]};
            for (std::int64_t j = 0; j < width; ++j) {
                key.push_back(codes[static_cast<std::size_t>(row * width + j)]);
            }
            ++counts[key];
        }
        return std::ranges::min_element(counts, {}, [](const auto& one) { return one.second; })
            ->second;
    }
    std::optional<CellCode> other(CellCode now, Draws& draws) const {
        if (domain < 2) return std::nullopt;
        return static_cast<CellCode>((now + 1 + draws.below(domain - 1)) % domain);
    }
};

TEST(ClassKeeping, NoOperatorEverBreaksK) {
    int made = 0, changed = 0, exchanged = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        Draws draws = Random(11).stream("toys").at(trial);
        const Toy toy(draws);
        const ClassKeeping keeping = toy.keeping();
        std::vector<FileCodes> files;
        for (int i = 0; i < 2; ++i) {
            const FileCodes start = toy.random_codes(draws);
            ASSERT_EQ(keeping.smallest(start), toy.smallest(start));
            if (auto file = keeping.repaired(start)) {
                ASSERT_GE(toy.smallest(*file), toy.k);
                files.push_back(*std::move(file));
            }
        }
        if (files.size() < 2) continue;
        ++made;
        files.push_back(files.front());  // one that descends from another
        const CodeChange change = [&](std::size_t, CellCode now, Draws& more) {
            return toy.other(now, more);
        };
        for (int step = 0; step < 40; ++step) {
            FileCodes& file = files[draws.below(files.size())];
            const FileCodes& other = files[draws.below(files.size())];
            FileCodes child;
            if (draws.below(2) == 0) {
                child = keeping.mutated(file, change, draws);
                changed += child != file ? 1 : 0;
            } else {
                auto begin = static_cast<std::int64_t>(draws.below(file.size() + 1));
                auto end = static_cast<std::int64_t>(draws.below(file.size() + 1));
                if (begin > end) std::swap(begin, end);
                child = keeping.crossed(file, other, std::vector{Segment{begin, end}});
                exchanged += child != file && child != other ? 1 : 0;
            }
            ASSERT_GE(toy.smallest(child), toy.k) << "trial " << trial << ", step " << step;
            ASSERT_TRUE(keeping.holds(child));
            file = std::move(child);
        }
    }
    EXPECT_GT(made, 1000);
    EXPECT_GT(changed, 10000);
    EXPECT_GT(exchanged, 1000);
}

TEST(ClassKeeping, RecordsOfSmallClassesJoinTheNearestLargeOne) {
    const FileCodes original{0, 0, 1, 4, 9, 9};
    const ClassKeeping keeping(
        2, 1, std::vector<std::int32_t>(6, 0), original,
        [&](std::int64_t row, std::span<const CellCode> masked) {
            return std::abs(int{original[static_cast<std::size_t>(row)]} - int{masked[0]});
        });
    EXPECT_EQ(keeping.smallest(original), 1);
    EXPECT_EQ(keeping.repaired(original), (FileCodes{0, 0, 0, 0, 9, 9}));
    EXPECT_EQ(keeping.repaired(FileCodes{1, 2, 3, 4, 5, 6}), std::nullopt);
}

TEST(ClassKeeping, OtherLabelsAreOtherClasses) {
    const FileCodes original{3, 3, 3, 3};
    const auto nearest = [](std::int64_t, std::span<const CellCode>) { return 0; };
    EXPECT_EQ(ClassKeeping(2, 1, {0, 0, 1, 1}, original, nearest).smallest(original), 2);
    EXPECT_EQ(ClassKeeping(2, 1, {0, 0, 0, 1}, original, nearest).repaired(original), std::nullopt);
}

TEST(ClassKeeping, WholeComponentsAreExchanged) {
    const FileCodes original(8, 0);
    const ClassKeeping keeping(2, 1, std::vector<std::int32_t>(8, 0), original,
                               [](std::int64_t, std::span<const CellCode>) { return 0; });
    const FileCodes outside{1, 1, 2, 2, 3, 3, 4, 4};
    const FileCodes inside{5, 5, 6, 6, 7, 7, 8, 8};
    EXPECT_EQ(keeping.crossed(outside, inside, std::vector{Segment{2, 6}}),
              (FileCodes{1, 1, 6, 6, 7, 7, 4, 4}));
    // Begun within a class: those whose first record is inside.
    EXPECT_EQ(keeping.crossed(outside, inside, std::vector{Segment{3, 6}}),
              (FileCodes{1, 1, 2, 2, 7, 7, 4, 4}));
}

}  // namespace
}  // namespace lethe::search
