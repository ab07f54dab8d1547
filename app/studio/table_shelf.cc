#include "studio/table_shelf.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "studio/http/http_message.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKept = 3;
constexpr std::size_t kKeptChoices = 4;  // of rows, of each table

// Another file, another version of it, another way to read it: another key.
std::string key_of(const std::string& path, const ReadOptions& read) {
    std::error_code error;
    const auto changed = fs::last_write_time(path, error).time_since_epoch().count();
    const auto size = fs::file_size(path, error);
    if (error) {
        throw NotFound(path + ": there is no such file, or it cannot be read");
    }
    const NotationWishes& notations = read.notations;
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", path, changed,
                       size, read.separator ? static_cast<int>(*read.separator) : -1,
                       read.header ? static_cast<int>(*read.header) : -1, read.encoding,
                       fmt::join(read.missing, "\t"), notations.decimal, notations.group,
                       notations.dates_text(), fmt::join(read.names, "\t"),
                       fmt::join(read.widths, "\t"), read.skip, read.last);
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

const Table& TableShelf::read_into(Entry& entry, const std::string& path, const ReadOptions& read) {
    if (!entry.table) {
        Context context;
        context.threads = threads_;
        entry.table = std::make_shared<const Table>(read_table(context, path, read));
    }
    return *entry.table;
}

std::shared_ptr<const Table> TableShelf::table(const std::string& path, const ReadOptions& read) {
    const std::shared_ptr<Entry> held = entry(key_of(path, read));
    const std::lock_guard lock(held->reading);
    read_into(*held, path, read);
    return held->table;
}

TableShelf::Chosen TableShelf::rows_of(const std::string& path, const ReadOptions& read,
                                       const Json& filter) {
    const std::shared_ptr<Entry> held = entry(key_of(path, read));
    const std::lock_guard lock(held->reading);
    const Table& table = read_into(*held, path, read);
    const std::string asked = filter.dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto found = std::ranges::find(held->chosen, asked, &Entry::Kept::filter);
    Entry::Kept kept;
    if (found != held->chosen.end()) {
        kept = *found;
        held->chosen.erase(found);
    } else {
        kept = {asked, std::make_shared<const RowList>(rows_where(table, filter))};
    }
    held->chosen.insert(held->chosen.begin(), kept);
    if (held->chosen.size() > kKeptChoices) held->chosen.pop_back();
    return {held->table, kept.rows};
}

Json window_json(const Table& table, std::int64_t from, std::int64_t count,
                 const std::vector<std::string>& columns, const RowList* chosen) {
    const std::int64_t total = chosen != nullptr ? std::ssize(*chosen) : table.rows();
    from = std::clamp<std::int64_t>(from, 0, total);
    const std::int64_t end = std::min(total, from + std::clamp<std::int64_t>(count, 0, kMostRows));
    std::vector<const Column*> shown;
    if (columns.empty()) {
        for (const ColumnPtr& column : table.columns()) shown.push_back(column.get());
    } else {
        for (const std::string& name : columns) shown.push_back(&table.column(name));
    }
    Json heads = Json::array(), rows = Json::array(), numbers = Json::array();
    for (const Column* column : shown) {
        heads.push_back({{"name", column->name()}, {"kind", name(column->kind())}});
    }
    for (std::int64_t at = from; at < end; ++at) {
        const std::int64_t row = chosen != nullptr ? (*chosen)[static_cast<std::size_t>(at)] : at;
        Json cells = Json::array();
        for (const Column* column : shown) {
            cells.push_back(column->valid(row) ? Json(column->text(row)) : Json(nullptr));
        }
        rows.push_back(std::move(cells));
        numbers.push_back(row + 1);
    }
    Json window{
        {"from", from}, {"total", total}, {"columns", std::move(heads)}, {"rows", std::move(rows)}};
    if (chosen != nullptr) {
        window["of"] = table.rows();
        window["numbers"] = std::move(numbers);
    }
    return window;
}

}  // namespace lethe::studio
