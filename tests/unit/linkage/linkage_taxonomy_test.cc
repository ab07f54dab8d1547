// Columns of concepts compared by a taxonomy.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/table/linkage/linkage_truth.h"
#include "lethe/table/linkage/prepared_files.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::linkage {
namespace {

ColumnPtr symptom(const std::vector<std::string>& values, bool means) {
    const ColumnPtr column = Column::from_texts("symptom", Kind::nominal, values);
    if (!means) return column;
    return column->with_meaning(std::make_shared<const Meaning>(
        test::symptoms(), std::span<const MappedValue>(), Unmapped::suppress_record));
}

// symptom > pain > {colic, ache > {lumbago, migraine}}; symptom > inflammation > {appendicitis,
// gastritis}
int taxonomy_level_of(const std::string& left, const std::string& right, bool left_means = false) {
    const Table a({symptom({left}, left_means)});
    const Table b({symptom({right}, !left_means)});
    const LinkagePlan plan{{{"symptom", "symptom", Comparator::taxonomy}}, {}};
    const PreparedFiles files = prepare(test::threads(1), a, b, plan, false);
    return files.level(0, files.left.record(0, 1), files.right.record(0, 1));
}

TEST(TaxonomyComparator, Levels) {
    struct Case {
        const char* left;
        const char* right;
        int level;
    };
    // Levels: 1 differ, 2 near, 3 one below the other, 4 equal; 0 where one says nothing.
    for (const Case& one : {Case{"lumbago", "lumbago", 4},      // equal
                            Case{"lumbago", "Lumbago", 4},      // however written
                            Case{"lumbago", "ache", 3},         // generalised once
                            Case{"pain", "migraine", 3},        // in either direction, twice
                            Case{"lumbago", "symptom", 1},      // the root says nothing
                            Case{"lumbago", "migraine", 2},     // siblings
                            Case{"colic", "ache", 2},           // siblings
                            Case{"lumbago", "colic", 1},        // cousins
                            Case{"pain", "inflammation", 1},    // siblings below the root
                            Case{"colic", "gastritis", 1},      // nothing but the root in common
                            Case{"lumbago", "influenza", 1},    // not in the taxonomy
                            Case{"influenza", "influenza", 4},  // but equal
                            Case{"?", "lumbago", 0}}) {
        EXPECT_EQ(taxonomy_level_of(one.left, one.right), one.level)
            << one.left << " " << one.right;
        EXPECT_EQ(taxonomy_level_of(one.right, one.left, true), one.level)
            << one.right << " " << one.left;
    }
}

TEST(TaxonomyComparator, IsChosenWhereAColumnMeansSomethingAndRefusedWhereNoneDoes) {
    const std::vector<std::string> values{"colic", "lumbago", "migraine"};
    const LinkagePlan chosen =
        make_plan(Table({symptom(values, false)}), Table({symptom(values, true)}), PlanRequest{});
    EXPECT_EQ(chosen.pairs[0].comparator, Comparator::taxonomy);
    EXPECT_EQ(chosen.pairs[0].why_compared, "a taxonomy was given");
    PlanRequest request;
    request.pairs.push_back(
        {.left = "symptom", .right = "symptom", .comparator = Comparator::taxonomy});
    EXPECT_THROW(
        make_plan(Table({symptom(values, false)}), Table({symptom(values, false)}), request),
        Error);
}

// A release whose symptoms are generalised: by the taxonomy people are found whom equality loses.
TEST(TaxonomyComparator, GeneralisedValuesAreLinked) {
    const std::vector<std::string> leaves{"colic", "lumbago", "migraine", "appendicitis",
                                          "gastritis"};
    const std::vector<std::string> above{"pain", "ache", "ache", "inflammation", "inflammation"};
    Draws draws = Random(3).stream("people").at(0);
    std::vector<std::string> hers, released;
    std::vector<double> ages;
    for (int i = 0; i < 200; ++i) {
        const auto one = static_cast<std::size_t>(draws.below(leaves.size()));
        hers.push_back(leaves[one]);
        released.push_back(above[one]);
        ages.push_back(20 + static_cast<double>(i / 4));
    }
    const ColumnPtr age = Column::numeric("age", ages);
    std::vector<std::pair<std::int64_t, std::int64_t>> same;
    for (std::int64_t i = 0; i < 200; ++i) same.emplace_back(i, i);
    const Truth truth = Truth::of_pairs(same);
    const auto found = [&](bool means) {
        const Table left({age, symptom(hers, false)});
        const Table right({age, symptom(released, means)});
        const LinkagePlan plan = make_plan(left, right, PlanRequest{});
        return right_guesses(link_files(test::threads(1), left, right, plan, {}), truth);
    };
    EXPECT_GT(found(true), 1.3 * found(false));
}

}  // namespace
}  // namespace lethe::linkage
