// Ages above a limit become one class: 90 and more, by custom and by law in places.
//
// An age in a column of numbers counts in completed years; 89.9 is 89. A birth date is judged at
// the reference date: of a month or a year alone the first day is taken, which makes people older,
// so that nobody above the limit is missed. What is shown instead of such a date is nothing, or the
// birth date of one who is the first age of the class at the reference date, written as precisely
// as it was. Both are the same for all people of the class.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/people/dates.h"

namespace lethe::mask {
namespace {

enum class OldBirth { missing, reference };

struct AgeCapParams {
    std::int64_t cap = 89;
    std::string reference;
    OldBirth birth = OldBirth::missing;
};

Schema<AgeCapParams> age_cap_schema() {
    using P = AgeCapParams;
    return Schema<P>()
        .field("cap", &P::cap, "the highest age that is shown; people above it are one class",
               Range{1, 150})
        .field("reference", &P::reference,
               "the date at which ages of birth dates are counted, such as 2024-06-30")
        .choice("birth", &P::birth,
                "what a birth date of that class becomes: missing, or the reference date less the "
                "first age of the class",
                {{"missing", OldBirth::missing}, {"reference", OldBirth::reference}});
}

// The day so many years before; the 29th of February becomes the 28th where there is none.
std::chrono::year_month_day years_before(const std::chrono::year_month_day& day,
                                         std::int64_t years) {
    const auto before = day - std::chrono::years(years);
    return before.ok() ? before : before.year() / before.month() / std::chrono::day(28);
}

// Whoever was born on this day or before is above the cap at the reference date.
std::chrono::year_month_day last_old_birth(const AgeCapParams& params) {
    return years_before(read_date(params.reference)->date, params.cap + 1);
}

ColumnPtr capped_ages(const MaskInput& input, const std::string& name, std::int64_t cap) {
    const auto first = static_cast<double>(cap + 1);
    return map_numbers(input, name, [&](double age, std::int64_t) { return std::min(age, first); });
}

ColumnPtr capped_births(const Column& column, const AgeCapParams& params) {
    const ColumnPtr written = column.as_written(Kind::nominal);
    const auto limit = last_old_birth(params);
    Dictionary shown;
    std::vector<bool> old;
    for (const std::string& text : written->dictionary()) {
        WrittenDate date = *read_date(text);
        old.push_back(date.date <= limit);
        if (!old.back()) {
            shown.push_back(text);
            continue;
        }
        // The hour of a birth would tell people of the class apart.
        shown.push_back(moved_date({limit, date.precision, {}}, 0));
    }
    Dictionary dictionary = shown;
    std::sort(dictionary.begin(), dictionary.end());
    dictionary.erase(std::unique(dictionary.begin(), dictionary.end()), dictionary.end());
    Validity validity(column.size());
    std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto code = static_cast<std::size_t>(written->codes()[static_cast<std::size_t>(row)]);
        if (!column.valid(row) || (old[code] && params.birth == OldBirth::missing)) {
            validity.set_missing(row);
            continue;
        }
        codes[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(
            std::lower_bound(dictionary.begin(), dictionary.end(), shown[code]) -
            dictionary.begin());
    }
    const Kind kind = column.kind() == Kind::ordinal ? Kind::ordinal : Kind::nominal;
    return Column::categories(column.name(), kind, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              std::move(validity));
}

MaskOutput apply_age_cap(const MaskInput& input, const AgeCapParams& params) {
    MaskOutput output;
    bool ages = false, births = false;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        const bool numbers = column.is_numeric();
        (numbers ? ages : births) = true;
        output.changed.push_back(numbers ? capped_ages(input, name, params.cap)
                                         : capped_births(column, params));
    }
    // How many people are that old is not told.
    if (ages) {
        output.warnings.push_back(
            fmt::format("an age of {0} stands for {0} and more", params.cap + 1));
    }
    if (births) {
        output.warnings.push_back(
            fmt::format("birth dates of people of {} and more are {}", params.cap + 1,
                        params.birth == OldBirth::missing ? "missing" : "all the same one"));
    }
    return output;
}

void check_age_cap(const Table& table, std::span<const std::string> columns,
                   const AgeCapParams& params, const Place& place, Problems& problems) {
    const bool given = !params.reference.empty();
    const auto reference = read_date(params.reference);
    if (given &&
        (!reference || reference->precision != DatePrecision::day || !reference->time.empty())) {
        problems.push_back({"reference is a date such as 2024-06-30", within(place, "reference")});
    }
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr || column->is_numeric()) continue;
        if (!given) {
            problems.push_back(
                {fmt::format("column \"{}\" has dates: ages need a reference date", name),
                 within(place, "reference")});
        }
        const ColumnPtr written = column->as_written(Kind::nominal);
        const Dictionary& texts = written->dictionary();
        const auto wrong = std::count_if(texts.begin(), texts.end(),
                                         [](const auto& one) { return !read_date(one); });
        if (wrong == 0) continue;
        problems.push_back(
            {fmt::format("column \"{}\" has {} values that are neither ages nor dates written like "
                         "1934-02-27, 1934-02 or 1934",
                         name, wrong),
             place});
    }
}

}  // namespace

Method age_cap() {
    return make_mask(
        MethodInfo{
            .name = "age-cap",
            .title = "Age cap",
            .summary = "Makes ages above a limit, 89 by custom, one class.",
            .description =
                "Very old people are few and known. Ages above `cap` are shown as the next one, "
                "which then means that age and more: 90 for all who are 90 or older. Columns of "
                "numbers are ages; other columns are birth dates, written 1934-02-27, 1934-02 or "
                "1934, which are judged at the `reference` date and become missing, or the date of "
                "one who is exactly that old at the reference date. Run it in every table with "
                "ages or birth dates, and before date-shift, which would otherwise move the true "
                "birth dates: ages can be told from shifted dates, because both ends move alike. "
                "Beware: other dates can tell the age too (a pension, a year of school, children's "
                "birth dates). Missing values stay missing.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::row_wise, Property::row_order_independent,
                           Property::makes_missing},
            .cites = {"hundepool2012statistical"},
            .example = {{"cap", 89}, {"reference", "2024-06-30"}},
            .example_use = {.original = "examples/visits/visits.csv", .columns = {"born"}},
            .effect = Effect::coded_ends},
        age_cap_schema(), apply_age_cap, check_age_cap);
}

}  // namespace lethe::mask
