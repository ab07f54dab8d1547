// What is wrong with a request for a hierarchy, and whether one is read as it was made.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <span>
#include <utility>

#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/readers/hierarchy_text.h"
#include "lethe/release/tables/column_hierarchy.h"

namespace lethe {
namespace {

template <class T>
bool ascends(const std::vector<T>& list) {
    return std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end();
}

}  // namespace

IntervalLevels HierarchyRequest::intervals() const {
    return {width, cuts, fan.value_or(kUsualFan), from, to, levels};
}

Problems problems_of(const HierarchyRequest& request) {
    using By = HierarchyBy;
    Problems problems;
    const auto add = [&](std::string message, std::string parameter) {
        problems.push_back({std::move(message), {{}, 0, 0, std::move(parameter)}});
    };
    const auto only = [&](bool given, const char* parameter, std::initializer_list<By> ways,
                          std::string_view words) {
        if (!given || std::find(ways.begin(), ways.end(), request.by) != ways.end()) return;
        add(fmt::format("belongs to hierarchies by {}", words), parameter);
    };
    only(request.width.has_value(), "width", {By::intervals}, "intervals");
    only(request.from.has_value(), "from", {By::intervals}, "intervals");
    only(request.to.has_value(), "to", {By::intervals}, "intervals");
    only(!request.cuts.empty(), "cuts", {By::intervals}, "intervals");
    only(request.fan.has_value(), "fan", {By::intervals, By::order}, "intervals or order");
    only(request.levels.has_value(), "levels", {By::intervals, By::order}, "intervals or order");
    only(!request.order.empty(), "order", {By::order}, "order");
    only(!request.lengths.empty(), "lengths", {By::prefixes}, "prefixes");
    only(!request.units.empty(), "units", {By::dates}, "dates");
    only(request.date_order.has_value(), "date_order", {By::dates}, "dates");
    only(!request.least.empty(), "least", {By::frequency}, "frequency");
    only(request.other.has_value(), "other", {By::frequency}, "frequency");
    only(!request.groups.empty(), "groups", {By::groups}, "groups");
    if (request.by == By::intervals) {
        for (Problem& problem : problems_of(request.intervals())) {
            problems.push_back(std::move(problem));
        }
    }
    if (!ascends(std::vector(request.lengths.rbegin(), request.lengths.rend()))) {
        add("must descend, such as 3,1", "lengths");
    }
    if (!ascends(request.least)) add("must ascend, such as 5,20", "least");
    if (request.other && (request.other->empty() || *request.other == kEverythingLabel)) {
        add("must be a name other than *, which stands for everything", "other");
    }
    std::vector<std::string> categories = request.order;
    std::sort(categories.begin(), categories.end());
    if (!ascends(categories)) add("names a category twice", "order");
    std::vector<DateUnit> units;
    for (const std::string& unit : request.units) {
        const auto known = date_unit_named(unit);
        if (known) units.push_back(*known);
        if (!known) {
            add(fmt::format("\"{}\" is not one of {}", unit, fmt::join(date_unit_names(), ", ")),
                "units");
        }
    }
    if (!ascends(units)) {
        add(fmt::format("must go from fine to coarse, in the order {}",
                        fmt::join(date_unit_names(), ", ")),
            "units");
    }
    if (request.by == By::groups && request.groups.empty()) {
        add("is needed: a CSV file with the columns value and group for each level", "groups");
    }
    return problems;
}

std::vector<std::string> check_reading(const Context& context, const std::string& file,
                                       const LevelTable& table, const std::string& text) {
    const Knowledge read = read_hierarchy_text(context, file, text);
    const Taxonomy& taxonomy = *read.taxonomy;
    std::vector<std::string> values;
    for (const auto& line : table.lines) values.push_back(line.front());
    MapOptions options;
    options.senses = SensePolicy::first;
    const auto mapped = map_values(context, read.taxonomy, values, options);
    for (std::size_t i = 0; i < values.size(); ++i) {
        ConceptId c = mapped[i].meaning;
        for (const std::string& label : table.lines[i]) {
            if (c != kNoConcept && taxonomy.id(c) == label) continue;  // itself, or kept
            const auto parents =
                c == kNoConcept ? std::span<const ConceptId>{} : taxonomy.parents(c);
            if (parents.size() != 1 || taxonomy.id(parents.front()) != label) {
                throw Error(ErrorKind::internal, "the hierarchy would not be read as it was made",
                            {file, 0, 0, {}});
            }
            c = parents.front();
        }
    }
    std::vector<std::string> notes = read.notes;
    if (read.format != KnowledgeFormat::value_hierarchy) {
        notes.push_back(fmt::format(
            "it looks like the format {0}; say that its format is {1} where it is used (format = "
            "\"{1}\" in a policy)",
            name(read.format), name(KnowledgeFormat::value_hierarchy)));
    }
    return notes;
}

}  // namespace lethe
