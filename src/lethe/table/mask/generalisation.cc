// Generalisation: values give way to more general ones of their taxonomy until k records look
// alike.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/partition/cuts/evolve_cuts.h"
#include "lethe/algo/partition/cuts/tree_cut.h"
#include "lethe/algo/partition/full_domain.h"
#include "lethe/algo/partition/local_generalisation.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/publish_tuples.h"

namespace lethe::mask {
namespace {

enum class Scheme { local, full_domain, cut };
enum class Search { greedy, best_first, evolution };
using Loss = FullDomainOptions::Loss;

struct GeneralisationParams {
    std::int64_t k = 5;
    Scheme scheme = Scheme::local;
    RaiseCost cost = RaiseCost::steps;
    Search search = Search::greedy;
    Loss loss = Loss::ncp;
    double suppress = 0;
    std::map<std::string, double> weights;
    std::int64_t start = 1;
};

Schema<GeneralisationParams> generalisation_schema() {
    return Schema<GeneralisationParams>()
        .field("k", &GeneralisationParams::k, "records that must look alike", at_least(2))
        .choice(
            "scheme", &GeneralisationParams::scheme,
            "local: each record is raised as far as it needs; full-domain: all values of a "
            "column by the same number of levels; cut: equal values alike, different ones by "
            "different numbers of levels",
            {{"local", Scheme::local}, {"full-domain", Scheme::full_domain}, {"cut", Scheme::cut}})
        .choice("cost", &GeneralisationParams::cost,
                "local and cut: what is kept small, the steps climbed in the taxonomy or the share "
                "of its leaves that a value stands for",
                {{"steps", RaiseCost::steps}, {"ncp", RaiseCost::ncp}})
        .choice("search", &GeneralisationParams::search,
                "local: greedy joins the rarest combination with its cheapest partner; best-first "
                "takes the best of several orders and exchanges records between groups as long as "
                "that costs less. cut: evolution breeds cuts by crossover and mutation, whatever "
                "their number",
                {{"greedy", Search::greedy},
                 {"best-first", Search::best_first},
                 {"evolution", Search::evolution}})
        .choice(
            "loss", &GeneralisationParams::loss, "full-domain: what the chosen levels make least",
            {{"ncp", Loss::ncp}, {"steps", Loss::steps}, {"discernibility", Loss::discernibility}})
        .field("suppress", &GeneralisationParams::suppress,
               "full-domain: percentage of the records that may be raised to the top because they "
               "stay rare",
               between(0, 100))
        .field("weights", &GeneralisationParams::weights,
               "how much a step or a share counts in some columns, in hundredths of the largest: "
               "column name and number; others 1",
               at_least(0))
        .field("start", &GeneralisationParams::start,
               "search = evolution: the number that its random numbers start from; another one is "
               "another search",
               at_least(0));
}

// What all values together climbed, and what share of the leaves they stand for.
void add_losses(const TupleSpace& space, std::span<const ConceptLadder> ladders,
                const GeneralisedTuples& made, Json& facts) {
    std::int64_t steps = 0;
    std::int64_t penalty = 0;
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        const TupleSpace::Point& point =
            made.points[static_cast<std::size_t>(made.of_tuple[static_cast<std::size_t>(t)])];
        for (std::size_t j = 0; j < space.columns(); ++j) {
            const std::int32_t from = space.domain(j)->candidate_of(space.code(j, t));
            const auto to = static_cast<std::int32_t>(point[j]);
            steps += space.count(t) * ladders[j].steps(from, to);
            penalty += space.count(t) * ladders[j].penalty(from, to);
        }
    }
    const double cells = static_cast<double>(space.rows()) * static_cast<double>(space.columns());
    facts["steps"] = steps;
    facts["mean_ncp"] =
        100 * static_cast<double>(penalty) / (static_cast<double>(ConceptLadder::kWhole) * cells);
}

// Columns of which nothing but the root is left.
void warn_of_roots(const TupleSpace& space, const std::vector<std::string>& columns,
                   const GeneralisedTuples& made, std::vector<std::string>& warnings) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const ValueDomain& domain = *space.domain(j);
        const bool all =
            std::all_of(made.points.begin(), made.points.end(), [&](const auto& point) {
                return domain.concept_of(static_cast<std::int32_t>(point[j])) == 0;
            });
        if (!all || made.points.empty()) continue;
        warnings.push_back(fmt::format(
            "column \"{}\" was raised to the root of its taxonomy: nothing is left of it",
            columns[j]));
    }
}

// In hundredths of the largest; none where all count the same.
std::vector<std::int64_t> whole_weights(const std::vector<std::string>& columns,
                                        const std::map<std::string, double>& weights) {
    if (weights.empty()) return {};
    std::vector<double> own;
    for (const std::string& name : columns) own.push_back(for_column(name, weights, 1.0));
    const double most = *std::max_element(own.begin(), own.end());
    std::vector<std::int64_t> whole;
    for (const double weight : own) whole.push_back(std::llround(100 * weight / most));
    return whole;
}

MaskOutput apply_generalisation(const MaskInput& input, const GeneralisationParams& params) {
    if (input.table.rows() == 0) return {};
    TupleSpace::Options options;
    options.measure.kind = MeasureKind::equality;
    const TupleSpace space(input.context, input.table, input.columns, options);
    const std::vector<ConceptLadder> ladders =
        concept_ladders(space, whole_weights(input.columns, params.weights));
    Json facts = Json::object();
    GeneralisedTuples made;
    if (params.scheme == Scheme::local) {
        made = params.search == Search::best_first
                   ? generalise_best_first(input.context, space, ladders, params.k, params.cost)
                   : generalise_locally(input.context, space, ladders, {params.k, params.cost});
    } else if (params.scheme == Scheme::cut) {
        TreeCut found = params.search == Search::evolution
                            ? evolve_cuts(input.context, space, ladders, params.k, params.cost,
                                          {.start = static_cast<std::uint64_t>(params.start)})
                            : cut_trees(input.context, space, ladders, params.k, params.cost);
        for (std::size_t j = 0; j < input.columns.size(); ++j) {
            facts["values_left"][input.columns[j]] = found.shown[j];
        }
        facts["exact"] = found.exact;
        facts["cuts_looked_at"] = found.looked_at;
        made = std::move(found.tuples);
    } else {
        const auto allowed = static_cast<std::int64_t>(
            std::floor(static_cast<double>(space.rows()) * params.suppress / 100));
        FullDomain found =
            generalise_full_domain(input.context, space, ladders, {params.k, params.loss, allowed});
        for (std::size_t j = 0; j < input.columns.size(); ++j) {
            facts["levels"][input.columns[j]] = found.levels[j];
        }
        facts["vectors"] = found.vectors;
        facts["vectors_looked_at"] = found.looked_at;
        facts["suppressed_records"] = found.suppressed + found.joined;
        made = std::move(found.tuples);
    }
    add_losses(space, ladders, made, facts);
    std::vector<std::int32_t> point_of_row;
    for (const std::int32_t tuple : space.tuple_of_row()) {
        point_of_row.push_back(made.of_tuple[static_cast<std::size_t>(tuple)]);
    }
    MaskOutput output = publish_points(input, space, made.points, point_of_row, params.k);
    output.facts.update(facts);
    warn_of_roots(space, input.columns, made, output.warnings);
    if (params.search == Search::evolution && params.scheme != Scheme::cut) {
        output.warnings.emplace_back(
            "search = evolution has no effect: it searches for cuts, and scheme is not cut");
    }
    return output;
}

void check_generalisation(const Table& table, std::span<const std::string> columns,
                          const GeneralisationParams& params, const Place& place,
                          Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
    check_column_names("weights", params.weights, columns, place, problems);
    const bool any = params.weights.size() < columns.size() ||
                     std::any_of(params.weights.begin(), params.weights.end(),
                                 [](const auto& one) { return one.second > 0; });
    if (!any) problems.push_back({"no column has a weight above 0", within(place, "weights")});
    for (const std::string& name : columns) {
        if (table.column(name).meaning()) continue;
        problems.push_back(
            {fmt::format("column \"{0}\" has no taxonomy to generalise along: give it one in the "
                         "policy ({0} = {{ knowledge = \"FILE\" }}) or with the option "
                         "knowledge {0}=FILE",
                         name),
             place});
    }
}

}  // namespace

Method generalisation() {
    return make_mask(
        MethodInfo{
            .name = "generalisation",
            .title = "Generalisation along taxonomies",
            .summary = "Raises values to more general ones of their taxonomy until k records look "
                       "alike.",
            .description =
                "Each value gives way to one that subsumes it (a town to its province, a birth "
                "year to its decade), so that what is released is true, only less precise. "
                "`local` raises each record as far as it needs: while a combination of values has "
                "fewer than k records, the rarest and the one with which it loses least are both "
                "raised to what they have in common. Equal values may end at different "
                "generality, which keeps more but is harder to analyse. `search` = best-first "
                "never needs more of its `cost` than the greedy search, and takes longer. "
                "`full-domain` raises all "
                "values of a column by the same number of levels and finds the levels with the "
                "least loss, exactly; a few odd records then cost everybody, unless `suppress` "
                "lets them be raised to the top (all their columns; where that would be fewer "
                "than k records the class that loses least by it joins them). `cut` stands between "
                "the two (Iyengar): a value is generalised alike wherever it occurs, but a rare "
                "one may go further up than a frequent one beside it. The cut with the least "
                "`cost` is found exactly where there are at most 100,000 of them, and otherwise by "
                "a search from the top down that is then mended; `search` = evolution is Iyengar's "
                "genetic algorithm, with repair in place of suppressed records. `weights` let some "
                "columns keep "
                "more than others. The result is "
                "k-anonymous, no record is dropped. Use it where a release must not hold a value "
                "that is not true; microaggregation by meaning (`sa-mdav`) keeps more. "
                "All columns need a taxonomy or a value hierarchy; one of numbers needs a "
                "hierarchy over their texts. A missing value stands directly below the top. "
                "Beware: confidential values that are equal within a class are disclosed; see "
                "`l-diversity` and `t-closeness`.",
            .kinds = {Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::row_order_independent,
                           Property::pairwise, Property::makes_missing},
            .cites = {"martinez2012ontology", "samarati2001protecting", "lefevre2005incognito",
                      "elemam2009globally", "iyengar2002transforming"},
            .example = {{"k", 3}},
            .effect = Effect::containment},
        generalisation_schema(), apply_generalisation, check_generalisation);
}

}  // namespace lethe::mask
