// RDF statements from text, by Raptor. Only for read_rdf.cc.
#pragma once

#include <functional>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/knowledge/readers/source_text.h"

namespace lethe::readers {

struct RdfTerm {
    enum class Kind { iri, literal, blank };
    Kind kind = Kind::blank;
    std::string_view text;      // valid during the call
    std::string_view language;  // of a literal; empty: none
};

enum class RdfSyntax { rdf_xml, turtle };

// Calls `take` with each statement in the order of the text. The parser opens no file and no
// connection. Error(input) with the line for what is not of this syntax.
using TakeStatement =
    std::function<void(const RdfTerm& subject, std::string_view predicate, const RdfTerm& object)>;
void parse_rdf(const Context& context, const SourceText& source, RdfSyntax syntax,
               const TakeStatement& take);

}  // namespace lethe::readers
