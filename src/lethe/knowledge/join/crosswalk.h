// Published maps from one vocabulary to another, recognised by their heads:
//
//   concept maps  columns value and concept, as lethe knowledge map writes them
//   pairs         two columns, called value, from, source or code, and concept, to or target
//   NLM           the National Library of Medicine's maps from ICD-9-CM to SNOMED CT: tab-separated
//                 with ICD_CODE, SNOMED_CID and IS_1-1MAP among its columns
//   GEM           general equivalence mappings of ICD-9-CM and ICD-10-CM, either way: code, code
//                 and five flags (approximate, no map, combination, scenario, choice list), by
//                 spaces and without a header, or CSV with the columns icd9cm, icd10cm and flags
//
// A code may have several targets. In the two published forms dots in codes make no difference.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/join/join_taxonomies.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

struct CrosswalkPair {
    std::string from;
    std::string to;     // empty: the file says that there is none
    bool equal = true;  // the file calls the two equivalent: no approximation, no combination
    std::int64_t line = 0;
};

struct Crosswalk {
    enum class Form { concepts, pairs, nlm, gem };

    Form form = Form::pairs;
    std::vector<CrosswalkPair> pairs;  // in the order of the file
};

std::string_view name(Crosswalk::Form form);

// By its head; none where that is not recognised or the file cannot be read as text.
std::optional<Crosswalk::Form> crosswalk_form(const std::string& path);

// Error(io); Error(input) with the line for what is wrong, or where no form is recognised.
Crosswalk read_crosswalk(const std::string& path);

// What values mean by a map file, to be used as overrides (MapOptions). A concept map is taken as
// it is. Of the other forms a value with one target that the taxonomy has means this one; one with
// several means their least common subsumer. Values whose targets the taxonomy lacks, or that have
// none, are not in the result. `notes` says how many values were of which sort.
//
// Error(input) as read_crosswalk; Error(usage) where no value of a published form is in the file.
std::map<std::string, std::string> concepts_by_map(const std::string& path,
                                                   const Taxonomy& taxonomy,
                                                   std::span<const std::string> values,
                                                   std::vector<std::string>& notes);

// The anchors that a map file names: concept of the first, concept of the second taxonomy.
//
// In the published forms only pairs count that are called equivalent and that are the only ones of
// both their codes; others, and codes that a taxonomy lacks, are left out and counted in `notes`.
// In the plain forms each of these is a problem. Error(input), all problems at once.
std::vector<Anchor> anchors_by_file(const std::string& path, const Taxonomy& first,
                                    const Taxonomy& second, std::vector<std::string>& notes);

}  // namespace lethe
