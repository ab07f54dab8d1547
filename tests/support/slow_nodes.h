// Every node of a small table counted afresh, row by row, with models and losses by their
// definitions: the reference of the search over levels.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "slow_combinations.h"
#include "slow_losses.h"
#include "slow_table_models.h"

namespace lethe::lattice::slow {

struct SlowNode {
    bool feasible = false;
    double suppressed = 0;
    double loss = 0;
    std::vector<double> rank;  // the losses of columns, descending, where these are compared
};

// Whether a loses more than b, by more than rounding.
inline bool loses_more(const SlowNode& a, const SlowNode& b) {
    const auto more = [](double x, double y) { return x > y + 1e-8 * std::max(1.0, std::abs(y)); };
    for (std::size_t i = 0; i < a.rank.size(); ++i) {
        if (more(a.rank[i], b.rank[i])) return true;
        if (more(b.rank[i], a.rank[i])) return false;
    }
    return a.rank.empty() && more(a.loss, b.loss);
}

inline std::vector<SlowClass> slow_classes(const Small& small, const Node& node) {
    const auto labels = [&](const std::vector<std::size_t>& lines) {
        Row row;
        for (std::size_t q = 0; q < node.size(); ++q) {
            row.push_back(small.tables[q].lines[lines[q]][static_cast<std::size_t>(node[q])]);
        }
        return row;
    };
    std::map<Row, SlowClass> found;
    for (std::size_t i = 0; i < small.lines.size(); ++i) {
        found[labels(small.lines[i])].rows.push_back(i);
    }
    for (const auto& person : small.people) found[labels(person)].people += 1;
    std::vector<SlowClass> classes;
    for (auto& [row, one] : found) {
        one.labels = row;
        for (std::size_t q = 0; q < node.size(); ++q) {
            double same = 0;
            for (const auto& line : small.tables[q].lines) {
                same += line[static_cast<std::size_t>(node[q])] == row[q] ? 1 : 0;
            }
            one.domains.push_back(static_cast<double>(small.tables[q].lines.size()));
            one.shares.push_back(same / one.domains.back());
        }
        if (small.people.empty()) one.people = static_cast<double>(one.rows.size());
        classes.push_back(std::move(one));
    }
    return classes;
}

inline SlowNode slow_node(const Small& small, const Settings& settings, const Node& node) {
    const std::vector<SlowClass> classes = slow_classes(small, node);
    std::vector<bool> gone;
    bool empty = false;
    for (const SlowClass& one : classes) {
        const bool passes = std::all_of(
            settings.models.begin(), settings.models.end(),
            [&](const Model& model) { return one.rows.empty() || slow_passes(model, small, one); });
        for (const Model& model : settings.models) {
            empty =
                empty || (one.rows.empty() && model.kind == ModelKind::presence && model.value > 0);
        }
        gone.push_back(!passes);
    }
    const double limit = std::floor(settings.limit * static_cast<double>(small.lines.size()));
    slow_settle(settings, classes, gone);
    double suppressed = slow_rows_gone(classes, gone);
    // Models of the table and of combinations look at what is left: in turn, until all hold.
    for (double before = -1; before != suppressed && suppressed <= limit;) {
        before = suppressed;
        slow_enforce_on_table(small, settings, node, classes, limit, gone);
        slow_settle(settings, classes, gone);
        suppressed = slow_rows_gone(classes, gone);
    }
    // Who loses all rows is as little there as who had none.
    const bool all_must_be_there =
        std::any_of(settings.models.begin(), settings.models.end(), [&](const Model& model) {
            return model.kind == ModelKind::presence && model.value > 0 &&
                   settings.presence_empty == PresenceEmpty::strict;
        });
    for (std::size_t c = 0; c < classes.size(); ++c) {
        empty = empty || (gone[c] && all_must_be_there);
    }
    SlowNode result;
    result.feasible = !empty && suppressed <= limit;
    result.suppressed = suppressed;
    const SlowLoss loss = slow_loss(settings, small, node, classes, gone);
    result.loss = loss.value;
    result.rank = loss.rank;
    return result;
}

inline void each_node(const Node& top, const std::function<void(const Node&)>& body) {
    Node node(top.size(), 0);
    while (true) {
        body(node);
        std::size_t q = node.size();
        while (q > 0 && node[q - 1] == top[q - 1]) node[--q] = 0;
        if (q == 0) return;
        ++node[q - 1];
    }
}

}  // namespace lethe::lattice::slow
