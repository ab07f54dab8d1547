#include "lethe/release/assess/verdict_figures.h"

#include <algorithm>
#include <string_view>

#include "lethe/core/index.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/comparison.h"
#include "lethe/method/publication.h"

namespace lethe::release {
namespace {

// The number at a path of names; nothing where there is none.
std::optional<double> number_at(const Json& json, std::initializer_list<const char*> path) {
    const Json* node = &json;
    for (const char* name : path) {
        if (!node->is_object() || !node->contains(name)) return std::nullopt;
        node = &node->at(name);
    }
    return node->is_number() ? std::optional(node->get<double>()) : std::nullopt;
}

std::optional<std::array<double, 2>> interval_at(const Json& json, const char* name) {
    if (!json.is_object() || !json.contains(name)) return std::nullopt;
    const Json& interval = json.at(name);
    if (!interval.is_array() || interval.size() != 2) return std::nullopt;
    return std::array{interval[0].get<double>(), interval[1].get<double>()};
}

void keep_largest(std::optional<double>& mine, const std::optional<double>& other) {
    if (other && (!mine || *other > *mine)) mine = other;
}

void keep_smallest(std::optional<double>& mine, const std::optional<double>& other) {
    if (other && (!mine || *other < *mine)) mine = other;
}

void take_smallest_class(VerdictFigures& figures, const std::optional<double>& size) {
    if (!size) return;
    const auto whole = static_cast<std::int64_t>(*size);
    figures.smallest_class = std::min(figures.smallest_class.value_or(whole), whole);
}

// The upper end of the interval where there is one.
double at_most(const std::optional<double>& value,
               const std::optional<std::array<double, 2>>& interval) {
    return interval ? std::max(value.value_or(-1), (*interval)[1]) : value.value_or(-1);
}

void take_found(VerdictFigures& figures, const MethodResult& attack) {
    if (!attack.finds_people || !attack.value) return;
    if (figures.worst_found && at_most(attack.value, attack.interval) <=
                                   at_most(figures.worst_found, figures.worst_found_interval)) {
        return;
    }
    figures.worst_found = attack.value;
    figures.worst_found_interval = attack.interval;
    figures.worst_attack = attack.title;
}

void take_inference(VerdictFigures& figures, const Json& details) {
    const std::optional<double> gain = number_at(details, {"gain"});
    const std::optional<double> people = number_at(details, {"people"});
    const auto interval = interval_at(details, "gain_interval");
    if (!gain || people.value_or(0) == 0) return;
    if (figures.inference_gain &&
        at_most(gain, interval) <=
            at_most(figures.inference_gain, figures.inference_gain_interval)) {
        return;
    }
    figures.inference_gain = gain;
    figures.inference_gain_interval = interval;
    figures.inferred = number_at(details, {"inferred"});
    figures.inference_baseline = number_at(details, {"baseline"});
    figures.inferred_column = details.value("column", "");
}

// What the method reads in its details, by name (MethodInfo::figures).
void take_details(VerdictFigures& figures, const MethodResult& attack) {
    const Method* method = find_method(attack.name);
    if (method == nullptr || method->info.figures == nullptr) return;
    const Json found =
        method->info.figures(with_about_original(attack.details, attack.about_original));
    take_smallest_class(figures, number_at(found, {"smallest_class"}));
    keep_largest(figures.unique_share, number_at(found, {"unique_share"}));
    keep_largest(figures.average_risk, number_at(found, {"average_risk"}));
    keep_largest(figures.largest_individual_risk, number_at(found, {"largest_individual_risk"}));
    keep_smallest(figures.l, number_at(found, {"l"}));
    keep_largest(figures.t, number_at(found, {"t"}));
    if (found.contains("inference")) take_inference(figures, found["inference"]);
}

}  // namespace

VerdictFigures verdict_figures(std::span<const MethodResult> attacks, std::int64_t records,
                               std::vector<std::string> known,
                               std::vector<std::string> confidential) {
    VerdictFigures figures;
    figures.records = records;
    figures.known = std::move(known);
    figures.confidential = std::move(confidential);
    for (const MethodResult& attack : attacks) {
        take_found(figures, attack);
        if (attack.value) take_details(figures, attack);
    }
    return figures;
}

std::vector<ReleasedColumn> released_columns(const Table& released, const Roles& roles) {
    std::vector<ReleasedColumn> columns;
    for (const ColumnPtr& column : released.columns()) {
        ReleasedColumn one{.name = column->name()};
        one.role = name(roles.of(column->name()));
        one.kind = name(column->kind());
        std::vector<bool> seen(column->is_numeric() ? 0 : column->dictionary().size(), false);
        for (std::int64_t row = 0; row < column->size(); ++row) {
            if (!column->valid(row)) continue;
            if (column->is_numeric()) {
                const double value = column->numbers()[at(row)];
                one.maximum = std::max(one.maximum.value_or(value), value);
            } else {
                seen[at(column->codes()[at(row)])] = true;
            }
        }
        for (std::size_t code = 0; code < seen.size(); ++code) {
            if (!seen[code]) continue;
            ++one.distinct;
            one.longest = std::max(one.longest, std::ssize(column->dictionary()[code]));
        }
        columns.push_back(std::move(one));
    }
    return columns;
}

Verdict assessed_verdict(const Assessment& assessment, const Table& released, const Roles& roles,
                         const std::vector<std::string>& known,
                         const std::vector<std::string>& confidential, const Profile& profile) {
    VerdictFigures figures =
        verdict_figures(assessment.attacks, released.rows(), known, confidential);
    figures.columns = released_columns(released, roles);
    // The headline, which knows what the classes allow at most.
    if (assessment.worst) {
        figures.worst_found = assessment.worst->found;
        figures.worst_attack = assessment.worst->title;
        figures.worst_found_interval = assessment.worst->interval;
    }
    // Counted from the classes themselves, whatever attacks were run.
    figures.smallest_class = assessment.bound.smallest;
    figures.unique_share = percent(assessment.bound.unique, assessment.bound.rows);
    return judge(figures, profile);
}

}  // namespace lethe::release
