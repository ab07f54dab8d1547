// Where users say that they live, found in a hierarchy of places.
//
// Levels of abstraction: 0 world, 1 continent, 2 country, 3 state or region, 4 county or province,
// 5 town or city, 6 suburb, postal area or point of interest. A table says by the names of its
// columns which are which; of a taxonomy the depth is the level, and where it is four deep its
// deepest places are cities.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::graph {

inline constexpr std::int32_t kNoPlace = -1;

struct ResolvedPlace {
    std::int32_t place = kNoPlace;  // kNoPlace: unknown
    // exact, normalised, part, ambiguous (the place that all of its meanings are in), unknown
    std::string_view how = "unknown";
};

class Places {
  public:
    explicit Places(const Taxonomy& taxonomy);
    // A table with columns such as city, region, country, continent; others are not read. Places of
    // one name in different places are different ones.
    Places(const Context& context, const std::string& table);

    // Whether a file is a table of places by the names of its columns: at least two are known.
    static bool is_table(const std::string& file);

    // As it stands; in spite of case, hyphens and composition; "City, Country", where what follows
    // a comma must be above what comes before it, and counts instead of it where it is not. Of
    // several meanings the most general one; of equally general ones what is above them all, unless
    // that is the world.
    ResolvedPlace resolve(std::string_view text) const;

    int level(std::int32_t place) const { return place == kNoPlace ? 0 : at(place).level; }
    // A name that no other place has: with what is above it, where need be.
    std::string name(std::int32_t place) const;
    // The names from a place up to the world.
    std::vector<std::string> path(std::int32_t place) const;

    static constexpr std::string_view kUnknown = "unknown";

  private:
    struct Place {
        std::string name;
        std::int32_t parent = kNoPlace;
        int level = 0;
    };

    const Place& at(std::int32_t place) const { return places_[static_cast<std::size_t>(place)]; }
    void add_key(std::string_view name, std::int32_t place);
    bool is_above(std::string_view key, std::int32_t place) const;
    const std::vector<std::int32_t>& meanings(const std::string& key) const;
    std::int32_t common(const std::vector<std::int32_t>& places) const;
    ResolvedPlace chosen(std::vector<std::int32_t> found, std::string_view how) const;

    std::vector<Place> places_;  // the world first
    bool names_are_unique_ = false;
    std::unordered_map<std::string, std::vector<std::int32_t>> keys_;
};

}  // namespace lethe::graph
