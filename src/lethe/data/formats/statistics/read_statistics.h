// Files of SPSS, Stata and SAS, read by ReadStat: in a process of its own, because ReadStat has had
// overflows. Only for data/formats.
#pragma once

#include <readstat.h>

#include <string>

#include "lethe/core/context.h"
#include "lethe/data/formats/statistics/statistics_dates.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

using ParseStatistics = readstat_error_t (*)(readstat_parser_t* parser, const char* path,
                                             void* context);

struct StatisticsFile {
    Program program;
    std::string_view name;   // of the format
    std::string_view title;  // "an SPSS file"
    ParseStatistics parse;
};

// Numbers become dates, moments, times and durations by their format (statistics_dates.h); numbers
// of which nearly all have value labels become categories by code; what the file says of a variable
// is its Description. Missing codes of SPSS and missing values with a letter of Stata and SAS are
// missing, and their spelling is the code or ".a". An empty text is missing.
Table read_statistics(const Context& context, const StatisticsFile& file, const std::string& path,
                      const ReadOptions& options);

}  // namespace lethe::formats
