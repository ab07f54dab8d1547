#include "lethe/data/formats/statistics/read_statistics.h"
#include "lethe/data/formats/statistics/write_statistics.h"
#include "lethe/data/formats/table_format.h"

namespace lethe::formats {
namespace {

constexpr StatisticsFile kSav{Program::spss, "sav", "an SPSS file", readstat_parse_sav};
constexpr StatisticsFile kZsav{Program::spss, "zsav", "an SPSS file", readstat_parse_sav};
constexpr StatisticsFile kPor{Program::spss, "por", "a portable SPSS file", readstat_parse_por};
constexpr StatisticsFile kDta{Program::stata, "dta", "a Stata file", readstat_parse_dta};
constexpr StatisticsFile kSas{Program::sas, "sas7bdat", "a SAS file", readstat_parse_sas7bdat};
constexpr StatisticsFile kXport{Program::sas, "xpt", "a SAS transport file", readstat_parse_xport};

constexpr StatisticsLimits kSpssLimits{
    .text = 32767, .label = 255, .value_label = 120, .text_labels = true, .missing_codes = true};
constexpr std::string_view kSpssNames =
    "begin with a letter, @, # or $, go on with letters, digits, @, #, $, _ and full stops, have "
    "64 "
    "bytes at most and are no word of its language (ALL, AND, BY, ...)";
constexpr StatisticsTarget kToSav{.program = Program::spss,
                                  .title = "SPSS",
                                  .limits = kSpssLimits,
                                  .names = kSpssNames,
                                  .begin = readstat_begin_writing_sav,
                                  .compression = READSTAT_COMPRESS_ROWS,
                                  .longest_name = 64};
constexpr StatisticsTarget kToZsav{.program = Program::spss,
                                   .title = "SPSS",
                                   .limits = kSpssLimits,
                                   .names = kSpssNames,
                                   .begin = readstat_begin_writing_sav,
                                   .compression = READSTAT_COMPRESS_BINARY,
                                   .longest_name = 64};
constexpr StatisticsTarget kToPor{
    .program = Program::spss,
    .title = "portable SPSS",
    .limits = {.text = 255, .label = 255, .value_label = 255, .missing_codes = true},
    .names =
        "have 8 capital letters (A to Z), digits, @, #, $, _ and full stops at most, and begin "
        "with a letter",
    .begin = readstat_begin_writing_por,
    .longest_name = 8};
constexpr StatisticsTarget kToDta{
    .program = Program::stata,
    .title = "Stata",
    .limits = {.text = 2045,
               .label = 320,
               .value_label = 32000,
               .whole_labels = true,
               .letters = true,
               .short_numbers = true,
               .long_texts = true},
    .names =
        "have 32 letters, digits and _ at most, do not begin with a digit and are no word of its "
        "language (byte, if, in, str1, ...)",
    .case_matters = true,
    .begin = readstat_begin_writing_dta,
    .version = 118,
    .longest_name = 128};
constexpr StatisticsTarget kToXport{
    .program = Program::sas,
    .title = "SAS transport",
    .limits = {.text = 200, .label = 40, .value_labels = false, .letters = true},
    .names = "have 8 letters (of A to Z), digits and _ at most and do not begin with a digit",
    .begin = readstat_begin_writing_xport,
    .version = 5,
    .longest_name = 8};
// Of version 8, which SAS reads by a macro of its own: for what version 5 does not hold.
constexpr StatisticsTarget kToLongXport{
    .program = Program::sas,
    .title = "SAS transport",
    .limits = {.text = 32767, .label = 255, .value_labels = false, .letters = true},
    .names = "have 32 letters (of A to Z), digits and _ at most and do not begin with a digit",
    .begin = readstat_begin_writing_xport,
    .version = 8,
    .longest_name = 32};

template <const StatisticsTarget& target>
void write_as(const Context& context, const Table& table, const std::string& path,
              const std::string& shown) {
    write_statistics(context, target, table, path, shown);
}

void write_xport(const Context& context, const Table& table, const std::string& path,
                 const std::string& shown) {
    bool is_short = true;
    for (const ColumnPtr& column : table.columns()) {
        const WrittenVariable planned(Program::sas, kToLongXport.limits, *column);
        is_short = is_short && column->name().size() <= kToXport.longest_name &&
                   planned.width() <= kToXport.limits.text &&
                   planned.label().size() <= kToXport.limits.label;
    }
    write_statistics(context, is_short ? kToXport : kToLongXport, table, path, shown);
}

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
            .read = read_as<kSav>,
            .write_file = write_as<kToSav>};
}

TableFormat zsav_format() {
    return {.format = {"zsav"},
            .title = "compressed SPSS",
            .endings = {".zsav"},
            .apart = true,
            .read = read_as<kZsav>,
            .write_file = write_as<kToZsav>};
}

TableFormat por_format() {
    return {.format = {"por"},
            .title = "portable SPSS",
            .endings = {".por"},
            .apart = true,
            .read = read_as<kPor>,
            .write_file = write_as<kToPor>};
}

TableFormat dta_format() {
    return {.format = {"dta"},
            .title = "Stata",
            .endings = {".dta"},
            .apart = true,
            .read = read_as<kDta>,
            .write_file = write_as<kToDta>};
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
            .read = read_as<kXport>,
            .write_file = write_xport};
}

}  // namespace lethe::formats
