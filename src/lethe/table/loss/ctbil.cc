// CTBIL: how many records changed their cell in the tables that an analyst can make.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/method/figures.h"
#include "lethe/table/loss/category_losses.h"

namespace lethe::loss {
namespace {

struct CtbilParams {
    std::int64_t order = 2;
};

Schema<CtbilParams> ctbil_schema() {
    return Schema<CtbilParams>().field("order", &CtbilParams::order,
                                       "tables of up to so many columns are compared",
                                       between(1, 6));
}

// The mean of the tables of each number of columns.
Json by_order(const std::vector<TableLoss>& tables) {
    Json result = Json::object();
    for (std::size_t begin = 0; begin < tables.size();) {
        const std::size_t order = tables[begin].columns.size();
        std::size_t end = begin;
        while (end < tables.size() && tables[end].columns.size() == order) ++end;
        const auto at = [&](std::size_t i) {
            return tables.begin() + static_cast<std::ptrdiff_t>(i);
        };
        result[std::to_string(order)] = mean_percent(std::vector<TableLoss>(at(begin), at(end)));
        begin = end;
    }
    return result;
}

// The tables that lost most.
Json worst(const CategoryColumns& columns, std::vector<TableLoss> tables) {
    constexpr std::size_t kMost = 10;
    std::stable_sort(tables.begin(), tables.end(),
                     [](const TableLoss& a, const TableLoss& b) { return a.percent > b.percent; });
    if (tables.size() > kMost) tables.resize(kMost);
    Json rows = Json::array();
    for (const TableLoss& table : tables) {
        Json names = Json::array();
        for (const std::size_t j : table.columns) names.push_back(columns[j].name);
        rows.push_back(
            {{"columns", std::move(names)}, {"sum", table.sum}, {"percent", table.percent}});
    }
    return rows;
}

Measurement assess_ctbil(const AssessInput& input, const CtbilParams& params) {
    const CategoryColumns columns = category_columns(input);
    const std::vector<TableLoss> tables = table_losses(input.context, columns, params.order);
    Measurement result;
    result.value = mean_percent(tables);
    double sum = 0;
    for (const TableLoss& table : tables) sum += table.sum;
    std::vector<double> single;
    for (std::size_t j = 0; j < columns.size(); ++j) single.push_back(tables[j].percent);
    result.details["sum"] = sum;
    result.details["tables"] = tables.size();
    result.details["by_order"] = by_order(tables);
    result.details["columns"] = by_column(columns, single);
    result.details["worst"] = worst(columns, tables);
    if (input.masked.rows() == 0) {
        result.warnings.push_back("nothing could be compared: the value is 0");
    }
    return result;
}

}  // namespace

Method ctbil() {
    return make_loss(
        MethodInfo{
            .name = "ctbil",
            .title = "Contingency-table loss of categories (CTBIL)",
            .summary = "Difference between the tables of counts of the original and the masked.",
            .description =
                "Makes every table of one column, of two columns, and so on up to `order`, from "
                "the original and from the masked records, and compares the counts f and f' of "
                "their cells: sum |f - f'| / 2N is the share of records that would have to change "
                "their cell to make the tables equal. The value is the mean over all tables, in "
                "percent; `sum` is the plain sum over all of them, as the measure was first "
                "defined. Use it when the release serves for counts and cross-tabulations: values "
                "exchanged between records (swapping) lose nothing in tables of one column and "
                "show in those of two. Missing values and categories that only the masked table "
                "has are cells of their own. Where rows were dropped, the masked counts are scaled "
                "up to as many records as the original has.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative"},
            .example = {{"order", 2}},
            .in_words = "How many people changed their cell in the tables that can be made of one "
                        "or two columns, on average.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format(
                        "In an average table {} of the people would have to change their cell.",
                        figures::percent_text(value));
                },
            .details = {{"columns", "would change their cell", true, "column"},
                        {"by_order", "would change their cell", true, "columns in a table"},
                        {"worst", "tables that lost most"}},
            .part_of = "category-loss",
            .short_title = "tables (CTBIL)",
            .by_default = true},
        ctbil_schema(), assess_ctbil);
}

}  // namespace lethe::loss
