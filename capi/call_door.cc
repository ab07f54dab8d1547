#include "capi/call_door.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <random>
#include <thread>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/sanitizers.h"
#include "lethe/release/release_envelope.h"

namespace lethe::capi {
namespace {

double steady_seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count() / kSanitizerPatience;
}

std::string shown_name(const std::string& name) { return name.substr(name.find(':') + 1); }

}  // namespace

HandedTable::~HandedTable() {
    if (!taken_ && stream_.release != nullptr) stream_.release(&stream_);
}

Table HandedTable::read(const Context& context, const std::string& name,
                        const ReadOptions& options) {
    if (!table_) {
        if (taken_) throw Error(ErrorKind::usage, "was read before", {name, 0, 0, {}});
        taken_ = true;
        ReadOptions all = options;
        all.columns.clear();
        all.limit = -1;
        missing_ = options.missing;
        formats::ArrowTable read = formats::read_arrow(context, stream_, shown_name(name), all);
        table_ = std::move(read.table);
        types_ = std::move(read.types);
        notes_ = std::move(read.notes);
    }
    if (missing_ != options.missing) {
        throw Error(ErrorKind::usage, "was read with other words for missing values before",
                    {name, 0, 0, {}});
    }
    if (options.columns.empty()) return *table_;
    return table_->select(options.columns);
}

void Messages::say(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line);
}

void Messages::start(std::string_view task, std::int64_t total) {
    const std::lock_guard lock(mutex_);
    task_ = task;
    total_ = total;
    done_ = 0;
    moved_ = true;
}

void Messages::advance(std::int64_t done) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    done_ = std::max(done_, done);
    moved_ = true;
}

void Messages::finish() {
    const std::lock_guard lock(mutex_);
    task_.clear();
    total_ = done_ = 0;
    moved_ = true;
}

Messages::Taken Messages::take() {
    const std::lock_guard lock(mutex_);
    Taken taken;
    taken.lines.assign(lines_.begin() + static_cast<std::ptrdiff_t>(told_), lines_.end());
    told_ = lines_.size();
    taken.moved = std::exchange(moved_, false);
    taken.task = task_;
    taken.done = done_;
    taken.total = total_;
    return taken;
}

std::vector<std::string> Messages::all_lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
}

CallDoor::CallDoor(const CallerSettings& settings, Messages& messages,
                   const std::atomic<bool>& stop)
    : settings_(settings), messages_(messages) {
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    context_.threads = settings.threads > 0 ? std::min(settings.threads, 1024) : cores;
    context_.stop = &stop;
    context_.progress = &messages;
    context_.clock = &steady_seconds;
    seed_ = settings.seed;
}

void CallDoor::hand_table(const std::string& name, ArrowArrayStream stream) {
    if (!tables_.try_emplace(name, stream).second) {
        if (stream.release != nullptr) stream.release(&stream);
        throw Error(ErrorKind::usage, "is handed over twice", {name, 0, 0, {}});
    }
}

void CallDoor::hand_text(const std::string& name, std::string text) {
    if (!texts_.try_emplace(name, std::move(text)).second) {
        throw Error(ErrorKind::usage, "is handed over twice", {name, 0, 0, {}});
    }
}

std::string CallDoor::time() const {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

bool CallDoor::holds(const std::string& name) const {
    return tables_.contains(name) || texts_.contains(name);
}

Table CallDoor::memory_table(const std::string& name, const ReadOptions& options) {
    const auto found = tables_.find(name);
    if (found == tables_.end()) return Door::memory_table(name, options);
    Table table = found->second.read(context_, name, options);
    warn(found->second.take_notes());
    return table;
}

std::string CallDoor::memory_text(const std::string& name) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? Door::memory_text(name) : found->second;
}

void CallDoor::keep_release(const std::string& name, operation::HeldRelease release) {
    // A release is made from one table; columns of others have names of their own.
    std::vector<formats::ArrowType> types;
    for (const auto& [handed, table] : tables_) {
        types.insert(types.end(), table.types().begin(), table.types().end());
    }
    kept_texts_[release::record_path(name)] = release.record;
    kept_texts_[release::private_log_path(name)] = release.private_log;
    kept_tables_.insert_or_assign(name, KeptTable{std::move(release), std::move(types)});
}

void CallDoor::keep_table(const std::string& name, Table table) {
    KeptTable kept;
    kept.held.table = std::move(table);
    kept_tables_.insert_or_assign(name, std::move(kept));
}

void CallDoor::keep_text(const std::string& name, std::string text) {
    kept_texts_.insert_or_assign(name, std::move(text));
}

std::uint64_t CallDoor::random_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

}  // namespace lethe::capi
