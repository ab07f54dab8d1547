// l-diversity: whether classes of records that look alike have different confidential values.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "lethe/knowledge/meaning.h"
#include "lethe/method/figures.h"
#include "lethe/method/measure_params.h"
#include "lethe/table/attack/class_diversity.h"
#include "lethe/table/attack/confidential.h"

namespace lethe::attack {
namespace {

struct LDiversityParams : MeasureParams {
    std::vector<std::string> confidential;
    std::int64_t l = 2;
    Definition definition = Definition::distinct;
    double c = 3;
    std::optional<double> alike;
};

Schema<LDiversityParams> l_diversity_schema() {
    const auto own =
        Schema<LDiversityParams>()
            .field(
                "confidential", &LDiversityParams::confidential,
                "columns that nobody shall learn; the others are known to the intruder. None: the "
                "last column")
            .field("l", &LDiversityParams::l, "the diversity that is asked for", at_least(1))
            .choice(
                "definition", &LDiversityParams::definition,
                "different values; the exponential of their entropy; or the recursive definition, "
                "in which the most frequent value is rarer than c times those from the l-th on",
                {{"distinct", Definition::distinct},
                 {"entropy", Definition::entropy},
                 {"recursive", Definition::recursive}})
            .field("c", &LDiversityParams::c, "of the recursive definition", above(0))
            .field(
                "alike", &LDiversityParams::alike,
                "of columns with a taxonomy: values up to this distance count as one, and what is "
                "joined by such values of its class too; none: only equal values do",
                at_least(0));
    return with_measure_params(own);
}

// Values of one column whose distance is at most the threshold are alike; likeness within a class
// goes on from value to value (single linkage). A value without a concept is like no other.
//
// Going on is the cautious choice: any way of counting values that are told apart (the largest set
// of values of which no two are alike, the fewest groups within which all are alike) finds at least
// as many, because values of two different groups are never alike.
class LikeValues {
  public:
    LikeValues(const Column& column, const ConfidentialCounts& counts,
               const LDiversityParams& params)
        : concepts_(counts.concepts), threshold_(params.alike) {
        if (threshold_ && column.meaning() != nullptr) {
            measure_ = column.meaning()->measure(params.options());
        }
    }

    bool compares() const { return measure_ != nullptr; }

    // The groups of like values of a class, each under its lowest value.
    std::vector<ValueCount> groups(std::span<const ValueCount> values) {
        std::vector<std::size_t> leader(values.size());
        std::iota(leader.begin(), leader.end(), std::size_t{0});
        const auto find = [&](std::size_t i) {
            while (leader[i] != i) i = leader[i] = leader[leader[i]];
            return i;
        };
        for (std::size_t a = 1; a < values.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const std::size_t x = find(a);
                const std::size_t y = find(b);
                if (x != y && alike(values[a].value, values[b].value)) {
                    leader[std::max(x, y)] = std::min(x, y);
                }
            }
        }
        std::vector<ValueCount> joined(values.begin(), values.end());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (find(i) == i) continue;
            joined[find(i)].count += joined[i].count;
            joined[i].count = 0;
        }
        std::erase_if(joined, [](const ValueCount& one) { return one.count == 0; });
        return joined;
    }

  private:
    // Classes share pairs of values, so each is measured once.
    bool alike(std::int32_t a, std::int32_t b) {
        const ConceptId x = concepts_[static_cast<std::size_t>(a)];
        const ConceptId y = concepts_[static_cast<std::size_t>(b)];
        if (x == kNoConcept || y == kNoConcept) return false;
        const auto key = static_cast<std::uint64_t>(std::min(x, y)) << 32 |
                         static_cast<std::uint32_t>(std::max(x, y));
        const auto [place, is_new] = known_.try_emplace(key, false);
        if (is_new) place->second = measure_->distance(x, y) <= *threshold_;
        return place->second;
    }

    const std::vector<ConceptId>& concepts_;
    std::optional<double> threshold_;
    std::unique_ptr<Measure> measure_;
    std::unordered_map<std::uint64_t, bool> known_;
};

Measurement assess_l_diversity(const AssessInput& input, const LDiversityParams& params) {
    Measurement result;
    const ConfidentialClasses classes =
        confidential_classes(input, params.confidential, result.warnings);
    const Groups& groups = classes.groups;
    std::vector<bool> fails(groups.sizes.size(), false);
    Json by_column = Json::object();
    bool compared = false;
    for (const std::string& name : classes.confidential) {
        const ConfidentialCounts counts = confidential_counts(input.masked.column(name), groups);
        LikeValues like(input.masked.column(name), counts, params);
        compared = compared || like.compares();
        constexpr double kMost = std::numeric_limits<double>::infinity();
        Diversity least{kMost, kMost, kMost};
        std::int64_t failing = 0;
        for (std::int64_t own = 0; own < groups.classes(); ++own) {
            const auto values = counts.of_class[own];
            if (values.empty()) continue;
            const Diversity diversity = like.compares()
                                            ? diversity_of(like.groups(values), params.c)
                                            : diversity_of(values, params.c);
            least.lower_to(diversity);
            if (diversity.by(params.definition) >= static_cast<double>(params.l)) continue;
            fails[static_cast<std::size_t>(own)] = true;
            ++failing;
        }
        by_column[name] = {{"distinct", finite_or_null(least.distinct)},
                           {"entropy", finite_or_null(least.entropy)},
                           {"recursive", finite_or_null(least.recursive)},
                           {"failing_classes", failing}};
    }
    if (params.alike && !compared) {
        result.warnings.push_back(
            "no confidential column has a taxonomy: alike has no effect, and only equal values "
            "count as one");
    }
    std::int64_t exposed = 0;
    for (std::size_t own = 0; own < fails.size(); ++own)
        exposed += fails[own] ? groups.sizes[own] : 0;
    result.value = percent(exposed, input.masked.rows());
    result.details["by_column"] = std::move(by_column);
    result.details["classes"] = groups.classes();
    result.details["smallest_class"] = groups.smallest();
    result.details["records"] = input.masked.rows();
    result.details["exposed"] = exposed;
    return result;
}

Json l_figures(const Json& details) {
    Json smallest;
    for (const auto& [column, one] : figures::field(details, "by_column").items()) {
        const auto distinct = figures::number(one, "distinct");
        if (distinct && (smallest.is_null() || *distinct < smallest.get<double>())) {
            smallest = *distinct;
        }
    }
    return {{"l", smallest}};
}

}  // namespace

Method l_diversity() {
    return make_attack(
        MethodInfo{
            .name = "l-diversity",
            .title = "l-diversity",
            .summary = "Records whose class has too few different confidential values.",
            .description =
                "An intruder who finds a group of people that all look alike need not know which "
                "one is which, if all of them have the same disease. The masked records that agree "
                "on all columns but the confidential ones form classes; the value is the "
                "percentage of records in classes that are not `l`-diverse in one of the "
                "confidential columns. Three definitions: at least l different values (distinct); "
                "values as uncertain as l equally frequent ones (entropy); or the most frequent "
                "value must be rarer than `c` times all values from the l-th most frequent on "
                "together (recursive). For each confidential column the details give the l that "
                "every class reaches by each definition. By default it asks only whether values "
                "differ, not how much: flu and influenza are diverse. With `alike` values of a "
                "column with a taxonomy whose distance by `measure` is at most that count as one "
                "value, and so do values that a chain of such values of their class joins; the "
                "three definitions then count these groups of like values. A chain may join "
                "values that are farther apart: the figure is cautious and never calls a class "
                "more diverse than another way of counting would. See `t-closeness` for how far "
                "apart values are. Numbers nearly always differ. Records without a confidential "
                "value do not count: a "
                "class that has none discloses none.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"machanavajjhala2007diversity"},
            .example = {{"l", 3}, {"definition", "entropy"}},
            .in_words = "Nobody has to be found for this one. Where all people who look alike "
                        "share a confidential value, their value is known. It counts the records "
                        "in groups whose confidential values are too much alike.",
            .scale = Scale::unique,
            .purposes = {Purpose::diversity},
            .assessed_with = {Json::object()},
            .figures = l_figures},
        l_diversity_schema(), assess_l_diversity);
}

}  // namespace lethe::attack
