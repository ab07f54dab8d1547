// Nothing that is published of document vectors tells of the originals what the release does not: a
// term that no published vector has, who a document is, a weight, how many documents have a term.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "asking.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/vector_method.h"
#include "secrets.h"

namespace lethe::vectors {
namespace {

using test::Asking;
using test::Secrets;

constexpr std::int64_t kDocuments = 53;
constexpr std::int32_t kMadeUp = 123;

// Words that the taxonomy knows, which all may have, and made-up ones, few of them common. Weights
// that nobody guesses.
DocumentVectors uneven_vectors(std::uint64_t seed) {
    DocumentVectors vectors;
    Draws words = Random(seed).stream("words").at(0);
    vectors.terms = {"colic", "lumbago", "migraine", "appendicitis", "gastritis"};
    const auto known = static_cast<std::int32_t>(vectors.terms.size());
    for (std::int32_t t = 0; t < kMadeUp; ++t) vectors.terms.push_back(test::made_up_word(words));
    const std::vector<std::string> classes{test::made_up_word(words), test::made_up_word(words)};
    vectors.rows = SparseRows(static_cast<std::int32_t>(vectors.terms.size()));
    for (std::int64_t d = 0; d < kDocuments; ++d) {
        Draws draws = Random(seed).stream("documents").at(d);
        const auto always =
            static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(known)));
        for (std::int32_t t = 0; t < vectors.rows.columns(); ++t) {
            const double share = t < known ? 0.4 : 0.02 + 0.6 * std::pow(t / 128.0, 6);
            const double weight = 0.13 + 7.9 * draws.uniform() * draws.uniform();
            if (t == always || draws.uniform() < share) vectors.rows.add(t, weight);
        }
        vectors.rows.end_row();
        vectors.ids.push_back(test::made_up_word(draws));
        vectors.labels.push_back(classes[d % 4 == 0 ? 1 : 0]);
    }
    return vectors;
}

Secrets secrets_of(const DocumentVectors& vectors) {
    Secrets secrets;
    for (const auto* names : {&vectors.terms, &vectors.ids, &vectors.labels}) {
        for (const std::string& name : *names) test::add_words(name, secrets, 9);
    }
    std::vector<double> weights, sizes, frequencies, sums;
    for (std::int64_t row = 0; row < vectors.size(); ++row) {
        const SparseRow document = vectors.rows[row];
        weights.insert(weights.end(), document.values.begin(), document.values.end());
        sizes.push_back(static_cast<double>(document.size()));
        secrets.values.insert(norm(document));
    }
    const SparseRows terms = transposed(vectors.rows);
    for (std::int64_t t = 0; t < terms.rows(); ++t) {
        double sum = 0;
        for (const double weight : terms[t].values) sum += weight;
        frequencies.push_back(static_cast<double>(terms[t].size()));
        sums.push_back(sum);
    }
    test::add_numbers(weights, secrets);
    secrets.values.insert(sums.begin(), sums.end());
    test::add_distribution(frequencies, static_cast<double>(vectors.size()), secrets);
    test::add_distribution(sizes, static_cast<double>(vectors.rows.columns()), secrets);
    test::add_figure(static_cast<double>(vectors.rows.entries()), secrets);
    // How far documents of unit length lie from their mean, which is what a loss is held against.
    const SparseRows unit = transposed(with_unit_norms(vectors.rows));
    double of_sum = 0;
    for (std::int64_t t = 0; t < unit.rows(); ++t) {
        double sum = 0;
        for (const double weight : unit[t].values) sum += weight;
        of_sum += sum * sum;
    }
    const auto documents = static_cast<double>(vectors.size());
    test::add_figure(documents - of_sum / documents, secrets);
    test::add_figure(documents - std::sqrt(of_sum), secrets);
    return secrets;
}

// An original on disk, beside a taxonomy.
class Collection {
  public:
    explicit Collection(std::uint64_t seed) : original(uneven_vectors(seed)), asking(seed) {
        write_vectors(test::threads(1), original, source());
        asking.put("words.csv",
                   "colic;pain;symptom\nlumbago;ache;pain;symptom\nmigraine;ache;pain;symptom\n"
                   "appendicitis;inflammation;symptom\ngastritis;inflammation;symptom\n");
    }

    std::string source() const { return asking.path("vectors.mtx"); }
    std::string output() const { return asking.open_path("release.mtx"); }

    // The options of a method beside its own.
    Json options(const Method& method) const {
        Json options = Json::object();
        if (needs_taxonomy(method)) {
            options["source"] = asking.path("words.csv");
            options["no_cache"] = true;
        }
        return options;
    }

    // Protects, and tells what the release does not tell.
    Secrets release(const Method& method, const Json& parameters,
                    Json more = Json::object()) const {
        Json options = this->options(method);
        options.update({{"vectors", source()},
                        {"output", output()},
                        {"method", method.info.name},
                        {"set", parameters}});
        options.update(more);
        asking.run("protect", DataKind::vectors, options);
        return test::hidden(secrets_of(original),
                            secrets_of(read_vectors(test::threads(1), output())));
    }

    DocumentVectors original;
    Asking asking;
};

Json example_of(const Method& method, const Json& changes) {
    Json given = method.info.example;
    given.update(changes);
    return given;
}

class PublishedVectors : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam(), DataKind::vectors); }
};
class PublishedVectorAssessment : public PublishedVectors {};

// The release, its record and the page of the record.
TEST_P(PublishedVectors, TellNoOriginal) {
    for (const std::uint64_t seed : {1U, 2U}) {
        const Collection collection(seed);
        const Json more = seed == 1 ? Json::object() : Json{{"drop_labels", true}};
        for (const Json& change : test::changes_of(method())) {
            SCOPED_TRACE(change.dump() + more.dump());
            const Secrets secrets =
                collection.release(method(), example_of(method(), change), more);
            ASSERT_GT(secrets.words.size(), 50U);
            EXPECT_EQ(test::listed(collection.asking.found_in_open_files(secrets)), "");
            collection.asking.clear_open();
        }
    }
}

// Documents that come later.
TEST_P(PublishedVectors, AndAnExtendedReleaseTellsNone) {
    const Collection first(4), second(5);
    first.release(method(), example_of(method(), Json::object()));
    Json options = second.options(method());
    options.update(
        {{"vectors", second.source()}, {"extend", first.output()}, {"output", second.output()}});
    second.asking.run("protect", DataKind::vectors, options);
    const Secrets released = secrets_of(read_vectors(test::threads(1), second.output()));
    for (const Collection* one : {&first, &second}) {
        const Secrets secrets = test::hidden(secrets_of(one->original), released);
        EXPECT_EQ(test::listed(second.asking.found_in_open_files(secrets)), "");
    }
}

std::string option_of(const Method& method) {
    return method.info.family == Family::attack ? "attack" : "measure";
}

TEST_P(PublishedVectorAssessment, TellsNoOriginal) {
    const Collection collection(6);
    for (const Method* protection : methods_of(Family::mask, DataKind::vectors)) {
        const Secrets secrets =
            collection.release(*protection, example_of(*protection, Json::object()));
        for (const Json& change : test::changes_of(method())) {
            SCOPED_TRACE(protection->info.name + " " + change.dump());
            Json options = collection.options(method());
            options.update({{"original", collection.source()},
                            {"protected", collection.output()},
                            {option_of(method()), {GetParam()}},
                            {"set", example_of(method(), change)}});
            const Json result =
                collection.asking.run_if_met(option_of(method()), DataKind::vectors, options);
            EXPECT_EQ(test::listed(test::found_in_published(secrets, result)), "");
        }
        collection.asking.clear_open();
    }
}

TEST(VectorPublication, WholeAssessmentsInspectionsAndExplorationsTellNoOriginal) {
    for (const std::uint64_t seed : {8U, 9U}) {
        const Collection collection(seed);
        const Asking& asking = collection.asking;
        for (const Method* protection : methods_of(Family::mask, DataKind::vectors)) {
            const Secrets secrets =
                collection.release(*protection, example_of(*protection, Json::object()));
            Json options = collection.options(*protection);
            options.update(
                {{"original", collection.source()}, {"protected", {collection.output()}}});
            const Json assessed = asking.run("assess", DataKind::vectors, options);
            EXPECT_EQ(test::listed(test::found_in_published(secrets, assessed)), "");
            asking.clear_open();
        }
        // Here nothing is released yet.
        const Secrets secrets = test::hidden(secrets_of(collection.original), {});
        const Json inspected =
            asking.run("inspect", DataKind::vectors, {{"vectors", collection.source()}});
        EXPECT_EQ(test::listed(test::found_in_published(secrets, inspected)), "");
        const Json explored =
            asking.run("explore", DataKind::vectors,
                       {{"vectors", collection.source()}, {"output", asking.path("exploration")}});
        EXPECT_EQ(test::listed(test::found_in_published(secrets, explored)), "");
    }
}

// The search finds what somebody puts there.
TEST(VectorPublication, WhatIsPlantedIsFound) {
    const Collection collection(10);
    const Method& method = *methods_of(Family::mask, DataKind::vectors).front();
    const Secrets secrets = collection.release(method, example_of(method, Json::object()));
    const auto files = collection.asking.open_files();
    ASSERT_GE(files.size(), 3U);  // the matrix, its terms, the record
    ASSERT_EQ(test::listed(collection.asking.found_in_open_files(secrets)), "");
    const Json record = Json::parse(read_file(collection.output() + ".lethe.json"));
    const DocumentVectors& original = collection.original;

    const auto planted = [&](const Json& what) {
        Json changed = record;
        changed["planted"] = what;
        return test::found_in(secrets, changed).size();
    };
    EXPECT_GE(planted(original.ids.back()), 1U);
    EXPECT_GE(planted({{original.ids.front(), 1}}), 1U);
    EXPECT_GE(planted(original.rows[7].values[1]), 1U);
    Json frequencies = Json::array();
    double sum = 0;
    const SparseRows terms = transposed(original.rows);
    for (std::int64_t t = 0; t < terms.rows(); ++t) {
        frequencies.push_back({{"term", t}, {"documents", terms[t].size()}});
        for (const double weight : terms[t].values) sum += weight;
    }
    EXPECT_GE(planted(frequencies), 1U);
    EXPECT_GE(planted(sum), 1U);
    EXPECT_GE(test::found_in_page(secrets, fmt::format("<p>{:.2f}</p>", sum)).size(), 1U);

    std::string unused;
    for (const std::string& word : secrets.words) {
        if (std::ranges::count(original.terms, word) > 0) unused = word;
    }
    if (!unused.empty()) {
        EXPECT_EQ(test::found_in_file(secrets, "release.terms.txt", "colic\n" + unused).size(), 1U);
    }
    EXPECT_EQ(test::found_in_file(secrets, "of-" + original.ids[3] + ".csv", "").size(), 1U);
}

std::vector<std::string> published_vector_methods(bool protections) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::vectors) continue;
        if ((method.info.family == Family::mask) == protections) names.push_back(method.info.name);
    }
    return names;
}

std::string published_vector_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedVectors,
                         testing::ValuesIn(published_vector_methods(true)), published_vector_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedVectorAssessment,
                         testing::ValuesIn(published_vector_methods(false)), published_vector_name);

}  // namespace
}  // namespace lethe::vectors
