#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/release/private_log.h"
#include "support.h"

namespace lethe::release {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class PrivateLogTest : public testing::Test {
  protected:
    std::string at(const std::string& name) const { return folder_.file(name); }
    std::string put(const std::string& name, const Json& body) const {
        write_file(at(name), body.dump());
        return at(name);
    }
    static std::string problem(const std::function<void()>& call) {
        try {
            call();
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            return error.what();
        }
        return "nothing";
    }
    test::TemporaryFolder folder_;
};

TEST_F(PrivateLogTest, PathsLeaveOutASlash) {
    EXPECT_EQ(record_path("a/rel.csv"), "a/rel.csv.lethe.json");
    EXPECT_EQ(record_path("a/rel/"), "a/rel.lethe.json");
    EXPECT_EQ(private_log_path("rel"), "rel.lethe.private.json");
}

TEST_F(PrivateLogTest, EnvelopesBeginAlike) {
    const Json record = record_envelope("text-release", DataKind::documents, {{"a.txt", "12"}});
    EXPECT_EQ(record["data"], "documents");
    EXPECT_EQ(record["files"], Json::parse(R"([{"file": "a.txt", "sha256": "12"}])"));
    const Json log = log_envelope(DataKind::graph, "n", 7, {{"SELECT 1", ""}});
    EXPECT_EQ(log["kind"], "private-log");
    EXPECT_EQ(log["data"], "graph");
    EXPECT_EQ(log["seed"], 7);
    EXPECT_TRUE(log["sources"][0]["sha256"].is_null());
    EXPECT_FALSE(log_envelope(DataKind::table, "", std::nullopt, {}).contains("seed"));
}

TEST_F(PrivateLogTest, IsFoundBesideItsRelease) {
    EXPECT_FALSE(find_private_log(at("rel"), {}, DataKind::documents));
    put("rel.lethe.private.json", log_envelope(DataKind::documents, "", std::nullopt, {}));
    EXPECT_TRUE(find_private_log(at("rel"), {}, DataKind::documents));
    EXPECT_TRUE(find_private_log(at("rel/"), {}, DataKind::documents));
    EXPECT_THAT(problem([&] { find_private_log(at("rel"), {}, DataKind::graph); }),
                HasSubstr("is not the private log of a release of a graph"));
    const std::string other = put("x.json", {{"kind", "text-release"}});
    EXPECT_THAT(problem([&] { find_private_log(at("rel"), other, DataKind::documents); }),
                HasSubstr("x.json"));
}

TEST_F(PrivateLogTest, EarlierVersionsAreRead) {
    const auto read = [&](const char* text, DataKind data) {
        return read_private_log(put("log.json", Json::parse(text)), data);
    };
    EXPECT_THAT(
        original_rows(read(R"({"kind": "private-log", "rows": [2, 0]})", DataKind::table), 3),
        ElementsAre(2, 0));
    EXPECT_THAT(original_rows(read(R"({"kind": "private-log", "rows": null})", DataKind::table), 3),
                IsEmpty());
    EXPECT_THAT(original_nodes(read(R"({"kind": "private-log", "rows": [0], "nodes": ["u"]})",
                                    DataKind::graph)),
                ElementsAre("u"));
    EXPECT_EQ(original_ids(read(R"({"kind": "text-private-log",
                                    "documents": [{"id": "anna.txt", "released_id": "d1.txt"}]})",
                                DataKind::documents))
                  .at("d1.txt"),
              "anna.txt");
    EXPECT_THAT(released_rows(read(R"({"kind": "vector-private-log", "rows":
                                       [{"row": 1, "original_row": 2},
                                        {"row": 2, "original_row": 1}]})",
                                   DataKind::vectors),
                              2),
                ElementsAre(1, 0));
}

TEST_F(PrivateLogTest, WhatDoesNotFitIsRefused) {
    Json table = log_envelope(DataKind::table, "", 1, {});
    table["rows"] = {0, 5};
    EXPECT_THAT(problem([&] { original_rows({"l", table}, 3); }), HasSubstr("names rows"));
    Json vectors = log_envelope(DataKind::vectors, "", 1, {});
    vectors["rows"] = Json::array({{{"row", 1}, {"original_row", 1}}});
    EXPECT_THAT(problem([&] { released_rows({"l", vectors}, 2); }), HasSubstr("2 documents"));
    EXPECT_THAT(problem([&] { original_nodes({"l", vectors}); }), HasSubstr("of a graph"));
}

TEST_F(PrivateLogTest, KnowsItsReleaseAndItsSource) {
    write_file(at("rel.mtx"), "release");
    write_file(at("other.mtx"), "another");
    Json body =
        log_envelope(DataKind::vectors, "", 1, {{"original", file_sha256(at("other.mtx"))}});
    EXPECT_NO_THROW(check_log_of({"l", body}, at("other.mtx")));  // it does not say of which
    body["files"] = to_json(std::vector<FileDigest>{{"rel.mtx", file_sha256(at("rel.mtx"))}});
    EXPECT_NO_THROW(check_log_of({"l", body}, at("rel.mtx")));
    EXPECT_THAT(problem([&] {
                    check_log_of({"l", body}, at("other.mtx"));
                }),
                HasSubstr("another release"));
    EXPECT_TRUE(made_from({"l", body}, at("other.mtx")));
    EXPECT_FALSE(made_from({"l", body}, at("rel.mtx")));
}

TEST_F(PrivateLogTest, OfAnotherReleaseIsRefusedAndSaysOfWhich) {
    write_file(at("r.csv"), "a");
    const std::string digest = file_sha256(at("r.csv"));
    const auto log = [&](const std::string& file, const std::string& sha256) {
        Json body = log_envelope(DataKind::table, "", 1, {});
        body["files"] = to_json(std::vector<FileDigest>{{file, sha256}});
        return PrivateLog{"log.json", body};
    };
    const Json record = record_envelope("release", DataKind::table, {{"r.csv", digest}});
    const Json earlier{{"kind", "release"}, {"release", {{"sha256", digest}}}};
    check_log_of(log("r.csv", digest), at("r.csv"));
    for (const Json& one : {record, earlier}) {
        check_log_of_record(log("r.csv", digest), one, "r.csv.lethe.json");
        EXPECT_THAT(
            problem([&] { check_log_of_record(log("q.csv", "12"), one, "r.csv.lethe.json"); }),
            testing::AllOf(HasSubstr("log.json"), HasSubstr("q.csv"),
                           HasSubstr("another release than r.csv.lethe.json")));
    }
    EXPECT_THAT(problem([&] { check_log_of(log("q.csv", "12"), at("r.csv")); }),
                HasSubstr("of a version of q.csv"));
    check_log_of_record({"log.json", {{"kind", "private-log"}, {"rows", nullptr}}}, record, "r");
}

}  // namespace
}  // namespace lethe::release
