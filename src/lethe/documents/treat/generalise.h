// Something wider for a mention.
//
//   date              its year, or month ("May 2004"), or decade ("2000s")
//   age               a band of ten years: 40-49
//   money, quantity   the power of ten: "EUR 5,400" becomes "EUR 1,000-10,000"
//   postcode          its first two characters: 10***
//   ip                the network: 192.168.0.0/16, 2001:db8::/32
//   place, location   the country that it is part of, by a taxonomy with wholes (WordNet)
//   country           the part of the world, likewise
//   others, and taxonomies without wholes (value hierarchies)   the concept above
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/category.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/language/span.h"

namespace lethe::documents {

struct GeneraliseTo {
    enum class Date { year, month, decade };

    Date date = Date::year;
    int years = 10;         // width of a band of ages
    int characters = 2;     // of a postcode
    std::string knowledge;  // where a taxonomy is needed: "wordnet" or a file
};

std::string_view name(GeneraliseTo::Date date);
std::optional<GeneraliseTo::Date> date_step_named(std::string_view name);
std::vector<std::string> date_step_names();

// Does the category need a taxonomy to be generalised?
bool needs_knowledge(CategoryId category);

// Whether generalising can have written this, in whole or in part; without a step of dates, by any
// step. Nothing that has a day in it is what a date became.
bool may_be_generalised(std::string_view text, CategoryId category,
                        std::optional<GeneraliseTo::Date> step);

// None where nothing wider is known. What is wide enough already (a year, a band) stays.
std::optional<std::string> generalise(std::string_view text, CategoryId category,
                                      const GeneraliseTo& to, const Taxonomy* knowledge);

}  // namespace lethe::documents
