// From a release record to likelihoods.
//
// Steps that only drop records leave values alone, and steps that blank cells leave those that are
// there alone; what the other steps did decides. A column that no step touched is as it was.
// Columns that were masked together (correlated noise, a group of microaggregation) make one part,
// as far as they are known. A column with several steps of different kinds, or with a method of
// which no likelihood follows, is compared by distance or equality, which excludes nobody.
#include "lethe/table/attack/likelihood/known_likelihood.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "lethe/algo/statistics/noise_moments.h"
#include "lethe/algo/statistics/rank_window.h"
#include "lethe/algo/statistics/semantic_order.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/known_noise.h"
#include "lethe/method/known_transitions.h"
#include "lethe/method/measure_params.h"
#include "lethe/method/recorded_steps.h"
#include "lethe/table/attack/linkage/candidate_report.h"

namespace lethe::attack {
namespace {

using LikelihoodSteps = std::vector<RecordedStep>;

// How the record of an attack calls what is known of a column.
constexpr const char* kNoise = "noise";

bool only_blanks(const RecordedStep& step) {
    return step.effect() == Effect::blanks && !step.only_drops_records();
}

bool all_have(const LikelihoodSteps& steps, Effect effect) {
    return !steps.empty() && std::all_of(steps.begin(), steps.end(),
                                         [&](const auto& step) { return step.effect() == effect; });
}

bool all_swap(const LikelihoodSteps& steps) {
    return !steps.empty() && std::all_of(steps.begin(), steps.end(), [](const auto& step) {
        const Effect effect = step.effect();
        return effect == Effect::window_swap || effect == Effect::bucket_swap ||
               effect == Effect::distance_swap;
    });
}

class Builder {
  public:
    Builder(const AssessInput& input, const std::vector<std::int64_t>& rows)
        : input_(input), rows_(rows), all_steps_(recorded_steps(input.record)) {}

    KnownLikelihood build() {
        add_noise();
        add_transitions();
        for (const std::string& name : input_.columns) {
            if (!placed_.contains(name)) add_column(name);
        }
        if (!result_.loose.empty()) {
            result_.warnings.push_back(
                fmt::format("masked in a way from which no likelihood follows, compared by "
                            "distance or equality: {}",
                            fmt::join(result_.loose, ", ")));
        }
        return std::move(result_);
    }

  private:
    // The steps that changed values of a column, and whether others blanked some.
    LikelihoodSteps steps_of(const std::string& name) const {
        LikelihoodSteps steps = steps_on(all_steps_, name);
        std::erase_if(steps, only_blanks);
        return steps;
    }

    ColumnPair pair_of(const std::string& name) const {
        ColumnPair pair{input_.original.column_ptr(name)->gather(rows_),
                        input_.masked.column_ptr(name)};
        for (const RecordedStep& step : steps_on(all_steps_, name)) {
            pair.can_be_missing = pair.can_be_missing || step.makes_missing();
        }
        return pair;
    }

    std::vector<ColumnPair> pairs_of(const std::vector<std::string>& names) const {
        std::vector<ColumnPair> pairs;
        for (const std::string& name : names) pairs.push_back(pair_of(name));
        return pairs;
    }

    bool numeric(const std::string& name) const {
        return input_.original.column(name).is_numeric() && input_.masked.column(name).is_numeric();
    }

    void place(const std::vector<std::string>& names, PartPtr part, const char* known) {
        placed_.insert(names.begin(), names.end());
        result_.parts.push_back(std::move(part));
        result_.described.push_back({{"columns", names}, {"known", known}});
    }

    AssessInput on_columns(std::vector<std::string> names) const {
        return {input_.original, input_.masked, std::move(names), input_.random, input_.context,
                input_.origin,   input_.known,  input_.training,  input_.record};
    }

    void add_noise() {
        std::vector<std::string> names;
        for (const std::string& name : input_.columns) {
            if (numeric(name) && all_have(steps_of(name), Effect::noise)) names.push_back(name);
        }
        if (names.empty()) return;
        const KnownNoise noise = known_noise(on_columns(names), {});
        const NoiseSpread spread = spread_of(noise, names);
        const bool joint = !spread.covariance.isDiagonal(0.0);
        if (joint) {
            place(names, normal_part(pairs_of(names), spread), kNoise);
            return;
        }
        for (std::size_t j = 0; j < names.size(); ++j) {
            const auto i = static_cast<Eigen::Index>(j);
            const ColumnPair pair = pair_of(names[j]);
            place({names[j]},
                  normal_part(std::span(&pair, 1),
                              {spread.covariance.block(i, i, 1, 1), spread.shrink.segment(i, 1),
                               spread.centre.segment(i, 1)}),
                  kNoise);
        }
    }

    using NoiseSpread = NormalModel;

    // Noise that was transformed to keep the covariances shrinks record and noise alike: of the
    // variance 1 part in 1 + share^2 is the record's.
    NoiseSpread spread_of(const KnownNoise& noise, const std::vector<std::string>& names) const {
        std::vector<ColumnPtr> columns;
        for (const std::string& name : names) columns.push_back(input_.masked.column_ptr(name));
        const Moments moments(input_.context, columns, 2);
        const Eigen::MatrixXd released = covariances(moments);
        const Eigen::MatrixXd original = without_noise(released, noise.added);
        const auto size = static_cast<Eigen::Index>(names.size());
        NoiseSpread result{released - original, Eigen::VectorXd::Ones(size), Eigen::VectorXd(size)};
        for (Eigen::Index j = 0; j < size; ++j) {
            result.centre[j] = moments.column(static_cast<std::size_t>(j)).mean;
            // Noise spreads the release: a record far out owes some of that to its noise. Half of
            // the regression to the mean that normal data would have is what heavy tails bear.
            if (original(j, j) > 0) result.shrink[j] = std::sqrt(released(j, j) / original(j, j));
        }
        for (const NoiseModel& model : noise.restored) {
            result.covariance += original - without_noise(original, std::span(&model, 1));
            for (Eigen::Index j = 0; j < size; ++j) {
                const double share = model.share[static_cast<std::size_t>(j)];
                result.shrink[j] /= std::sqrt(1 + share * share);
            }
        }
        return result;
    }

    void add_transitions() {
        std::vector<std::string> names;
        for (const std::string& name : input_.columns) {
            if (!input_.original.column(name).is_numeric() &&
                !input_.masked.column(name).is_numeric() &&
                all_have(steps_of(name), Effect::transitions)) {
                names.push_back(name);
            }
        }
        if (names.empty()) return;
        const KnownTransitions known = known_transitions(on_columns(names), {});
        for (const std::string& name : names) {
            const auto table = known.by_column.find(name);
            place({name},
                  table == known.by_column.end() ? equal_part(pair_of(name))
                                                 : transition_part(pair_of(name), table->second),
                  "transition matrix");
        }
    }

    void add_column(const std::string& name) {
        const LikelihoodSteps steps = steps_of(name);
        if (steps.empty()) return place({name}, equal_part(pair_of(name)), "unchanged");
        if (all_swap(steps) && (ordered(name) || has_concepts(name))) {
            return add_swapped(name, steps);
        }
        if (steps.size() == 1 && numeric(name) && add_microaggregated(name, steps[0])) return;
        if (steps.size() == 1 && add_applied(name, steps[0])) return;
        const ColumnPair pair = pair_of(name);
        if (steps.size() == 1 && add_coded_ends(pair, steps[0])) return;
        if (steps.size() == 1 && steps[0].effect() == Effect::containment) {
            if (PartPtr part = containing_part(pair)) {
                return place({name}, std::move(part), "holds the value");
            }
        }
        result_.loose.push_back(name);
        place({name}, numeric(name) ? distance_part(pair) : loose_part(pair), "distance");
    }

    bool ordered(const std::string& name) const {
        const auto is = [](const Column& column) {
            return column.is_numeric() || column.kind() == Kind::ordinal;
        };
        return is(input_.original.column(name)) && is(input_.masked.column(name));
    }

    bool has_concepts(const std::string& name) const {
        return input_.original.column(name).meaning() != nullptr &&
               input_.masked.column(name).meaning() != nullptr;
    }

    // Where the values of a column stand in the order in which rank swapping ranks them. Swapping
    // keeps the values, so that whoever has the release knows the order.
    using TextPlaces = std::map<std::string, double>;
    TextPlaces semantic_places(const std::string& name, const Json& parameters) const {
        const auto schema = with_measure_params(Schema<MeasureParams>());
        Json given = Json::object();
        for (const Parameter& parameter : schema.parameters()) {
            if (parameters.contains(parameter.name)) {
                given[parameter.name] = parameters[parameter.name];
            }
        }
        Problems problems;
        const MeasureOptions measure = schema.bind(given, {}, problems).options();
        throw_if_any(ErrorKind::input, std::move(problems));
        const Column& column = input_.original.column(name);
        TextPlaces places;
        std::string before;
        double place = -1;
        for (const std::int32_t row :
             semantic_ranking(input_.context, input_.original, name, measure)) {
            const std::string text = column.text(row);
            const ConceptId own = column.meaning()->value_of(text);
            const bool same =
                place >= 0 && (text == before ||
                               (own != kNoConcept && own == column.meaning()->value_of(before)));
            if (!same) ++place;
            places[text] = place;
            before = text;
        }
        return places;
    }

    // Missing where a text has no place.
    static ColumnPtr at_places(const Column& column, const TextPlaces& places) {
        std::vector<double> values(static_cast<std::size_t>(column.size()), 0.0);
        Validity validity(column.size());
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const auto found = column.valid(row) ? places.find(column.text(row)) : places.end();
            if (found == places.end()) {
                validity.set_missing(row);
            } else {
                values[static_cast<std::size_t>(row)] = found->second;
            }
        }
        return Column::numeric(column.name(), std::move(values), std::move(validity));
    }

    void add_swapped(const std::string& name, const LikelihoodSteps& steps) {
        ColumnPair pair = pair_of(name);
        if (has_concepts(name)) {
            const TextPlaces places = semantic_places(name, steps.front().parameters);
            pair.held = at_places(*pair.held, places);
            pair.released = at_places(*pair.released, places);
        } else {
            pair.held = as_places(pair.held, input_.original.column(name));
            pair.released = as_places(pair.released, input_.original.column(name));
        }
        const std::int64_t values = pair.released->size() - pair.released->missing();
        const Column& original = input_.original.column(name);
        const std::int64_t before = original.size() - original.missing();
        SwapModel model;
        model.bound = 0;
        for (const RecordedStep& step : steps) {
            if (step.effect() == Effect::bucket_swap) {
                model.steps.push_back(
                    {SwapModel::Kind::buckets, parameter_of(step, "buckets", name), 0});
                model.bound.reset();
                continue;
            }
            const double p = parameter_of(step, "p", name);
            if (step.effect() == Effect::window_swap) {
                model.steps.push_back(
                    {SwapModel::Kind::window, static_cast<double>(rank_window(p, values)), 0});
                const auto window = fact_of(step, "window_ranks", name);
                if (model.bound) *model.bound += window.value_or(rank_window(p, before));
                continue;
            }
            const double mean = 0.5 * p * static_cast<double>(values) / 100;
            const bool variance = step.parameters.value("spread", Json()) == "variance";
            model.steps.push_back(
                {SwapModel::Kind::distance, mean, variance ? std::sqrt(mean) : mean});
            model.bound.reset();
        }
        place({name}, swapped_part(input_.context, pair, model, tables_), "swapped ranks");
    }

    // Whether the step formed groups, by itself or with other columns.
    bool add_microaggregated(const std::string& name, const RecordedStep& step) {
        if (step.effect() == Effect::memberships) {
            if (step.parameters.value("per_attribute", false)) return false;
            const Json fuzziness = step.parameters.value("m2", Json());
            if (!fuzziness.is_number() || !(fuzziness.get<double>() > 1)) return false;
            std::vector<std::string> together = step.columns;
            for (const std::vector<std::string>& part : recorded_parts(step)) {
                if (std::find(part.begin(), part.end(), name) != part.end()) together = part;
            }
            const std::vector<std::string> group = known_of(together);
            place(group, membership_part(pairs_of(group), fuzziness.get<double>()), "memberships");
            return true;
        }
        for (const std::vector<std::string>& columns : recorded_parts(step)) {
            if (std::find(columns.begin(), columns.end(), name) == columns.end()) continue;
            const std::vector<std::string> group = known_of(columns);
            if (columns.size() == 1) {
                place(group, runs_part(pair_of(name)), "neighbouring clusters");
            } else {
                place(group, clusters_part(pairs_of(group)), "clusters");
            }
            return true;
        }
        return false;
    }

    // Of columns that a step masked together those that are known and that no other step touched.
    std::vector<std::string> known_of(const std::vector<std::string>& columns) const {
        std::vector<std::string> known;
        for (const std::string& name : input_.columns) {
            if (std::find(columns.begin(), columns.end(), name) != columns.end() && numeric(name) &&
                steps_of(name).size() == 1) {
                known.push_back(name);
            }
        }
        return known;
    }

    // Top and bottom coding at thresholds: what is beyond the ends of the release is at them.
    bool add_coded_ends(ColumnPair pair, const RecordedStep& step) {
        const std::string& name = pair.held->name();
        if (step.effect() != Effect::coded_ends || !numeric(name) ||
            step.parameters.value("replacement", Json("threshold")) != "threshold" ||
            input_.masked.rows() != input_.original.rows() || pair.released->has_missing()) {
            return false;
        }
        const auto shown = pair.released->numbers();
        if (shown.empty()) return false;
        const auto [least, most] = std::minmax_element(shown.begin(), shown.end());
        std::vector<double> values(pair.held->numbers().begin(), pair.held->numbers().end());
        for (double& value : values) value = std::clamp(value, *least, *most);
        pair.held = Column::numeric(name, std::move(values), pair.held->validity());
        place({name}, equal_part(pair), "coded ends");
        return true;
    }

    // Whether what the step makes of a value follows from the value and the parameters: then the
    // intruder does it himself.
    bool add_applied(const std::string& name, const RecordedStep& step) {
        const Method* method = find_method(step.method);
        if (method == nullptr || !method->mask || !is_function_of_value(name, step, *method)) {
            return false;
        }
        Json parameters = step.parameters;
        for (auto& [key, value] : parameters.items()) {
            if (!value.is_object()) continue;  // by column
            Json own = Json::object();
            if (value.contains(name)) own[name] = value[name];
            value = std::move(own);
        }
        ColumnPair pair = pair_of(name);
        try {
            const std::vector<std::string> only{name};
            const Table table({pair.held});
            const MaskInput mask{table, only, Random(0), input_.context};
            const MaskOutput output = method->mask(mask, parameters);
            if (!output.changed.empty()) pair.held = output.changed[0];
        } catch (const Error&) {
            return false;  // a record of another version
        }
        place({name}, equal_part(pair), "applied to the known value");
        return true;
    }

    bool is_function_of_value(const std::string& name, const RecordedStep& step,
                              const Method& method) const {
        if (method.has(Property::random)) return false;
        if (method.has(Property::row_wise)) return true;
        const auto names = [&](const char* table) {
            const Json found = step.parameters.value(table, Json());
            return found.is_object() && found.contains(name);
        };
        if (method.info.effect == Effect::recoding) {
            if (!numeric_original(name)) return names("map") || names("default");
            return step.parameters.value("show", Json()) != "mean";
        }
        return false;
    }

    bool numeric_original(const std::string& name) const {
        return input_.original.column(name).is_numeric();
    }

    const AssessInput& input_;
    const std::vector<std::int64_t>& rows_;
    const LikelihoodSteps all_steps_;
    std::set<std::string> placed_;
    SwapTables tables_;
    KnownLikelihood result_;
};

}  // namespace

KnownLikelihood known_likelihood(const AssessInput& input, const std::vector<std::int64_t>& rows) {
    return Builder(input, rows).build();
}

}  // namespace lethe::attack
