#include "lethe/data/formats/statistics/written_variable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

// Stata's types end before those of C: what is above means missing.
struct WholeType {
    readstat_type_t type;
    double least;
    double most;
};
constexpr std::array<WholeType, 3> kWholeTypes{{
    {READSTAT_TYPE_INT8, -127, 100},
    {READSTAT_TYPE_INT16, -32767, 32740},
    {READSTAT_TYPE_INT32, -2147483647, 2147483620},
}};
constexpr double kMostFloat = 1.7e38;

std::optional<readstat_type_t> short_type(StoredAs stored) {
    switch (stored) {
        case StoredAs::truth:
        case StoredAs::int8:
            return READSTAT_TYPE_INT8;
        case StoredAs::int16:
            return READSTAT_TYPE_INT16;
        case StoredAs::int32:
            return READSTAT_TYPE_INT32;
        case StoredAs::float32:
            return READSTAT_TYPE_FLOAT;
        default:
            return std::nullopt;
    }
}

// "A7" -> 7.
std::size_t width_in(std::string_view format) {
    std::size_t width = 0;
    constexpr std::size_t kMost = 1U << 16;
    for (const char c : format) {
        if (c >= '0' && c <= '9' && width < kMost) {
            width = 10 * width + static_cast<std::size_t>(c - '0');
        }
    }
    return width;
}

bool is_of_time(Quantity quantity) {
    return quantity == Quantity::time || quantity == Quantity::duration;
}

}  // namespace

std::string shortened(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return std::string(text);
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
    return std::string(text.substr(0, bytes));
}

WrittenVariable::WrittenVariable(Program program, const StatisticsLimits& limits,
                                 const Column& column)
    : program_(program), limits_(limits), column_(&column) {
    const bool dates = column.notation() && !column.notation()->is_number();
    if (dates) {
        plan_dates();
    } else if (column.is_numeric()) {
        plan_number();
    } else {
        const bool was_number =
            description().stored != StoredAs::unknown && description().stored != StoredAs::text;
        for (const std::string& entry : column.dictionary()) {
            const auto number = was_number ? parse_number(entry) : std::nullopt;
            if (!number || !std::isfinite(*number)) break;
            coded_.push_back(*number);
        }
        const bool numbers = was_number && coded_.size() == column.dictionary().size();
        if (!numbers) coded_.clear();
        numbers ? plan_number() : plan_text();
    }
    if (type_ != READSTAT_TYPE_STRING && type_ != READSTAT_TYPE_STRING_REF) choose_type();
    choose_labels();
}

const Description& WrittenVariable::description() const {
    static const Description kNone;
    return column_->description() ? *column_->description() : kNone;
}

std::int32_t WrittenVariable::shown_width() const {
    return was_of(program_) ? description().width : 0;
}

std::string WrittenVariable::label() const { return shortened(description().label, limits_.label); }

bool WrittenVariable::was_of(Program program) const {
    const std::string& origin = description().origin;
    switch (program) {
        case Program::spss:
            return origin == "sav" || origin == "zsav" || origin == "por";
        case Program::stata:
            return origin == "dta";
        case Program::sas:
            return origin == "sas7bdat" || origin == "xpt";
    }
    return false;
}

void WrittenVariable::plan_number() {
    if (!was_of(program_) || description().stored == StoredAs::text) return;
    format_ = description().format;
}

void WrittenVariable::plan_dates() {
    const Quantity quantity = column_->notation()->quantity();
    if (was_of(program_)) {
        dates_ = date_count(program_, description().format);
        if (dates_ && dates_->quantity != quantity) {
            // Days with hours, or a time of more than a day.
            const bool alike = is_of_time(dates_->quantity) == is_of_time(quantity);
            if (!alike || dates_->of_day == 1 || quantity == Quantity::date) dates_.reset();
            if (dates_) dates_->quantity = quantity;
        }
        if (dates_) format_ = description().format;
    }
    if (dates_) return;
    format_ = usual_format(program_, quantity);
    dates_ = date_count(program_, format_);
    // Stata has no times without a day: seconds.
    if (!dates_) format_.clear();
}

void WrittenVariable::plan_text() {
    std::size_t longest = 0;
    for (const std::string& entry : column_->dictionary()) {
        longest = std::max(longest, entry.size());
    }
    for (const std::string& text : description().missing_texts) {
        longest = std::max(longest, text.size());
    }
    type_ = READSTAT_TYPE_STRING;
    width_ = std::max<std::size_t>(longest, 1);
    if (was_of(program_) && description().stored == StoredAs::text) {
        const std::size_t told = program_ == Program::spss
                                     ? width_in(description().format)
                                     : static_cast<std::size_t>(description().stored_width);
        width_ = std::max(width_, std::min(told, limits_.text));
        format_ = description().format;
    }
    if (program_ == Program::spss) format_ = "A" + std::to_string(width_);
    if (width_ > limits_.text && limits_.long_texts) {
        type_ = READSTAT_TYPE_STRING_REF;
        width_ = 0;
    }
}

// The type that the file had, where all values still fit.
void WrittenVariable::choose_type() {
    type_ = READSTAT_TYPE_DOUBLE;
    const auto wanted = short_type(description().stored);
    if (!limits_.short_numbers || !wanted || dates_) return;
    const auto fits = [&](double value) {
        if (*wanted == READSTAT_TYPE_FLOAT) {
            return std::fabs(value) < kMostFloat &&
                   static_cast<double>(static_cast<float>(value)) == value;
        }
        const auto whole = std::ranges::find(kWholeTypes, *wanted, &WholeType::type);
        return value >= whole->least && value <= whole->most && std::floor(value) == value;
    };
    for (std::int64_t row = 0; row < column_->size(); ++row) {
        if (column_->valid(row) && !fits(number(row))) return;
    }
    type_ = *wanted;
}

void WrittenVariable::choose_labels() {
    const Description& told = description();
    const bool text = type_ == READSTAT_TYPE_STRING || type_ == READSTAT_TYPE_STRING_REF;
    if (told.labels.empty() || !limits_.value_labels) return;
    if (text && (!limits_.text_labels || told.stored != StoredAs::text)) return;
    for (const ValueLabel& one : told.labels) {
        labels_.push_back({one.value, shortened(one.label, limits_.value_label)});
    }
}

double WrittenVariable::number(std::int64_t row) const {
    const auto i = static_cast<std::size_t>(row);
    if (!column_->is_numeric()) return coded_[static_cast<std::size_t>(column_->codes()[i])];
    const double value = column_->numbers()[i];
    return dates_ ? to_program(*dates_, value) : value;
}

std::optional<double> WrittenVariable::labelled(const std::string& value) const {
    if (dates_ && column_->notation()) {
        if (const auto date = column_->notation()->parse(value)) return to_program(*dates_, *date);
    }
    return parse_number(value);
}

std::optional<double> WrittenVariable::missing_code(std::int64_t row) const {
    if (!limits_.missing_codes || !column_->spelling()) return std::nullopt;
    const auto code = parse_number(column_->text(row));
    if (!code) return std::nullopt;
    for (const auto& [from, to] : description().missing_ranges) {
        if (*code >= from && *code <= to) return code;
    }
    return std::nullopt;
}

std::optional<char> WrittenVariable::missing_letter(std::int64_t row) const {
    if (!limits_.letters || !column_->spelling()) return std::nullopt;
    const std::string text = column_->text(row);
    if (text.size() != 2 || text.front() != '.') return std::nullopt;
    // Stata's letters are small, those of SAS capitals.
    constexpr char kToSmall = 'a' - 'A';
    char letter = text.back();
    if (letter == '_') return program_ == Program::sas ? std::optional(letter) : std::nullopt;
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + kToSmall);
    if (letter < 'a' || letter > 'z') return std::nullopt;
    return program_ == Program::sas ? static_cast<char>(letter - kToSmall) : letter;
}

std::optional<std::string> WrittenVariable::missing_text(std::int64_t row) const {
    if (!limits_.missing_codes || !column_->spelling()) return std::nullopt;
    std::string text = column_->text(row);
    const auto& codes = description().missing_texts;
    if (std::ranges::find(codes, text) == codes.end()) return std::nullopt;
    return text;
}

}  // namespace lethe::formats
