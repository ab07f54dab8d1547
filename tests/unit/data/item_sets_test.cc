#include "lethe/data/item_sets.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"

namespace lethe {
namespace {

using ItemTexts = std::vector<std::string_view>;

TEST(ItemSets, OrderRepeatsAndSpaceDoNotMatter) {
    EXPECT_EQ(set_items(" b ;a;; b;\t", ";"), (ItemTexts{"a", "b"}));
    EXPECT_EQ(set_items("", ";"), ItemTexts{});
    EXPECT_EQ(set_items(" ; ;", ";"), ItemTexts{});
    EXPECT_EQ(set_items("a b;c", ""), ItemTexts{"a b;c"});
    EXPECT_EQ(set_items("a<>b<>", "<>"), (ItemTexts{"a", "b"}));
    EXPECT_EQ(set_items("a<b", "<>"), ItemTexts{"a<b"});
}

TEST(ItemSets, ASetHasOneText) {
    EXPECT_EQ(set_cell(ItemTexts{"b", "a", "b"}, "|"), "a|b");
    EXPECT_EQ(set_cell(ItemTexts{}, "|"), "");
    EXPECT_EQ(set_cell(ItemTexts{"a;b"}, ""), "a;b");
}

TEST(ItemSets, WhatWouldNotReadBackIsRefusedWithoutBeingNamed) {
    const std::vector<std::pair<ItemTexts, std::string>> wrong{
        {{"secret;x"}, ";"}, {{"a;", "secret"}, ";;"}, {{" secret"}, ";"}, {{"a", "secret"}, ""}};
    for (const auto& [items, separator] : wrong) {
        try {
            set_cell(items, separator);
            FAIL() << separator;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace lethe
