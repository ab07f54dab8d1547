// Reading by a connection that is there, in the transaction that it is in. Only for
// data/formats/databases.
#pragma once

#include "lethe/data/formats/databases/postgres_connection.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

// How texts of dates and numbers are written within the transaction; rows come as they lie.
inline constexpr const char* kPostgresSettings =
    "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; "
    "SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 1; "
    "SET LOCAL bytea_output = 'hex'; SET LOCAL synchronize_seqscans = off; "
    "SET LOCAL max_parallel_workers_per_gather = 0";

// Throws PostgresRefusal too.
Table read_postgres_by(const Context& context, PostgresConnection& connection,
                       const DatabaseSource& source, const ReadOptions& options);
[[noreturn]] void throw_refusal(const PostgresRefusal& refusal, const DatabaseSource& source);

}  // namespace lethe::formats
