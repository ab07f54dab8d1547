// What is wrong with a request for a hierarchy, and whether one is read as it was made.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <span>
#include <utility>

#include "lethe/data/numbers/number_text.h"
#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/readers/hierarchy_text.h"
#include "lethe/release/tables/hierarchies/column_hierarchy.h"

namespace lethe::release {
namespace {

template <class T>
bool ascends(const std::vector<T>& list) {
    return std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end();
}

// "2=low,1=high": sizes with labels. Nothing where a size is no whole number from 1 on.
std::optional<GroupSizes> groups_in(std::string_view text) {
    GroupSizes groups;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view one = text.substr(0, comma);
        const std::size_t equals = one.find('=');
        const auto size = parse_number(one.substr(0, equals));
        if (!size || *size != std::floor(*size) || *size < 1 || *size > 1'000'000) {
            return std::nullopt;
        }
        const std::string_view label =
            equals == std::string_view::npos ? "" : one.substr(equals + 1);
        if (equals != std::string_view::npos && label.empty()) return std::nullopt;
        groups.push_back({static_cast<std::int64_t>(*size), std::string(label)});
        if (comma == std::string_view::npos) return groups;
        text.remove_prefix(comma + 1);
    }
}

IntervalEnd interval_end(const std::vector<double>& given) {
    IntervalEnd end;
    if (!given.empty()) end.snap = given[0];
    if (given.size() > 1) end.coded = given[1];
    if (given.size() > 2) end.limit = given[2];
    return end;
}

// What belongs to another way than the chosen one.
class Belongs {
  public:
    Belongs(HierarchyBy by, Problems& problems) : by_(by), problems_(problems) {}
    void only(bool given, const char* parameter, std::initializer_list<HierarchyBy> ways,
              std::string_view words) {
        if (!given || std::find(ways.begin(), ways.end(), by_) != ways.end()) return;
        problems_.push_back(
            {fmt::format("belongs to hierarchies by {}", words), {{}, 0, 0, parameter}});
    }

  private:
    HierarchyBy by_;
    Problems& problems_;
};

void check_belonging(const HierarchyRequest& request, Problems& problems) {
    using By = HierarchyBy;
    Belongs belongs(request.by, problems);
    for (const auto& [given, parameter] :
         {std::pair(request.width.has_value(), "width"),
          std::pair(request.from.has_value(), "from"), std::pair(request.to.has_value(), "to"),
          std::pair(!request.cuts.empty(), "cuts"), std::pair(!request.lower.empty(), "lower"),
          std::pair(!request.upper.empty(), "upper"),
          std::pair(!request.labels.empty(), "labels")}) {
        belongs.only(given, parameter, {By::intervals}, "intervals");
    }
    const auto intervals_or_order = {By::intervals, By::order};
    belongs.only(!request.join.empty(), "join", intervals_or_order, "intervals or order");
    belongs.only(request.fan.has_value(), "fan", intervals_or_order, "intervals or order");
    belongs.only(request.levels.has_value(), "levels", {By::intervals, By::order, By::priority},
                 "intervals, order or priority");
    belongs.only(!request.order.empty(), "order", {By::order, By::priority}, "order or priority");
    belongs.only(request.runs != RunLabel::range, "runs", {By::order}, "order");
    for (const auto& [given, parameter] :
         {std::pair(!request.lengths.empty(), "lengths"),
          std::pair(!request.steps.empty(), "steps"),
          std::pair(request.align != TextSide::left, "align"),
          std::pair(request.mask_from != TextSide::right, "mask_from"),
          std::pair(request.mask.has_value(), "mask"), std::pair(request.pad.has_value(), "pad")}) {
        belongs.only(given, parameter, {By::prefixes}, "prefixes");
    }
    belongs.only(!request.units.empty(), "units", {By::dates}, "dates");
    belongs.only(request.date_order.has_value(), "date_order", {By::dates}, "dates");
    belongs.only(!request.least.empty(), "least", {By::frequency}, "frequency");
    belongs.only(request.other.has_value(), "other", {By::frequency}, "frequency");
    belongs.only(!request.counts.empty(), "counts", {By::frequency, By::priority},
                 "frequency or priority");
    belongs.only(!request.groups.empty(), "groups", {By::groups}, "groups");
    belongs.only(!request.table.empty(), "table", {By::table}, "table");
}

using Add = std::function<void(std::string, std::string)>;

void check_joining(const HierarchyRequest& request, const Add& add) {
    if (!std::ranges::all_of(request.join,
                             [](const auto& one) { return groups_in(one).has_value(); })) {
        add("must be whole numbers from 1 on, each with a label or without, such as 2,1 or "
            "2=low,1=high",
            "join");
    }
    if (request.join.empty()) return;
    if (request.fan) add("says how many are joined at every level, and so does join", "fan");
    if (request.levels) add("is how many levels join has", "levels");
}

void check_intervals(const HierarchyRequest& request, Problems& problems, const Add& add) {
    if (!request.repeats()) {
        for (Problem& problem : problems_of(request.intervals())) {
            problems.push_back(std::move(problem));
        }
        return;
    }
    if (request.fan && request.join.empty()) {
        add("is for intervals without lower, upper and labels; say join", "fan");
    }
    if (request.levels && request.join.empty()) {
        add("is for intervals without lower, upper and labels", "levels");
    }
    if (request.to) add("is for intervals without lower, upper, labels and join", "to");
    if (request.lower.size() > 3 || request.upper.size() > 3) {
        add("has at most three numbers: where snapping ends, where coding begins, the limit",
            request.lower.size() > 3 ? "lower" : "upper");
    }
    if (request.width.has_value() == !request.cuts.empty()) {
        add("intervals need either a width, such as 5, or cut points, such as 18,30,65", "width");
        return;
    }
    if (request.from && !request.width) {
        add("belongs to a width; cut points say themselves where they begin", "from");
    }
    if (std::ranges::all_of(request.join,
                            [](const auto& one) { return groups_in(one).has_value(); })) {
        for (Problem& problem : problems_of(request.repeated_intervals())) {
            problems.push_back(std::move(problem));
        }
    }
}

void check_characters(const HierarchyRequest& request, const Add& add) {
    const auto one_character = [](const std::optional<std::string>& text) {
        return !text || std::ranges::count_if(*text, [](char c) {
                            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                        }) == 1;
    };
    if (!one_character(request.mask)) add("must be one character", "mask");
    if (!one_character(request.pad)) add("must be one character", "pad");
    if (!ascends(std::vector(request.lengths.rbegin(), request.lengths.rend()))) {
        add("must descend, such as 3,1", "lengths");
    }
    if (!request.lengths.empty() && !request.steps.empty()) {
        add("says what each level masks, and lengths what it keeps; give one of them", "steps");
    }
}

void check_units(const HierarchyRequest& request, const Add& add) {
    std::vector<DateUnit> units;
    for (const std::string& unit : request.units) {
        const auto known = date_unit_named(unit);
        if (known) units.push_back(*known);
        if (!known) {
            add(fmt::format("\"{}\" is not one of {}", unit, fmt::join(date_unit_names(), ", ")),
                "units");
        }
    }
    for (std::size_t i = 0; i + 1 < units.size(); ++i) {
        if (lies_within(units[i], units[i + 1])) continue;
        add(fmt::format(
                "must go from fine to coarse, each within the next: {0} does not lie within "
                "{1}{2}",
                name(units[i]), name(units[i + 1]),
                units[i] == DateUnit::week
                    ? " (weeks go over the ends of months, quarters and years)"
                : units[i] > DateUnit::millennium ? " (it returns, and must be the last)"
                                                  : ""),
            "units");
        return;
    }
}

void check_given(const HierarchyRequest& request, const Add& add) {
    if (request.other && (request.other->empty() || *request.other == kEverythingLabel)) {
        add("must be a name other than *, which stands for everything", "other");
    }
    std::vector<std::string> categories = request.order;
    std::sort(categories.begin(), categories.end());
    if (!ascends(categories)) add("names a category twice", "order");
    if (request.by == HierarchyBy::priority && !request.order.empty() && !request.counts.empty()) {
        add("gives priorities, and so does order; give one of them", "counts");
    }
    if (request.by == HierarchyBy::groups && request.groups.empty()) {
        add("is needed: a CSV file with the columns value and group for each level", "groups");
    }
    if (request.by == HierarchyBy::table && request.table.empty()) {
        add("is needed: a CSV file without a header, a line a value with its labels level by level",
            "table");
    }
}

}  // namespace

IntervalLevels HierarchyRequest::intervals() const {
    return {width, cuts, fan.value_or(kUsualFan), from, to, levels};
}

bool HierarchyRequest::repeats() const {
    return by == HierarchyBy::intervals &&
           (!lower.empty() || !upper.empty() || !labels.empty() || !join.empty());
}

RepeatedIntervals HierarchyRequest::repeated_intervals() const {
    RepeatedIntervals made{cuts, labels, group_sizes(), interval_end(lower), interval_end(upper)};
    if (width) made.edges = {from.value_or(0), from.value_or(0) + *width};
    return made;
}

std::vector<GroupSizes> HierarchyRequest::group_sizes() const {
    std::vector<GroupSizes> made;
    for (const std::string& level : join) made.push_back(groups_in(level).value());
    return made;
}

Problems problems_of(const HierarchyRequest& request) {
    Problems problems;
    const Add add = [&](std::string message, std::string parameter) {
        problems.push_back({std::move(message), {{}, 0, 0, std::move(parameter)}});
    };
    check_belonging(request, problems);
    check_joining(request, add);
    if (request.by == HierarchyBy::intervals) check_intervals(request, problems, add);
    check_characters(request, add);
    if (!ascends(request.least)) add("must ascend, such as 5,20", "least");
    check_units(request, add);
    check_given(request, add);
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

}  // namespace lethe::release
