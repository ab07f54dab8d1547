#include <gtest/gtest.h>

#include "lethe/data/formats/duckdb.h"

namespace lethe::formats {
namespace {

using Use = Database::Use;

bool has_table(Database& database, const std::string& name) {
    try {
        return !database.columns_of("SELECT * FROM " + name).empty();
    } catch (const DatabaseFailure&) {
        return false;
    }
}

TEST(Database, OneThatIsUsedAgainIsEmpty) {
    {
        Database first(2, Use::again);
        first.run("CREATE TEMPORARY TABLE earlier AS SELECT 1 AS x");
        EXPECT_TRUE(has_table(first, "earlier"));
    }
    Database next(2, Use::again);
    EXPECT_FALSE(has_table(next, "earlier"));
    next.run("CREATE TEMPORARY TABLE earlier AS SELECT 2 AS x");
}

// What is left behind on purpose shows which database one gets.
TEST(Database, OneIsUsedAgainWithAsManyThreadsUnlessItFailed) {
    constexpr int kThreads = 3;
    { Database(kThreads, Use::again).run("CREATE TABLE left_behind AS SELECT 1 AS x"); }
    {
        Database once(kThreads);
        EXPECT_FALSE(has_table(once, "left_behind"));
    }
    {
        Database other(kThreads + 1, Use::again);
        EXPECT_FALSE(has_table(other, "left_behind"));
    }
    try {
        Database again(kThreads, Use::again);
        EXPECT_TRUE(has_table(again, "left_behind"));
        again.run("SELECT nothing FROM nowhere");
        FAIL() << "there is no such table";
    } catch (const DatabaseFailure&) {
        Database after(kThreads, Use::again);
        EXPECT_FALSE(has_table(after, "left_behind"));
    }
}

TEST(Database, SeveralAtOnceAreDifferentOnes) {
    Database first(2, Use::again), second(2, Use::again);
    first.run("CREATE TABLE mine AS SELECT 1 AS x");
    EXPECT_FALSE(has_table(second, "mine"));
    first.run("DROP TABLE mine");
}

}  // namespace
}  // namespace lethe::formats
