#include "lethe/io/secret_lists.h"

#include <gtest/gtest.h>

#include <set>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/io/secret_digits.h"

namespace lethe {
namespace {

Secret a_key(char letter = 'k') { return Secret(std::string(32, letter)); }

// All lists of a small number of them, each once, and back.
TEST(ListCipher, PermutesAllListsOfFew) {
    for (const std::vector<int>& radices :
         std::vector<std::vector<int>>{{10, 10, 10}, {3, 26, 10, 2}, {1, 7}, {10}, {1}}) {
        const ListCipher cipher(a_key(), radices, "tweak");
        std::set<std::vector<int>> seen;
        std::vector<int> list(radices.size(), 0);
        for (std::size_t i = 0; i < static_cast<std::size_t>(cipher.lists()); ++i) {
            const std::vector<int> sealed = cipher.seal(list);
            EXPECT_TRUE(seen.insert(sealed).second);
            ASSERT_EQ(cipher.open(sealed), list);
            for (std::size_t place = list.size(); place-- > 0;) {
                if (++list[place] < radices[place]) break;
                list[place] = 0;
            }
        }
    }
}

TEST(ListCipher, OpensWhatItSealsOfMany) {
    for (const std::vector<int>& radices : std::vector<std::vector<int>>{
             {26, 26, 10, 10, 10, 10},
             {3, 10, 10, 10, 10, 10, 10, 10},
             {26, 26, 26, 26, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
             {65536, 2, 65536, 1, 9}}) {
        const ListCipher cipher(a_key(), radices, "tweak");
        const ListCipher other(a_key(), radices, "another");
        const ListCipher of_another_key(a_key('l'), radices, "tweak");
        Draws draws = Random(5).stream("lists").at(0);
        std::set<std::vector<int>> lists, results;
        int same = 0;
        for (int round = 0; round < 1000; ++round) {
            std::vector<int> list;
            for (const int radix : radices) {
                list.push_back(static_cast<int>(draws.below(static_cast<std::uint64_t>(radix))));
            }
            const std::vector<int> sealed = cipher.seal(list);
            ASSERT_EQ(cipher.open(sealed), list);
            lists.insert(list);
            results.insert(sealed);
            same += sealed == other.seal(list) || sealed == of_another_key.seal(list) ? 1 : 0;
        }
        EXPECT_EQ(lists.size(), results.size());
        EXPECT_LT(same, 3);
    }
}

// A million and no two alike, where the last bit is nearly always one too many.
TEST(ListCipher, PermutesAMillion) {
    const std::vector<int> radices{2, 65, 127, 67};  // 1,106,170, just above 2^20
    const ListCipher cipher(a_key(), radices, {});
    std::vector<bool> seen(static_cast<std::size_t>(cipher.lists()));
    std::vector<int> list(radices.size(), 0);
    for (std::size_t i = 0; i < seen.size(); i += 37) {
        std::size_t rest = i;
        for (std::size_t place = list.size(); place-- > 0;) {
            const auto radix = static_cast<std::size_t>(radices[place]);
            list[place] = static_cast<int>(rest % radix);
            rest /= radix;
        }
        std::size_t number = 0;
        for (std::size_t place = 0; const int digit : cipher.seal(list)) {
            number = number * static_cast<std::size_t>(radices[place++]) +
                     static_cast<std::size_t>(digit);
        }
        ASSERT_FALSE(seen.at(number));
        seen[number] = true;
    }
}

TEST(ListCipher, OfOneRadixIsFF1) {
    const ListCipher cipher(a_key(), std::vector<int>(9, 10), "t");
    const std::vector<int> list{1, 2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_EQ(cipher.seal(list), DigitCipher(a_key(), 10, "t").seal(list));
}

TEST(ListCipher, RefusesWhatIsNoList) {
    const ListCipher cipher(a_key(), {10, 26, 10, 10, 10, 10}, "t");
    EXPECT_THROW(cipher.seal(std::vector<int>{1, 2}), Error);
    EXPECT_THROW(cipher.seal(std::vector<int>{10, 2, 0, 0, 0, 0}), Error);
    EXPECT_THROW(cipher.open(std::vector<int>{1, -1, 0, 0, 0, 0}), Error);
    EXPECT_THROW(ListCipher(a_key(), {10, 0}, "t"), Error);
}

}  // namespace
}  // namespace lethe
