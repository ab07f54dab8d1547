// Any bytes that a server sends are rows or an error of ours, and in whatever pieces they come, the
// same rows.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/binary_copy.h"

namespace lethe::fuzz::binary_copy {

using namespace lethe::formats;

// The rows as text; nothing where the bytes are none.
std::optional<std::string> rows_of(std::string_view bytes, std::size_t piece) {
    const std::vector<BinaryCell> types{BinaryCell::int16,   BinaryCell::int64, BinaryCell::float32,
                                        BinaryCell::float64, BinaryCell::truth, BinaryCell::date,
                                        BinaryCell::moment,  BinaryCell::text};
    std::vector<CellColumn> columns;
    for (std::size_t i = 0; i < types.size(); ++i) {
        CellSpec spec{"c" + std::to_string(i), takes_of(types[i])};
        spec.quantity = quantity_of(types[i]);
        columns.emplace_back(std::move(spec), std::vector<std::string>{});
    }
    try {
        BinaryCopyReader reader(types, columns);
        for (std::size_t i = 0; i < bytes.size(); i += piece) reader.take(bytes.substr(i, piece));
        reader.finish();
        return table_text(table_of(columns, reader.rows(), "", {}), Format::csv);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) std::abort();
        return std::nullopt;
    }
}

void run(std::string_view bytes) {
    const auto whole = rows_of(bytes, bytes.size() + 1);
    if (rows_of(bytes, 1) != whole || rows_of(bytes, 7) != whole) std::abort();
}

}  // namespace lethe::fuzz::binary_copy
