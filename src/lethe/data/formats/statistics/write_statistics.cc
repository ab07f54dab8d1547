#include "lethe/data/formats/statistics/write_statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <ctime>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/io/bytes.h"

namespace lethe::formats {
namespace {

struct FreeWriter {
    void operator()(readstat_writer_t* writer) const { readstat_writer_free(writer); }
};

struct WrittenBytes {
    ByteSink sink;
    std::exception_ptr failure;
};

ssize_t take_written(const void* data, std::size_t size, void* context) {
    auto& bytes = *static_cast<WrittenBytes*>(context);
    try {
        bytes.sink.write({static_cast<const char*>(data), size});
        return static_cast<ssize_t>(size);
    } catch (...) {
        bytes.failure = std::current_exception();
        return -1;
    }
}

// Noon of the first of January 2000, wherever we are: ReadStat writes local times.
std::time_t fixed_time() {
    std::tm time{};
    time.tm_year = 100;
    time.tm_mday = 1;
    time.tm_hour = 12;
    time.tm_isdst = -1;
    return std::mktime(&time);
}

bool is_text(const WrittenVariable& variable) {
    return variable.type() == READSTAT_TYPE_STRING || variable.type() == READSTAT_TYPE_STRING_REF;
}

class StatisticsWriter {
  public:
    StatisticsWriter(const StatisticsTarget& target, const Table& table, const std::string& path,
                     const std::string& shown)
        : target_(target),
          table_(table),
          shown_(shown),
          bytes_{ByteSink(path, Compression::none, shown), {}} {
        writer_.reset(readstat_writer_init());
        if (!writer_) throw std::bad_alloc();
    }

    void write(const Context& context) {
        check_table();
        readstat_set_data_writer(writer_.get(), take_written);
        readstat_writer_set_file_timestamp(writer_.get(), fixed_time());
        if (target_.version > 0) {
            check(readstat_writer_set_file_format_version(
                writer_.get(), static_cast<std::uint8_t>(target_.version)));
        }
        check(readstat_writer_set_compression(writer_.get(), target_.compression));
        for (const WrittenVariable& variable : planned_) add_variable(variable);
        check(target_.begin(writer_.get(), &bytes_, static_cast<long>(table_.rows())));
        check_names();
        write_rows(context);
        check(readstat_end_writing(writer_.get()));
        bytes_.sink.close();
    }

  private:
    void check(readstat_error_t code) const {
        if (code == READSTAT_OK) return;
        if (bytes_.failure) std::rethrow_exception(bytes_.failure);
        if (code == READSTAT_ERROR_MALLOC) throw std::bad_alloc();
        throw Error(ErrorKind::usage,
                    fmt::format("{} cannot hold this table (ReadStat: {})", target_.title,
                                readstat_error_message(code)),
                    {shown_, 0, 0, {}});
    }

    // What no library would tell of all columns at once.
    void check_table() {
        const Place place{shown_, 0, 0, {}};
        Problems problems;
        if (table_.rows() > std::numeric_limits<std::int32_t>::max()) {
            problems.push_back(
                {fmt::format("{} holds 2147483647 rows at most", target_.title), place});
        }
        if (table_.columns().empty()) {
            problems.push_back({fmt::format("{} needs a column", target_.title), place});
        }
        std::map<std::string, std::string> seen;
        for (const ColumnPtr& column : table_.columns()) {
            const std::string key =
                target_.case_matters ? column->name() : folded_name(column->name());
            const auto [other, is_new] = seen.try_emplace(key, column->name());
            if (!is_new) {
                problems.push_back(
                    {fmt::format("in {} the names of columns must differ in more than "
                                 "case, and there are \"{}\" and \"{}\"",
                                 target_.title, other->second, column->name()),
                     place});
            }
            planned_.emplace_back(target_.program, target_.limits, *column);
            const WrittenVariable& variable = planned_.back();
            if (variable.type() == READSTAT_TYPE_STRING && variable.width() > target_.limits.text) {
                problems.push_back(
                    {fmt::format("column \"{}\" has texts of {} bytes; {} holds {} at "
                                 "most",
                                 column->name(), variable.width(), target_.title,
                                 target_.limits.text),
                     place});
            }
        }
        throw_if_any(ErrorKind::usage, std::move(problems));
    }

    void check_names() const {
        std::vector<std::string> wrong;
        for (std::size_t j = 0; j < planned_.size(); ++j) {
            const std::string& name = planned_[j].column().name();
            const bool held =
                name.size() <= target_.longest_name &&
                readstat_validate_variable(writer_.get(), variables_[j]) == READSTAT_OK;
            if (!held) wrong.push_back(fmt::format("\"{}\"", name));
        }
        if (wrong.empty()) return;
        throw Error(ErrorKind::usage,
                    fmt::format("{} cannot hold the names of columns {}: names {}", target_.title,
                                fmt::join(wrong, ", "), target_.names),
                    {shown_, 0, 0, {}});
    }

    void add_variable(const WrittenVariable& planned) {
        const Description& told = planned.description();
        readstat_variable_t* const variable = readstat_add_variable(
            writer_.get(), planned.column().name().c_str(), planned.type(), planned.width());
        if (variable == nullptr) throw std::bad_alloc();
        variables_.push_back(variable);
        if (!told.label.empty()) readstat_variable_set_label(variable, planned.label().c_str());
        if (!planned.format().empty()) {
            readstat_variable_set_format(variable, planned.format().c_str());
        }
        if (planned.shown_width() > 0) {
            readstat_variable_set_display_width(variable, planned.shown_width());
        }
        const auto measure = static_cast<readstat_measure_t>(told.level);
        readstat_variable_set_measure(variable, measure);
        if (!planned.labels().empty()) {
            readstat_variable_set_label_set(variable, label_set(planned));
        }
        if (target_.limits.missing_codes) add_missing_codes(*variable, planned);
        std::vector<readstat_string_ref_t*> references;
        if (planned.type() == READSTAT_TYPE_STRING_REF) {
            for (const std::string& entry : planned.column().dictionary()) {
                references.push_back(readstat_add_string_ref(writer_.get(), entry.c_str()));
                if (references.back() == nullptr) throw std::bad_alloc();
            }
        }
        references_.push_back(std::move(references));
    }

    void add_missing_codes(readstat_variable_t& variable, const WrittenVariable& planned) {
        const Description& told = planned.description();
        if (is_text(planned)) {
            for (const std::string& text : told.missing_texts) {
                check(readstat_variable_add_missing_string_value(&variable, text.c_str()));
            }
            return;
        }
        for (const auto& [from, to] : told.missing_ranges) {
            check(from == to ? readstat_variable_add_missing_double_value(&variable, from)
                             : readstat_variable_add_missing_double_range(&variable, from, to));
        }
    }

    // Sets of labels of one name are one set where they are equal.
    readstat_label_set_t* label_set(const WrittenVariable& planned) {
        const std::string& told = planned.description().label_set;
        if (const auto known = label_sets_.find(told); !told.empty() &&
                                                       known != label_sets_.end() &&
                                                       known->second.first == planned.labels()) {
            return known->second.second;
        }
        const bool free = !told.empty() && !label_sets_.contains(told);
        std::string name = told;
        for (std::size_t number = label_sets_.size();
             !free && (name.empty() || label_sets_.contains(name)); ++number) {
            name = fmt::format("labels{}", number);
        }
        const bool text = is_text(planned);
        readstat_label_set_t* const set =
            readstat_add_label_set(writer_.get(),
                                   text                          ? READSTAT_TYPE_STRING
                                   : target_.limits.whole_labels ? READSTAT_TYPE_INT32
                                                                 : READSTAT_TYPE_DOUBLE,
                                   name.c_str());
        if (set == nullptr) throw std::bad_alloc();
        label_sets_[name] = {planned.labels(), set};
        for (const ValueLabel& one : planned.labels()) {
            if (text) {
                readstat_label_string_value(set, one.value.c_str(), one.label.c_str());
            } else {
                label_number(*set, planned, one);
            }
        }
        return set;
    }

    void label_number(readstat_label_set_t& set, const WrittenVariable& planned,
                      const ValueLabel& one) const {
        if (one.value.size() == 2 && one.value.front() == '.') {
            if (target_.limits.letters) {
                readstat_label_tagged_value(&set, one.value.back(), one.label.c_str());
            }
            return;
        }
        const auto value = planned.labelled(one.value);
        if (!value) return;
        if (!target_.limits.whole_labels) {
            readstat_label_double_value(&set, *value, one.label.c_str());
        } else if (std::floor(*value) == *value && std::fabs(*value) < 0x1p31) {
            readstat_label_int32_value(&set, static_cast<std::int32_t>(*value), one.label.c_str());
        }
    }

    readstat_error_t insert(std::size_t j, std::int64_t row) {
        const WrittenVariable& planned = planned_[j];
        readstat_writer_t* const writer = writer_.get();
        const readstat_variable_t* const variable = variables_[j];
        const Column& column = planned.column();
        if (!column.valid(row)) return insert_missing(j, row);
        if (is_text(planned)) {
            const auto code =
                static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)]);
            if (planned.type() == READSTAT_TYPE_STRING_REF) {
                return readstat_insert_string_ref(writer, variable, references_[j][code]);
            }
            return readstat_insert_string_value(writer, variable,
                                                column.dictionary()[code].c_str());
        }
        return insert_number(j, planned.number(row));
    }

    readstat_error_t insert_number(std::size_t j, double value) {
        readstat_writer_t* const writer = writer_.get();
        const readstat_variable_t* const variable = variables_[j];
        switch (planned_[j].type()) {
            case READSTAT_TYPE_INT8:
                return readstat_insert_int8_value(writer, variable,
                                                  static_cast<std::int8_t>(value));
            case READSTAT_TYPE_INT16:
                return readstat_insert_int16_value(writer, variable,
                                                   static_cast<std::int16_t>(value));
            case READSTAT_TYPE_INT32:
                return readstat_insert_int32_value(writer, variable,
                                                   static_cast<std::int32_t>(value));
            case READSTAT_TYPE_FLOAT:
                return readstat_insert_float_value(writer, variable, static_cast<float>(value));
            default:
                return readstat_insert_double_value(writer, variable, value);
        }
    }

    readstat_error_t insert_missing(std::size_t j, std::int64_t row) {
        readstat_writer_t* const writer = writer_.get();
        const readstat_variable_t* const variable = variables_[j];
        const WrittenVariable& planned = planned_[j];
        if (planned.type() == READSTAT_TYPE_STRING_REF) {
            return readstat_insert_string_ref(writer, variable, nullptr);
        }
        if (is_text(planned)) {
            const auto text = planned.missing_text(row);
            return text ? readstat_insert_string_value(writer, variable, text->c_str())
                        : readstat_insert_missing_value(writer, variable);
        }
        if (const auto code = planned.missing_code(row)) return insert_number(j, *code);
        if (const auto letter = planned.missing_letter(row)) {
            return readstat_insert_tagged_missing_value(writer, variable, *letter);
        }
        return readstat_insert_missing_value(writer, variable);
    }

    void write_rows(const Context& context) {
        constexpr std::int64_t kGlanceRows = 4096;
        Progress progress(context, "writing", table_.rows());
        for (std::int64_t row = 0; row < table_.rows(); ++row) {
            if (row % kGlanceRows == 0) {
                context.check_stop();
                progress.add(std::min(kGlanceRows, table_.rows() - row));
            }
            check(readstat_begin_row(writer_.get()));
            for (std::size_t j = 0; j < planned_.size(); ++j) {
                const readstat_error_t code = insert(j, row);
                if (code != READSTAT_OK) fail_at(j, row, code);
            }
            check(readstat_end_row(writer_.get()));
        }
    }

    [[noreturn]] void fail_at(std::size_t j, std::int64_t row, readstat_error_t code) const {
        if (bytes_.failure) std::rethrow_exception(bytes_.failure);
        throw Error(ErrorKind::usage,
                    fmt::format("column \"{}\", row {}: {} cannot hold the value (ReadStat: {})",
                                planned_[j].column().name(), row + 1, target_.title,
                                readstat_error_message(code)),
                    {shown_, 0, 0, {}});
    }

    const StatisticsTarget& target_;
    const Table& table_;
    const std::string& shown_;
    WrittenBytes bytes_;
    std::unique_ptr<readstat_writer_t, FreeWriter> writer_;
    std::vector<WrittenVariable> planned_;
    std::vector<readstat_variable_t*> variables_;
    std::vector<std::vector<readstat_string_ref_t*>> references_;
    std::map<std::string, std::pair<std::vector<ValueLabel>, readstat_label_set_t*>> label_sets_;
};

}  // namespace

void write_statistics(const Context& context, const StatisticsTarget& target, const Table& table,
                      const std::string& path, const std::string& shown) {
    StatisticsWriter(target, table, path, shown).write(context);
}

}  // namespace lethe::formats
