#include "lethe/call.h"

#include <mutex>
#include <random>
#include <utility>

#include "lethe/api/inside.h"
#include "lethe/method/data_kind.h"
#include "lethe/operation/operation.h"
#include "lethe/release/release_envelope.h"
#include "lethe/report/text.h"

namespace lethe::api {
namespace {

// A program that asks. Tables in memory have their columns already: what a reader of files would be
// told about a file has no meaning there.
class ProgramDoor : public operation::Door {
  public:
    ProgramDoor(const CallOptions& asked, const lethe::Context& context)
        : asked_(asked), context_(context) {
        seed_ = asked.seed;
        for (const auto& [name, table] : asked.tables) check_name(name);
        for (const auto& [name, text] : asked.texts) check_name(name);
    }

    const lethe::Context& context() override { return context_; }
    void say(const std::string& line) override {
        const std::lock_guard lock(mutex_);
        answer_.notes.push_back(line);
        if (asked_.say) asked_.say(line);
    }
    void show(const Json&) override {}
    bool structured() const override { return true; }
    std::string cache_folder() const override { return asked_.cache_folder; }
    std::string data_folder() const override { return asked_.data_folder; }
    std::string time() const override { return asked_.time; }

    bool has_memory() const override { return true; }
    bool holds(const std::string& name) const override {
        return asked_.tables.contains(name) || asked_.texts.contains(name);
    }
    lethe::Table memory_table(const std::string& name, const lethe::ReadOptions& read) override {
        const auto found = asked_.tables.find(name);
        if (found == asked_.tables.end()) return Door::memory_table(name, read);
        const lethe::Table& table = inside(found->second);
        return read.columns.empty() ? table : table.select(read.columns);
    }
    std::string memory_text(const std::string& name) const override {
        const auto found = asked_.texts.find(name);
        return found == asked_.texts.end() ? Door::memory_text(name) : found->second;
    }
    void keep_release(const std::string& name, operation::HeldRelease release) override {
        keep_text(release::record_path(name), std::move(release.record));
        keep_text(release::private_log_path(name), std::move(release.private_log));
        keep_table(name, std::move(release.table));
    }
    void keep_table(const std::string& name, lethe::Table table) override {
        answer_.tables.insert_or_assign(name, outside(std::move(table)));
    }
    void keep_text(const std::string& name, std::string text) override {
        answer_.texts.insert_or_assign(name, std::move(text));
    }

    Answer take() { return std::move(answer_); }

  protected:
    std::uint64_t random_seed() override {
        std::random_device device;
        return (std::uint64_t{device()} << 32) | device();
    }

  private:
    static void check_name(const std::string& name) {
        if (operation::is_memory(name)) return;
        throw lethe::Error(lethe::ErrorKind::usage,
                           "what is handed over has a name with \"memory:\"", {name, 0, 0, {}});
    }

    const CallOptions& asked_;
    const lethe::Context& context_;
    std::mutex mutex_;
    Answer answer_;
};

}  // namespace

std::vector<OperationInfo> operations() {
    return guarded([] {
        std::vector<OperationInfo> all;
        for (const operation::Operation& one : operation::operations()) {
            all.push_back({one.info.name,
                           one.info.data ? std::string(lethe::name(*one.info.data)) : std::string(),
                           one.info.summary, json_text(to_json(one))});
        }
        return all;
    });
}

Answer call(const std::string& operation, const std::string& data, const std::string& options,
            const CallOptions& asked, const Context& context) {
    return guarded([&] {
        const operation::Operation& found = operation::operation_of(operation, data);
        const Json given = options.empty() ? Json::object() : parsed(options, "what is asked for");
        if (!given.is_object()) {
            throw lethe::Error(lethe::ErrorKind::usage, "the options must be a JSON object");
        }
        const Inside run(context);
        ProgramDoor door(asked, run.context());
        const operation::Answer made = found.run(given, door);
        Answer answer = door.take();
        answer.json = json_text(made.result);
        answer.text = made.text;
        if (made.text.empty() && !made.result.is_null()) {
            answer.text = report::text_report(made.result);
        }
        if (made.failure) answer.failure = outside(*made.failure);
        return answer;
    });
}

}  // namespace lethe::api
