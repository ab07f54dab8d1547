// What the texts of columns mean, and what becomes of texts that mean nothing.
#include "lethe/knowledge/meaning.h"

#include <gtest/gtest.h>

#include "lethe/space/tuple_space.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

TaxonomyPtr meaning_letters() {
    return test::taxonomy_of("letters",
                             {{"x", "r"}, {"y", "r"}, {"a", "x"}, {"b", "x"}, {"c", "y"}});
}

MappedValue meaning_mapped(const TaxonomyPtr& taxonomy, const std::string& value,
                           const std::string& meaning) {
    return {value, test::concept_named(*taxonomy, meaning), MappedValue::How::override_table, 1};
}

TEST(Meaning, AConceptIsWrittenAsTheFirstOfItsValues) {
    const TaxonomyPtr taxonomy = meaning_letters();
    const std::vector<MappedValue> values = {
        meaning_mapped(taxonomy, "frequent", "a"),
        meaning_mapped(taxonomy, "Early In The Alphabet", "a")};
    const Meaning meaning(taxonomy, values, Unmapped::fail);
    EXPECT_EQ(meaning.label_of(test::concept_named(*taxonomy, "a")), "frequent");
    EXPECT_EQ(meaning.concept_of("Early In The Alphabet"), test::concept_named(*taxonomy, "a"));
    EXPECT_EQ(meaning.label_of(test::concept_named(*taxonomy, "b")), "b");
}

// A value that is written like one concept and means another.
TEST(Meaning, EveryLabelLeadsBackToItsConcept) {
    const TaxonomyPtr taxonomy = meaning_letters();
    const std::vector<MappedValue> values = {meaning_mapped(taxonomy, "x", "y"),
                                             meaning_mapped(taxonomy, "a", "a")};
    const Meaning meaning(taxonomy, values, Unmapped::fail);
    std::set<std::string> labels;
    for (ConceptId c = 0; c < taxonomy->size(); ++c) {
        EXPECT_EQ(meaning.concept_of(meaning.label_of(c)), c) << meaning.label_of(c);
        labels.insert(meaning.label_of(c));
    }
    EXPECT_EQ(std::ssize(labels), taxonomy->size());
    EXPECT_EQ(meaning.concept_of("x (concept 99)"), kNoConcept);
    EXPECT_EQ(meaning.concept_of("x (concept -1)"), kNoConcept);
}

TEST(Meaning, TextsWithoutAConceptAreWhatThePolicySays) {
    const std::vector<std::string> texts = {"a", "b", "foo", "bar"};
    const auto values_under = [&](Unmapped unmapped) {
        const ColumnPtr column =
            Column::from_texts("t", Kind::semantic, texts)
                ->with_meaning(std::make_shared<const Meaning>(
                    meaning_letters(), std::span<const MappedValue>(), unmapped));
        const std::vector<std::string> names = {"t"};
        return TupleSpace(test::threads(1), Table({column}), names, {}).tuples();
    };
    EXPECT_EQ(values_under(Unmapped::exact_match), 4);
    EXPECT_EQ(values_under(Unmapped::attach_to_root), 3);   // foo and bar are the root
    EXPECT_EQ(values_under(Unmapped::suppress_record), 3);  // and are missing here
}

// The counts of a corpus travel with the meaning, to whoever measures the column.
TEST(Meaning, MeasuresGoByTheContentOfTheColumn) {
    const TaxonomyPtr taxonomy = meaning_letters();
    auto content = std::make_shared<InformationContent>();
    content->of.assign(static_cast<std::size_t>(taxonomy->size()), 4);
    content->of.front() = 0;
    content->of[static_cast<std::size_t>(test::concept_named(*taxonomy, "x"))] = 3;
    content->greatest = 4;
    const Meaning counted(taxonomy, {}, Unmapped::fail, content);
    const Meaning plain(taxonomy, {}, Unmapped::fail);
    const ConceptId a = test::concept_named(*taxonomy, "a");
    const ConceptId b = test::concept_named(*taxonomy, "b");
    const ConceptId c = test::concept_named(*taxonomy, "c");
    MeasureOptions options;
    options.kind = MeasureKind::jiang_conrath;
    EXPECT_EQ(counted.measure(options)->distance(a, b), 4 + 4 - 2 * 3);
    EXPECT_EQ(counted.measure(options)->distance(a, c), 4 + 4);
    EXPECT_LT(plain.measure(options)->distance(a, b), 2);
    const std::vector<std::string> texts = {"a", "b", "c"};
    const std::vector<std::string> names = {"t"};
    const auto farthest = [&](const Meaning& meaning) {
        const ColumnPtr column = Column::from_texts("t", Kind::semantic, texts)
                                     ->with_meaning(std::make_shared<const Meaning>(meaning));
        const TupleSpace space(test::threads(1), Table({column}), names, {.measure = options});
        return space.mean(space.parts(0, 2));
    };
    EXPECT_NEAR(farthest(counted), 8, 1e-6);
    EXPECT_LT(farthest(plain), 3);
}

TEST(Meaning, TextsOfNumbersAreTakenAsTheyAreWritten) {
    auto spelling = std::make_shared<Column::Spelling>();
    spelling->add(1, "250.00");
    const ColumnPtr codes = Column::numeric("dx", {250, 250, 486}, {}, spelling);
    EXPECT_EQ(codes->as_kind(Kind::nominal)->dictionary().size(), 2U);
    const ColumnPtr written = codes->as_written(Kind::nominal);
    EXPECT_EQ(written->dictionary(), (Dictionary{"250", "250.00", "486"}));
    EXPECT_EQ(written->text(1), "250.00");
}

TEST(Meaning, WholeRecordsAreEqualOrNotWhateverTheirNumbers) {
    const ColumnPtr numbers = Column::numeric("n", {0, 1e-9, 1e15, 0});
    const std::vector<std::string> names = {"n"};
    TupleSpace::Options options;
    options.whole_records = true;
    options.standardise = false;
    options.squared = true;
    const TupleSpace space(test::threads(1), Table({numbers}), names, options);
    ASSERT_EQ(space.tuples(), 3);
    EXPECT_EQ(space.mean(space.parts(0, 1)), 1);
    EXPECT_EQ(space.mean(space.parts(1, 2)), 1);
    EXPECT_EQ(space.mean(space.parts(2, 2)), 0);
}

TEST(Meaning, NumbersThatCannotBeComparedAreRefused) {
    const ColumnPtr numbers = Column::numeric("n", {-1e308, 1e308, 0});
    const std::vector<std::string> names = {"n"};
    EXPECT_THROW(TupleSpace(test::threads(1), Table({numbers}), names, {}), Error);
}

}  // namespace
}  // namespace lethe
