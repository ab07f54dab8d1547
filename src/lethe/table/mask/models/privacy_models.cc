// Privacy models: values are raised in their hierarchies until several models hold together, at the
// least loss.
//
// The walk: level tables of the columns (column_levels), lines and sensitive values of the rows as
// numbers (level_search), the search (algo/lattice), and back: who is suppressed and what the
// others show (released_levels). Whether the models hold in the file that was written is counted
// again elsewhere (release/tables/counts), by code that shares nothing with all this.
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

#include "lethe/algo/lattice/rounds.h"
#include "lethe/algo/lattice/search.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/models/level_search.h"
#include "lethe/table/mask/models/released_levels.h"
#include "lethe/table/mask/models/released_loss.h"
#include "lethe/table/mask/models/value_order.h"
#include "lethe/table/mask/models/who_is_released.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

// The nearest that can be reached: how many records would have to go, and where; or where no
// suppression helps what all records together reach.
std::string nearest_words(const lattice::SearchResult& found, const lattice::Evaluation& evaluation,
                          const std::vector<std::string>& columns, std::int64_t rows) {
    if (found.nearest && found.nearest->suppressed < rows) {
        std::vector<std::string> levels;
        for (std::size_t q = 0; q < columns.size(); ++q) {
            levels.push_back(fmt::format("{} {}", columns[q], found.nearest->node[q]));
        }
        const double share =
            100 * static_cast<double>(found.nearest->suppressed) / static_cast<double>(rows);
        return fmt::format(
            "the nearest that {}: at the levels {} they hold with {} records suppressed "
            "(suppress = {:.4g})",
            found.exact ? "can be reached" : "was met", fmt::join(levels, ", "),
            found.nearest->suppressed, std::ceil(share * 1000) / 1000);
    }
    const std::vector<std::string> unmet = evaluation.unmet_by_all();
    const std::string reached =
        unmet.empty() ? ""
                      : fmt::format(", for not even all records in one class fulfil {}",
                                    fmt::join(unmet, ", "));
    const std::string cure = "ask for less, or leave columns out";
    if (!found.exact) return unmet.empty() ? cure : "they cannot hold" + reached + ": " + cure;
    return fmt::format("at no levels do they hold, however many records are suppressed{}: {}",
                       reached, cure);
}

[[noreturn]] void tell_unmet(const lattice::SearchResult& found,
                             const lattice::Evaluation& evaluation,
                             const std::vector<std::string>& columns,
                             const PrivacyModelsParams& params, std::int64_t rows) {
    std::string message =
        fmt::format("no levels {} {} with at most {} of {} records suppressed",
                    found.exact ? "fulfil" : "were found that fulfil",
                    lattice::to_text(evaluation.settings().models), evaluation.limit(), rows);
    if (!found.exact) {
        message +=
            fmt::format(", in {} evaluations: give more (evaluations, seconds)", found.evaluated);
    }
    message += "; " + nearest_words(found, evaluation, columns, rows);
    if (evaluation.keeps_everybody() && params.suppress > 0) {
        message +=
            "; nobody is suppressed, because people of whose class no record is left have a "
            "presence of 0: ask for a lower end of 0, or for suppressed = class";
    }
    throw Error(ErrorKind::unmet, message);
}

// What was asked for.
Json asked_facts(const lattice::Evaluation& evaluation, const PrivacyModelsParams& params) {
    const lattice::Settings& settings = evaluation.settings();
    Json facts = Json::object();
    facts["models"] = lattice::to_text(settings.models);
    facts["sensitive"] = params.sensitive;
    facts["minimum_class_size"] = evaluation.judge().minimum_size();
    facts["metric"] = lattice::to_text(settings.metric);
    facts["suppression_limit"] = evaluation.limit();
    facts["suppressed"] = params.suppressed == lattice::Suppressed::removed ? "removed" : "class";
    facts["missing"] = params.missing == SensitiveMissing::own ? "own" : "excluded";
    if (!params.released.empty()) facts["released"] = params.released;
    const bool of_presence = std::any_of(
        settings.models.begin(), settings.models.end(),
        [](const lattice::Model& model) { return model.kind == lattice::ModelKind::presence; });
    if (of_presence) {
        const bool strict = params.presence_empty == lattice::PresenceEmpty::strict;
        facts["presence_empty"] = strict ? "strict" : "arx";
    }
    return facts;
}

// Of a search that did not come to its end: its limits, and which of them ended it. Where that is
// the time, the same run may end elsewhere on another machine.
void add_limits(const lattice::AnytimeLimits& limits, lattice::SearchEnd end, Json& facts) {
    facts["ended_by"] = lattice::name(end);
    facts["evaluation_limit"] = limits.evaluations;
    if (std::isfinite(limits.seconds)) facts["seconds_limit"] = limits.seconds;
}

// What may be published of a search: what was asked for, and what the release shows anyway.
Json search_facts(const lattice::Evaluation& evaluation, const lattice::SearchResult& found,
                  const std::vector<std::string>& columns, const PrivacyModelsParams& params) {
    Json facts = asked_facts(evaluation, params);
    facts["suppressed_records"] = found.best->suppressed;
    for (std::size_t q = 0; q < columns.size(); ++q) {
        facts["levels"][columns[q]] = found.best->node[q];
        facts["highest_levels"][columns[q]] = evaluation.top()[q];
    }
    facts["exact"] = found.exact;
    if (!found.exact) add_limits(params.anytime(), found.end, facts);
    facts["nodes"] = found.nodes;
    facts["evaluated"] = found.evaluated;
    facts["regime"] = lattice::name(evaluation.regime());
    return facts;
}

// Losses, bounds and ties are counted on the original values.
Json private_facts_of(const lattice::SearchResult& found, const std::vector<std::string>& columns) {
    Json facts = {{"loss", found.best->loss.value}, {"ties", found.ties}, {"cut", found.cut}};
    for (std::size_t q = 0; q < found.best->loss.columns.size(); ++q) {
        facts["loss_by_column"][columns[q]] = found.best->loss.columns[q];
    }
    if (!found.exact && std::isfinite(found.bound)) {
        facts["bound"] = found.bound;
        facts["gap"] = found.gap();
    }
    return facts;
}

void warn_of_top(const std::string& column, std::vector<std::string>& warnings) {
    warnings.push_back(fmt::format(
        "column \"{}\" was raised to the top of its hierarchy: nothing is left of it", column));
}

// Nobody knows how much less could be lost: losses describe the original, so the sentence has no
// figure.
void warn_of_limits(const lattice::AnytimeLimits& limits, lattice::SearchEnd end,
                    std::vector<std::string>& warnings) {
    const std::string ended = end == lattice::SearchEnd::seconds
                                  ? fmt::format("after {} s", limits.seconds)
                                  : fmt::format("after {} evaluations", limits.evaluations);
    warnings.push_back(fmt::format(
        "the search over levels ended {}, before it was proven that nothing loses less: "
        "the private log has the bound",
        ended));
}

MaskOutput recode_once(const MaskInput& input, const PrivacyModelsParams& params,
                       const PreparedSearch& made, const lattice::Evaluation& evaluation) {
    const lattice::SearchResult found =
        lattice::search_levels(input.context, evaluation, params.anytime());
    const std::int64_t rows = std::ssize(made.rows);
    if (!found.best) tell_unmet(found, evaluation, input.columns, params, rows);
    const lattice::Node& node = found.best->node;
    const std::vector<char> gone = lattice::rows_suppressed_at(evaluation, node);
    MaskOutput output;
    const bool stay = params.suppressed == lattice::Suppressed::one_class;
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
            warn_of_top(input.columns[q], output.warnings);
        }
    }
    if (rows < input.table.rows() || (!stay && found.best->suppressed > 0)) {
        output.kept_rows.emplace();
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            if (stay || gone[i] == 0) output.kept_rows->push_back(made.rows[i]);
        }
    }
    if (!found.exact) warn_of_limits(params.anytime(), found.end, output.warnings);
    output.facts = search_facts(evaluation, found, input.columns, params);
    output.private_facts = private_facts_of(found, input.columns);
    return output;
}

Json round_facts(const lattice::RecodedInRounds& found, const lattice::Evaluation& evaluation,
                 const std::vector<std::string>& columns, const PrivacyModelsParams& params) {
    Json facts = asked_facts(evaluation, params);
    facts["suppressed_records"] = found.suppressed;
    facts["rounds"] = Json::array();
    for (const lattice::Round& round : found.rounds) {
        Json levels = Json::object();
        for (std::size_t q = 0; q < columns.size(); ++q) levels[columns[q]] = round.node[q];
        facts["rounds"].push_back(
            {{"levels", std::move(levels)}, {"records", round.released}, {"gs", round.gs}});
    }
    for (std::size_t q = 0; q < columns.size(); ++q) {
        facts["highest_levels"][columns[q]] = evaluation.top()[q];
    }
    facts["searches"] = found.searches + 1;
    facts["exact"] = found.exact;
    if (!found.exact) add_limits(params.anytime(), found.end, facts);
    facts["evaluated"] = found.evaluated;
    return facts;
}

[[noreturn]] void tell_too_many_left(const lattice::RecodedInRounds& found,
                                     const lattice::Evaluation& evaluation, std::int64_t rows) {
    const double share = 100 * static_cast<double>(found.suppressed) / static_cast<double>(rows);
    throw Error(
        ErrorKind::unmet,
        fmt::format("after {} searches {} of {} records are left that no round releases, and at "
                    "most {} may be suppressed: allow more (suppress = {:.4g}), ask for less than "
                    "{}, or give more rounds",
                    found.searches + 1, found.suppressed, rows, evaluation.limit(),
                    std::ceil(share * 1000) / 1000,
                    lattice::to_text(evaluation.settings().models)));
}

MaskOutput recode_by_rounds(const MaskInput& input, const PrivacyModelsParams& params,
                            const PreparedSearch& made, const lattice::Evaluation& evaluation) {
    Problems problems;
    for (const lattice::Levels& levels : made.records.columns) {
        check_labels_differ(levels, problems);
    }
    throw_if_any(std::move(problems));
    const lattice::RecodedInRounds found =
        lattice::recode_in_rounds(input.context, made.records, evaluation.settings(),
                                  {.rounds = params.rounds, .step = params.step}, params.anytime());
    const std::int64_t rows = std::ssize(made.rows);
    if (found.suppressed > evaluation.limit() || found.suppressed == rows) {
        tell_too_many_left(found, evaluation, rows);
    }
    MaskOutput output;
    if (found.suppressed > 0 || rows < input.table.rows()) {
        output.kept_rows.emplace();
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            if (found.round_of_row[i] != lattice::kNeverReleased) {
                output.kept_rows->push_back(made.rows[i]);
            }
        }
    }
    for (std::size_t q = 0; q < input.columns.size(); ++q) {
        const lattice::Levels& levels = made.records.columns[q];
        // Who is not released shows nothing while the columns are made.
        std::vector<int> level_of_row(static_cast<std::size_t>(input.table.rows()), levels.top());
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            const std::int32_t round = found.round_of_row[i];
            if (round == lattice::kNeverReleased) continue;
            level_of_row[static_cast<std::size_t>(made.rows[i])] =
                found.rounds[static_cast<std::size_t>(round)].node[q];
        }
        output.changed.push_back(column_at_levels(input.table.column(input.columns[q]), levels,
                                                  level_of_row, made.lines[q]));
        const bool always_top =
            std::all_of(found.rounds.begin(), found.rounds.end(),
                        [&](const lattice::Round& round) { return round.node[q] == levels.top(); });
        if (always_top && levels.top() > 0) warn_of_top(input.columns[q], output.warnings);
    }
    if (!found.exact) warn_of_limits(params.anytime(), found.end, output.warnings);
    output.facts = round_facts(found, evaluation, input.columns, params);
    return output;
}

MaskOutput apply_privacy_models(const MaskInput& input, const PrivacyModelsParams& params) {
    if (input.table.rows() == 0) return {};
    Problems problems;
    lattice::Settings settings = search_settings(input.columns, params, problems);
    throw_if_any(std::move(problems));
    const PreparedSearch made = prepare_search(input.table, input.columns, params, settings.metric);
    measure_releases(input.context, input.table, input.columns, made, settings);
    const lattice::Evaluation evaluation(made.records, settings);
    MaskOutput output = params.rounds > 0 ? recode_by_rounds(input, params, made, evaluation)
                                          : recode_once(input, params, made, evaluation);
    warn_of_alphabet(input.table, settings.models, params.sensitive, output.warnings);
    if (evaluation.keeps_everybody() && params.suppress > 0) {
        output.warnings.emplace_back(
            "nobody was suppressed: people of whose class no record is left would have a presence "
            "of 0, below what is asked for");
    }
    if (!charges_removal(settings, evaluation)) {
        output.warnings.push_back(
            fmt::format("the measure {} does not see that records are removed, so as many are as "
                        "helps it: suppressed = class keeps them, and counts",
                        settings.metric.measure));
    }
    return output;
}

void check_names(const Table& table, std::span<const std::string> columns,
                 const PrivacyModelsParams& params, const Place& place, Problems& problems) {
    const auto check = [&](const char* parameter, const std::string& name) {
        if (table.find(name) == nullptr) {
            problems.push_back(
                {unknown_name("column", name, table.names()), within(place, parameter)});
        } else if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
            problems.push_back(
                {fmt::format("column \"{}\" is generalised by this step and cannot be {} too", name,
                             parameter),
                 within(place, parameter)});
        }
    };
    for (const std::string& name : params.sensitive) check("sensitive", name);
    if (!params.released.empty()) {
        check("released", params.released);
        if (const Column* flag = table.find(params.released)) {
            check_says_who(*flag, within(place, "released"), problems);
        }
    }
    check_column_names("weights", params.weights, columns, place, problems);
}

void check_privacy_models(const Table& table, std::span<const std::string> columns,
                          const PrivacyModelsParams& params, const Place& place,
                          Problems& problems) {
    Problems own;
    const lattice::Settings settings =
        search_settings({columns.begin(), columns.end()}, params, own);
    if (params.rounds > 0) lattice::check_rounds(settings, own);
    for (Problem& problem : own) problems.push_back({problem.message, place, problem.kind});
    check_measure(table, columns, settings.metric, within(place, "metric"), problems);
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
    lattice::check_populations(settings.models, table.rows(), within(place, "models"), problems);
    Problems combined;
    for (const lattice::Model& model : settings.models) {
        lattice::combinations_of(model, columns, combined);
    }
    for (const Problem& problem : combined) {
        problems.push_back({problem.message, within(place, "models"), problem.kind});
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
                "k people for every combination of some columns (k with `columns` or `dimension`: "
                "who is suppressed does not count), diversity and closeness by meaning (`alike`, "
                "t-semantic), and "
                "for the table as a whole average risk and uniqueness. "
                "The search is exact: what it leaves out cannot be better. Where there are more "
                "than 5 million vectors it is best first, within `evaluations` and `seconds`, and "
                "the private log tells how much better another could be at most. A `metric` that "
                "measures releases (measure:NAME, any loss measure that takes such columns) is "
                "searched in the same way where it is the mean over its columns, or nobody may be "
                "suppressed and columns are measured one by one; else every vector at which the "
                "models hold is measured, as long as there are no more vectors than `evaluations`, "
                "and beyond that the best is told that was found, without a bound. With `rounds` "
                "the rows that a search suppresses are searched again by themselves, and rows "
                "show the levels of their round (local recoding). Records in classes "
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
            .purposes = {Purpose::levels},
            .effect = Effect::containment},
        privacy_models_schema(), apply_privacy_models, check_privacy_models);
}

}  // namespace lethe::mask
