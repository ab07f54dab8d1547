// What the studio answers, without sockets: projects, policies, rows, jobs, signing off.
#include "studio/studio.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/samples/census.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "studio/http/request_target.h"
#include "support.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StudioAnswers : public testing::Test {
  protected:
    void SetUp() override {
        before_ = fs::current_path();
        fs::create_directories(folder_.file("data"));
        write_table(Context(), sample_census(Context(), Random(1), 200),
                    folder_.file("data/people.csv"));
        StudioOptions options;
        options.folder = folder_.file("data");
        options.threads = 2;
        options.time = [] { return std::string("2024-05-31T12:00:00Z"); };
        studio_.emplace(options, hub_);
    }
    void TearDown() override {
        studio_.reset();
        fs::current_path(before_);
    }

    Response ask(const std::string& method, const std::string& path, const Json& body = {}) {
        Request request = make_request(method, path, {});
        if (!body.is_null()) request.body = body.dump();
        return studio_->handle(request);
    }
    Json get(const std::string& path) { return answered(ask("GET", path)); }
    Json post(const std::string& path, const Json& body) {
        return answered(ask("POST", path, body));
    }
    static Json answered(const Response& response) {
        EXPECT_LT(response.status, 300) << response.body;
        return Json::parse(response.body);
    }
    std::string make_project() {
        return post("/api/projects", {{"data", "people.csv"}})["id"].get<std::string>();
    }
    Json wait_for(const Json& job) {
        Json now = job;
        for (int i = 0; i < 6000; ++i) {
            now = get("/api/jobs/" + job["id"].get<std::string>());
            if (now["state"] != "waiting" && now["state"] != "running") break;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return now;
    }
    Json run(const std::string& id, const std::string& operation,
             const Json& options = Json::object(), const Json& seed = nullptr) {
        return wait_for(post("/api/projects/" + id + "/jobs",
                             {{"operation", operation}, {"options", options}, {"seed", seed}}));
    }
    Json view(const std::string& id) { return get("/api/projects/" + id); }

    test::TemporaryFolder folder_;
    fs::path before_;
    EventHub hub_;
    std::optional<Studio> studio_;
};

const std::string kPolicy =
    "[columns]\nperson_id = { role = \"identifier\" }\nage = { role = \"quasi\" }\n"
    "sex = { role = \"quasi\" }\n\n[[step]]\nmethod = \"mondrian\"\ncolumns = [\"age\", \"sex\"]\n"
    "k = 5\n";

TEST_F(StudioAnswers, FilesBelowTheFolderAndNoOthers) {
    const Json listed = post("/api/files", {{"path", "."}});
    EXPECT_EQ(listed["entries"][0]["name"], "people.csv");
    EXPECT_EQ(listed["entries"][0]["data"], "table");
    write_file(folder_.file("secret.csv"), "a,b\n1,2\n");
    fs::create_symlink(folder_.file("secret.csv"), folder_.file("data/link.csv"));
    fs::create_directory_symlink(folder_.path(), folder_.file("data/up"));
    EXPECT_EQ(post("/api/files", {{"path", "."}})["entries"].size(), 1U);
    for (const std::string path :
         {"..", "../secret.csv", "link.csv", "up", "up/secret.csv", "/etc"}) {
        EXPECT_EQ(ask("POST", "/api/files", {{"path", path}}).status, 400) << path;
        EXPECT_EQ(ask("POST", "/api/projects", {{"data", path}}).status, 400) << path;
    }
    EXPECT_EQ(ask("POST", "/api/files", {{"path", std::string("a\0b", 3)}}).status, 400);
}

TEST_F(StudioAnswers, AJobTakesNoFileFromOutsideNoQueryAndNoDatabase) {
    write_file(folder_.file("secret.csv"), "a,b\n1,2\n");
    const std::string id = make_project();
    for (const std::string data : {"../secret.csv", "SELECT * FROM '/etc/passwd'", "/etc/passwd",
                                   "postgresql:///clinic#people", "mysql://host/clinic",
                                   "sqlite:inside.db#t", "duckdb:inside.duckdb"}) {
        const Response response = ask("POST", "/api/projects/" + id + "/jobs",
                                      {{"operation", "inspect"}, {"options", {{"data", data}}}});
        EXPECT_EQ(response.status, 400) << data;
        EXPECT_EQ(ask("POST", "/api/operations/table/inspect", {{"data", data}}).status, 400)
            << data;
    }
    const Response policy = ask(
        "POST", "/api/projects/" + id + "/policy",
        {{"text", "[columns]\nage = { role = \"quasi\", knowledge = \"../../secret.csv\" }\n"}});
    EXPECT_EQ(policy.status, 400);
}

// A source may name several taxonomies, each a path of its own.
TEST_F(StudioAnswers, NoneOfSeveralFilesIsFromOutside) {
    write_file(folder_.file("secret.csv"), "oak;tree\nelm;tree\n");
    write_file(folder_.file("data/trees.csv"), "oak;tree\nelm;tree\n");
    fs::create_directory_symlink(folder_.file(""), folder_.file("data/link"));
    const std::string id = make_project();
    for (const std::string source :
         {"trees.csv,../secret.csv", "trees.csv,/etc/passwd", "trees.csv+../secret.csv",
          "trees.csv+trees.csv@../secret.csv", "wordnet,/etc/passwd", "link:verb"}) {
        EXPECT_EQ(ask("POST", "/api/operations/any/info", {{"source", source}}).status, 400)
            << source;
        const Json knowledge{{"AGI", source}};
        EXPECT_EQ(ask("POST", "/api/projects/" + id + "/jobs",
                      {{"operation", "protect"}, {"options", {{"knowledge", knowledge}}}})
                      .status,
                  400)
            << source;
    }
    EXPECT_EQ(ask("POST", "/api/operations/any/info", {{"source", "trees.csv,wordnet"}}).status,
              202);
    // Signs and slashes alone make no path.
    EXPECT_EQ(ask("POST", "/api/operations/any/info", {{"source", "[0-9]+/[0-9]+,/[a-z]"}}).status,
              202);
    for (const std::string key : {"knowledge = \"trees.csv,../../secret.csv\"",
                                  "knowledge = \"wordnet\", content = \"../../secret.csv\""}) {
        const std::string text = "[columns]\nAGI = { role = \"quasi\", " + key + " }\n";
        EXPECT_EQ(ask("POST", "/api/projects/" + id + "/policy", {{"text", text}}).status, 400)
            << key;
    }
}

// An operation makes the folders that it writes to: what is not there yet is outside all the same.
TEST_F(StudioAnswers, AJobWritesNothingOutside) {
    const std::string id = make_project();
    for (const std::string output : {"../made", "../made/deeper", "../a/b/c.csv", "x/../../made/y",
                                     "/tmp/lethe-made/deeper", "sub/../../../made/z"}) {
        for (const std::string operation : {"explore", "protect", "inspect"}) {
            const std::string option = operation == "inspect" ? "exposure" : "output";
            const Response response =
                ask("POST", "/api/projects/" + id + "/jobs",
                    {{"operation", operation}, {"options", {{option, output}}}});
            EXPECT_EQ(response.status, 400) << operation << " " << output;
        }
        EXPECT_EQ(ask("POST", "/api/operations/table/protect",
                      {{"data", "people.csv"}, {"method", "mdav"}, {"output", output}})
                      .status,
                  400)
            << output;
    }
    EXPECT_FALSE(fs::exists(folder_.file("made")));
    EXPECT_FALSE(fs::exists("/tmp/lethe-made"));
    // A label of a policy is no path, though it has slashes.
    EXPECT_EQ(
        ask("POST", "/api/projects/" + id + "/policy", {{"text", kPolicy + "# /PERSON/\n"}}).status,
        200);
}

TEST_F(StudioAnswers, APolicyHasVersionsThatAreNeverLost) {
    const std::string id = make_project();
    const std::string base = "/api/projects/" + id + "/policy";
    EXPECT_EQ(post(base, {{"text", "# one\n"}, {"base", 0}})["version"], 1);
    EXPECT_EQ(post(base, {{"text", "# two\n"}, {"base", 1}})["version"], 2);
    EXPECT_EQ(ask("POST", base, {{"text", "# other\n"}, {"base", 1}}).status, 409);
    EXPECT_EQ(view(id)["policy"]["undo"], 1);
    EXPECT_EQ(post(base + "/move", {{"to", 1}})["text"], "# one\n");
    EXPECT_EQ(view(id)["policy"]["redo"], 2);
    EXPECT_EQ(post(base, {{"text", "# three\n"}})["version"], 3);
    EXPECT_EQ(view(id)["policy"]["undo"], 1);
    EXPECT_EQ(get(base + "/2")["text"], "# two\n");
    EXPECT_EQ(post(base, {{"text", "# three\n"}})["version"], 3);  // nothing new
    EXPECT_EQ(ask("POST", base + "/move", {{"to", 9}}).status, 400);
}

TEST_F(StudioAnswers, AllProblemsOfAPolicyWithTheirLines) {
    const std::string id = make_project();
    const Json answer =
        post("/api/projects/" + id + "/check",
             {{"text",
               "[columns]\nagee = { role = \"quasi\" }\nsex = { role = \"secret\" }\n"
               "[verdict]\nk = -1\n[[step]]\nmethod = \"mdavv\"\n[[step]]\nmethod = "
               "\"mdav\"\nk = 0\n"}});
    EXPECT_GE(answer["problems"].size(), 4U) << answer.dump(1);
    for (const Json& problem : answer["problems"]) EXPECT_TRUE(problem.contains("line"));
    const Json good = post("/api/projects/" + id + "/check", {{"text", kPolicy}});
    EXPECT_TRUE(good["problems"].empty()) << good.dump(1);
    EXPECT_EQ(good["plan"]["steps"][0]["method"], "mondrian");
    const Json broken = post("/api/projects/" + id + "/check", {{"text", "[columns\n"}});
    EXPECT_EQ(broken["problems"].size(), 1U);
}

TEST_F(StudioAnswers, APreviewShowsRowsBeforeAndAfter) {
    const std::string id = make_project();
    const Json shown = post("/api/projects/" + id + "/preview", {{"text", kPolicy}});
    EXPECT_EQ(shown["sample"], 200);
    EXPECT_TRUE(shown["columns"][0]["dropped"]);
    bool changed = false;
    for (const Json& row : shown["rows"]) changed = changed || row["before"] != row["after"];
    EXPECT_TRUE(changed);
}

TEST_F(StudioAnswers, WindowsOfRows) {
    const std::string id = make_project();
    const std::string rows = "/api/projects/" + id + "/rows";
    const Json window = post(rows, {{"table", "data"}, {"from", 198}, {"count", 50}});
    EXPECT_EQ(window["total"], 200);
    EXPECT_EQ(window["rows"].size(), 2U);
    EXPECT_EQ(post(rows, {{"from", 5000}, {"count", 5}})["rows"].size(), 0U);
    EXPECT_EQ(ask("POST", rows, {{"from", "x"}, {"count", 5}}).status, 400);
}

TEST_F(StudioAnswers, WindowsOfThoseRowsThatAreAskedFor) {
    const std::string id = make_project();
    const std::string rows = "/api/projects/" + id + "/rows";
    const auto window = [&](const Json& filter) {
        return post(
            rows, {{"from", 0}, {"count", 1000}, {"columns", {"sex", "age"}}, {"filter", filter}});
    };
    const Json all = post(rows, {{"from", 0}, {"count", 1000}, {"columns", {"sex", "age"}}});
    std::vector<std::int64_t> expected;
    for (std::size_t i = 0; i < all["rows"].size(); ++i) {
        const double age = std::stod(all["rows"][i][1].get<std::string>());
        if (age >= 30 && age < 40) expected.push_back(static_cast<std::int64_t>(i) + 1);
    }
    ASSERT_FALSE(expected.empty());
    const Json found = window(Json::array({{{"column", "age"}, {"from", 30}, {"to", 40}}}));
    EXPECT_EQ(found["numbers"].get<std::vector<std::int64_t>>(), expected);
    EXPECT_EQ(found["total"], expected.size());
    EXPECT_EQ(window(Json::array({{{"rows", {200, 7}}}}))["numbers"], Json({200, 7}));
    EXPECT_EQ(ask("POST", rows, {{"from", 0}, {"count", 5}, {"filter", "age > 30"}}).status, 400);
}

// What is drawn of a column is of one file, and each drawing of the page has ids of its own.
TEST_F(StudioAnswers, ColumnsAreDrawnAlone) {
    const std::string id = make_project();
    const Json list =
        post("/api/projects/" + id + "/columns", {{"drawings", {"age", "sex"}}})["columns"];
    std::set<std::string> drawings;
    for (const Json& column : list) {
        if (!column.contains("drawing")) continue;
        const std::string drawing = column["drawing"];
        EXPECT_THAT(drawing, testing::Not(HasSubstr("data-after")));
        EXPECT_THAT(drawing, testing::Not(HasSubstr(" after")));
        EXPECT_THAT(drawing, HasSubstr("data-brush"));
        EXPECT_THAT(column["spark"].get<std::string>(), HasSubstr("aria-hidden"));
        EXPECT_TRUE(column["distribution"].contains("counts"));
        drawings.insert(drawing.substr(drawing.find("aria-labelledby"), 40));
    }
    EXPECT_EQ(drawings.size(), 2U);
}

TEST_F(StudioAnswers, AReleaseIsThatOfTheCommandShown) {
    const std::string id = make_project();
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    const Json job = run(id, "protect", {{"assess", true}}, 7);
    ASSERT_EQ(job["state"], "done") << job.dump(1);
    const Json project = view(id);
    EXPECT_EQ(project["results"][0]["command"],
              "lethe protect people.csv --policy people.lethe/policy.0001.toml -o "
              "people.lethe/release/people.csv --assess --seed 7");
    const Json result = get("/api/projects/" + id + "/results/1");
    EXPECT_EQ(result["guarantees"][0]["smallest"], 5);
    // Other columns that others may know are not masked: what counts is all that she knows.
    EXPECT_EQ(project["strip"]["after"]["smallest"], result["measured"]["bound"]["smallest"]);
    EXPECT_EQ(project["strip"]["after"]["found"], result["measured"]["worst"]["value"]);
    EXPECT_FALSE(project["strip"]["after"]["stale"].get<bool>());
    const std::string bytes = read_file("people.lethe/release/people.csv");
    EXPECT_EQ(ask("GET", "/api/projects/" + id + "/download/release").body, bytes);
    // Another version of the policy makes what was measured old.
    post("/api/projects/" + id + "/policy", {{"text", kPolicy + "# more\n"}});
    EXPECT_TRUE(view(id)["strip"]["after"]["stale"].get<bool>());
}

TEST_F(StudioAnswers, DraftAssessedApprovedAndWhatChangedSince) {
    const std::string id = make_project();
    const std::string state = "/api/projects/" + id + "/state";
    EXPECT_EQ(ask("POST", state, {{"to", "assessed"}}).status, 409);
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    EXPECT_EQ(ask("POST", state, {{"to", "approved"}, {"name", "A. Officer"}}).status, 409);
    EXPECT_EQ(post(state, {{"to", "assessed"}})["state"], "assessed");
    EXPECT_EQ(ask("POST", state, {{"to", "approved"}, {"name", " "}}).status, 400);
    const Json approval{{"to", "approved"}, {"name", "A. Officer"}, {"note", "A small circle."}};
    EXPECT_EQ(post(state, approval)["by"], "A. Officer");
    EXPECT_TRUE(view(id)["status"]["changes"].empty());
    std::string stronger = kPolicy;
    stronger.replace(stronger.find("k = 5"), 5, "k = 9");
    post("/api/projects/" + id + "/policy", {{"text", stronger}});
    EXPECT_EQ(view(id)["status"]["changes"].size(), 1U);
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 8)["state"], "done");
    EXPECT_EQ(view(id)["status"]["changes"].size(), 2U);
    const Json exported = post("/api/projects/" + id + "/export", Json::object());
    for (const Json& file : exported["files"]) {
        EXPECT_THAT(file.get<std::string>(), testing::Not(HasSubstr("private")));
    }
    EXPECT_TRUE(fs::exists("people.lethe/export/report-public.html"));
    const Response page = ask("GET", "/api/projects/" + id + "/report");
    EXPECT_THAT(page.body, HasSubstr("<!doctype html>"));
}

// A release that was made with one version of the policy is not that of the next, however often it
// is attacked and assessed.
TEST_F(StudioAnswers, AReleaseOfAnOlderPolicyIsNotSignedOff) {
    const std::string id = make_project();
    const std::string state = "/api/projects/" + id + "/state";
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    post("/api/projects/" + id + "/policy", {{"text", kPolicy + "# more\n"}});
    ASSERT_EQ(run(id, "assess")["state"], "done");
    EXPECT_EQ(view(id)["strip"]["after"]["policy_version"], 1);
    EXPECT_TRUE(view(id)["strip"]["after"]["stale"].get<bool>());
    EXPECT_EQ(ask("POST", state, {{"to", "assessed"}}).status, 409);
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    EXPECT_EQ(post(state, {{"to", "assessed"}})["state"], "assessed");
}

// What somebody assessed is what may be approved, and nothing that was made since.
TEST_F(StudioAnswers, OnlyTheReleaseThatWasAssessedIsApproved) {
    const std::string id = make_project();
    const std::string state = "/api/projects/" + id + "/state";
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    post(state, {{"to", "assessed"}});
    EXPECT_TRUE(view(id)["status"]["changes"].empty());
    std::string weaker = kPolicy;
    weaker.replace(weaker.find("k = 5"), 5, "k = 2");
    post("/api/projects/" + id + "/policy", {{"text", weaker}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    EXPECT_EQ(view(id)["status"]["changes"].size(), 2U);
    const Json approval{{"to", "approved"}, {"name", "B. Officer"}, {"note", "A small circle."}};
    EXPECT_EQ(ask("POST", state, approval).status, 409);
    EXPECT_EQ(view(id)["status"]["state"], "assessed");
    post(state, {{"to", "assessed"}});
    EXPECT_EQ(post(state, approval)["state"], "approved");
}

// Who lets a release out that does not meet what was asked, or of which nobody knows, says why.
TEST_F(StudioAnswers, ApprovalAgainstTheVerdictNeedsAReason) {
    const std::string id = make_project();
    const std::string state = "/api/projects/" + id + "/state";
    post("/api/projects/" + id + "/policy", {{"text", kPolicy + "\n[verdict]\nk = 150\n"}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    ASSERT_EQ(view(id)["strip"]["after"]["verdict"], false);
    post(state, {{"to", "assessed"}});
    const std::size_t notes = view(id)["notes"].size();
    for (const Json& note : {Json(nullptr), Json(""), Json(" \n\t")}) {
        const Response refused =
            ask("POST", state, {{"to", "approved"}, {"name", "A. Officer"}, {"note", note}});
        EXPECT_EQ(refused.status, 400) << note;
        EXPECT_EQ(Json::parse(refused.body)["error"]["problems"][0]["parameter"], "note");
    }
    EXPECT_EQ(ask("POST", state, {{"to", "approved"}, {"name", "A. Officer"}}).status, 400);
    EXPECT_EQ(view(id)["status"]["state"], "assessed");
    EXPECT_EQ(view(id)["notes"].size(), notes);  // nothing of it is kept
    const Json status =
        post(state, {{"to", "approved"}, {"name", "A. Officer"}, {"note", "Stays in this house."}});
    EXPECT_EQ(status["reason"], "Stays in this house.");
    EXPECT_EQ(view(id)["notes"].back()["text"], "Stays in this house.");
    EXPECT_EQ(post(state, {{"to", "draft"}})["reason"], "");
}

TEST_F(StudioAnswers, ApprovalOfWhatMeetsWhatWasAskedNeedsNone) {
    const std::string id = make_project();
    const std::string state = "/api/projects/" + id + "/state";
    std::string all = kPolicy;  // everything that others could know is dropped but for two columns
    const Json table = post("/api/projects/" + id + "/columns", Json::object());
    std::string dropped;
    for (const Json& column : table["columns"]) {
        const std::string name = column["name"];
        if (name == "person_id" || name == "age" || name == "sex") continue;
        dropped += name + " = { role = \"identifier\" }\n";
    }
    all.insert(all.find("\n\n"), "\n" + dropped);
    post("/api/projects/" + id + "/policy",
         {{"text", all + "\n[verdict]\nk = 2\nmax_risk = 50\n"}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    ASSERT_EQ(view(id)["strip"]["after"]["verdict"], true) << view(id)["strip"].dump(1);
    post(state, {{"to", "assessed"}});
    EXPECT_EQ(post(state, {{"to", "approved"}, {"name", "A. Officer"}})["reason"], "");
}

// An attack that was tried by hand and found more stands against what the assessment said, also
// after another assessment, in the strip, for whoever approves, and in the report.
TEST_F(StudioAnswers, AnAttackByHandThatFindsMoreIsNotForgotten) {
    const std::string id = make_project();
    const std::string state = "/api/projects/" + id + "/state";
    const Json table = post("/api/projects/" + id + "/columns", Json::object());
    std::string all = kPolicy, dropped;
    for (const Json& column : table["columns"]) {
        const std::string name = column["name"];
        if (name == "person_id" || name == "age" || name == "sex") continue;
        dropped += name + " = { role = \"identifier\" }\n";
    }
    all.insert(all.find("\n\n"), "\n" + dropped);
    post("/api/projects/" + id + "/policy",
         {{"text", all + "\n[verdict]\nk = 2\nmax_risk = 50\n"}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    ASSERT_EQ(view(id)["strip"]["after"]["verdict"], true);
    ASSERT_EQ(run(id, "attack", {{"attack", {"distance-linkage"}}})["state"], "done");
    EXPECT_EQ(view(id)["strip"]["after"]["verdict"], true);  // it found no more
    // As if it had found nearly everybody.
    const std::string file = fmt::format("people.lethe/result.{:04}.json",
                                         view(id)["results"].back()["id"].get<std::int64_t>());
    Json result = read_json(file);
    result["worst"] = {{"value", 91.5}, {"title", "An attack by hand"}};
    write_file(file, result.dump(), true);
    for (int assessments = 0; assessments < 2; ++assessments) {
        const Json after = view(id)["strip"]["after"];
        EXPECT_EQ(after["found"], 91.5);
        EXPECT_EQ(after["attack"], "An attack by hand");
        EXPECT_TRUE(after["verdict"].is_null());
        if (assessments == 0) {
            ASSERT_EQ(run(id, "assess")["state"], "done");
        }
    }
    post(state, {{"to", "assessed"}});
    EXPECT_EQ(ask("POST", state, {{"to", "approved"}, {"name", "A. Officer"}}).status, 400);
    // A new release is another matter.
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 8)["state"], "done");
    EXPECT_EQ(view(id)["strip"]["after"]["verdict"], true);
}

// What is in sight of the original is of all columns that others may know, those of which the
// policy says nothing among them.
TEST_F(StudioAnswers, AnInspectionOfFewerColumnsIsNotThatOfTheData) {
    const std::string id = make_project();
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    ASSERT_EQ(run(id, "inspect", {{"columns", {"age", "sex"}}})["state"], "done");
    EXPECT_TRUE(view(id)["strip"]["before"].is_null());
    ASSERT_EQ(run(id, "inspect")["state"], "done");
    const Json before = view(id)["strip"]["before"];
    EXPECT_FALSE(before.is_null());
    ASSERT_EQ(run(id, "inspect", {{"columns", {"age", "sex"}}})["state"], "done");
    EXPECT_EQ(view(id)["strip"]["before"], before);
}

// Who measured another release, or less than the intruder knows, measured nothing.
TEST_F(StudioAnswers, OnlyWhatWasMeasuredOfThisReleaseCounts) {
    const std::string id = make_project();
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    ASSERT_EQ(run(id, "protect", {{"assess", true}}, 7)["state"], "done");
    const Json found = view(id)["strip"]["after"]["found"];
    ASSERT_EQ(run(id, "assess", {{"columns", {"sex"}}})["state"], "done");
    EXPECT_EQ(view(id)["strip"]["after"]["found"], found);
    EXPECT_EQ(view(id)["results"].back()["whole"], false);
    ASSERT_EQ(run(id, "protect", Json::object(), 8)["state"], "done");
    EXPECT_TRUE(view(id)["strip"]["after"].is_null());
    EXPECT_EQ(ask("POST", "/api/projects/" + id + "/state", {{"to", "assessed"}}).status, 409);
    ASSERT_EQ(run(id, "assess")["state"], "done");
    EXPECT_EQ(post("/api/projects/" + id + "/state", {{"to", "assessed"}})["state"], "assessed");
    post("/api/projects/" + id + "/state",
         {{"to", "approved"}, {"name", "A. Officer"}, {"note", "A small circle."}});
    EXPECT_TRUE(view(id)["status"]["changes"].empty());
    write_file("people.lethe/release/people.csv", "age\n1\n");
    EXPECT_EQ(view(id)["status"]["changes"].size(), 1U);
}

TEST_F(StudioAnswers, AJobIsStoppedAndItsEndIsKept) {
    const std::string id = make_project();
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    const Json job = post("/api/projects/" + id + "/jobs", {{"operation", "explore"}});
    post("/api/jobs/" + job["id"].get<std::string>() + "/stop", Json::object());
    const Json ended = wait_for(job);
    EXPECT_EQ(ended["state"], "stopped") << ended.dump(1);
}

TEST_F(StudioAnswers, WhatIsMissingOrBrokenIsSaid) {
    EXPECT_EQ(ask("GET", "/api/projects/000000000000").status, 404);
    EXPECT_EQ(ask("POST", "/api/projects", {{"data", "no.csv"}}).status, 404);
    const std::string id = make_project();
    fs::remove("people.csv");
    EXPECT_TRUE(view(id)["data"]["missing"].get<bool>());
    EXPECT_EQ(run(id, "inspect")["state"], "failed");
    write_file("people.lethe/project.json", "{\"kind\": 3}");
    const Json listed = get("/api/projects")["projects"][0];
    EXPECT_TRUE(listed["id"].is_null());
    EXPECT_THAT(listed["problem"].get<std::string>(), HasSubstr("project"));
}

TEST_F(StudioAnswers, ProjectsAreTheOnlyState) {
    const std::string id = make_project();
    post("/api/projects/" + id + "/policy", {{"text", kPolicy}});
    post("/api/projects/" + id + "/notes", {{"name", "Me"}, {"text", "Looked at."}});
    const Json before = view(id);
    studio_.reset();
    fs::current_path(before_);
    StudioOptions options;
    options.folder = folder_.file("data");
    studio_.emplace(options, hub_);
    EXPECT_EQ(view(id), before);
}

}  // namespace
}  // namespace lethe::studio
