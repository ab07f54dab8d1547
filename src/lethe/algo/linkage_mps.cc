#include "lethe/algo/linkage_mps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "lethe/core/error.h"

namespace lethe {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

struct ModelRow {
    std::string name;
    char kind;                         // G or E
    std::vector<double> coefficients;  // of the parameters
    std::int32_t block = -1;           // whose K enters, if any
    double right_side = 0.0;
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

void add_block_rows(const DistanceModel& model, const AlignedRecords& records, double margin,
                    std::vector<ModelRow>& rows) {
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (std::int32_t j = 0; j < records.rows; ++j) {
            if (i == j) continue;
            rows.push_back({fmt::format("B{}_{}", i + 1, j + 1), 'G', gap_row(model, records, i, j),
                            i, margin});
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
        for (std::int32_t j = 0; j < records.rows; ++j) {
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

// Large enough to switch each block off whatever the parameters: their box is -1 .. 1 (bilinear), a
// monotone distance lies between 0 and the largest squared difference (the others).
std::vector<double> switches(const DistanceModel& model, const AlignedRecords& records,
                             const std::vector<ModelRow>& rows, double margin) {
    std::vector<double> result(at(records.rows), margin);
    for (std::int32_t i = 0; i < records.rows && !model.bilinear(); ++i) {
        double largest = 0.0;
        for (int l = 0; l < records.attributes; ++l) {
            const double difference = records.difference(i, i, l);
            largest = std::max(largest, difference * difference);
        }
        result[at(i)] += largest;
    }
    for (const ModelRow& row : rows) {
        if (row.block < 0 || !model.bilinear()) continue;
        double sum = margin;
        for (const double coefficient : row.coefficients) sum += std::abs(coefficient);
        result[at(row.block)] = std::max(result[at(row.block)], sum);
    }
    return result;
}

void write_parameters(std::ostream& out, std::size_t dims, const std::vector<ModelRow>& rows) {
    for (std::size_t f = 0; f < dims; ++f) {
        for (const ModelRow& row : rows) {
            if (row.coefficients[f] == 0.0) continue;
            out << fmt::format(" W{} {} {}\n", f + 1, row.name, row.coefficients[f]);
        }
    }
}

void write_binaries(std::ostream& out, const std::vector<ModelRow>& rows,
                    const std::vector<double>& switched) {
    out << " MARKER 'MARKER' 'INTORG'\n";
    std::size_t place = 0;
    for (std::size_t i = 0; i < switched.size(); ++i) {
        out << fmt::format(" K{} LOST 1\n", i + 1);
        for (; place < rows.size() && rows[place].block == static_cast<std::int32_t>(i); ++place) {
            out << fmt::format(" K{} {} {}\n", i + 1, rows[place].name, switched[i]);
        }
    }
    out << " MARKER 'MARKER' 'INTEND'\n";
}

}  // namespace

void write_linkage_mps(std::ostream& out, const DistanceModel& model, const AlignedRecords& records,
                       const MpsOptions& options) {
    check_model(model, records);
    if (model.family == DistanceFamily::bilinear_psd) {
        throw Error(ErrorKind::usage, "a semi-definite matrix is not a linear condition");
    }
    std::vector<ModelRow> rows;
    add_block_rows(model, records, options.margin, rows);
    const std::vector<double> switched = switches(model, records, rows, options.margin);
    add_cone_rows(model, records, rows);
    add_scale_row(model, records, rows);
    const auto dims = at(feature_count(model, records.attributes));
    out << "NAME LINKAGE FREE\nROWS\n N LOST\n";
    for (const ModelRow& row : rows) out << ' ' << row.kind << ' ' << row.name << '\n';
    out << "COLUMNS\n";
    write_parameters(out, dims, rows);
    write_binaries(out, rows, switched);
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
    for (std::size_t i = 0; i < switched.size(); ++i) out << fmt::format(" BV BND K{}\n", i + 1);
    out << "ENDATA\n";
    if (!out) throw Error(ErrorKind::io, "cannot write the MPS file");
}

}  // namespace lethe
