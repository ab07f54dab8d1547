#include "lethe/search/evolve/file_fitness.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/algo/linkage/two_class_em.h"
#include "lethe/core/index.h"

namespace lethe::search {
namespace {

// The columns that make patterns: all of them, or the 16 with the most categories.
std::vector<std::size_t> patterned_columns(const CodedFile& file) {
    constexpr std::size_t kMost = 16;
    std::vector<std::size_t> columns(file.columns().size());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    if (columns.size() <= kMost) return columns;
    std::stable_sort(columns.begin(), columns.end(), [&](std::size_t a, std::size_t b) {
        return file.columns()[a].domain > file.columns()[b].domain;
    });
    columns.resize(kMost);
    std::sort(columns.begin(), columns.end());
    return columns;
}

}  // namespace

std::vector<double> interval_widths() { return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}; }

Json to_json(const FileScore& score) {
    return {{"dbil", score.distance_loss},
            {"ctbil", score.table_loss},
            {"ebil", score.entropy_loss},
            {"loss", score.loss()},
            {"interval_disclosure", score.interval_disclosure},
            {"distance_linkage", score.distance_linkage},
            {"probabilistic_linkage", score.probabilistic_linkage},
            {"risk", score.risk()}};
}

double Aim::of(double risk, double loss) const {
    switch (kind) {
        case Kind::mean:
            return (risk + loss) / 2;
        case Kind::max:
            return std::max(risk, loss);
        case Kind::weighted:
            return attack::weighted_score(loss, risk, alpha);
    }
    return 0;
}

FileFitness::FileFitness(const Context& context, const Table& table,
                         std::span<const std::string> columns)
    : original_(context, table, columns),
      tables_(original_, interval_widths()),
      linkage_(original_, patterned_columns(original_)),
      distinct_(original_, linkage_.columns()) {}

ProtectedFile FileFitness::evaluate(FileCodes codes) const {
    FileTables tables(tables_, codes);
    LinkageTree tree(linkage_, codes);
    ProtectedFile file(std::move(codes), std::move(tables), std::move(tree));
    score(file);
    return file;
}

ProtectedFile FileFitness::change(const ProtectedFile& file,
                                  std::span<const CellChange> changes) const {
    const std::int64_t width = original_.width();
    ProtectedFile child = file;
    std::vector<std::int64_t> rows;
    for (const CellChange& change : changes) {
        child.codes_[at(change.cell)] = change.code;
        if (rows.empty() || rows.back() != change.cell / width) rows.push_back(change.cell / width);
    }
    for (const std::int64_t row : rows) {
        const auto record = [&](const FileCodes& codes) {
            return std::span(codes).subspan(at(row * width), at(width));
        };
        child.tables_.change(tables_, row, record(file.codes_), record(child.codes_));
    }
    child.tree_ = file.tree_.changed(linkage_, child.codes_, rows);
    score(child);
    return child;
}

ProtectedFile FileFitness::splice(const ProtectedFile& outside, const ProtectedFile& inside,
                                  std::int64_t begin, std::int64_t end) const {
    const std::int64_t width = original_.width();
    ProtectedFile child = outside;
    std::copy(inside.codes_.begin() + begin, inside.codes_.begin() + end,
              child.codes_.begin() + begin);
    if (begin >= end) return child;
    for (std::int64_t row = begin / width; row <= (end - 1) / width; ++row) {
        const auto record = [&](const FileCodes& codes) {
            return std::span(codes).subspan(at(row * width), at(width));
        };
        child.tables_.change(tables_, row, record(outside.codes_), record(child.codes_));
    }
    child.tree_ = outside.tree_.spliced(linkage_, child.codes_, inside.tree_, begin, end);
    score(child);
    return child;
}

FileScore FileFitness::table_score(const FileTables& tables) const {
    return {.distance_loss = tables.distance_loss(tables_),
            .table_loss = tables.table_loss(tables_),
            .entropy_loss = tables.entropy_loss(tables_),
            .interval_disclosure = tables.interval_disclosure(tables_)};
}

FileFitness::Agreements FileFitness::agreements(const FileTables& tables) const {
    Agreements result;
    for (const std::size_t column : linkage_.columns()) {
        result.m.push_back(bounded_probability(tables.kept(tables_, column)));
        result.u.push_back(bounded_probability(tables.agreeing(tables_, column)));
    }
    return result;
}

void FileFitness::score(ProtectedFile& file) const {
    file.score_ = table_score(file.tables_);
    const auto [m, u] = agreements(file.tables_);
    const auto rows = static_cast<double>(original_.rows());
    file.score_.distance_linkage = 100 * file.tree_.distance_links() / rows;
    file.score_.probabilistic_linkage = 100 * file.tree_.pattern_links(linkage_, m, u) / rows;
}

FileScore FileFitness::score(std::span<const CellCode> codes) const {
    const FileTables tables(tables_, codes);
    FileScore score = table_score(tables);
    const auto [m, u] = agreements(tables);
    const Links links = distinct_.links(codes, pattern_weights(m, u));
    const auto rows = static_cast<double>(original_.rows());
    score.distance_linkage = 100 * links.by_distance / rows;
    score.probabilistic_linkage = 100 * links.by_weight / rows;
    return score;
}

}  // namespace lethe::search
