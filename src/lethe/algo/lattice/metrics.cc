#include "lethe/algo/lattice/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "lethe/algo/lattice/notation.h"
#include "lethe/core/exact_sum.h"

namespace lethe::lattice {
namespace {

// Ten digits, cut off.
double cut_off(double x) { return std::floor(x * 1e10) / 1e10; }

double log_2(double x) { return std::log(x) / std::log(2.0); }

struct MetricForm {
    MetricKind kind;
    std::string_view name;
    std::string_view variant;  // behind the colon
    bool weighs;               // takes gs
    bool joins;                // takes agg
    Aggregate usual = Aggregate::sum;
};

constexpr std::array<MetricForm, 17> kMetricForms = {{
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
            if (form.variant == term.first) return &form;
            name_known = true;
            variants += (variants.empty() ? "" : ", ") + std::string(form.variant);
        } else if (names.find(form.name) == std::string::npos) {
            names += (names.empty() ? "" : ", ") + std::string(form.name);
        }
    }
    if (name_known) {
        problems.push_back({variants.empty()
                                ? fmt::format("metric {}: it has no variants", term.text)
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
        }
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

std::int64_t suppressed_rows(const ClassList& list, std::span<const char> suppressed) {
    std::int64_t rows = 0;
    for (std::size_t c = 0; c < list.size(); ++c) rows += suppressed[c] ? list.released[c] : 0;
    return rows;
}

constexpr double kSlack = 1e-9;

bool clearly_less(double a, double b) {
    return a < b - kSlack * std::max({1e-3, std::abs(a), std::abs(b)});
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
    std::string parameters(form.variant);
    const auto add = [&](const std::string& one) {
        parameters += (parameters.empty() ? "" : ",") + one;
    };
    if (!metric.responses.empty())
        add(fmt::format("response={}", fmt::join(metric.responses, "+")));
    if (form.weighs) add(fmt::format("gs={}", metric.gs));
    if (form.joins) {
        for (const auto& [aggregate, name] : kAggregates) {
            if (aggregate == metric.aggregate) add(fmt::format("agg={}", name));
        }
    }
    return parameters.empty() ? std::string(form.name)
                              : fmt::format("{}:{}", form.name, parameters);
}

bool Loss::clearly_less_than(const Loss& other) const { return clearly_less(value, other.value); }

bool Loss::operator<(const Loss& other) const {
    if (!rank.empty()) return rank < other.rank;
    return value < other.value;
}

bool Loss::operator==(const Loss& other) const {
    return rank.empty() ? value == other.value : rank == other.rank;
}

Measure::Measure(const Records& records, const Classes& classes, const Metric& metric,
                 std::vector<double> weights, std::int64_t most_suppressed,
                 const std::vector<Model>& models, Problems& problems)
    : records_(records),
      packing_(classes.packing()),
      metric_(metric),
      weights_(std::move(weights)),
      limit_(most_suppressed),
      rows_(static_cast<double>(records.rows())) {
    weights_.resize(records.columns.size(), 1);
    const double largest = *std::max_element(weights_.begin(), weights_.end());
    if (!(largest > 0)) problems.push_back({"no column has a weight above 0"});
    for (double& weight : weights_) weight /= largest;
    g_ = metric.gs <= 0.5 ? 1 : 1 - 2 * (metric.gs - 0.5);
    s_ = metric.gs < 0.5 ? 2 * metric.gs : 1;
    bool has_profit = false;
    for (const Model& model : models) {
        if (model.kind < ModelKind::profit_prosecutor) continue;
        profit_ = model.profit;
        has_profit = true;
    }
    const bool pays = metric.kind == MetricKind::payout_prosecutor ||
                      metric.kind == MetricKind::payout_journalist;
    if (pays && !has_profit) {
        problems.push_back({"metric payout goes with a profit model, which has its figures"});
    }
    for (const std::string& name : metric.responses) {
        const auto column = std::find_if(records.columns.begin(), records.columns.end(),
                                         [&](const Levels& one) { return one.column == name; });
        const auto counted = std::find_if(records.counted.begin(), records.counted.end(),
                                          [&](const Counted& one) { return one.name == name; });
        if (column != records.columns.end()) {
            response_columns_.push_back(static_cast<std::size_t>(column - records.columns.begin()));
        } else if (counted != records.counted.end()) {
            response_counted_.push_back(
                static_cast<std::size_t>(counted - records.counted.begin()));
        } else {
            problems.push_back(
                {fmt::format("metric classification: there is no column \"{}\"", name)});
        }
    }
    tabulate();
    ExactSum own;
    for (const std::int32_t count : classes.tuples().released) {
        if (count == 0) continue;
        const double p = count / rows_;
        own.add((metric.kind == MetricKind::kl_rows ? count : 1) * p * log_2(p));
    }
    own_divergence_ = own.value();
}

void Measure::tabulate() {
    for (std::size_t q = 0; q < records_.columns.size(); ++q) {
        const Levels& levels = records_.columns[q];
        std::vector<std::int64_t> values(levels.labels[0].size(), 0);
        for (const std::int32_t line : records_.lines[q]) {
            ++values[static_cast<std::size_t>(levels.label_of[0][static_cast<std::size_t>(line)])];
        }
        auto& stood_for = stood_for_.emplace_back();
        auto& entropy = entropy_.emplace_back();
        auto& used = used_labels_.emplace_back();
        auto& log_share = log_share_.emplace_back();
        std::vector<std::size_t> label(values.size());
        for (std::size_t v = 0; v < values.size(); ++v) label[v] = v;
        for (std::size_t l = 0; l < levels.labels.size(); ++l) {
            std::vector<std::int64_t> rows(levels.labels[l].size(), 0);
            for (std::size_t v = 0; v < values.size(); ++v) rows[label[v]] += values[v];
            stood_for.push_back(0);
            used.push_back(0);
            auto& logs = log_share.emplace_back();
            for (std::size_t w = 0; w < rows.size(); ++w) {
                stood_for.back() += rows[w] * levels.lines_of[l][w];
                used.back() += rows[w] > 0 ? 1 : 0;
                logs.push_back(
                    std::log10(levels.share(static_cast<int>(l), static_cast<std::int32_t>(w))));
            }
            double sum = 0;
            for (std::size_t v = 0; v < values.size(); ++v) {
                if (values[v] == 0) continue;
                sum += static_cast<double>(values[v]) *
                       log_2(static_cast<double>(values[v]) / static_cast<double>(rows[label[v]]));
            }
            entropy.push_back(-sum);
            if (l + 1 == levels.labels.size()) break;
            for (std::size_t v = 0; v < values.size(); ++v) {
                label[v] = static_cast<std::size_t>(levels.parent_of[l][label[v]]);
            }
        }
        const auto file = static_cast<double>(std::max(records_.file_rows, records_.rows()));
        double highest = 0;
        for (const std::int64_t count : values) {
            if (count == 0) continue;
            highest -= static_cast<double>(count) * log_2(static_cast<double>(count) / file);
        }
        highest_entropy_.push_back(cut_off(highest));
        log_domains_ += std::log10(static_cast<double>(levels.lines()));
    }
    for (std::size_t q = 0; q < records_.columns.size(); ++q) {
        auto& bounds = bound_.emplace_back();
        for (int l = 0; l <= records_.columns[q].top(); ++l) bounds.push_back(component(q, l));
    }
}

bool Measure::by_levels() const {
    using enum MetricKind;
    switch (metric_.kind) {
        case loss:
        case entropy_monotonic:
        case entropy_nonmonotonic:
        case entropy_normalised:
        case precision_monotonic:
        case precision_nonmonotonic:
        case height:
            return true;
        default:
            return false;
    }
}

bool Measure::needs_squares(MetricKind kind) {
    return kind == MetricKind::kl_rows || kind == MetricKind::kl_tuples;
}

bool Measure::needs_values(const Records& records, const Metric& metric) {
    return std::any_of(metric.responses.begin(), metric.responses.end(), [&](const auto& name) {
        return std::none_of(records.columns.begin(), records.columns.end(),
                            [&](const Levels& levels) { return levels.column == name; });
    });
}

double Measure::share(const ClassList& list, std::size_t index, std::size_t column) const {
    return records_.columns[column].share(
        list.node[column], packing_.label(&list.keys[index * packing_.words()], column));
}

Loss Measure::joined(std::vector<double> columns) const {
    Loss loss;
    for (std::size_t q = 0; q < columns.size(); ++q) columns[q] *= weights_[q];
    const auto count = static_cast<double>(columns.size());
    double value = metric_.aggregate == Aggregate::geomean ? 1 : 0;
    for (const double x : columns) {
        switch (metric_.aggregate) {
            case Aggregate::sum:
            case Aggregate::mean:
                value += x;
                break;
            case Aggregate::geomean:
                value *= std::pow(x + 1, 1 / count);
                break;
            default:
                value = std::max(value, x);
                break;
        }
    }
    if (metric_.aggregate == Aggregate::mean) value /= count;
    if (metric_.aggregate == Aggregate::geomean) value -= 1;
    if (metric_.aggregate == Aggregate::rank) {
        loss.rank = columns;
        std::sort(loss.rank.begin(), loss.rank.end(), std::greater<>());
    }
    loss.value = value;
    loss.columns = std::move(columns);
    return loss;
}

// What a column loses at least at a level, whoever is suppressed.
double Measure::component(std::size_t column, int level) const {
    using enum MetricKind;
    const auto l = static_cast<std::size_t>(level);
    const Levels& levels = records_.columns[column];
    const auto domain = static_cast<double>(levels.lines());
    switch (metric_.kind) {
        case loss: {
            const double m = g_ * rows_ / domain;
            if (levels.lines() == 1 || rows_ == m) return 0;
            const double t = g_ * static_cast<double>(stood_for_[column][l]) / domain;
            return cut_off(std::max(0.0, (t - m) / (rows_ - m)));
        }
        case entropy_monotonic:
        case entropy_nonmonotonic:
            return cut_off(g_ * entropy_[column][l]);
        case entropy_normalised:
            return highest_entropy_[column] == 0
                       ? 0
                       : cut_off(entropy_[column][l]) / highest_entropy_[column];
        case precision_monotonic:
            return levels.top() == 0 ? 0 : g_ * level / static_cast<double>(levels.top());
        case precision_nonmonotonic: {
            if (levels.top() == 0) return 0;
            // Where suppression costs less than generalisation, as many as may be are suppressed.
            const double kept = g_ * level / static_cast<double>(levels.top());
            const auto limit = static_cast<double>(limit_);
            return std::min(kept, ((rows_ - limit) * kept + limit * s_) / rows_);
        }
        case height:
            return level;
        default:
            return 0;
    }
}

Loss Measure::bound(const Node& node) const {
    std::vector<double> columns;
    columns.reserve(node.size());
    for (std::size_t q = 0; q < node.size(); ++q) {
        columns.push_back(bound_[q][static_cast<std::size_t>(node[q])]);
    }
    return joined(std::move(columns));
}

Loss Measure::bound(const ClassList& list) const {
    using enum MetricKind;
    if (by_levels()) return bound(list.node);
    switch (metric_.kind) {
        case dm:
        case dm_star: {
            std::int64_t sum = 0;
            for (const std::int64_t f : list.released) sum += f * f;
            return {static_cast<double>(sum), {}, {}};
        }
        case aecs: {
            double classes = 0;
            for (const std::int64_t f : list.released) classes += f > 0 ? 1 : 0;
            return {rows_ / std::max(s_ * classes, s_ * (classes - 1) + g_), {}, {}};
        }
        case ambiguity: {
            const std::vector<char> none(list.size(), 0);
            return {by_classes(list, none, 0), {}, {}};
        }
        case entropy_based: {
            ExactSum sum;
            for (std::size_t c = 0; c < list.size(); ++c) {
                const double kept = g_ * information_lost(list, c);
                sum.add(list.released[c] * (limit_ > 0 ? std::min(kept, s_) : kept));
            }
            return {sum.value(), {}, {}};
        }
        case classification:
        case payout_prosecutor:
        case payout_journalist:
            return {0, {}, {}};
        default:
            return {-std::numeric_limits<double>::infinity(), {}, {}};
    }
}

Loss Measure::of(const ClassList& list, std::span<const char> suppressed) const {
    const std::int64_t gone = suppressed_rows(list, suppressed);
    if (by_levels()) return joined(column_losses(list, suppressed, gone));
    return {by_classes(list, suppressed, gone), {}, {}};
}

std::vector<double> Measure::column_losses(const ClassList& list, std::span<const char> suppressed,
                                           std::int64_t gone) const {
    using enum MetricKind;
    std::vector<double> columns;
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        const auto l = static_cast<std::size_t>(list.node[q]);
        switch (metric_.kind) {
            case loss:
                columns.push_back(gone == 0 ? bound_[q][l]
                                            : loss_column(list, suppressed, gone, q));
                break;
            case entropy_nonmonotonic:
            case entropy_normalised:
                columns.push_back(gone == 0 ? bound_[q][l]
                                            : entropy_column(list, suppressed, gone, q));
                break;
            case precision_nonmonotonic: {
                const int top = records_.columns[q].top();
                const double kept = top == 0 ? 0 : static_cast<double>(list.node[q]) / top;
                const auto without = static_cast<double>(gone);
                columns.push_back(
                    top == 0 ? 0 : ((rows_ - without) * kept * g_ + without * s_) / rows_);
                break;
            }
            default:
                columns.push_back(bound_[q][l]);
                break;
        }
    }
    return columns;
}

double Measure::loss_column(const ClassList& list, std::span<const char> suppressed,
                            std::int64_t gone, std::size_t column) const {
    const Levels& levels = records_.columns[column];
    const auto domain = static_cast<double>(levels.lines());
    const double m = g_ * rows_ / domain;
    if (levels.lines() == 1 || rows_ == m) return 0;
    const auto level = static_cast<std::size_t>(list.node[column]);
    const auto& lines_of = levels.lines_of[level];
    std::int64_t hidden = 0;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (!suppressed[c]) continue;
        const std::int32_t label = packing_.label(&list.keys[c * packing_.words()], column);
        hidden += list.released[c] * lines_of[static_cast<std::size_t>(label)];
    }
    const auto kept = static_cast<double>(stood_for_[column][level] - hidden);
    const auto lost = static_cast<double>(hidden);
    const double whole = static_cast<double>(gone) * domain;
    const double t = (g_ * kept + (s_ == 1 ? whole : lost + s_ * (whole - lost))) / domain;
    return cut_off(std::max(0.0, (t - m) / (rows_ - m)));
}

double Measure::entropy_column(const ClassList& list, std::span<const char> suppressed,
                               std::int64_t gone, std::size_t column) const {
    const auto level = static_cast<std::size_t>(list.node[column]);
    std::vector<std::int64_t> hidden(records_.columns[column].labels[level].size(), 0);
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (!suppressed[c]) continue;
        hidden[static_cast<std::size_t>(
            packing_.label(&list.keys[c * packing_.words()], column))] += list.released[c];
    }
    double sum = g_ * entropy_[column][level];
    for (const std::int64_t rows : hidden) {
        if (rows == 0) continue;
        sum -= s_ * static_cast<double>(rows) *
               log_2(static_cast<double>(rows) / static_cast<double>(gone));
    }
    if (metric_.kind == MetricKind::entropy_nonmonotonic) return cut_off(sum);
    return highest_entropy_[column] == 0 ? 0 : cut_off(sum) / highest_entropy_[column];
}

double Measure::by_classes(const ClassList& list, std::span<const char> suppressed,
                           std::int64_t gone) const {
    using enum MetricKind;
    if (metric_.kind == dm_star) return bound(list).value;
    if (metric_.kind == kl_rows || metric_.kind == kl_tuples) {
        return divergence(list, suppressed, gone);
    }
    if (metric_.kind == classification) return classified(list, suppressed);
    std::int64_t whole = 0;
    double kept_classes = 0;
    ExactSum sum;
    for (std::size_t c = 0; c < list.size(); ++c) {
        const std::int64_t f = list.released[c];
        if (f == 0) continue;
        kept_classes += suppressed[c] ? 0 : 1;
        switch (metric_.kind) {
            case dm:
                whole += f * (suppressed[c] ? records_.rows() : f);
                break;
            case ambiguity: {
                double product = static_cast<double>(f);
                for (std::size_t q = 0; q < list.node.size(); ++q) {
                    const Levels& levels = records_.columns[q];
                    const auto label = static_cast<std::size_t>(
                        packing_.label(&list.keys[c * packing_.words()], q));
                    product *= static_cast<double>(
                        suppressed[c]
                            ? levels.lines()
                            : levels.lines_of[static_cast<std::size_t>(list.node[q])][label]);
                }
                sum.add(product);
                break;
            }
            case entropy_based:
                sum.add(suppressed[c] ? s_ * static_cast<double>(f)
                                      : g_ * static_cast<double>(f) * information_lost(list, c));
                break;
            case payout_prosecutor:
            case payout_journalist:
                sum.add(suppressed[c] ? s_ * static_cast<double>(f) * profit_.benefit
                                      : payout_lost(list, c));
                break;
            default:
                break;
        }
    }
    if (metric_.kind == dm) return static_cast<double>(whole);
    if (metric_.kind == aecs) return rows_ / (s_ * kept_classes + (gone > 0 ? g_ : 0));
    return sum.value();
}

double Measure::payout_lost(const ClassList& list, std::size_t index) const {
    const auto f = static_cast<double>(list.released[index]);
    const auto population = static_cast<double>(list.population(index));
    const double success =
        1 / (metric_.kind == MetricKind::payout_journalist && population > 0 ? population : f);
    const bool attacked = profit_.gain * success - profit_.cost > 0;
    const double payout = profit_.benefit * (1 - information_lost(list, index)) -
                          (attacked ? profit_.loss * success : 0);
    return g_ * f * (profit_.benefit - payout);
}

// Sum over tuples, each weighed once or by its rows, of P log2(P / O). The part of P alone is the
// same for all nodes.
double Measure::divergence(const ClassList& list, std::span<const char> suppressed,
                           std::int64_t gone) const {
    const bool rows = metric_.kind == MetricKind::kl_rows;
    double log_domains = 0;
    for (const Levels& levels : records_.columns) {
        log_domains += log_2(static_cast<double>(levels.lines()));
    }
    ExactSum sum;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (list.released[c] == 0) continue;
        double log_shown = 0;
        if (suppressed[c]) {
            log_shown = log_2(static_cast<double>(gone) / rows_) - log_domains;
        } else {
            log_shown = log_2(static_cast<double>(list.released[c]) / rows_);
            for (std::size_t q = 0; q < list.node.size(); ++q) {
                log_shown -=
                    log_2(share(list, c, q) * static_cast<double>(records_.columns[q].lines()));
            }
        }
        // Of its tuples: P summed, or P weighed by rows; and P log2 P with the same weights.
        const double weight = (rows ? list.squares[c] : list.released[c]) / rows_;
        sum.add(-weight * log_shown);
    }
    return own_divergence_ + sum.value();
}

double Measure::own_loss(const ClassList& list, std::size_t index) const {
    using enum MetricKind;
    const auto f = static_cast<double>(list.released[index]);
    switch (metric_.kind) {
        case loss: {
            std::vector<double> columns;
            for (std::size_t q = 0; q < list.node.size(); ++q) {
                columns.push_back(f * share(list, index, q));
            }
            return joined(std::move(columns)).value;
        }
        case entropy_based:
            return g_ * f * information_lost(list, index);
        case payout_prosecutor:
        case payout_journalist:
            return payout_lost(list, index);
        case ambiguity: {
            double product = f;
            for (std::size_t q = 0; q < list.node.size(); ++q) {
                product *= share(list, index, q) * static_cast<double>(records_.columns[q].lines());
            }
            return product;
        }
        default:
            return 0;
    }
}

double Measure::information_lost(const ClassList& list, std::size_t index) const {
    if (log_domains_ == 0) return 0;
    double logs = 0;
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        const std::int32_t label = packing_.label(&list.keys[index * packing_.words()], q);
        logs +=
            log_share_[q][static_cast<std::size_t>(list.node[q])][static_cast<std::size_t>(label)];
    }
    return std::clamp(1 + logs / log_domains_, 0.0, 1.0);
}

double Measure::left(const ClassList& list, std::size_t index) const {
    double sum = 0;
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        sum += weights_[q] * (1 - share(list, index, q));
    }
    return sum * list.released[index];
}

double Measure::classified(const ClassList& list, std::span<const char> suppressed) const {
    const double worst = std::max({metric_.gs, g_, s_});
    const double scale = rows_ * worst;
    ExactSum sum;
    for (const std::size_t counted : response_counted_) {
        for (std::size_t c = 0; c < list.size(); ++c) {
            const auto f = static_cast<double>(list.released[c]);
            if (f == 0) continue;
            if (suppressed[c]) {
                sum.add(f * metric_.gs / scale);
                continue;
            }
            std::int32_t most = 0;
            std::int32_t second = 0;
            for (const ValueCount& one : list.values[counted].of(c)) {
                second = std::max(second, std::min(most, one.count));
                most = std::max(most, one.count);
            }
            sum.add(most > second ? (f - most) * g_ / scale : f * s_ / scale);
        }
    }
    for (const std::size_t column : response_columns_) {
        sum.add(classified_by_label(list, suppressed, column));
    }
    return sum.value();
}

// The response is generalised itself: kept classes that differ in its label alone are one group.
double Measure::classified_by_label(const ClassList& list, std::span<const char> suppressed,
                                    std::size_t column) const {
    const double worst = std::max({metric_.gs, g_, s_});
    const double scale = rows_ * worst;
    const auto level = static_cast<std::size_t>(list.node[column]);
    const auto labels = static_cast<double>(used_labels_[column][level]);
    const auto values = static_cast<double>(used_labels_[column][0]);
    const double y = values == 1 ? 0 : 1 - (labels - 1) / (values - 1);
    const double wrong = g_ * (1 - y) + worst * y;
    const double open = s_ * (1 - y) + worst * y;
    struct Group {
        std::int64_t rows = 0, most = 0, second = 0;
    };
    std::map<std::vector<std::uint64_t>, Group> groups;
    ExactSum sum;
    for (std::size_t c = 0; c < list.size(); ++c) {
        const std::int64_t f = list.released[c];
        if (f == 0) continue;
        if (suppressed[c]) {
            sum.add(static_cast<double>(f) * metric_.gs / scale);
            continue;
        }
        const std::uint64_t* own = &list.keys[c * packing_.words()];
        std::vector<std::uint64_t> key(own, own + packing_.words());
        packing_.set(key.data(), column, 0);
        Group& group = groups[std::move(key)];
        group.rows += f;
        group.second = std::max(group.second, std::min(group.most, f));
        group.most = std::max(group.most, f);
    }
    for (const auto& [key, group] : groups) {
        const auto rows = static_cast<double>(group.rows);
        if (y == 1) {
            sum.add(rows * worst / scale);
        } else if (group.most > group.second) {
            sum.add((rows - static_cast<double>(group.most)) * wrong / scale);
        } else {
            sum.add(rows * open / scale);
        }
    }
    return sum.value();
}

}  // namespace lethe::lattice
