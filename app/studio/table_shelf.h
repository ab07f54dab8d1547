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
#include "studio/row_filter.h"

namespace lethe::studio {

class TableShelf {
  public:
    explicit TableShelf(int threads) : threads_(threads) {}

    // Two who ask at once for the same file read it once. Error as of read_table.
    std::shared_ptr<const Table> table(const std::string& path, const ReadOptions& read);

    // The table with those of its rows of which all conditions hold (rows_where). They are looked
    // for once: whoever scrolls through them asks for many windows of the same. Error(usage) too.
    struct Chosen {
        std::shared_ptr<const Table> table;
        std::shared_ptr<const RowList> rows;
    };
    Chosen rows_of(const std::string& path, const ReadOptions& read, const Json& filter);

  private:
    struct Entry {
        std::string key;
        std::mutex reading;
        std::shared_ptr<const Table> table;
        struct Kept {
            std::string filter;
            std::shared_ptr<const RowList> rows;
        };
        std::vector<Kept> chosen;  // the last used first
    };
    const Table& read_into(Entry& entry, const std::string& path, const ReadOptions& read);
    std::shared_ptr<Entry> entry(const std::string& key);

    int threads_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<Entry>> entries_;  // the last used first
};

// {"from", "total", "columns": [{"name", "kind"}], "rows": [[text or null, ...], ...]}; at most
// kMostRows rows; all columns where none are named. Where only some rows are chosen, "from" and
// "total" count these, "of" is the number of all, and "numbers" are those of the window, from 1.
constexpr std::int64_t kMostRows = 1000;
Json window_json(const Table& table, std::int64_t from, std::int64_t count,
                 const std::vector<std::string>& columns, const RowList* chosen = nullptr);

}  // namespace lethe::studio
