// Two taxonomies made one: a taxonomy like any other, with the concepts of both.
//
// Where concepts are anchors (they mean the same), they are one concept with the names, parents and
// parts of both, and every measure compares concepts of the two across them. Without anchors the
// two stand side by side below a common root, the second for what the first does not know.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

struct Anchor {
    ConceptId first = kNoConcept;
    ConceptId second = kNoConcept;

    friend bool operator==(const Anchor&, const Anchor&) = default;
};

struct LabelAnchors {
    std::vector<Anchor> found;   // ascending; each concept at most once
    std::int64_t ambiguous = 0;  // names that mean several concepts in one of the two
    std::int64_t contested = 0;  // concepts that would be joined with several
    std::vector<Anchor> cyclic;  // left out because they would make a cycle
};

// Concepts whose preferred name is a name of the other, in spite of case, spaces and hyphens. A
// name that means several concepts in one of the two joins nothing. Where the preferred names of
// both are equal that counts before all else; other candidates must be the only ones on both sides.
// Concepts that would stand above themselves, because the two taxonomies order them differently,
// are not joined.
LabelAnchors anchors_by_label(const Taxonomy& first, const Taxonomy& second);

// What a text means that both know.
enum class LookUp {
    in_turn,   // the concepts of the first taxonomy alone
    together,  // those of both, those of the first before the others
};

// Ids are those of the sources; one of the second that the first knows as an id or a name gets the
// name of its taxonomy before it. Roots that stand for everything (virtual ones, and those called
// "*") are left out; a common root is put above the tops, if there are several. An anchor whose
// parents in one taxonomy are above those of the other keeps the nearer ones alone, so that levels
// which one of the two has are not skipped. A concept is an anchor at most once.
//
// Error(input), with `place` as its file, for a cycle that the anchors make, with its concepts.
Taxonomy join_taxonomies(const Context& context, const Taxonomy& first, const Taxonomy& second,
                         const std::vector<Anchor>& anchors, LookUp look_up,
                         const std::string& place);

}  // namespace lethe
