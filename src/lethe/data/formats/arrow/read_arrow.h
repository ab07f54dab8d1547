// Tables that another program hands over in memory, as a stream of Arrow data.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/arrow/arrow_type.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

struct ArrowTable {
    Table table;
    std::vector<ArrowType> types;    // of all columns, as they came
    std::vector<std::string> notes;  // what their owner should know of how they were taken
};

// Takes the stream over: it is released when this returns or throws. Types become columns as those
// of a Parquet file with the same data do (table_files.h): durations are whole numbers of their
// unit. Texts or whole numbers of an ordered dictionary become an ordinal column, with the order of
// the dictionary. Error(input), naming columns, for what cannot be taken; `called` is what the
// table is called there.
ArrowTable read_arrow(const Context& context, ArrowArrayStream stream, const std::string& called,
                      const ReadOptions& options);

}  // namespace lethe::formats
