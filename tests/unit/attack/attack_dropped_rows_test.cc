// Risks in the population where a masking dropped rows of the sample: those that are left are a
// choice, and stand for no more people than before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "assess.h"
#include "lethe/data/groups.h"

namespace lethe {
namespace {

using test::assess;
using ::testing::HasSubstr;

constexpr std::int64_t kDrawnFrom = 10000, kDrawn = 1000;

struct SampledRelease {
    Table people, sample, release;
    std::vector<std::int64_t> origin;  // rows of the sample
};

// Two columns on which some combinations are common and many are rare.
Table skewed_people(const Random& random) {
    std::vector<double> a, b;
    const Stream draws = random.stream("people");
    for (std::int64_t row = 0; row < kDrawnFrom; ++row) {
        Draws own = draws.at(row);
        const double x = own.uniform(), y = own.uniform();
        a.push_back(std::floor(24 * x * x));
        b.push_back(std::floor(12 * y * y));
    }
    return test::numeric_table({{"a", a}, {"b", b}});
}

// A tenth of the people, of whom those are released whose class has at least k.
SampledRelease suppressed_release(std::uint64_t seed, std::int64_t k) {
    SampledRelease made;
    made.people = skewed_people(Random(seed));
    made.sample =
        made.people.gather(random_subset(Random(seed).stream("draw"), kDrawnFrom, kDrawn));
    const Groups groups = group_rows(test::threads(1), made.sample, made.sample.names());
    for (std::int64_t row = 0; row < kDrawn; ++row) {
        const auto own = static_cast<std::size_t>(groups.class_of[static_cast<std::size_t>(row)]);
        if (groups.sizes[own] >= k) made.origin.push_back(row);
    }
    made.release = made.sample.gather(made.origin);
    return made;
}

// The mean of 1/F over the released records, F counted among all people.
double true_marketer(const SampledRelease& made) {
    std::map<std::pair<double, double>, int> people;
    const auto a = made.people.column("a").numbers(), b = made.people.column("b").numbers();
    for (std::size_t row = 0; row < a.size(); ++row) ++people[{a[row], b[row]}];
    const auto x = made.release.column("a").numbers(), y = made.release.column("b").numbers();
    double sum = 0;
    for (std::size_t row = 0; row < x.size(); ++row) sum += 1.0 / people[{x[row], y[row]}];
    return sum / static_cast<double>(x.size());
}

Json dropped_record(const std::string& method, std::int64_t found, std::int64_t kept) {
    Json step{{"method", method}, {"columns", {"a", "b"}}};
    if (found > 0) step["rows"] = {{"found", found}, {"kept", kept}};
    return {{"kind", "release"}, {"steps", {step}}};
}

Measurement risk_in_population(const SampledRelease& made, const Json& record,
                               const std::string& attack = "reidentification-risk",
                               const Json& parameters = {{"population", kDrawnFrom}}) {
    return assess(attack, made.sample, made.release, parameters, 1,
                  {.origin = made.origin, .record = record});
}

TEST(DroppedRows, RisksOfTheOthersAreThoseOfTheSample) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const SampledRelease made = suppressed_release(seed, 8);
        const std::int64_t kept = made.release.rows();
        ASSERT_LT(kept, 800);
        const Json record = dropped_record("suppression", kDrawn, kept);
        const Measurement found = risk_in_population(made, record);
        // Ten people for each record that was drawn, whatever was dropped afterwards.
        const Measurement whole = assess("reidentification-risk", made.release, made.release,
                                         {{"population", 10 * kept}});
        EXPECT_DOUBLE_EQ(found.details["marketer"], whole.details["marketer"]);
        for (const char* who : {"individual", "journalist"}) {
            EXPECT_DOUBLE_EQ(found.details[who]["maximum"], whole.details[who]["maximum"]);
        }
        // Classes that are large in a sample are less so among the people, so that a little is
        // lacking still; without the sample a third was.
        EXPECT_GT(found.details["marketer"].get<double>(), 0.8 * true_marketer(made));
        EXPECT_EQ(found.details["sample"]["records"], kDrawn);
        EXPECT_EQ(found.details["sample"]["known"], true);
    }
}

TEST(DroppedRows, NobodySaysHow) {
    const SampledRelease made = suppressed_release(3, 8);
    const std::int64_t kept = made.release.rows();
    const double known =
        risk_in_population(made, dropped_record("suppression", kDrawn, kept)).details["marketer"];
    // Without a record, with one that does not tell, and with one that tells of fewer.
    for (const Json& record :
         {Json(nullptr), dropped_record("suppression", 0, 0),
          dropped_record("suppression", kept + 1, kept), dropped_record("no-such-method", 0, 0)}) {
        const Measurement found = risk_in_population(made, record);
        EXPECT_DOUBLE_EQ(found.details["marketer"], known);
        EXPECT_EQ(found.details["sample"]["known"], false);
        ASSERT_EQ(found.warnings.size(), 1U);
        EXPECT_THAT(found.warnings[0], HasSubstr("larger risk"));
    }
}

TEST(DroppedRows, ARandomSampleStandsForAll) {
    SampledRelease made = suppressed_release(3, 8);
    made.origin = random_subset(Random(9).stream("again"), kDrawn, 500);
    made.release = made.sample.gather(made.origin);
    const Measurement found = risk_in_population(made, dropped_record("sampling", 0, 0));
    const Measurement alone =
        assess("reidentification-risk", made.release, made.release, {{"population", kDrawnFrom}});
    EXPECT_EQ(found.details["marketer"], alone.details["marketer"]);
    EXPECT_FALSE(found.details.contains("sample"));
    // And suppression after it counts from what was drawn.
    Json record = dropped_record("sampling", 0, 0);
    record["steps"].push_back(dropped_record("suppression", 625, 500)["steps"][0]);
    const Measurement both = risk_in_population(made, record);
    EXPECT_EQ(both.details["sample"]["records"], 625);
    EXPECT_NEAR(both.details["marketer"].get<double>(),
                1.25 * alone.details["marketer"].get<double>(), 1e-12);
}

TEST(DroppedRows, OtherRisksOfThePopulation) {
    const SampledRelease made = suppressed_release(4, 2);
    const std::int64_t kept = made.release.rows();
    const Json record = dropped_record("suppression", kDrawn, kept);
    const auto alone = [&](const std::string& attack, const Json& parameters) {
        return assess(attack, made.release, made.release, parameters);
    };
    // Combinations of at most 20 people: two records, and not three.
    const Json limits{{"population", kDrawnFrom},
                      {"limits", {20}},
                      {"sets", Json::array({Json::array({"a", "b"})})}};
    const Measurement cells = risk_in_population(made, record, "key-combinations", limits);
    EXPECT_GT(cells.value, 0);
    EXPECT_EQ(cells.details["sample"]["records"], kDrawn);
    for (const char* attack : {"population-uniqueness", "log-linear-risk"}) {
        // One column alone has values of one record here and there.
        SampledRelease rare = made;
        rare.origin.clear();
        for (std::int64_t row = 0; row < kDrawn; row += 2) rare.origin.push_back(row);
        rare.release = rare.sample.gather(rare.origin);
        const Json lost = dropped_record("suppression", kDrawn, std::ssize(rare.origin));
        const Measurement found = risk_in_population(rare, lost, attack);
        const Measurement same = assess(attack, rare.release, rare.release, {{"fraction", 0.1}});
        EXPECT_GT(found.value, 0);
        EXPECT_DOUBLE_EQ(found.value, same.value) << attack;
        EXPECT_GT(found.value,
                  assess(attack, rare.release, rare.release, {{"population", kDrawnFrom}}).value)
            << attack;
        // The share that is in the release is not the share that was drawn.
        EXPECT_DOUBLE_EQ(risk_in_population(rare, lost, attack, {{"fraction", 0.05}}).value,
                         found.value);
    }
    const Measurement special = risk_in_population(made, record, "suda", {{"fraction", 0.05}});
    EXPECT_EQ(special.details["file_risk"],
              alone("suda", {{"fraction", 0.05 * kDrawn / static_cast<double>(kept)}})
                  .details["file_risk"]);
}

}  // namespace
}  // namespace lethe
