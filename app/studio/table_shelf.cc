#include "studio/table_shelf.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKept = 3;

// Another file, another version of it, another way to read it: another key.
std::string key_of(const std::string& path, const ReadOptions& read) {
    std::error_code error;
    const auto changed = fs::last_write_time(path, error).time_since_epoch().count();
    const auto size = fs::file_size(path, error);
    if (error) {
        throw Error(ErrorKind::io, "there is no such file, or it cannot be read", {path, 0, 0, {}});
    }
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", path, changed, size,
                       read.separator ? static_cast<int>(*read.separator) : -1,
                       read.header ? static_cast<int>(*read.header) : -1, read.encoding,
                       fmt::join(read.missing, "\t"));
}

}  // namespace

std::shared_ptr<TableShelf::Entry> TableShelf::entry(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, key, [](const auto& one) { return one->key; });
    std::shared_ptr<Entry> entry;
    if (found != entries_.end()) {
        entry = *found;
        entries_.erase(found);
    } else {
        entry = std::make_shared<Entry>();
        entry->key = key;
    }
    entries_.insert(entries_.begin(), entry);
    if (entries_.size() > kKept) entries_.pop_back();
    return entry;
}

std::shared_ptr<const Table> TableShelf::table(const std::string& path, const ReadOptions& read) {
    const std::shared_ptr<Entry> held = entry(key_of(path, read));
    const std::lock_guard lock(held->reading);
    if (!held->table) {
        Context context;
        context.threads = threads_;
        held->table = std::make_shared<const Table>(read_table(context, path, read));
    }
    return held->table;
}

Json window_json(const Table& table, std::int64_t from, std::int64_t count,
                 const std::vector<std::string>& columns) {
    from = std::clamp<std::int64_t>(from, 0, table.rows());
    const std::int64_t end =
        std::min(table.rows(), from + std::clamp<std::int64_t>(count, 0, kMostRows));
    std::vector<const Column*> shown;
    if (columns.empty()) {
        for (const ColumnPtr& column : table.columns()) shown.push_back(column.get());
    } else {
        for (const std::string& name : columns) shown.push_back(&table.column(name));
    }
    Json heads = Json::array(), rows = Json::array();
    for (const Column* column : shown) {
        heads.push_back({{"name", column->name()}, {"kind", name(column->kind())}});
    }
    for (std::int64_t row = from; row < end; ++row) {
        Json cells = Json::array();
        for (const Column* column : shown) {
            cells.push_back(column->valid(row) ? Json(column->text(row)) : Json(nullptr));
        }
        rows.push_back(std::move(cells));
    }
    return {{"from", from},
            {"total", table.rows()},
            {"columns", std::move(heads)},
            {"rows", std::move(rows)}};
}

}  // namespace lethe::studio
