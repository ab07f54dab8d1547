// What an XML file may be before it is given to a parser.
#pragma once

#include "lethe/knowledge/source_text.h"

namespace lethe::knowledge {

// Error(input) for what could make a small XML file large in memory or reach outside it: an
// external DTD, external or parameter entities, entities that hold others, long ones, or so many
// uses of them that the text grows eightfold; and an encoding that is not a kind of ASCII, which
// would hide all this. Short names for namespaces (<!ENTITY owl "http://...">) pass. Error(input)
// also for elements nested more than 200 deep, which a recursive parser may not survive.
void check_xml(const SourceText& source);

}  // namespace lethe::knowledge
