// A table as a stream of bytes: whole columns, each with all that it knows. Only for data/formats.
#pragma once

#include "lethe/data/formats/apart/byte_stream.h"
#include "lethe/data/table.h"

namespace lethe::formats {

// Columns are let go as they are written.
void write_table_stream(ByteWriter& out, Table table);

// The table, whatever the bytes: any that no table of ours can have are a StreamFailure. Numbers
// are finite, codes within the dictionary, texts UTF-8 and the entries of a dictionary distinct.
Table read_table_stream(ByteReader& in);

}  // namespace lethe::formats
