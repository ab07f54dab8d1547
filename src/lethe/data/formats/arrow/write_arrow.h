// A table as a stream of Arrow data, for another program. A column comes back with the type that it
// came with where all of its values fit into that: whole numbers stay whole, dates dates. Where
// they do not (means of whole numbers, intervals in place of numbers) it is a double or a text.
#pragma once

#include <string>
#include <vector>

#include "lethe/data/formats/arrow/arrow_type.h"
#include "lethe/data/table.h"

namespace lethe::formats {

struct ChangedType {
    std::string column;
    std::string from, to;  // in words: "int64"
};

// Gives the stream, which the caller releases; numbers are not copied, the stream holds the table.
// `types`: of columns by their names; what is not among them is a double, a date, a time or a text.
// Returns the columns that could not keep their type. Thread-safe as long as each stream has one
// reader.
std::vector<ChangedType> write_arrow(const Table& table, const std::vector<ArrowType>& types,
                                     ArrowArrayStream& out);

}  // namespace lethe::formats
