// Frequencies and two-way tables corrected for a known transition matrix, beside the original ones.
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "lethe/data/category_counts.h"
#include "lethe/method/comparison.h"
#include "lethe/method/known_transitions.h"
#include "lethe/table/loss/category_losses.h"

namespace lethe::loss {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// One column in the categories of its matrix.
struct Corrected {
    std::vector<std::string> categories;
    TransitionMatrix matrix;
    bool masked = false;                       // by a matrix; otherwise it is the identity
    std::vector<std::int32_t> original_place;  // of the codes of the original, -1: none
    std::vector<std::int32_t> masked_place;
    Frequencies original;
    Frequencies released;
    Frequencies estimate;
};

std::vector<std::int32_t> places_of(const Column& column,
                                    const std::vector<std::string>& categories) {
    std::map<std::string, std::int32_t> known;
    for (const std::string& category : categories) {
        known.emplace(category, static_cast<std::int32_t>(known.size()));
    }
    std::vector<std::int32_t> places;
    for (const std::string& category : column.dictionary()) {
        const auto found = known.find(category);
        places.push_back(found == known.end() ? -1 : found->second);
    }
    return places;
}

Frequencies frequencies_in(const Context& context, const Column& column,
                           const std::vector<std::int32_t>& places, std::size_t categories) {
    Frequencies result = Frequencies::Zero(static_cast<Index>(categories));
    const std::vector<std::int64_t> counts = category_counts(context, column);
    for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] == 0) continue;
        if (places[code] < 0) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has categories that its transition matrix does "
                                    "not list",
                                    column.name()));
        }
        result[places[code]] += static_cast<double>(counts[code]);
    }
    return result;
}

Corrected correct(const AssessInput& input, const std::string& name, const TransitionTables& all) {
    const Column& original = input.original.column(name);
    const Column& masked = input.masked.column(name);
    Corrected result;
    const auto known = all.find(name);
    result.masked = known != all.end();
    result.categories = result.masked ? known->second.categories : masked.dictionary();
    const auto size = static_cast<Index>(result.categories.size());
    result.matrix = result.masked ? normalised_rows(known->second.matrix())
                                  : TransitionMatrix(TransitionMatrix::Identity(size, size));
    result.original_place = places_of(original, result.categories);
    result.masked_place = places_of(masked, result.categories);
    result.original =
        frequencies_in(input.context, original, result.original_place, result.categories.size());
    result.released =
        frequencies_in(input.context, masked, result.masked_place, result.categories.size());
    try {
        result.estimate = corrected_frequencies(result.matrix, result.released);
    } catch (const Error& error) {
        throw Error(error.kind(), fmt::format("column \"{}\": {}", name, error.what()));
    }
    return result;
}

// Half the sum of the differences of shares, in percent: 0 for equal tables, 100 for tables that
// have nothing in common (a table with entries below 0 can be further away). Sums may differ.
double table_difference(const MatrixXd& truth, const MatrixXd& table) {
    const double whole = truth.sum(), part = table.sum();
    if (!(whole > 0) || !(part > 0)) return 0;
    return 50 * (truth / whole - table / part).cwiseAbs().sum();
}

void add_rows(const std::string& name, const Corrected& column, Json& rows) {
    const Frequencies deviations = correction_deviations(column.matrix, column.estimate);
    for (Index k = 0; k < column.original.size(); ++k) {
        rows.push_back({{"column", name},
                        {"category", column.categories[static_cast<std::size_t>(k)]},
                        {"original", column.original[k]},
                        {"masked", column.released[k]},
                        {"corrected", column.estimate[k]},
                        {"deviation", deviations[k]}});
    }
}

MatrixXd two_way_counts(const Column& a, const std::vector<std::int32_t>& place_a, Index rows,
                        const Column& b, const std::vector<std::int32_t>& place_b, Index columns) {
    MatrixXd table = MatrixXd::Zero(rows, columns);
    const auto codes_a = a.codes(), codes_b = b.codes();
    for (std::int64_t row = 0; row < a.size(); ++row) {
        if (!a.valid(row) || !b.valid(row)) continue;
        const auto i = static_cast<std::size_t>(row);
        table(place_a[static_cast<std::size_t>(codes_a[i])],
              place_b[static_cast<std::size_t>(codes_b[i])]) += 1;
    }
    return table;
}

Json table_row(const AssessInput& input, const std::string& a, const Corrected& in_a,
               const std::string& b, const Corrected& in_b) {
    const Index rows = in_a.original.size(), columns = in_b.original.size();
    const MatrixXd truth = two_way_counts(input.original.column(a), in_a.original_place, rows,
                                          input.original.column(b), in_b.original_place, columns);
    const MatrixXd released = two_way_counts(input.masked.column(a), in_a.masked_place, rows,
                                             input.masked.column(b), in_b.masked_place, columns);
    const MatrixXd estimate = corrected_table(in_a.matrix, released, in_b.matrix);
    return {{"columns", {a, b}},
            {"without_correction", table_difference(truth, released)},
            {"corrected", table_difference(truth, estimate)}};
}

Measurement assess_pram_correction(const AssessInput& input, const TransitionParams& params) {
    check_tables(input);
    const KnownTransitions known = known_transitions(input, params);
    std::vector<Corrected> columns;
    std::vector<double> before, after;
    Measurement result;
    std::int64_t negative = 0;
    Json rows = Json::array();
    for (const std::string& name : input.columns) {
        columns.push_back(correct(input, name, known.by_column));
        const Corrected& column = columns.back();
        if (!column.masked) continue;
        before.push_back(table_difference(column.original, column.released));
        after.push_back(table_difference(column.original, column.estimate));
        negative += (column.estimate.array() < 0).count();
        add_rows(name, column, rows);
    }
    result.value = mean(after);
    result.details["without_correction"] = mean(before);
    result.details["negative"] = negative;
    result.about_original["frequencies"] = std::move(rows);
    result.about_original["tables"] = Json::array();
    for (std::size_t b = 0; b < columns.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            input.context.check_stop();
            if (!columns[a].masked && !columns[b].masked) continue;
            result.about_original["tables"].push_back(
                table_row(input, input.columns[a], columns[a], input.columns[b], columns[b]));
        }
    }
    if (negative > 0) {
        result.warnings.push_back(
            fmt::format("corrected frequencies below 0: {}; the categories are too rare for what "
                        "the matrix does to them",
                        negative));
    }
    result.warnings.insert(result.warnings.end(), known.warnings.begin(), known.warnings.end());
    return result;
}

}  // namespace

Method pram_correction() {
    return make_loss(
        MethodInfo{
            .name = "pram-correction",
            .title = "Frequencies corrected for PRAM",
            .summary = "What an analyst who knows the transition matrix gets right after all.",
            .description =
                "PRAM changes frequencies in a way that its matrix P tells in advance: released "
                "frequencies are T P in expectation. This measure undoes it, as an analyst would "
                "who knows the matrix: T' P^-1 for one column, P1^-T F P2^-1 for a table "
                "of two, both without bias. The value is half the sum of the differences between "
                "the corrected and the original shares, in percent, over the masked columns; "
                "`without_correction` is the same for an analyst who takes the release as it is, "
                "and `tables` has both for each pair of columns. `deviation` is the standard "
                "deviation of a corrected frequency that the masking causes. Where the matrix is "
                "invariant or changes little, correcting costs more than it brings. Rare "
                "categories can come out below 0: they are counted. A matrix that cannot be "
                "undone is an error. It comes from the release record or, where it depends on the "
                "data, from the private log, or as a parameter; an analyst who has the record "
                "alone "
                "only knows matrices of type even and given ones. The lists hold exact frequencies "
                "of the original: publish them only where these may "
                "be published.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent, Property::transparent},
            .cites = {"kooiman1997pram", "gouweleeuw1998pram"},
            .example = {{"p", 0.9}},
            .in_words = "How far the frequencies of categories are off for an analyst who knows "
                        "the transition matrix and corrects for it.",
            .scale = Scale::loss},
        with_transition_params(Schema<TransitionParams>()), assess_pram_correction);
}

}  // namespace lethe::loss
