// Tables as CSV, TSV and JSON text. Only for data/formats.
#pragma once

#include <functional>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

// Hand over the text in pieces, in order. Numbers must be finite.
using TakeText = std::function<void(std::string_view)>;
void write_csv(const Context& context, const Table& table, const TakeText& take);
void write_tsv(const Context& context, const Table& table, const TakeText& take);
void write_json(const Context& context, const Table& table, const TakeText& take);
void write_json_lines(const Context& context, const Table& table, const TakeText& take);

}  // namespace lethe::formats
