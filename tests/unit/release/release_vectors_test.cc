#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/private_log.h"
#include "lethe/release/release_order.h"
#include "lethe/release/vectors/vector_release.h"
#include "lethe/vectors/make/vector_defaults.h"
#include "lethe/vectors/make/vector_files.h"
#include "support.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class VectorReleaseTest : public testing::Test {
  protected:
    void SetUp() override {
        write_file(at("v.csv"), [] {
            std::string lines = "document,id,label,term,weight\n";
            for (int i = 1; i <= 12; ++i) {
                const std::string head = std::to_string(i) + ",person" + std::to_string(i) + ",c" +
                                         std::to_string(i % 2);
                lines += head + ",common,1\n" + head + ",t" + std::to_string(i) + ",0.5\n";
            }
            return lines;
        }());
    }
    std::string at(const std::string& name) const { return folder_.file(name); }
    VectorRelease asked() const {
        VectorRelease what;
        what.source = at("v.csv");
        what.output = at("p.mtx");
        what.parameters["k"] = 3;
        what.seed = 1;
        return what;
    }
    test::TemporaryFolder folder_;
};

TEST_F(VectorReleaseTest, AllItsFilesAreRecorded) {
    const Released released = release_vectors({}, asked());
    const Json record = read_json(record_path(at("p.mtx")));
    EXPECT_EQ(record["data"], "vectors");
    ASSERT_EQ(record["files"].size(), 3U);  // the matrix, its terms, its classes
    for (const Json& file : record["files"]) {
        EXPECT_EQ(file["sha256"], file_sha256(at(file["file"].get<std::string>())));
    }
    EXPECT_GE(record["proof"]["k"], 3);
    EXPECT_THAT(record.dump(), Not(HasSubstr("person")));
    EXPECT_FALSE(record.contains("seed"));
    EXPECT_TRUE(vectors::read_vectors({}, at("p.mtx")).ids.empty());
    const auto log = find_private_log(at("p.mtx"), {}, DataKind::vectors);
    ASSERT_TRUE(log);
    EXPECT_EQ(log->body["seed"], 1);
    EXPECT_TRUE(made_from(*log, at("v.csv")));
    EXPECT_NO_THROW(check_log_of(*log, at("p.mtx")));
    const auto order = release_order(1, at("v.csv"), 12);
    const auto rows = released_rows(*log, 12);
    for (std::size_t r = 0; r < order.size(); ++r) {
        EXPECT_EQ(rows[static_cast<std::size_t>(order[r])], static_cast<std::int64_t>(r));
    }
}

TEST_F(VectorReleaseTest, SeedsDecideTheOrderAlone) {
    EXPECT_EQ(release_order(1, at("v.csv"), 12), release_order(1, at("v.csv"), 12));
    EXPECT_NE(release_order(1, at("v.csv"), 12), release_order(2, at("v.csv"), 12));
    write_file(at("w.csv"), "another source");
    EXPECT_NE(release_order(1, at("v.csv"), 12), release_order(1, at("w.csv"), 12));
    VectorRelease what = asked();
    what.keep_order = true;
    release_vectors({}, what);
    EXPECT_FALSE(read_json(private_log_path(at("p.mtx"))).contains("seed"));
}

TEST_F(VectorReleaseTest, ReplacesItselfAndNothingElse) {
    release_vectors({}, asked());
    EXPECT_NO_THROW(release_vectors({}, asked()));
    write_file(at("p.terms.txt"), "mine\n");
    EXPECT_THROW(release_vectors({}, asked()), Error);
    EXPECT_EQ(read_file(at("p.terms.txt")), "mine\n");
}

TEST_F(VectorReleaseTest, ADryRunWritesNothing) {
    VectorRelease what = asked();
    what.dry_run = true;
    const Json plan = release_vectors({}, what).summary;
    EXPECT_EQ(plan["method"], (Json{{"name", "spherical"}, {"k", 3}}));
    EXPECT_EQ(plan["files"].size(), 5U);
    EXPECT_EQ(plan["ids"], false);
    EXPECT_FALSE(fs::exists(at("p.mtx")));
    what.parameters["k"] = 13;
    EXPECT_THROW(release_vectors({}, what), Error);
    what.parameters["k"] = 1;
    EXPECT_THROW(release_vectors({}, what), Error);
}

TEST_F(VectorReleaseTest, ADryRunNeedsNoPlace) {
    VectorRelease what = asked();
    what.output.clear();
    what.dry_run = true;
    const Json plan = release_vectors({}, what).summary;
    EXPECT_EQ(plan["documents"], 12);
    EXPECT_TRUE(plan["files"].empty());
}

TEST_F(VectorReleaseTest, AKeptOrderIsWarnedOf) {
    VectorRelease what = asked();
    EXPECT_THAT(release_vectors({}, what).notes, testing::Each(Not(HasSubstr("order"))));
    EXPECT_EQ(read_json(record_path(at("p.mtx")))["order"], "random");
    what.keep_order = true;
    EXPECT_THAT(release_vectors({}, what).notes, testing::Contains(HasSubstr("sorted by id")));
    EXPECT_EQ(read_json(record_path(at("p.mtx")))["order"], "as-is");
    // Also where nothing says by what they are sorted.
    std::string shuffled = read_file(at("v.csv"));
    for (std::size_t at = 0; (at = shuffled.find("person", at)) != std::string::npos; ++at) {
        shuffled.replace(at, 6, shuffled[at + 6] % 2 == 0 ? "one" : "two");
    }
    write_file(at("w.csv"), shuffled);
    what.source = at("w.csv");
    what.output = at("q.mtx");
    what.dry_run = true;
    EXPECT_THAT(release_vectors({}, what).notes,
                testing::Contains(HasSubstr("keep the order of the original")));
}

TEST_F(VectorReleaseTest, OneDefaultForAllMethods) {
    const auto methods = methods_of(Family::mask, DataKind::vectors);
    EXPECT_GE(methods.size(), 3U);
    for (const Method* method : methods) {
        const auto k = std::ranges::find(method->parameters, "k", &Parameter::name);
        ASSERT_NE(k, method->parameters.end()) << method->info.name;
        EXPECT_EQ(k->fallback, vectors::kDocumentsTogether) << method->info.name;
        EXPECT_EQ(&vector_protection(method->info.name), method);
    }
    EXPECT_EQ(&vector_protection({}), methods.front());
    EXPECT_THROW(vector_protection("other"), Error);
}

TEST_F(VectorReleaseTest, WrongSettingsAreReportedTogether) {
    VectorRelease what = asked();
    what.parameters = {{"k", 1}, {"terms", -1}, {"weights", "mean"}};
    try {
        release_vectors({}, what);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_EQ(error.problems().size(), 3U) << error.what();
    }
    EXPECT_FALSE(fs::exists(at("p.mtx")));
}

}  // namespace
}  // namespace lethe::release
