#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/release/documents/document_release.h"
#include "lethe/release/private_log.h"
#include "support.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class DocumentReleaseTest : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directory(at("docs"));
        write_file(at("docs/note.txt"), "Please write to anna.berg@example.org before Friday.\n");
        // Nothing in the text tells what its name tells.
        write_file(at("docs/carl.stone@example.org.txt"), "There is nothing to see in here.\n");
    }
    std::string at(const std::string& name) const { return folder_.file(name); }
    std::vector<std::string> names(const std::string& folder) const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(at(folder))) {
            found.push_back(entry.path().filename().string());
        }
        std::ranges::sort(found);
        return found;
    }
    DocumentRelease sanitised() const {
        DocumentRelease what;
        what.source = at("docs");
        what.output = at("rel");
        what.policy = documents::profile_policy("default");
        what.finders.no_model = true;
        return what;
    }
    ReviewedRelease reviewed(const std::string& policy) const {
        documents::ReadNotes notes;
        const auto documents = documents::read_documents({}, at("docs"), {}, &notes);
        documents::Review review =
            documents::make_review(documents, std::vector<documents::Mentions>(documents.size()),
                                   documents::profile_policy("default").categories, {}, {}, policy);
        review.policy_folder = folder_.path();
        write_file(at("review.json"), documents::review_json(review));
        ReviewedRelease what;
        what.review = at("review.json");
        what.source = at("docs");
        what.output = at("rel");
        what.reviewer = "R";
        what.time = "now";
        return what;
    }
    static mode_t mode(const std::string& path) {
        struct stat status {};
        ::stat(path.c_str(), &status);
        return status.st_mode & 0777;
    }
    test::TemporaryFolder folder_;
};

// Both ways lead through the same walk: what holds for one holds for the other.
TEST_F(DocumentReleaseTest, NoWayPublishesNamesThatTell) {
    for (const bool review : {false, true}) {
        const Released released = review ? release_reviewed({}, reviewed("profile = \"default\"\n"))
                                         : release_documents({}, sanitised());
        EXPECT_EQ(released.summary["renamed"], 1);
        EXPECT_THAT(names("rel"), Not(Contains(HasSubstr("carl"))));
        EXPECT_THAT(names("rel"), Contains("note.txt"));
        const Json record = read_json(record_path(at("rel")));
        EXPECT_EQ(record["kind"], "text-release");
        EXPECT_EQ(record["data"], "documents");
        EXPECT_EQ(record["files"].size(), 2U);
        EXPECT_THAT(record.dump(), Not(HasSubstr("carl")));
        EXPECT_EQ(mode(private_log_path(at("rel"))), 0600U);
        const auto log = find_private_log(at("rel"), {}, DataKind::documents);
        ASSERT_TRUE(log);
        EXPECT_EQ(log->body["sources"].size(), 2U);
        EXPECT_EQ(log->body["files"], record["files"]);
        EXPECT_EQ(log->body.contains("reviewed"), review);
        const auto ids = original_ids(*log);
        EXPECT_EQ(ids.size(), 2U);
        EXPECT_EQ(ids.at("note.txt"), "note.txt");
    }
}

TEST_F(DocumentReleaseTest, AReviewFindsTheListsOfItsPolicy) {
    write_file(at("staff.txt"), "Ophelia Brandt\n");
    write_file(at("docs/Ophelia_Brandt.txt"), "Nobody is named in here.\n");
    ReviewedRelease what = reviewed("profile = \"default\"\n[list]\nperson = \"staff.txt\"\n");
    EXPECT_EQ(release_reviewed({}, what).summary["renamed"], 2);
    EXPECT_THAT(names("rel"), Not(Contains(HasSubstr("Ophelia"))));
    fs::remove(at("staff.txt"));
    EXPECT_THROW(release_reviewed({}, what), Error);  // names could not be judged
}

TEST_F(DocumentReleaseTest, AnAuditIsPartOfTheRelease) {
    release_reviewed({}, reviewed(""));
    EXPECT_EQ(mode(audit_path(at("rel"))), 0600U);
    EXPECT_THAT(read_file(audit_path(at("rel"))), HasSubstr("\"reviewer\":\"R\""));
    // A second run finds what the first made.
    EXPECT_NO_THROW(release_reviewed({}, reviewed("")));
}

TEST_F(DocumentReleaseTest, ADryRunWritesNothing) {
    DocumentRelease what = sanitised();
    what.dry_run = true;
    what.spans = at("spans.jsonl");
    const Json plan = release_documents({}, what).summary;
    EXPECT_EQ(plan["kind"], "release-plan");
    EXPECT_EQ(plan["documents"], 2);
    EXPECT_EQ(plan["files"].size(), 4U);
    EXPECT_THAT(plan["categories"],
                Contains(Json{{"category", "person"}, {"treatment", "number"}}));
    ReviewedRelease review = reviewed("");
    review.dry_run = true;
    EXPECT_EQ(release_reviewed({}, review).summary["files"].size(), 4U);
    EXPECT_EQ(fs::exists(at("rel")) || fs::exists(record_path(at("rel"))), false);
}

TEST_F(DocumentReleaseTest, SpansArePrivateAndComeWithTheRelease) {
    DocumentRelease what = sanitised();
    what.spans = at("spans.jsonl");
    release_documents({}, what);
    EXPECT_EQ(mode(at("spans.jsonl")), 0600U);
    EXPECT_NO_THROW(release_documents({}, what));
    write_file(at("spans.jsonl"), "mine");
    EXPECT_THROW(release_documents({}, what), Error);
    EXPECT_EQ(read_file(at("spans.jsonl")), "mine");
    what.surroundings.replace = true;
    EXPECT_NO_THROW(release_documents({}, what));
}

TEST_F(DocumentReleaseTest, AKeyIsNeededToEncrypt) {
    DocumentRelease what = sanitised();
    documents::set_treatment(what.policy, "email=encrypt");
    EXPECT_THROW(release_documents({}, what), Error);
    EXPECT_FALSE(fs::exists(at("rel")));
}

TEST_F(DocumentReleaseTest, OneFileBecomesOneFile) {
    DocumentRelease what = sanitised();
    what.source = at("docs/note.txt");
    what.output = "-";
    const Released printed = release_documents({}, what);
    EXPECT_TRUE(printed.summary.is_null());
    EXPECT_THAT(printed.text, Not(HasSubstr("anna")));
    what.output = at("out.txt");
    release_documents({}, what);
    EXPECT_EQ(read_file(at("out.txt")), printed.text);
    EXPECT_EQ(read_json(record_path(at("out.txt")))["files"][0]["sha256"],
              file_sha256(at("out.txt")));
    what.source = at("docs");
    what.output = "-";
    EXPECT_THROW(release_documents({}, what), Error);
}

}  // namespace
}  // namespace lethe::release
