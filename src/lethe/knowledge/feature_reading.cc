#include "lethe/knowledge/feature_reading.h"

#include <algorithm>
#include <array>

namespace lethe {
namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 4> kNeighbourhoods{"links", "link-names", "ancestors",
                                                          "ancestor-names"};
constexpr std::array<std::string_view, 3> kFeatureless{"alike", "unlike", "left-out"};

template <class Value, std::size_t n>
std::optional<Value> reading_named(const std::array<std::string_view, n>& names,
                                   std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Value>(found - names.begin());
}

}  // namespace

std::string_view name(Neighbourhood neighbourhood) {
    return kNeighbourhoods[static_cast<std::size_t>(neighbourhood)];
}
std::string_view name(Featureless featureless) {
    return kFeatureless[static_cast<std::size_t>(featureless)];
}
std::optional<Neighbourhood> neighbourhood_named(std::string_view name) {
    return reading_named<Neighbourhood>(kNeighbourhoods, name);
}
std::optional<Featureless> featureless_named(std::string_view name) {
    return reading_named<Featureless>(kFeatureless, name);
}
std::vector<std::string_view> neighbourhood_names() {
    return {kNeighbourhoods.begin(), kNeighbourhoods.end()};
}
std::vector<std::string_view> featureless_names() {
    return {kFeatureless.begin(), kFeatureless.end()};
}

}  // namespace lethe
