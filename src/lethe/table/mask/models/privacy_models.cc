// Privacy models: values are raised in their hierarchies until several models hold together, at the
// least loss.
//
// The walk: level tables of the columns (column_levels), lines and sensitive values of the rows as
// numbers (lattice::Records), the search (algo/lattice), and back: who is suppressed and what the
// others show (released_levels). Whether the models hold in the file that was written is counted
// again elsewhere (release/tables/model_counts), by code that shares nothing with all this.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/lattice/search.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/models/column_levels.h"
#include "lethe/table/mask/models/group_models.h"
#include "lethe/table/mask/models/released_levels.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

using lattice::Suppressed;

struct PrivacyModelsParams {
    std::string models = "k:5";
    std::vector<std::string> sensitive;
    std::string metric = "loss";
    double suppress = 0;
    Suppressed suppressed = Suppressed::removed;
    SensitiveMissing missing = SensitiveMissing::own;
    std::string released;
    std::map<std::string, double> weights;
};

Schema<PrivacyModelsParams> privacy_models_schema() {
    return Schema<PrivacyModelsParams>()
        .field("models", &PrivacyModelsParams::models,
               "what must hold in every class, joined by +: k:5, kmap:3,population=N or "
               "population=table, l-distinct:3, l-entropy:4, l-recursive:c=4,l=5, alpha:0.5, "
               "t-equal:0.2, t-ordered:0.2, t-hierarchical:0.2, beta-basic:3, beta-enhanced:2, "
               "delta:1.5, presence:0.05..0.15; or in the table: risk-average:0.05, "
               "unique-sample:0.05, unique-population:0.01,population=N,estimator=dankar")
        .field("sensitive", &PrivacyModelsParams::sensitive,
               "columns whose values must not be learnt from a class; a model holds for each of "
               "them, or for the one that it names (l-distinct:3,sensitive=COLUMN)")
        .field("metric", &PrivacyModelsParams::metric,
               "what is made least: loss, entropy:monotonic, entropy:nonmonotonic, dm, dm-star, "
               "aecs, precision:nonmonotonic, height, ambiguity, entropy-based, kl:tuples, "
               "classification:response=COLUMN; with gs=0.5 (suppression against "
               "generalisation) and agg=geomean, mean, sum, maximum or rank")
        .field("suppress", &PrivacyModelsParams::suppress,
               "percentage of the records that may be suppressed", between(0, 100))
        .choice("suppressed", &PrivacyModelsParams::suppressed,
                "records that are suppressed: removed from the release; class: raised to the top "
                "together, where the models must hold for them too",
                {{"removed", Suppressed::removed}, {"class", Suppressed::one_class}})
        .choice("missing", &PrivacyModelsParams::missing,
                "a missing sensitive value: own, a value like others; excluded, not counted",
                {{"own", SensitiveMissing::own}, {"excluded", SensitiveMissing::excluded}})
        .field("released", &PrivacyModelsParams::released,
               "column that tells who is released, for kmap with population=table and presence: "
               "people for whom it is missing, 0, no or false are the population among whom the "
               "others are hidden, and do not leave; empty: everybody is released")
        .field("weights", &PrivacyModelsParams::weights,
               "how much some columns count in the metric: column name and number; others 1",
               at_least(0));
}

bool says_no(const std::string& text) {
    return text == "0" || text == "no" || text == "false" || text == "No" || text == "FALSE" ||
           text == "False" || text == "NO";
}

// Rows that are released, ascending.
std::vector<std::int64_t> released_by(const Table& table, const std::string& column) {
    std::vector<std::int64_t> rows;
    const Column* flag = column.empty() ? nullptr : table.find(column);
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        if (flag == nullptr || (flag->valid(row) && !says_no(flag->text(row)))) rows.push_back(row);
    }
    return rows;
}

// A table as the search takes it, and what is needed to come back from it.
struct Prepared {
    std::vector<std::int64_t> rows;                // that are released
    std::vector<std::vector<std::int32_t>> lines;  // [column][row of the table]
    lattice::Records records;
};

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

Prepared prepared_for(const Table& table, const std::vector<std::string>& columns,
                      const PrivacyModelsParams& params, const lattice::Metric& metric) {
    Prepared made;
    made.rows = released_by(table, params.released);
    Problems problems;
    if (made.rows.empty()) {
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
    for (const std::string& name : counted_names(table, columns, params, metric)) {
        const bool counts = missing_counts || !is_among(params.sensitive, name);
        made.records.counted.push_back(
            counted_column(table.column(name), made.rows, counts, problems));
    }
    throw_if_any(std::move(problems));
    return made;
}

lattice::Settings settings_for(const std::vector<std::string>& columns,
                               const PrivacyModelsParams& params, Problems& problems) {
    lattice::Settings settings;
    settings.models = lattice::parse_models(params.models, problems);
    settings.metric = lattice::parse_metric(params.metric, problems);
    settings.sensitive = params.sensitive.size();
    settings.limit = params.suppress / 100;
    settings.reading = params.suppressed;
    for (const std::string& name : columns) {
        settings.weights.push_back(for_column(name, params.weights, 1.0));
    }
    return settings;
}

// With the nearest that can be reached: how many records would have to go.
[[noreturn]] void tell_unmet(const lattice::SearchResult& found,
                             const lattice::Evaluation& evaluation,
                             const std::vector<std::string>& columns, std::int64_t rows) {
    std::string nearest =
        "at no levels do they hold, however many records are suppressed: ask for less, or leave "
        "columns out";
    if (found.nearest && found.nearest->suppressed < rows) {
        std::vector<std::string> levels;
        for (std::size_t q = 0; q < columns.size(); ++q) {
            levels.push_back(fmt::format("{} {}", columns[q], found.nearest->node[q]));
        }
        const double share =
            100 * static_cast<double>(found.nearest->suppressed) / static_cast<double>(rows);
        nearest = fmt::format(
            "the nearest that can be reached: at the levels {} they hold with {} records "
            "suppressed (suppress = {:.4g})",
            fmt::join(levels, ", "), found.nearest->suppressed, std::ceil(share * 1000) / 1000);
    }
    throw Error(ErrorKind::unmet,
                fmt::format("no levels fulfil {} with at most {} of {} records suppressed; {}",
                            lattice::to_text(evaluation.settings().models), evaluation.limit(),
                            rows, nearest));
}

// What may be published of a search: what was asked for, and what the release shows anyway.
Json search_facts(const lattice::Evaluation& evaluation, const lattice::SearchResult& found,
                  const std::vector<std::string>& columns, const PrivacyModelsParams& params) {
    const lattice::Settings& settings = evaluation.settings();
    Json facts = Json::object();
    facts["models"] = lattice::to_text(settings.models);
    facts["sensitive"] = params.sensitive;
    facts["minimum_class_size"] = evaluation.judge().minimum_size();
    facts["metric"] = lattice::to_text(settings.metric);
    facts["suppressed_records"] = found.best->suppressed;
    facts["suppression_limit"] = evaluation.limit();
    facts["suppressed"] = params.suppressed == Suppressed::removed ? "removed" : "class";
    facts["missing"] = params.missing == SensitiveMissing::own ? "own" : "excluded";
    if (!params.released.empty()) facts["released"] = params.released;
    for (std::size_t q = 0; q < columns.size(); ++q) {
        facts["levels"][columns[q]] = found.best->node[q];
        facts["highest_levels"][columns[q]] = evaluation.top()[q];
    }
    facts["exact"] = found.exact;
    facts["nodes"] = found.nodes;
    facts["evaluated"] = found.evaluated;
    facts["regime"] = lattice::name(evaluation.regime());
    return facts;
}

// Losses and ties are counted on the original values.
Json private_facts_of(const lattice::SearchResult& found, const std::vector<std::string>& columns) {
    Json facts = {{"loss", found.best->loss.value}, {"ties", found.ties}};
    for (std::size_t q = 0; q < found.best->loss.columns.size(); ++q) {
        facts["loss_by_column"][columns[q]] = found.best->loss.columns[q];
    }
    return facts;
}

MaskOutput apply_privacy_models(const MaskInput& input, const PrivacyModelsParams& params) {
    if (input.table.rows() == 0) return {};
    Problems problems;
    const lattice::Settings settings = settings_for(input.columns, params, problems);
    throw_if_any(std::move(problems));
    const Prepared made = prepared_for(input.table, input.columns, params, settings.metric);
    const lattice::Evaluation evaluation(made.records, settings);
    const lattice::SearchResult found = lattice::search_levels(input.context, evaluation);
    const std::int64_t rows = std::ssize(made.rows);
    if (!found.best) tell_unmet(found, evaluation, input.columns, rows);
    const lattice::Node& node = found.best->node;
    const std::vector<char> gone = suppressed_rows(evaluation, node);
    MaskOutput output;
    const bool stay = params.suppressed == Suppressed::one_class;
    std::vector<char> to_top;
    if (stay) {
        to_top.assign(static_cast<std::size_t>(input.table.rows()), 0);
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            to_top[static_cast<std::size_t>(made.rows[i])] = gone[i];
        }
    }
    for (std::size_t q = 0; q < input.columns.size(); ++q) {
        const lattice::Levels& levels = made.records.columns[q];
        output.changed.push_back(column_at_level(input.table.column(input.columns[q]), levels,
                                                 node[q], made.lines[q], to_top));
        if (node[q] == levels.top() && levels.top() > 0) {
            output.warnings.push_back(fmt::format(
                "column \"{}\" was raised to the top of its hierarchy: nothing is left of it",
                input.columns[q]));
        }
    }
    if (rows < input.table.rows() || (!stay && found.best->suppressed > 0)) {
        output.kept_rows.emplace();
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            if (stay || gone[i] == 0) output.kept_rows->push_back(made.rows[i]);
        }
    }
    output.facts = search_facts(evaluation, found, input.columns, params);
    output.private_facts = private_facts_of(found, input.columns);
    return output;
}

void check_names(const Table& table, std::span<const std::string> columns,
                 const PrivacyModelsParams& params, const Place& place, Problems& problems) {
    const auto check = [&](const char* parameter, const std::string& name) {
        if (table.find(name) == nullptr) {
            problems.push_back(
                {unknown_name("column", name, table.names()), within(place, parameter)});
        } else if (is_among(columns, name)) {
            problems.push_back(
                {fmt::format("column \"{}\" is generalised by this step and cannot be {} too", name,
                             parameter),
                 within(place, parameter)});
        }
    };
    for (const std::string& name : params.sensitive) check("sensitive", name);
    if (!params.released.empty()) check("released", params.released);
    check_column_names("weights", params.weights, columns, place, problems);
}

void check_privacy_models(const Table& table, std::span<const std::string> columns,
                          const PrivacyModelsParams& params, const Place& place,
                          Problems& problems) {
    Problems own;
    const lattice::Settings settings = settings_for({columns.begin(), columns.end()}, params, own);
    for (Problem& problem : own) problems.push_back({problem.message, place, problem.kind});
    for (const lattice::Model& model : settings.models) {
        if (lattice::needs_population_table(model.kind) && params.released.empty()) {
            problems.push_back(
                {fmt::format("model {} counts people of a population: give a file of them all, and "
                             "in `released` the column that tells who of them is released",
                             lattice::to_text(model)),
                 within(place, "models")});
        }
        if (lattice::needs_sensitive(model.kind) && params.sensitive.empty()) {
            problems.push_back({fmt::format("model {} is about sensitive values: name their column "
                                            "in `sensitive`",
                                            lattice::to_text(model)),
                                within(place, "models")});
        }
    }
    check_names(table, columns, params, place, problems);
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr || column->meaning()) continue;
        problems.push_back(
            {fmt::format("column \"{0}\" has no hierarchy to generalise along: give it one in the "
                         "policy ({0} = {{ knowledge = \"FILE\" }}) or with the option "
                         "knowledge {0}=FILE",
                         name),
             place});
    }
}

}  // namespace

Method privacy_models() {
    return make_mask(
        MethodInfo{
            .name = "privacy-models",
            .title = "Privacy models over hierarchies",
            .summary = "Raises the columns to the levels at which several privacy models hold "
                       "together, with the least loss.",
            .description =
                "Each column has a value hierarchy whose columns are levels, and all its values "
                "are raised to the same level. Among all vectors of levels the one that loses "
                "least is found at which every class of equal records fulfils all `models`: "
                "enough people (k), diversity of the sensitive values (distinct, entropy, "
                "recursive), closeness to the distribution of everybody (t), limited gains "
                "(beta, delta, alpha), people of a population that look alike (k-map, presence), "
                "and "
                "for the table as a whole average risk and uniqueness. "
                "The search is exact: what it leaves out cannot be better. Records in classes "
                "that fail may be suppressed, up to `suppress` per cent; they are removed, or "
                "with `suppressed` = class raised to the top together, where the models must "
                "hold for them too. Distributions are those of all records before any "
                "suppression. A level is a column of the hierarchy's file, and equal names of "
                "different levels are not joined; of a taxonomy that is no such table, level l is "
                "the ancestor l steps up. A missing value stands directly below the top. Beware: "
                "what holds for the columns of this step does not protect against who knows "
                "other columns too.",
            .kinds = {Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent, Property::changes_rows,
                           Property::makes_missing},
            .cites = {"samarati2001protecting", "lefevre2005incognito", "elemam2009globally"},
            .example = {{"models", "k:3"}},
            .effect = Effect::containment},
        privacy_models_schema(), apply_privacy_models, check_privacy_models);
}

}  // namespace lethe::mask
