// Tables that are looked at: read once, kept while they are used, read again when the file changed.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"

namespace lethe::studio {

class TableShelf {
  public:
    explicit TableShelf(int threads) : threads_(threads) {}

    // Two who ask at once for the same file read it once. Error as of read_table.
    std::shared_ptr<const Table> table(const std::string& path, const ReadOptions& read);

  private:
    struct Entry {
        std::string key;
        std::mutex reading;
        std::shared_ptr<const Table> table;
    };
    std::shared_ptr<Entry> entry(const std::string& key);

    int threads_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<Entry>> entries_;  // the last used first
};

// {"from", "total", "columns": [{"name", "kind"}], "rows": [[text or null, ...], ...]}; at most
// kMostRows rows; all columns where none are named.
constexpr std::int64_t kMostRows = 1000;
Json window_json(const Table& table, std::int64_t from, std::int64_t count,
                 const std::vector<std::string>& columns);

}  // namespace lethe::studio
