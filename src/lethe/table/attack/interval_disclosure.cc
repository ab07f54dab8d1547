// Interval disclosure: how often an original value lies in a narrow interval around its masked one.
//
// The intruder takes each masked value as an estimate and draws an interval around it. Rank windows
// draw it in the order of the masked column: with the values sorted and the masked value at ranks
// lo..hi (a tied value has several ranks), the window of w ranks is [sorted[lo - w], sorted[hi +
// w]], cut at the ends, with w = floor(p N / 100). The other kind is p percent of the masked
// column's standard deviation to each side.
//
// The windows grow with p, so one number says all about a cell: the narrowest window that covers
// it. One sort a column and one binary search a cell find it; every p then only counts.
//
// Numbers that are released as they are are disclosed: nobody would have guessed them. Categories
// are few and known to most who look, so that one released as it is gives nothing away by an
// interval; whether it gives its person away is what linkage counts. At stake are the values of
// ordered categories that masking changed: can they be read back? Nominal values have nothing
// around them. With `categories` = all every cell counts: ordinal categories by their places in the
// order, nominal ones as disclosed by every window, or by none, when they are unchanged or not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "lethe/algo/statistics/moments.h"
#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/parallel.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/method/category_columns.h"
#include "lethe/method/figures.h"
#include "lethe/table/attack/interval_settings.h"

namespace lethe::attack {
namespace {

constexpr std::int64_t kFewCategories = 4;  // the window around one holds most of so few

// The valid values of a masked column in order, and the ranks that each row's value has among them.
struct Ranks {
    std::vector<double> sorted;
    std::vector<std::int64_t> lowest;   // by row
    std::vector<std::int64_t> highest;  // by row
};

Ranks ranks_of(const Context& context, const Column& column) {
    const auto values = column.numbers();
    const std::vector<std::int32_t> order = ranking(context, column);
    const auto value_of = [&](std::int32_t row) { return values[static_cast<std::size_t>(row)]; };
    Ranks ranks;
    ranks.lowest.resize(values.size());
    ranks.highest.resize(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && value_of(order[end]) == value_of(order[begin])) ++end;
        for (std::size_t i = begin; i < end; ++i) {
            ranks.sorted.push_back(value_of(order[i]));
            ranks.lowest[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(begin);
            ranks.highest[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(end) - 1;
        }
        begin = end;
    }
    return ranks;
}

constexpr double kNever = std::numeric_limits<double>::infinity();

// The narrowest window around masked row `row` that covers `original`, in ranks.
double ranks_needed(const Ranks& ranks, std::int64_t row, double original, double masked) {
    const auto begin = ranks.sorted.begin();
    const auto end = ranks.sorted.end();
    const auto i = static_cast<std::size_t>(row);
    if (original < masked) {
        const auto above = std::upper_bound(begin, end, original);
        if (above == begin) return kNever;
        return static_cast<double>(ranks.lowest[i] - (above - begin - 1));
    }
    if (original > masked) {
        const auto at = std::lower_bound(begin, end, original);
        if (at == end) return kNever;
        return static_cast<double>(at - begin - ranks.highest[i]);
    }
    return 0;
}

// Per row the index of the narrowest window of `widths` (ascending) that covers the original value;
// their number where none does, -1 where a value is missing.
template <class Needed>
std::vector<int> first_window(const Context& context, const Column& original, const Column& masked,
                              const std::vector<double>& widths, Needed needed) {
    const auto x = original.numbers();
    const auto y = masked.numbers();
    std::vector<int> first(y.size(), -1);
    parallel_chunks(context, masked.size(), [&](std::int64_t begin, std::int64_t end, auto) {
        for (std::int64_t row = begin; row < end; ++row) {
            if (!original.valid(row) || !masked.valid(row)) continue;
            const auto i = static_cast<std::size_t>(row);
            const double width = needed(row, x[i], y[i]);
            first[i] = static_cast<int>(std::lower_bound(widths.begin(), widths.end(), width) -
                                        widths.begin());
        }
    });
    return first;
}

std::vector<int> covered_from(const Context& context, const Column& original, const Column& masked,
                              IntervalWindow window, const std::vector<double>& p) {
    std::vector<double> widths;
    if (window == IntervalWindow::sd) {
        const double deviation = bounded_stats(context, masked).deviation();
        for (const double share : p) widths.push_back(share / 100 * deviation);
        return first_window(context, original, masked, widths,
                            [](std::int64_t, double x, double y) { return std::fabs(x - y); });
    }
    const Ranks ranks = ranks_of(context, masked);
    for (const double share : p) {
        constexpr double kRounding = 1e-9;  // 0.7 percent of 1000 is 7, not 6.99...
        widths.push_back(
            std::floor(share * static_cast<double>(ranks.sorted.size()) / 100 + kRounding));
    }
    return first_window(
        context, original, masked, widths,
        [&](std::int64_t row, double x, double y) { return ranks_needed(ranks, row, x, y); });
}

// How many of the cells (or records) that were compared are covered by each window.
struct Covered {
    std::vector<std::int64_t> by_window;
    std::int64_t compared = 0;

    explicit Covered(std::size_t windows) : by_window(windows, 0) {}

    void count(const std::vector<int>& first) {
        for (const int index : first) {
            if (index < 0) continue;
            ++compared;
            if (static_cast<std::size_t>(index) < by_window.size()) {
                ++by_window[static_cast<std::size_t>(index)];
            }
        }
    }
    double share(std::size_t window) const {
        const auto end = by_window.begin() + static_cast<std::ptrdiff_t>(window) + 1;
        return percent(std::accumulate(by_window.begin(), end, std::int64_t{0}), compared);
    }
    double mean_share() const {
        double sum = 0;
        for (std::size_t window = 0; window < by_window.size(); ++window) sum += share(window);
        return by_window.empty() ? 0 : sum / static_cast<double>(by_window.size());
    }
};

Json by_p(const std::vector<double>& p, const Covered& covered) {
    Json shares = Json::object();
    for (std::size_t i = 0; i < p.size(); ++i) shares[number_text(p[i])] = covered.share(i);
    return shares;
}

// Codes as numbers; what is read as nothing is missing.
ColumnPtr numbers_of_codes(const CategoryColumn& column, std::span<const std::int32_t> codes) {
    const auto rows = static_cast<std::int64_t>(codes.size());
    std::vector<double> numbers(codes.size(), 0.0);
    Validity validity(rows);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const std::int32_t read = column.read_as[static_cast<std::size_t>(codes[i])];
        if (read == CategoryColumn::kNothing) {
            validity.set_missing(static_cast<std::int64_t>(i));
        } else {
            numbers[i] = read;
        }
    }
    return Column::numeric(column.name, std::move(numbers), std::move(validity));
}

std::vector<int> unchanged(const CategoryColumn& column, int never) {
    const auto original = column.aligned();
    std::vector<int> first;
    for (std::size_t i = 0; i < column.masked.size(); ++i) {
        const std::int32_t read = column.read_as[static_cast<std::size_t>(column.masked[i])];
        const bool compared = original[i] != column.missing() && read != CategoryColumn::kNothing;
        first.push_back(!compared ? -1 : original[i] == read ? 0 : never);
    }
    return first;
}

// What the windows of a column cover, or why nothing of it was at stake.
struct ColumnCover {
    std::vector<int> first;
    std::string not_at_stake;
};

std::int64_t categories_in_use(const CategoryColumn& column) {
    std::vector<bool> used(static_cast<std::size_t>(column.codes), false);
    for (const std::int32_t code : column.original) used[static_cast<std::size_t>(code)] = true;
    used[static_cast<std::size_t>(column.missing())] = false;
    return std::count(used.begin(), used.end(), true);
}

ColumnCover covered(const AssessInput& input, const std::string& name,
                    const IntervalSettings& params, const std::vector<double>& p) {
    const ColumnPtr original = input.original.column_ptr(name);
    const Column& masked = input.masked.column(name);
    if (original->is_numeric() && masked.is_numeric()) {
        const ColumnPtr aligned = input.origin.empty() ? original : original->gather(input.origin);
        return {covered_from(input.context, *aligned, masked, params.window, p), {}};
    }
    const CategoryColumn column = category_column(input, name);
    const bool all = params.categories == CountedCategories::all;
    const std::vector<int> same = unchanged(column, static_cast<int>(p.size()));
    if (!column.ordinal) {
        if (all) return {same, {}};
        return {std::vector<int>(same.size(), -1), "its categories have no order"};
    }
    if (!all && std::none_of(same.begin(), same.end(), [](int first) { return first > 0; })) {
        return {std::vector<int>(same.size(), -1), "it is released as it is"};
    }
    if (!all && categories_in_use(column) <= kFewCategories) {
        return {std::vector<int>(same.size(), -1), "it has few categories"};
    }
    ColumnCover cover{covered_from(input.context, *numbers_of_codes(column, column.aligned()),
                                   *numbers_of_codes(column, column.masked), params.window, p),
                      {}};
    for (std::size_t i = 0; !all && i < same.size(); ++i) {
        if (same[i] == 0) cover.first[i] = -1;
    }
    return cover;
}

Measurement assess_interval_disclosure(const AssessInput& input, const IntervalSettings& params) {
    check_tables(input);
    std::vector<double> p = params.p;
    std::sort(p.begin(), p.end());
    p.erase(std::unique(p.begin(), p.end()), p.end());

    Measurement result;
    Covered cells(p.size());
    std::vector<int> worst(static_cast<std::size_t>(input.masked.rows()), -1);
    Json by_column = Json::object();
    Json left_out = Json::object();
    for (const std::string& name : input.columns) {
        const auto [first, not_at_stake] = covered(input, name, params, p);
        if (!not_at_stake.empty()) {
            left_out[name] = not_at_stake;
            continue;
        }
        Covered own(p.size());
        own.count(first);
        cells.count(first);
        by_column[name] = own.mean_share();
        for (std::size_t i = 0; i < worst.size(); ++i) worst[i] = std::max(worst[i], first[i]);
    }
    Covered records(p.size());
    records.count(worst);

    result.value = cells.mean_share();
    result.details["by_p"] = by_p(p, cells);
    result.details["columns"] = std::move(by_column);
    result.details["all_columns"] = by_p(p, records);
    result.details["cells"] = cells.compared;
    if (!left_out.empty()) result.details["not_at_stake"] = std::move(left_out);
    if (cells.compared == 0) {
        result.warnings.push_back(
            result.details.contains("not_at_stake")
                ? "nothing was at stake that an interval could disclose: the value is 0"
                : "nothing could be compared: the value is 0");
    }
    return result;
}

}  // namespace

Method interval_disclosure() {
    return make_attack(
        MethodInfo{
            .name = "interval-disclosure",
            .title = "Interval disclosure",
            .summary = "How often an original value lies close to its masked value.",
            .description =
                "Draws an interval around each masked value and counts the cells whose original "
                "value lies inside, in percent, as a mean over several widths. With `window` = "
                "rank "
                "the interval spans p percent of the records to each side in the order of the "
                "masked column; with sd, p percent of the masked column's standard deviation. It "
                "tells what a release gives away about values even when nobody can be linked to a "
                "record: 100 for unmasked data, and still high for methods that move values "
                "little, "
                "such as rank swapping with a small range. `all_columns` gives the share of "
                "records "
                "disclosed in all their columns at once. Tied masked values share all their ranks. "
                "\n\nCategories count only where something was at stake: the changed values of "
                "ordered columns of five or more categories, by their place in the order. A "
                "category that is "
                "released as it is gives nothing away by an interval that one would not know or "
                "guess, and an unordered one has nothing around it; such columns are listed in "
                "`not_at_stake`, and linkage tells what they give away. With `categories` = all "
                "every ordinal value counts, and a nominal one is disclosed when it is unchanged. "
                "A category that the original does not have counts as the lower median (nominal: "
                "the most frequent) of those that it replaced. Cells that are missing in either "
                "table are not compared.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"pagliuca1999some", "domingo2001quantitative", "mateo2004outlier"},
            .example = {{"window", "rank"}, {"p", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}},
            .in_words = "Nobody has to be found for this one. It asks of each value whether the "
                        "original lies close to the released one: then the released file itself "
                        "tells roughly what the person's value was.",
            .scale = Scale::values,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format(
                        "{} of the original values lie within a narrow interval around the "
                        "released value.",
                        figures::percent_text(value));
                },
            .details = {{"by_p", "values disclosed", true, "interval, % of ranks"},
                        {"all_columns", "people disclosed in every column", true,
                         "interval, % of ranks"},
                        {"columns", "values disclosed", true, "column"}},
            .purposes = {Purpose::interval_disclosure},
            .assessed_with = {Json::object()}},
        with_interval_settings(Schema<IntervalSettings>()), assess_interval_disclosure);
}

}  // namespace lethe::attack
