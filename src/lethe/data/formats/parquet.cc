// DuckDB copies the table out of a table function that hands it our rows chunk by chunk, so that
// there is never a second copy of the table. One thread, so that the bytes are always the same.
#include "lethe/data/formats/parquet.h"

#include <duckdb.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/read_typed.h"
#include "lethe/data/formats/table_format.h"
#include "lethe/data/written/iso_dates.h"

namespace lethe::formats {
namespace {

enum class Storage {
    integer,
    int8,
    int16,
    int32,
    number,
    float32,
    text,
    truth,
    date,
    time,
    moment,
    moment_of_zone,
};

constexpr std::int64_t kMicroseconds = 1'000'000;  // of a second

struct Source {
    const Context& context;
    const Table& table;
    std::vector<Storage> storage;
};

StoredAs stored_type_of(const Column& column) {
    return column.description() ? column.description()->stored : StoredAs::unknown;
}

Storage storage_of_categories(const Column& column) {
    const auto is_truth = [](const std::string& text) { return text == "true" || text == "false"; };
    const bool truths = stored_type_of(column) == StoredAs::truth &&
                        std::ranges::all_of(column.dictionary(), is_truth);
    return truths ? Storage::truth : Storage::text;
}

// Durations have no type that every reader of Parquet knows.
Storage storage_of_dates(const Notation& notation) {
    switch (notation.quantity()) {
        case Quantity::date:
            return Storage::date;
        case Quantity::time:
            return Storage::time;
        case Quantity::moment:
            return notation.dates()->pattern().ends_with("+00") ? Storage::moment_of_zone
                                                                : Storage::moment;
        default:
            return Storage::text;
    }
}

// The type that the column was read with, where all of its values still fit.
Storage as_it_was_stored(const Column& column, Storage storage) {
    const auto all = [&](auto fits) { return std::ranges::all_of(column.numbers(), fits); };
    const auto within = [](double most) {
        return [most](double value) { return value >= -most && value < most; };
    };
    switch (stored_type_of(column)) {
        case StoredAs::int8:
            return storage == Storage::integer && all(within(0x1p7)) ? Storage::int8 : storage;
        case StoredAs::int16:
            return storage == Storage::integer && all(within(0x1p15)) ? Storage::int16 : storage;
        case StoredAs::int32:
            return storage == Storage::integer && all(within(0x1p31)) ? Storage::int32 : storage;
        case StoredAs::float32:
            return all([](double value) {
                return std::fabs(value) <= std::numeric_limits<float>::max() &&
                       static_cast<double>(static_cast<float>(value)) == value;
            })
                       ? Storage::float32
                       : storage;
        case StoredAs::float64:
            return Storage::number;
        default:
            return storage;
    }
}

Storage storage_of_numbers(const Column& column) {
    if (column.missing() == column.size()) return Storage::number;
    for (const double value : column.numbers()) {
        const bool negative_zero = value == 0 && std::signbit(value);
        if (std::fabs(value) > 0x1p53 || value != std::floor(value) || negative_zero) {
            return Storage::number;
        }
    }
    return Storage::integer;
}

Storage storage_of(const Column& column) {
    if (!column.is_numeric()) return storage_of_categories(column);
    if (column.notation() && !column.notation()->is_number()) {
        return storage_of_dates(*column.notation());
    }
    return as_it_was_stored(column, storage_of_numbers(column));
}

duckdb_type parquet_type(Storage storage) {
    switch (storage) {
        case Storage::integer:
            return DUCKDB_TYPE_BIGINT;
        case Storage::int8:
            return DUCKDB_TYPE_TINYINT;
        case Storage::int16:
            return DUCKDB_TYPE_SMALLINT;
        case Storage::int32:
            return DUCKDB_TYPE_INTEGER;
        case Storage::number:
            return DUCKDB_TYPE_DOUBLE;
        case Storage::float32:
            return DUCKDB_TYPE_FLOAT;
        case Storage::truth:
            return DUCKDB_TYPE_BOOLEAN;
        case Storage::date:
            return DUCKDB_TYPE_DATE;
        case Storage::time:
            return DUCKDB_TYPE_TIME;
        case Storage::moment:
            return DUCKDB_TYPE_TIMESTAMP;
        case Storage::moment_of_zone:
            return DUCKDB_TYPE_TIMESTAMP_TZ;
        case Storage::text:
            break;
    }
    return DUCKDB_TYPE_VARCHAR;
}

void bind(duckdb_bind_info info) {
    const auto* const source = static_cast<const Source*>(duckdb_bind_get_extra_info(info));
    for (std::size_t j = 0; j < source->storage.size(); ++j) {
        const Storage storage = source->storage[j];
        duckdb_logical_type type = duckdb_create_logical_type(parquet_type(storage));
        duckdb_bind_add_result_column(info, source->table.columns()[j]->name().c_str(), type);
        duckdb_destroy_logical_type(&type);
    }
    duckdb_bind_set_cardinality(info, static_cast<idx_t>(source->table.rows()), true);
}

void init(duckdb_init_info info) {
    duckdb_init_set_max_threads(info, 1);
    duckdb_init_set_init_data(info, std::calloc(1, sizeof(std::int64_t)), &std::free);
}

// Whole numbers as they lie in memory; those of dates and times are rounded as they are written.
template <class T>
void fill_numbers(void* data, std::span<const double> numbers, const auto& value_of) {
    std::transform(numbers.begin(), numbers.end(), static_cast<T*>(data),
                   [&](double value) { return static_cast<T>(value_of(value)); });
}

double nearest_days(double days) { return std::floor(days + 0.5); }

void fill_texts(duckdb_vector vector, const Column& column, std::int64_t begin,
                std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t row = begin + i;
        if (!column.valid(row)) continue;
        const auto at = static_cast<std::size_t>(row);
        const std::string text =
            column.is_numeric() ? column.number_as_text(column.numbers()[at])
                                : column.dictionary()[static_cast<std::size_t>(column.codes()[at])];
        duckdb_vector_assign_string_element_len(vector, static_cast<idx_t>(i), text.data(),
                                                text.size());
    }
}

void fill_truths(void* data, const Column& column, std::int64_t begin, std::int64_t count) {
    auto* const truths = static_cast<bool*>(data);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(begin + i);
        truths[i] = column.valid(begin + i) &&
                    column.dictionary()[static_cast<std::size_t>(column.codes()[at])] == "true";
    }
}

void fill(duckdb_vector vector, const Column& column, Storage storage, std::int64_t begin,
          std::int64_t count) {
    void* const data = duckdb_vector_get_data(vector);
    const auto numbers = [&] {
        return column.numbers().subspan(static_cast<std::size_t>(begin),
                                        static_cast<std::size_t>(count));
    };
    const auto same = [](double value) { return value; };
    switch (storage) {
        case Storage::integer:
            fill_numbers<std::int64_t>(data, numbers(), same);
            break;
        case Storage::int8:
            fill_numbers<std::int8_t>(data, numbers(), same);
            break;
        case Storage::int16:
            fill_numbers<std::int16_t>(data, numbers(), same);
            break;
        case Storage::int32:
            fill_numbers<std::int32_t>(data, numbers(), same);
            break;
        case Storage::number:
            fill_numbers<double>(data, numbers(), same);
            break;
        case Storage::float32:
            fill_numbers<float>(data, numbers(), same);
            break;
        case Storage::date:
            fill_numbers<std::int32_t>(data, numbers(), nearest_days);
            break;
        case Storage::time:
        case Storage::moment:
        case Storage::moment_of_zone:
            fill_numbers<std::int64_t>(data, numbers(), [&](double seconds) {
                return parts_of_seconds(seconds, column.notation()->step(), kMicroseconds)
                    .value_or(0);
            });
            break;
        case Storage::truth:
            fill_truths(data, column, begin, count);
            break;
        case Storage::text:
            fill_texts(vector, column, begin, count);
            break;
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
