#include "lethe/data/numbers/one_spelling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "lethe/core/random.h"
#include "lethe/data/formats/table_files.h"
#include "support.h"

namespace lethe {
namespace {

using testing::ElementsAre;

class OneSpelling : public testing::Test {
  protected:
    ColumnPtr column(const std::string& text, const ReadOptions& options = {}) {
        std::ofstream(folder_.file("t.csv")) << "x,y\n" << text;
        return read_table(test::threads(1), folder_.file("t.csv"), options).column_ptr("x");
    }
    static std::vector<std::string> texts(const Column& column) {
        std::vector<std::string> all;
        for (std::int64_t row = 0; row < column.size(); ++row) all.push_back(column.text(row));
        return all;
    }
    test::TemporaryFolder folder_;
};

TEST_F(OneSpelling, IsThatOfMostRowsAndOfEquallyManyTheFirst) {
    const ColumnPtr given = column("1e0,\n1.0,\n2.50,\n2.5,\n1.0,\n1,\n3,\n+4,\n");
    ASSERT_TRUE(given->is_numeric());
    const ColumnPtr one = with_one_spelling(*given);
    ASSERT_NE(one, nullptr);
    EXPECT_THAT(texts(*one), ElementsAre("1.0", "1.0", "2.50", "2.50", "1.0", "1.0", "3", "+4"));
    EXPECT_EQ(with_one_spelling(*one), nullptr);
}

TEST_F(OneSpelling, WhatIsWrittenInOneWayStays) {
    for (const char* text : {"1,\n2,\n3,\n", "1.50,\n2.25,\n", "1e5,\n+3,\n1e5,\n2,\n"}) {
        EXPECT_EQ(with_one_spelling(*column(text)), nullptr) << text;
    }
    // Codes are texts.
    const ColumnPtr codes = column("007,\nx7,\n7,\n07,\nb,\n");
    ASSERT_FALSE(codes->is_numeric());
    EXPECT_EQ(with_one_spelling(*codes), nullptr);
}

TEST_F(OneSpelling, ZeroHasNoSign) {
    const ColumnPtr one = with_one_spelling(*column("0,\n-0,\n0,\n5,\n"));
    ASSERT_NE(one, nullptr);
    EXPECT_THAT(texts(*one), ElementsAre("0", "0", "0", "5"));
}

TEST_F(OneSpelling, SoIsWhatIsMissing) {
    ReadOptions options;
    options.missing = {"NA", "?"};
    for (const char* value : {"1", "a"}) {
        const std::string v = value;
        const ColumnPtr given = column(v + ",\nNA,\n?,\n?,\n" + v + ",\n", options);
        ASSERT_EQ(given->missing(), 3);
        const ColumnPtr one = with_one_spelling(*given);
        ASSERT_NE(one, nullptr);
        EXPECT_THAT(texts(*one), ElementsAre(v, "?", "?", "?", v));
        EXPECT_EQ(one->missing(), 3);
    }
}

// Against the definition, on random columns.
TEST_F(OneSpelling, HoldsForRandomColumns) {
    const std::vector<std::string> all = {"1", "1.0", "+1",   "1e0", "2",  "2.0", "20e-1",
                                          "3", "0.5", "5e-1", ".5",  "-0", "0",   "0.0"};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Draws draws = Random(seed).stream("texts").at(0);
        std::vector<std::string> given;
        std::string text;
        for (int i = 0; i < 30; ++i) {
            given.push_back(all[static_cast<std::size_t>(draws.below(all.size()))]);
            text += given.back() + ",\n";
        }
        const ColumnPtr before = column(text);
        ASSERT_TRUE(before->is_numeric());
        ASSERT_EQ(texts(*before), given);
        const ColumnPtr made = with_one_spelling(*before);
        const Column& after = made ? *made : *before;
        std::map<double, std::vector<std::string>> spellings;
        for (std::size_t i = 0; i < given.size(); ++i) {
            EXPECT_EQ(after.numbers()[i], before->numbers()[i]);
            spellings[before->numbers()[i]].push_back(given[i]);
        }
        for (std::int64_t row = 0; row < after.size(); ++row) {
            const auto& ways = spellings[before->numbers()[static_cast<std::size_t>(row)]];
            std::string best;
            std::ptrdiff_t most = 0;
            for (const std::string& way : ways) {
                const auto count = std::count(ways.begin(), ways.end(), way);
                if (count > most) best = way, most = count;
            }
            EXPECT_EQ(after.text(row), best);
        }
    }
}

}  // namespace
}  // namespace lethe
