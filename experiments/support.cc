#include "experiments/support.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/method/catalogue.h"

namespace lethe::reproduction {

std::string census_path(const ReproduceOptions& options) {
    return (std::filesystem::path(options.data) / "casc" / "Census.csv").string();
}

Table census(const ReproduceOptions& options, const Context& context, std::size_t columns) {
    const Table table = read_table(context, census_path(options));
    if (table.columns().size() < columns || table.rows() < 400) {
        throw Error(ErrorKind::input,
                    "is not the Census reference file of 1080 rows and 13 columns",
                    {census_path(options), 0, 0, {}});
    }
    auto names = table.names();
    names.resize(columns);
    return table.select(names);
}

std::vector<std::size_t> chosen_files(const ReproduceOptions& options,
                                      const std::vector<FileName>& files) {
    std::vector<std::string> known;
    for (const FileName& file : files) {
        known.push_back(file.name);
        if (std::find(known.begin(), known.end(), file.family) == known.end()) {
            known.push_back(file.family);
        }
    }
    for (const std::string& name : options.only) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw Error(ErrorKind::usage, unknown_name("file", name, known));
        }
    }
    const auto asked_for = [&](const std::string& name) {
        return std::find(options.only.begin(), options.only.end(), name) != options.only.end();
    };
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (options.only.empty() || asked_for(files[i].name) || asked_for(files[i].family)) {
            places.push_back(i);
        }
    }
    return places;
}

Table mask_with(std::string_view method, const Json& parameters, const Table& table,
                const Random& random, const Context& context) {
    const MaskInput input{table, table.names(), random, context};
    return table.with(find_method(method, Family::mask).mask(input, parameters).changed);
}

Random sample_random(const ReproduceOptions& options, std::int64_t sample) {
    return Random(options.seed).part(static_cast<std::uint64_t>(sample));
}

std::vector<std::int64_t> sample_rows(const Random& random, std::int64_t rows, std::int64_t count) {
    return random_subset(random.stream("sample"), rows, count);
}

std::vector<std::int64_t> first_rows(std::int64_t count) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

Links link(const Table& original, const Table& masked, std::string_view distance,
           const Context& context) {
    const AssessInput input{original, masked, original.names(), Random(0), context};
    const Json details = find_method("distance-linkage", Family::attack)
                             .assess(input, {{"distance", distance}})
                             .details;
    return {details["strict"], details["lax"], details["expected"]};
}

std::optional<double> Spread::deviation() const {
    return samples < 2 ? std::nullopt : std::optional(sd);
}

Spread spread(const std::vector<double>& samples) {
    const auto count = static_cast<double>(samples.size());
    Spread result;
    result.samples = samples.size();
    for (const double sample : samples) result.mean += sample / count;
    if (samples.size() < 2) return result;
    double squares = 0;
    for (const double sample : samples) squares += (sample - result.mean) * (sample - result.mean);
    result.sd = std::sqrt(squares / (count - 1));
    result.se = result.sd / std::sqrt(count);
    return result;
}

Spread spread(const std::vector<Links>& samples, double Links::*part) {
    std::vector<double> values;
    for (const Links& sample : samples) values.push_back(sample.*part);
    return spread(values);
}

Json row_of(std::string setting, const Json& published, const std::vector<Links>& samples) {
    const Spread lax = spread(samples, &Links::lax);
    return {{"setting", std::move(setting)},
            {"published", published},
            {"lax", lax.mean},
            {"strict", spread(samples, &Links::strict).mean},
            {"expected", spread(samples, &Links::expected).mean},
            {"sd", lax.sd},
            {"se", lax.se}};
}

Json json_of(std::optional<double> value) { return value ? Json(*value) : Json(); }

void add_claim(Json& claims, std::string statement, std::int64_t holds, std::int64_t of) {
    claims.push_back({{"statement", std::move(statement)}, {"holds", holds}, {"of", of}});
}

void add_order_claim(Json& claims, std::string statement, const Json& rows, std::string_view of,
                     Order order, std::string_view than) {
    std::int64_t holds = 0, known = 0;
    for (const Json& row : rows) {
        const Json &left = row[std::string(of)], &right = row[std::string(than)];
        if (!left.is_number() || !right.is_number()) continue;
        const double one = left, other = right;
        ++known;
        holds += one > other || (order == Order::at_least && one == other) ? 1 : 0;
    }
    add_claim(claims, std::move(statement), holds, known);
}

void add_check(Json& checks, std::string what, bool holds) {
    checks.push_back({{"what", std::move(what)}, {"holds", holds}});
}

Json table_of(std::string_view title, const std::vector<Head>& heads, Json rows) {
    Json columns = Json::array();
    for (const Head& head : heads) {
        columns.push_back({{"key", head.key}, {"head", head.head}, {"digits", head.digits}});
    }
    return {{"title", title}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

namespace {

constexpr double kSmall = 20;   // what a source draws one by one
constexpr double kLarge = 100;  // beside which small values could not be told apart

Json chart_within(const Json& table, std::string_view y, double low, double high) {
    const std::string x = table["columns"][0]["key"];
    Json lines = Json::array();
    for (const Json& column : table["columns"]) {
        const std::string key = column["key"];
        if (key == x) continue;
        Json points = Json::array();
        for (const Json& row : table["rows"]) {
            const auto value = row.find(key);
            const auto at = row[x].get<double>();
            if (at < low || at > high || value == row.end() || !value->is_number()) continue;
            points.push_back({at, *value});
        }
        if (points.size() > 1) lines.push_back({{"name", column["head"]}, {"points", points}});
    }
    return {{"title", table["title"]},
            {"x", table["columns"][0]["head"]},
            {"y", y},
            {"lines", std::move(lines)}};
}

}  // namespace

Json agreement_chart(std::string_view title, const Json& rows,
                     const std::vector<DrawnPair>& pairs) {
    Json lines = Json::array();
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const DrawnPair& pair : pairs) {
        Json points = Json::array();
        for (const Json& row : rows) {
            const Json &published = row[std::string(pair.published)],
                       &obtained = row[std::string(pair.obtained)];
            if (!published.is_number() || !obtained.is_number()) continue;
            low = std::min(low, published.get<double>());
            high = std::max(high, published.get<double>());
            points.push_back({published, obtained});
        }
        lines.push_back({{"name", pair.name}, {"points", std::move(points)}});
    }
    Json equal = Json::array();
    constexpr int kSteps = 40;  // the chart draws points
    for (int i = 0; low < high && i <= kSteps; ++i) {
        const double at = low + (high - low) * i / kSteps;
        equal.push_back({at, at});
    }
    lines.push_back({{"name", "equal"}, {"points", std::move(equal)}});
    return {{"title", title},
            {"x", "published"},
            {"y", "obtained"},
            {"lines", std::move(lines)},
            {"scatter", true}};
}

void add_drawn_table(Json& result, Json table, std::string_view y) {
    constexpr double kEnd = std::numeric_limits<double>::infinity();
    const std::string x = table["columns"][0]["key"];
    std::int64_t small = 0, large = 0;
    for (const Json& row : table["rows"]) {
        small += row[x].get<double>() <= kSmall ? 1 : 0;
        large += row[x].get<double>() > kLarge ? 1 : 0;
    }
    Json& charts = result["charts"];
    if (small > 2 && large > 1) {
        charts.push_back(chart_within(table, y, -kEnd, kSmall));
        charts.push_back(chart_within(table, y, std::nextafter(kSmall, kEnd), kEnd));
    } else {
        charts.push_back(chart_within(table, y, -kEnd, kEnd));
    }
    result["tables"].push_back(std::move(table));
}

}  // namespace lethe::reproduction
