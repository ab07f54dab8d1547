// Recoding of the worked examples V1 and MV1 (k = 3, path) under each reading: the mean distance of
// a value, from section 14.4 of the specification of Martínez 2012.
#include "lethe/algo/partition/semantic_recoding.h"

#include <gtest/gtest.h>

#include "lethe/knowledge/meaning.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

ColumnPtr column(const std::string& name, const TaxonomyPtr& taxonomy,
                 const std::vector<std::string>& texts) {
    return Column::from_texts(name, Kind::semantic, texts)
        ->with_meaning(std::make_shared<const Meaning>(taxonomy, std::span<const MappedValue>(),
                                                       Unmapped::fail));
}

Table v1() {
    return Table({column("symptom", test::symptoms(),
                         {"colic", "lumbago", "lumbago", "lumbago", "migraine", "migraine", "pain",
                          "appendicitis", "gastritis"})});
}

Table mv1() {
    return Table({column("symptom", test::symptoms(),
                         {"colic", "lumbago", "lumbago", "lumbago", "migraine", "migraine",
                          "appendicitis", "gastritis", "lumbago", "lumbago", "colic"}),
                  column("treatment", test::treatments(),
                         {"antibiotic", "rehabilitation", "rehabilitation", "rehabilitation",
                          "aspirin", "aspirin", "hospitalisation", "codeine", "codeine", "codeine",
                          "hospitalisation"})});
}

double mean_loss(const Table& table, RecodingOptions::Candidates candidates, Weighting weighting) {
    TupleSpace::Options options;
    options.measure.kind = MeasureKind::path;
    const TupleSpace space(test::threads(1), table, table.names(), options);
    RecodingOptions recoding;
    recoding.k = 3;
    recoding.candidates = candidates;
    recoding.weighting = weighting;
    const auto images = semantic_recoding(test::threads(1), space, recoding);
    double sum = 0;
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        sum += static_cast<double>(space.count(t)) *
               space.mean(space.parts(images[static_cast<std::size_t>(t)], t));
    }
    return sum / static_cast<double>(space.rows());
}

TEST(SemanticRecoding, LosesWhatEachReadingLoses) {
    using Candidates = RecodingOptions::Candidates;
    constexpr double kPrinted = 5e-7;
    EXPECT_NEAR(mean_loss(v1(), Candidates::non_minimal, Weighting::frequency), 1.666667, kPrinted);
    EXPECT_NEAR(mean_loss(v1(), Candidates::non_minimal, Weighting::none), 1.666667, kPrinted);
    EXPECT_NEAR(mean_loss(v1(), Candidates::any, Weighting::frequency), 1.222222, kPrinted);
    EXPECT_NEAR(mean_loss(mv1(), Candidates::non_minimal, Weighting::frequency), 1.227273,
                kPrinted);
    EXPECT_NEAR(mean_loss(mv1(), Candidates::non_minimal, Weighting::none), 1.5, kPrinted);
    EXPECT_NEAR(mean_loss(mv1(), Candidates::any, Weighting::frequency), 1.409091, kPrinted);
    EXPECT_NEAR(mean_loss(mv1(), Candidates::any, Weighting::none), 0.954545, kPrinted);
}

}  // namespace
}  // namespace lethe
