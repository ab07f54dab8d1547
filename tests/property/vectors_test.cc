// Every method of document vectors is held to what it declares, on collections of several shapes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "asking.h"
#include "lethe/method/catalogue.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/vector_method.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::vectors {
namespace {

// Two subjects, each with words of its own and some in common; one word that no taxonomy knows. Few
// different weights make equal documents and ties.
DocumentVectors collection(std::uint64_t seed, std::int64_t documents, std::int64_t weights) {
    DocumentVectors vectors;
    vectors.terms = {"colic",        "ache",      "lumbago",      "migraine", "pain",
                     "appendicitis", "gastritis", "inflammation", "symptom",  "gizmo"};
    vectors.rows = SparseRows(static_cast<std::int32_t>(vectors.terms.size()));
    Draws draws = Random(seed).stream("documents").at(0);
    for (std::int64_t d = 0; d < documents; ++d) {
        const bool hurts = draws.below(2) == 0;
        const auto always = static_cast<std::int32_t>(hurts ? draws.below(5) : 5 + draws.below(3));
        for (std::int32_t t = 0; t < vectors.rows.columns(); ++t) {
            const bool own = t >= 8 || hurts == (t < 5);
            const bool there = draws.below(own ? 2 : 8) == 0;
            const auto weight =
                static_cast<double>(1 + draws.below(static_cast<std::uint64_t>(weights))) / 4;
            if (t == always || there) vectors.rows.add(t, weight);
        }
        vectors.rows.end_row();
        vectors.ids.push_back(fmt::format("person{}", d));
        vectors.labels.emplace_back(hurts ? "pain" : "inflammation");
    }
    return vectors;
}

std::vector<DocumentVectors> collections() {
    std::vector<DocumentVectors> all{collection(1, 40, 1000), collection(2, 60, 2),
                                     collection(3, 7, 3)};
    all.back().ids.clear();
    all.back().labels.clear();
    return all;
}

// Every document stands beside its neighbour in place of itself.
DocumentVectors some_protection(const DocumentVectors& original) {
    std::vector<std::int64_t> rows;
    for (std::int64_t r = 0; r < original.size(); ++r) rows.push_back(r / 2 * 2);
    DocumentVectors published = chosen_rows(original, rows);
    published.ids = original.ids;
    published.labels = original.labels;
    return published;
}

Json bound_parameters(const Method& method, const Json& changes = Json::object()) {
    Json given = method.info.example;
    given.update(changes);
    Problems problems;
    Json parameters = method.bind(given, {}, problems);
    throw_if_any(std::move(problems));
    return parameters;
}

ProtectOutput protect(const Method& method, const DocumentVectors& vectors, std::uint64_t seed,
                      int threads, const Json& changes = Json::object()) {
    const Context context = test::threads(threads);
    return method.protect_vectors({vectors, Random(seed), context, test::symptoms()},
                                  bound_parameters(method, changes));
}

Measurement assess(const Method& method, const DocumentVectors& original,
                   const DocumentVectors& published, std::uint64_t seed, int threads) {
    const Context context = test::threads(threads);
    return method.assess_vectors({original, published, Random(seed), context, test::symptoms()},
                                 bound_parameters(method));
}

class EachVectorMethod : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam(), DataKind::vectors); }
};
class EachVectorProtection : public EachVectorMethod {};
class EachVectorAssessment : public EachVectorMethod {
  protected:
    bool takes(const DocumentVectors& vectors) const {
        return !needs_labels(method()) || !vectors.labels.empty();
    }
};
class EachVectorLoss : public EachVectorAssessment {};
class EachVectorComparison : public EachVectorAssessment {};
class EachSteadyVectorAssessment : public EachVectorAssessment {};
class EachOrderFreeVectorAssessment : public EachVectorAssessment {};

TEST_P(EachVectorMethod, DoesWhatItsFamilyDoes) {
    EXPECT_EQ(static_cast<bool>(method().protect_vectors), method().info.family == Family::mask);
    EXPECT_EQ(static_cast<bool>(method().assess_vectors), method().info.family != Family::mask);
}

// In the example, with each other choice and along the ladder.
TEST_P(EachVectorProtection, ReachesKAndPublishesGroupsAlike) {
    ASSERT_TRUE(method().has(Property::k_anonymous));
    std::vector<Json> changes = test::changes_of(method());
    changes.insert(changes.end(), method().info.ladder.begin(), method().info.ladder.end());
    for (const DocumentVectors& vectors : collections()) {
        for (const Json& change : changes) {
            const auto k = bound_parameters(method(), change)["k"].get<std::int64_t>();
            if (k > vectors.size()) {
                EXPECT_THROW(protect(method(), vectors, 1, 2, change), Error);
                continue;
            }
            const ProtectOutput output = protect(method(), vectors, 1, 2, change);
            ASSERT_EQ(output.vectors.size(), vectors.size());
            EXPECT_GE(vector_anonymity(output.vectors.rows).smallest, k) << change.dump();
            EXPECT_EQ(output.vectors.ids, vectors.ids);
            EXPECT_EQ(output.vectors.labels, vectors.labels);
            ASSERT_EQ(output.clusters.of.size(), static_cast<std::size_t>(vectors.size()));
            std::vector<std::int64_t> first(static_cast<std::size_t>(output.clusters.count), -1);
            for (std::int64_t row = 0; row < vectors.size(); ++row) {
                const auto cluster =
                    static_cast<std::size_t>(output.clusters.of[static_cast<std::size_t>(row)]);
                if (first[cluster] < 0) first[cluster] = row;
                EXPECT_TRUE(equal(output.vectors.rows[row], output.vectors.rows[first[cluster]]));
            }
        }
    }
}

TEST_P(EachVectorProtection, SameBytesForAnyNumberOfThreads) {
    std::vector<DocumentVectors> all = collections();
    all.push_back(collection(4, 600, 50));
    for (const DocumentVectors& vectors : all) {
        const ProtectOutput one = protect(method(), vectors, 1, 1);
        for (const int threads : {2, 5}) {
            const ProtectOutput other = protect(method(), vectors, 1, threads);
            EXPECT_EQ(one.vectors, other.vectors);
            EXPECT_EQ(one.clusters.of, other.clusters.of);
            EXPECT_EQ(one.facts, other.facts);
            EXPECT_EQ(one.loss.dump(), other.loss.dump());
        }
    }
}

TEST_P(EachVectorProtection, TheSeedMattersExactlyWhereDeclared) {
    bool differs = false;
    for (const DocumentVectors& vectors : collections()) {
        for (const Json& change : test::changes_of(method())) {
            differs = differs || protect(method(), vectors, 1, 2, change).vectors !=
                                     protect(method(), vectors, 2, 2, change).vectors;
        }
    }
    EXPECT_EQ(differs, method().has(Property::random));
}

// Neither who is who nor what few documents say: ids and terms of the originals.
TEST_P(EachVectorProtection, FactsTellNoDocument) {
    for (const DocumentVectors& vectors : collections()) {
        const ProtectOutput output = protect(method(), vectors, 1, 2);
        std::string told = output.facts.dump() + output.loss.dump();
        for (const std::string& warning : output.warnings) told += warning;
        EXPECT_EQ(told.find("person"), std::string::npos) << told;
        for (const std::string& term : vectors.terms) {
            // The name of the taxonomy is that of one of its concepts, in the plural.
            if (term == "symptom") continue;
            EXPECT_EQ(told.find(term), std::string::npos) << told;
        }
    }
}

TEST_P(EachVectorAssessment, RunsOnEveryShapeAndThreadsDoNotMatter) {
    for (const DocumentVectors& original : collections()) {
        if (!takes(original)) {
            EXPECT_THROW(assess(method(), original, original, 1, 1), Error);
            continue;
        }
        DocumentVectors generalised = some_protection(original);
        generalised.terms.back() = "thing";
        for (const DocumentVectors& published : {some_protection(original), generalised}) {
            const Measurement one = assess(method(), original, published, 1, 1);
            const Measurement other = assess(method(), original, published, 1, 3);
            EXPECT_EQ(one.value, other.value);
            EXPECT_EQ(one.details.dump(), other.details.dump());
            EXPECT_EQ(one.about_original.dump(), other.about_original.dump());
            EXPECT_TRUE(std::isfinite(one.value));
            EXPECT_GE(one.value, 0.0);
            if (method().info.family == Family::attack) {
                EXPECT_LE(one.value, 100.0);
            }
            for (const DetailLook& look : method().info.details) {
                EXPECT_TRUE(one.details.contains(look.key) || look.key == "k_with_labels")
                    << look.key;
            }
            if (method().info.reading != nullptr) {
                const Json kept{{"value", one.value}, {"details", one.details}};
                EXPECT_TRUE(method().info.reading(kept, one.value, original.size()).ends_with("."));
            }
        }
    }
}

TEST_P(EachSteadyVectorAssessment, TheSeedDoesNotMatter) {
    for (const DocumentVectors& original : collections()) {
        if (!takes(original)) continue;
        const DocumentVectors published = some_protection(original);
        EXPECT_EQ(assess(method(), original, published, 1, 2).details.dump(),
                  assess(method(), original, published, 2, 2).details.dump());
    }
}

TEST_P(EachOrderFreeVectorAssessment, RowOrderDoesNotMatter) {
    for (const DocumentVectors& original : collections()) {
        if (!takes(original)) continue;
        const DocumentVectors published = some_protection(original);
        const auto order = random_permutation(Random(4).stream("order"), original.size());
        EXPECT_EQ(
            assess(method(), original, published, 1, 2).details.dump(),
            assess(method(), chosen_rows(original, order), chosen_rows(published, order), 1, 2)
                .details.dump());
    }
}

TEST_P(EachVectorComparison, RefusesWhatIsNotThePair) {
    const DocumentVectors original = collections().front();
    EXPECT_THROW(assess(method(), original, chosen_rows(original, {0, 1}), 1, 1), Error);
}

TEST_P(EachVectorLoss, NothingIsLostWhereNothingChanged) {
    for (const DocumentVectors& original : collections()) {
        if (!takes(original)) continue;
        EXPECT_NEAR(assess(method(), original, original, 1, 2).value, 0.0, 1e-9);
    }
}

using Wanted = bool (*)(const Method&);

std::vector<std::string> names_of(Wanted wanted) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data == DataKind::vectors && wanted(method)) {
            names.push_back(method.info.name);
        }
    }
    return names;
}

bool is_assessment(const Method& method) { return method.info.family != Family::mask; }

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

#define LETHE_FOR_EACH_VECTOR(suite, wanted) \
    INSTANTIATE_TEST_SUITE_P(Catalogue, suite, testing::ValuesIn(names_of(wanted)), test_name)

LETHE_FOR_EACH_VECTOR(EachVectorMethod, [](const Method&) { return true; });
LETHE_FOR_EACH_VECTOR(EachVectorProtection,
                      [](const Method& method) { return !is_assessment(method); });
LETHE_FOR_EACH_VECTOR(EachVectorAssessment, is_assessment);
LETHE_FOR_EACH_VECTOR(EachVectorLoss,
                      [](const Method& method) { return method.info.family == Family::loss; });
// Who stands alone is counted in the release, without the original.
LETHE_FOR_EACH_VECTOR(EachVectorComparison, [](const Method& method) {
    return is_assessment(method) && method.info.scale != Scale::unique;
});
LETHE_FOR_EACH_VECTOR(EachSteadyVectorAssessment, [](const Method& method) {
    return is_assessment(method) && !method.has(Property::random);
});
LETHE_FOR_EACH_VECTOR(EachOrderFreeVectorAssessment, [](const Method& method) {
    return is_assessment(method) && method.has(Property::row_order_independent);
});

}  // namespace
}  // namespace lethe::vectors
