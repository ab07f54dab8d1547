// The study of masking by meaning with ontologies of other size and granularity, which the source
// leaves to later work (Martínez 2012, chapter 10).
//
// The same records are masked with the help of several ontologies: the one of the study, the same
// cut off at some depth, so that only its upper levels tell values apart, a small one made for the
// column, and another one of the field with several parents. What was lost is measured twice: by
// the ontology that masked, which is all that its owner can see, and by the full one of the study,
// which is the same yardstick for all. Centres are among the values here, since the others may not
// know the concepts of the first.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "experiments/experiments.h"
#include "experiments/semantic/semantic_files.h"
#include "experiments/support.h"
#include "lethe/core/parallel.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::reproduction {
namespace {

const std::vector<std::int64_t> kOntologyLevels = {2, 3, 5, 8, 10, 12, 15};
const Json kOntologyMeasure = {{"measure", "log-sc"}};
constexpr std::int64_t kOntologyRecords = 3006;  // of discharges, as in the medical study

// A file under one ontology, and how large that is.
struct OntologyArm {
    std::string name;
    Table table;
    std::int64_t concepts = 0;  // of all columns, a taxonomy that they share once
    int depth = 0;              // greatest, in links
    bool meaning = true;        // none: values are equal or not
};

OntologyArm ontology_arm(std::string name, Table table) {
    OntologyArm arm{std::move(name), std::move(table)};
    std::set<const Taxonomy*> seen;
    for (const ColumnPtr& column : arm.table.columns()) {
        const Taxonomy& taxonomy = column->meaning()->taxonomy();
        if (!seen.insert(&taxonomy).second) continue;
        arm.concepts += taxonomy.size();
        arm.depth = std::max(arm.depth, taxonomy.greatest_depth());
    }
    return arm;
}

// The upper levels of a taxonomy, down to `depth` links from its root, with the concepts of a
// column's values right below. Concepts keep their ids, and values the concepts that they had.
class CutTaxonomy {
  public:
    CutTaxonomy(const Taxonomy& full, int depth)
        : full_(full), depth_(depth), builder_("cut", "") {}

    std::int32_t add_value(ConceptId c) {
        if (full_.depth(c) <= depth_) return add_upper(c);
        const std::int32_t number = builder_.add_concept(full_.id(c));
        for (const ConceptId above : full_.subsumers(c)) {
            if (full_.depth(above) == depth_) builder_.add_is_a(number, add_upper(above));
        }
        return number;
    }

    TaxonomyPtr build() && {
        return std::make_shared<const Taxonomy>(std::move(builder_).build("cut taxonomy"));
    }

  private:
    std::int32_t add_upper(ConceptId c) {
        const bool known = builder_.find_concept(full_.id(c)) >= 0;
        const std::int32_t number = builder_.add_concept(full_.id(c));
        if (known) return number;
        for (const ConceptId parent : full_.parents(c)) {
            if (full_.depth(parent) <= depth_) builder_.add_is_a(number, add_upper(parent));
        }
        return number;
    }

    const Taxonomy& full_;
    int depth_;
    TaxonomyBuilder builder_;
};

Table with_cut_ontology(const Table& table, int depth, const Context& context) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        const Meaning& meaning = *column->meaning();
        const Taxonomy& full = meaning.taxonomy();
        CutTaxonomy cut(full, depth);
        std::map<std::string, std::string> ids;
        for (const std::string& text : column->dictionary()) {
            const ConceptId c = meaning.concept_of(text);
            if (c == kNoConcept) continue;
            cut.add_value(c);
            ids[text] = std::string(full.id(c));
        }
        columns.push_back(with_concepts(*column, std::move(cut).build(), std::move(ids), context));
    }
    return table.with(columns);
}

// What one masking with one ontology loses and leaves; by the full one where it knows all that is
// released.
struct OntologyFigures {
    std::optional<double> own;   // L by the ontology that masked; by equality where there is none
    std::optional<double> full;  // L by the full one
    std::optional<double> rl;    // linked by labels
    std::optional<double> srl_own;   // linked by meaning, of who knows the ontology that masked
    std::optional<double> srl_full;  // of who knows the full one
};

struct OntologyMethod {
    const char* name;
    const char* method;
    Json parameters;
};

const std::vector<OntologyMethod>& ontology_methods() {
    static const std::vector<OntologyMethod> methods = {
        {"SA-MDAV", "sa-mdav", Json::object()},
        {"recoding", "semantic-recoding", {{"candidates", "any"}}}};
    return methods;
}

OntologyFigures ontology_figures(const OntologyArm& ontology, const OntologyMethod& method,
                                 std::int64_t k, const Table& full, const ReproduceOptions& options,
                                 const Context& context) {
    const Json own = ontology.meaning ? kOntologyMeasure : Json{{"measure", "equality"}};
    Arm arm{method.name, method.method, method.parameters};
    arm.parameters["measure"] = own["measure"];
    if (!ontology.meaning && arm.method == "sa-mdav") arm.parameters["centre"] = "mode";
    MadeRelease release = made_release(ontology.table, arm, k, Random(options.seed), context);
    const auto value = [&](Family family, const char* name, const Table& original,
                           const Json& given) {
        return measured_release(family, name, given, original, release, context);
    };
    OntologyFigures figures;
    figures.own = value(Family::loss, "semantic-sse", ontology.table, own);
    figures.srl_own = value(Family::attack, "semantic-linkage", ontology.table, own);
    figures.rl = value(Family::attack, "label-linkage", ontology.table, Json::object());
    std::vector<ColumnPtr> columns;  // the same texts with their meanings in the full ontology
    for (const ColumnPtr& column : release.masked.columns()) {
        const MeaningPtr& meaning = full.column(column->name()).meaning();
        for (std::int64_t row = 0; row < column->size(); ++row) {
            if (meaning->concept_of(column->text(row)) == kNoConcept) return figures;
        }
        columns.push_back(column->with_meaning(meaning));
    }
    release.masked = release.masked.with(columns);
    figures.full = value(Family::loss, "semantic-sse", full, kOntologyMeasure);
    figures.srl_full = value(Family::attack, "semantic-linkage", full, kOntologyMeasure);
    return figures;
}

// [method][ontology][k]
using AllFigures = std::vector<std::vector<std::vector<OntologyFigures>>>;

AllFigures all_figures(const std::vector<OntologyArm>& ontologies, const ReproduceOptions& options,
                       const Context& context) {
    const std::size_t methods = ontology_methods().size(), levels = kOntologyLevels.size();
    AllFigures figures(methods,
                       std::vector(ontologies.size(), std::vector<OntologyFigures>(levels)));
    const std::size_t tasks = methods * ontologies.size() * levels;
    Progress progress(context, "masking", static_cast<std::int64_t>(tasks));
    const Context inner = context.silent().single();
    parallel_tasks(context, static_cast<std::int64_t>(tasks), [&](std::int64_t task) {
        const auto place = static_cast<std::size_t>(task);
        const std::size_t method = place / (ontologies.size() * levels);
        const std::size_t ontology = place / levels % ontologies.size(), level = place % levels;
        figures[method][ontology][level] =
            ontology_figures(ontologies[ontology], ontology_methods()[method],
                             kOntologyLevels[level], ontologies[0].table, options, inner);
        progress.add();
    });
    return figures;
}

// A drawn table: a row a k, a column an ontology.
void add_figure(Json& result, const std::string& title, const std::vector<OntologyArm>& ontologies,
                const std::vector<std::vector<OntologyFigures>>& figures,
                std::optional<double> OntologyFigures::*part) {
    std::vector<Head> heads = {{"k", "k", 0}};
    for (const OntologyArm& ontology : ontologies) heads.push_back({ontology.name, ontology.name});
    Json rows = Json::array();
    for (std::size_t level = 0; level < kOntologyLevels.size(); ++level) {
        Json row = {{"k", kOntologyLevels[level]}};
        for (std::size_t i = 0; i < ontologies.size(); ++i) {
            row[ontologies[i].name] = json_of(figures[i][level].*part);
        }
        rows.push_back(std::move(row));
    }
    add_drawn_table(result, table_of(title, heads, std::move(rows)), "percent");
}

Json ontologies_table(const std::string& file, const std::vector<OntologyArm>& ontologies) {
    Json rows = Json::array();
    for (const OntologyArm& ontology : ontologies) {
        if (!ontology.meaning) continue;
        rows.push_back({{"ontology", ontology.name},
                        {"concepts", ontology.concepts},
                        {"depth", ontology.depth}});
    }
    return table_of(file + ": the ontologies",
                    {{"ontology", "ontology"}, {"concepts", "concepts", 0}, {"depth", "depth", 0}},
                    std::move(rows));
}

// What is asked of the figures, counted over k: whether any meaning loses less than none, whether
// the full ontology loses least by its own yardstick, and whether the intruder with the full one
// finds as many as who knows what masked.
void add_ontology_claims(Json& claims, const std::string& what,
                         const std::vector<OntologyArm>& ontologies,
                         const std::vector<std::vector<OntologyFigures>>& figures) {
    const std::size_t none = ontologies.size() - 1;
    const auto claim = [&](const std::string& statement, std::size_t ontology, const auto& holds) {
        std::int64_t count = 0;
        for (std::size_t level = 0; level < kOntologyLevels.size(); ++level) {
            if (!figures[ontology][level].full) return;  // the full one cannot tell
            count += holds(figures[ontology][level], level) ? 1 : 0;
        }
        add_claim(claims, what + ": " + statement, count, std::ssize(kOntologyLevels));
    };
    for (std::size_t i = 0; i < none; ++i) {
        claim(ontologies[i].name + " loses less than no ontology", i,
              [&](const OntologyFigures& one, std::size_t level) {
                  return *one.full < *figures[none][level].full;
              });
        if (i == 0) continue;
        claim(fmt::format("{} loses more than {}", ontologies[i].name, ontologies[0].name), i,
              [&](const OntologyFigures& one, std::size_t level) {
                  return *one.full > *figures[0][level].full;
              });
        claim(fmt::format("masked by {}, who knows {} links at least as many", ontologies[i].name,
                          ontologies[0].name),
              i, [&](const OntologyFigures& one, std::size_t) {
                  return *one.srl_full >= *one.srl_own;
              });
    }
}

void run_file(const std::string& file, std::vector<OntologyArm> ontologies,
              const ReproduceOptions& options, const Context& context, Json& result) {
    OntologyArm none{"none", ontologies[0].table};
    none.meaning = false;
    ontologies.push_back(std::move(none));
    result["tables"].push_back(ontologies_table(file, ontologies));
    const AllFigures figures = all_figures(ontologies, options, context);
    for (std::size_t method = 0; method < figures.size(); ++method) {
        const std::string what = fmt::format("{}, {}", file, ontology_methods()[method].name);
        const auto add = [&](const char* title, std::optional<double> OntologyFigures::*part) {
            add_figure(result, fmt::format("{}: {}", what, title), ontologies, figures[method],
                       part);
        };
        add("L by the ontology that masked, percent", &OntologyFigures::own);
        add("L by the full ontology, percent", &OntologyFigures::full);
        add("RL, linked by labels, percent", &OntologyFigures::rl);
        add("SRL of who knows the ontology that masked, percent", &OntologyFigures::srl_own);
        add("SRL of who knows the full ontology, percent", &OntologyFigures::srl_full);
        add_ontology_claims(result["claims"], what, ontologies, figures[method]);
    }
}

std::vector<OntologyArm> adult_ontologies(const ReproduceOptions& options, const Context& context) {
    const Table table = adult_concepts(options, context);
    std::vector<OntologyArm> ontologies = {ontology_arm("WordNet", table)};
    for (const int depth : {7, 4, 2}) {
        ontologies.push_back(ontology_arm(fmt::format("WordNet to {}", depth),
                                          with_cut_ontology(table, depth, context)));
    }
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        const std::string path =
            options.data + "/ontology_adult_muant/" + column->name() + "-ontology.owl";
        if (!std::filesystem::exists(path)) return ontologies;
        columns.push_back(
            with_concepts(*column, read_knowledge(context, path).taxonomy, {}, context));
    }
    ontologies.push_back(ontology_arm("made for it", table.with(columns)));
    return ontologies;
}

// The reference of the Disease Ontology to a code of ICD-9, or to the nearest shorter one.
std::optional<std::string> disease_reference(const Taxonomy& doid, std::string_view code) {
    const std::size_t category = code.starts_with('E') ? 4 : 3;
    for (std::size_t length = code.size(); length >= category && length > 0; --length) {
        std::string dotted = fmt::format("ICD9CM:{}", code.substr(0, length));
        if (length > category) dotted.insert(dotted.size() - (length - category), ".");
        if (!doid.find(dotted).empty()) return dotted;
    }
    return std::nullopt;
}

std::vector<OntologyArm> hospital_ontologies(const ReproduceOptions& options,
                                             const Context& context) {
    const std::vector<std::string> names = {"dx01", "dx02"};
    const Table complete =
        read_complete(options.data + "/health_nhds2010/nhds2010.csv.gz", names, context)
            .select(names);
    const TaxonomyPtr icd =
        read_knowledge(context, options.data + "/ontology_icd/icd9cm_2014_hierarchy.csv").taxonomy;
    const TaxonomyPtr doid =
        read_knowledge(context, options.data + "/ontology_doid/doid.obo").taxonomy;
    std::map<std::string, std::string> references;
    for (const std::string& name : names) {
        const ColumnPtr texts = complete.column(name).as_kind(Kind::semantic);
        for (const std::string& code : texts->dictionary()) {
            const auto reference = disease_reference(*doid, code);
            if (reference && !icd->find(code).empty()) references[code] = *reference;
        }
    }
    std::vector<std::int64_t> known;
    for (std::int64_t row = 0; row < complete.rows(); ++row) {
        if (std::ranges::all_of(names, [&](const std::string& name) {
                return references.contains(complete.column(name).text(row));
            })) {
            known.push_back(row);
        }
    }
    const auto drawn = random_subset(Random(options.seed).stream("known"), std::ssize(known),
                                     std::min(kOntologyRecords, std::ssize(known)));
    std::vector<std::int64_t> rows;
    for (const std::int64_t place : drawn) rows.push_back(known[static_cast<std::size_t>(place)]);
    const Table sample = complete.gather(rows);
    std::vector<ColumnPtr> by_icd, by_doid;
    for (const std::string& name : names) {
        by_icd.push_back(with_concepts(sample.column(name), icd, {}, context));
        by_doid.push_back(with_concepts(sample.column(name), doid, references, context));
    }
    const Table table = sample.with(by_icd);
    return {ontology_arm("ICD-9", table),
            ontology_arm("ICD-9 to 2", with_cut_ontology(table, 2, context)),
            ontology_arm("ICD-9 to 1", with_cut_ontology(table, 1, context)),
            ontology_arm("DOID", sample.with(by_doid))};
}

Json run_ontologies(const ReproduceOptions& options, const Context& context) {
    Json result = {
        {"tables", Json::array()},
        {"charts", Json::array()},
        {"claims", Json::array()},
        {"notes",
         Json::array({"The source asks for this study and publishes none: nothing here stands "
                      "beside a published figure.",
                      "\"To 2\" is the ontology down to two links from its root, the values right "
                      "below. Microaggregation by a foreign ontology releases concepts that the "
                      "full one does not know: there is no figure by it then.",
                      "DOID knows a third of the diagnoses, by its references to codes of ICD-9 or "
                      "to the nearest shorter one; the discharges are drawn from those whose two "
                      "diagnoses it knows."})}};
    run_file("Adult", adult_ontologies(options, context), options, context, result);
    if (std::filesystem::exists(options.data + "/ontology_doid/doid.obo")) {
        run_file("Hospital", hospital_ontologies(options, context), options, context, result);
    } else {
        result["notes"].push_back("ontology_doid/doid.obo is not there: without the discharges.");
    }
    return result;
}

}  // namespace

std::vector<Experiment> ontology_experiments() {
    return {{"ontologies", "Masking by meaning with ontologies of other size and granularity",
             "Martínez 2012, chapter 10 (asked, not published)", run_ontologies, 1}};
}

}  // namespace lethe::reproduction
