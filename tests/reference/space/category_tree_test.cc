// The tree of the pool of categories against the plain pool, on records of all kinds with ties,
// duplicates, gaps and constant columns; MDAV over it against the plain one.
#include "lethe/space/category_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/partition/mdav.h"
#include "lethe/data/samples/census.h"
#include "lethe/space/category_pool.h"
#include "same_pools.h"
#include "support.h"

namespace lethe {
namespace {

using Search = CategorySpace::Pool::Search;

struct TreePool : CategorySpace::Pool {
    TreePool(const Context& context, const CategorySpace& space)
        : Pool(context, space, Search::tree) {}
};

struct CategoryTreeShape {
    std::uint64_t columns = 6;     // at most
    std::uint64_t categories = 9;  // at most
    std::uint64_t numbers = 5;     // different ones, at most
    std::uint64_t missing = 12;    // one value in so many; 0: none
    std::uint64_t prototypes = 0;  // rows repeat so many; 0: all are drawn
};

// Columns of every kind, some of them constant.
Table random_table(Draws& draws, std::int64_t rows, const CategoryTreeShape& shape) {
    std::vector<std::int64_t> like;
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto known = static_cast<std::uint64_t>(row);
        like.push_back(shape.prototypes > 0 && known >= shape.prototypes
                           ? static_cast<std::int64_t>(draws.below(shape.prototypes))
                           : row);
    }
    std::vector<ColumnPtr> columns;
    const auto count = 1 + draws.below(shape.columns);
    for (std::uint64_t j = 0; j < count; ++j) {
        const std::string name(1, static_cast<char>('a' + j));
        const std::uint64_t kind = draws.below(3);
        const std::uint64_t size = 1 + draws.below(kind == 0 ? shape.numbers : shape.categories);
        Validity validity(rows);
        std::vector<double> numbers;
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < rows; ++row) {
            const auto prototype = static_cast<std::size_t>(like[static_cast<std::size_t>(row)]);
            const bool repeats = like[static_cast<std::size_t>(row)] != row;
            const auto drawn = draws.below(size);
            numbers.push_back(repeats ? numbers[prototype] : static_cast<double>(drawn) / 4);
            codes.push_back(repeats ? codes[prototype] : static_cast<std::int32_t>(drawn));
            if (shape.missing > 0 && draws.below(shape.missing) == 0) validity.set_missing(row);
        }
        if (kind == 0) {
            columns.push_back(Column::numeric(name, std::move(numbers), validity));
            continue;
        }
        Dictionary dictionary;
        for (std::uint64_t i = 0; i < size; ++i) dictionary.push_back(std::to_string(i));
        columns.push_back(Column::categories(
            name, kind == 1 ? Kind::ordinal : Kind::nominal, std::move(codes),
            std::make_shared<const Dictionary>(std::move(dictionary)), validity));
    }
    return Table(std::move(columns));
}

// Few and many categories (more than a set of them tells apart), numbers that tie and that do not,
// more ordered columns than are bounded together, duplicates.
const CategoryTreeShape kShapes[] = {
    {},
    {.columns = 3, .categories = 3, .numbers = 3},
    {.columns = 4, .categories = 150, .numbers = 1000},
    {.columns = 12, .categories = 4, .numbers = 100000, .missing = 0},
    {.columns = 6, .missing = 2},
    {.columns = 6, .missing = 0, .prototypes = 7},
    {.columns = 3, .categories = 1, .numbers = 1}};

TEST(CategoryTreeReference, AnswersAsThePlainPool) {
    const Stream stream = Random(71).stream("pools");
    for (int run = 0; run < 2100; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(run % 100 == 0 ? 600 : 90));
        const Table table =
            random_table(draws, rows, kShapes[static_cast<std::size_t>(run) % std::size(kShapes)]);
        const CategorySpace space(Context(), table, table.names());
        test::expect_same_pools<TreePool>(
            Context(), space, Random(71).part(static_cast<std::uint64_t>(run)), draws, run);
        if (HasFatalFailure()) return;
    }
}

TEST(CategoryTreeReference, AnswersAsThePlainPoolOnScalesOfAnotherTable) {
    const Stream stream = Random(72).stream("scales");
    for (int run = 0; run < 500; ++run) {
        Draws draws = stream.at(run);
        const Table table = random_table(draws, 60, {.columns = 5});
        const std::vector<std::int64_t> few{0, 1, 2};
        const CategoryScales scales = category_scales(Context(), table.gather(few), table.names());
        const CategorySpace space(Context(), scales, table, table.names());
        test::expect_same_pools<TreePool>(
            Context(), space, Random(72).part(static_cast<std::uint64_t>(run)), draws, run);
        if (HasFatalFailure()) return;
    }
}

Clusters mdav_by(Search search, const CategorySpace& space, std::int64_t k, int threads = 1) {
    CategorySpace::Pool pool(test::threads(threads), space, search);
    return detail::mdav_over(test::threads(threads), pool, k);
}

TEST(CategoryTreeReference, MdavIsThatOfThePlainPool) {
    const Stream stream = Random(73).stream("mdav");
    for (int run = 0; run < 2100; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(10 + draws.below(150));
        const auto k = static_cast<std::int64_t>(1 + draws.below(7));
        const Table table =
            random_table(draws, rows, kShapes[static_cast<std::size_t>(run) % std::size(kShapes)]);
        const CategorySpace space(Context(), table, table.names());
        ASSERT_EQ(mdav_by(Search::tree, space, k), plain_mdav(Context(), space, k)) << run;
    }
}

// Large enough that the pool takes the tree, and gives it up where it prunes little.
TEST(CategoryTreeReference, LargeFilesHaveTheSamePartitionWhateverIsSearched) {
    const std::vector<std::vector<std::string>> choices{
        {"age", "AGI", "sex", "region", "education", "marital_status"},
        {"sex", "region", "education", "marital_status", "occupation", "diagnosis"},
        {"AFNLWGT", "AGI", "EMCONTRB", "FEDTAX", "PTOTVAL", "STATETAX", "TAXINC", "age", "region",
         "occupation"}};
    const Table census = sample_census(Context(), Random(74), 6000);
    for (const auto& columns : choices) {
        const CategorySpace space(Context(), census, columns);
        const Clusters scanned = mdav_by(Search::scan, space, 3);
        EXPECT_EQ(mdav_by(Search::tree, space, 3), scanned);
        EXPECT_EQ(mdav_by(Search::fastest, space, 3), scanned);
        EXPECT_EQ(mdav(test::threads(2), space, 3), scanned);
    }
    const Stream stream = Random(75).stream("wide");
    for (int run = 0; run < 6; ++run) {
        Draws draws = stream.at(run);
        const Table table =
            random_table(draws, 5000, {.columns = 20, .categories = 300, .numbers = 300});
        const CategorySpace space(Context(), table, table.names());
        ASSERT_EQ(mdav_by(Search::fastest, space, 4, 2), mdav_by(Search::scan, space, 4)) << run;
    }
}

TEST(CategoryTreeReference, TheRunningCentreIsThatOfWhatIsLeft) {
    const Stream stream = Random(76).stream("centres");
    for (int run = 0; run < 1000; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(2 + draws.below(60));
        const Table table =
            random_table(draws, rows, kShapes[static_cast<std::size_t>(run) % std::size(kShapes)]);
        const CategorySpace space(Context(), table, table.names());
        CategorySpace::RunningCentroid running(space);
        auto left = random_permutation(
            Random(76).part(static_cast<std::uint64_t>(run)).stream("order"), rows);
        for (; !left.empty(); left.pop_back()) {
            ASSERT_EQ(running.point(), space.centroid(left)) << run;
            running.remove(left.back());
        }
    }
}

}  // namespace
}  // namespace lethe
