// Dates of a person are moved by a number of days that is the person's own.
//
//   x = the first 8 bytes of HMAC-SHA-256(key, message of label and person), the highest first
//   r = x mod 2 W;   offset = r - W for r < W, otherwise r - W + 1
//
// so that offsets are from -W to W without 0, each as likely as another but for less than 2^-50.
// `weeks` takes W / 7 instead, and seven times the offset: weekdays stay. All dates of a person, in
// every table with this key and label, move alike, and days between them are kept.
//
// A date of which only the month or the year is known is moved as its first day and cut again.
// Dates that become impossible (before 1900, after today) are counted and left so: mending them
// would break the days between. A date of nobody would stay as it is, so it goes missing.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/data/written/date_units.h"
#include "lethe/data/written/notation.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/people/dates.h"
#include "lethe/table/mask/people/keyed.h"
#include "lethe/table/mask/people/offset.h"

namespace lethe::mask {
namespace {

constexpr double kSecondsOfDay = 86400;

struct DateShiftParams {
    std::string person;
    std::string label = "date";
    std::int64_t days = 183;
    bool weeks = false;
    std::string today;
};

Schema<DateShiftParams> date_shift_schema() {
    using P = DateShiftParams;
    return Schema<P>()
        .field("person", &P::person, "column that says whose record it is, such as a number")
        .required()
        .field("label", &P::label,
               "with the same label and key a person's dates move alike in every table")
        .field("days", &P::days, "dates move by at most so many days", Range{1, 3650})
        .field("weeks", &P::weeks, "whether dates move by whole weeks, so that weekdays stay")
        .field("today", &P::today,
               "a date, such as 2024-06-30, after which moved ones are counted as impossible");
}

// The offset of each person, by the codes of the column.
std::vector<std::int64_t> offsets_of(const MaskInput& input, const Column& people,
                                     const DateShiftParams& params) {
    const Secret& key = key_of_step(input.key);
    std::vector<std::int64_t> offsets(people.dictionary().size());
    parallel_chunks(input.context, std::ssize(offsets), 1024,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (auto i = static_cast<std::size_t>(begin);
                             i < static_cast<std::size_t>(end); ++i) {
                            offsets[i] = date_offset(key, params.label, people.dictionary()[i],
                                                     params.days, params.weeks);
                        }
                    });
    return offsets;
}

// What is to be told of the dates, none of which is told.
struct DateCounts {
    std::int64_t without_person = 0;
    std::int64_t impossible = 0;
    bool imprecise = false;
};

bool is_impossible(const WrittenDate& date, std::int64_t days, const DateShiftParams& params) {
    const auto moved = moved_day(date, days);
    if (moved.year() < std::chrono::year(1900)) return true;
    return !params.today.empty() && moved > read_date(params.today)->date;
}

ColumnPtr shifted_column(const Column& column, const Column& people,
                         const std::vector<std::int64_t>& offsets, const DateShiftParams& params,
                         DateCounts& counts) {
    const ColumnPtr written = column.as_written(Kind::nominal);
    std::vector<WrittenDate> dates;
    for (const std::string& text : written->dictionary()) dates.push_back(*read_date(text));
    const auto rows = static_cast<std::size_t>(column.size());
    std::vector<std::string> moved(rows);
    Validity validity(column.size());
    for (std::size_t row = 0; row < rows; ++row) {
        const auto place = static_cast<std::int64_t>(row);
        const bool nobody = !people.valid(place);
        if (!column.valid(place) || nobody) {
            counts.without_person += column.valid(place) ? 1 : 0;
            validity.set_missing(place);
            continue;
        }
        const WrittenDate& date = dates[static_cast<std::size_t>(written->codes()[row])];
        const std::int64_t days = offsets[static_cast<std::size_t>(people.codes()[row])];
        moved[row] = moved_date(date, days);
        counts.impossible += is_impossible(date, days, params) ? 1 : 0;
        counts.imprecise = counts.imprecise || date.precision != DatePrecision::day;
    }
    // Sorted, so that the dictionary tells nothing about the order of rows.
    Dictionary dictionary(moved.begin(), moved.end());
    std::sort(dictionary.begin(), dictionary.end());
    dictionary.erase(std::unique(dictionary.begin(), dictionary.end()), dictionary.end());
    std::vector<std::int32_t> codes(rows, 0);
    for (std::size_t row = 0; row < rows; ++row) {
        if (!validity[static_cast<std::int64_t>(row)]) continue;
        codes[row] = static_cast<std::int32_t>(
            std::lower_bound(dictionary.begin(), dictionary.end(), moved[row]) -
            dictionary.begin());
    }
    const Kind kind = column.kind() == Kind::ordinal ? Kind::ordinal : Kind::nominal;
    return Column::categories(column.name(), kind, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              std::move(validity));
}

bool knows_its_dates(const Column& column) {
    return column.notation() != nullptr && column.notation()->is_of_calendar();
}

// A column that knows its dates computes with them; the time of day of a moment stays.
ColumnPtr shifted_numbers(const Column& column, const Column& people,
                          const std::vector<std::int64_t>& offsets, const DateShiftParams& params,
                          DateCounts& counts) {
    const Quantity quantity = column.notation()->quantity();
    const double unit = quantity == Quantity::moment ? kSecondsOfDay : 1;
    std::vector<double> moved(column.numbers().begin(), column.numbers().end());
    Validity validity(column.size());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        double& value = moved[static_cast<std::size_t>(row)];
        if (!column.valid(row) || !people.valid(row)) {
            counts.without_person += column.valid(row) ? 1 : 0;
            validity.set_missing(row);
            value = 0;
            continue;
        }
        const auto person = static_cast<std::size_t>(people.codes()[static_cast<std::size_t>(row)]);
        const CalendarDay from = calendar_day(value, quantity);
        const WrittenDate date{std::chrono::year(from.year) / from.month / from.day,
                               DatePrecision::day};
        counts.impossible += is_impossible(date, offsets[person], params) ? 1 : 0;
        value += static_cast<double>(offsets[person]) * unit;
    }
    return Column::numeric(column.name(), std::move(moved), std::move(validity));
}

void tell(const DateCounts& counts, MaskOutput& output) {
    if (counts.without_person > 0) {
        output.warnings.push_back(
            fmt::format("{} dates of records without a person are missing in the release",
                        counts.without_person));
    }
    if (counts.impossible > 0) {
        output.warnings.push_back(
            fmt::format("{} moved dates are before 1900 or after today; they are left so, because "
                        "mending them would break the days between a person's dates",
                        counts.impossible));
    }
    if (counts.imprecise) {
        output.warnings.push_back(
            "where only a month or a year is known, times between dates are kept to that precision "
            "alone");
    }
}

MaskOutput apply_date_shift(const MaskInput& input, const DateShiftParams& params) {
    MaskOutput output;
    const ColumnPtr people = input.table.column(params.person).as_written(Kind::nominal);
    const std::vector<std::int64_t> offsets = offsets_of(input, *people, params);
    DateCounts counts;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        output.changed.push_back(knows_its_dates(column)
                                     ? shifted_numbers(column, *people, offsets, params, counts)
                                     : shifted_column(column, *people, offsets, params, counts));
    }
    output.private_facts["key_id"] = key_id(key_of_step(input.key));
    output.facts["people"] = offsets.size();
    tell(counts, output);
    output.warnings.push_back(
        "whoever knows one true date of a person knows the person's offset, and so all dates");
    return output;
}

void check_dates(const Column& column, const Place& place, Problems& problems) {
    if (knows_its_dates(column)) return;
    const ColumnPtr written = column.as_written(Kind::nominal);
    const Dictionary& texts = written->dictionary();
    const auto wrong =
        std::count_if(texts.begin(), texts.end(), [](const auto& one) { return !read_date(one); });
    if (wrong == 0) return;
    problems.push_back(
        {fmt::format("column \"{}\" has {} values that are no dates written like 2020-02-27, "
                     "2020-02 or 2020",
                     column.name(), wrong),
         place});
}

void check_date_shift(const Table& table, std::span<const std::string> columns,
                      const DateShiftParams& params, const Place& place, Problems& problems) {
    if (table.find(params.person) == nullptr) {
        problems.push_back(
            {unknown_name("column", params.person, table.names()), within(place, "person")});
    } else if (std::find(columns.begin(), columns.end(), params.person) != columns.end()) {
        problems.push_back(
            {fmt::format("column \"{}\" says whose the dates are: it is no date", params.person),
             within(place, "person")});
    }
    if (params.label.empty() || params.label.find('\0') != std::string::npos) {
        problems.push_back({"a label is a word or some", within(place, "label")});
    }
    if (params.weeks && params.days < 7) {
        problems.push_back({"days must be at least 7 to move by weeks", within(place, "days")});
    }
    if (!params.today.empty() && !read_date(params.today)) {
        problems.push_back({"today is a date such as 2024-06-30", within(place, "today")});
    }
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column != nullptr && name != params.person) check_dates(*column, place, problems);
    }
}

}  // namespace

Method date_shift() {
    return make_mask(
        MethodInfo{
            .name = "date-shift",
            .title = "Date shift per person",
            .summary = "Moves all dates of a person by the same secret number of days.",
            .description =
                "Every person's dates move by an offset of at most `days` days, never 0, that "
                "follows from the person, a `label` and a key file. So days between two dates of a "
                "person are exactly kept, in all tables that were released with the same key and "
                "label, while the dates themselves are not true. With `weeks` the weekday stays as "
                "well. Columns of dates and moments move in whatever way they are written; dates "
                "in texts are written 2020-02-27, with a time behind it (which stays) or "
                "without, 2020-02 or 2020; the last two are moved as first days and cut again, so "
                "that times between them hold to that precision alone. `person` is the column that "
                "says whose record it is (canonically equal texts are one person); run this step "
                "before one that makes pseudonyms of it. "
                "Use it for visits, treatments and other courses of events. Beware: one true date "
                "that somebody knows reveals all dates of that person; season and epidemics are "
                "blurred by the width of the shift, not hidden; the sequence of intervals may "
                "identify by itself. Dates that become impossible are counted and left as they "
                "are. Missing dates stay missing, and dates of records without a person become so.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::makes_missing},
            .cites = {"krawczyk1997hmac", "hripcsak2016preserving"},
            .example = {{"person", "person"}},
            .example_use = {.original = "examples/visits/visits.csv", .columns = {"born", "seen"}},
            .needs = "key_file"},
        date_shift_schema(), apply_date_shift, check_date_shift);
}

}  // namespace lethe::mask
