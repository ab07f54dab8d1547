// Divergence of the distributions of categories before and after.
//
// The Kullback-Leibler divergence sum p log2 (p / q) is infinite as soon as one cell of the
// original is empty in the release, which is the rule with many columns, and who reports it rarely
// says what was done then. Four readings have names:
//
//   both     every cell that either file has gets `smoothing` records more in both (the default):
//            with one half (Jeffreys) a cell that lost its last record costs much, and not
//            everything. Cells that neither file has get none, since their number has no meaning
//            where most combinations of categories are impossible.
//   release  only the release gets them; the original is taken as it is.
//   floor    a cell of which the release has fewer counts as `smoothing` records there.
//   common   cells that one of the files lacks are left out of both: what is lost there is not in
//            the figure, only in `vanished`.
//
// In each of them p and q are distributions over the same cells, so that the figure is never
// negative.
//
// The divergence of Jensen and Shannon, from each distribution to the mean of both, needs none of
// this and lies between 0 and 1 bit. It is reported beside.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/table/loss/category_losses.h"

namespace lethe::loss {
namespace {

enum class EmptyCells { both, release, floor, common };

struct KlDivergenceParams {
    std::optional<std::int64_t> order;
    double smoothing = 0.5;
    EmptyCells empty = EmptyCells::both;
};

Schema<KlDivergenceParams> kl_divergence_schema() {
    return Schema<KlDivergenceParams>()
        .field("order", &KlDivergenceParams::order,
               "mean over all tables of so many columns; none: one table of all columns",
               between(1, 6))
        .field("smoothing", &KlDivergenceParams::smoothing,
               "records added to each cell that occurs in either file", above(0))
        .choice("empty", &KlDivergenceParams::empty,
                "what is done about cells that the release lacks: records are added to every cell "
                "of both files, or of the release; a floor of so many records in the release; or "
                "only cells that both files have count",
                {{"both", EmptyCells::both},
                 {"release", EmptyCells::release},
                 {"floor", EmptyCells::floor},
                 {"common", EmptyCells::common}});
}

struct Divergence {
    double kullback_leibler = 0;  // bits
    double jensen_shannon = 0;    // bits, at most 1
    std::int64_t cells = 0;       // that either file has
    double vanished = 0;          // share of the original records whose cell the release lacks
};

double term(double p, double q) { return p > 0 ? p * std::log2(p / q) : 0; }

// The records of a cell before and after, as far as they count by a reading.
struct CellRecords {
    double before = 0, after = 0;
};

CellRecords counted_records(const Cell& cell, const KlDivergenceParams& params) {
    const auto x = static_cast<double>(cell.x), y = static_cast<double>(cell.y);
    switch (params.empty) {
        case EmptyCells::both:
            return {x + params.smoothing, y + params.smoothing};
        case EmptyCells::release:
            return {x, y + params.smoothing};
        case EmptyCells::floor:
            return {x, std::max(y, params.smoothing)};
        case EmptyCells::common:
            break;
    }
    return cell.x > 0 && cell.y > 0 ? CellRecords{x, y} : CellRecords{};
}

double kullback_leibler(const std::vector<Cell>& cells, const KlDivergenceParams& params) {
    ExactSum before, after, sum;
    for (const Cell& cell : cells) {
        const CellRecords records = counted_records(cell, params);
        before.add(records.before);
        after.add(records.after);
    }
    const double all_before = before.value(), all_after = after.value();
    for (const Cell& cell : cells) {
        const CellRecords records = counted_records(cell, params);
        if (records.before > 0) {
            sum.add(term(records.before / all_before, records.after / all_after));
        }
    }
    return std::max(0.0, sum.value());
}

Divergence divergence(const Context& context, const std::vector<CodedPair>& columns,
                      const KlDivergenceParams& params) {
    Divergence result;
    const auto rows_x = static_cast<double>(columns[0].x.size());
    const auto rows_y = static_cast<double>(columns[0].y.size());
    if (rows_x == 0 || rows_y == 0) return result;
    const std::vector<Cell> cells = count_cells(context, columns);
    ExactSum jensen_shannon;
    std::int64_t vanished = 0;
    for (const Cell& cell : cells) {
        const double p = static_cast<double>(cell.x) / rows_x;
        const double q = static_cast<double>(cell.y) / rows_y;
        jensen_shannon.add((term(p, (p + q) / 2) + term(q, (p + q) / 2)) / 2);
        if (cell.y == 0) vanished += cell.x;
    }
    result.kullback_leibler = kullback_leibler(cells, params);
    result.jensen_shannon = std::clamp(jensen_shannon.value(), 0.0, 1.0);
    result.cells = std::ssize(cells);
    result.vanished = static_cast<double>(vanished) / rows_x;
    return result;
}

Measurement assess_kl_divergence(const AssessInput& input, const KlDivergenceParams& params) {
    const CategoryColumns columns = category_columns(input);
    const std::size_t order = std::min(
        columns.size(), params.order ? static_cast<std::size_t>(*params.order) : columns.size());
    const auto tables = choices_of(columns.size(), order);
    std::vector<Divergence> found(tables.size());
    const Context single = tables.size() > 1 ? input.context.single() : input.context;
    parallel_tasks(input.context, std::ssize(tables), [&](std::int64_t task) {
        const auto i = static_cast<std::size_t>(task);
        std::vector<CodedPair> coded;
        for (const std::size_t j : tables[i]) coded.push_back(columns[j].whole());
        found[i] = divergence(single, coded, params);
    });
    Divergence sum;
    for (const Divergence& one : found) {
        sum.kullback_leibler += one.kullback_leibler;
        sum.jensen_shannon += one.jensen_shannon;
        sum.cells += one.cells;
        sum.vanished += one.vanished;
    }
    const auto count = static_cast<double>(found.size());
    Measurement result;
    result.value = sum.kullback_leibler / count;
    result.unit = "bits";
    result.details["nats"] = result.value * std::numbers::ln2;
    result.details["jensen_shannon"] = sum.jensen_shannon / count;
    result.details["vanished"] = 100 * sum.vanished / count;
    result.details["tables"] = found.size();
    result.details["cells"] = sum.cells;
    const bool none_left = sum.vanished == count && params.empty == EmptyCells::common;
    if (input.masked.rows() == 0 || none_left) {
        result.warnings.push_back("nothing could be compared: the value is 0");
    }
    return result;
}

}  // namespace

Method kl_divergence() {
    return make_loss(
        MethodInfo{
            .name = "kl-divergence",
            .title = "Kullback-Leibler divergence",
            .summary = "How far the distribution of the categories moved, in bits.",
            .description =
                "The Kullback-Leibler divergence, sum p log2 (p / q), of the joint distribution of "
                "the masked categories (q) from that of the original ones (p): what it costs, in "
                "bits a record, to describe the original by the release. 0 means the same "
                "distribution; there is no upper limit. Every cell that occurs in either file has "
                "`smoothing` records added in both, since a cell that the release lacks would make "
                "it infinite; `empty` has other readings: records added to the release alone, a "
                "floor of so many records there, or the cells that both files have alone, where "
                "what vanished costs nothing. `nats` is the value by natural logarithms. With many "
                "columns nearly "
                "every record is a cell of its own and the "
                "figure says little: `order` = 2 takes the mean over all pairs of columns instead. "
                "`jensen_shannon` is a bounded relative, between 0 and 1 bit and without "
                "smoothing; `vanished` the percentage of original records whose combination the "
                "release does not have. Who has which value does not matter here: exchanging whole "
                "records loses nothing. Missing and merged categories are cells of their own.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"kullback1951information", "lin1991divergence"},
            .example = {{"order", 2}},
            .in_words =
                "How far the distribution of the combinations of categories moved: 0 bits when it "
                "is the same, without an upper end. Who has which combination does not matter.",
            .details = {{"jensen_shannon", "Jensen-Shannon divergence, bits"},
                        {"vanished", "people whose combination vanished", true}}},
        kl_divergence_schema(), assess_kl_divergence);
}

}  // namespace lethe::loss
