// What an attack or a measure found, as results keep it: the same for every kind of data.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/method.h"

namespace lethe {

// {"name", "title", "parameters", "value", "unit", "details"}, and where there are some "knows",
// "interval" and "warnings".
Json measured_result(const Method& method, const Json& parameters, Measurement measured);

// The same of one that could not do its work: the value is null, the warnings say why.
Json unmeasured_result(const Method& method, const Json& parameters, const std::string& why);

// The attack that finds most people: {"name", "title", "value"}, and "knows" where the intruder has
// to know something beside the data; null where none has a value. `results` are of attacks on such
// data.
Json worst_attack(const Json& results, DataKind data);

// The losses by which a release of such data is judged in one figure, the mean of theirs: those
// that count by default of a graph, whose values and whose shape are lost apart from each other; of
// other data the first of the catalogue.
std::vector<const Method*> judging_losses(DataKind data);
// That figure, from what each loss is, by its name in percent; where none of them could be
// measured the first of the catalogue that could. Null: none.
Json judged_loss(const Json& lost, DataKind data);

// Of an assessment of some releases, each with what attacks "found" and what was "lost" by the
// names of the methods: adds "worst" to each, and "worst" and "loss" (judged_loss) to the whole
// where it is of one release alone.
void add_headlines(Json& assessment, DataKind data);

}  // namespace lethe
