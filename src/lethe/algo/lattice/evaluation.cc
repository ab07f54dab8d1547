#include "lethe/algo/lattice/evaluation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "lethe/algo/lattice/table_models.h"

namespace lethe::lattice {
namespace {

std::vector<Model> table_models_of(const std::vector<Model>& models) {
    std::vector<Model> found;
    for (const Model& model : models) {
        if (is_table_model(model.kind)) found.push_back(model);
    }
    return found;
}

bool any_by_value(const std::vector<Model>& models) {
    return std::any_of(models.begin(), models.end(),
                       [](const Model& model) { return needs_sensitive(model.kind); });
}

Classes::Keep kept_by(const Records& records, const Settings& settings) {
    return {
        .first_row = !table_models_of(settings.models).empty(),
        .squares = Measure::needs_squares(settings.metric.kind),
        .values = any_by_value(settings.models) || Measure::needs_values(records, settings.metric)};
}

// Classes are suppressed as a whole, and a class without rows has a presence of 0.
bool suppresses_nobody(const Settings& settings) {
    if (settings.presence_empty != PresenceEmpty::strict) return false;
    if (settings.reading != Suppressed::removed) return false;  // they are a class of their own
    return std::any_of(settings.models.begin(), settings.models.end(), [](const Model& model) {
        return model.kind == ModelKind::presence && model.value > 0;
    });
}

// Classes as they are added up: the suppressed ones, which are released as one.
class UnitedClass {
  public:
    UnitedClass(const ClassList& list, std::size_t counted) : list_(list), sums_(counted) {}

    void add(std::size_t index) {
        released_ += list_.released[index];
        population_ += list_.population(index);
        for (std::size_t i = 0; i < list_.values.size(); ++i) {
            for (const ValueCount& one : list_.values[i].of(index)) {
                auto& sums = sums_[i];
                const auto place = std::lower_bound(
                    sums.begin(), sums.end(), one.value,
                    [](const ValueCount& a, std::int32_t value) { return a.value < value; });
                if (place != sums.end() && place->value == one.value) {
                    place->count += one.count;
                } else {
                    sums.insert(place, one);
                }
            }
        }
    }
    bool passes(const ClassJudge& judge) const {
        std::vector<std::span<const ValueCount>> values(sums_.begin(), sums_.end());
        return judge.passes({released_, population_, values, 1});
    }

  private:
    const ClassList& list_;
    std::vector<std::vector<ValueCount>> sums_;
    std::int64_t released_ = 0;
    std::int64_t population_ = 0;
};

}  // namespace

std::string_view name(Regime regime) {
    switch (regime) {
        case Regime::full:
            return "full";
        case Regime::partial:
            return "partial";
        default:
            return "none";
    }
}

Evaluation::Evaluation(const Records& records, const Settings& settings)
    : records_(records),
      settings_(settings),
      keeps_everybody_(suppresses_nobody(settings)),
      limit_(keeps_everybody_ ? 0
                              : static_cast<std::int64_t>(std::floor(
                                    settings.limit * static_cast<double>(records.rows())))),
      classes_(records, kept_by(records, settings)),
      judge_(records, settings.sensitive, settings.models, problems_),
      combinations_(records, classes_.packing(), settings.models, problems_),
      measure_(records, classes_, settings.metric, settings.weights, limit_, settings.models,
               settings.measured, problems_),
      table_models_(table_models_of(settings.models)),
      needs_values_(judge_.needs_values() || Measure::needs_values(records, settings.metric)) {
    if (settings.presence_empty == PresenceEmpty::arx) judge_.ignore_empty_with_minimum();
    for (const Levels& levels : records.columns) one_top_ = one_top_ && levels.one_top();
    if (settings.reading == Suppressed::one_class) {
        if (!one_top_) {
            problems_.push_back(
                {"records that are suppressed can be one class only where every "
                 "hierarchy ends in one label"});
        }
        if (!table_models_.empty()) {
            problems_.push_back(
                {"models of the whole table (average risk, uniqueness) need "
                 "suppressed records to be removed"});
        }
    }
    regime_ = regime_of();
    throw_if_any(std::exchange(problems_, {}));
}

Node Evaluation::top() const {
    Node node;
    for (const Levels& levels : records_.columns) node.push_back(levels.top());
    return node;
}

bool Evaluation::some_without_value() const {
    return std::any_of(records_.counted.begin(), records_.counted.end(), [](const Counted& one) {
        return std::find(one.codes.begin(), one.codes.end(), kNotCounted) != one.codes.end();
    });
}

Regime Evaluation::regime_of() const {
    const bool compatible =
        settings_.presence_empty == PresenceEmpty::arx && judge_.minimum_size() > 0;
    const bool all =
        std::all_of(settings_.models.begin(), settings_.models.end(), [&](const Model& model) {
            if (model.kind == ModelKind::presence && compatible) return false;
            // A part without any value passes, and goes with the others where it is joined to them.
            if (limit_ > 0 && needs_sensitive(model.kind) && some_without_value()) return false;
            return limit_ == 0 ? judge_.generalisation_monotone(model)
                               : judge_.suppression_monotone(model);
        });
    // Records that are suppressed as one class may be too few of them further up.
    const bool apart = limit_ > 0 && settings_.reading == Suppressed::one_class;
    if (all && !apart) return Regime::full;
    const bool says_nothing =
        judge_.by_size_alone() && judge_.passes_by_size(0, 0) && combinations_.empty();
    return says_nothing ? Regime::none : Regime::partial;
}

bool Evaluation::passes(const ClassList& list, std::size_t index,
                        std::vector<std::span<const ValueCount>>& values) const {
    if (!judge_.passes_by_size(list.released[index], list.population(index))) return false;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = list.values[i].of(index);
    const double information =
        judge_.needs_information() ? measure_.information_lost(list, index) : 0;
    return judge_.passes({list.released[index], list.population(index), values, information});
}

Judged Evaluation::judged(const ClassList& list, std::vector<char>& suppressed,
                          bool completely) const {
    suppressed.assign(list.size(), 0);
    Judged result;
    std::vector<std::span<const ValueCount>> values(list.values.size());
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (list.released[c] == 0) {
            if (judge_.tolerates_empty()) continue;
            result.empty_class = true;
            if (!completely) return result;
            continue;
        }
        if (passes(list, c, values)) continue;
        suppressed[c] = 1;
        result.suppressed += list.released[c];
        if (result.suppressed > limit_ && !completely) return result;
    }
    result.suppressed +=
        settle(list, completely ? records_.rows() : limit_ - result.suppressed, suppressed);
    if (result.suppressed > limit_ && !completely) return result;
    finish(list, suppressed, completely ? records_.rows() : limit_, result);
    return result;
}

Judged Evaluation::judged_with_below(const ClassList& list, std::vector<char>& suppressed,
                                     Below& below) const {
    suppressed.assign(list.size(), 0);
    below.rows = 0;
    below.of_class.assign(list.size(), 0);
    Judged result;
    std::vector<std::span<const ValueCount>> values(list.values.size());
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (list.released[c] == 0) {
            result.empty_class = result.empty_class || !judge_.tolerates_empty();
            continue;
        }
        if (passes(list, c, values)) continue;
        suppressed[c] = 1;
        result.suppressed += list.released[c];
        const std::int64_t going = rows_to_go(list, c, values);
        below.of_class[c] = static_cast<std::int32_t>(going);
        below.rows += going;
        if (below.rows > limit_) return result;
        if (result.suppressed > limit_ && regime_ == Regime::full) return result;
    }
    settle_below(list, suppressed, below);
    if (result.suppressed > limit_ || result.empty_class || below.rows > limit_) return result;
    result.suppressed += settle(list, limit_ - result.suppressed, suppressed);
    if (result.suppressed > limit_) return result;
    finish(list, suppressed, limit_, result);
    return result;
}

std::int64_t Evaluation::settle(const ClassList& list, std::int64_t limit,
                                std::vector<char>& suppressed) const {
    if (combinations_.empty()) return 0;
    return combinations_.settle(list, list.released, limit, suppressed);
}

// Of each class no more rows can stay below than do not have to go; what has too few even so goes.
void Evaluation::settle_below(const ClassList& list, const std::vector<char>& suppressed,
                              Below& below) const {
    if (combinations_.empty()) return;
    std::vector<std::int32_t> staying(list.released);
    std::vector<char> gone(list.size(), 0);
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (!suppressed[c]) continue;
        staying[c] -= below.of_class[c];
        gone[c] = staying[c] == 0 ? 1 : 0;
    }
    combinations_.settle(list, staying, records_.rows(), gone);
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (!gone[c]) continue;
        below.rows += list.released[c] - below.of_class[c];
        below.of_class[c] = list.released[c];
    }
}

// Table models look at what is left, and so do combinations: in turn, until both hold.
std::int64_t Evaluation::enforce_on_table(const ClassList& list, std::vector<char>& suppressed,
                                          std::int64_t limit) const {
    const bool fully_generalised = one_top_ && list.node == top();
    while (true) {
        const std::int64_t gone = enforce_table_models(list, measure_, table_models_,
                                                       fully_generalised, limit, suppressed);
        if (gone > limit) return gone;
        const std::int64_t more = settle(list, limit - gone, suppressed);
        if (more == 0 || gone + more > limit) return gone + more;
    }
}

std::int64_t Evaluation::rows_to_go(const ClassList& list, std::size_t index,
                                    const std::vector<std::span<const ValueCount>>& values) const {
    const std::int64_t released = list.released[index];
    const std::int64_t population = list.population(index);
    // Values were not looked at where the size decided.
    if (!judge_.passes_by_size(released, population)) return released;
    return judge_.rows_to_go({released, population, values, 0});
}

// What is suppressed beside the classes that fail, and whether all of it may be.
void Evaluation::finish(const ClassList& list, std::vector<char>& suppressed, std::int64_t limit,
                        Judged& result) const {
    if (settings_.reading == Suppressed::one_class && result.suppressed > 0) {
        result.suppressed = join_failing(list, suppressed, result.suppressed);
    } else if (!table_models_.empty()) {
        result.suppressed = enforce_on_table(list, suppressed, limit);
    }
    if (keeps_everybody_ && result.suppressed > 0) result.empty_class = true;
    result.feasible = result.suppressed <= limit_ && !result.empty_class;
}

// Rows that are suppressed in the end; more than there are where even all of them fail.
std::int64_t Evaluation::join_failing(const ClassList& list, std::vector<char>& suppressed,
                                      std::int64_t gone) const {
    UnitedClass united(list, list.values.size());
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (suppressed[c]) {
            united.add(c);
        } else if (list.released[c] > 0) {
            others.emplace_back(measure_.left(list, c), c);
        }
    }
    const std::size_t words = classes_.packing().words();
    const auto key = [&](std::size_t c) {
        return list.keys.begin() + static_cast<std::ptrdiff_t>(c * words);
    };
    std::sort(others.begin(), others.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        return std::lexicographical_compare(key(a.second), key(a.second + 1), key(b.second),
                                            key(b.second + 1));
    });
    std::size_t next = 0;
    while (!united.passes(judge_) || gone < combinations_.largest_k()) {
        while (next < others.size() && suppressed[others[next].second]) ++next;
        if (next == others.size()) return records_.rows() + 1;
        const std::size_t joining = others[next++].second;
        const std::vector<char> before = combinations_.empty() ? std::vector<char>() : suppressed;
        suppressed[joining] = 1;
        united.add(joining);
        gone += list.released[joining];
        // What counted for others is missing now.
        if (settle(list, records_.rows(), suppressed) == 0) continue;
        for (std::size_t c = 0; c < list.size(); ++c) {
            if (c == joining || suppressed[c] == before[c]) continue;
            united.add(c);
            gone += list.released[c];
        }
    }
    return gone;
}

std::vector<char> rows_suppressed_at(const Evaluation& evaluation, const Node& node) {
    const Classes& classes = evaluation.classes();
    std::vector<std::int32_t> class_of;
    const auto list = classes.raised(classes.tuples(), node, evaluation.needs_values(), &class_of);
    std::vector<char> gone;
    evaluation.judged(*list, gone);
    std::vector<char> rows;
    rows.reserve(classes.tuple_of_row().size());
    for (const std::int32_t tuple : classes.tuple_of_row()) {
        rows.push_back(gone[static_cast<std::size_t>(class_of[static_cast<std::size_t>(tuple)])]);
    }
    return rows;
}

}  // namespace lethe::lattice
