// What becomes of a variable is known when all of its values are: a number whose values have labels
// is a category by its code, one that a format makes a date is a date unless some value cannot be.
// Until then it is numbers, and the texts of missing codes stand beside them.
#include "lethe/data/formats/statistics/variable_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "lethe/data/formats/text_column.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/notation.h"
#include "lethe/io/utf8.h"

namespace lethe::formats {
namespace {

// Of the rows with a value, so many hold one that has a label in a variable that is coded: a scale
// with labels at its ends is a number.
constexpr double kShareOfLabelled = 0.95;

std::string checked_utf8(const char* text, bool& bad) {
    const std::string_view view = text == nullptr ? "" : text;
    const Utf8Check check = check_utf8(view);
    if (!check.bad && check.valid == view.size()) return std::string(view);
    bad = true;
    return {};
}

double number_of(const readstat_value_t& value) {
    switch (value.type) {
        case READSTAT_TYPE_INT8:
            return value.v.i8_value;
        case READSTAT_TYPE_INT16:
            return value.v.i16_value;
        case READSTAT_TYPE_INT32:
            return value.v.i32_value;
        case READSTAT_TYPE_FLOAT:
            return static_cast<double>(value.v.float_value);
        default:
            return value.v.double_value;
    }
}

StoredAs stored_as(readstat_type_t type) {
    switch (type) {
        case READSTAT_TYPE_INT8:
            return StoredAs::int8;
        case READSTAT_TYPE_INT16:
            return StoredAs::int16;
        case READSTAT_TYPE_INT32:
            return StoredAs::int32;
        case READSTAT_TYPE_FLOAT:
            return StoredAs::float32;
        case READSTAT_TYPE_DOUBLE:
            return StoredAs::float64;
        default:
            return StoredAs::text;
    }
}

MeasurementLevel level_of(readstat_measure_t measure) {
    switch (measure) {
        case READSTAT_MEASURE_NOMINAL:
            return MeasurementLevel::nominal;
        case READSTAT_MEASURE_ORDINAL:
            return MeasurementLevel::ordinal;
        case READSTAT_MEASURE_SCALE:
            return MeasurementLevel::metric;
        default:
            return MeasurementLevel::unknown;
    }
}

std::string tag_text(char tag) {
    const bool letter = (tag >= 'a' && tag <= 'z') || (tag >= 'A' && tag <= 'Z') || tag == '_';
    return letter ? std::string{'.', tag} : std::string{};
}

void take_missing_codes(readstat_variable_t& variable, Description& description, bool& bad) {
    const int count = readstat_variable_get_missing_ranges_count(&variable);
    for (int i = 0; i < count; ++i) {
        const readstat_value_t from = readstat_variable_get_missing_range_lo(&variable, i);
        const readstat_value_t to = readstat_variable_get_missing_range_hi(&variable, i);
        if (readstat_value_type_class(from) == READSTAT_TYPE_CLASS_STRING) {
            description.missing_texts.push_back(checked_utf8(readstat_string_value(from), bad));
            continue;
        }
        const double first = readstat_double_value(from);
        const double last = readstat_double_value(to);
        if (!std::isnan(first) && !std::isnan(last)) {
            description.missing_ranges.emplace_back(first, last);
        }
    }
}

}  // namespace

VariableReader::VariableReader(Program program, std::string_view format_name,
                               readstat_variable_t& variable,
                               const std::vector<std::string>& missing)
    : missing_(missing) {
    name_ = checked_utf8(readstat_variable_get_name(&variable), bad_text_);
    text_ = readstat_variable_get_type_class(&variable) == READSTAT_TYPE_CLASS_STRING;
    description_.label = checked_utf8(readstat_variable_get_label(&variable), bad_text_);
    description_.format = checked_utf8(readstat_variable_get_format(&variable), bad_text_);
    description_.origin = format_name;
    description_.width = std::max(0, readstat_variable_get_display_width(&variable));
    description_.level = level_of(readstat_variable_get_measure(&variable));
    description_.stored = stored_as(readstat_variable_get_type(&variable));
    constexpr std::size_t kMostWidth = 1U << 30;
    if (text_) {
        description_.stored_width = static_cast<std::int32_t>(
            std::min(readstat_variable_get_storage_width(&variable), kMostWidth));
    }
    take_missing_codes(variable, description_, bad_text_);
    if (!text_) dates_ = date_count(program, description_.format);
    for (const std::string& word : missing_) {
        if (const auto number = parse_number(word)) missing_numbers_.push_back(*number);
    }
}

void VariableReader::add_missing(std::string_view text) {
    validity_.set_missing(rows_);
    if (!text.empty()) spelling_.add(rows_, text);
    if (text_) codes_.push_back(0);
    if (!text_) numbers_.push_back(0);
    ++rows_;
}

void VariableReader::add_number(double value) {
    if (!missing_numbers_.empty() &&
        std::ranges::find(missing_numbers_, value) != missing_numbers_.end()) {
        add_missing(number_text(value));
        return;
    }
    if (!std::isfinite(value) && first_not_finite_ < 0) first_not_finite_ = rows_;
    numbers_.push_back(value);
    ++rows_;
}

void VariableReader::add_text(readstat_variable_t& variable, const readstat_value_t& value) {
    const char* const chars = readstat_string_value(value);
    const std::string_view text = chars == nullptr ? "" : chars;
    const bool told = readstat_value_is_defined_missing(value, &variable) != 0;
    if (text.empty() || told || contains(missing_, text)) {
        const Utf8Check check = check_utf8(text);
        if (check.bad || check.valid != text.size()) bad_text_ = true;
        add_missing(text);
        return;
    }
    const auto known = index_.texts().size();
    const std::int32_t code = index_.code_of(text);
    if (static_cast<std::size_t>(code) == known) {
        const Utf8Check check = check_utf8(text);
        if (check.bad || check.valid != text.size()) bad_text_ = true;
    }
    codes_.push_back(code);
    ++rows_;
}

void VariableReader::add(readstat_variable_t& variable, const readstat_value_t& value) {
    if (text_) {
        if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
            add_text(variable, value);
        } else {
            add_missing({});
        }
        return;
    }
    if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
        add_missing({});
    } else if (value.is_tagged_missing != 0) {
        add_missing(tag_text(readstat_value_tag(value)));
    } else if (value.is_system_missing != 0) {
        add_missing({});
    } else if (!description_.missing_ranges.empty() &&
               readstat_value_is_defined_missing(value, &variable) != 0) {
        add_missing(number_text(number_of(value)));
    } else {
        add_number(number_of(value));
    }
}

std::optional<Problem> VariableReader::problem(const std::string& path) const {
    if (bad_text_) {
        return Problem{
            fmt::format("column \"{}\": a text is not in the encoding that the file says", name_),
            {path, 0, 0, {}}};
    }
    if (first_not_finite_ < 0) return std::nullopt;
    const bool nan = std::isnan(numbers_[static_cast<std::size_t>(first_not_finite_)]);
    return not_finite_problem(name_, first_not_finite_, nan ? "NaN" : "inf", path);
}

bool VariableReader::is_coded(const std::vector<ReadLabel>& labels) const {
    std::unordered_set<double> labelled;
    for (const ReadLabel& one : labels) {
        if (one.number) labelled.insert(*one.number);
    }
    if (labelled.empty()) return false;
    std::int64_t valid = 0;
    std::int64_t with_label = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        if (!validity_.valid(static_cast<std::int64_t>(i))) continue;
        ++valid;
        with_label += labelled.contains(numbers_[i]) ? 1 : 0;
    }
    return valid > 0 &&
           static_cast<double>(with_label) >= kShareOfLabelled * static_cast<double>(valid);
}

// Labels of dates name them as the column writes them.
void VariableReader::take_labels(const std::vector<ReadLabel>& labels, const Notation* notation) {
    for (const ReadLabel& one : labels) {
        std::string value = one.text;
        if (one.number) {
            const bool date = notation != nullptr && dates_;
            value = date ? notation->text(from_program(*dates_, *one.number))
                         : number_text(*one.number);
        }
        description_.labels.push_back({std::move(value), one.label});
    }
}

ColumnPtr VariableReader::coded_column(std::shared_ptr<const Column::Spelling> spelling) {
    std::vector<double> values;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        if (validity_.valid(static_cast<std::int64_t>(i))) values.push_back(numbers_[i]);
    }
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    Dictionary dictionary;
    for (const double value : values) dictionary.push_back(number_text(value));
    std::vector<std::int32_t> codes(numbers_.size(), 0);
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        if (!validity_.valid(static_cast<std::int64_t>(i))) continue;
        codes[i] = static_cast<std::int32_t>(std::ranges::lower_bound(values, numbers_[i]) -
                                             values.begin());
    }
    const Kind kind =
        description_.level == MeasurementLevel::ordinal ? Kind::ordinal : Kind::nominal;
    return Column::categories(name_, kind, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              validity_.take(rows_), std::move(spelling));
}

ColumnPtr VariableReader::finish(const std::vector<ReadLabel>& labels) {
    std::shared_ptr<const Column::Spelling> spelling;
    if (!spelling_.rows.empty()) {
        spelling = std::make_shared<const Column::Spelling>(std::exchange(spelling_, {}));
    }
    const auto described = [&](const ColumnPtr& column) {
        return column->with_description(std::make_shared<const Description>(description_));
    };
    if (text_) {
        take_labels(labels, nullptr);
        return described(Column::categories(name_, Kind::nominal, std::move(codes_),
                                            std::make_shared<const Dictionary>(index_.take()),
                                            validity_.take(rows_), std::move(spelling)));
    }
    if (!dates_ && is_coded(labels)) {
        take_labels(labels, nullptr);
        return described(coded_column(std::move(spelling)));
    }
    const Validity validity = validity_.take(rows_);
    const NotationPtr notation = dates_ ? take_dates(*dates_, numbers_, validity) : NotationPtr();
    take_labels(labels, notation.get());
    ColumnPtr column = Column::numeric(name_, std::move(numbers_), validity, std::move(spelling));
    if (notation) column = column->with_notation(notation);
    return described(column);
}

}  // namespace lethe::formats
