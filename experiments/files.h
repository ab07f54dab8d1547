// The files of the published experiments: which attributes, and how they are masked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe::reproduction {

// The six non-uniformly protected files: consecutive groups of attributes, each with its own k, on
// raw values; 400 records are drawn first and masked then.
struct NonUniform {
    std::string_view name;
    std::vector<std::size_t> widths;
    std::vector<std::int64_t> k;

    std::size_t width() const;  // attributes
};

const std::vector<NonUniform>& non_uniform_files();
std::vector<FileName> non_uniform_names();
Table mask_non_uniform(const NonUniform& file, const Table& original, const Context& context);

struct FilePair {
    Table original, masked;
};

// A sample of one of them.
FilePair sampled_file(const NonUniform& file, const ReproduceOptions& options, std::int64_t sample,
                      const Context& context);

// A uniformly protected file: one method at one strength on all columns, on standardised values.
// The whole file is masked and records are drawn then.
struct Uniform {
    std::string family;  // "Mic3"
    std::string name;    // "Mic3-5"
    std::string_view method;
    Json parameters;

    FileName file_name() const { return {name, family}; }
    Table mask(const Table& original, const Random& random, const Context& context) const;
};

// Projections are the protections whose published figures are those of blind guessing, as they
// would be had the rows of the masked files been compared in another order, the order of the
// projection say. That reading is run beside.
bool is_projection(const Uniform& file);
FilePair in_another_order(const FilePair& pair, const Random& random);

// The families are MicIR, MicZ, MicPCP, MicAll, Mic2, Mic3, ..., RS and Noise; the strength is k
// or p.
Uniform uniform_file(std::string_view family, std::int64_t strength);

// Published setting by setting: mean percent linked with equal and with learnt weights, over ten
// samples of 400 records and seven attributes. Of RS, Mic2 and Noise; of the others none.
struct PublishedMeans {
    std::int64_t strength;
    double am, wm;
};
std::vector<PublishedMeans> published_means(std::string_view family);

constexpr std::size_t kUniformColumns = 7;  // that an intruder links
constexpr std::size_t kCensusColumns = 13;  // that may be masked: the source does not say

// What comes first: the text of the source draws 400 records and masks them; its figures look as if
// the whole file had been masked and records drawn then.
enum class SampleOrder { masked_first, drawn_first };

// A sample of a uniform file of the study, the same records in both orders: its first columns that
// are linked. All columns of `whole` are masked, which tells in groups that would not come out
// even.
FilePair sampled_file(const Uniform& file, const Table& whole, const ReproduceOptions& options,
                      std::int64_t sample, const Context& context,
                      SampleOrder order = SampleOrder::masked_first);

}  // namespace lethe::reproduction
