#include "lethe/vectors/measure/vector_alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "lethe/core/random.h"

namespace lethe::vectors {
namespace {

// Documents of a few of many terms, each from one of ten subjects.
DocumentVectors documents_about(std::int64_t documents, std::uint64_t seed) {
    DocumentVectors made{SparseRows(60), {}, {}, {}};
    for (int term = 0; term < 60; ++term) made.terms.push_back("t" + std::to_string(term));
    const Stream stream = Random(seed).stream("documents");
    for (std::int64_t row = 0; row < documents; ++row) {
        Draws draws = stream.at(row);
        const auto subject = static_cast<std::int32_t>(draws.below(10));
        for (std::int32_t term = 0; term < 60; ++term) {
            if (draws.uniform() < (term / 6 == subject ? 0.6 : 0.05) || term == subject) {
                made.rows.add(term, 0.2 + draws.uniform());
            }
        }
        made.rows.end_row();
    }
    return made;
}

DocumentVectors rotated(const DocumentVectors& vectors, std::int64_t by) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(vectors.size()));
    std::iota(rows.begin(), rows.end(), 0);
    std::rotate(rows.begin(), rows.begin() + by, rows.end());
    return chosen_rows(vectors, rows);
}

TEST(VectorAlignment, TellsTheSameOrderFromAnother) {
    int doubted = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const DocumentVectors original = documents_about(60, seed);
        EXPECT_FALSE(vector_alignment(original, original).doubtful());
        const DocumentVectors other = rotated(original, 7);
        doubted += vector_alignment(original, other).doubtful() ? 1 : 0;
        // Whatever the terms are called and in which order they stand.
        DocumentVectors renamed = over_terms(original, {"t9", "t3", "x", "t40", "t1", "t20"});
        EXPECT_EQ(vector_alignment(original, renamed).rows, 60);
    }
    EXPECT_GE(doubted, 45);  // 2 sigmas come by chance now and then
}

TEST(VectorAlignment, DoubtsNothingThatCannotBeCompared) {
    const DocumentVectors original = documents_about(40, 1);
    DocumentVectors one = original;
    one.rows = SparseRows(60);
    for (int row = 0; row < 40; ++row) one.rows.append(original.rows[0]);
    EXPECT_FALSE(vector_alignment(original, one).doubtful());  // all published as one
    DocumentVectors strange = rotated(original, 7);
    for (std::string& term : strange.terms) term += "x";
    EXPECT_FALSE(vector_alignment(original, strange).doubtful());  // no term in common
    EXPECT_FALSE(vector_alignment(documents_about(19, 1), rotated(documents_about(19, 1), 7))
                     .doubtful());  // too few to tell
}

}  // namespace
}  // namespace lethe::vectors
