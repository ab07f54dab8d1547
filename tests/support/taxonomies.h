// Small taxonomies that several tests use: those of published worked examples, and random ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::test {

// Pairs of a concept and its parent; concepts are numbered, as far as parents allow, in the order
// in which they are first named.
TaxonomyPtr taxonomy_of(std::string name,
                        const std::vector<std::pair<std::string, std::string>>& is_a);

// symptom > pain > {colic, ache > {lumbago, migraine}}; symptom > inflammation > {appendicitis,
// gastritis}: Fig. 4 of the thesis, as its Table 6 tells it.
TaxonomyPtr symptoms();
// medical_care > therapy > {rehabilitation, medication > {antibiotic, analgesic > {aspirin,
// codeine}}}; medical_care > hospitalisation: Fig. 7, as Table 9 tells it.
TaxonomyPtr treatments();
// The extract of SNOMED CT (Fig. 3), the smallest tree that gives Table 5: R > {degenerative
// disorder > {asbestosis, Y > {amyotrophia, myofibrosis}}, X > {allergy, squint}}.
TaxonomyPtr snomed_extract();
// Fig. 19: root > {v11, g > {v12, v13}} and root > {v21, v23}.
TaxonomyPtr first_of_figure_19();
TaxonomyPtr second_of_figure_19();

// Any of them: "symptoms", "treatments", "snomed", "figure-19-first", "figure-19-second".
TaxonomyPtr taxonomy_named(std::string_view name);

// The only concept of this name; a failure of the test where there is none, or several.
ConceptId concept_named(const Taxonomy& taxonomy, std::string_view name);

// 1 .. `most` concepts with up to three parents each; some share names, some have parts, and most
// have glosses of a few words out of few.
TaxonomyPtr random_taxonomy(const Random& random, std::int64_t most);

}  // namespace lethe::test
