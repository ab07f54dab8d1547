// What an XML file may declare before it is given to a parser.
#pragma once

#include "lethe/knowledge/source_text.h"

namespace lethe::knowledge {

// Error(input) for what could make a small XML file large in memory or reach outside it: an
// external DTD, external or parameter entities, entities that hold others, long ones, or so many
// uses of them that the text grows eightfold; and an encoding that is not a kind of ASCII, which
// would hide all this. Short names for namespaces (<!ENTITY owl "http://...">) pass.
void check_xml_declarations(const SourceText& source);

}  // namespace lethe::knowledge
