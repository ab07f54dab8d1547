// What the published experiments share: the reference file, masking, linking, samples and their
// spread, and the rows of the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/reproduce.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe::reproduction {

std::string census_path(const ReproduceOptions& options);

// The first columns of the Census reference file. The attributes V1, V2, ... of the source are the
// first columns in file order (their printed names are in alphabetical order and wrong from V4 on).
Table census(const ReproduceOptions& options, const Context& context, std::size_t columns);

constexpr std::int64_t kSampleSize = 400;  // records, wherever the source draws some

// Which of the files were asked for: their places. A file is asked for by its name or its family.
// Error(usage) for a name that is neither.
struct FileName {
    std::string name;
    std::string family = {};
};
std::vector<std::size_t> chosen_files(const ReproduceOptions& options,
                                      const std::vector<FileName>& files);

// The table with every column masked by a method of the catalogue.
Table mask_with(std::string_view method, const Json& parameters, const Table& table,
                const Random& random, const Context& context);

// The random numbers of one sample; the rows drawn from it, in increasing order.
Random sample_random(const ReproduceOptions& options, std::int64_t sample);
std::vector<std::int64_t> sample_rows(const Random& random, std::int64_t rows, std::int64_t count);

std::vector<std::int64_t> first_rows(std::int64_t count);

// Shares of correct links, in percent.
struct Links {
    double strict = 0, lax = 0, expected = 0;
};

Links link(const Table& original, const Table& masked, std::string_view distance,
           const Context& context);

// Mean, deviation and standard error over samples.
struct Spread {
    double mean = 0, sd = 0, se = 0;
    std::size_t samples = 0;

    std::optional<double> deviation() const;  // none of a single sample
};

Spread spread(const std::vector<double>& samples);
Spread spread(const std::vector<Links>& samples, double Links::*part);

// {"setting", "published", "lax", "strict", "expected", "sd", "se"}; the last two are of lax.
Json row_of(std::string setting, const Json& published, const std::vector<Links>& samples);

Json json_of(std::optional<double> value);  // null for none

void add_check(Json& checks, std::string what, bool holds);

// Something that the source says of its results, counted: it holds at `holds` of `of` settings.
// reproduce() holds it to what is recorded (experiments/outcomes.h).
void add_claim(Json& claims, std::string statement, std::int64_t holds, std::int64_t of);

// At how many of the rows one figure is above another, or not below it: the statement counted. Rows
// in which one of them is no number are left out.
enum class Order { above, at_least };
void add_order_claim(Json& claims, std::string statement, const Json& rows, std::string_view of,
                     Order order, std::string_view than);

struct Head {
    std::string_view key;
    std::string_view head;
    int digits = 2;
};

// {"title", "columns", "rows"} as reproduce() describes it.
Json table_of(std::string_view title, const std::vector<Head>& heads, Json rows);

// What was published, across, and what came out, upwards: points of the rows, a colour for each
// pair of figures, and the line on which both are equal.
struct DrawnPair {
    std::string_view name, published, obtained;
};
Json agreement_chart(std::string_view title, const Json& rows, const std::vector<DrawnPair>& pairs);

// Adds the table to "tables" and its drawing to "charts": a line for each column over the first
// one. Where that one goes from a few small values to large ones the two are drawn apart.
void add_drawn_table(Json& result, Json table, std::string_view y);

}  // namespace lethe::reproduction
