// Writing files of SPSS, Stata and SAS by ReadStat. Only for data/formats.
#pragma once

#include <readstat.h>

#include <string>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/data/formats/statistics/written_variable.h"
#include "lethe/data/table.h"

namespace lethe::formats {

struct StatisticsTarget {
    Program program;
    std::string_view title;  // "SPSS"
    StatisticsLimits limits;
    // What names of columns must be, in words; and whether those that differ in case alone are one.
    std::string_view names;
    bool case_matters = false;
    readstat_error_t (*begin)(readstat_writer_t* writer, void* context, long rows);
    int version = 0;
    readstat_compress_t compression = READSTAT_COMPRESS_NONE;
    std::size_t longest_name = 0;
};

// Writes to `path`; errors name `shown`. Error(usage) with every column whose name or texts the
// format cannot hold. The same table gives the same bytes: the time that the file says is a fixed
// one.
void write_statistics(const Context& context, const StatisticsTarget& target, const Table& table,
                      const std::string& path, const std::string& shown);

}  // namespace lethe::formats
