#include "lethe/io/bundle.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

class BundleTest : public testing::Test {
  protected:
    std::string at(const std::string& name) const { return folder_.file(name); }
    std::vector<std::string> all() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_.path())) {
            names.push_back(entry.path().filename().string());
        }
        std::ranges::sort(names);
        return names;
    }
    static mode_t mode(const std::string& path) {
        struct stat status {};
        ::stat(path.c_str(), &status);
        return status.st_mode & 0777;
    }
    test::TemporaryFolder folder_;
};

TEST_F(BundleTest, AppearsTogether) {
    Bundle bundle(at("r.csv"));
    bundle.put(at("r.csv"), "rows");
    bundle.put(at("r.csv.log"), "who", true);
    const std::string staged = bundle.add(at("docs/"));
    fs::create_directory(staged);
    write_file(staged + "/a.txt", "text");
    for (const std::string& name : all()) EXPECT_TRUE(name.starts_with(".r.csv.lethe-")) << name;
    EXPECT_EQ(mode(at(all().front())), 0700U);  // nobody else sees what is in the making
    bundle.commit();
    EXPECT_EQ(all(), (std::vector<std::string>{"docs", "r.csv", "r.csv.log"}));
    EXPECT_EQ(read_file(at("docs/a.txt")), "text");
    EXPECT_EQ(mode(at("r.csv.log")), 0600U);
}

// Public files are as the process's umask has them; private ones are nobody else's at any time.
TEST_F(BundleTest, FollowsTheUmask) {
    const mode_t before = ::umask(0);
    for (const mode_t mask : {022U, 027U, 002U, 077U, 0U}) {
        ::umask(mask);
        for (const std::string& name : all()) fs::remove_all(at(name));
        Bundle bundle(at("r.csv"));
        bundle.put(at("r.csv"), "rows");
        bundle.put(at("r.csv.log"), "who", true);
        const std::string docs = bundle.add(at("docs")), keys = bundle.add(at("keys"), true);
        fs::create_directory(docs);
        fs::create_directory(keys);
        std::ofstream(docs + "/a.txt") << "text";
        const fs::path making = fs::path(docs).parent_path().parent_path();
        EXPECT_EQ(mode(making), 0700U);
        EXPECT_EQ(mode(making / "1/r.csv.log"), 0600U);
        bundle.commit();
        EXPECT_EQ(mode(at("r.csv")), 0666U & ~mask) << mask;
        EXPECT_EQ(mode(at("docs")), 0777U & ~mask) << mask;
        EXPECT_EQ(mode(at("docs/a.txt")), 0666U & ~mask) << mask;
        EXPECT_EQ(mode(at("r.csv.log")), 0600U);
        EXPECT_EQ(mode(at("keys")), 0700U);
    }
    ::umask(before);
}

TEST_F(BundleTest, NothingHappensWithoutCommit) {
    write_file(at("r.csv"), "old");
    {
        Bundle bundle(at("r.csv"));
        bundle.put(at("r.csv"), "new");
    }
    EXPECT_EQ(read_file(at("r.csv")), "old");
    EXPECT_EQ(all(), (std::vector<std::string>{"r.csv"}));
}

TEST_F(BundleTest, ReplacesFilesAndFolders) {
    for (const char* version : {"1", "2"}) {
        Bundle bundle(at("docs"));
        const std::string staged = bundle.add(at("docs"));
        fs::create_directory(staged);
        write_file(staged + "/a" + version, version);
        bundle.put(at("docs.json"), version);
        bundle.commit();
    }
    EXPECT_EQ(read_file(at("docs/a2")), "2");
    EXPECT_FALSE(fs::exists(at("docs/a1")));
    EXPECT_EQ(read_file(at("docs.json")), "2");
    EXPECT_EQ(all(), (std::vector<std::string>{"docs", "docs.json"}));
}

TEST_F(BundleTest, WhatCannotBeWrittenLeavesEverything) {
    write_file(at("r.csv"), "old");
    fs::create_directory(at("log"));
    Bundle bundle(at("r.csv"));
    bundle.put(at("r.csv"), "new");
    bundle.put(at("log"), "a file where a folder is");
    EXPECT_THROW(bundle.commit(), Error);
    EXPECT_EQ(read_file(at("r.csv")), "old");
    EXPECT_THROW(Bundle(at("no/such/folder")), Error);
}

// A folder that somebody else may have put there (an archive, a shared folder) moves and deletes
// nothing, and is not deleted itself.
TEST_F(BundleTest, WhatIsNotOursIsNeitherBelievedNorTouched) {
    fs::create_directory(at("victim"));
    write_file(at("victim/x"), "precious");
    write_file(at("r.csv"), "release");
    const auto planted = [&](const std::string& name, mode_t permissions) {
        fs::create_directory(at(name));
        std::ofstream(at(name) + "/lock");
        std::ofstream(at(name) + "/main") << at("victim");
        struct stat status {};
        ::stat(at("victim/x").c_str(), &status);
        std::ofstream(at(name) + "/moves.json")
            << fmt::format(R"([{{"from": "{}", "to": "{}", "inode": {}}}])", at("victim/x"),
                           at("r.csv"), status.st_ino);
        ::chmod(at(name).c_str(), permissions);
    };
    planted(".r.csv.lethe-aaaaaa", 0755);
    planted(".r.csv.lethe-backups", 0700);
    planted(".r.csv.lethe-bbbbbb", 0700);
    finish_interrupted(at("r.csv"));
    EXPECT_EQ(read_file(at("victim/x")), "precious");
    EXPECT_EQ(read_file(at("r.csv")), "release");
    EXPECT_TRUE(fs::exists(at(".r.csv.lethe-aaaaaa")));
    EXPECT_TRUE(fs::exists(at(".r.csv.lethe-backups")));
}

TEST_F(BundleTest, APipeIsWrittenToAndNotReplaced) {
    ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
    const int reader = ::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    write_file(at("pipe"), "text");
    char got[8] = {};
    EXPECT_EQ(::read(reader, got, sizeof got), 4);
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(at("pipe")));
    Bundle bundle(at("r.csv"));
    EXPECT_THROW(bundle.add(at("pipe")), Error);
}

TEST_F(BundleTest, ALivingWriterIsLeftAlone) {
    Bundle first(at("r.csv"));
    first.put(at("r.csv"), "first");
    finish_interrupted(at("r.csv"));
    Bundle second(at("r.csv"));
    second.put(at("r.csv"), "second");
    second.commit();
    first.commit();
    EXPECT_EQ(read_file(at("r.csv")), "first");
}

// Files of one release in two folders; the note stands beside the first.
TEST_F(BundleTest, FoldersElsewhereAreClearedToo) {
    fs::create_directory(at("other"));
    const auto made = [&] {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(at("other"))) {
            names.push_back(entry.path().filename().string());
        }
        return names;
    };
    for (const bool elsewhere_first : {false, true}) {
        const pid_t child = ::fork();
        if (child == 0) {
            Bundle bundle(at("r.csv"));
            bundle.put(at("r.csv"), "edges");
            bundle.put(at("other/n.csv"), "nodes");
            ::kill(::getpid(), SIGKILL);
        }
        ::waitpid(child, nullptr, 0);
        EXPECT_EQ(made().size(), 1U);
        if (elsewhere_first) finish_interrupted(at("other/n.csv"));
        Bundle bundle(at("r.csv"));
        bundle.put(at("r.csv"), "edges 2");
        bundle.put(at("other/n.csv"), "nodes 2");
        bundle.commit();
        EXPECT_EQ(made(), std::vector<std::string>{"n.csv"});
        fs::remove(at("other/n.csv"));
        EXPECT_EQ(all(), (std::vector<std::string>{"other", "r.csv"}));
    }
}

// Who is killed before the lock is there, or while clearing away.
TEST_F(BundleTest, HalfMadeFoldersGo) {
    for (const char* name : {".r.csv.lethe-aaaaaa", ".r.csv.lethe-bbbbbb"}) {
        ASSERT_EQ(::mkdir(at(name).c_str(), 0700), 0);
    }
    write_file(at(".r.csv.lethe-bbbbbb/0"), "left over");
    finish_interrupted(at("r.csv"));
    EXPECT_TRUE(all().empty());
}

// The next run may write under another name: whatever a dead writer left beside it goes.
TEST_F(BundleTest, WhatWasForAnotherPlaceGoes) {
    const pid_t child = ::fork();
    if (child == 0) {
        Bundle bundle(at("r.csv"));
        bundle.put(at("r.csv"), "half");
        ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    Bundle living(at("l.csv"));
    living.put(at("l.csv"), "living");
    ASSERT_EQ(::mkdir(at(".not-ours").c_str(), 0700), 0);
    write_file(at("s.csv"), "another");
    living.commit();
    EXPECT_EQ(all(), (std::vector<std::string>{".not-ours", "l.csv", "s.csv"}));
    EXPECT_EQ(read_file(at("l.csv")), "living");
}

// A version of several files, and a folder.
void write_version(const std::string& folder, int version) {
    const std::string text = fmt::format("{}", version);
    Bundle bundle(folder + "/r.csv");
    bundle.put(folder + "/r.csv", text);
    for (int i = 0; i < 20; ++i) bundle.put(fmt::format("{}/part{}", folder, i), text, i == 0);
    const std::string staged = bundle.add(folder + "/docs");
    fs::create_directory(staged);
    std::ofstream(staged + "/a.txt") << text;
    bundle.commit();
}

// Until it is killed.
[[noreturn]] void write_forever(const std::string& folder) {
    for (int version = 1;; ++version) write_version(folder, version);
}

TEST_F(BundleTest, WhoeverIsKilledLeavesOneVersion) {
    // Writing takes as long as the disk takes: kills are spread over some three versions.
    const auto begun = std::chrono::steady_clock::now();
    write_version(folder_.path(), 0);
    const auto taken = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begun);
    int interrupted = 0;
    for (int round = 0; round < 40; ++round) {
        const pid_t child = ::fork();
        if (child == 0) write_forever(folder_.path());
        ::usleep(static_cast<useconds_t>(taken.count() * (2 + 3 * round) / 40));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        interrupted += all().size() > 22U ? 1 : 0;
        finish_interrupted(at("r.csv"));
        const std::string version = read_file(at("r.csv"));
        for (int i = 0; i < 20; ++i) EXPECT_EQ(read_file(at(fmt::format("part{}", i))), version);
        EXPECT_EQ(read_file(at("docs/a.txt")), version);
        EXPECT_EQ(all().size(), 22U);  // and nothing else
        EXPECT_EQ(mode(at("part0")), 0600U);
    }
    EXPECT_TRUE(fs::exists(at("r.csv")));
    EXPECT_GT(interrupted, 5);
}

// Where names cannot be exchanged: a release, a private log, a folder and a file that is new in the
// second version.
class NoExchangeTest : public BundleTest {
  protected:
    using Step = std::function<int(std::string_view)>;

    // Of a file system that can do less and less, with the steps that the second version takes:
    // three are replaced, one of them a folder; one is new.
    struct Able {
        bool exchange = false, link = false;
        int steps = 0;
    };
    static constexpr Able kAble[] = {{true, true, 5}, {false, true, 7}, {false, false, 7}};

    BundleSeam seam(const Step& before_step) const {
        return {able_.exchange, able_.link, before_step};
    }

    void write(const std::string& version, const Step& before_step = {}) {
        Bundle bundle(at("r.csv"), seam(before_step));
        bundle.put(at("r.csv"), version);
        if (version == "2") bundle.put(at("new"), version);
        const std::string staged = bundle.add(at("docs"));
        fs::create_directory(staged);
        std::ofstream(staged + "/a" + version) << version;
        bundle.put(at("log"), version, true);
        bundle.commit();
    }

    // Every file of one version and nothing else.
    std::string version() const {
        const std::string found = read_file(at("r.csv"));
        EXPECT_EQ(read_file(at("log")), found);
        EXPECT_EQ(read_file(at("docs/a" + found)), found);
        EXPECT_EQ(std::distance(fs::directory_iterator(at("docs")), {}), 1);
        std::vector<std::string> expected = {"docs", "log", "r.csv"};
        if (found == "2") expected.insert(expected.begin() + 2, "new");
        EXPECT_EQ(all(), expected);
        return found;
    }

    void start_again() {
        for (const std::string& name : all()) fs::remove_all(at(name));
        write("1");
    }

    // In a process of its own, which is killed before its n-th step. Whether it came so far.
    static bool killed_at(int n, const std::function<void(const Step&)>& work) {
        const pid_t child = ::fork();
        if (child == 0) {
            int steps = 0;
            try {
                work([&](std::string_view) {
                    if (steps++ == n) ::kill(::getpid(), SIGKILL);
                    return 0;
                });
            } catch (const Error&) {
            }
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status);
    }

    Able able_ = kAble[1];

    // Fails with the n-th step, and does what `before_step` does.
    static Step failing_at(int n, const Step& before_step) {
        return [n, before_step, steps = 0](std::string_view step) mutable {
            if (before_step) before_step(step);
            return steps++ == n ? EIO : 0;
        };
    }
};

TEST_F(NoExchangeTest, ReplacesFilesAndFolders) {
    write("1");
    EXPECT_EQ(version(), "1");
    write("2");
    EXPECT_EQ(version(), "2");
    EXPECT_EQ(mode(at("log")), 0600U);
}

TEST_F(NoExchangeTest, WhatFailsIsPutBack) {
    for (const Able& able : kAble) {
        able_ = able;
        int failed = 0;
        for (;; ++failed) {
            start_again();
            try {
                write("2", failing_at(failed, {}));
                break;
            } catch (const Error& error) {
                EXPECT_EQ(error.kind(), ErrorKind::io);
            }
            EXPECT_EQ(version(), "1") << failed;
        }
        EXPECT_EQ(version(), "2");
        EXPECT_EQ(failed, able.steps);
    }
}

TEST_F(NoExchangeTest, WhoeverIsKilledIsFinishedByTheNext) {
    for (const Able& able : kAble) {
        able_ = able;
        int kills = 0;
        for (int n = 0;; ++n) {
            start_again();
            if (!killed_at(n, [&](const Step& step) { write("2", step); })) break;
            // So is the one who finishes it.
            for (int m = 0;; ++m, ++kills) {
                if (!killed_at(m, [&](const Step& step) {
                        finish_interrupted(at("r.csv"), seam(step));
                    })) {
                    break;
                }
            }
            EXPECT_EQ(version(), "2") << n;
        }
        EXPECT_GE(kills, able.steps);
    }
}

TEST_F(NoExchangeTest, WhoeverIsKilledWhilePuttingBackIsFinishedByTheNext) {
    for (const Able& able : kAble) {
        able_ = able;
        int kills = 0;
        for (int failure = 0; failure < able.steps; failure += 2) {
            for (int n = failure + 1;; ++n, ++kills) {
                start_again();
                if (!killed_at(n,
                               [&](const Step& step) { write("2", failing_at(failure, step)); })) {
                    break;
                }
                finish_interrupted(at("r.csv"), seam({}));
                EXPECT_EQ(version(), "1") << failure << " " << n;
            }
        }
        EXPECT_GT(kills, 3);
    }
}

TEST_F(NoExchangeTest, WhatCannotBePutBackWaitsForTheNextRun) {
    for (const Able& able : kAble) {
        able_ = able;
        start_again();
        int steps = 0;
        // After three steps the disk is gone.
        EXPECT_THROW(write("2", [&](std::string_view) { return ++steps > 3 ? EIO : 0; }), Error);
        finish_interrupted(at("r.csv"), seam({}));
        EXPECT_EQ(version(), "1");
    }
}

}  // namespace
}  // namespace lethe
