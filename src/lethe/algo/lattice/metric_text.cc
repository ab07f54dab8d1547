// The text form of losses: "loss:0.5,geomean".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lethe/algo/lattice/metrics.h"
#include "lethe/algo/lattice/notation.h"

namespace lethe::lattice {
namespace {

struct MetricForm {
    MetricKind kind;
    std::string_view name;
    std::string_view variant;  // behind the colon
    bool weighs;               // takes gs
    bool joins;                // takes agg
    Aggregate usual = Aggregate::sum;
};

constexpr std::array<MetricForm, 18> kMetricForms = {{
    {MetricKind::loss, "loss", "", true, true, Aggregate::geomean},
    {MetricKind::entropy_monotonic, "entropy", "monotonic", true, true, Aggregate::sum},
    {MetricKind::entropy_nonmonotonic, "entropy", "nonmonotonic", true, true, Aggregate::sum},
    {MetricKind::entropy_normalised, "entropy", "normalised", false, true, Aggregate::sum},
    {MetricKind::dm, "dm", "", false, false},
    {MetricKind::dm_star, "dm-star", "", false, false},
    {MetricKind::aecs, "aecs", "", true, false},
    {MetricKind::precision_monotonic, "precision", "monotonic", true, true, Aggregate::mean},
    {MetricKind::precision_nonmonotonic, "precision", "nonmonotonic", true, true, Aggregate::mean},
    {MetricKind::height, "height", "", false, true, Aggregate::sum},
    {MetricKind::ambiguity, "ambiguity", "", false, false},
    {MetricKind::entropy_based, "entropy-based", "", true, false},
    {MetricKind::kl_tuples, "kl", "tuples", false, false},
    {MetricKind::kl_rows, "kl", "rows", false, false},
    {MetricKind::classification, "classification", "", true, false},
    {MetricKind::payout_prosecutor, "payout", "prosecutor", true, false},
    {MetricKind::payout_journalist, "payout", "journalist", true, false},
    {MetricKind::measured, "measure", "", false, true, Aggregate::mean},
}};

constexpr std::array<std::pair<Aggregate, std::string_view>, 5> kAggregates = {
    {{Aggregate::sum, "sum"},
     {Aggregate::maximum, "maximum"},
     {Aggregate::mean, "mean"},
     {Aggregate::geomean, "geomean"},
     {Aggregate::rank, "rank"}}};

const MetricForm& form_of(MetricKind kind) {
    return *std::find_if(kMetricForms.begin(), kMetricForms.end(),
                         [&](const MetricForm& form) { return form.kind == kind; });
}

const MetricForm* metric_form(const Term& term, Problems& problems) {
    std::string names;
    std::string variants;
    bool name_known = false;
    for (const MetricForm& form : kMetricForms) {
        if (form.name == term.name) {
            const bool named = form.kind == MetricKind::measured && !term.first.empty();
            if (named || (form.variant == term.first && form.kind != MetricKind::measured)) {
                return &form;
            }
            name_known = true;
            variants += (variants.empty() ? "" : ", ") + std::string(form.variant);
        } else if (names.find(form.name) == std::string::npos) {
            names += (names.empty() ? "" : ", ") + std::string(form.name);
        }
    }
    if (name_known) {
        problems.push_back(
            {term.name == "measure"
                 ? fmt::format("metric {}: write measure:NAME, the name of a loss", term.text)
             : variants.empty() ? fmt::format("metric {}: it has no variants", term.text)
                                : fmt::format("metric {}: write {}:VARIANT, one of {}", term.text,
                                              term.name, variants)});
    } else {
        problems.push_back(
            {fmt::format("there is no metric \"{}\"; there are {}", term.name, names)});
    }
    return nullptr;
}

void read_metric_parameter(const Term& term, const MetricForm& form, const std::string& name,
                           const std::string& text, Metric& metric, Problems& problems) {
    const auto tell = [&](const std::string& what) {
        problems.push_back({fmt::format("metric {}: {}", term.text, what)});
    };
    if (name == "gs" && form.weighs) {
        const auto value = number_in(text);
        if (value && *value >= 0 && *value <= 1) {
            metric.gs = *value;
        } else {
            tell("gs must be a number from 0 to 1");
        }
    } else if (name == "agg" && form.joins) {
        const auto found = std::find_if(kAggregates.begin(), kAggregates.end(),
                                        [&](const auto& one) { return one.second == text; });
        if (found == kAggregates.end()) {
            tell("agg must be one of sum, maximum, mean, geomean, rank");
        } else {
            metric.aggregate = found->first;
            metric.by_column = form.kind == MetricKind::measured;
        }
    } else if (form.kind == MetricKind::measured) {
        metric.measure_parameters[name] = text;
    } else if (name == "response" && form.kind == MetricKind::classification) {
        std::size_t begin = 0;
        while (begin <= text.size()) {
            const std::size_t end = std::min(text.find('+', begin), text.size());
            metric.responses.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
    } else {
        tell(fmt::format("it has no parameter {}", name));
    }
}

}  // namespace

Metric parse_metric(std::string_view text, Problems& problems) {
    Metric metric;
    const std::vector<Term> terms = terms_of(text, "metric", problems);
    if (terms.size() != 1) {
        problems.push_back({"one metric is wanted"});
        return metric;
    }
    const MetricForm* form = metric_form(terms.front(), problems);
    if (form == nullptr) return metric;
    metric.kind = form->kind;
    metric.aggregate = form->usual;
    if (form->kind == MetricKind::measured) metric.measure = terms.front().first;
    for (const auto& [name, value] : terms.front().named) {
        read_metric_parameter(terms.front(), *form, name, value, metric, problems);
    }
    if (metric.kind == MetricKind::classification && metric.responses.empty()) {
        problems.push_back({fmt::format("metric {}: response=COLUMN is missing", text)});
    }
    return metric;
}

std::string to_text(const Metric& metric) {
    const MetricForm& form = form_of(metric.kind);
    const bool measured = metric.kind == MetricKind::measured;
    std::string parameters(measured ? metric.measure : form.variant);
    const auto add = [&](const std::string& one) {
        parameters += (parameters.empty() ? "" : ",") + one;
    };
    if (!metric.responses.empty())
        add(fmt::format("response={}", fmt::join(metric.responses, "+")));
    if (form.weighs) add(fmt::format("gs={}", metric.gs));
    for (const auto& [name, value] : metric.measure_parameters) {
        add(fmt::format("{}={}", name, value));
    }
    if (form.joins && (!measured || metric.by_column)) {
        for (const auto& [aggregate, name] : kAggregates) {
            if (aggregate == metric.aggregate) add(fmt::format("agg={}", name));
        }
    }
    return parameters.empty() ? std::string(form.name)
                              : fmt::format("{}:{}", form.name, parameters);
}

}  // namespace lethe::lattice
