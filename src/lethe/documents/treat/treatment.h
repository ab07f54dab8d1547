// What is done with the mentions of a category: a method of the catalogue with its parameters.
// `lethe methods --data documents` lists them; each is one file of treatments/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/find/category.h"
#include "lethe/language/span.h"
#include "lethe/method/method.h"

namespace lethe::documents {

struct Treatment {
    Treatment();  // numbered: the same entity has the same number
    explicit Treatment(const Method& treatment, Json given = Json::object());  // bound

    const Method* method;
    Json parameters;  // bound

    const TreatmentTraits& traits() const { return *method->treatment; }
    bool keeps() const { return traits().keeps; }
    // The taxonomy that it asks for, "wordnet" or a file; empty: none.
    std::string taxonomy() const;
};

const std::string& name(const Treatment& treatment);
std::vector<std::string> treatment_names();

Json to_json(const Treatment& treatment);  // what the release record says of it

// Parameters as a policy gives them, bound and completed for a category. Adds every problem; the
// place of one about a parameter is `place` with the parameter's name.
Treatment bound_treatment(const Method& method, const Json& given, const CategoryInfo& info,
                          CategoryId category, const Place& place, Problems& problems);

TreatOutput treat(const Treatment& treatment, const TreatInput& input);

// The places of what earlier treatments wrote (Pers_1, <Person>, Pers_enc:...), in order, without
// overlaps: they are not treated again. `highest` gets the highest number of each category.
std::vector<language::Span> treated_places(std::string_view text,
                                           const std::vector<CategoryInfo>& categories,
                                           std::vector<std::int64_t>& highest);

}  // namespace lethe::documents
