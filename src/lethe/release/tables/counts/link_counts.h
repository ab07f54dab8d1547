// k with links: how many people share what an intruder may know of them and of the rows that are
// linked to them, counted in the files that were written. A person's profile is what the table of
// the people shows of her and, of every linked table, the multiset of what its rows show that name
// her. Counted by sorting texts, as guarantees.h does; shares no code with what deals rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::release {

// A linked table as it was written: its key and the columns that an intruder may know.
struct WrittenLinks {
    std::string name;
    std::string person;                // the column that names the person
    std::vector<std::string> columns;  // none: nobody knows its rows, and it tells nobody apart
    bool dealt = false;  // whose rows these are was left to chance: they say nothing of a person
    Table rows;
};

// {"scope": "links", "k", "columns" (of the people, and "TABLE.COLUMN"), "tables": [{"table",
// "columns"}] (those whose rows stay with their people), "dealt" (names of the others), "missing":
// "own", "with_missing", "people", "smallest", "groups", "below", "unique", "alone" (the same four
// of the people without their rows), "holds"}; k is null where nothing is promised, and holds also
// where nobody knows anything of a linked table. Rows are dealt among people who show the same,
// texts and gaps: whoever shows what few others show has her rows among few, whatever a missing
// value agrees with. Error(internal) where a row names nobody: what was written is not what was
// made.
Json count_links(const Context& context, const Table& people, const std::string& key,
                 std::span<const std::string> columns, std::span<const WrittenLinks> tables,
                 std::optional<std::int64_t> k);

}  // namespace lethe::release
