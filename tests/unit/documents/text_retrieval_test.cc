#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/measure/document_match.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/measure/retrieval.h"
#include "support.h"

namespace lethe::documents {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Retrieval, changes) {
    EXPECT_DOUBLE_EQ(relative_change(0.8, 0.4), -50);
    EXPECT_DOUBLE_EQ(relative_change(0, 0.2), 20);
    EXPECT_DOUBLE_EQ(relative_change(0, 0), 0);
    RetrievalMeasures none;
    RetrievalMeasures some;
    some.total = 7;
    EXPECT_EQ(changes_of(none, some).total, 100);
    EXPECT_EQ(changes_of(some, none).total, -100);
    EXPECT_EQ(changes_of(none, none).total, 0);
    EXPECT_EQ(overlap_loss(0, 0), 0);
}

TEST(Retrieval, thresholds_of_few_documents) {
    EXPECT_EQ(automatic_threshold({}), 0);
    EXPECT_EQ(automatic_threshold(std::vector{0.3}), 0);
    EXPECT_DOUBLE_EQ(automatic_threshold(std::vector{0.4, 0.1}), 0.2);
    // The first of equal falls.
    EXPECT_DOUBLE_EQ(automatic_threshold(std::vector{0.8, 0.2, 0.05}), 0.4);
    std::vector<double> slow(30, 0.5);
    slow[25] = 0.01;  // beyond the twentieth it does not count
    std::sort(slow.rbegin(), slow.rend());
    EXPECT_DOUBLE_EQ(automatic_threshold(slow), 0.5);
}

TEST(Retrieval, equal_documents_are_retrieved_together) {
    for (int i = 1; i < 2000; ++i) {
        const double relevance = i / 2003.0;  // the product of two roots may lie above it
        const std::vector<double> equal{relevance, relevance};
        ASSERT_LE(automatic_threshold(equal), relevance);
    }
}

TEST(Retrieval, a_query_that_finds_nothing_has_no_index) {
    const QueryComparison nothing =
        compare_query({}, {}, 0.1, std::nullopt, {}, 5, RoundComponents::none);
    EXPECT_FALSE(nothing.combined);
    EXPECT_EQ(nothing.nmi, 1);
    const QueryComparison lost =
        compare_query({{2, 0.5}}, {}, 0.1, std::nullopt, {}, 5, RoundComponents::none);
    EXPECT_DOUBLE_EQ(*lost.combined, (2 * -100.0 - 100 - 0 - 100 - 0 - 200) / 8);
    EXPECT_EQ(lost.nmi, 0);
}

// By hand, of four documents: two are retrieved before (1 bit), the first of them after (0.811278
// bits); they share 1/4 + 1/4 log2(2/3) + 1/2 log2(4/3) = 0.311278 bits.
TEST(Retrieval, nmi_of_the_printed_formula) {
    constexpr double kNmi = 0.311278124459133 / ((1 + 0.811278124459133) / 2);
    IndexOptions index;
    index.sets = SetLoss::nmi;
    const auto compare = [&](const std::vector<Hit>& after) {
        return compare_query({{0, 0.9}, {1, 0.8}}, after, 0.1, std::nullopt, {}, 4, index);
    };
    const QueryComparison fewer = compare({{0, 0.9}});
    EXPECT_NEAR(fewer.nmi, kNmi, 1e-12);
    // F from 1 to 2/3, coverage and returned documents halved, nothing new and nothing random.
    EXPECT_NEAR(*fewer.combined, (2 * -100.0 / 3 - 50 - 50 - 2 * 100 * (1 - kNmi)) / 8, 1e-9);
    EXPECT_EQ(compare({{0, 0.9}, {1, 0.8}}).nmi, 1);
    EXPECT_EQ(*compare({{0, 0.9}, {1, 0.8}}).combined, 0);
    // One of two exchanged for another: knowing the first set tells nothing of the second.
    EXPECT_NEAR(compare({{0, 0.9}, {2, 0.8}}).nmi, 0, 1e-12);
    // All exchanged: each set tells the other, and the formula's last part sees no loss at all.
    // What the tables print in its place, the overlap, sees all of it.
    const QueryComparison others = compare({{2, 0.9}, {3, 0.8}});
    EXPECT_NEAR(others.nmi, 1, 1e-12);
    EXPECT_EQ(others.overlap_loss, 100);
}

TEST(Retrieval, sets_of_a_query) {
    const std::vector<std::int64_t> truth{1, 3, 5};
    const std::vector<std::int64_t> random{2};
    const Retrieved found = retrieve({{3, 0.9}, {2, 0.5}, {4, 0.4}, {5, 0.1}}, 0.4, truth, random);
    EXPECT_THAT(found.documents, ElementsAre(2, 3, 4));
    EXPECT_EQ(found.counts.returned, 4);
    EXPECT_EQ(found.counts.relevant, 1);
    EXPECT_EQ(found.counts.true_returned, 2);
    EXPECT_EQ(found.counts.random, 1);
    const RetrievalMeasures measures = measures_of(found.counts);
    EXPECT_DOUBLE_EQ(measures.precision, 1.0 / 3);
    EXPECT_DOUBLE_EQ(measures.novelty, 2.0 / 5);
    EXPECT_DOUBLE_EQ(measures.average_relevance, 0.6);
    EXPECT_DOUBLE_EQ(measures.random, 1.0 / 3);
}

std::string problems_of(std::string_view toml) {
    try {
        parse_queries(toml, "queries.toml");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return error.what();
    }
    return "";
}

TEST(QueryFile, what_it_says) {
    const QueryFile file = parse_queries(R"(
[threshold]
utility = 0.0422
[[query]]
name = "u"
kind = "utility"
words = "oil price"
relevant = ["a", "b"]
[[query]]
name = "r"
kind = "risk"
words = "weapon"
[[query]]
name = "s"
kind = "risk"
words = "plan"
threshold = 1
[benchmark]
documents = ["c"]
)",
                                         "queries.toml");
    ASSERT_EQ(file.queries.size(), 3U);
    EXPECT_EQ(file.queries[0].threshold, 0.0422);
    EXPECT_THAT(*file.queries[0].relevant, ElementsAre("a", "b"));
    EXPECT_EQ(file.queries[1].kind, QueryKind::risk);
    EXPECT_FALSE(file.queries[1].threshold);
    EXPECT_FALSE(file.queries[1].relevant);
    EXPECT_EQ(file.queries[2].threshold, 1.0);
    EXPECT_THAT(file.benchmark, ElementsAre("c"));
}

TEST(QueryFile, every_problem_is_told_at_once) {
    const std::string told = problems_of(R"(
[treshold]
[threshold]
risk = 2
[[query]]
name = "u"
kind = "use"
words = " "
relevent = []
[[query]]
name = "u"
kind = "risk"
words = "x"
relevant = [1]
[benchmark]
documents = "a"
)");
    for (const char* part :
         {"treshold", "from 0 to 1", "\"kind\" must be", "not empty", "relevent", "two queries",
          "\"relevant\" must be a list", "\"documents\" must be a list"}) {
        EXPECT_THAT(told, HasSubstr(part));
    }
    EXPECT_THAT(problems_of(""), HasSubstr("no [[query]]"));
    EXPECT_THAT(problems_of("query = 1"), HasSubstr("[[query]]"));
    EXPECT_THAT(problems_of("[[query]]\nname = \"a\""), HasSubstr("needs \"words\""));
}

TEST(DocumentMatch, by_id_and_without_the_ending) {
    EXPECT_EQ(without_ending("a/b.html"), "a/b");
    EXPECT_EQ(without_ending("b.txt.gz"), "b");
    EXPECT_EQ(without_ending("line-7"), "line-7");
    EXPECT_EQ(without_ending(".txt"), ".txt");
    const DocumentMatch match =
        match_documents({"a.html", "b.txt", "c.txt", "d.txt", "d.md"},
                        {"x.txt", "b.txt", "a.txt", "d.md", "new-1.txt"}, {{"new-1.txt", "c.txt"}});
    EXPECT_THAT(match.sanitised, ElementsAre(2, 1, 4, -1, 3));
    EXPECT_THAT(match.missing, ElementsAre("d.txt"));
    EXPECT_THAT(match.unexplained, ElementsAre("x.txt"));
}

TEST(AssessQueries, a_deleted_name_costs_the_queries_by_it) {
    const TextCollection before{
        {"a", "b", "c", "d"},
        {"Smith met the king", "Smith and the weapon", "a weapon plan", "tea"}};
    const TextCollection after{before.ids,
                               {"Pers_1 met the king", "Pers_1 and the weapon", "", "tea"}};
    QueryFile queries;
    queries.queries = {{"names", QueryKind::utility, "Smith", {}, 0.01},
                       {"king", QueryKind::utility, "king", {{"a"}}, 0.01},
                       {"weapon", QueryKind::risk, "weapon plan", {}, 0.01}};
    queries.benchmark = {"d"};
    const QueryAssessment found =
        assess_queries(test::threads(2), before, after, queries, RoundComponents::integer);
    EXPECT_EQ(found.queries[0].found.counts_after.returned, 0);
    EXPECT_DOUBLE_EQ(*found.queries[0].found.combined, -75);
    EXPECT_DOUBLE_EQ(*found.queries[1].found.combined, 0);
    EXPECT_EQ(found.queries[2].found.counts_before.truth, 2);
    EXPECT_EQ(found.queries[2].found.counts_after.relevant, 1);
    EXPECT_DOUBLE_EQ(found.queries[2].found.overlap_loss, 50);
    EXPECT_DOUBLE_EQ(*found.utility.mean, -37.5);
    // F 1 to 2/3, coverage and total by half, half lost.
    EXPECT_DOUBLE_EQ(*found.risk.mean, (2 * -33.0 - 50 - 50 - 100) / 8);
    EXPECT_EQ(to_json(found)["queries"][2]["after"]["total"], 1);

    queries.queries[1].relevant = {"a", "nobody"};
    EXPECT_THROW(assess_queries(test::threads(1), before, after, queries, RoundComponents::none),
                 Error);
}

}  // namespace
}  // namespace lethe::documents
