// What an ontology may be before it is given to a parser, which trusts it.
#pragma once

#include <cstdint>

#include "lethe/knowledge/readers/source_text.h"

namespace lethe::readers {

inline constexpr std::int64_t kLongestIri = 4096;

// Error(input) for what could make a small XML file large in memory or reach outside it: an
// external DTD, external or parameter entities, entities that hold others, long ones, or so many
// uses of them that the text grows eightfold; and an encoding that is not a kind of ASCII, which
// would hide all this. Short names for namespaces (<!ENTITY owl "http://...">) pass. Error(input)
// also for elements nested more than 200 deep, which a recursive parser may not survive.
void check_xml(const SourceText& source);

// Error(input) for Turtle whose prefixes could make it much larger: a name in it that is longer
// than kLongestIri, or prefixes that might make the text grow to 32 times its size.
void check_turtle(const SourceText& source);

// How much of names and texts may be kept of a source: bounded by its size.
std::int64_t most_kept_bytes(const SourceText& source);

}  // namespace lethe::readers
