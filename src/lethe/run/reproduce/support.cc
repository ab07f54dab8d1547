#include "lethe/run/reproduce/support.h"

#include <cmath>
#include <filesystem>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/io.h"
#include "lethe/method/catalogue.h"

namespace lethe::reproduction {

Table census(const ReproduceOptions& options, const Context& context, std::size_t columns) {
    const Table table =
        read_table(context, (std::filesystem::path(options.data) / "casc" / "Census.csv").string());
    if (table.columns().size() < columns || table.rows() < 400) {
        throw Error(ErrorKind::input,
                    "is not the Census reference file of 1080 rows and 13 columns",
                    {options.data, 0, 0, {}});
    }
    auto names = table.names();
    names.resize(columns);
    return table.select(names);
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

Links link(const Table& original, const Table& masked, std::string_view distance,
           const Context& context) {
    const AssessInput input{original, masked, original.names(), Random(0), context};
    const Json details = find_method("distance-linkage", Family::attack)
                             .assess(input, {{"distance", distance}})
                             .details;
    return {details["strict"], details["lax"], details["expected"]};
}

Spread spread(const std::vector<double>& samples) {
    const auto count = static_cast<double>(samples.size());
    Spread result;
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

}  // namespace lethe::reproduction
