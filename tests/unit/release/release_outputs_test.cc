#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "lethe/io/file.h"
#include "lethe/release/outputs.h"
#include "lethe/release/recorded.h"
#include "lethe/release/tables/earlier_output.h"
#include "support.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OutputsTest : public testing::Test {
  protected:
    std::string at(const std::string& name) const { return folder_.file(name); }
    std::string refusal(const Outputs& outputs, const Surroundings& around = {}) const {
        try {
            check_outputs(outputs, around);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            return error.what();
        }
        return "";
    }
    // A release of two files with its record and log.
    Outputs written() const {
        const Outputs outputs{DataKind::graph, at("g.csv"), false, {at("n.csv")}, {at("m.csv")}};
        write_file(at("g.csv"), "edges");
        write_file(at("n.csv"), "nodes");
        write_file(at("m.csv"), "microdata");
        const Json record = record_envelope(
            "graph-release", DataKind::graph,
            {{"g.csv", file_sha256(at("g.csv"))}, {"n.csv", file_sha256(at("n.csv"))}});
        Json log = log_envelope(DataKind::graph, "", 1, {});
        log["private_files"] =
            to_json(std::vector<FileDigest>{{"m.csv", file_sha256(at("m.csv"))}});
        write_file(record_path(at("g.csv")), record.dump());
        write_file(private_log_path(at("g.csv")), log.dump());
        return outputs;
    }
    test::TemporaryFolder folder_;
};

TEST_F(OutputsTest, AnEarlierReleaseIsReplaced) { EXPECT_EQ(refusal(written()), ""); }

TEST_F(OutputsTest, WhatIsNotAsItWasWrittenIsNot) {
    const Outputs outputs = written();
    for (const char* name : {"g.csv", "n.csv", "m.csv", "g.csv.lethe.json"}) {
        const std::string before = read_file(at(name));
        write_file(at(name), "somebody's work");
        EXPECT_THAT(refusal(outputs), HasSubstr(name));
        EXPECT_THAT(refusal(outputs), HasSubstr("the option force"));
        EXPECT_EQ(refusal(outputs, {{}, true}), "");
        write_file(at(name), before);
    }
    EXPECT_EQ(refusal(outputs), "");
    fs::remove(record_path(at("g.csv")));
    EXPECT_THAT(refusal(outputs), HasSubstr("g.csv"));
}

TEST_F(OutputsTest, InputsAreNeverReplaced) {
    const Outputs outputs = written();
    EXPECT_THAT(refusal(outputs, {{at("n.csv")}, true}), HasSubstr("would overwrite an input"));
    Outputs twice = outputs;
    twice.secret = {at("n.csv")};
    EXPECT_THAT(refusal(twice, {{}, true}), HasSubstr("two outputs"));
    twice.secret = {record_path(at("g.csv"))};
    EXPECT_THAT(refusal(twice, {{}, true}), HasSubstr("two outputs"));
}

TEST_F(OutputsTest, FoldersNeedARecord) {
    const Outputs outputs{DataKind::documents, at("rel"), true, {}, {}};
    EXPECT_EQ(refusal(outputs), "");
    fs::create_directories(at("rel/sub"));
    EXPECT_THAT(refusal(outputs, {{}, true}), HasSubstr("no release of Lethe"));
    write_file(at("rel/sub/a.txt"), "text");
    EXPECT_THAT(refusal(outputs, {{}, true}), HasSubstr("no release of Lethe"));
    const Json record = record_envelope("text-release", DataKind::documents,
                                        {{"sub/a.txt", file_sha256(at("rel/sub/a.txt"))}});
    write_file(record_path(at("rel")), record.dump());
    EXPECT_EQ(refusal(outputs), "");
    EXPECT_THAT(changed_files(at("rel"), record), IsEmpty());
    write_file(at("rel/notes.txt"), "mine");
    EXPECT_THAT(changed_files(at("rel"), record), ElementsAre("notes.txt"));
    EXPECT_THAT(refusal(outputs), HasSubstr("the option force"));
    EXPECT_EQ(refusal(outputs, {{}, true}), "");
    EXPECT_TRUE(find_record(at("rel"), DataKind::graph).is_null());
}

TEST_F(OutputsTest, APlanSaysWhatIsThere) {
    const Outputs outputs = written();
    fs::remove(at("m.csv"));
    const Json files = planned_files(outputs);
    ASSERT_EQ(files.size(), 5U);
    EXPECT_EQ(files[0], (Json{{"file", at("g.csv")}, {"private", false}, {"replaces", true}}));
    EXPECT_EQ(files[3]["private"], true);
    EXPECT_EQ(files[4], (Json{{"file", at("m.csv")}, {"private", true}, {"replaces", false}}));
}

TEST_F(OutputsTest, ErrorsNameTheRealPath) {
    Bundle bundle(at("r.csv"));
    try {
        write_staged(bundle, at("r.csv"), false, [](const std::string& staged) {
            throw Error(ErrorKind::io, "no space", {staged, 0, 0, {}});
        });
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.problems()[0].place.file, at("r.csv"));
    }
}

}  // namespace
}  // namespace lethe::release
