#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "io_support.h"
#include "lethe/core/random.h"
#include "lethe/documents/review/apply_review.h"

namespace lethe::documents {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ApplyReviewTest : public ::testing::Test {
  protected:
    ApplyReviewTest() {
        documents_.resize(2);
        documents_[0].id = "a.txt";
        documents_[0].text =
            "Anna Novak met Karl Reem.\n\nThe bombs of Anna Novak are in Dorn.\n\nNovak left.\n";
        documents_[1].id = "b.txt";
        documents_[1].text = "Karl Reem wrote to anna@example.org.";
        review_.documents = make_review(documents_, {}, Categories(), {}, {}, "").documents;
        entity(0, "Anna Novak", 0, "person", 0);
        entity(0, "Karl Reem", 0, "person", 1);
        entity(0, "Anna Novak", 20, "person", 0);
        entity(0, "Novak", 60, "person", 0);
        entity(1, "Karl Reem", 0, "person", 1);
        entity(1, "anna@example.org", 0, "email", 0);
        block(0, "The bombs of Anna Novak are in Dorn.");
    }

    language::Span place(std::size_t document, const std::string& text, std::size_t from) const {
        const auto at = static_cast<std::int64_t>(documents_[document].text.find(text, from));
        return {at, at + std::ssize(text)};
    }
    void entity(std::size_t document, const std::string& text, std::size_t from,
                const std::string& category, std::int32_t number) {
        review_.entities.push_back({static_cast<std::int64_t>(document),
                                    place(document, text, from), category, number,
                                    MentionSource::model, "", 0.9, Decision::accept});
    }
    void block(std::size_t document, const std::string& text) {
        ReviewBlock made{static_cast<std::int64_t>(document),
                         place(document, text, 0),
                         0.2,
                         8,
                         0,
                         {},
                         Decision::accept};
        made.hits.push_back({place(document, "bombs", 0), "bomb", HitKind::stem});
        review_.blocks.push_back(made);
    }
    Applied apply(const std::string& marker = "") const {
        std::vector<std::int64_t> matched(documents_.size());
        std::iota(matched.begin(), matched.end(), 0);
        return apply_review(test::threads(1), documents_, review_, matched,
                            profile_policy("default"), {{}, marker});
    }

    Documents documents_;
    Review review_;
};

TEST_F(ApplyReviewTest, all_of_it) {
    const Applied applied = apply();
    EXPECT_EQ(applied.texts[0], "Pers_1 met Pers_2.\n\nPers_1 left.\n");
    EXPECT_EQ(applied.texts[1], "Pers_2 wrote to Email_1.");
    EXPECT_EQ(applied.entities, 6);
    EXPECT_EQ(applied.blocks, 1);
    EXPECT_TRUE(applied.standing_names.empty());
    EXPECT_EQ(applied.standing_paragraphs, 0);
    EXPECT_TRUE(applied.removed_words.contains("novak"));
    EXPECT_TRUE(applied.removed_words.contains("bombs"));
    EXPECT_FALSE(applied.removed_words.contains("met"));
    EXPECT_EQ(apply("[removed]").texts[0], "Pers_1 met Pers_2.\n\n[removed]\n\nPers_1 left.\n");
}

// What a reviewer marked is somebody of its own, unless the words are known already.
TEST_F(ApplyReviewTest, what_has_no_number_yet_gets_one) {
    review_.blocks.clear();
    review_.entities[5].category = "person";  // an address that is taken for a name now
    review_.entities[5].entity = -1;
    entity(0, "Dorn", 0, "person", -1);
    entity(1, "wrote", 0, "person", -1);
    review_.entities[4].entity = -1;  // "Karl Reem" again, of the other document
    const Applied applied = apply();
    EXPECT_EQ(applied.texts[0],
              "Pers_1 met Pers_2.\n\nThe bombs of Pers_1 are in Pers_4.\n\nPers_1 left.\n");
    EXPECT_EQ(applied.texts[1], "Pers_2 Pers_5 to Pers_3.");
}

TEST_F(ApplyReviewTest, nothing_of_it) {
    for (ReviewEntity& one : review_.entities) one.decision = Decision::reject;
    for (ReviewBlock& one : review_.blocks) one.decision = Decision::reject;
    const Applied applied = apply("[removed]");
    EXPECT_EQ(applied.texts[0], documents_[0].text);
    EXPECT_EQ(applied.texts[1], documents_[1].text);
    EXPECT_EQ(applied.bytes_removed, 0);
    EXPECT_TRUE(applied.removed_words.empty());
}

TEST_F(ApplyReviewTest, what_is_rejected_stays_and_is_counted) {
    review_.entities[3].decision = Decision::reject;  // "Novak left."
    review_.blocks[0].decision = Decision::reject;
    const Applied applied = apply();
    EXPECT_EQ(applied.texts[0],
              "Pers_1 met Pers_2.\n\nThe bombs of Pers_1 are in Dorn.\n\nNovak left.\n");
    review_.entities[0].decision = Decision::reject;  // the first "Anna Novak"
    EXPECT_EQ(apply().standing_names.size(), 1U);     // the third one was removed
    EXPECT_THAT(apply().texts[0], HasSubstr("Anna Novak met"));
}

TEST_F(ApplyReviewTest, overlaps_leave_nothing) {
    // A block that begins within a name, and two mentions that overlap.
    review_.blocks[0].span.begin = review_.entities[1].span.begin + 5;
    EXPECT_EQ(apply().texts[0], "Pers_1 met \n\nPers_1 left.\n");
    review_.blocks.clear();
    entity(1, "anna@example.org.", 0, "url", 0);
    EXPECT_THAT(apply().texts[1], Not(HasSubstr("example")));
}

TEST_F(ApplyReviewTest, the_same_paragraph_elsewhere_is_noticed) {
    documents_[1].text += "\n\nThe Bombs of Anna Novak are in Dorn.";
    EXPECT_EQ(apply().standing_paragraphs, 1);
}

TEST_F(ApplyReviewTest, undecided_is_refused_until_it_is_settled) {
    review_.blocks[0].decision = Decision::undecided;
    EXPECT_THAT(test::error_of([&] { apply(); }).what(), HasSubstr("1 blocks"));
    settle(review_, Decision::reject);
    EXPECT_EQ(apply().blocks, 0);
}

TEST_F(ApplyReviewTest, unknown_categories_are_named) {
    review_.entities[0].category = "spaceship";
    EXPECT_THAT(test::error_of([&] { apply(); }).what(), HasSubstr("spaceship"));
}

TEST_F(ApplyReviewTest, the_audit_log_tells_decisions_and_no_text) {
    review_.entities[1].decision = Decision::reject;
    const std::string log =
        audit_log(review_, {0, 1}, profile_policy("default"), "Mr Who", "2020-01-02T03:04:05Z");
    for (const char* removed : {"Novak", "novak", "Reem", "anna@", "bomb", "Dorn", "a.txt"}) {
        EXPECT_THAT(log, Not(HasSubstr(removed)));
    }
    for (const ReviewDocument& document : review_.documents) {
        EXPECT_THAT(log, Not(HasSubstr(document.digest)));
    }
    std::istringstream lines(log);
    std::vector<Json> read;
    for (std::string line; std::getline(lines, line);) read.push_back(Json::parse(line));
    ASSERT_EQ(read.size(), 8U);
    EXPECT_EQ(read[0]["reviewer"], "Mr Who");
    EXPECT_EQ(read[0]["time"], "2020-01-02T03:04:05Z");
    EXPECT_EQ(read[0]["entities_accepted"], 5);
    EXPECT_EQ(read[1]["what"], "block");
    EXPECT_EQ(read[1]["decision"], "accept");
    EXPECT_EQ(read[3]["decision"], "reject");
    EXPECT_EQ(read[7]["document"], 2);
    EXPECT_EQ(read[7]["treatment"], "number");
}

// Random reviews of random texts: nothing accepted survives, everything else does, in its order.
TEST(ApplyReview, exactly_what_was_decided) {
    const Stream stream = Random(11).stream("reviews");
    for (std::int64_t i = 0; i < 3000; ++i) {
        Draws draws = stream.at(i);
        Documents documents(1);
        documents[0].id = "d";
        const auto words = static_cast<std::int64_t>(draws.below(40) + 1);
        std::vector<language::Span> spans;
        for (std::int64_t w = 0; w < words; ++w) {
            std::string& text = documents[0].text;
            const auto begin = std::ssize(text);
            text += "w" + std::to_string(1000 + w);
            spans.push_back({begin, std::ssize(text)});
            text += draws.below(5) == 0 ? "\n\n" : " ";
        }
        Review review;
        review.documents = make_review(documents, {}, Categories(), {}, {}, "").documents;
        std::vector<bool> gone(static_cast<std::size_t>(words));
        const auto range = [&] {
            const auto first =
                static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(words)));
            const auto last =
                std::min(words - 1, first + static_cast<std::int64_t>(draws.below(6)));
            return std::pair(static_cast<std::size_t>(first), static_cast<std::size_t>(last));
        };
        const auto decide = [&](std::size_t first, std::size_t last) {
            const bool accept = draws.below(2) == 0;
            for (std::size_t w = first; accept && w <= last; ++w) gone[w] = true;
            return accept ? Decision::accept : Decision::reject;
        };
        for (std::uint64_t n = draws.below(5); n > 0; --n) {
            const auto [first, last] = range();
            review.entities.push_back({0,
                                       {spans[first].begin, spans[last].end},
                                       "person",
                                       static_cast<std::int32_t>(n),
                                       MentionSource::user,
                                       "",
                                       draws.uniform(),
                                       decide(first, last)});
        }
        for (std::uint64_t n = draws.below(3); n > 0; --n) {
            const auto [first, last] = range();
            review.blocks.push_back(
                {0, {spans[first].begin, spans[last].end}, 0.5, 1, 0, {}, decide(first, last)});
        }
        const Applied applied =
            apply_review(test::threads(1), documents, review, {0}, profile_policy("default"), {});
        std::string expected;
        for (std::size_t w = 0; w < gone.size(); ++w) {
            const std::string word(spans[w].of(documents[0].text));
            EXPECT_EQ(applied.texts[0].find(word) == std::string::npos, gone[w]) << i;
            if (!gone[w]) expected += word;
        }
        std::string left;
        for (const language::Token& token : language::words_of(applied.texts[0])) {
            const std::string_view word = token.of(applied.texts[0]);
            if (word.starts_with("w1")) left += word;
        }
        ASSERT_EQ(left, expected) << i;
    }
}

}  // namespace
}  // namespace lethe::documents
