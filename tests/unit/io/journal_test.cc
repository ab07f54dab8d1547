#include "lethe/io/journal.h"

#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe {
namespace {

TEST(Journal, GoesOnWhereItStopped) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("run.jsonl");
    EXPECT_FALSE(read_journal(path));
    {
        Journal journal(path, {{{"run", 1}}, {}});
        journal.add({{"point", 1}});
        EXPECT_EQ(read_journal(path)->entries.size(), 1U);
        journal.add({{"point", 2}});
    }
    const auto found = read_journal(path);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->header, (Json{{"run", 1}}));
    Journal again(path, *found);
    again.add({{"point", 3}});
    EXPECT_EQ(read_file(path), "{\"run\":1}\n{\"point\":1}\n{\"point\":2}\n{\"point\":3}\n");
}

TEST(Journal, LeavesOutALineThatWasCutOff) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("run.jsonl");
    write_file(path, "{\"run\":1}\n{\"point\":1}\n{\"poi");
    const auto found = read_journal(path);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->entries.size(), 1U);
    Journal again(path, *found);
    again.add({{"point", 2}});
    EXPECT_EQ(read_journal(path)->entries.size(), 2U);
}

TEST(Journal, IsNoneWithoutAHeader) {
    const test::TemporaryFolder folder;
    write_file(folder.file("empty"), "");
    write_file(folder.file("other"), "a,b\n1,2\n");
    EXPECT_FALSE(read_journal(folder.file("empty")));
    EXPECT_FALSE(read_journal(folder.file("other")));
}

TEST(Journal, TakesEntriesFromManyThreads) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("run.jsonl");
    Journal journal(path, {{{"run", 1}}, {}});
    parallel_tasks(test::threads(4), 200, [&](std::int64_t i) { journal.add({{"point", i}}); });
    EXPECT_EQ(read_journal(path)->entries.size(), 200U);
}

TEST(Journal, SaysWhereItCannotWrite) {
    const test::TemporaryFolder folder;
    EXPECT_THROW(Journal(folder.file("none/run.jsonl"), {}), Error);
}

}  // namespace
}  // namespace lethe
