#include "taxonomies.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::test {

TaxonomyPtr taxonomy_of(std::string name,
                        const std::vector<std::pair<std::string, std::string>>& is_a) {
    TaxonomyBuilder builder(name, "");
    for (const auto& [child, parent] : is_a) {
        const std::int32_t above = builder.add_concept(parent);
        builder.add_is_a(builder.add_concept(child), above);
    }
    return std::make_shared<const Taxonomy>(std::move(builder).build(name));
}

TaxonomyPtr symptoms() {
    return taxonomy_of("symptoms", {{"pain", "symptom"},
                                    {"inflammation", "symptom"},
                                    {"colic", "pain"},
                                    {"ache", "pain"},
                                    {"lumbago", "ache"},
                                    {"migraine", "ache"},
                                    {"appendicitis", "inflammation"},
                                    {"gastritis", "inflammation"}});
}

TaxonomyPtr treatments() {
    return taxonomy_of("treatments", {{"therapy", "medical_care"},
                                      {"hospitalisation", "medical_care"},
                                      {"rehabilitation", "therapy"},
                                      {"medication", "therapy"},
                                      {"antibiotic", "medication"},
                                      {"analgesic", "medication"},
                                      {"aspirin", "analgesic"},
                                      {"codeine", "analgesic"}});
}

TaxonomyPtr snomed_extract() {
    return taxonomy_of("snomed", {{"degenerative disorder", "R"},
                                  {"X", "R"},
                                  {"allergy", "X"},
                                  {"squint", "X"},
                                  {"asbestosis", "degenerative disorder"},
                                  {"Y", "degenerative disorder"},
                                  {"amyotrophia", "Y"},
                                  {"myofibrosis", "Y"}});
}

TaxonomyPtr first_of_figure_19() {
    return taxonomy_of("figure-19-first",
                       {{"v11", "root"}, {"g", "root"}, {"v12", "g"}, {"v13", "g"}});
}

TaxonomyPtr second_of_figure_19() {
    return taxonomy_of("figure-19-second", {{"v21", "root"}, {"v23", "root"}});
}

TaxonomyPtr taxonomy_named(std::string_view name) {
    for (const auto make :
         {symptoms, treatments, snomed_extract, first_of_figure_19, second_of_figure_19}) {
        const TaxonomyPtr taxonomy = make();
        if (taxonomy->name() == name) return taxonomy;
    }
    throw std::runtime_error(fmt::format("no taxonomy is named {}", name));
}

ConceptId concept_named(const Taxonomy& taxonomy, std::string_view name) {
    const auto found = taxonomy.find(name);
    if (found.size() != 1) {
        throw std::runtime_error(
            fmt::format("{} concepts of {} are named {}", found.size(), taxonomy.name(), name));
    }
    return found.front();
}

TaxonomyPtr random_taxonomy(const Random& random, std::int64_t most) {
    Draws draws = random.stream("taxonomy").at(0);
    const auto size = 1 + static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(most)));
    const auto words = static_cast<std::uint64_t>(2 + size / 2);
    TaxonomyBuilder builder("random", "");
    for (std::int32_t c = 0; c < size; ++c) {
        builder.add_concept(fmt::format("c{}", c));
        builder.add_name(c, fmt::format("name{}", c));
        if (draws.below(3) == 0) {
            builder.add_name(c, fmt::format("shared{}", draws.below(words)),
                             static_cast<std::int32_t>(draws.below(4)));
        }
        std::string gloss;
        for (std::uint64_t left = draws.below(7); left > 0; --left) {
            gloss += fmt::format("word{} ", draws.below(words));
        }
        builder.set_gloss(c, gloss);
        const std::uint64_t above = c == 0 ? 0 : 1 + (draws.below(3) == 0 ? draws.below(3) : 0);
        for (std::uint64_t i = 0; i < above; ++i) {
            const auto parents = static_cast<std::uint64_t>(c);
            // Often among the last few, so that some taxonomies are deep.
            const std::uint64_t reach = draws.below(2) == 0 ? parents : std::min(parents, 3UL);
            builder.add_is_a(c, c - 1 - static_cast<std::int32_t>(draws.below(reach)));
        }
        if (c > 0 && draws.below(4) == 0) {
            builder.add_part_of(
                c, static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(c))));
        }
    }
    return std::make_shared<const Taxonomy>(std::move(builder).build("random"));
}

}  // namespace lethe::test
