#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "lethe/core/random.h"
#include "lethe/core/sanitizers.h"
#include "lethe/documents/find/dates.h"
#include "lethe/documents/find/entities.h"
#include "lethe/documents/find/person_name.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;

struct Named {
    std::string text;
    CategoryId category = kPerson;
};

// The numbers of names in documents.
std::vector<std::int32_t> entities_numbers(const std::vector<std::vector<Named>>& documents,
                                           const EntityOptions& options = {}) {
    Documents made;
    std::vector<Mentions> mentions;
    for (const std::vector<Named>& names : documents) {
        Document& document = made.emplace_back();
        Mentions& of_one = mentions.emplace_back();
        for (const Named& name : names) {
            Mention mention;
            mention.category = name.category;
            mention.span.begin = std::ssize(document.text);
            document.text += name.text;
            mention.span.end = std::ssize(document.text);
            document.text += ' ';
            of_one.push_back(mention);
        }
    }
    resolve_entities(made, mentions, options);
    std::vector<std::int32_t> result;
    for (const Mentions& of_one : mentions) {
        for (const Mention& mention : of_one) result.push_back(mention.entity);
    }
    return result;
}

TEST(TextEntities, OnePersonInManyForms) {
    EXPECT_THAT(entities_numbers({{{"Prof. Smith"},
                                   {"Smith"},
                                   {"John Smith"},
                                   {"Mr J. Smith"},
                                   {"John Smith's"},
                                   {"SMITH"},
                                   {"Smith, John"},
                                   {"John A. Smith Jr"}}}),
                ElementsAre(0, 0, 0, 0, 0, 0, 0, 0));
    EXPECT_THAT(entities_numbers({{{"Ann Vexley-Brandt"}, {"Ms Vexley-Brandt"}}}),
                ElementsAre(0, 0));
    EXPECT_THAT(entities_numbers({{{"Jörg Müller"}, {"Jorg Muller"}, {"Herr Müller"}}}),
                ElementsAre(0, 0, 0));
    EXPECT_THAT(entities_numbers({{{"Featherstone"}, {"Mary Fetherstone"}}}), ElementsAre(0, 0));
}

TEST(TextEntities, TwoPeopleStayTwo) {
    EXPECT_THAT(
        entities_numbers({{{"John Smith"}, {"Mary Smith"}, {"Smith"}, {"John Smith"}, {"Smith"}}}),
        ElementsAre(0, 1, 1, 0, 0));
    EXPECT_THAT(entities_numbers({{{"John Smith"}, {"John Brown"}, {"John"}}}),
                ElementsAre(0, 1, 1));
    EXPECT_THAT(entities_numbers({{{"Mr Smith"}, {"Mrs Smith"}, {"Mr Smith"}}}),
                ElementsAre(0, 1, 0));
    EXPECT_THAT(entities_numbers({{{"Smith"}, {"Smyth"}}}), ElementsAre(0, 1));
    // A given name alone joins nobody of another document.
    EXPECT_THAT(entities_numbers({{{"John Smith"}}, {{"John"}}}), ElementsAre(0, 1));
    EXPECT_THAT(entities_numbers({{{"John"}, {"John Smith"}, {"Smith"}}}), ElementsAre(0, 0, 0));
}

TEST(TextEntities, Organisations) {
    const CategoryId org = kOrganisation;
    EXPECT_THAT(entities_numbers({{{"Imagine Inc.", org},
                                   {"NY University", org},
                                   {"the New York University", org},
                                   {"NYU", org},
                                   {"Imagine", org},
                                   {"IMAGINE", org}}}),
                ElementsAre(0, 1, 1, 1, 0, 0));
    EXPECT_THAT(entities_numbers({{{"Bank 24", org}, {"Bank 25", org}}}), ElementsAre(0, 1));
    EXPECT_THAT(entities_numbers({{{"Ministry of Defence", org}, {"Ministry of Defense", org}}}),
                ElementsAre(0, 0));
}

TEST(TextEntities, FiguresAndCodes) {
    EXPECT_THAT(entities_numbers({{{"2 May 2004", kDate},
                                   {"2004-05-02", kDate},
                                   {"May 2nd, 2004", kDate},
                                   {"2 May 2005", kDate}}}),
                ElementsAre(0, 0, 0, 1));
    EXPECT_THAT(entities_numbers(
                    {{{"+49 30 1234", kPhone}, {"+49-30-1234", kPhone}, {"+49 30 1235", kPhone}}}),
                ElementsAre(0, 0, 1));
    EXPECT_THAT(entities_numbers({{{"$5", kMoney}, {"€5", kMoney}}}), ElementsAre(0, 1));
}

TEST(TextEntities, ScopesAndSharedNumbers) {
    EntityOptions options;
    options.per_document = true;
    EXPECT_THAT(entities_numbers({{{"John Smith"}}, {{"Mary Brown"}, {"John Smith"}}}, options),
                ElementsAre(0, 0, 1));
    options.per_document = false;
    for (CategoryId c = 0; c < kFixedCategories; ++c) options.shared.push_back(c);
    options.shared[kPlace] = kLocation;
    EXPECT_THAT(
        entities_numbers(
            {{{"New York", kPlace}, {"Hyde Park", kLocation}, {"New York", kLocation}}}, options),
        ElementsAre(0, 1, 0));
}

TEST(TextEntities, ManyMentionsAreQuick) {
    std::vector<std::vector<Named>> documents(100);
    Draws draws = Random(1).stream("names").at(0);
    const auto word = [&](std::uint64_t kinds) {
        Draws letters = Random(2).stream("word").at(static_cast<std::int64_t>(draws.below(kinds)));
        std::string text(1, static_cast<char>('A' + letters.below(26)));
        for (int i = 0; i < 7; ++i) text += static_cast<char>('a' + letters.below(26));
        return text;
    };
    for (auto& document : documents) {
        for (int i = 0; i < 1000; ++i) document.push_back({word(200) + " " + word(2000)});
    }
    const std::clock_t begun = std::clock();
    const auto found = entities_numbers(documents);
    EXPECT_EQ(found.size(), 100000U);
    EXPECT_LT(static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC, 10 * kSanitizerPatience);
}

TEST(TextDates, AsPeopleWriteThem) {
    const auto is = [](std::string_view text, int year, int month, int day) {
        const TextDate date = read_date(text);
        EXPECT_EQ(date.year, year) << text;
        EXPECT_EQ(date.month, month) << text;
        EXPECT_EQ(date.day, day) << text;
    };
    is("2 May 2004", 2004, 5, 2);
    is("May 2nd, 2004", 2004, 5, 2);
    is("2004-05-02", 2004, 5, 2);
    is("02.05.2004", 2004, 5, 2);
    is("5/28/04", 2004, 5, 28);
    is("2. März 1999", 1999, 3, 2);
    is("May 2004", 2004, 5, 0);
    is("Sept. 2004", 2004, 9, 0);
    is("2004", 2004, 0, 0);
    is("2 May", 0, 5, 2);
    is("1992-1995", 0, 0, 0);
    is("Monday", 0, 0, 0);
    is("99/99/99", 0, 0, 0);
}

}  // namespace
}  // namespace lethe::documents
