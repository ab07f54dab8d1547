#include <fmt/format.h>

#include <cmath>
#include <span>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_format.h"
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
    const formats::TableFormat& chosen = formats::table_format(format ? *format : format_of(path));
    if (chosen.write_file == nullptr && chosen.write_text == nullptr) {
        throw Error(ErrorKind::usage,
                    fmt::format("files of {} can be read, but are not written", chosen.title),
                    {path, 0, 0, {}});
    }
    const Compression compression = compression_named(path);
    if (compression != Compression::none && !chosen.may_be_gz) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} is compressed already: leave out {}", chosen.title,
                                path.substr(without_compression(path).size())),
                    {path, 0, 0, {}});
    }
    check_finite(table);
    write_atomically(path, false, [&](const std::string& temporary) {
        if (chosen.write_file != nullptr) return chosen.write_file(context, table, temporary, path);
        ByteSink sink(temporary, compression, path);
        chosen.write_text(context, table, [&](std::string_view text) { sink.write(text); });
        sink.close();
    });
}

std::string table_text(const Table& table, Format format) {
    const formats::TableFormat& chosen = formats::table_format(format);
    if (chosen.write_text == nullptr) {
        throw Error(ErrorKind::usage, fmt::format("{} cannot be written as text; give csv, tsv or "
                                                  "json",
                                                  chosen.title));
    }
    check_finite(table);
    std::string text;
    chosen.write_text(Context{}, table, [&](std::string_view part) { text += part; });
    return text;
}

}  // namespace lethe
