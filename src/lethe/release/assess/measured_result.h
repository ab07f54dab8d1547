// What an attack or a measure found, as results keep it: the same for every kind of data.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/method/method.h"

namespace lethe {

// {"name", "title", "parameters", "value", "unit", "details"}, and where there are some "knows",
// "interval" and "warnings".
Json measured_result(const Method& method, const Json& parameters, Measurement measured);

// The same of one that could not do its work: the value is null, the warnings say why.
Json unmeasured_result(const Method& method, const Json& parameters, const std::string& why);

// The attack that finds most people: {"name", "title", "value"}; null where none has a value.
// `results` are of attacks on such data.
Json worst_attack(const Json& results, DataKind data);

}  // namespace lethe
