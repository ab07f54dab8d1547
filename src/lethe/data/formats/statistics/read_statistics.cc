#include "lethe/data/formats/statistics/read_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/csv.h"
#include "lethe/data/formats/statistics/variable_reader.h"
#include "lethe/io/utf8.h"

namespace lethe::formats {
namespace {

constexpr std::int64_t kProgressSteps = 1000;

// What ReadStat's calls leave behind. No exception may pass through it: it is C.
struct StatisticsReading {
    const StatisticsFile& file;
    const ReadOptions& options;
    Progress& progress;
    std::int64_t shown = 0;
    std::vector<std::string> names;  // of all variables
    // By the number of the variable; nothing of one that is not wanted.
    std::vector<std::unique_ptr<VariableReader>> variables;
    std::vector<std::string> label_sets;
    std::map<std::string, std::vector<ReadLabel>, std::less<>> labels;
    std::exception_ptr failure;
    bool bad_label = false;

    bool is_wanted(const std::string& name) const {
        return options.columns.empty() ||
               std::ranges::find(options.columns, name) != options.columns.end();
    }
};

template <class Work>
int guarded(void* context, const Work& work) {
    auto& reading = *static_cast<StatisticsReading*>(context);
    try {
        return work(reading);
    } catch (...) {
        reading.failure = std::current_exception();
        return READSTAT_HANDLER_ABORT;
    }
}

int on_variable(int index, readstat_variable_t* variable, const char* labels, void* context) {
    return guarded(context, [&](StatisticsReading& reading) -> int {
        const auto i = static_cast<std::size_t>(index);
        if (index < 0 || i != reading.names.size()) {
            throw Error(ErrorKind::input, "its variables are not in order");
        }
        auto reader = std::make_unique<VariableReader>(reading.file.program, reading.file.name,
                                                       *variable, reading.options.missing);
        reading.names.push_back(reader->name());
        reading.label_sets.emplace_back(labels == nullptr ? "" : labels);
        reading.variables.emplace_back();
        if (!reading.is_wanted(reading.names.back())) return READSTAT_HANDLER_SKIP_VARIABLE;
        reading.variables.back() = std::move(reader);
        return READSTAT_HANDLER_OK;
    });
}

int on_label(const char* set, readstat_value_t value, const char* label, void* context) {
    return guarded(context, [&](StatisticsReading& reading) -> int {
        const auto text = [&](const char* chars) {
            const std::string_view view = chars == nullptr ? "" : chars;
            const Utf8Check check = check_utf8(view);
            if (check.bad || check.valid != view.size()) reading.bad_label = true;
            return std::string(view);
        };
        ReadLabel one;
        one.label = text(label);
        if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
            one.text = text(readstat_string_value(value));
        } else if (readstat_value_is_tagged_missing(value) != 0) {
            one.text = std::string{'.', readstat_value_tag(value)};
            if (check_utf8(one.text).bad) reading.bad_label = true;
        } else {
            // A label of the missing value itself says what everybody knows.
            const double number = value.type == READSTAT_TYPE_INT32
                                      ? static_cast<double>(readstat_int32_value(value))
                                      : readstat_double_value(value);
            if (number != number) return READSTAT_HANDLER_OK;
            one.number = number;
        }
        reading.labels[set == nullptr ? "" : set].push_back(std::move(one));
        return READSTAT_HANDLER_OK;
    });
}

int on_value(int row, readstat_variable_t* variable, readstat_value_t value, void* context) {
    return guarded(context, [&](StatisticsReading& reading) -> int {
        const int index = readstat_variable_get_index(variable);
        const auto i = static_cast<std::size_t>(index);
        if (index < 0 || i >= reading.variables.size()) {
            throw Error(ErrorKind::input, "a value belongs to no variable");
        }
        if (!reading.variables[i]) return READSTAT_HANDLER_OK;
        VariableReader& reader = *reading.variables[i];
        if (reading.options.limit >= 0 && row >= reading.options.limit) return READSTAT_HANDLER_OK;
        if (reader.rows() != row) throw Error(ErrorKind::input, "its rows are not in order");
        reader.add(*variable, value);
        return READSTAT_HANDLER_OK;
    });
}

int on_progress(double share, void* context) {
    return guarded(context, [&](StatisticsReading& reading) -> int {
        const double steps = std::clamp(share, 0.0, 1.0) * static_cast<double>(kProgressSteps);
        const auto done = static_cast<std::int64_t>(steps);
        if (done > reading.shown) reading.progress.add(done - reading.shown);
        reading.shown = std::max(reading.shown, done);
        return READSTAT_HANDLER_OK;
    });
}

struct FreeParser {
    void operator()(readstat_parser_t* parser) const { readstat_parser_free(parser); }
};

[[noreturn]] void throw_statistics_failure(const StatisticsFile& file, readstat_error_t code,
                                           const std::string& path) {
    const Place place{path, 0, 0, {}};
    switch (code) {
        case READSTAT_ERROR_MALLOC:
            throw std::bad_alloc();
        case READSTAT_ERROR_OPEN:
            throw Error(ErrorKind::io, "cannot be read", place);
        case READSTAT_ERROR_READ:
        case READSTAT_ERROR_SEEK:
            throw Error(ErrorKind::input, fmt::format("is not {}, or ends too early", file.title),
                        place);
        case READSTAT_ERROR_UNSUPPORTED_CHARSET:
            throw Error(ErrorKind::input, "is in an encoding that is not known here", place);
        case READSTAT_ERROR_CONVERT:
        case READSTAT_ERROR_CONVERT_BAD_STRING:
        case READSTAT_ERROR_CONVERT_SHORT_STRING:
        case READSTAT_ERROR_CONVERT_LONG_STRING:
            throw Error(ErrorKind::input,
                        "a text in it is not in the encoding that it says it is in; the option "
                        "encoding latin-1 reads files of old programs that say nothing",
                        place);
        default:
            break;
    }
    // ReadStat's words for the rest are fixed and hold no values.
    throw Error(ErrorKind::input,
                fmt::format("is not {}, or is damaged (ReadStat: {})", file.title,
                            readstat_error_message(code)),
                place);
}

void run_parser(StatisticsReading& reading, const std::string& path) {
    const std::unique_ptr<readstat_parser_t, FreeParser> parser(readstat_parser_init());
    if (!parser) throw std::bad_alloc();
    readstat_set_variable_handler(parser.get(), on_variable);
    readstat_set_value_label_handler(parser.get(), on_label);
    readstat_set_value_handler(parser.get(), on_value);
    readstat_set_progress_handler(parser.get(), on_progress);
    // To ReadStat no limit is 0.
    constexpr std::int64_t kMostLimit = std::int64_t{1} << 31;
    const std::int64_t limit = reading.options.limit;
    if (limit >= 0 && limit < kMostLimit) {
        readstat_set_row_limit(parser.get(), static_cast<long>(std::max<std::int64_t>(limit, 1)));
    }
    if (reading.options.encoding == "latin-1") {
        readstat_set_file_character_encoding(parser.get(), "WINDOWS-1252");
    } else if (reading.options.encoding != "utf-8") {
        throw Error(ErrorKind::usage,
                    "files of statistics programs say their encoding themselves; it can be set to "
                    "latin-1 for those that do not",
                    {path, 0, 0, {}});
    }
    const readstat_error_t code = reading.file.parse(parser.get(), path.c_str(), &reading);
    if (reading.failure) std::rethrow_exception(reading.failure);
    if (code != READSTAT_OK) throw_statistics_failure(reading.file, code, path);
}

void check_names(const StatisticsReading& reading, const std::string& path) {
    static_cast<void>(wanted_columns(reading.names, reading.options.columns));
    std::set<std::string_view> seen;
    Problems problems;
    for (const std::string& name : reading.names) {
        if (seen.insert(name).second) continue;
        problems.push_back({fmt::format("two columns are named \"{}\"; names must differ", name),
                            {path, 0, 0, {}}});
    }
    throw_if_any(ErrorKind::input, std::move(problems));
}

}  // namespace

Table read_statistics(const Context& context, const StatisticsFile& file, const std::string& path,
                      const ReadOptions& options) {
    Progress progress(context, "reading " + path, kProgressSteps);
    StatisticsReading reading{file, options, progress, 0, {}, {}, {}, {}, {}, false};
    run_parser(reading, path);
    check_names(reading, path);
    const Place place{path, 0, 0, {}};
    Problems problems;
    if (reading.bad_label) {
        problems.push_back({"a value label is not in the encoding that the file says", place});
    }
    std::int64_t rows = 0;
    for (const auto& variable : reading.variables) {
        if (!variable) continue;
        rows = variable->rows();
        if (auto problem = variable->problem(path)) problems.push_back(*std::move(problem));
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    if (rows == 0 && options.limit != 0) throw Error(ErrorKind::input, "has no rows", place);
    std::vector<ColumnPtr> columns;
    static const std::vector<ReadLabel> kNone;
    for (std::size_t i = 0; i < reading.variables.size(); ++i) {
        if (!reading.variables[i]) continue;
        const auto labels = reading.labels.find(reading.label_sets[i]);
        const bool labelled = !reading.label_sets[i].empty() && labels != reading.labels.end();
        columns.push_back(reading.variables[i]->finish(labelled ? labels->second : kNone));
        reading.variables[i].reset();
    }
    return Table(std::move(columns));
}

}  // namespace lethe::formats
