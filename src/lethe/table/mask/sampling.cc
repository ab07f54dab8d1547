// Sampling: a simple random sample of the records is released instead of all of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

struct SamplingParams {
    std::optional<double> fraction;
    std::optional<std::int64_t> count;
};

Range share() { return {0.0, 1.0, true, false}; }

Schema<SamplingParams> sampling_schema() {
    return Schema<SamplingParams>()
        .field("fraction", &SamplingParams::fraction, "share of the records to release", share())
        .field("count", &SamplingParams::count, "number of records to release", at_least(1));
}

// A share is rounded to the nearest whole number of records, but never to none.
std::int64_t sample_size(const SamplingParams& params, std::int64_t rows) {
    if (params.count) return *params.count;
    const double size = std::nearbyint(*params.fraction * static_cast<double>(rows));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(size),
                                    std::min<std::int64_t>(1, rows), rows);
}

MaskOutput apply_sampling(const MaskInput& input, const SamplingParams& params) {
    const std::int64_t rows = input.table.rows();
    const std::int64_t size = sample_size(params, rows);
    MaskOutput output;
    output.kept_rows = random_subset(input.random.stream("records"), rows, size);
    output.facts["released_records"] = size;
    return output;
}

void check_sampling(const Table& table, std::span<const std::string>, const SamplingParams& params,
                    const Place& place, Problems& problems) {
    if (params.fraction.has_value() == params.count.has_value()) {
        problems.push_back({"give either fraction or count", place});
    }
    if (params.count && *params.count > table.rows()) {
        problems.push_back(
            {fmt::format("count is {}, but the table has {} rows", *params.count, table.rows()),
             within(place, "count")});
    }
}

}  // namespace

Method sampling() {
    return make_mask(
        MethodInfo{
            .name = "sampling",
            .title = "Sampling",
            .summary = "Releases a random sample of the records, unchanged.",
            .description =
                "Draws a simple random sample without replacement and drops all other records; "
                "every subset of that size is equally likely. An intruder who finds a match can "
                "no longer be sure that it is the right person, since that person may not be in "
                "the release. Use it for large files of categories, such as a census, and with a "
                "small fraction. Beware: the records that are released are not masked at all. A "
                "person whose values are unique in the population and whom the intruder knows to "
                "be in the sample is found; continuous values are unique in almost any sample.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::random, Property::changes_rows, Property::samples_rows},
            .cites = {"hundepool2012statistical", "willenborg2001elements"},
            .example = {{"fraction", 0.1}},
            .only_drops_records = [](const Json&) { return true; }},
        sampling_schema(), apply_sampling, check_sampling);
}

}  // namespace lethe::mask
