#include "lethe/algo/branch_and_cut/linkage_mps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

struct ModelRow {
    std::string name;
    char kind;                         // G or E
    std::vector<double> coefficients;  // of the parameters
    std::int32_t block = -1;           // whose K enters, if any
    double right_side = 0.0;
    double switched = 0.0;  // the coefficient of K
};

std::vector<double> gap_row(const DistanceModel& model, const AlignedRecords& records,
                            std::int32_t i, std::int32_t j) {
    const auto dims = at(feature_count(model, records.attributes));
    std::vector<double> difference(at(records.attributes));
    std::vector<double> own(dims);
    std::vector<double> other(dims);
    records.differences(i, i, difference.data());
    features(model, difference, own.data());
    records.differences(i, j, difference.data());
    features(model, difference, other.data());
    for (std::size_t f = 0; f < dims; ++f) other[f] -= own[f];
    return other;
}

// What switches the row off whatever the parameters: how much farther the true record can be than
// the competitor. A form's entries lie within -1 .. 1. A monotone distance of scale 1 exceeds
// another by no more than the attribute in which it exceeds it most does.
double most_lost(const DistanceModel& model, const AlignedRecords& records, std::int32_t i,
                 std::int32_t j, std::span<const double> gap) {
    if (model.bilinear()) {
        double sum = 0.0;
        for (const double coefficient : gap) sum += std::abs(coefficient);
        return sum;
    }
    std::vector<double> own(at(records.attributes));
    std::vector<double> other(at(records.attributes));
    records.differences(i, i, own.data());
    records.differences(i, j, other.data());
    for (double& value : own) value *= value;
    for (double& value : other) value *= value;
    if (model.sorted()) {
        std::sort(own.begin(), own.end());
        std::sort(other.begin(), other.end());
    }
    double most = 0.0;
    for (std::size_t l = 0; l < own.size(); ++l) most = std::max(most, own[l] - other[l]);
    return most;
}

// A competitor at the same distance whatever the parameters says K >= 1, without the margin, which
// solvers would take for zero.
void add_block_rows(const DistanceModel& model, const AlignedRecords& records, double margin,
                    std::vector<ModelRow>& rows) {
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            if (!records.competes(i, j)) continue;
            ModelRow row{fmt::format("B{}_{}", i + 1, j + 1), 'G', gap_row(model, records, i, j), i,
                         margin};
            const bool twin =
                std::ranges::all_of(row.coefficients, [](double c) { return c == 0; });
            if (twin) row.right_side = 1.0;
            row.switched = row.right_side + most_lost(model, records, i, j, row.coefficients);
            rows.push_back(std::move(row));
        }
    }
}

void add_cone_rows(const DistanceModel& model, const AlignedRecords& records,
                   std::vector<ModelRow>& rows) {
    int number = 0;
    for (std::vector<double>& h : cone_rows(model, records.attributes)) {
        rows.push_back({fmt::format("H{}", ++number), 'G', std::move(h), -1, 0.0});
    }
    if (model.family != DistanceFamily::bilinear_nonnegative) return;
    std::vector<double> difference(at(records.attributes));
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            std::vector<double> feature(at(feature_count(model, records.attributes)));
            records.differences(i, j, difference.data());
            features(model, difference, feature.data());
            rows.push_back({fmt::format("P{}_{}", i + 1, j + 1), 'G', std::move(feature), -1, 0.0});
        }
    }
}

// The parameters' sum, or the measure of the full set.
void add_scale_row(const DistanceModel& model, const AlignedRecords& records,
                   std::vector<ModelRow>& rows) {
    if (model.bilinear()) return;
    std::vector<double> scale(at(feature_count(model, records.attributes)), 1.0);
    if (model.family == DistanceFamily::choquet ||
        model.family == DistanceFamily::choquet_submodular) {
        std::fill(scale.begin(), scale.end() - 1, 0.0);
    }
    rows.push_back({"SCALE", 'E', std::move(scale), -1, 1.0});
}

// A parameter without a coefficient is named all the same: its bounds refer to it.
void write_parameters(std::ostream& out, std::size_t dims, const std::vector<ModelRow>& rows) {
    for (std::size_t f = 0; f < dims; ++f) {
        out << fmt::format(" W{} LOST 0\n", f + 1);
        for (const ModelRow& row : rows) {
            if (row.coefficients[f] == 0.0) continue;
            out << fmt::format(" W{} {} {}\n", f + 1, row.name, row.coefficients[f]);
        }
    }
}

void write_binaries(std::ostream& out, std::int32_t blocks, const std::vector<ModelRow>& rows) {
    out << " MARKER 'MARKER' 'INTORG'\n";
    std::size_t place = 0;
    for (std::int32_t i = 0; i < blocks; ++i) {
        out << fmt::format(" K{} LOST 1\n", i + 1);
        for (; place < rows.size() && rows[place].block == i; ++place) {
            out << fmt::format(" K{} {} {}\n", i + 1, rows[place].name, rows[place].switched);
        }
    }
    out << " MARKER 'MARKER' 'INTEND'\n";
}

}  // namespace

ProgramSize program_size(const DistanceModel& model, const AlignedRecords& records) {
    using enum DistanceFamily;
    const int n = records.attributes;
    const std::int64_t people = records.rows;
    ProgramSize size;
    size.parameters = feature_count(model, n);
    size.binaries = people;
    size.pairs = people * (records.competitors() - 1);
    const std::int64_t of_pairs = people * records.competitors();
    const bool endless = model.family == bilinear_psd || generates_pair_rows(model, n);
    size.family = endless                                ? -1
                  : model.family == bilinear             ? 0
                  : model.family == bilinear_nonnegative ? of_pairs
                                                         : std::ssize(cone_rows(model, n)) + 1;
    const std::int64_t general = size.pairs + size.binaries;
    // For each set of two attributes and more, one for each of its members.
    const std::int64_t monotone = n > kMostSetAttributes ? 0 : (std::int64_t{n} << (n - 1)) - n;
    switch (model.family) {
        case weighted_mean:
        case owa:
        case choquet_symmetric:
            size.published = general + 1 + n;
            break;
        case choquet:
            size.published = general + 2 + monotone;
            break;
        case choquet_submodular:
            size.published = general + 2 + monotone + std::int64_t{n} * (n - 1) / 2;
            break;
        case bilinear:
            size.published = general;
            break;
        case bilinear_nonnegative:
            size.published = general + of_pairs;
            break;
        default:
            break;
    }
    return size;
}

void write_linkage_mps(std::ostream& out, const DistanceModel& model, const AlignedRecords& records,
                       const MpsOptions& options) {
    check_model(model, records);
    if (model.family == DistanceFamily::bilinear_psd) {
        throw Error(ErrorKind::usage, "a semi-definite matrix is not a linear condition");
    }
    if (generates_pair_rows(model, records.attributes)) {
        throw Error(ErrorKind::usage,
                    "a monotone measure of so many columns has too many conditions to write down; "
                    "take at most " +
                        std::to_string(kMostSetAttributes) + " columns");
    }
    std::vector<ModelRow> rows;
    add_block_rows(model, records, options.margin, rows);
    add_cone_rows(model, records, rows);
    add_scale_row(model, records, rows);
    const auto dims = at(feature_count(model, records.attributes));
    out << fmt::format(
        "* Supervised linkage, {}: {} records, {} attributes, {} parameters, {} rows.\n"
        "* The optimum is the number of records that no parameters link. Rows ask for a margin of\n"
        "* {}: set the solver's tolerances for feasibility and integrality to 1e-9.\n",
        name(model.family), records.rows, records.attributes, dims, rows.size(), options.margin);
    out << "NAME LINKAGE FREE\nROWS\n N LOST\n";
    for (const ModelRow& row : rows) out << ' ' << row.kind << ' ' << row.name << '\n';
    out << "COLUMNS\n";
    write_parameters(out, dims, rows);
    write_binaries(out, records.rows, rows);
    out << "RHS\n";
    for (const ModelRow& row : rows) {
        if (row.right_side != 0.0) out << fmt::format(" RHS {} {}\n", row.name, row.right_side);
    }
    out << "BOUNDS\n";
    for (std::size_t f = 0; f < dims; ++f) {
        if (model.bilinear()) {
            out << fmt::format(" LO BND W{} -1\n UP BND W{} 1\n", f + 1, f + 1);
        } else {
            out << fmt::format(" FR BND W{}\n", f + 1);
        }
    }
    for (std::int32_t i = 0; i < records.rows; ++i) out << fmt::format(" BV BND K{}\n", i + 1);
    out << "ENDATA\n";
    if (!out) throw Error(ErrorKind::io, "cannot write the MPS file");
}

}  // namespace lethe
