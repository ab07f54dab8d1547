// MASSC (Singh, Yu, Dunteman 2003): micro-agglomeration, substitution, subsampling, calibration.
//
// 1. Records are put into strata by the size of their class, the records that share all their key
//    values: a class of one is at the highest risk.
// 2. A record is chosen for substitution with the probability of its stratum. It takes the key
//    values of a record of the nearest other class; among equally near classes one is drawn.
// 3. A record is kept with the probability of its stratum.
// 4. Kept records get weights: the inverse of that probability, raked so that the weighted
//    frequencies of critical columns, and the whole, are those of the original.
//
// In a stratum with substitution s, keeping q and class size m, a record that an intruder matches
// on all keys is there with its own values with probability q (1 - s), and is one of m: the risk of
// the stratum is the mean of q (1 - s) / m.
//
// The probabilities are given, or found: for a bound on the risk of every stratum, those with the
// least variance and bias (parts/massc_probabilities.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/raking.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/data/groups.h"
#include "lethe/method/method.h"
#include "lethe/space/categories.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/massc_probabilities.h"

namespace lethe::mask {
namespace {

struct MasscParams {
    std::vector<std::int64_t> sizes = {1, 4};
    std::vector<double> substitute;
    std::vector<double> keep;
    std::optional<double> risk;
    double bias_weight = 1;
    std::vector<std::string> calibrate;
    std::string weight = "weight";
};

Schema<MasscParams> massc_schema() {
    return Schema<MasscParams>()
        .field("sizes", &MasscParams::sizes,
               "largest class size of each stratum of risk, ascending; one more stratum holds the "
               "rest",
               at_least(1))
        .field("substitute", &MasscParams::substitute,
               "probability of substitution, one for each stratum (none: 0.5, 0.25 and 0.1, or "
               "found for the risk)",
               between(0, 1))
        .field("keep", &MasscParams::keep,
               "probability of being kept, one for each stratum (none: 0.7, 0.85 and 0.95, or "
               "found for the risk)",
               Range{0, 1, true})
        .field("risk", &MasscParams::risk,
               "largest risk of a stratum, in percent: the probabilities with the least variance "
               "and bias are found, and not given",
               Range{0, 100, true})
        .field("bias_weight", &MasscParams::bias_weight,
               "with risk: how much the squared share of substituted records counts against the "
               "variance of subsampling",
               at_least(0))
        .field("calibrate", &MasscParams::calibrate,
               "critical columns, whose weighted frequencies are to be the original ones")
        .field("weight", &MasscParams::weight,
               "column of weights: one of the table, or else the name of a new one");
}

// The probabilities as they are where neither they nor a risk are given.
void take_usual(MasscParams& params) {
    if (params.risk) return;
    if (params.substitute.empty()) params.substitute = {0.5, 0.25, 0.1};
    if (params.keep.empty()) params.keep = {0.7, 0.85, 0.95};
}

// Records in their classes and strata.
struct Agglomeration {
    Groups classes;
    std::vector<std::vector<std::int64_t>> members;  // per class
    std::vector<std::size_t> stratum_of;             // per class

    std::size_t stratum(std::int64_t row) const {
        return stratum_of[static_cast<std::size_t>(
            classes.class_of[static_cast<std::size_t>(row)])];
    }
};

Agglomeration agglomerate(const MaskInput& input, const MasscParams& params) {
    Agglomeration result;
    result.classes = group_rows(input.context, input.table, input.columns);
    result.members.resize(result.classes.sizes.size());
    for (std::int64_t row = 0; row < input.table.rows(); ++row) {
        const auto in = result.classes.class_of[static_cast<std::size_t>(row)];
        result.members[static_cast<std::size_t>(in)].push_back(row);
    }
    for (const std::int64_t size : result.classes.sizes) {
        const auto stratum = std::lower_bound(params.sizes.begin(), params.sizes.end(), size);
        result.stratum_of.push_back(static_cast<std::size_t>(stratum - params.sizes.begin()));
    }
    return result;
}

// Whether taking the donor's key values would change any: missing is not taken, nor replaced.
bool changes(const MaskInput& input, std::int64_t row, std::int64_t donor) {
    return std::any_of(input.columns.begin(), input.columns.end(), [&](const std::string& name) {
        const Column& column = input.table.column(name);
        return column.valid(row) && column.valid(donor) &&
               column.codes()[static_cast<std::size_t>(row)] !=
                   column.codes()[static_cast<std::size_t>(donor)];
    });
}

// For each row the row whose key values it takes; itself where it is not substituted.
std::vector<std::int64_t> donors(const MaskInput& input, const MasscParams& params,
                                 const Agglomeration& agglomeration) {
    std::vector<std::int64_t> donor_of(static_cast<std::size_t>(input.table.rows()));
    std::iota(donor_of.begin(), donor_of.end(), std::int64_t{0});
    std::vector<std::int64_t> first;
    for (const auto& members : agglomeration.members) first.push_back(members.front());
    if (first.size() < 2) return donor_of;
    const CategorySpace space(input.context, input.table, input.columns);
    const Stream stream = input.random.stream("substitution");
    parallel_tasks(input.context, std::ssize(first), [&](std::int64_t own) {
        const auto c = static_cast<std::size_t>(own);
        std::vector<std::pair<std::int64_t, Draws>> chosen;
        for (const std::int64_t row : agglomeration.members[c]) {
            Draws draws = stream.at(row);
            if (draws.uniform() < params.substitute[agglomeration.stratum_of[c]]) {
                chosen.emplace_back(row, draws);
            }
        }
        if (chosen.empty()) return;
        double nearest = std::numeric_limits<double>::infinity();
        std::vector<std::int64_t> near;
        for (std::size_t other = 0; other < first.size(); ++other) {
            if (other == c || !changes(input, first[c], first[other])) continue;
            const double distance = space.distance(first[c], first[other]);
            if (distance > nearest) continue;
            if (distance < nearest) near.clear();
            nearest = distance;
            near.push_back(first[other]);
        }
        if (near.empty()) return;
        for (auto& [row, draws] : chosen) {
            donor_of[static_cast<std::size_t>(row)] = near[draws.below(near.size())];
        }
    });
    return donor_of;
}

// Missing stays missing, and is not taken from a donor.
ColumnPtr substituted(const Column& column, const std::vector<std::int64_t>& donor_of) {
    const auto old = column.codes();
    std::vector<std::int32_t> codes(old.begin(), old.end());
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const std::int64_t donor = donor_of[i];
        if (!column.valid(static_cast<std::int64_t>(i)) || !column.valid(donor)) continue;
        codes[i] = old[static_cast<std::size_t>(donor)];
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              column.dictionary_ptr(), column.validity(),
                              column.spelling_of_missing());
}

double base_weight(const Column* weights, std::int64_t row) {
    return weights == nullptr ? 1 : weights->numbers()[static_cast<std::size_t>(row)];
}

// Missing is a category of its own, the last.
std::int32_t category_at(const Column& column, std::int64_t row) {
    return column.valid(row) ? column.codes()[static_cast<std::size_t>(row)]
                             : static_cast<std::int32_t>(column.dictionary().size());
}

// Totals of the original, categories of the masked records that are kept.
Margin margin_of(const Column& original, const Column& masked, const Column* weights,
                 const std::vector<std::int64_t>& kept) {
    Margin margin;
    margin.targets.assign(original.dictionary().size() + 1, 0.0);
    for (std::int64_t row = 0; row < original.size(); ++row) {
        margin.targets[static_cast<std::size_t>(category_at(original, row))] +=
            base_weight(weights, row);
    }
    for (const std::int64_t row : kept) margin.category_of.push_back(category_at(masked, row));
    return margin;
}

std::vector<double> calibrated(const MaskInput& input, const MasscParams& params,
                               const Agglomeration& agglomeration, const Table& masked,
                               const std::vector<std::int64_t>& kept, MaskOutput& output) {
    const Column* weights = input.table.find(params.weight);
    std::vector<double> start;
    double whole = 0;
    for (const std::int64_t row : kept) {
        start.push_back(base_weight(weights, row) / params.keep[agglomeration.stratum(row)]);
    }
    for (std::int64_t row = 0; row < input.table.rows(); ++row) whole += base_weight(weights, row);
    std::vector<Margin> margins;
    margins.push_back({std::vector<std::int32_t>(kept.size(), 0), {whole}});
    for (const std::string& name : params.calibrate) {
        margins.push_back(margin_of(input.table.column(name), masked.column(name), weights, kept));
    }
    const Raked result = raked(std::move(start), std::move(margins));
    output.facts["calibration_difference_percent"] = 100 * result.largest_difference;
    if (result.largest_difference > 1e-6) {
        output.warnings.push_back(
            fmt::format("weights do not reach all totals of the critical columns: off by up to "
                        "{:.3g} % of all weight",
                        100 * result.largest_difference));
    }
    std::vector<double> all(static_cast<std::size_t>(input.table.rows()), 0.0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        all[static_cast<std::size_t>(kept[i])] = result.weights[i];
    }
    return all;
}

// What an intruder who knows all keys can expect, by stratum; for the owner also how many records
// of the original are in each, which says how many were alone.
void report_risk(const MasscParams& params, const Agglomeration& agglomeration,
                 MaskOutput& output) {
    std::vector<double> records(params.keep.size(), 0.0), classes(params.keep.size(), 0.0);
    for (std::size_t c = 0; c < agglomeration.stratum_of.size(); ++c) {
        records[agglomeration.stratum_of[c]] += static_cast<double>(agglomeration.classes.sizes[c]);
        classes[agglomeration.stratum_of[c]] += 1;
    }
    double all_risk = 0, all_records = 0;
    for (std::size_t s = 0; s < params.keep.size(); ++s) {
        const double risk = params.keep[s] * (1 - params.substitute[s]) * classes[s];
        const std::string size = s < params.sizes.size() ? fmt::format("up to {}", params.sizes[s])
                                                         : std::string("larger");
        output.facts["strata"].push_back(
            {{"class_size", size},
             {"substitute", params.substitute[s]},
             {"keep", params.keep[s]},
             {"risk_percent", records[s] > 0 ? 100 * risk / records[s] : 0}});
        output.private_facts["strata"].push_back(
            {{"class_size", size}, {"records", std::llround(records[s])}});
        all_risk += risk;
        all_records += records[s];
    }
    output.facts["risk_percent"] = all_records > 0 ? 100 * all_risk / all_records : 0;
}

// The probabilities for a bound on the risk, stratum by stratum: q (1 - s) may be the bound times
// the mean class size.
void find_probabilities(MasscParams& params, const Agglomeration& agglomeration,
                        MaskOutput& output) {
    const std::size_t strata = params.sizes.size() + 1;
    std::vector<double> records(strata, 0.0), classes(strata, 0.0);
    for (std::size_t c = 0; c < agglomeration.stratum_of.size(); ++c) {
        records[agglomeration.stratum_of[c]] += static_cast<double>(agglomeration.classes.sizes[c]);
        classes[agglomeration.stratum_of[c]] += 1;
    }
    params.substitute.assign(strata, 0.0);
    params.keep.assign(strata, 1.0);
    double loss = 0, all = 0;
    for (std::size_t s = 0; s < strata; ++s) {
        if (classes[s] == 0) continue;
        const MasscProbabilities best = best_massc_probabilities(
            *params.risk / 100 * records[s] / classes[s], params.bias_weight);
        params.substitute[s] = best.substitute;
        params.keep[s] = best.keep;
        loss += records[s] * massc_loss(best, params.bias_weight);
        all += records[s];
    }
    output.facts["risk_bound_percent"] = *params.risk;
    output.facts["loss"] = all > 0 ? loss / all : 0;
}

MaskOutput apply_massc(const MaskInput& input, const MasscParams& given) {
    MaskOutput output;
    MasscParams params = given;
    take_usual(params);
    const Agglomeration agglomeration = agglomerate(input, params);
    if (params.risk) find_probabilities(params, agglomeration, output);
    if (agglomeration.members.size() == 1) {
        output.warnings.push_back("all records agree on the keys: nothing is substituted");
    }
    const std::vector<std::int64_t> donor_of = donors(input, params, agglomeration);
    for (const std::string& name : input.columns) {
        output.changed.push_back(substituted(input.table.column(name), donor_of));
    }
    const Stream sampling = input.random.stream("subsampling");
    output.kept_rows.emplace();
    for (std::int64_t row = 0; row < input.table.rows(); ++row) {
        if (sampling.at(row).uniform() < params.keep[agglomeration.stratum(row)]) {
            output.kept_rows->push_back(row);
        }
    }
    std::vector<double> weights = calibrated(
        input, params, agglomeration, input.table.with(output.changed), *output.kept_rows, output);
    output.changed.push_back(Column::numeric(params.weight, std::move(weights)));
    report_risk(params, agglomeration, output);
    return output;
}

void check_weight(const Table& table, std::span<const std::string> columns,
                  const MasscParams& params, const Place& place, Problems& problems) {
    const auto add = [&](const std::string& message) {
        problems.push_back(
            {fmt::format("column \"{}\" {}", params.weight, message), within(place, "weight")});
    };
    const Column* column = table.find(params.weight);
    if (params.weight.empty()) return problems.push_back({"is empty", within(place, "weight")});
    if (column == nullptr) return;
    if (std::find(columns.begin(), columns.end(), params.weight) != columns.end()) {
        return add("is masked by this step; weights cannot be");
    }
    if (!column->is_numeric()) return add("is not numeric; choose another name for the weights");
    const auto numbers = column->numbers();
    if (column->has_missing() ||
        std::any_of(numbers.begin(), numbers.end(), [](double weight) { return !(weight > 0); })) {
        add("has missing weights or weights that are not above 0; choose another name for new "
            "weights");
    }
}

void check_massc(const Table& table, std::span<const std::string> columns, const MasscParams& given,
                 const Place& place, Problems& problems) {
    MasscParams params = given;
    take_usual(params);
    if (std::adjacent_find(params.sizes.begin(), params.sizes.end(), std::greater_equal<>()) !=
        params.sizes.end()) {
        problems.push_back({"the sizes must ascend", within(place, "sizes")});
    }
    for (const auto& [parameter, list] :
         {std::pair("substitute", &params.substitute), std::pair("keep", &params.keep)}) {
        if (params.risk || list->size() == params.sizes.size() + 1) continue;
        problems.push_back({fmt::format("has {} probabilities; {} sizes make {} strata",
                                        list->size(), params.sizes.size(), params.sizes.size() + 1),
                            within(place, parameter)});
    }
    for (const auto& [parameter, list] : {std::pair("substitute", &MasscParams::substitute),
                                          std::pair("keep", &MasscParams::keep)}) {
        if (!params.risk || (params.*list).empty()) continue;
        problems.push_back(
            {"is found where risk is given; give one of the two", within(place, parameter)});
    }
    for (const std::string& name : params.calibrate) {
        const Column* column = table.find(name);
        if (column == nullptr) {
            problems.push_back(
                {unknown_name("column", name, table.names()), within(place, "calibrate")});
        } else if (column->is_numeric()) {
            problems.push_back({fmt::format("column \"{}\" is numeric; only frequencies of "
                                            "categories can be calibrated (a policy can make it "
                                            "nominal)",
                                            name),
                                within(place, "calibrate")});
        }
    }
    check_weight(table, columns, params, place, problems);
}

}  // namespace

Method massc() {
    return make_mask(
        MethodInfo{
            .name = "massc",
            .title = "MASSC",
            .summary =
                "Substitutes and drops records at random, the more so the rarer they are, and "
                "weights the rest.",
            .description =
                "Four steps. Micro-agglomeration: records are put into strata of risk by how many "
                "share all values of the step's columns, which are the keys. Substitution: with "
                "the probability of its stratum a record takes the key values of the nearest "
                "other combination. Subsampling: with the probability of its stratum a record is "
                "kept. Calibration: kept records get weights such that the weighted frequencies "
                "of the critical columns (`calibrate`) are exactly the original ones, as far as "
                "they can be. The release record holds, for each stratum, the chance that an "
                "intruder who knows all keys finds the right record: risk is known beforehand. "
                "With `risk` the probabilities are found: in each stratum those that add the least "
                "to a weighted count, in variance by subsampling, (1 - keep) / keep a record, and "
                "in bias by substitution, `bias_weight` times the square of its probability, while "
                "the risk of no stratum is above the bound. "
                "Use it for files of categories that are analysed with weights anyway. Beware: "
                "analyses must use the weights; columns that are neither keys nor "
                "critical keep their values, but lose records. Weights come into the named "
                "column, which is added where the table has none, and multiplied into it "
                "otherwise. A missing key is a value of its own for the strata; it stays missing "
                "and is never substituted for another.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random, Property::changes_rows, Property::pairwise},
            .cites = {"singh2003massc", "deming1940raking"},
            .example = {{"sizes", {1, 3}},
                        {"substitute", {0.5, 0.25, 0.1}},
                        {"keep", {0.7, 0.85, 0.95}}}},
        massc_schema(), apply_massc, check_massc);
}

}  // namespace lethe::mask
