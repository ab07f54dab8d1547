// The C interface as a program sees it: what is handed over, what comes back, what is refused.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "arrow_people.h"
#include "lethe.h"

namespace {

using Json = nlohmann::json;
using lethe::test::ArrowPeople;

struct Freed {
    lethe_result* result;
    explicit Freed(lethe_result* made) : result(made) {}
    ~Freed() { lethe_free(result); }
    Freed(const Freed&) = delete;
    Freed& operator=(const Freed&) = delete;

    lethe_status status() const { return lethe_status_of(result); }
    Json json() const { return Json::parse(lethe_json(result)); }
    std::string problems() const { return lethe_problems(result); }
};

lethe_caller seeded(std::uint64_t seed) {
    lethe_caller caller{};
    caller.size = sizeof caller;
    caller.has_seed = 1;
    caller.seed = seed;
    return caller;
}

const char* const kProtect =
    R"({"data": "memory:people", "method": "mdav", "set": {"k": 5}, "output": "memory:release"})";

std::string bytes_of(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(Call, ProtectsAndTakesTypesBack) {
    ArrowPeople people(60);
    ArrowArrayStream stream = people.stream();
    const lethe_input input{"memory:people", &stream, nullptr, 0};
    const lethe_caller caller = seeded(1);
    const Freed made(lethe_call("protect", "table", kProtect, &input, 1, &caller));
    ASSERT_EQ(made.status(), LETHE_OK) << made.problems();
    EXPECT_EQ(stream.release, nullptr);
    EXPECT_EQ(made.json()["rows"], 60);
    EXPECT_GE(made.json()["guarantees"][0]["smallest"], 5);

    ArrowArrayStream out{};
    ASSERT_EQ(lethe_take_table(made.result, "memory:release", &out), 0);
    ArrowSchema schema{};
    ArrowArray rows{};
    ASSERT_EQ(out.get_schema(&out, &schema), 0);
    ASSERT_EQ(out.get_next(&out, &rows), 0);
    EXPECT_EQ(rows.length, 60);
    EXPECT_STREQ(schema.children[0]->name, "age");
    EXPECT_STREQ(schema.children[0]->format, "l");  // whole numbers stay whole
    EXPECT_STREQ(schema.children[1]->format, "g");
    rows.release(&rows);
    schema.release(&schema);
    out.release(&out);
    EXPECT_NE(lethe_take_table(made.result, "memory:other", &out), 0);
    EXPECT_NE(std::string(lethe_made_text(made.result, "memory:release.lethe.private.json")), "");
    EXPECT_EQ(std::string(lethe_made_text(made.result, "memory:release.lethe.json")).find("seed"),
              std::string::npos);
}

// The seed decides, not the threads; and what is written is what the operation writes itself.
TEST(Call, WritesWhatTheOperationWrites) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("lethe-capi-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string straight = (folder / "straight.csv").string();
    const std::string later = (folder / "later.csv").string();
    ArrowPeople people(80);
    ArrowArrayStream stream = people.stream();
    lethe_input input{"memory:people", &stream, nullptr, 0};
    lethe_caller caller = seeded(3);
    caller.threads = 1;
    Json options = Json::parse(kProtect);
    options["method"] = "noise";
    options["set"] = {{"p", 20}};
    const Freed made(lethe_call("protect", "table", options.dump().c_str(), &input, 1, &caller));
    ASSERT_EQ(made.status(), LETHE_OK) << made.problems();
    const Freed written(
        lethe_write_release(made.result, "memory:release", later.c_str(), 0, nullptr));
    ASSERT_EQ(written.status(), LETHE_OK) << written.problems();

    stream = people.stream();
    caller.threads = 3;
    options["output"] = straight;
    const Freed direct(lethe_call("protect", "table", options.dump().c_str(), &input, 1, &caller));
    ASSERT_EQ(direct.status(), LETHE_OK) << direct.problems();
    EXPECT_EQ(bytes_of(later), bytes_of(straight));
    EXPECT_TRUE(std::filesystem::exists(later + ".lethe.private.json"));
    std::filesystem::remove_all(folder);
}

// An earlier release has a log, which leads back to its people: it is not lost by accident.
TEST(Call, AReleaseIsNotWrittenOverAnother) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("lethe-twice-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string path = (folder / "release.csv").string();
    ArrowPeople people(40);
    ArrowArrayStream stream = people.stream();
    const lethe_input input{"memory:people", &stream, nullptr, 0};
    const lethe_caller caller = seeded(1);
    const Freed made(lethe_call("protect", "table", kProtect, &input, 1, &caller));
    ASSERT_EQ(made.status(), LETHE_OK) << made.problems();
    const auto written = [&](int replace) {
        return lethe_write_release(made.result, "memory:release", path.c_str(), replace, nullptr);
    };
    EXPECT_EQ(Freed(written(0)).status(), LETHE_OK);
    const Freed again(written(0));
    EXPECT_EQ(again.status(), LETHE_USAGE);
    EXPECT_EQ(Json::parse(again.problems()).size(), 3U);  // with the record and the log
    EXPECT_NE(again.problems().find("the argument replace"), std::string::npos);
    std::filesystem::remove(path);
    std::filesystem::remove(path + ".lethe.json");
    EXPECT_EQ(Freed(written(0)).status(), LETHE_USAGE);
    EXPECT_EQ(Freed(written(1)).status(), LETHE_OK);
    std::filesystem::remove_all(folder);
}

TEST(Call, NoColumnsAreNotAllColumns) {
    ArrowPeople people(20);
    ArrowArrayStream stream = people.stream();
    const lethe_input input{"memory:people", &stream, nullptr, 0};
    Json options = Json::parse(kProtect);
    options["columns"] = Json::array();
    const Freed made(lethe_call("protect", "table", options.dump().c_str(), &input, 1, nullptr));
    EXPECT_EQ(made.status(), LETHE_USAGE);
    EXPECT_NE(made.problems().find("names no column"), std::string::npos) << made.problems();
}

TEST(Call, TellsEveryProblem) {
    ArrowPeople people(20);
    ArrowArrayStream stream = people.stream();
    const lethe_input input{"memory:people", &stream, nullptr, 0};
    const Freed made(lethe_call(
        "protect", "table",
        R"({"data": "memory:nobody", "method": "mdaw", "columns": ["age"], "nonsense": 1})", &input,
        1, nullptr));
    EXPECT_EQ(made.status(), LETHE_USAGE);
    const Json problems = Json::parse(made.problems());
    EXPECT_GE(problems.size(), 3U) << problems.dump(1);
    EXPECT_EQ(stream.release, nullptr);  // taken over all the same
    EXPECT_STREQ(lethe_json(made.result), "null");
}

TEST(Call, RefusesWhatIsNoCall) {
    const auto status = [](const char* operation, const char* data, const char* options) {
        return Freed(lethe_call(operation, data, options, nullptr, 0, nullptr)).status();
    };
    EXPECT_EQ(status("protetc", "table", "{}"), LETHE_USAGE);
    EXPECT_EQ(status("protect", "tabel", "{}"), LETHE_USAGE);
    EXPECT_EQ(status("protect", "", "{}"), LETHE_USAGE);
    EXPECT_EQ(status("methods", "", "[]"), LETHE_USAGE);
    EXPECT_EQ(status("methods", "", "{"), LETHE_USAGE);
    EXPECT_EQ(status(nullptr, nullptr, nullptr), LETHE_USAGE);
    EXPECT_EQ(status("methods", nullptr, nullptr), LETHE_OK);
    EXPECT_EQ(status("\xff", "", "{}"), LETHE_USAGE);
    EXPECT_EQ(lethe_status_of(nullptr), LETHE_IO);
    EXPECT_STREQ(lethe_json(nullptr), "null");
    lethe_free(nullptr);
}

TEST(Call, StreamsAreTakenOverWhateverComesOfIt) {
    ArrowArrayStream people = ArrowPeople(10).stream();
    const lethe_input input{"memory:people", &people, nullptr, 0};
    lethe_caller caller{};
    caller.size = sizeof caller;
    caller.cache_folder = "\xff";
    lethe_result* const result = lethe_call("inspect", "table", "{}", &input, 1, &caller);
    EXPECT_EQ(lethe_status_of(result), LETHE_USAGE);
    EXPECT_EQ(people.release, nullptr);
    lethe_free(result);
}

TEST(Call, CallbacksComeOnTheCallingThread) {
    struct Seen {
        std::thread::id caller = std::this_thread::get_id();
        int progress = 0, lines = 0, asked = 0;
        bool elsewhere = false;
    } seen;
    const auto note = [](void* user) -> Seen& {
        auto& now = *static_cast<Seen*>(user);
        if (std::this_thread::get_id() != now.caller) now.elsewhere = true;
        return now;
    };
    static const auto noted = note;
    lethe_caller caller = seeded(1);
    caller.user = &seen;
    caller.stop = [](void* user) { return ++noted(user).asked > 3 ? 1 : 0; };
    caller.progress = [](void* user, const char*, std::int64_t, std::int64_t) {
        ++noted(user).progress;
    };
    caller.say = [](void* user, const char*) { ++noted(user).lines; };
    ArrowPeople people(3000);
    ArrowArrayStream stream = people.stream();
    const lethe_input input{"memory:people", &stream, nullptr, 0};
    const Freed made(
        lethe_call("explore", "table", R"({"data": "memory:people"})", &input, 1, &caller));
    EXPECT_EQ(made.status(), LETHE_STOPPED) << made.problems();
    EXPECT_FALSE(seen.elsewhere);
    EXPECT_GT(seen.asked, 3);
    EXPECT_GT(seen.progress, 0);
}

TEST(Call, ManyThreadsAtOnce) {
    std::vector<std::thread> threads;
    std::atomic<int> good{0};
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            ArrowPeople people(40 + i);
            ArrowArrayStream stream = people.stream();
            const lethe_input input{"memory:people", &stream, nullptr, 0};
            const lethe_caller caller = seeded(1);
            const Freed made(lethe_call("protect", "table", kProtect, &input, 1, &caller));
            if (made.status() == LETHE_OK && made.json()["rows"] == 40 + i) ++good;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(good, 8);
}

TEST(Call, AForkedProcessIsTold) {
    const Freed first(lethe_call("methods", "", "{}", nullptr, 0, nullptr));
    ASSERT_EQ(first.status(), LETHE_OK);
    const pid_t child = ::fork();
    if (child == 0) {
        const Freed made(lethe_call("methods", "", "{}", nullptr, 0, nullptr));
        ::_exit(made.status() == LETHE_USAGE ? 7 : 1);
    }
    int state = 0;
    ASSERT_EQ(::waitpid(child, &state, 0), child);
    EXPECT_EQ(WEXITSTATUS(state), 7);
}

TEST(Call, AnOlderCallerIsUnderstood) {
    lethe_caller caller = seeded(1);
    caller.size = offsetof(lethe_caller, user);
    caller.user = reinterpret_cast<void*>(1);
    caller.stop = [](void*) -> int { std::abort(); };
    const Freed made(lethe_call("methods", "", R"({"name": "mdav"})", nullptr, 0, &caller));
    EXPECT_EQ(made.status(), LETHE_OK);
}

TEST(Call, DescribesItself) {
    const Json description = Json::parse(lethe_describe());
    EXPECT_GT(description["operations"].size(), 40U);
    EXPECT_GT(description["methods"].size(), 60U);
    EXPECT_EQ(description["version"], lethe_version());
    EXPECT_EQ(lethe_abi_version(), LETHE_ABI_VERSION);
}

}  // namespace
