// k^m-anonymity of sets counted in a written table, by its definition, text by text. Shares no code
// with the search that enforced it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::release {

struct SetClaim {
    std::int64_t k = 0;
    std::int64_t m = 0;
    std::string separator;
    std::vector<std::string> columns;  // whose items together are the set of a record
};

// What a step that enforced k^m-anonymity says of it in a record; nothing for other steps.
std::optional<SetClaim> set_claim(const Json& step);

// Two items, as count_models has them: "model", "sensitive" (none), "asked" (k), "counted" and
// "holds"; null where there is too much to count. The first asks of every combination of up to m
// items that the table shows how many records show it; "counted" is the fewest. The second asks of
// every combination of up to m items of a record of `found`, the table as the step found it, how
// many records an intruder cannot exclude who knows them: those that show for each of the items it
// itself or a concept that covers it, where the table shows any such at all. Nobody is found where
// none is left. Columns that the table lacks are left out. Its "counted" is never more than k, for
// what is beyond tells of the original.
Json count_sets(const Context& context, const Table& table, const Table& found,
                const SetClaim& claim);

}  // namespace lethe::release
