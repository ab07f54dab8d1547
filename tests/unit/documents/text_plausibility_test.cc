#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "lethe/documents/find/plausibility.h"
#include "lethe/documents/measure/term_anonymity.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::documents {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> plausibility_texts(const std::vector<GeneralisedTerm>& terms) {
    std::vector<std::string> result;
    for (const GeneralisedTerm& term : terms) result.push_back(term.text);
    return result;
}

TEST(Plausibility, what_may_have_been_there) {
    const TaxonomyPtr treatments = test::treatments();
    const auto terms = generalised_terms(
        *treatments, "She got aspirin and an antibiotic; aspirin helped. No rehabilitation.",
        "She got Analgesic and a medication; analgesic helped. No therapy.");
    EXPECT_THAT(plausibility_texts(terms), ElementsAre("analgesic", "medication", "therapy"));
    // aspirin, codeine; and antibiotic; and rehabilitation
    EXPECT_EQ(terms[0].leaves, 2);
    EXPECT_EQ(terms[1].leaves, 3);
    EXPECT_EQ(terms[2].leaves, 4);
    const Plausibility found = plausibility(terms);
    EXPECT_EQ(found.terms, 3);
    EXPECT_EQ(found.fewest, 2);
    EXPECT_DOUBLE_EQ(found.log10_t, std::log10(2.0) + std::log10(3.0) + std::log10(4.0));
    EXPECT_DOUBLE_EQ(found.log10_uniform, 3 * std::log10(2.0));
}

TEST(Plausibility, what_was_there_before_or_stands_above_nothing_is_not_counted) {
    const TaxonomyPtr treatments = test::treatments();
    EXPECT_THAT(generalised_terms(*treatments, "aspirin is an analgesic", "this is an analgesic"),
                IsEmpty());
    EXPECT_THAT(generalised_terms(*treatments, "aspirin", "hospitalisation"), IsEmpty());
    EXPECT_THAT(generalised_terms(*treatments, "aspirin", ""), IsEmpty());
    const Plausibility found = plausibility({});
    EXPECT_EQ(found.log10_t, 0);
    EXPECT_EQ(found.log10_uniform, 0);
}

TEST(Plausibility, phrases_of_several_words) {
    const TaxonomyPtr places = test::taxonomy_of("places", {{"Sacramento", "state capital"},
                                                            {"Albany", "state capital"},
                                                            {"state capital", "place"},
                                                            {"New York", "place"}});
    const auto terms =
        generalised_terms(*places, "from Sacramento to New York", "from a State  capital to Place");
    EXPECT_THAT(plausibility_texts(terms), ElementsAre("state capital", "place"));
    EXPECT_DOUBLE_EQ(plausibility(terms).log10_t, std::log10(6.0));
}

TEST(TermAnonymity, by_hand) {
    const std::vector<std::vector<std::string>> terms{
        {"rome", "bonn", "rome"}, {"rome", "bonn"}, {"rome"}, {"oslo"}, {}};
    const TermAnonymity one = term_anonymity(test::threads(1), terms, 2, 1);
    EXPECT_EQ(one.documents, 5);
    EXPECT_EQ(one.terms, 3);
    EXPECT_EQ(one.occurrences, 6);
    EXPECT_EQ(one.smallest, 1);
    EXPECT_EQ(one.violating, 1);
    EXPECT_EQ(one.exposed, 1);
    ASSERT_EQ(one.rarest.size(), 1U);
    EXPECT_EQ(one.rarest[0].term, "oslo");
    const TermAnonymity two = term_anonymity(test::threads(1), terms, 3, 2);
    EXPECT_EQ(two.violating, 3);  // bonn, oslo, and both rome and bonn
    EXPECT_EQ(two.by_size[1].combinations, 1);
    EXPECT_EQ(two.by_size[1].smallest, 2);
    EXPECT_EQ(two.exposed, 3);
    const TermAnonymity none = term_anonymity(test::threads(1), {{}, {}}, 3, 2);
    EXPECT_EQ(none.smallest, 0);
    EXPECT_EQ(none.exposed, 0);
}

}  // namespace
}  // namespace lethe::documents
