// Cases of the centre, the order and the global distance of tuples of concepts.
#include <sstream>

#include "algorithms.h"
#include "lethe/algo/statistics/semantic_order.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/tuple_centre.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::test {
namespace {

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, '/');) parts.push_back(part);
    return parts;
}

// A table with each tuple ("lumbago/codeine") as often as its count says.
Table table_of(const Json& input, std::vector<std::string>& names) {
    const auto taxonomies = input["knowledge"].get<std::vector<std::string>>();
    std::vector<std::vector<std::string>> texts(taxonomies.size());
    for (const auto& [tuple, count] : input["tuples"].items()) {
        const auto values = split(tuple);
        for (std::size_t j = 0; j < values.size(); ++j) {
            texts[j].insert(texts[j].end(), count.get<std::size_t>(), values[j]);
        }
    }
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < taxonomies.size(); ++j) {
        names.push_back(std::to_string(j));
        columns.push_back(Column::from_texts(names.back(), Kind::semantic, texts[j])
                              ->with_meaning(std::make_shared<const Meaning>(
                                  taxonomy_named(taxonomies[j]), std::span<const MappedValue>(),
                                  Unmapped::exact_match)));
    }
    return Table(columns);
}

std::string text_of(const TupleSpace& space, const TupleSpace::Point& point) {
    std::string text;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        text += (j > 0 ? "/" : "") + *space.domain(j)->text(static_cast<std::int32_t>(point[j]));
    }
    return text;
}

TupleSpace::Point point_of(const TupleSpace& space, const std::string& text) {
    TupleSpace::Point point;
    const auto values = split(text);
    for (std::size_t j = 0; j < values.size(); ++j) {
        const ValueDomain& domain = *space.domain(j);
        for (std::int32_t c = 0; c < domain.candidates(); ++c) {
            if (domain.text(c) == values[j]) point.push_back(c);
        }
    }
    return point;
}

}  // namespace

Json tuple_space(const Json& input) {
    const std::map<std::string, CentreKind> kinds = {
        {"semantic", CentreKind::semantic}, {"mode", CentreKind::mode},
        {"lcs", CentreKind::lcs},           {"consensus", CentreKind::consensus},
        {"medoid", CentreKind::medoid},     {"value-mode", CentreKind::value_mode}};
    std::vector<std::string> names;
    const Table table = table_of(input, names);
    TupleSpace::Options options;
    options.measure.kind = *measure_named(input["measure"].get<std::string>());
    options.measure.root_depth = input.value("root_depth", 1);
    const TupleSpace space(threads(1), table, names, options);
    std::vector<TupleCount> all;
    for (std::int32_t t = 0; t < space.tuples(); ++t) all.push_back({t, space.count(t)});
    const auto global = [&](const TupleSpace::Point& point) {
        std::int64_t sum = 0;
        for (const auto& [tuple, count] : all) sum += count * space.parts(point, tuple);
        return space.mean(sum);
    };
    Json result;
    for (const auto& [name, kind] : kinds) {
        TupleCentre centre(space, {kind, {}});
        for (const auto& [tuple, count] : all) centre.add(tuple, count);
        result["centre"][name] = text_of(space, centre.point());
        result["global"][name] = global(centre.point());
    }
    for (const Json& text : input.value("points", Json::array())) {
        result["points"].push_back(global(point_of(space, text.get<std::string>())));
    }
    for (const auto& [name, weighting] :
         {std::pair("none", Weighting::none), std::pair("frequency", Weighting::frequency)}) {
        const std::int32_t reference = extreme_tuple(space, all, weighting, {});
        for (const auto& [tuple, count] : semantic_order(space, all, weighting, reference)) {
            result["order"][name].push_back(text_of(space, space.tuple_point(tuple)));
        }
    }
    return result;
}

}  // namespace lethe::test
