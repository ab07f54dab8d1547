// The catalogue: every method of every kind of data, in the order of the families' methods.def.
// Within a kind of data a name says one method.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/method/method.h"

namespace lethe {

const std::vector<Method>& catalogue();
std::vector<const Method*> methods_of(Family family, DataKind data = DataKind::table);
std::vector<std::string> method_names(Family family, DataKind data = DataKind::table);

// Error(usage) with a "did you mean". A name of another family is said to be one.
const Method& find_method(std::string_view name, Family family, DataKind data = DataKind::table);
// Any family; null when there is none.
const Method* find_method(std::string_view name, DataKind data = DataKind::table);

// The first that serves the purpose, or leaves such values. Error(internal) when there is none.
const Method& method_for(Purpose purpose, DataKind data = DataKind::table);
const Method& method_with(Effect effect);

// The attack or loss measure of this name, of any kind of data; null when there is none. Their
// names say one method each, so that a result can be read without knowing what data it is of.
const Method* find_assessment(std::string_view name);

}  // namespace lethe
