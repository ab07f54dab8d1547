#include <fmt/format.h>

#include <cmath>
#include <span>

#include "lethe/core/error.h"
#include "lethe/data/formats/parquet.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/formats/write_text.h"
#include "lethe/io/bytes.h"
#include "lethe/io/file.h"

namespace lethe {
namespace {

// No file that we read back could hold anything else.
void check_finite(const Table& table) {
    for (const ColumnPtr& column : table.columns()) {
        if (!column->is_numeric()) continue;
        const std::span<const double> numbers = column->numbers();
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            if (std::isfinite(numbers[static_cast<std::size_t>(row)])) continue;
            if (!column->valid(row)) continue;
            throw Error(ErrorKind::internal,
                        fmt::format("column \"{}\", row {}: a number to be written is not finite",
                                    column->name(), row + 1));
        }
    }
}

}  // namespace

void write_table(const Context& context, const Table& table, const std::string& path,
                 std::optional<Format> format) {
    const Format chosen = format ? *format : format_of(path);
    const bool gzip = path.ends_with(".gz");
    if (chosen == Format::parquet && gzip) {
        throw Error(ErrorKind::usage, "Parquet is compressed already: leave out .gz",
                    {path, 0, 0, {}});
    }
    check_finite(table);
    write_atomically(path, false, [&](const std::string& temporary) {
        if (chosen == Format::parquet) {
            io::write_parquet(context, table, temporary, path);
            return;
        }
        io::ByteSink sink(temporary, gzip, path);
        io::write_text(context, table, chosen, [&](std::string_view text) { sink.write(text); });
        sink.close();
    });
}

std::string table_text(const Table& table, Format format) {
    if (format == Format::parquet) {
        throw Error(ErrorKind::usage, "Parquet cannot be written as text; give csv, tsv or json");
    }
    check_finite(table);
    std::string text;
    io::write_text(Context{}, table, format, [&](std::string_view part) { text += part; });
    return text;
}

}  // namespace lethe
