// The functions of include/lethe.h. The work runs on a thread of its own, and the thread that
// called waits for it: so callbacks come where the caller expects them (an interpreter has one
// thread that may be asked for signals), and nothing of the caller is touched by the threads of the
// work.
#include "lethe.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "capi/call_door.h"
#include "lethe/core/error.h"
#include "lethe/core/version.h"
#include "lethe/data/formats/arrow/write_arrow.h"
#include "lethe/io/utf8.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/report/text.h"

// What came of a call. Immutable once it is given out.
struct lethe_result {
    lethe_status status = LETHE_OK;
    std::string error;
    std::string problems = "[]";
    std::string json = "null";
    std::string text;
    std::string notes = "[]";
    std::string changed_types = "[]";
    std::string made_tables = "[]";
    std::string made_texts = "[]";
    std::map<std::string, lethe::capi::CallDoor::KeptTable> tables;
    std::map<std::string, std::string> texts;
};

namespace lethe::capi {
namespace {

constexpr auto kBetweenCallbacks = std::chrono::milliseconds(100);

std::string json_line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

lethe_status status_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
            return LETHE_USAGE;
        case ErrorKind::input:
            return LETHE_INPUT;
        case ErrorKind::unmet:
            return LETHE_UNMET;
        case ErrorKind::io:
            return LETHE_IO;
        case ErrorKind::stopped:
            return LETHE_STOPPED;
        case ErrorKind::internal:
            break;
    }
    return LETHE_INTERNAL;
}

void set_error(lethe_result& result, const Error& error) {
    result.status = status_of(error.kind());
    result.error = error.what();
    Json problems = Json::array();
    for (const Problem& problem : error.problems()) {
        Json one{{"message", problem.message}};
        const Place& place = problem.place;
        if (!place.file.empty()) one["file"] = place.file;
        if (place.line > 0) one["line"] = place.line;
        if (place.column > 0) one["column"] = place.column;
        if (!place.parameter.empty()) one["parameter"] = place.parameter;
        one["text"] = to_string(problem);
        problems.push_back(std::move(one));
    }
    result.problems = json_line(problems);
}

// Runs `body` and keeps what it throws.
template <class Body>
void told(lethe_result& result, const Body& body) {
    try {
        try {
            body();
        } catch (const Error& error) {
            set_error(result, error);
        } catch (const std::bad_alloc&) {
            set_error(result, Error(ErrorKind::io, "not enough memory for these data"));
        } catch (const std::exception& error) {
            set_error(result, Error(ErrorKind::internal,
                                    std::string("a fault of Lethe itself: ") + error.what()));
        } catch (...) {
            set_error(result, Error(ErrorKind::internal, "a fault of Lethe itself"));
        }
    } catch (...) {  // no memory for the message
        result.status = LETHE_IO;
    }
}

std::string utf8_text(const char* text, const char* what) {
    std::string given = text == nullptr ? "" : text;
    if (check_utf8(given).valid != given.size()) {
        throw Error(ErrorKind::usage, std::string(what) + " is not UTF-8");
    }
    return given;
}

// The members that the caller's version of the struct has.
lethe_caller known_caller(const lethe_caller* given) {
    lethe_caller caller{};
    if (given == nullptr) return caller;
    const std::size_t size = std::min(given->size, sizeof caller);
    std::copy_n(reinterpret_cast<const char*>(given), size, reinterpret_cast<char*>(&caller));
    return caller;
}

CallerSettings settings_of(const lethe_caller& caller) {
    CallerSettings settings;
    settings.threads = caller.threads;
    if (caller.has_seed != 0) settings.seed = caller.seed;
    settings.cache_folder = utf8_text(caller.cache_folder, "the folder of the cache");
    settings.data_folder = utf8_text(caller.data_folder, "the folder of data sets");
    return settings;
}

// The threads of a process do not come along when it is forked.
std::atomic<pid_t> process_of_threads{0};

void check_process() {
    pid_t none = 0;
    const pid_t here = ::getpid();
    if (process_of_threads.compare_exchange_strong(none, here) || none == here) return;
    throw Error(ErrorKind::usage,
                "this process was forked from one that had called Lethe, whose threads are not "
                "here; start a process anew (spawn or forkserver) to call it");
}

void tell(const lethe_caller& caller, Messages& messages) {
    const Messages::Taken taken = messages.take();
    if (caller.say != nullptr) {
        for (const std::string& line : taken.lines) caller.say(caller.user, line.c_str());
    }
    if (caller.progress != nullptr && taken.moved) {
        caller.progress(caller.user, taken.task.c_str(), taken.done, taken.total);
    }
}

// Runs the work on a thread of its own, and the callbacks on this one.
void work_and_tell(const lethe_caller& caller, Messages& messages, std::atomic<bool>& stop,
                   const std::function<void()>& work) {
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::thread thread;
    try {
        thread = std::thread([&] {
            work();
            const std::lock_guard lock(mutex);
            done = true;
            ended.notify_one();
        });
    } catch (const std::system_error&) {
        throw Error(ErrorKind::io, "the system has no thread for the work");
    }
    const auto is_done = [&] { return done; };
    for (std::unique_lock lock(mutex); !ended.wait_for(lock, kBetweenCallbacks, is_done);) {
        lock.unlock();
        try {
            tell(caller, messages);
        } catch (const std::bad_alloc&) {  // what was not told now is told later
        }
        if (caller.stop != nullptr && caller.stop(caller.user) != 0) stop.store(true);
        lock.lock();
    }
    thread.join();
    tell(caller, messages);
}

Json options_of(const char* text) {
    const std::string given = text == nullptr || *text == '\0' ? "{}" : text;
    Json options = Json::parse(given, nullptr, false);
    if (!options.is_object()) {
        throw Error(ErrorKind::usage, "the options must be a JSON object in UTF-8");
    }
    return options;
}

void release_streams(const lethe_input* inputs, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        ArrowArrayStream* const stream = inputs[i].table;
        if (stream != nullptr && stream->release != nullptr) stream->release(stream);
    }
}

// All streams are taken over, also where something is wrong.
void hand_over(CallDoor& door, const lethe_input* inputs, std::size_t count) {
    std::exception_ptr first;
    for (std::size_t i = 0; i < count; ++i) {
        const lethe_input& input = inputs[i];
        ArrowArrayStream stream{};
        if (input.table != nullptr) stream = std::exchange(*input.table, {});
        try {
            const std::string name = utf8_text(input.name, "the name of an input");
            if (!operation::is_memory(name)) {
                throw Error(ErrorKind::usage, "what is handed over has a name with \"memory:\"");
            }
            if (input.table != nullptr) {
                door.hand_table(name, std::exchange(stream, {}));
            } else if (input.text != nullptr) {
                door.hand_text(name, std::string(input.text, input.text_size));
            } else {
                throw Error(ErrorKind::usage, "is neither a table nor a text", {name, 0, 0, {}});
            }
        } catch (...) {
            if (!first) first = std::current_exception();
        }
        if (stream.release != nullptr) stream.release(&stream);
    }
    if (first) std::rethrow_exception(first);
}

void keep_made(lethe_result& result, CallDoor& door) {
    result.tables = door.take_tables();
    result.texts = door.take_texts();
    Json tables = Json::array(), texts = Json::array(), changed = Json::array();
    for (const auto& [name, kept] : result.tables) {
        tables.push_back(name);
        ArrowArrayStream stream{};
        for (const formats::ChangedType& one :
             formats::write_arrow(kept.held.table, kept.types, stream)) {
            changed.push_back({{"column", one.column}, {"from", one.from}, {"to", one.to}});
        }
        stream.release(&stream);
    }
    for (const auto& [name, text] : result.texts) texts.push_back(name);
    result.made_tables = json_line(tables);
    result.made_texts = json_line(texts);
    result.changed_types = json_line(changed);
}

void run_call(lethe_result& result, const char* name, const char* data, const char* options,
              const lethe_input* inputs, std::size_t count, const lethe_caller& caller) {
    std::atomic<bool> stop{false};
    Messages messages;
    std::optional<CallDoor> made;
    try {
        made.emplace(settings_of(caller), messages, stop);
    } catch (...) {
        release_streams(inputs, count);
        throw;
    }
    CallDoor& door = *made;
    hand_over(door, inputs, count);
    check_process();
    const operation::Operation& operation = operation::operation_of(
        utf8_text(name, "the operation"), utf8_text(data, "the kind of data"));
    const Json given = options_of(options);
    work_and_tell(caller, messages, stop, [&] {
        told(result, [&] {
            const operation::Answer answer = operation.run(given, door);
            result.json = json_line(answer.result);
            result.text = answer.text;
            if (result.text.empty() && !answer.result.is_null()) {
                result.text = report::text_report(answer.result);
            }
            keep_made(result, door);
            if (answer.failure) set_error(result, *answer.failure);
        });
    });
    result.notes = json_line(messages.all_lines());
}

// A release is written by a function, whose argument is called otherwise than the option.
Error in_words_of_write(const Error& error) {
    constexpr std::string_view kOption = "the option force", kArgument = "the argument replace";
    Problems problems = error.problems();
    for (Problem& problem : problems) {
        const std::size_t at = problem.message.find(kOption);
        if (at != std::string::npos) problem.message.replace(at, kOption.size(), kArgument);
    }
    return {error.kind(), std::move(problems)};
}

const CallDoor::KeptTable& release_named(const lethe_result* result, const char* name) {
    if (result != nullptr && name != nullptr) {
        const auto found = result->tables.find(name);
        if (found != result->tables.end() && found->second.held.write) return found->second;
    }
    throw Error(ErrorKind::usage, "there is no release of this name");
}

std::string description() {
    Json operations = Json::array(), methods = Json::array();
    for (const operation::Operation& one : operation::operations()) {
        operations.push_back(to_json(one));
    }
    for (const Method& method : catalogue()) methods.push_back(to_json(method));
    return json_line({{"version", kProgramVersion},
                      {"operations", std::move(operations)},
                      {"methods", std::move(methods)}});
}

}  // namespace
}  // namespace lethe::capi

using namespace lethe::capi;

int lethe_abi_version(void) { return LETHE_ABI_VERSION; }

const char* lethe_version(void) {
    static const std::string version(lethe::kProgramVersion);
    return version.c_str();
}

const char* lethe_describe(void) {
    try {
        static const std::string text = description();
        return text.c_str();
    } catch (...) {
        return "{}";
    }
}

lethe_result* lethe_call(const char* operation, const char* data, const char* options,
                         const lethe_input* inputs, size_t count, const lethe_caller* caller) {
    auto* const result = new (std::nothrow) lethe_result;
    if (result == nullptr) return nullptr;
    told(*result, [&] {
        run_call(*result, operation, data, options, inputs, inputs == nullptr ? 0 : count,
                 known_caller(caller));
    });
    return result;
}

void lethe_free(lethe_result* result) { delete result; }

lethe_status lethe_status_of(const lethe_result* result) {
    return result == nullptr ? LETHE_IO : result->status;
}

const char* lethe_error(const lethe_result* result) {
    if (result == nullptr) return "not enough memory";
    if (result->status != LETHE_OK && result->error.empty()) return "not enough memory";
    return result->error.c_str();
}

const char* lethe_problems(const lethe_result* result) {
    return result == nullptr ? "[]" : result->problems.c_str();
}

const char* lethe_json(const lethe_result* result) {
    return result == nullptr ? "null" : result->json.c_str();
}

const char* lethe_text(const lethe_result* result) {
    return result == nullptr ? "" : result->text.c_str();
}

const char* lethe_notes(const lethe_result* result) {
    return result == nullptr ? "[]" : result->notes.c_str();
}

const char* lethe_changed_types(const lethe_result* result) {
    return result == nullptr ? "[]" : result->changed_types.c_str();
}

const char* lethe_made_tables(const lethe_result* result) {
    return result == nullptr ? "[]" : result->made_tables.c_str();
}

const char* lethe_made_texts(const lethe_result* result) {
    return result == nullptr ? "[]" : result->made_texts.c_str();
}

int lethe_take_table(const lethe_result* result, const char* name, struct ArrowArrayStream* out) {
    if (result == nullptr || name == nullptr || out == nullptr) return 1;
    try {
        const auto found = result->tables.find(name);
        if (found == result->tables.end()) return 1;
        lethe::formats::write_arrow(found->second.held.table, found->second.types, *out);
        return 0;
    } catch (...) {
        return 1;
    }
}

const char* lethe_made_text(const lethe_result* result, const char* name) {
    if (result == nullptr || name == nullptr) return nullptr;
    try {
        const auto found = result->texts.find(name);
        return found == result->texts.end() ? nullptr : found->second.c_str();
    } catch (...) {
        return nullptr;
    }
}

lethe_result* lethe_write_release(const lethe_result* result, const char* name, const char* path,
                                  int replace, const lethe_caller* given) {
    auto* const written = new (std::nothrow) lethe_result;
    if (written == nullptr) return nullptr;
    told(*written, [&] {
        check_process();
        const lethe_caller caller = known_caller(given);
        const std::string where = utf8_text(path, "the path");
        const CallDoor::KeptTable& kept = release_named(result, name);
        std::atomic<bool> stop{false};
        Messages messages;
        CallDoor door(settings_of(caller), messages, stop);
        work_and_tell(caller, messages, stop, [&] {
            told(*written, [&] {
                try {
                    written->json = json_line(kept.held.write(where, replace != 0, door.context()));
                } catch (const lethe::Error& error) {
                    throw in_words_of_write(error);
                }
            });
        });
    });
    return written;
}
