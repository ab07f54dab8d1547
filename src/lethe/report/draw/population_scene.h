// What the drawing of the populations shows, before it is drawn.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/draw/plot.h"
#include "lethe/report/sections/search/evolution.h"

namespace lethe::report {

struct ValueRange {
    double low = 0, high = 0;

    double size() const { return high - low; }
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

struct MapPart {
    ValueRange loss, risk;

    static MapPart around(const Candidate& one) {
        return {{one.loss, one.loss}, {one.risk, one.risk}};
    }
    void add(const Candidate& one) {
        loss.add(one.loss);
        risk.add(one.risk);
    }
    // Both sides at most these shares of the other part's.
    bool within(const MapPart& whole, double share) const;
    MapPart padded(double share, const MapPart& least) const;  // each side at least that large
};

struct PopulationScene {
    std::vector<Candidate> first, last;
    std::optional<Candidate> start, best;
    std::vector<std::string> methods;  // of the first population, in order of appearance
    SearchAim aim;
    MapPart whole;
    std::optional<MapPart> enlarged;  // where the last population is, if that is small
};

// None when nobody has both a risk and a loss.
std::optional<PopulationScene> read_population_scene(const Json& evolution);

// Corners of the line of equal score on a plot, from the left; none where it does not cross it.
using Places = std::vector<std::pair<double, double>>;  // loss and risk
Places equal_score_line(const SearchAim& aim, double score, const Plot& plot);
double score_at(const SearchAim& aim, double loss, double risk);

}  // namespace lethe::report
