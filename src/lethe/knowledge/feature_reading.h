// What the formulas of two measures leave open: Rodriguez and Egenhofer, and the X-similarity of
// Petrakis. The defaults are those of make_measure.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "lethe/knowledge/measure.h"

namespace lethe {

// What the neighbours of a concept are, and what of them is compared.
enum class Neighbourhood {
    links,           // concepts one is-a or part-of link away
    link_names,      // their names
    ancestors,       // the concept with all that subsumes it, and all that it is a part of
    ancestor_names,  // their names
};

// How alike two concepts are in parts that neither of them has.
enum class Featureless {
    alike,
    unlike,
    left_out,  // the weight of parts is that of the others
};

struct FeatureReading {
    Neighbourhood neighbourhood = Neighbourhood::links;
    // Of Rodriguez-Egenhofer alone; also whether parts of what is above a concept are its parts.
    Featureless featureless = Featureless::alike;
    bool inherit_parts = false;
};

std::string_view name(Neighbourhood neighbourhood);
std::string_view name(Featureless featureless);
std::optional<Neighbourhood> neighbourhood_named(std::string_view name);
std::optional<Featureless> featureless_named(std::string_view name);
std::vector<std::string_view> neighbourhood_names();
std::vector<std::string_view> featureless_names();

// Other measures than the two are those of make_measure. Error(usage) for options out of range.
std::unique_ptr<Measure> make_measure(TaxonomyPtr taxonomy, const MeasureOptions& options,
                                      const FeatureReading& reading);

}  // namespace lethe
