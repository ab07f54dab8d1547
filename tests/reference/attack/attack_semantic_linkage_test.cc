// The three linkages of words, record by record: every known record against every masked one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "assess.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/measure.h"
#include "taxonomies.h"

namespace lethe {
namespace {

struct SemanticLinkageWords {
    TaxonomyPtr taxonomy;
    Table original;
    Table masked;
    test::Intruder intruder;
};

ColumnPtr random_words(const MeaningPtr& meaning, Draws& draws, std::int64_t rows,
                       std::uint64_t concepts, bool holes) {
    std::vector<std::string> texts;
    Validity validity(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto c = static_cast<ConceptId>(draws.below(concepts));
        texts.push_back(meaning->label_of(c));
        if (holes && draws.below(6) == 0) validity.set_missing(row);
    }
    const ColumnPtr column = Column::from_texts("word", Kind::semantic, texts);
    return Column::categories("word", Kind::semantic,
                              {column->codes().begin(), column->codes().end()},
                              column->dictionary_ptr(), validity)
        ->with_meaning(meaning);
}

SemanticLinkageWords random_case(std::uint64_t round) {
    Draws draws = Random(7).stream("words").at(static_cast<std::int64_t>(round));
    SemanticLinkageWords words;
    words.taxonomy = test::random_taxonomy(Random(round), 12);
    const auto meaning = std::make_shared<const Meaning>(
        words.taxonomy, std::span<const MappedValue>(), Unmapped::exact_match);
    const auto concepts = static_cast<std::uint64_t>(words.taxonomy->size());
    const auto rows = static_cast<std::int64_t>(1 + draws.below(10));
    const bool holes = draws.below(3) == 0;
    const auto table = [&](std::int64_t count) {
        std::vector<double> numbers;
        for (std::int64_t row = 0; row < count; ++row) {
            numbers.push_back(static_cast<double>(draws.below(3)));
        }
        return Table({random_words(meaning, draws, count, concepts, holes),
                      Column::numeric("number", numbers)});
    };
    words.original = table(rows);
    words.masked = table(rows);
    if (draws.below(3) == 0) {
        std::vector<std::int64_t> kept;
        for (std::int64_t row = 0; row < rows; ++row) {
            if (draws.below(4) > 0) kept.push_back(row);
        }
        if (!kept.empty()) {
            words.masked = words.masked.gather(kept);
            words.intruder.origin = kept;
        }
    }
    if (draws.below(3) == 0) {
        for (std::int64_t row = 0; row < rows; row += 2) words.intruder.known.push_back(row);
    }
    return words;
}

std::vector<std::int64_t> held_rows(const SemanticLinkageWords& words) {
    if (!words.intruder.known.empty()) return words.intruder.known;
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < words.original.rows(); ++row) rows.push_back(row);
    return rows;
}

std::int64_t own_row(const SemanticLinkageWords& words, std::int64_t row) {
    if (words.intruder.origin.empty()) return row;
    for (std::size_t i = 0; i < words.intruder.origin.size(); ++i) {
        if (words.intruder.origin[i] == row) return static_cast<std::int64_t>(i);
    }
    return -1;
}

bool equal_meanings(const Table& a, std::int64_t row_a, const Table& b, std::int64_t row_b) {
    for (const ColumnPtr& column : a.columns()) {
        const Column& other = b.column(column->name());
        if (column->valid(row_a) != other.valid(row_b)) return false;
        if (column->valid(row_a) && column->text(row_a) != other.text(row_b)) return false;
    }
    return true;
}

// The largest distance that the words' domain knows stands for missing ones.
double naive_distance(const SemanticLinkageWords& words, const Measure& measure, double far,
                      double range, std::int64_t row, std::int64_t masked) {
    const Column& word = words.original.column("word");
    const Column& other = words.masked.column("word");
    double sum = 0;
    if (word.valid(row) != other.valid(masked)) sum = far;
    if (word.valid(row) && other.valid(masked)) {
        const auto c = word.meaning()->concept_of(word.text(row));
        sum = measure.distance(c, word.meaning()->concept_of(other.text(masked)));
    }
    const double a = words.original.column("number").numbers()[static_cast<std::size_t>(row)];
    const double b = words.masked.column("number").numbers()[static_cast<std::size_t>(masked)];
    return (sum + std::abs(a - b) / range) / 2;
}

TEST(SemanticLinkage, IsThatOfAllPairsOfRecords) {
    for (std::uint64_t round = 0; round < 2000; ++round) {
        const SemanticLinkageWords words = random_case(round);
        const auto numbers = words.original.column("number").numbers();
        const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
        // A column of one number says nothing.
        const double range = *high > *low ? *high - *low : std::numeric_limits<double>::infinity();
        const auto measure = make_measure(words.taxonomy, {});
        double expected = 0;
        const std::vector<std::int64_t> rows = held_rows(words);
        for (const std::int64_t row : rows) {
            double least = 1e9;
            for (std::int64_t m = 0; m < words.masked.rows(); ++m) {
                least = std::min(least, naive_distance(words, *measure, 1, range, row, m));
            }
            int ties = 0;
            bool found = false;
            for (std::int64_t m = 0; m < words.masked.rows(); ++m) {
                if (naive_distance(words, *measure, 1, range, row, m) > least + 1e-8) continue;
                ++ties;
                found = found || m == own_row(words, row);
            }
            if (found) expected += 1.0 / ties;
        }
        const Measurement linked = test::assess("semantic-linkage", words.original, words.masked,
                                                Json::object(), 2, words.intruder);
        ASSERT_NEAR(linked.value, 100 * expected / static_cast<double>(rows.size()), 1e-9) << round;
    }
}

TEST(LabelAndMatchingLinkage, AreThoseOfAllPairsOfRecords) {
    for (std::uint64_t round = 0; round < 2000; ++round) {
        const SemanticLinkageWords words = random_case(round);
        const std::vector<std::int64_t> rows = held_rows(words);
        double by_label = 0, by_match = 0;
        for (const std::int64_t row : rows) {
            const std::int64_t own = own_row(words, row);
            if (own < 0 || !equal_meanings(words.original, row, words.masked, own)) continue;
            int alike = 0, matching = 0;
            for (const std::int64_t other : rows) {
                alike += equal_meanings(words.original, row, words.original, other) ? 1 : 0;
            }
            for (std::int64_t m = 0; m < words.masked.rows(); ++m) {
                matching += equal_meanings(words.original, row, words.masked, m) ? 1 : 0;
            }
            by_label += 1.0 / alike;
            by_match += 1.0 / matching;
        }
        const auto value = [&](const char* name) {
            return test::assess(name, words.original, words.masked, Json::object(), 1,
                                words.intruder)
                .value;
        };
        const auto count = static_cast<double>(rows.size());
        ASSERT_NEAR(value("label-linkage"), 100 * by_label / count, 1e-9);
        ASSERT_NEAR(value("matching-linkage"), 100 * by_match / count, 1e-9);
    }
}

}  // namespace
}  // namespace lethe
