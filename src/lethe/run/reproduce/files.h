// The files of the published experiments: which attributes, and how they are masked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
const NonUniform& non_uniform_file(std::string_view name);
Table mask_non_uniform(const NonUniform& file, const Table& original, const Context& context);

// A uniformly protected file: one method at one strength on all columns, on standardised values.
// The whole file is masked and records are drawn then.
struct Uniform {
    std::string family;  // "Mic3"
    std::string name;    // "Mic3-5"
    std::string_view method;
    Json parameters;

    Table mask(const Table& original, const Random& random, const Context& context) const;
};

// The families are MicIR, MicZ, MicPCP, MicAll, Mic2, Mic3, ..., RS and Noise; the strength is k
// or p.
Uniform uniform_file(std::string_view family, std::int64_t strength);

}  // namespace lethe::reproduction
