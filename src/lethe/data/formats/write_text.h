// Tables as CSV, TSV and JSON text. Only for data/formats.
#pragma once

#include <functional>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::io {

// Hands over the text in pieces, in order. Numbers must be finite.
void write_text(const Context& context, const Table& table, Format format,
                const std::function<void(std::string_view)>& take);

}  // namespace lethe::io
