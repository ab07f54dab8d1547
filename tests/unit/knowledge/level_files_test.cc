#include "lethe/knowledge/hierarchies/level_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/hierarchy_text.h"

namespace lethe {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Line = std::vector<std::string>;

LevelTable read_text(const std::string& text) {
    const std::string path = testing::TempDir() + "/level_files_test.csv";
    write_file(path, text);
    return read_checked_levels({}, path);
}

std::string wrong_text(const std::string& text) {
    try {
        read_text(text);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        return error.what();
    }
    return "";
}

TEST(LevelFiles, AnySeparator) {
    const LevelTable expected{{{"a", "a", "X", "*"}, {"b", "B", "X", "*"}}};
    for (const char separator : {';', '\t', ','}) {
        std::string text = "a;a;X;*\nb;B;X;*\n";
        std::replace(text.begin(), text.end(), ';', separator);
        EXPECT_EQ(read_text(text).lines, expected.lines);
    }
    EXPECT_EQ(read_text(level_table_text(expected)).lines, expected.lines);
    // A level is a column: the last one need not be *, and equal labels stay where they are.
    EXPECT_THAT(read_text("a;X;X\nb;b;Y\n").lines,
                ElementsAre(Line{"a", "X", "X"}, Line{"b", "b", "Y"}));
}

TEST(LevelFiles, WhatIsWrong) {
    EXPECT_THAT(wrong_text("a;X;*\nb;X\n"), HasSubstr(":2: has 2 columns, and the first line 3"));
    EXPECT_THAT(wrong_text("a;X;*\nb;;*\n"), HasSubstr(":2: level 1 is empty"));
    EXPECT_THAT(wrong_text("secret;X;*\nb;X;*\nsecret;X;*\n"),
                AllOf(HasSubstr(":3: has the value of line 1 again"), Not(HasSubstr("secret"))));
    EXPECT_THAT(
        wrong_text("a;X;East;*\nb;X;West;*\nc;X;West;*\n"),
        AllOf(HasSubstr(":2: \"X\" of level 1 lies in both \"East\" and \"West\" of level 2"),
              Not(HasSubstr(":3:"))));
    // All of them at once.
    EXPECT_THAT(wrong_text("a;X;*\nb;X\nc;;*\na;Y;*\n"),
                AllOf(HasSubstr(":2:"), HasSubstr(":3:"), HasSubstr(":4:")));
}

TEST(LevelFiles, TaxonomyAsLevels) {
    const auto taxonomy = [](const std::string& text) {
        return read_hierarchy_text({}, "h.csv", text).taxonomy;
    };
    const auto uneven = taxonomy("a;X;*\nb;B;X;*\nc;*\n");
    LevelTable table = level_table_of(*uneven);
    std::sort(table.lines.begin(), table.lines.end());
    EXPECT_THAT(table.lines, ElementsAre(Line{"a", "a", "X", "*"}, Line{"b", "B", "X", "*"},
                                         Line{"c", "c", "c", "*"}));
    LevelTable whole = level_table_of(*uneven, {.inner = true});
    std::sort(whole.lines.begin(), whole.lines.end());
    EXPECT_THAT(whole.lines, ElementsAre(Line{"B", "B", "X", "*"}, Line{"X", "X", "X", "*"},
                                         Line{"a", "a", "X", "*"}, Line{"b", "B", "X", "*"},
                                         Line{"c", "c", "c", "*"}));
    const auto several = taxonomy("a;X;*\na;Y;*\nb;Y;*\n");
    try {
        level_table_of(*several);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_THAT(error.what(), HasSubstr("\"a\" lies in both \"X\" and \"Y\""));
    }
    EXPECT_EQ(level_table_of(*several, {.one_parent = true}).lines.size(), 2U);
}

}  // namespace
}  // namespace lethe
