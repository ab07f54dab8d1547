// Values that are shown as something that holds them: an interval, a set, a concept above them.
//
// What does not hold the known value is excluded. A label that holds m of the values that people
// have is each of them with chance 1 / m, so that among several the narrowest is the likeliest.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/limits.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/notation.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/table/attack/likelihood/likelihood_parts.h"
#include "lethe/table/attack/likelihood/value_codes.h"

namespace lethe::attack {
namespace {

// A released value as a set of values.
struct Label {
    bool range = false;
    std::vector<std::string> members = {};  // of a set, or the value itself
    double low = -kInfinity, high = kInfinity;
    bool low_open = false, high_open = false;
    ConceptId concept_id = kNoConcept;
    bool anything = false;  // a text of which nothing is known

    bool holds_place(double place) const {
        return range && (place > low || (place == low && !low_open)) &&
               (place < high || (place == high && !high_open));
    }
};

// Members of a set or ends of an interval, quotation marks undone.
std::vector<std::string> split(std::string_view inside) {
    std::vector<std::string> members(1);
    bool quoted = false;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '"' && quoted && i + 1 < inside.size() && inside[i + 1] == '"') {
            members.back() += '"';
            ++i;
        } else if (inside[i] == '"') {
            quoted = !quoted;
        } else if (inside[i] == ',' && !quoted) {
            members.emplace_back();
        } else {
            members.back() += inside[i];
        }
    }
    return members;
}

// Where a value stands: a number, or the place of a category in the order of the original.
class Places {
  public:
    explicit Places(const Column& column)
        : numeric_(column.is_numeric()), notation_(column.notation()) {
        if (numeric_) return;
        for (std::size_t code = 0; code < column.dictionary().size(); ++code) {
            places_[column.dictionary()[code]] = static_cast<double>(code);
        }
    }
    std::optional<double> operator()(const std::string& text) const {
        if (numeric_) return parse_number(text);
        const auto found = places_.find(text);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

    // Of numbers, how labels write them, where not plainly; null otherwise. Known values are plain.
    const Notation* notation() const { return notation_.get(); }

  private:
    bool numeric_;
    NotationPtr notation_;
    std::unordered_map<std::string, double> places_;
};

// Of a column that writes its numbers in a way of its own.
std::optional<Label> read_written_range(std::string_view text, const Notation& notation) {
    const auto interval = interval_of_label(text, &notation);
    if (!interval) return std::nullopt;
    if (interval->low == interval->high) return Label{.members = {number_text(interval->low)}};
    Label label{.range = true, .low = interval->low, .high = interval->high};
    label.low_open = text.front() == '(';
    label.high_open = text.back() == ')' || (text.starts_with("<") && !text.starts_with("<="));
    return label;
}

// As a range, where the text is one and its ends are known values.
std::optional<Label> read_range(std::string_view text, const Places& place) {
    if (place.notation() != nullptr) return read_written_range(text, *place.notation());
    Label label{.range = true};
    std::vector<std::string> ends;
    if (text.size() >= 2 && (text.front() == '[' || text.front() == '(') &&
        (text.back() == ']' || text.back() == ')')) {
        ends = split(text.substr(1, text.size() - 2));
        label.low_open = text.front() == '(';
        label.high_open = text.back() == ')';
    } else if (text.starts_with(">=")) {
        ends = {std::string(text.substr(2)), ""};
    } else if (text.starts_with("<")) {
        ends = {"", std::string(text.substr(1))};
        label.high_open = true;
    }
    if (ends.size() != 2) return std::nullopt;
    for (const auto& [end, side] :
         {std::pair(&ends[0], &label.low), std::pair(&ends[1], &label.high)}) {
        if (end->empty()) continue;
        const auto at = place(*end);
        if (!at) return std::nullopt;
        *side = *at;
    }
    return label;
}

Label read_label(const std::string& text, const Places& place) {
    if (auto range = read_range(text, place)) return *range;
    const std::string_view view = text;
    if (view.size() >= 2 && view.front() == '{' && view.back() == '}') {
        return {.members = split(view.substr(1, view.size() - 2))};
    }
    return {.members = {text}};
}

// Whether each released text holds each known one.
struct Holding {
    std::vector<bool> holds;    // known texts x released texts
    std::vector<double> count;  // by released text: how many known ones it holds
    bool any_label = false;     // a released text is more than a value
};

Holding holding_of(const ColumnPair& pair, const Values<std::string>& known,
                   const Values<std::string>& shown) {
    const Places place(*pair.held);
    const Meaning* meaning = pair.held->meaning().get();
    Holding result;
    std::vector<Label> labels;
    for (const std::string& text : shown.values) {
        const bool is_value =
            known.find(text) >= 0 || (!pair.held->is_numeric() && place(text).has_value());
        labels.push_back(is_value ? Label{.members = {text}} : read_label(text, place));
        if (meaning != nullptr) labels.back().concept_id = meaning->value_of(text);
        // A single number that is written in the way of the column.
        const bool value = place.notation() != nullptr && labels.back().members.size() == 1 &&
                           known.find(labels.back().members.front()) >= 0;
        const bool plain =
            !labels.back().range && (labels.back().members == std::vector{text} || value);
        labels.back().anything =
            !is_value && !value && plain && labels.back().concept_id == kNoConcept;
        result.any_label =
            result.any_label || !plain || (!is_value && labels.back().concept_id != kNoConcept);
    }
    result.count.assign(labels.size(), 0);
    for (const std::string& x : known.values) {
        const auto at = place(x);
        const ConceptId own = meaning != nullptr ? meaning->value_of(x) : kNoConcept;
        for (std::size_t y = 0; y < labels.size(); ++y) {
            const Label& label = labels[y];
            const bool holds =
                label.anything ||
                std::find(label.members.begin(), label.members.end(), x) != label.members.end() ||
                (at && label.holds_place(*at)) ||
                (own != kNoConcept && label.concept_id != kNoConcept &&
                 meaning->taxonomy().subsumes(label.concept_id, own));
            result.holds.push_back(holds);
            result.count[y] += holds ? 1 : 0;
        }
    }
    return result;
}

}  // namespace

PartPtr containing_part(const ColumnPair& pair) {
    if (pair.released->is_numeric()) return nullptr;
    Values<std::string> known, shown;  // in the order of table_part
    text_codes(*pair.held, known);
    text_codes(*pair.released, shown);
    if (known.values.size() * (shown.values.size() + 1) > kMostCells) return nullptr;
    const Holding holding = holding_of(pair, known, shown);
    if (!holding.any_label) return nullptr;
    const auto all = static_cast<double>(known.values.size());
    return table_part(pair,
                      [&](const std::string&, const std::string&, std::int32_t query,
                          std::int32_t code, const Coded&) -> std::optional<double> {
                          const auto q = static_cast<std::size_t>(query);
                          const auto c = static_cast<std::size_t>(code);
                          if (!holding.holds[q * shown.values.size() + c]) return std::nullopt;
                          return std::log(all / holding.count[c]);
                      });
}

}  // namespace lethe::attack
