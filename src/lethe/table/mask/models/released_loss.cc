#include "lethe/table/mask/models/released_loss.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "lethe/algo/lattice/notation.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/method/catalogue.h"
#include "lethe/table/mask/models/released_levels.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

Json value_of_text(const std::string& text) {
    if (text == "true" || text == "false") return text == "true";
    const auto number = lattice::number_in(text);
    if (!number) return lattice::unquoted(text);
    if (*number == std::floor(*number) && std::abs(*number) < 1e15) {
        return static_cast<std::int64_t>(*number);
    }
    return *number;
}

Json parameters_of(const lattice::Metric& metric) {
    Json parameters = Json::object();
    for (const auto& [name, text] : metric.measure_parameters) {
        parameters[name] = value_of_text(text);
    }
    return parameters;
}

const Method* measure_named(const lattice::Metric& metric) {
    const Method* found = find_method(metric.measure);
    return found != nullptr && found->info.family == Family::loss ? found : nullptr;
}

class ReleasedLoss : public lattice::MeasuredLoss {
  public:
    ReleasedLoss(const Context& context, const Table& table,
                 const std::vector<std::string>& columns, const PreparedSearch& made,
                 const lattice::Settings& settings)
        : context_(context.silent()),
          table_(table),
          columns_(columns),
          made_(made),
          all_released_(std::ssize(made.rows) == table.rows()),
          original_(all_released_ ? table : table.gather(made.rows)),
          method_(*measure_named(settings.metric)),
          to_top_(settings.reading == lattice::Suppressed::one_class),
          charges_(!to_top_ && method_.has(Property::mean_of_columns)) {
        Problems problems;
        parameters_ = method_.bind(parameters_of(settings.metric), {}, problems);
        throw_if_any(std::move(problems));
        for (std::size_t q = 0; q < columns.size(); ++q) {
            auto& own = shown_.emplace_back();
            for (int l = 0; l <= made.records.columns[q].top(); ++l) {
                own.push_back(column_of(q, l, {}));
            }
        }
    }

    double at(const std::vector<int>& node, std::span<const char> gone) const override {
        std::vector<ColumnPtr> changed;
        for (std::size_t q = 0; q < node.size(); ++q) changed.push_back(shown(q, node[q], gone));
        return measured(columns_, changed, gone);
    }

    double of_column(std::size_t column, int level, std::span<const char> gone) const override {
        return measured({columns_[column]}, {shown(column, level, gone)}, gone);
    }

    bool charges_suppressed() const override { return charges_; }

  private:
    // Of the people who are to be released; those in `gone` show the top.
    ColumnPtr column_of(std::size_t q, int level, std::span<const char> gone) const {
        std::vector<char> top;
        if (!gone.empty()) {
            top.assign(static_cast<std::size_t>(table_.rows()), 0);
            for (std::size_t i = 0; i < gone.size(); ++i) {
                top[static_cast<std::size_t>(made_.rows[i])] = gone[i];
            }
        }
        const ColumnPtr column = column_at_level(
            table_.column(columns_[q]), made_.records.columns[q], level, made_.lines[q], top);
        return all_released_ ? column : column->gather(made_.rows);
    }

    ColumnPtr shown(std::size_t q, int level, std::span<const char> gone) const {
        if (to_top_ && !gone.empty()) return column_of(q, level, gone);
        return shown_[q][static_cast<std::size_t>(level)];
    }

    double measured(const std::vector<std::string>& names, const std::vector<ColumnPtr>& changed,
                    std::span<const char> gone) const {
        Table released = original_.with(changed);
        std::vector<std::int64_t> origin;
        const bool nobody =
            std::all_of(gone.begin(), gone.end(), [](char one) { return one != 0; });
        // Nothing can be compared where nobody is released.
        if (!to_top_ && !gone.empty() && nobody) return std::numeric_limits<double>::infinity();
        if (!to_top_ && !gone.empty()) {
            for (std::size_t i = 0; i < gone.size(); ++i) {
                if (gone[i] == 0) origin.push_back(static_cast<std::int64_t>(i));
            }
            released = released.gather(origin);
        }
        const AssessInput input{.original = original_,
                                .masked = released,
                                .columns = names,
                                .random = Random(0),
                                .context = context_,
                                .origin = std::move(origin)};
        const double value = method_.assess(input, parameters_).value;
        return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
    }

    Context context_;
    const Table& table_;
    const std::vector<std::string>& columns_;
    const PreparedSearch& made_;
    bool all_released_;
    Table original_;  // who is to be released
    const Method& method_;
    Json parameters_;
    bool to_top_;
    bool charges_;
    std::vector<std::vector<ColumnPtr>> shown_;  // [column][level]
};

}  // namespace

void check_measure(const Table& table, std::span<const std::string> columns,
                   const lattice::Metric& metric, const Place& place, Problems& problems) {
    if (metric.kind != lattice::MetricKind::measured || metric.measure.empty()) return;
    const Method* method = measure_named(metric);
    if (method == nullptr) {
        problems.push_back(
            {unknown_name("loss measure", metric.measure, method_names(Family::loss)), place});
        return;
    }
    if (!method->info.needs.empty() || method->has(Property::transparent)) {
        problems.push_back(
            {fmt::format("{} needs to know more than the two tables, and cannot be made least",
                         metric.measure),
             place});
    }
    method->bind(parameters_of(metric), place, problems);
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr || column->meaning() == nullptr) continue;  // told elsewhere
        if (method->accepts(column->kind())) continue;
        problems.push_back({fmt::format("column \"{}\" is {}, which {} does not take", name,
                                        lethe::name(column->kind()), metric.measure),
                            place});
    }
}

void measure_releases(const Context& context, const Table& table,
                      const std::vector<std::string>& columns, const PreparedSearch& made,
                      lattice::Settings& settings) {
    lattice::Metric& metric = settings.metric;
    if (metric.kind != lattice::MetricKind::measured) return;
    const Method* method = measure_named(metric);
    const bool weighed = std::any_of(settings.weights.begin(), settings.weights.end(),
                                     [&](double w) { return w != settings.weights.front(); });
    metric.by_column = metric.by_column || weighed || method->has(Property::mean_of_columns);
    settings.measured = std::make_shared<ReleasedLoss>(context, table, columns, made, settings);
}

bool charges_removal(const lattice::Settings& settings, const lattice::Evaluation& evaluation) {
    if (settings.measured == nullptr || evaluation.limit() == 0) return true;
    if (settings.reading == lattice::Suppressed::one_class) return true;
    std::vector<char> gone(static_cast<std::size_t>(evaluation.rows()), 0);
    std::fill_n(gone.begin(), std::min<std::int64_t>(evaluation.limit(), evaluation.rows() - 1), 1);
    const lattice::Node bottom(evaluation.top().size(), 0);
    return settings.measured->at(bottom, gone) > settings.measured->at(bottom, {});
}

}  // namespace lethe::mask
