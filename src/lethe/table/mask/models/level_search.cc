#include "lethe/table/mask/models/level_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/table/mask/models/column_levels.h"
#include "lethe/table/mask/models/who_is_released.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

bool is_among(std::span<const std::string> names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// The columns that are counted in classes: sensitive ones first, then what is to be predicted.
std::vector<std::string> counted_names(const Table& table, const std::vector<std::string>& columns,
                                       const PrivacyModelsParams& params,
                                       const lattice::Metric& metric) {
    std::vector<std::string> names = params.sensitive;
    for (const std::string& name : metric.responses) {
        if (table.find(name) == nullptr || is_among(columns, name) || is_among(names, name)) {
            continue;
        }
        names.push_back(name);
    }
    return names;
}

}  // namespace

Schema<PrivacyModelsParams> privacy_models_schema() {
    return Schema<PrivacyModelsParams>()
        .field("models", &PrivacyModelsParams::models,
               "what must hold in every class, joined by +: k:5, kmap:3,population=N or "
               "population=table, l-distinct:3, l-entropy:4, l-recursive:c=4,l=5, each of these "
               "with alike=0.4 too, alpha:0.5, t-equal:0.2, t-ordered:0.2, t-hierarchical:0.2, "
               "t-semantic:0.2, beta-basic:3, beta-enhanced:2, delta:1.5, presence:0.05..0.15; "
               "of combinations of columns: k:3,columns=age|sex, k:3,dimension=2; or in the "
               "table: risk-average:0.05, "
               "unique-sample:0.05, unique-population:0.01,population=N,estimator=dankar; or by "
               "what an attack pays: profit-prosecutor:cost=20,gain=40,loss=300,benefit=100 and "
               "profit-journalist, each with -no-attack too")
        .field("sensitive", &PrivacyModelsParams::sensitive,
               "columns whose values must not be learnt from a class; a model holds for each of "
               "them, or for the one that it names (l-distinct:3,sensitive=COLUMN)")
        .field("metric", &PrivacyModelsParams::metric,
               "what is made least: loss, entropy:monotonic, entropy:nonmonotonic, dm, dm-star, "
               "aecs, precision:nonmonotonic, height, ambiguity, entropy-based, kl:tuples, "
               "classification:response=COLUMN; with gs=0.5 (suppression against "
               "generalisation) and agg=geomean, mean, sum, maximum or rank; or measure:NAME, any "
               "loss measure of tables as it is found in what is released, with its parameters "
               "(measure:NAME,KEY=VALUE), of all columns together, or with agg or weights of each")
        .field("suppress", &PrivacyModelsParams::suppress,
               "percentage of the records that may be suppressed", between(0, 100))
        .choice(
            "suppressed", &PrivacyModelsParams::suppressed,
            "records that are suppressed: removed from the release; class: raised to the top "
            "together, where the models must hold for them too",
            {{"removed", lattice::Suppressed::removed}, {"class", lattice::Suppressed::one_class}})
        .choice("missing", &PrivacyModelsParams::missing,
                "a missing sensitive value: own, a value like others; excluded, not counted",
                {{"own", SensitiveMissing::own}, {"excluded", SensitiveMissing::excluded}})
        .field("released", &PrivacyModelsParams::released,
               "column that tells who is released, for kmap with population=table, presence and "
               "profit-journalist: yes, y, true, t or 1 (in any case); people for whom it is no, "
               "n, false, f, 0 or missing are the population among whom the others are hidden, and "
               "do not leave; other values are refused. Empty: everybody is released")
        .choice("presence_empty", &PrivacyModelsParams::presence_empty,
                "presence with a lower end above 0, for people of whose class no record is "
                "released: strict, they have a presence of 0, so none is suppressed unless as a "
                "class; arx, as ARX has it: who is suppressed does not count, and beside a model "
                "with a minimum size (k, l) nobody without a released record does. Such a release "
                "may not hold what it asks for",
                {{"strict", lattice::PresenceEmpty::strict}, {"arx", lattice::PresenceEmpty::arx}})
        .field("weights", &PrivacyModelsParams::weights,
               "how much some columns count in the metric: column name and number; others 1",
               at_least(0))
        .field("rounds", &PrivacyModelsParams::rounds,
               "local recoding: what a search suppresses is searched again by itself, at most so "
               "many times (published: 100, with metric = loss:gs=0.05), and rows show the levels "
               "of their round; `suppress` is then how many may be left at the end. 0: all rows "
               "show the same levels",
               between(0, 10'000))
        .field("step", &PrivacyModelsParams::step,
               "with rounds: by how much gs of the metric grows where a search releases nobody",
               between(0.001, 1))
        .field("evaluations", &PrivacyModelsParams::evaluations,
               "where there are too many vectors of levels to find the best of all: how many of "
               "them are counted",
               between(1, 1'000'000'000))
        .field("seconds", &PrivacyModelsParams::seconds,
               "then also a limit of time; what it ends may come out differently on another "
               "machine. 0: none",
               at_least(0));
}

lattice::AnytimeLimits PrivacyModelsParams::anytime() const {
    lattice::AnytimeLimits limits{.evaluations = evaluations};
    if (seconds > 0) limits.seconds = seconds;
    return limits;
}

PreparedSearch prepare_search(const Table& table, const std::vector<std::string>& columns,
                              const PrivacyModelsParams& params, const lattice::Metric& metric) {
    PreparedSearch made;
    Problems problems;
    made.rows = released_rows(table, params.released, problems);
    if (made.rows.empty() && problems.empty()) {
        problems.push_back(
            {fmt::format("column \"{}\" says for nobody that they are released", params.released),
             {},
             ErrorKind::input});
    }
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        const LevelTable levels = level_table_of(column);
        made.records.columns.push_back(lattice::levels_of(name, levels, problems));
        made.lines.push_back(lines_of_rows(column, levels, problems));
        auto& own = made.records.lines.emplace_back();
        for (const std::int64_t row : made.rows) {
            own.push_back(made.lines.back()[static_cast<std::size_t>(row)]);
        }
    }
    if (!params.released.empty()) made.records.population = made.lines;
    made.records.file_rows = table.rows();
    const bool missing_counts = params.missing == SensitiveMissing::own;
    const std::vector<lattice::Model> models = lattice::parse_models(params.models, problems);
    lattice::check_populations(models, table.rows(), {}, problems);
    for (const std::string& name : counted_names(table, columns, params, metric)) {
        const bool counts = missing_counts || !is_among(params.sensitive, name);
        made.records.counted.push_back(
            counted_column(table.column(name), made.rows, counts, problems, models));
    }
    throw_if_any(std::move(problems));
    return made;
}

lattice::Settings search_settings(const std::vector<std::string>& columns,
                                  const PrivacyModelsParams& params, Problems& problems) {
    lattice::Settings settings;
    settings.models = lattice::parse_models(params.models, problems);
    settings.metric = lattice::parse_metric(params.metric, problems);
    settings.sensitive = params.sensitive.size();
    settings.limit = params.suppress / 100;
    settings.reading = params.suppressed;
    settings.presence_empty = params.presence_empty;
    for (const std::string& name : columns) {
        settings.weights.push_back(for_column(name, params.weights, 1.0));
    }
    return settings;
}

}  // namespace lethe::mask
