// measures: fuzzy measures that attacks learnt, compared with each other and aggregated.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/text_table.h"
#include "lethe/table/attack/linkage/given_distance.h"

namespace lethe::operation {
namespace {

struct MeasuresOptions {
    std::vector<std::string> files;
    std::vector<double> weights;
    std::string output;
};

struct NamedMeasure {
    std::string file;
    std::vector<std::string> columns;
    std::vector<double> values;  // place 0 the empty set; 1 for all columns
};

NamedMeasure read_measure(const std::string& file) {
    const auto refuse = [&](const std::string& what) {
        throw Error(ErrorKind::input, what, {file, 0, 0, {}});
    };
    attack::GivenDistance given;
    const Json json = Json::parse(read_file(file), nullptr, false);
    if (json.is_discarded()) refuse("is not JSON");
    if (const std::string wrong = attack::read(json, given); !wrong.empty()) refuse(wrong);
    if (!given.model.of_sets() && given.model.family != DistanceFamily::weighted_mean) {
        refuse("holds no weights of columns or of sets of columns");
    }
    const auto n = static_cast<int>(given.columns.size());
    if (n < 1 || n > kMostSetAttributes) {
        refuse(
            fmt::format("has {} columns; measures of 1 to {} are compared", n, kMostSetAttributes));
    }
    std::vector<double> values = learnt_measure(given.model, given.parameters, n);
    if (!(values.back() > 0)) refuse("has a measure of 0 for all columns");
    return {file, given.columns, std::move(values)};
}

// The same measure with its columns in another order.
std::vector<double> in_order(const NamedMeasure& measure, const std::vector<std::string>& columns) {
    std::vector<double> values(measure.values.size());
    for (std::size_t set = 0; set < values.size(); ++set) {
        std::size_t own = 0;
        for (std::size_t l = 0; l < columns.size(); ++l) {
            if ((set >> l & 1U) == 0) continue;
            own |= std::size_t{1} << (std::ranges::find(measure.columns, columns[l]) -
                                      measure.columns.begin());
        }
        values[set] = measure.values[own];
    }
    return values;
}

std::vector<NamedMeasure> read_measures(const std::vector<std::string>& files) {
    std::vector<NamedMeasure> measures;
    Problems problems;
    for (const std::string& file : files) {
        add_if_thrown(problems, [&] { measures.push_back(read_measure(file)); });
    }
    for (NamedMeasure& measure : measures) {
        if (!std::ranges::is_permutation(measure.columns, measures[0].columns)) {
            problems.push_back({"is a measure of other columns than the first",
                                {measure.file, 0, 0, {}},
                                ErrorKind::input});
            continue;
        }
        measure.values = in_order(measure, measures[0].columns);
        measure.columns = measures[0].columns;
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    return measures;
}

Json sets_json(const std::vector<double>& measure, const std::vector<std::string>& columns) {
    const std::vector<double> coefficients = moebius(measure);
    Json sets = Json::array();
    for (std::size_t set = 1; set < measure.size(); ++set) {
        Json names = Json::array();
        for (std::size_t l = 0; l < columns.size(); ++l) {
            if ((set >> l & 1U) != 0) names.push_back(columns[l]);
        }
        sets.push_back(
            {{"set", std::move(names)}, {"value", measure[set]}, {"moebius", coefficients[set]}});
    }
    return sets;
}

std::string measures_text(const Json& result) {
    report::Grid distances{
        "How far the measures lie apart", {"", "", "sets", "largest", "Moebius", "shares"}, {}};
    for (const Json& row : result["distances"]) {
        const auto figure = [&](const char* key) {
            return report::Cell::figure(fmt::format("{:.4f}", row[key].get<double>()));
        };
        distances.rows.push_back({report::Cell(row["a"].get<std::string>()),
                                  report::Cell(row["b"].get<std::string>()), figure("euclid"),
                                  figure("largest"), figure("moebius"), figure("shapley")});
    }
    report::Grid shares{
        "Share of each column (Shapley value) in the mean", {"column", "share"}, {}};
    for (const auto& [column, share] : result["shares"].items()) {
        shares.rows.push_back({report::Cell(column),
                               report::Cell::figure(fmt::format("{:.4f}", share.get<double>()))});
    }
    std::string out = report::text_table(distances) + "\n" + report::text_table(shares);
    if (result.contains("output")) {
        out += fmt::format("\nmean: {} (private: who has it can repeat the attack)\n",
                           result["output"].get<std::string>());
    }
    return out;
}

Answer compare_measures(const MeasuresOptions& options, Door& /*door*/) {
    release::refuse_overwrite(options.output, options.files);
    const std::vector<NamedMeasure> measures = read_measures(options.files);
    std::vector<double> weights = options.weights;
    if (weights.empty()) weights.assign(measures.size(), 1.0);
    if (weights.size() != measures.size()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} weights for {} measures", weights.size(), measures.size()),
                    {{}, 0, 0, "weights"});
    }
    std::vector<std::vector<double>> values;
    for (const NamedMeasure& measure : measures) values.push_back(measure.values);
    const std::vector<double> mean = mean_measure(values, weights);
    Json distances = Json::array();
    const auto add = [&](const std::string& a, const std::string& b,
                         const MeasureDistance& distance) {
        distances.push_back({{"a", a},
                             {"b", b},
                             {"euclid", distance.euclid},
                             {"largest", distance.largest},
                             {"moebius", distance.moebius},
                             {"shapley", distance.shapley}});
    };
    for (std::size_t a = 0; a < measures.size(); ++a) {
        for (std::size_t b = a + 1; b < measures.size(); ++b) {
            add(measures[a].file, measures[b].file, measure_distance(values[a], values[b]));
        }
    }
    for (std::size_t a = 0; a < measures.size(); ++a) {
        add(measures[a].file, "mean", measure_distance(values[a], mean));
    }
    const std::vector<std::string>& columns = measures[0].columns;
    const std::vector<double> shapley = shapley_values(mean);
    Json shares = Json::object();
    for (std::size_t l = 0; l < columns.size(); ++l) shares[columns[l]] = shapley[l];
    Json result{{"kind", "measures"},
                {"about", "original"},
                {"measures", options.files},
                {"columns", columns},
                {"distances", std::move(distances)},
                {"shares", std::move(shares)},
                {"measure", sets_json(mean, columns)}};
    if (!options.output.empty()) {
        write_file(options.output, Json{{"measure", result["measure"]}}.dump(1) + "\n", true);
        result["output"] = options.output;
    }
    std::string told = measures_text(result);
    return {std::move(result), std::move(told)};
}

}  // namespace

Operation compare_learnt_measures() {
    using O = MeasuresOptions;
    return make_operation(
        {.name = "measures",
         .summary = "Compare fuzzy measures that attacks learnt, and take their mean",
         .notes =
             "A file holds a measure as parametric-linkage reads it: {\"measure\": {\"age\": 0.6, "
             "\"income\": 0.5,\n\"age + income\": 1}}, or is the certificate or the result of an "
             "attack "
             "that learnt one.",
         .examples =
             {"lethe sample census --rows 60 --seed 1 -o people.csv",
              "lethe protect people.csv --method noise --set p=20 --columns AGI,FEDTAX,TAXINC "
              "--seed 1 -o noisy.csv",
              "lethe attack people.csv noisy.csv --columns AGI,FEDTAX,TAXINC --attack "
              "supervised-linkage --set operator=choquet --certificate first.json",
              "lethe attack people.csv noisy.csv --columns AGI,FEDTAX,TAXINC --attack "
              "supervised-linkage --set operator=choquet --set variant=belief --certificate "
              "second.json",
              "lethe measures first.json second.json -o mean.json"}},
        Schema<O>()
            .field("files", &O::files, "Files of measures over the same columns")
            .at_place("MEASURES")
            .required()
            .input()
            .field("weights", &O::weights, "What each counts in the mean [all alike]")
            .shown("W")
            .field("output", &O::output,
                   "Write the mean here (private), for parametric-linkage: --set distance=FILE")
            .output(OutputKind::file)
            .letter('o')
            .shown("FILE"),
        compare_measures);
}

}  // namespace lethe::operation
