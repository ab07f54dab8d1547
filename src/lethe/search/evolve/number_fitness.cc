#include "lethe/search/evolve/number_fitness.h"

#include <algorithm>
#include <vector>

#include "lethe/algo/linkage/two_class_em.h"
#include "lethe/core/index.h"

namespace lethe::search {
namespace {}  // namespace

double NumberScore::loss() const {
    double sum = 0;
    int count = 0;
    for (const double loss : losses) {
        if (loss < 0) continue;
        sum += loss;
        ++count;
    }
    return count == 0 ? 0 : sum / count;
}

Json to_json(const NumberScore& score) {
    Json json = Json::object();
    for (std::size_t i = 0; i < score.losses.size(); ++i) {
        json["il" + std::to_string(i + 1)] =
            score.losses[i] < 0 ? Json(nullptr) : Json(score.losses[i]);
    }
    json["loss"] = score.loss();
    json["interval_disclosure"] = score.interval_disclosure;
    json["distance_linkage"] = score.distance_linkage;
    json["probabilistic_linkage"] = score.probabilistic_linkage;
    json["risk"] = score.risk();
    return json;
}

NumberFitness::NumberFitness(const Context& context, const Table& table,
                             std::span<const std::string> columns)
    : original_(context, table, columns),
      figures_(original_, original_.codes()),
      linkage_(original_) {}

ProtectedNumbers NumberFitness::evaluate(FileCodes codes) const {
    NumberFigures figures(original_, codes);
    LinkageTree tree(linkage_, codes);
    ProtectedNumbers file(std::move(codes), std::move(figures), std::move(tree));
    score(file);
    return file;
}

ProtectedNumbers NumberFitness::change(const ProtectedNumbers& file,
                                       std::span<const CellChange> changes) const {
    const std::int64_t width = original_.width();
    ProtectedNumbers child = file;
    std::vector<bool> columns(at(width), false);
    std::vector<std::int64_t> rows;
    for (const auto& [cell, code] : changes) {
        child.codes_[at(cell)] = code;
        columns[at(cell % width)] = true;
        if (rows.empty() || rows.back() != cell / width) rows.push_back(cell / width);
    }
    child.figures_ = file.figures_.changed(original_, child.codes_, columns);
    child.tree_ = file.tree_.changed(linkage_, child.codes_, rows);
    score(child);
    return child;
}

ProtectedNumbers NumberFitness::splice(const ProtectedNumbers& outside,
                                       const ProtectedNumbers& inside, std::int64_t begin,
                                       std::int64_t end) const {
    const std::int64_t width = original_.width();
    ProtectedNumbers child = outside;
    if (begin >= end) return child;
    std::copy(inside.codes_.begin() + begin, inside.codes_.begin() + end,
              child.codes_.begin() + begin);
    std::vector<bool> columns(at(width), false);
    for (std::int64_t cell = begin; cell < end; ++cell) {
        if (child.codes_[at(cell)] != outside.codes_[at(cell)]) columns[at(cell % width)] = true;
    }
    child.figures_ = outside.figures_.changed(original_, child.codes_, columns);
    child.tree_ = outside.tree_.spliced(linkage_, child.codes_, inside.tree_, begin, end);
    score(child);
    return child;
}

void NumberFitness::score(ProtectedNumbers& file) const {
    NumberScore& score = file.score_;
    score.losses = file.figures_.losses(original_, figures_);
    score.interval_disclosure = file.figures_.interval_disclosure(original_);
    const auto rows = static_cast<double>(original_.rows());
    score.distance_linkage = 100 * file.tree_.distance_links() / rows;
    std::vector<double> m, u;
    for (std::size_t j = 0; j < linkage_.patterned(); ++j) {
        m.push_back(bounded_probability(file.figures_.kept(original_, j)));
        u.push_back(bounded_probability(file.figures_.agreeing(original_, j)));
    }
    score.probabilistic_linkage = 100 * file.tree_.pattern_links(linkage_, m, u) / rows;
}

}  // namespace lethe::search
