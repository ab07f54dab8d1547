#include "lethe/space/value_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/conventions.h"

namespace lethe {
namespace {

// What a candidate is: its text and its concept. Missing has no text.
using Identity = std::pair<std::optional<std::string>, ConceptId>;

Identity identity(const Meaning* meaning, const std::string& text) {
    if (meaning == nullptr) return {text, kNoConcept};
    if (meaning->is_missing(text)) return {std::nullopt, kNoConcept};
    const ConceptId c = meaning->value_of(text);
    if (c == kNoConcept) return {text, kNoConcept};
    return {meaning->label_of(c), c};
}

// By text, missing last.
bool comes_before(const std::optional<std::string>& a, const std::optional<std::string>& b) {
    if (!a || !b) return a.has_value() && !b.has_value();
    return *a < *b;
}

// The texts that occur in a column, and whether something is missing.
std::vector<char> occurring(const Column& column) {
    std::vector<char> occurs(column.dictionary().size(), 0);
    const auto codes = column.codes();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) {
            occurs[static_cast<std::size_t>(codes[static_cast<std::size_t>(row)])] = 1;
        }
    }
    return occurs;
}

class Collector {
  public:
    explicit Collector(const Meaning* meaning) : meaning_(meaning) {}

    void add(const Column& column, bool as_values) {
        const std::vector<char> occurs = occurring(column);
        for (std::size_t i = 0; i < occurs.size(); ++i) {
            if (occurs[i] != 0) add(identity(meaning_, column.dictionary()[i]), as_values);
        }
        if (column.has_missing()) add({std::nullopt, kNoConcept}, as_values);
    }

    void add_subsumers() {
        if (meaning_ == nullptr) return;
        std::vector<ConceptId> all{meaning_->taxonomy().root()};
        for (const auto& [identity, is_value] : found_) {
            if (!is_value || identity.second == kNoConcept) continue;
            const auto above = meaning_->taxonomy().subsumers(identity.second);
            all.insert(all.end(), above.begin(), above.end());
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        for (const ConceptId c : all) add({meaning_->label_of(c), c}, false);
    }

    std::vector<std::pair<Identity, bool>> sorted() const {
        std::vector<std::pair<Identity, bool>> all(found_.begin(), found_.end());
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return comes_before(a.first.first, b.first.first);
        });
        return all;
    }

  private:
    void add(const Identity& identity, bool is_value) {
        bool& known = found_.try_emplace(identity, false).first->second;
        known = known || is_value;
    }

    const Meaning* meaning_;
    std::map<Identity, bool> found_;  // whether it is a value
};

}  // namespace

ValueDomain::ValueDomain(const Context& context, const Column& column,
                         const MeasureOptions& options, bool squared, const Column* masked)
    : squared_(squared) {
    const Meaning* meaning = column.meaning().get();
    if (meaning != nullptr) {
        kind_ = options.kind == MeasureKind::equality ? Kind::equality : Kind::concepts;
        taxonomy_ = meaning->taxonomy_ptr();
    } else if (column.kind() == lethe::Kind::ordinal) {
        kind_ = Kind::steps;
        steps_ = whole_steps(OrdinalScale::steps_over_count, std::ssize(column.dictionary()));
    }
    Collector collector(meaning);
    collector.add(column, true);
    if (masked != nullptr) collector.add(*masked, false);
    collector.add_subsumers();
    for (auto& [identity, is_value] : collector.sorted()) {
        const auto candidate = static_cast<std::int32_t>(texts_.size());
        value_of_.push_back(is_value ? values() : -1);
        if (is_value) candidate_of_.push_back(candidate);
        texts_.push_back(identity.first);
        concepts_.push_back(identity.second);
    }
    if (kind_ == Kind::steps) {
        std::map<std::string, std::int32_t> places;
        for (std::size_t i = 0; i < column.dictionary().size(); ++i) {
            places.emplace(column.dictionary()[i], static_cast<std::int32_t>(i));
        }
        for (const auto& text : texts_) {
            const auto place = text ? places.find(*text) : places.end();
            place_.push_back(place == places.end() ? -1 : place->second);
        }
    }
    measure(context, meaning, options);
}

void ValueDomain::measure(const Context& context, const Meaning* meaning,
                          const MeasureOptions& options) {
    std::map<ConceptId, std::int32_t> candidate_of_concept;
    for (std::int32_t c = 0; c < candidates(); ++c) {
        if (concept_of(c) != kNoConcept) candidate_of_concept.emplace(concept_of(c), c);
    }
    for (std::int32_t v = 0; v < values(); ++v) {
        const ConceptId own = concept_of(candidate_of(v));
        if (own == kNoConcept) {
            above_.items.push_back(candidate_of(v));
        } else {
            for (const ConceptId above : taxonomy_->subsumers(own)) {
                above_.items.push_back(candidate_of_concept.at(above));
            }
        }
        above_.close();
    }
    if (kind_ != Kind::concepts) return;

    const std::int64_t cells = static_cast<std::int64_t>(values()) * candidates();
    if (cells > kMostCells) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} different values with {} concepts above them are too many to "
                                "compare all with all (at most {} pairs)",
                                values(), candidates(), kMostCells));
    }
    distances_.assign(static_cast<std::size_t>(cells), -1.0);
    const std::unique_ptr<Measure> measure = meaning->measure(options);
    std::vector<std::int32_t> known;
    std::vector<ConceptId> known_concepts;
    for (std::int32_t c = 0; c < candidates(); ++c) {
        if (concept_of(c) == kNoConcept) continue;
        known.push_back(c);
        known_concepts.push_back(concept_of(c));
    }
    parallel_chunks(context.silent(), values(), 16,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        std::vector<double> row(known.size());
                        for (auto v = static_cast<std::int32_t>(begin); v < end; ++v) {
                            const ConceptId own = concept_of(candidate_of(v));
                            if (own == kNoConcept) continue;
                            measure->distances(own, known_concepts, row.data());
                            for (std::size_t i = 0; i < known.size(); ++i) {
                                distances_[cell(known[i], v)] = squared_ ? row[i] * row[i] : row[i];
                            }
                        }
                    });
    // What has no concept is as far from all else as the farthest concepts are.
    largest_ = 1;
    for (const double distance : distances_) largest_ = std::max(largest_, distance);
    for (double& distance : distances_) distance = distance < 0 ? largest_ : distance;
    for (std::int32_t v = 0; v < values(); ++v) distances_[cell(candidate_of(v), v)] = 0;
}

std::int32_t ValueDomain::candidate_of_text(const Column& column, const std::string& text) const {
    const auto [label, own] = identity(column.meaning().get(), text);
    const auto place = std::lower_bound(texts_.begin(), texts_.end(), label, comes_before);
    for (auto i = place; i != texts_.end() && *i == label; ++i) {
        if (concepts_[static_cast<std::size_t>(i - texts_.begin())] == own) {
            return static_cast<std::int32_t>(i - texts_.begin());
        }
    }
    throw Error(ErrorKind::internal, "a value that is not of its domain");
}

std::vector<std::int32_t> ValueDomain::candidate_codes(const Column& column) const {
    const std::vector<char> occurs = occurring(column);
    std::vector<std::int32_t> of_code(occurs.size(), -1);
    for (std::size_t i = 0; i < occurs.size(); ++i) {
        if (occurs[i] != 0) of_code[i] = candidate_of_text(column, column.dictionary()[i]);
    }
    const auto codes = column.codes();
    std::vector<std::int32_t> result(codes.size());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        result[i] =
            column.valid(row) ? of_code[static_cast<std::size_t>(codes[i])] : candidates() - 1;
    }
    return result;
}

std::vector<std::int32_t> ValueDomain::value_codes(const Column& column) const {
    std::vector<std::int32_t> codes = candidate_codes(column);
    for (std::int32_t& code : codes) code = value_of_[static_cast<std::size_t>(code)];
    return codes;
}

double ValueDomain::distance(std::int32_t candidate, std::int32_t value) const {
    const std::int32_t own = candidate_of(value);
    if (candidate == own) return 0;
    if (kind_ == Kind::concepts) {
        return distances_.empty() ? parts_[cell(candidate, value)] / whole_
                                  : distances_[cell(candidate, value)];
    }
    if (kind_ == Kind::equality) return 1;
    const std::int32_t a = place_[static_cast<std::size_t>(candidate)];
    const std::int32_t b = place_[static_cast<std::size_t>(own)];
    if (a < 0 || b < 0) return 1;
    const double steps = std::abs(a - b) / steps_;
    return squared_ ? steps * steps : steps;
}

void ValueDomain::measure_in(double whole) {
    whole_ = whole;
    parts_.resize(distances_.size());
    std::transform(distances_.begin(), distances_.end(), parts_.begin(), [whole](double distance) {
        return static_cast<std::int32_t>(std::lround(distance * whole));
    });
    distances_ = {};
}

std::int32_t ValueDomain::parts(std::int32_t candidate, std::int32_t value) const {
    if (kind_ == Kind::concepts) return parts_[cell(candidate, value)];
    return static_cast<std::int32_t>(std::lround(distance(candidate, value) * whole_));
}

void ValueDomain::parts_from(std::int32_t candidate, std::span<std::int32_t> out) const {
    for (std::int32_t v = 0; v < values(); ++v) {
        out[static_cast<std::size_t>(v)] = parts(candidate, v);
    }
}

bool ValueDomain::is_above(std::int32_t candidate, std::int32_t other) const {
    if (candidate == other) return true;
    if (concept_of(candidate) == kNoConcept || concept_of(other) == kNoConcept) return false;
    return taxonomy_->subsumes(concept_of(candidate), concept_of(other));
}

}  // namespace lethe
