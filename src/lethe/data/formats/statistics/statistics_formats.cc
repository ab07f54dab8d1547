#include "lethe/data/formats/statistics/read_statistics.h"
#include "lethe/data/formats/table_format.h"

namespace lethe::formats {
namespace {

constexpr StatisticsFile kSav{Program::spss, "sav", "an SPSS file", readstat_parse_sav};
constexpr StatisticsFile kZsav{Program::spss, "zsav", "an SPSS file", readstat_parse_sav};
constexpr StatisticsFile kPor{Program::spss, "por", "a portable SPSS file", readstat_parse_por};
constexpr StatisticsFile kDta{Program::stata, "dta", "a Stata file", readstat_parse_dta};
constexpr StatisticsFile kSas{Program::sas, "sas7bdat", "a SAS file", readstat_parse_sas7bdat};
constexpr StatisticsFile kXport{Program::sas, "xpt", "a SAS transport file", readstat_parse_xport};

template <const StatisticsFile& file>
Table read_as(const Context& context, const std::string& path, const ReadOptions& options) {
    return read_statistics(context, file, path, options);
}

}  // namespace

TableFormat sav_format() {
    return {.format = {"sav"},
            .title = "SPSS",
            .endings = {".sav"},
            .apart = true,
            .read = read_as<kSav>};
}

TableFormat zsav_format() {
    return {.format = {"zsav"},
            .title = "compressed SPSS",
            .endings = {".zsav"},
            .apart = true,
            .read = read_as<kZsav>};
}

TableFormat por_format() {
    return {.format = {"por"},
            .title = "portable SPSS",
            .endings = {".por"},
            .apart = true,
            .read = read_as<kPor>};
}

TableFormat dta_format() {
    return {.format = {"dta"},
            .title = "Stata",
            .endings = {".dta"},
            .apart = true,
            .read = read_as<kDta>};
}

TableFormat sas7bdat_format() {
    return {.format = {"sas7bdat"},
            .title = "SAS",
            .endings = {".sas7bdat"},
            .apart = true,
            .read = read_as<kSas>};
}

TableFormat xport_format() {
    return {.format = {"xpt"},
            .title = "SAS transport",
            .endings = {".xpt"},
            .apart = true,
            .read = read_as<kXport>};
}

}  // namespace lethe::formats
