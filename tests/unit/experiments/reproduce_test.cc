// The published experiments on a made-up file of the same shape: that they run, hold what must hold
// on any data, and go on where they were interrupted.
#include "experiments/reproduce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "experiments/files.h"
#include "experiments/support.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/journal.h"
#include "lethe/report/sections/tables/text_reproduction.h"
#include "linkage.h"
#include "support.h"

namespace lethe {
namespace {

using reproduction::Uniform;
using testing::HasSubstr;

// 1080 rows, 13 columns that go together more or less.
class Reproduce : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        folder_ = new test::TemporaryFolder;
        std::filesystem::create_directory(folder_->file("casc"));
        std::string text = "V1";
        for (int l = 2; l <= 13; ++l) text += ",V" + std::to_string(l);
        text += "\n";
        const Stream stream = Random(1).stream("people");
        for (std::int64_t row = 0; row < 1080; ++row) {
            Draws draws = stream.at(row);
            const double common = draws.normal();
            for (int l = 0; l < 13; ++l) {
                const double value = std::exp(0.4 * common + 0.5 * draws.normal());
                text += std::to_string(std::llround(1e6 * value)) + (l < 12 ? "," : "\n");
            }
        }
        write_file(folder_->file("casc/Census.csv"), text);
    }
    static void TearDownTestSuite() {
        delete folder_;
        folder_ = nullptr;
    }

    ReproduceOptions options(std::vector<std::string> only = {}) const {
        ReproduceOptions result;
        result.data = folder_->path();
        result.samples = 1;
        result.seconds = 5;
        result.only = std::move(only);
        return result;
    }

    Json run(std::string_view name, const ReproduceOptions& given, int threads = 2) const {
        return reproduce(find_experiment(name), given, test::timed_context(threads));
    }

    static test::TemporaryFolder* folder_;
};

test::TemporaryFolder* Reproduce::folder_ = nullptr;

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0, length = 0;
    for (const char c : text) {
        length = c == '\n' ? 0 : length + 1;
        widest = std::max(widest, length);
    }
    return widest;
}

void reproduce_expect_sound(const Json& result) {
    EXPECT_TRUE(failed_checks(result).empty()) << result["checks"].dump(1);
    EXPECT_FALSE(result["checks"].empty());
    EXPECT_LE(widest_line(report::reproduction_text(result)), 100U);
}

const Json& row_where(const Json& rows, const std::string& key, const std::string& value) {
    for (const Json& row : rows) {
        if (row[key] == value) return row;
    }
    throw Error(ErrorKind::internal, "no row " + value);
}

const Json& row_where_p(const Json& rows, std::int64_t p) {
    for (const Json& row : rows) {
        if (row["p"] == p) return row;
    }
    throw Error(ErrorKind::internal, "no row of p");
}

TEST_F(Reproduce, EveryExperimentHasAnOwnName) {
    std::set<std::string_view> names;
    for (const Experiment& experiment : experiments()) {
        EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
        EXPECT_FALSE(experiment.title.empty() || experiment.source.empty());
    }
    EXPECT_THROW(find_experiment("nosie"), Error);
}

TEST_F(Reproduce, RefusesOptionsThatAnExperimentDoesNotTake) {
    EXPECT_THROW(run("noise", options({"RS-1"})), Error);
    ReproduceOptions given = options();
    given.state = folder_->file("state");
    EXPECT_THROW(run("first-400", given), Error);
    try {
        run("learnt-distances", options({"M4-82", "M4-34"}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_THAT(error.what(), HasSubstr("M4-33"));
    }
}

TEST_F(Reproduce, KnowingTheSwappingIsNeverLessThanCertain) {
    const Json result = run("transparency", options());
    reproduce_expect_sound(result);
    ASSERT_EQ(result["tables"].size(), 3U);  // there is no EIA file
    // Values that stay are found: the more of them a reading leaves, the more.
    for (const Json& row : result["tables"][1]["rows"]) {
        EXPECT_GT(row["dld_whole"], row["dld"]) << row["p"];
        EXPECT_EQ(row["dld"], row_where_p(result["tables"][0]["rows"], row["p"])["dld"]);
    }
    EXPECT_THAT(result["notes"].back().get<std::string>(), HasSubstr("EIA"));
    double last = 100;
    for (const Json& row : result["tables"][0]["rows"]) {
        EXPECT_GT(row["rsld"], row["dld"]);
        EXPECT_LT(row["certain"], last);  // a larger window leaves more candidates
        last = row["certain"];
    }
    const Json& compared = result["tables"][2]["rows"];
    ASSERT_EQ(compared.size(), 15U);
    for (const Json& row : compared) {
        const bool bounded = row["method"] == "rank swapping";
        EXPECT_EQ(row["empty"] == 0.0, bounded);
        if (bounded) {
            EXPECT_EQ(row["certain_wrong"], 0.0);
        }
        // Who knows the method finds no fewer, whatever the method.
        EXPECT_GE(row["known"].get<double>(), row["dld"].get<double>() - 0.5) << row;
    }
}

TEST_F(Reproduce, LearntDistancesHoldTheirChain) {
    const Json result = run("learnt-distances", options({"M4-33"}));
    reproduce_expect_sound(result);
    ASSERT_EQ(result["tables"].size(), 2U);
    const Json& rows = result["tables"][0]["rows"];
    EXPECT_EQ(rows.size(), 12U);
    const auto strict = [&](const char* distance) {
        return row_where(rows, "distance", distance)["strict"].get<double>();
    };
    EXPECT_EQ(strict("d2WM"), strict("d2WM_m"));
    EXPECT_GT(strict("d2WM"), strict("d2AM"));
    EXPECT_EQ(row_where(rows, "distance", "d2WM")["proven"], "1 of 1");
    EXPECT_FALSE(row_where(rows, "distance", "d2AM").contains("proven"));
    EXPECT_EQ(row_where(rows, "distance", "d2CI")["published"], 95.75);
    EXPECT_TRUE(row_where(rows, "distance", "d2SB_psd")["published"].is_null());
}

TEST_F(Reproduce, ABoundThatDoesNotFitTheDataIsSaid) {
    const Json result = run("first-400-learnt", options({"M6-853"}));
    EXPECT_EQ(result["tables"][0]["rows"].size(), 4U);
    EXPECT_FALSE(failed_checks(result).empty());  // the bounds are those of the true file
    EXPECT_THAT(report::reproduction_text(result), HasSubstr("FAILED: M6-853"));
}

TEST_F(Reproduce, TheHeuristicStaysBetweenEqualWeightsAndTheOptimum) {
    ReproduceOptions given = options({"M4-28"});
    given.seconds = 0.1;
    const Json result = run("heuristic", given);
    reproduce_expect_sound(result);
    const Json& rows = result["tables"][0]["rows"];
    EXPECT_EQ(rows.size(), 5U);
    EXPECT_GE(row_where(rows, "distance", "HRLA")["strict"],
              row_where(rows, "distance", "d2AM")["strict"]);
}

TEST_F(Reproduce, OverfittingIsVisible) {
    ReproduceOptions given = options({"Noise-16", "Mic4-8"});
    given.seconds = 1;
    const Json result = run("overfitting", given);
    reproduce_expect_sound(result);
    ASSERT_EQ(result["tables"].size(), 6U);
    for (const std::size_t reading : {0U, 2U}) {  // among themselves, in the whole release
        const Json& train = result["tables"][reading]["rows"];
        const Json& test = result["tables"][reading + 1]["rows"];
        ASSERT_EQ(train.size(), 2U);
        const Json& learnt = row_where(train, "file", "Noise-16");
        EXPECT_GT(learnt["ci"], learnt["am"]);
        EXPECT_LT(row_where(test, "file", "Noise-16")["ci"], learnt["ci"]);
    }
    // A smaller crowd hides fewer.
    EXPECT_GT(row_where(result["tables"][0]["rows"], "file", "Noise-16")["am"],
              row_where(result["tables"][2]["rows"], "file", "Noise-16")["am"]);
}

// What is in another order is found by chance alone.
TEST_F(Reproduce, ProjectionsAreLinkedInAnotherOrderToo) {
    ReproduceOptions given = options({"MicZ-3"});
    given.seconds = 1;
    const Json result = run("overfitting", given);
    reproduce_expect_sound(result);
    ASSERT_EQ(result["tables"].size(), 8U);
    EXPECT_LT(result["tables"][2]["rows"][0]["am"], 3.0);
    EXPECT_LT(result["tables"][3]["rows"][0]["am"], 1.0);
}

TEST_F(Reproduce, KeyAttributesAndForms) {
    const Json keys = run("key-attributes", options());
    reproduce_expect_sound(keys);
    const Json& rows = keys["tables"][0]["rows"];
    ASSERT_EQ(rows.size(), 7U);
    double sum = 0;
    for (const Json& row : rows) sum += row["weight"].get<double>();
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_GT(rows[0]["alone"], rows[6]["alone"]);

    const Json forms = run("form-and-covariance", options({"M4-33"}));
    ASSERT_EQ(forms["tables"][0]["rows"].size(), 1U);
    EXPECT_LE(widest_line(report::reproduction_text(forms)), 100U);
}

TEST(ReproduceFiles, AreNamedAsPublished) {
    const Uniform file = reproduction::uniform_file("Mic3", 5);
    EXPECT_EQ(file.name, "Mic3-5");
    EXPECT_EQ(file.parameters, (Json{{"k", 5}, {"group_size", 3}}));
    EXPECT_EQ(reproduction::uniform_file("MicAll", 7).parameters, (Json{{"k", 7}}));
    EXPECT_EQ(reproduction::uniform_file("Noise", 16).method, "noise");
}

class Series : public Reproduce {
  protected:
    ReproduceOptions kept(std::vector<std::string> only) const {
        ReproduceOptions result = options(std::move(only));
        result.state = state_.file("series.jsonl");
        return result;
    }
    std::vector<Json> entries() const { return read_journal(state_.file("series.jsonl"))->entries; }

    test::TemporaryFolder state_;
};

// Without what depends on the clock.
Json timeless(Json result) {
    for (Json& table : result["tables"]) {
        for (Json& row : table["rows"]) {
            for (const char* key : {"mean_seconds", "slowest", "seconds"}) row.erase(key);
        }
    }
    return result["tables"];
}

TEST_F(Series, SumsUpByFamily) {
    ReproduceOptions given = options({"Mic2-3", "MicIR"});
    given.samples = 2;
    const Json result = run("worst-case-series", given);
    reproduce_expect_sound(result);
    const Json& rows = result["tables"][0]["rows"];
    EXPECT_EQ(row_where(rows, "family", "MicIR")["files"], 36);
    EXPECT_EQ(row_where(rows, "family", "Mic2")["files"], 2);
    EXPECT_EQ(row_where(rows, "family", "all")["files"], 38);
    EXPECT_EQ(row_where(rows, "family", "Mic2")["proven"], 2);
    for (const Json& row : result["tables"][1]["rows"])
        EXPECT_GE(row["wm_strict"], row["am_strict"]);
}

TEST_F(Series, GoesOnWhereItWas) {
    const std::vector<std::string> files{"MicIR-3", "Mic2-20", "RS-2", "Noise-4"};
    run("worst-case-series", kept({"RS-2"}));
    ASSERT_EQ(entries().size(), 1U);
    const Json first = entries()[0];

    const Json all = run("worst-case-series", kept(files));
    ASSERT_EQ(entries().size(), 4U);
    EXPECT_EQ(entries()[0], first);  // not solved again
    EXPECT_EQ(timeless(all), timeless(run("worst-case-series", options(files), 1)));

    const std::string path = state_.file("series.jsonl");
    std::string text = read_file(path);
    text.resize(text.size() - 30);  // cut off while the last line was written
    write_file(path, text);
    EXPECT_EQ(timeless(run("worst-case-series", kept(files))), timeless(all));
    EXPECT_EQ(entries().size(), 4U);
}

TEST_F(Series, TriesAgainWhatWasNotProvenWhenThereIsMoreTime) {
    run("worst-case-series", kept({"RS-2"}));
    const std::string path = state_.file("series.jsonl");
    JournalContent content = *read_journal(path);
    content.entries[0]["proven"] = false;
    content.entries[0]["bound"] = 400;
    content.entries[0]["links"] = 7;
    Journal(path, content);
    EXPECT_EQ(run("worst-case-series", kept({"RS-2"}))["tables"][0]["rows"][0]["proven"], 0);
    EXPECT_EQ(entries().size(), 1U);
    ReproduceOptions longer = kept({"RS-2"});
    longer.seconds = 6;
    EXPECT_EQ(run("worst-case-series", longer)["tables"][0]["rows"][0]["proven"], 1);
    EXPECT_EQ(entries().size(), 2U);
}

TEST_F(Series, RefusesTheStateOfAnotherRun) {
    run("worst-case-series", kept({"MicIR-3"}));
    ReproduceOptions other = kept({"MicIR-3"});
    other.seed = 2;
    EXPECT_THROW(run("worst-case-series", other), Error);
    EXPECT_EQ(entries().size(), 1U);
}

}  // namespace
}  // namespace lethe
