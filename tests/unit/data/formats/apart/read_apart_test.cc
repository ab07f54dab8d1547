// How the process that reads files ends, and what is said of it. Programs that end in all ways
// stand in for it; the true one is asked for things that it refuses.
#include "lethe/data/formats/apart/read_apart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "lethe/core/error.h"
#include "lethe/data/formats/apart/reader_process.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe::test {
namespace {

using testing::HasSubstr;

class ReadApart : public testing::Test {
  protected:
    // What Lethe says when a program with these lines of shell reads for it.
    std::string said(const std::string& script, ErrorKind kind = ErrorKind::input,
                     const Context& context = {}) {
        const std::string program = folder_.file("reader");
        write_file(program, "#!/bin/sh\n" + script + "\n");
        ::chmod(program.c_str(), S_IRWXU);
        return error_of([&] { formats::read_by(context, program, request_); }, kind);
    }
    std::string error_of(const std::function<void()>& call, ErrorKind kind) {
        try {
            call();
        } catch (const Error& error) {
            EXPECT_EQ(name(error.kind()), name(kind)) << error.what();
            return error.what();
        }
        return "no error";
    }

    TemporaryFolder folder_;
    formats::ReadRequest request_{folder_.file("people.sav"), "sav", {}, {1 << 30, 7, 70}};
};

TEST_F(ReadApart, ACrashIsTheFilesFault) {
    const std::string message = said("kill -SEGV $$");
    EXPECT_THAT(message, HasSubstr("people.sav"));
    EXPECT_THAT(message, HasSubstr("crashed on it (signal 11)"));
    EXPECT_THAT(said("kill -ABRT $$"), HasSubstr("crashed on it (signal 6)"));
}

TEST_F(ReadApart, Limits) {
    EXPECT_THAT(said("kill -XCPU $$"), HasSubstr("more than 7 seconds of computing"));
    EXPECT_THAT(said("kill -ALRM $$"), HasSubstr("more than 70 seconds"));
    EXPECT_THAT(said("exit 6"), HasSubstr("more than 1024 MB of memory"));
    EXPECT_THAT(said("kill -KILL $$"), HasSubstr("killed"));
}

TEST_F(ReadApart, Nonsense) {
    for (const char* const script :
         {"exit 0", "exit 1", "echo nonsense >&0; sleep 100", "printf '\\000' >&0; exit 0",
          "printf '\\001\\377\\377\\377\\377\\377\\377\\377\\377' >&0; sleep 100"}) {
        EXPECT_THAT(said(script), HasSubstr("sent what is no table")) << script;
    }
}

TEST_F(ReadApart, OfItsOwn) {
    EXPECT_THAT(said("exit 3", ErrorKind::io), HasSubstr("another version"));
    EXPECT_THAT(said("exit 4", ErrorKind::io), HasSubstr("confine itself"));
    EXPECT_THAT(error_of([&] { formats::read_by({}, "/nowhere/reader", request_); }, ErrorKind::io),
                HasSubstr("cannot start /nowhere/reader"));
}

TEST_F(ReadApart, AStopEndsIt) {
    std::atomic<bool> stop = false;
    Context context;
    context.stop = &stop;
    std::thread asks([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop = true;
    });
    said("exec sleep 100", ErrorKind::stopped, context);
    asks.join();
}

TEST_F(ReadApart, TheTrueProgramAnswers) {
    const std::string program = formats::reader_program();
    ASSERT_FALSE(program.empty()) << "lethe-reader is not beside the tests";
    write_file(request_.path, "a,b\n1,2\n");
    request_.format = "csv";
    EXPECT_THAT(error_of([&] { formats::read_by({}, program, request_); }, ErrorKind::internal),
                HasSubstr("not read apart"));
}

}  // namespace
}  // namespace lethe::test
