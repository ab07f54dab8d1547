// knowledge sort: values in the semantic order.
#include <algorithm>

#include "lethe/algo/statistics/semantic_order.h"
#include "lethe/core/error.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/semantic_values.h"

namespace lethe::operation {
namespace {

struct SemanticSortOptions {
    SemanticValues values;
    Weighting weighting = Weighting::none;
    std::string from;
    std::string output;
    Replacing replace;
};

// The tuple of a value that is there, by its text or the name of its concept.
std::int32_t tuple_named(const ValueSet& set, const std::string& text) {
    for (std::int32_t t = 0; t < set.space->tuples(); ++t) {
        const auto& texts = set.texts[static_cast<std::size_t>(t)];
        if (set.text(t) == text ||
            std::ranges::any_of(texts, [&](const auto& one) { return one.first == text; })) {
            return t;
        }
    }
    throw Error(ErrorKind::usage, "must be one of the values", {{}, 0, 0, "from"});
}

Answer sort_values(const SemanticSortOptions& options, Door& door) {
    release::refuse_overwrite(options.output, options.values.inputs());
    const ValueSet set = options.values.open(door);
    const TupleSpace& space = *set.space;
    std::vector<TupleCount> all;
    for (std::int32_t t = 0; t < space.tuples(); ++t) all.push_back({t, space.count(t)});
    const std::int32_t first = options.from.empty()
                                   ? extreme_tuple(space, all, options.weighting, {})
                                   : tuple_named(set, options.from);
    Json rows = Json::array();
    std::vector<std::vector<std::string>> lines{{"value", "concept", "rank", "distance"}};
    for (const auto& [tuple, count] : semantic_order(space, all, options.weighting, first)) {
        const double distance = space.mean(space.parts(first, tuple));
        const std::string rank = std::to_string(rows.size() + 1);
        for (const auto& [text, times] : set.texts[static_cast<std::size_t>(tuple)]) {
            lines.push_back({text, set.id(space.tuple_point(tuple)), rank, Json(distance).dump()});
        }
        rows.push_back({{"label", set.text(tuple)}, {"count", count}, {"distance", distance}});
    }
    Json result{{"kind", "semantic-order"},
                {"about", "original"},
                {"column", set.column},
                {"name", set.taxonomy},
                {"measure", name(options.values.measure)},
                {"values", set.values},
                {"missing", set.missing},
                {"different", space.tuples()},
                {"from", set.text(first)},
                {"order", std::move(rows)}};
    if (!options.output.empty()) {
        options.replace.check(options.output, OutputKind::table, "value,concept,rank,distance\n");
        write_value_table(options.output, lines);
        result["output"] = options.output;
    }
    return {std::move(result)};
}

void check_sort(const SemanticSortOptions& options, const Door&, Problems& problems) {
    options.values.check(problems);
}

}  // namespace

Operation knowledge_sort() {
    using O = SemanticSortOptions;
    return make_operation(
        {.name = "sort",
         .words = {"knowledge", "sort"},
         .summary = "Values in the semantic order: by meaning, from one end to the other",
         .notes = "The order begins with the value that is farthest from the centre of all and "
                  "goes on by distance from it, so that values of like meaning are near each "
                  "other. It is the order of semantic resampling and of swapping.",
         .examples = {"lethe knowledge sort --values hiking,fishing,birds,beach,swimming,ducks",
                      "lethe sample survey --rows 200 --seed 1 -o visitors.csv",
                      "lethe knowledge sort visitors.csv --column activity -o order.csv"}},
        Schema<O>()
            .include(&O::values, SemanticValues::schema())
            .choice("weighting", &O::weighting,
                    "Distances as they are, or times how often a value is there",
                    {{"none", Weighting::none}, {"frequency", Weighting::frequency}})
            .shown("HOW")
            .field("from", &O::from, "Begin with this value (default: the most extreme one)")
            .shown("VALUE")
            .field("output", &O::output, "Also write value, concept, rank and distance (CSV)")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        sort_values, check_sort);
}

}  // namespace lethe::operation
