// Models of a population that the table which the step found is, counted in the written table by
// their definitions: k-map and presence.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/release/tables/counts/written_classes.h"

namespace lethe::release {

// People of the population that would show the same labels, and rows of the file that do.
struct PopulationClass {
    double people = 0;
    double to_release = 0;
    double written = 0;
};

// Suppressed records that stay show the tops of all columns. Whole classes are suppressed, so the
// people who can be behind them are those of whose class no row is shown: these are counted, who
// are fewer than the population.
struct WrittenPopulation {
    std::map<LabelLine, PopulationClass> classes;
    std::vector<double> people;  // of each class of the file: those whom it stands for
    double suppressed = 0;       // rows at the tops
    double hidden = 0;           // people of whose class no row is shown
};

// Nothing, with the reason in words, where levels or a hierarchy are not known, or rows show what
// nobody of the population would.
std::optional<WrittenPopulation> written_population(const ModelCounting& counting,
                                                    std::string& reason);

bool is_of_population(const WrittenModel& model);

// k-map: the fewest people that a class stands for. Presence: the least and the largest part of
// people who look alike of whom there are rows in the file; 0 for those of whom there is none.
Json count_in_population(const ModelCounting& counting, const WrittenModel& model);

}  // namespace lethe::release
