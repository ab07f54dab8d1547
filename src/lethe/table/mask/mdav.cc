// Microaggregation by MDAV: groups of at least k similar records, each shown as its group's centre.
#include "lethe/algo/partition/mdav.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/partition/merged_groups.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/method/step_words.h"
#include "lethe/method/tuple_params.h"
#include "lethe/space/categories.h"
#include "lethe/space/numeric.h"
#include "lethe/table/mask/models/group_models.h"
#include "lethe/table/mask/parts/column_groups.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/publish_tuples.h"

namespace lethe::mask {
namespace {

struct MdavParams : MeasureParams, CentreParams, MissingParams, GroupParams, ModelParams {
    std::vector<std::int64_t> k = {5};
    Scaling scaling = Scaling::zscore;
    MdavMean mean = MdavMean::remaining;
    bool whole_records = false;
    std::optional<bool> squared;
};

Schema<MdavParams> mdav_schema() {
    const auto first =
        Schema<MdavParams>()
            .field("k", &MdavParams::k,
                   "smallest group of records: one number, or one a group of columns", at_least(2))
            .choice("scaling", &MdavParams::scaling, "how columns of numbers are made comparable",
                    {{"zscore", Scaling::zscore}, {"none", Scaling::none}})
            .choice("mean", &MdavParams::mean,
                    "the mean from which the farthest records are looked for: of those that are "
                    "left, or of the whole file all along",
                    {{"remaining", MdavMean::remaining}, {"file", MdavMean::file}});
    const auto own =
        with_column_groups(first)
            .field("whole_records", &MdavParams::whole_records,
                   "records are equal or not, whatever they differ in")
            .field("squared", &MdavParams::squared,
                   "with concepts: the mean of squared distances instead of distances; none: where "
                   "there are numbers beside them");
    return with_centre(with_measure_params(with_model_params(with_missing_rule(own))));
}

// Records over a space of concepts: where a column has a taxonomy, or another centre or distance
// than the usual one is asked for.
bool is_semantic(const Table& table, std::span<const std::string> columns,
                 const MdavParams& params) {
    return params.whole_records || params.centre != CentreKind::semantic ||
           std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
               return table.column(name).meaning() != nullptr;
           });
}

// The masked column without the values that were missing before.
ColumnPtr with_gaps(const Column& old, const ColumnPtr& masked) {
    if (!old.has_missing()) return masked;
    Validity validity(old.size());
    for (std::int64_t row = 0; row < old.size(); ++row) {
        if (!old.valid(row) || !masked->valid(row)) validity.set_missing(row);
    }
    if (masked->is_numeric()) {
        const auto numbers = masked->numbers();
        return Column::numeric(old.name(), {numbers.begin(), numbers.end()}, std::move(validity),
                               old.spelling_of_missing());
    }
    const auto codes = masked->codes();
    return Column::categories(old.name(), masked->kind(), {codes.begin(), codes.end()},
                              masked->dictionary_ptr(), std::move(validity),
                              old.spelling_of_missing());
}

// Groups joined with their nearest until the models hold in each. `row_of`: rows of the table by
// record of the space; empty: they are the same.
template <class S>
Clusters with_models(const Context& context, const S& space, Clusters groups,
                     const GroupModels* models, const std::vector<std::int32_t>& row_of = {}) {
    if (models == nullptr) return groups;
    const auto holds = [&](std::span<const std::int64_t> records) {
        std::vector<std::int32_t> rows;
        rows.reserve(records.size());
        for (const std::int64_t record : records) {
            rows.push_back(row_of.empty() ? static_cast<std::int32_t>(record)
                                          : row_of[static_cast<std::size_t>(record)]);
        }
        return models->hold(rows);
    };
    std::optional<Clusters> merged = merged_until(context, space, groups, holds);
    if (!merged) throw Error(ErrorKind::internal, "models hold for all records and for no groups");
    return *std::move(merged);
}

// The row of the table of each record of the space.
std::vector<std::int32_t> rows_of_records(const TupleSpace& space) {
    Clusters alone{{}, static_cast<std::int32_t>(space.rows())};
    for (std::int32_t i = 0; i < alone.count; ++i) alone.of.push_back(i);
    const Clusters record_of = groups_of_rows_from_records(space, alone);
    std::vector<std::int32_t> rows(record_of.of.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        rows[static_cast<std::size_t>(record_of.of[row])] = static_cast<std::int32_t>(row);
    }
    return rows;
}

MaskOutput mask_concepts(const MaskInput& input, const MdavParams& params, std::int64_t k,
                         const GroupModels* models) {
    const bool numbers =
        std::any_of(input.columns.begin(), input.columns.end(),
                    [&](const std::string& name) { return input.table.column(name).is_numeric(); });
    const TupleSpace space(input.context, input.table, input.columns,
                           {.measure = params.options(),
                            .squared = params.squared.value_or(numbers),
                            .whole_records = params.whole_records,
                            .standardise = params.scaling == Scaling::zscore});
    const CentreOptions centre{params.centre, {}};
    check_cluster_size(space.rows(), k);
    TupleSpace::Pool pool(input.context, space, centre);
    const Clusters groups =
        with_models(input.context, space, detail::mdav_over(input.context, pool, k, true), models,
                    models == nullptr ? std::vector<std::int32_t>() : rows_of_records(space));
    MaskOutput output =
        publish_centres(input, space, groups_of_rows_from_records(space, groups), centre, k);
    if (params.missing == MissingRule::own) return output;
    for (ColumnPtr& column : output.changed) {
        column = with_gaps(input.table.column(column->name()), column);
    }
    return output;
}

// Where missing is a value of its own, records with the same gaps are near each other.
Clusters cluster_rows(const MaskInput& input, const std::vector<std::string>& columns,
                      const MdavParams& params, std::int64_t k, const GroupModels* models) {
    const bool numbers = std::all_of(columns.begin(), columns.end(), [&](const std::string& name) {
        return input.table.column(name).is_numeric();
    });
    const WithGaps seen =
        params.missing == MissingRule::own
            ? with_gap_columns(input.context, input.table, columns, params.scaling == Scaling::none)
            : WithGaps{input.table, columns};
    if (numbers) {
        const NumericSpace space =
            numeric_space(input.context, seen.table, seen.columns, params.scaling);
        return with_models(input.context, space, lethe::mdav(input.context, space, k, params.mean),
                           models);
    }
    const CategorySpace space(input.context, seen.table, seen.columns);
    return with_models(input.context, space, lethe::mdav(input.context, space, k, params.mean),
                       models);
}

void append(MaskOutput& whole, MaskOutput part, const std::vector<std::string>& columns) {
    whole.changed.insert(whole.changed.end(), part.changed.begin(), part.changed.end());
    part.facts["columns"] = columns;
    whole.facts["parts"].push_back(std::move(part.facts));
    whole.warnings.insert(whole.warnings.end(), part.warnings.begin(), part.warnings.end());
}

MaskOutput apply_mdav(const MaskInput& input, const MdavParams& params) {
    const ColumnGroups groups = column_groups(input.columns, params);
    std::vector<Part> parts;
    MaskOutput semantic;
    std::optional<GroupModels> models;
    if (!params.models.empty() && input.table.rows() > 0) {
        models.emplace(input.table, params, params.k[0]);
        models->check_reachable();
    }
    const GroupModels* asked = models ? &*models : nullptr;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::int64_t k = params.k.size() == 1 ? params.k[0] : params.k[i];
        if (models) k = models->minimum_size();
        if (input.table.rows() > 0 && is_semantic(input.table, groups[i], params)) {
            const MaskInput own{input.table, groups[i], input.random.part(i), input.context};
            append(semantic, mask_concepts(own, params, k, asked), groups[i]);
            continue;
        }
        Part part{groups[i], {}};
        if (input.table.rows() > 0) {
            part.groups = cluster_rows(input, groups[i], params, k, asked);
        }
        parts.push_back(std::move(part));
    }
    MaskOutput output = parts.empty() ? MaskOutput() : microaggregate(input, parts, params.missing);
    output.changed.insert(output.changed.end(), semantic.changed.begin(), semantic.changed.end());
    if (!semantic.facts.empty()) output.facts["semantic"] = std::move(semantic.facts["parts"]);
    if (models) output.facts.update(models->facts());
    if (models) models->warn(input.table, output.warnings);
    if (groups.size() > 1) {
        output.warnings.push_back(
            "the groups of columns are masked separately: records are k-anonymous within a group "
            "of columns, not as a whole");
    }
    return output;
}

void check_mdav(const Table& table, std::span<const std::string> columns, const MdavParams& params,
                const Place& place, Problems& problems) {
    check_column_groups(columns, params, place, problems);
    const bool numbers = std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
        return table.column(name).is_numeric();
    });
    if (params.scaling == Scaling::none && numbers && is_semantic(table, columns, params) &&
        !params.whole_records) {
        problems.push_back(
            {"numbers beside concepts must be standardised: their raw differences "
             "would drown the distances of concepts",
             within(place, "scaling")});
    }
    if (params.mean == MdavMean::file && is_semantic(table, columns, params)) {
        problems.push_back(
            {"records that are compared by meaning are taken from the centre of those that are "
             "left: leave `mean` out",
             within(place, "mean")});
    }
    const std::size_t groups = column_groups(columns, params).size();
    if (params.k.size() != 1 && params.k.size() != groups) {
        problems.push_back({fmt::format("{} numbers for {} groups of columns; give one number, or "
                                        "one a group",
                                        params.k.size(), groups),
                            within(place, "k")});
    }
    if (!params.models.empty()) {
        check_model_params(table, columns, params, params.k.empty() ? 2 : params.k.front(), place,
                           problems);
        if (groups > 1) {
            problems.push_back(
                {"models hold in groups of all columns together: leave `groups` and "
                 "`group_size` out with them",
                 within(place, "models")});
        }
        if (params.missing == MissingRule::any) {
            problems.push_back(
                {"models hold where the records of a group show the same: with them "
                 "`missing` must be own",
                 within(place, "missing")});
        }
    }
    if (!params.k.empty()) {
        check_group_size(*std::max_element(params.k.begin(), params.k.end()), table.rows(),
                         "the table", "rows", place, problems);
    }
}

}  // namespace

Method mdav() {
    return make_mask(
        MethodInfo{
            .name = "mdav",
            .title = "Microaggregation (MDAV)",
            .summary = "Groups at least k similar records and shows each as its group's centre.",
            .description =
                "Forms groups of k to 2k - 1 similar records by the MDAV heuristic (the farthest "
                "records from the mean gather their nearest neighbours first) and replaces every "
                "value by its group's centre: the mean of numbers, the lower median of ordered "
                "categories, the most frequent of other categories. With all columns in one group "
                "the result is k-anonymous on them, and the means of numbers are kept. Use it for "
                "quasi-identifiers when a guarantee is wanted. `groups` masks groups of columns "
                "separately: less is lost, but records are then k-anonymous only within each "
                "group of columns, and linkage over several groups finds many of them. Beware: k "
                "of 2 is weak, and confidential values that are equal within a group are "
                "disclosed. Numbers alone are standardised before distances are taken unless "
                "`scaling` is none. With categories among the columns the distance is the mean "
                "over the columns: steps divided by the size of an ordered domain, equal or not "
                "for others, the difference divided by the range for numbers. A missing value "
                "stands in as the column's centre for distances. `missing` says what k means then. "
                "By own, missing is a value like others: records with the same gaps go together "
                "where they can, and a group shows its centre to all of its records where more "
                "than half of them have a value, and nothing otherwise, so that no pattern of gaps "
                "tells its records apart. By any, what is missing stays missing and agrees with "
                "anything; the gaps can then single a record out, and a value that is alone in its "
                "group becomes missing. Columns with a "
                "taxonomy are compared by meaning: `measure` is the distance of two concepts, "
                "numbers beside them are standardised and all distances squared, and the `centre` "
                "of a group is the concept nearest to all of its values. `measure` = wu-palmer "
                "with `centre` = lcs, and `whole_records` with `centre` = mode, are two published "
                "methods for categories. A missing value is then far from all others. By `mean` = "
                "file the farthest records are looked for from the mean of the whole file all "
                "along, as some published tables do. With `models` a group in which they do not "
                "hold is joined with the group nearest to it until they hold in every one: "
                "diversity, closeness and limited gains of the `sensitive` columns, beside k.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::k_matching, Property::keeps_means,
                           Property::makes_missing},
            .cites = {"domingo2005ordinal", "domingo2002practical", "abril2014privacy",
                      "abril2010towards", "martinez2012ontology"},
            .example = {{"k", 3}},
            .purposes = {Purpose::groups},
            .ladder = varied("k", {3, 5, 10, 20, 50}),
            .ladder_turn = 1,
            .first_categories = {1, one_after_another(
                                        {varied("k", {2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20}),
                                         varied("k", {2, 3, 4, 5, 7, 10}, {{"group_size", 1}}),
                                         varied("k", {2, 3, 4, 5, 7, 10}, {{"group_size", 2}}),
                                         varied("k", {2, 3, 4, 5, 7, 10}, {{"group_size", 3}}),
                                         varied("k", {2, 3, 4, 5, 7, 10}, {{"group_size", 5}})})},
            .first_numbers =
                {1, one_after_another({varied("k", {2, 3, 5, 7, 10, 15, 20, 30}),
                                       varied("k", {3, 5, 10, 20}, {{"group_size", 2}}),
                                       varied("k", {3, 5, 10, 20}, {{"group_size", 3}}),
                                       varied("k", {3, 5, 10, 20}, {{"group_size", 4}})})},
            .effect = Effect::clusters,
            .step_words = grouping_words},
        mdav_schema(), apply_mdav, check_mdav);
}

}  // namespace lethe::mask
