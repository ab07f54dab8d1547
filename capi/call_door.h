// The C interface as a door to operations: what a caller hands over in memory, and what is made for
// her there.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/arrow/read_arrow.h"
#include "lethe/operation/door.h"

namespace lethe::capi {

// A table that was handed over; read when an operation first asks for it.
class HandedTable {
  public:
    explicit HandedTable(ArrowArrayStream stream) : stream_(stream) {}
    ~HandedTable();
    HandedTable(const HandedTable&) = delete;
    HandedTable& operator=(const HandedTable&) = delete;

    // Error(usage) where it was read with other words for missing values before.
    Table read(const Context& context, const std::string& name, const ReadOptions& options);
    const std::vector<formats::ArrowType>& types() const { return types_; }
    // What its owner should know of how it was read, for whoever asks first.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }

  private:
    ArrowArrayStream stream_;
    bool taken_ = false;
    std::optional<Table> table_;
    std::vector<std::string> missing_;
    std::vector<formats::ArrowType> types_;
    std::vector<std::string> notes_;
};

// What was said and how far the work is: written by the threads of the work, taken by the one that
// called.
class Messages : public ProgressSink {
  public:
    struct Taken {
        std::vector<std::string> lines;
        bool moved = false;  // progress, since it was taken last
        std::string task;
        std::int64_t done = 0, total = 0;
    };

    void say(const std::string& line);
    void start(std::string_view task, std::int64_t total) override;
    void advance(std::int64_t done) override;
    void finish() override;

    Taken take();
    std::vector<std::string> all_lines() const;

  private:
    mutable std::mutex mutex_;
    std::vector<std::string> lines_;
    std::size_t told_ = 0;
    bool moved_ = false;
    std::string task_;
    std::int64_t done_ = 0, total_ = 0;
};

struct CallerSettings {
    int threads = 0;
    std::optional<std::uint64_t> seed;
    std::string cache_folder, data_folder;
};

class CallDoor : public operation::Door {
  public:
    struct KeptTable {
        operation::HeldRelease held;            // of a table that is no release, the table alone
        std::vector<formats::ArrowType> types;  // that its columns came with
    };

    CallDoor(const CallerSettings& settings, Messages& messages, const std::atomic<bool>& stop);

    void hand_table(const std::string& name, ArrowArrayStream stream);
    void hand_text(const std::string& name, std::string text);
    std::map<std::string, KeptTable> take_tables() { return std::move(kept_tables_); }
    std::map<std::string, std::string> take_texts() { return std::move(kept_texts_); }

    const Context& context() override { return context_; }
    void say(const std::string& line) override { messages_.say(line); }
    void show(const Json&) override {}
    bool structured() const override { return true; }
    std::string cache_folder() const override { return settings_.cache_folder; }
    std::string data_folder() const override { return settings_.data_folder; }
    std::string time() const override;

    bool has_memory() const override { return true; }
    bool holds(const std::string& name) const override;
    Table memory_table(const std::string& name, const ReadOptions& options) override;
    std::string memory_text(const std::string& name) const override;
    void keep_release(const std::string& name, operation::HeldRelease release) override;
    void keep_table(const std::string& name, Table table) override;
    void keep_text(const std::string& name, std::string text) override;

  protected:
    std::uint64_t random_seed() override;

  private:
    CallerSettings settings_;
    Messages& messages_;
    Context context_;
    std::map<std::string, HandedTable> tables_;
    std::map<std::string, std::string> texts_;
    std::map<std::string, KeptTable> kept_tables_;
    std::map<std::string, std::string> kept_texts_;
};

}  // namespace lethe::capi
