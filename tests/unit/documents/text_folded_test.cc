#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/documents/find/folded_search.h"
#include "lethe/documents/treat/removed_words.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> folded_found(const std::vector<std::string>& phrases,
                                      const std::string& text) {
    FoldedSearch search;
    for (const std::string& phrase : phrases) search.add(phrase, 0);
    std::vector<std::string> texts;
    for (const FoldedSearch::Found& one : search.find(text)) texts.emplace_back(one.span.of(text));
    return texts;
}

TEST(FoldedSearch, names_broken_and_joined) {
    const std::vector<std::string> name{"Zebulon Quarkendale", "Quarkendale"};
    EXPECT_THAT(
        folded_found(name, "by ZebulonQuarkendale, zebulon_quarkendale and zebulon.QUARKENDALE"),
        ElementsAre("ZebulonQuarkendale", "zebulon_quarkendale", "zebulon.QUARKENDALE"));
    EXPECT_THAT(folded_found(name, "Mr Quarken-\ndale, Quarken\u00ADdale and @quarkendale99"),
                ElementsAre("Quarken-\ndale", "Quarken\u00ADdale", "quarkendale99"));
    EXPECT_THAT(folded_found(name, "Quarken dale; quarkendales; Zebulon came, and later Quarken"),
                IsEmpty());
}

TEST(FoldedSearch, numbers_with_other_separators) {
    EXPECT_THAT(
        folded_found({"4111 1111 1111 1111"}, "card 4111-1111-1111-1111 or 4111111111111111"),
        ElementsAre("4111-1111-1111-1111", "4111111111111111"));
    EXPECT_THAT(folded_found({"4111 1111 1111 1111"}, "94111111111111111"), IsEmpty());
}

TEST(FoldedSearch, short_phrases_are_left_alone) {
    FoldedSearch search;
    EXPECT_FALSE(search.add("Kim", 0));
    EXPECT_FALSE(search.add(std::string(70, 'x'), 0));
    EXPECT_THAT(folded_found({}, "anything"), IsEmpty());
}

TEST(RemovedWords, in_names_of_files) {
    RemovedWords removed;
    for (const char* text : {"John Doe", "Mary King", "123-45-6789", "Zoë"}) {
        add_removed_text(removed, text);
    }
    for (const char* name : {"JohnDoe.txt", "king2.txt", "King2.txt", "jdoe.txt", "my_doe_file.md",
                             "ssn123456789.txt", "notes/zoe.txt", "johndoe"}) {
        EXPECT_TRUE(holds_removed_word(name, removed)) << name;
    }
    for (const char* name : {"letter-0001.txt", "making.txt", "report.md", ""}) {
        EXPECT_FALSE(holds_removed_word(name, removed)) << name;
    }
}

}  // namespace
}  // namespace lethe::documents
