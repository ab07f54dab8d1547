// Semantic SSE: squared distances in meaning, in percent of what one centre for all would cost.
#include <cmath>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/method/measure_params.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/table/loss/moved_columns.h"

namespace lethe::loss {
namespace {

struct SemanticSquares {
    ExactSum records;  // of the mean distance of each record, squared
    ExactSum cells;    // of each distance, squared; numbers in standard deviations

    void add(const SemanticSquares& other) {
        records.add(other.records);
        cells.add(other.cells);
    }
};

// A record that was dropped is as far as can be in every column: at distance 1 with most measures.
SemanticSquares semantic_squares(const AssessInput& input, const MeasureOptions& measure) {
    const std::vector<MovedColumn> columns = moved_columns(input, measure);
    const auto count = static_cast<double>(columns.size());
    SemanticSquares total = parallel_reduce(
        input.context, input.masked.rows(), SemanticSquares{},
        [&](std::int64_t begin, std::int64_t end) {
            SemanticSquares part;
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                double sum = 0;
                for (const MovedColumn& column : columns) {
                    const double scaled = column.distance[i] * column.deviations;
                    part.cells.add(scaled * scaled);
                    sum += column.distance[i];
                }
                part.records.add((sum / count) * (sum / count));
            }
            return part;
        },
        [](SemanticSquares& sum, const SemanticSquares& part) { sum.add(part); });
    const auto dropped = static_cast<double>(input.original.rows() - input.masked.rows());
    double most = 0;
    for (const MovedColumn& column : columns) {
        most += column.most / count;
        const double scaled = column.most * column.deviations;
        total.cells.add(dropped * scaled * scaled);
    }
    total.records.add(dropped * most * most);
    return total;
}

// A column with the same value in every row.
ColumnPtr constant(const Column& like, const ValueDomain* domain, double coordinate) {
    const std::int64_t rows = like.size();
    const auto all_missing = [rows] {
        Validity validity(rows);
        for (std::int64_t row = 0; row < rows; ++row) validity.set_missing(row);
        return validity;
    };
    if (domain == nullptr) {
        if (std::isnan(coordinate)) {
            return Column::numeric(like.name(), std::vector(static_cast<std::size_t>(rows), 0.0),
                                   all_missing());
        }
        return Column::numeric(like.name(),
                               std::vector(static_cast<std::size_t>(rows), coordinate));
    }
    const auto& text = domain->text(static_cast<std::int32_t>(coordinate));
    const auto dictionary =
        std::make_shared<const Dictionary>(Dictionary{text.value_or(std::string())});
    const ColumnPtr column = Column::categories(
        like.name(), like.kind(), std::vector<std::int32_t>(static_cast<std::size_t>(rows), 0),
        dictionary, text ? Validity() : all_missing());
    return like.meaning() != nullptr ? column->with_meaning(like.meaning()) : column;
}

// The original with every record at the centre of all.
Table at_centre(const AssessInput& input, const MeasureOptions& measure) {
    const TupleSpace space(input.context, input.original, input.columns, {.measure = measure});
    TupleCentre centre(space, {});
    for (std::int32_t tuple = 0; tuple < space.tuples(); ++tuple) {
        centre.add(tuple, space.count(tuple));
    }
    const TupleSpace::Point point = centre.point();
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        columns.push_back(
            constant(input.original.column(input.columns[j]), space.domain(j), point[j]));
    }
    return Table(std::move(columns));
}

Measurement assess_semantic_sse(const AssessInput& input, const MeasureParams& params) {
    check_tables(input);
    Measurement result;
    const std::int64_t records = input.original.rows();
    if (records == 0) {
        result.warnings.push_back("nothing could be compared: the value is 0");
        return result;
    }
    const SemanticSquares moved = semantic_squares(input, params.options());
    const Table centre = at_centre(input, params.options());
    const AssessInput from_centre{input.original, centre, input.columns, input.random,
                                  input.context};
    const double sse = moved.records.value();
    const double sst = semantic_squares(from_centre, params.options()).records.value();
    if (sst == 0) {
        result.warnings.push_back(
            "the original does not vary: the loss is 0 if nothing changed and 100 otherwise");
    }
    result.value = sst > 0 ? 100 * sse / sst : (sse > 0 ? 100 : 0);
    result.details["sse"] = sse;
    result.about_original["sst"] = sst;
    result.details["mean_squared"] = moved.cells.value() / static_cast<double>(records);
    result.details["dropped"] = records - input.masked.rows();
    return result;
}

}  // namespace

Method semantic_sse() {
    return make_loss(
        MethodInfo{
            .name = "semantic-sse",
            .title = "Semantic squared error (SSE/SST)",
            .summary = "Squared distances in meaning, in percent of one centre for everybody.",
            .description =
                "`sse` is the sum over the records of the squared distance between the original "
                "and the masked record, which is the mean over the columns of the distances in "
                "meaning (`measure`, in the taxonomy of the column). `sst` is the same where every "
                "record is replaced by the semantic centre of the whole original. The value is SSE "
                "in percent of SST, the information loss L of semantic microaggregation: 0 where "
                "nothing changed, 100 where all records became one, and more for a masking that is "
                "worse than that. Squares punish a few large errors more than many small ones; see "
                "`semantic-loss` for the plain mean. Numbers, ordered and other categories beside "
                "take part as in `semantic-linkage`. A record that was dropped, or has no value "
                "left, counts 1. `mean_squared` is the sum of the squared distances of the single "
                "cells divided by the number of records, numbers in standard deviations of the "
                "original: the loss that the tool mu-ANT reports, when the root is not counted.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"martinez2012adaptive", "martinez2012ontology", "sanchez2020muant"},
            .example = {{"measure", "log-sc"}},
            .in_words = "Squared distances in meaning, in percent of what giving everybody the "
                        "same average record would cost. It has no upper end.",
            .scale = Scale::loss,
            .needs_meaning = true,
            .by_default = true},
        with_measure_params(Schema<MeasureParams>()), assess_semantic_sse);
}

}  // namespace lethe::loss
