// Measures: names, options, the contract of distances, and what the cases do not show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/taxonomy_builder.h"
#include "lethe/knowledge/word_similarity.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using testing::HasSubstr;

std::unique_ptr<Measure> measure_of(const TaxonomyPtr& taxonomy, MeasureKind kind) {
    MeasureOptions options;
    options.kind = kind;
    return make_measure(taxonomy, options);
}

TEST(Measures, HaveNamesThatLeadBack) {
    EXPECT_EQ(measure_names().size(), 14u);
    for (const std::string_view name : measure_names()) {
        ASSERT_TRUE(measure_named(name));
        EXPECT_EQ(lethe::name(*measure_named(name)), name);
    }
    EXPECT_EQ(measure_named("log-sc"), MeasureKind::log_sc);
    EXPECT_FALSE(measure_named("logsc"));
    EXPECT_TRUE(is_distance(MeasureKind::path));
    EXPECT_FALSE(is_distance(MeasureKind::resnik));
}

TEST(Measures, RefuseOptionsOutOfRangeAllAtOnce) {
    MeasureOptions options;
    options.root_depth = 3;
    options.taxonomy_depth = 3;
    options.synonyms = 0.5;
    options.alpha = -1;
    options.beta = std::nan("");
    options.content = std::make_shared<const InformationContent>();
    try {
        make_measure(test::symptoms(), options);
        FAIL() << "an error was expected";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_EQ(error.problems().size(), 6u) << error.what();
        EXPECT_THAT(error.what(), HasSubstr("4 concepts deep"));
    }
}

TEST(Measures, OfOneConceptAgainstItselfAndOfATaxonomyOfOne) {
    const TaxonomyPtr one = test::random_taxonomy(Random(1), 1);
    for (const TaxonomyPtr& taxonomy : {one, test::symptoms()}) {
        for (const std::string_view name : measure_names()) {
            SCOPED_TRACE(name);
            const auto measure = measure_of(taxonomy, *measure_named(name));
            for (ConceptId c = 0; c < taxonomy->size(); ++c) EXPECT_EQ(measure->distance(c, c), 0);
        }
    }
    // Infinite in the printed form of Leacock and Chodorow; nothing over nothing in that of Wu and
    // Palmer.
    EXPECT_DOUBLE_EQ(measure_of(one, MeasureKind::leacock_chodorow)->published(0, 0), std::log(2));
    MeasureOptions edges;
    edges.kind = MeasureKind::wu_palmer;
    edges.root_depth = 0;
    EXPECT_EQ(make_measure(one, edges)->published(0, 0), 1);
}

// Two chains of a hundred concepts below the root: more subsumers than any table holds.
TEST(Measures, LogScOfConceptsWithManySubsumers) {
    std::vector<std::pair<std::string, std::string>> links;
    for (const std::string chain : {"a", "b"}) {
        for (int i = 1; i <= 100; ++i) {
            links.emplace_back(chain + std::to_string(i),
                               i == 1 ? "root" : chain + std::to_string(i - 1));
        }
    }
    const TaxonomyPtr taxonomy = test::taxonomy_of("chains", links);
    const auto measure = measure_of(taxonomy, MeasureKind::log_sc);
    const auto of = [&](const char* name) { return test::concept_named(*taxonomy, name); };
    EXPECT_DOUBLE_EQ(measure->distance(of("a100"), of("b100")), std::log2(1 + 200.0 / 201));
    EXPECT_DOUBLE_EQ(measure->distance(of("a100"), of("a40")), std::log2(1 + 60.0 / 101));
    EXPECT_DOUBLE_EQ(measure->distance(of("a3"), of("b2")), std::log2(1 + 5.0 / 6));
}

TEST(Measures, MatrixIsTheSameForAnyNumberOfThreads) {
    const TaxonomyPtr taxonomy = test::random_taxonomy(Random(7), 400);
    std::vector<ConceptId> all;
    for (ConceptId c = 0; c < taxonomy->size(); ++c) all.push_back(c);
    for (const std::string_view name : measure_names()) {
        SCOPED_TRACE(name);
        std::vector<double> one(all.size() * all.size()), four(all.size() * all.size());
        const auto measure = measure_of(taxonomy, *measure_named(name));
        distance_matrix(test::threads(4), *measure, all, all, four.data());
        distance_matrix(test::threads(1), *measure, all, all, one.data());
        EXPECT_EQ(one, four);
    }
}

// A larger taxonomy after a smaller one, and back, in one thread.
TEST(Measures, OfSeveralTaxonomiesInTurn) {
    const TaxonomyPtr small = test::symptoms();
    const TaxonomyPtr large = test::random_taxonomy(Random(3), 500);
    const auto of_small = measure_of(small, MeasureKind::path);
    const auto of_large = measure_of(large, MeasureKind::path);
    for (ConceptId c = 0; c < small->size(); ++c) {
        const std::vector<ConceptId> others{0, c, small->size() > 3 ? 3 : 0};
        std::vector<double> out(3);
        of_large->distances(static_cast<ConceptId>(large->size() - 1), others, out.data());
        of_small->distances(c, others, out.data());
        for (std::size_t i = 0; i < others.size(); ++i) {
            EXPECT_EQ(out[i], of_small->distance(c, others[i]));
        }
    }
}

TEST(Content, IntrinsicIsNothingAtTheRootAndOneAtTheLeaves) {
    const TaxonomyPtr taxonomy = test::symptoms();
    const InformationContent content = intrinsic_content(*taxonomy);
    EXPECT_EQ(content(0), 0);
    EXPECT_EQ(content(test::concept_named(*taxonomy, "gastritis")), 1);
    EXPECT_DOUBLE_EQ(content(test::concept_named(*taxonomy, "ache")),
                     1 - std::log(3) / std::log(9));
    EXPECT_EQ(content.greatest, 1);
}

class CountedContent : public testing::Test {
  protected:
    InformationContent read(std::string_view text, Uncounted uncounted = Uncounted::once) {
        write_file(folder_.file("ic.dat"), text);
        return corpus_content(*taxonomy_, folder_.file("ic.dat"), uncounted);
    }
    std::string wrong(std::string_view text) {
        try {
            read(text);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            return error.what();
        }
        return {};
    }

    test::TemporaryFolder folder_;
    TaxonomyPtr taxonomy_ =
        test::taxonomy_of("synsets", {{"00000020n", "00000010n"}, {"00000030n", "00000010n"}});
};

TEST_F(CountedContent, IsTheLogarithmOfTheShare) {
    const auto content = read("wnver::x\n10n 100 ROOT\n20n 25\n7v 30 ROOT\n");
    EXPECT_EQ(content(0), 0);
    EXPECT_DOUBLE_EQ(content(1), std::log(4));
    EXPECT_DOUBLE_EQ(content(2), std::log(100));
    EXPECT_DOUBLE_EQ(content.greatest, std::log(100));
    EXPECT_EQ(read("10n 100 ROOT\n20n 25\n", Uncounted::unknown)(2), kUnknownContent);
}

TEST_F(CountedContent, RefusesOtherFiles) {
    EXPECT_THAT(wrong("wnver::x\n10n 100 ROOT\n20n many\n"), HasSubstr(":3"));
    EXPECT_THAT(wrong("10n 100 ROOT\n20n 5 TOP\n"), HasSubstr(":2"));
    EXPECT_THAT(wrong(""), HasSubstr("0 of their synsets"));
    EXPECT_THAT(wrong("wnver::x\n11n 100 ROOT\n"), HasSubstr("0 of their synsets"));
    EXPECT_THAT(wrong("10n 100\n20n 5\n"), HasSubstr("counted 0 times"));
    EXPECT_THAT(wrong("10n 100 ROOT\n20n 101\n"), HasSubstr("not counts of synsets"));
    EXPECT_THAT(wrong("10n -1 ROOT\n"), HasSubstr(":1"));
    EXPECT_THROW(corpus_content(*taxonomy_, folder_.file("none.dat")), Error);
}

TEST(WordSimilarity, TakesTheSensesThatAreMostAlike) {
    TaxonomyBuilder builder("words", "");
    const auto add = [&](const char* id, const char* name, const char* parent, int sense) {
        const auto c = builder.add_concept(id);
        builder.add_name(c, name, sense);
        if (parent != nullptr) builder.add_is_a(c, builder.find_concept(parent));
    };
    add("top", "top", nullptr, 0);
    add("animal", "animal", "top", 0);
    add("person", "person", "top", 0);
    add("dog2", "dog", "person", 1);
    add("dog1", "dog", "animal", 2);
    add("cat1", "cat", "animal", 1);
    const auto taxonomy = std::make_shared<const Taxonomy>(std::move(builder).build("words"));
    const auto best = [&](MeasureKind kind, const char* a, const char* b) {
        return word_similarity(*taxonomy, *measure_of(taxonomy, kind), is_distance(kind), a, b);
    };
    const auto path = best(MeasureKind::path, "Dogs", "cat");
    ASSERT_TRUE(path);
    EXPECT_EQ(path->published, 2);
    EXPECT_EQ(taxonomy->id(path->first), "dog1");
    EXPECT_EQ(taxonomy->id(path->second), "cat1");
    EXPECT_EQ(taxonomy->id(best(MeasureKind::lin, "dog", "cat")->first), "dog1");
    // Equal: the more usual sense.
    EXPECT_EQ(taxonomy->id(best(MeasureKind::equality, "dog", "cat")->first), "dog2");
    EXPECT_FALSE(best(MeasureKind::path, "dog", "unicorn"));
}

}  // namespace
}  // namespace lethe
