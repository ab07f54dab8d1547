#include "lethe/search/evolve/mixed_fitness.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "lethe/algo/linkage/two_class_em.h"
#include "lethe/core/index.h"

namespace lethe::search {

Json to_json(const MixedScore& score) {
    Json json = to_json(score.categories);
    json.update(to_json(score.numbers));
    json["category_loss"] = score.categories.loss();
    json["number_loss"] = score.numbers.loss();
    json["loss"] = score.loss();
    json["interval_disclosure"] = score.interval_disclosure();
    json["distance_linkage"] = score.distance_linkage;
    json["probabilistic_linkage"] = score.probabilistic_linkage;
    json["risk"] = score.risk();
    return json;
}

MixedFitness::MixedFitness(const Context& context, const Table& table,
                           std::span<const std::string> columns)
    : original_(context, table, columns),
      tables_(original_.categories(), interval_widths()),
      figures_(original_.numbers(), original_.numbers().codes()),
      linkage_(original_) {}

ProtectedMixed MixedFitness::evaluate(FileCodes codes) const {
    FileTables tables(tables_, original_.category_codes(codes));
    NumberFigures figures(original_.numbers(), original_.number_codes(codes));
    LinkageTree tree(linkage_, codes);
    ProtectedMixed file(std::move(codes), std::move(tables), std::move(figures), std::move(tree));
    score(file);
    return file;
}

void MixedFitness::count(ProtectedMixed& child, const ProtectedMixed& parent,
                         std::span<const std::int64_t> rows) const {
    const std::size_t width = at(original_.width()),
                      split = original_.categories().columns().size();
    std::vector<bool> numbers(width - split, false);
    bool any = false;
    for (const std::int64_t row : rows) {
        const auto record = [&](const FileCodes& codes) {
            return std::span(codes).subspan(at(row) * width, width);
        };
        const auto from = record(parent.codes_), to = record(child.codes_);
        if (!std::ranges::equal(from.first(split), to.first(split))) {
            child.tables_.change(tables_, row, from.first(split), to.first(split));
        }
        for (std::size_t j = split; j < width; ++j) {
            if (from[j] != to[j]) any = numbers[j - split] = true;
        }
    }
    if (!any) return;
    child.figures_ =
        parent.figures_.changed(original_.numbers(), original_.number_codes(child.codes_), numbers);
}

ProtectedMixed MixedFitness::change(const ProtectedMixed& file,
                                    std::span<const CellChange> changes) const {
    const std::int64_t width = original_.width();
    ProtectedMixed child = file;
    std::vector<std::int64_t> rows;
    for (const auto& [cell, code] : changes) {
        child.codes_[at(cell)] = code;
        if (rows.empty() || rows.back() != cell / width) rows.push_back(cell / width);
    }
    count(child, file, rows);
    child.tree_ = file.tree_.changed(linkage_, child.codes_, rows);
    score(child);
    return child;
}

ProtectedMixed MixedFitness::splice(const ProtectedMixed& outside, const ProtectedMixed& inside,
                                    std::int64_t begin, std::int64_t end) const {
    ProtectedMixed child = outside;
    if (begin >= end) return child;
    std::copy(inside.codes_.begin() + begin, inside.codes_.begin() + end,
              child.codes_.begin() + begin);
    const std::int64_t first = begin / original_.width(), last = (end - 1) / original_.width();
    std::vector<std::int64_t> rows(at(last - first + 1));
    std::iota(rows.begin(), rows.end(), first);
    count(child, outside, rows);
    child.tree_ = outside.tree_.spliced(linkage_, child.codes_, inside.tree_, begin, end);
    score(child);
    return child;
}

void MixedFitness::score(ProtectedMixed& file) const {
    MixedScore& score = file.score_;
    const FileTables& tables = file.tables_;
    score.categories = {.distance_loss = tables.distance_loss(tables_),
                        .table_loss = tables.table_loss(tables_),
                        .entropy_loss = tables.entropy_loss(tables_),
                        .interval_disclosure = tables.interval_disclosure(tables_)};
    const NumberFile& numbers = original_.numbers();
    score.numbers.losses = file.figures_.losses(numbers, figures_);
    score.numbers.interval_disclosure = file.figures_.interval_disclosure(numbers);
    score.weight = static_cast<double>(original_.categories().width()) /
                   static_cast<double>(original_.width());
    std::vector<double> m, u;
    for (const std::size_t j : linkage_.patterned_categories()) {
        m.push_back(bounded_probability(tables.kept(tables_, j)));
        u.push_back(bounded_probability(tables.agreeing(tables_, j)));
    }
    for (std::size_t j = 0; m.size() < linkage_.patterned(); ++j) {
        m.push_back(bounded_probability(file.figures_.kept(numbers, j)));
        u.push_back(bounded_probability(file.figures_.agreeing(numbers, j)));
    }
    const auto rows = static_cast<double>(original_.rows());
    score.distance_linkage = 100 * file.tree_.distance_links() / rows;
    score.probabilistic_linkage = 100 * file.tree_.pattern_links(linkage_, m, u) / rows;
}

}  // namespace lethe::search
