// DuckDB copies the table out of a table function that hands it our rows chunk by chunk, so that
// there is never a second copy of the table. One thread, so that the bytes are always the same.
#include "lethe/data/formats/parquet.h"

#include <duckdb.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/read_typed.h"
#include "lethe/data/formats/table_format.h"

namespace lethe::formats {
namespace {

enum class Storage { integer, number, text };

struct Source {
    const Context& context;
    const Table& table;
    std::vector<Storage> storage;
};

Storage storage_of(const Column& column) {
    if (!column.is_numeric()) return Storage::text;
    if (column.missing() == column.size()) return Storage::number;
    for (const double value : column.numbers()) {
        const bool negative_zero = value == 0 && std::signbit(value);
        if (std::fabs(value) > 0x1p53 || value != std::floor(value) || negative_zero) {
            return Storage::number;
        }
    }
    return Storage::integer;
}

void bind(duckdb_bind_info info) {
    const auto* const source = static_cast<const Source*>(duckdb_bind_get_extra_info(info));
    for (std::size_t j = 0; j < source->storage.size(); ++j) {
        const Storage storage = source->storage[j];
        duckdb_logical_type type =
            duckdb_create_logical_type(storage == Storage::integer  ? DUCKDB_TYPE_BIGINT
                                       : storage == Storage::number ? DUCKDB_TYPE_DOUBLE
                                                                    : DUCKDB_TYPE_VARCHAR);
        duckdb_bind_add_result_column(info, source->table.columns()[j]->name().c_str(), type);
        duckdb_destroy_logical_type(&type);
    }
    duckdb_bind_set_cardinality(info, static_cast<idx_t>(source->table.rows()), true);
}

void init(duckdb_init_info info) {
    duckdb_init_set_max_threads(info, 1);
    duckdb_init_set_init_data(info, std::calloc(1, sizeof(std::int64_t)), &std::free);
}

void fill(duckdb_vector vector, const Column& column, Storage storage, std::int64_t begin,
          std::int64_t count) {
    void* const data = duckdb_vector_get_data(vector);
    const auto first = static_cast<std::size_t>(begin);
    if (storage == Storage::integer) {
        const auto numbers = column.numbers().subspan(first, static_cast<std::size_t>(count));
        std::transform(numbers.begin(), numbers.end(), static_cast<std::int64_t*>(data),
                       [](double value) { return static_cast<std::int64_t>(value); });
    } else if (storage == Storage::number) {
        std::copy_n(column.numbers().data() + first, count, static_cast<double*>(data));
    } else {
        for (std::int64_t i = 0; i < count; ++i) {
            if (!column.valid(begin + i)) continue;
            const auto code = column.codes()[first + static_cast<std::size_t>(i)];
            const std::string& text = column.dictionary()[static_cast<std::size_t>(code)];
            duckdb_vector_assign_string_element_len(vector, static_cast<idx_t>(i), text.data(),
                                                    text.size());
        }
    }
    if (!column.has_missing()) return;
    duckdb_vector_ensure_validity_writable(vector);
    std::uint64_t* const validity = duckdb_vector_get_validity(vector);
    for (std::int64_t i = 0; i < count; ++i) {
        if (!column.valid(begin + i))
            duckdb_validity_set_row_invalid(validity, static_cast<idx_t>(i));
    }
}

void produce(duckdb_function_info info, duckdb_data_chunk output) {
    const auto* const source = static_cast<const Source*>(duckdb_function_get_extra_info(info));
    auto* const position = static_cast<std::int64_t*>(duckdb_function_get_init_data(info));
    if (source->context.stop_asked()) {
        duckdb_function_set_error(info, "stopped");
        return;
    }
    const std::int64_t count =
        std::min(static_cast<std::int64_t>(duckdb_vector_size()), source->table.rows() - *position);
    for (std::size_t j = 0; j < source->storage.size(); ++j) {
        fill(duckdb_data_chunk_get_vector(output, j), *source->table.columns()[j],
             source->storage[j], *position, count);
    }
    duckdb_data_chunk_set_size(output, static_cast<idx_t>(count));
    *position += count;
}

void register_source(Database& database, Source& source) {
    duckdb_table_function function = duckdb_create_table_function();
    duckdb_table_function_set_name(function, "lethe_table");
    duckdb_table_function_set_extra_info(function, &source, nullptr);
    duckdb_table_function_set_bind(function, &bind);
    duckdb_table_function_set_init(function, &init);
    duckdb_table_function_set_function(function, &produce);
    duckdb_register_table_function(static_cast<duckdb_connection>(database.connection()), function);
    duckdb_destroy_table_function(&function);
}

// DuckDB would rename one of two columns whose names differ in case alone.
void check_parquet_names(const Table& table, const std::string& shown) {
    std::set<std::string> seen;
    for (const ColumnPtr& column : table.columns()) {
        if (seen.insert(folded_name(column->name())).second) continue;
        throw Error(
            ErrorKind::usage,
            fmt::format("in Parquet the names of columns must differ in more than case, and "
                        "there is another \"{}\"; CSV and JSON can hold both",
                        column->name()),
            {shown, 0, 0, {}});
    }
}

}  // namespace

void write_parquet(const Context& context, const Table& table, const std::string& path,
                   const std::string& shown) {
    check_parquet_names(table, shown);
    Source source{context, table, {}};
    for (const ColumnPtr& column : table.columns()) source.storage.push_back(storage_of(*column));
    try {
        Database database(1);
        register_source(database, source);
        database.run(fmt::format(
            "COPY (SELECT * FROM lethe_table()) TO {} (FORMAT parquet, USE_TMP_FILE false)",
            sql_text(path)));
    } catch (const DatabaseFailure& failure) {
        context.check_stop();
        const bool full = failure.whole.find("No space left on device") != std::string::npos;
        throw Error(
            ErrorKind::io,
            full ? "cannot write: No space left on device" : "cannot write the Parquet file",
            {shown, 0, 0, {}});
    }
}

TableFormat parquet_format() {
    return {.format = Format::parquet,
            .title = "Parquet",
            .endings = {".parquet"},
            .read = read_parquet,
            .write_file = write_parquet};
}

}  // namespace lethe::formats
