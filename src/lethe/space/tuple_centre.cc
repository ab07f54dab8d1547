// The semantic centre of a column is kept up to date as values come and go. For every candidate
// that subsumes a value that was ever added, `sum` holds the sum of its distances to all values; a
// value that comes or goes is one pass over them. The candidates above the least common subsumer
// are not looked at, nor those that subsume no value any more.
#include "lethe/space/tuple_centre.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "lethe/core/error.h"

namespace lethe {

class TupleCentre::Values {
  public:
    explicit Values(const ValueDomain* domain) : domain_(domain) {
        if (domain_ == nullptr) return;
        counts_.assign(static_cast<std::size_t>(domain_->values()), 0);
        place_.assign(counts_.size(), -1);
        const auto candidates = static_cast<std::size_t>(domain_->candidates());
        sum_.assign(candidates, 0);
        below_.assign(candidates, 0);
        is_known_.assign(candidates, 0);
    }

    void add(std::int32_t value, std::int64_t times) {
        if (count(value) == 0) come(value);
        counts_[static_cast<std::size_t>(value)] += times;
        if (!domain_->is_equality()) add_to_sums(value, times);
        if (count(value) == 0) go(value);
    }

    void clear() {
        for (const std::int32_t value : present_) {
            counts_[static_cast<std::size_t>(value)] = 0;
            place_[static_cast<std::size_t>(value)] = -1;
        }
        for (const std::int32_t candidate : known_) {
            const auto c = static_cast<std::size_t>(candidate);
            sum_[c] = 0;
            below_[c] = 0;
            is_known_[c] = 0;
        }
        present_.clear();
        known_.clear();
    }

    std::int32_t semantic() const {
        if (domain_->is_equality()) return most_frequent();
        if (present_.size() == 1) return domain_->candidate_of(present_.front());
        return least_sum(domain_->has_concepts() ? lcs() : kNone);
    }

    // kNone where the values have no subsumer in common.
    std::int32_t lcs() const {
        std::int32_t best = kNone;
        std::tuple<int, std::size_t, ConceptId> most;
        for (const std::int32_t candidate : known_) {
            if (below_[static_cast<std::size_t>(candidate)] != std::ssize(present_)) continue;
            const ConceptId c = domain_->concept_of(candidate);
            if (c == kNoConcept) return candidate;  // the only value
            const Taxonomy& taxonomy = domain_->taxonomy();
            const auto rank = std::tuple(taxonomy.depth(c), taxonomy.subsumers(c).size(), -c);
            if (best == kNone || rank > most) {
                best = candidate;
                most = rank;
            }
        }
        return best;
    }

    std::int32_t most_frequent() const {
        std::int32_t best = present_.front();
        for (const std::int32_t value : present_) {
            if (std::pair(count(value), -value) > std::pair(count(best), -best)) best = value;
        }
        return domain_->candidate_of(best);
    }

    static constexpr std::int32_t kNone = -1;

  private:
    std::int64_t count(std::int32_t value) const {
        return counts_[static_cast<std::size_t>(value)];
    }

    void come(std::int32_t value) {
        for (const std::int32_t candidate : domain_->above(value)) {
            const auto c = static_cast<std::size_t>(candidate);
            ++below_[c];
            if (is_known_[c] != 0) continue;
            is_known_[c] = 1;
            known_.push_back(candidate);
            if (domain_->is_equality()) continue;
            for (const std::int32_t other : present_) {
                sum_[c] += count(other) * domain_->parts(candidate, other);
            }
        }
        place_[static_cast<std::size_t>(value)] = static_cast<std::int32_t>(present_.size());
        present_.push_back(value);
    }

    void go(std::int32_t value) {
        for (const std::int32_t candidate : domain_->above(value)) {
            --below_[static_cast<std::size_t>(candidate)];
        }
        const std::int32_t place = place_[static_cast<std::size_t>(value)];
        present_[static_cast<std::size_t>(place)] = present_.back();
        place_[static_cast<std::size_t>(present_.back())] = place;
        present_.pop_back();
        place_[static_cast<std::size_t>(value)] = -1;
    }

    void add_to_sums(std::int32_t value, std::int64_t times) {
        for (const std::int32_t candidate : known_) {
            sum_[static_cast<std::size_t>(candidate)] += times * domain_->parts(candidate, value);
        }
    }

    std::int32_t least_sum(std::int32_t top) const {
        const bool check = top != kNone && domain_->taxonomy().depth(domain_->concept_of(top)) > 0;
        std::int32_t best = kNone;
        for (const std::int32_t candidate : known_) {
            const auto c = static_cast<std::size_t>(candidate);
            if (below_[c] == 0 || (check && !domain_->is_above(top, candidate))) continue;
            if (best == kNone || std::pair(sum_[c], candidate) <
                                     std::pair(sum_[static_cast<std::size_t>(best)], best)) {
                best = candidate;
            }
        }
        return best;
    }

    const ValueDomain* domain_;
    std::vector<std::int64_t> counts_;   // by value
    std::vector<std::int32_t> place_;    // of each value in present_
    std::vector<std::int32_t> present_;  // values with a count
    std::vector<std::int64_t> sum_;      // by candidate: the sum of the distances to the values
    std::vector<std::int32_t> below_;    // by candidate: how many present values it subsumes
    std::vector<char> is_known_;         // whether sum_ is kept
    std::vector<std::int32_t> known_;    // candidates with a sum
};

namespace {

constexpr double kPlaces = 1 << 30;

std::vector<std::int64_t> places_in_range(std::span<const double> numbers) {
    std::vector<std::int64_t> places(numbers.size(), 0);
    const std::size_t present =
        numbers.size() - (!numbers.empty() && std::isnan(numbers.back()) ? 1 : 0);
    if (present < 2) return places;
    const double range = numbers[present - 1] - numbers[0];
    for (std::size_t i = 0; i < present; ++i) {
        places[i] = std::llround((numbers[i] - numbers[0]) / range * kPlaces);
    }
    return places;
}

// The edges that go down to b on the way from a: climbing is free.
std::int64_t confusion(const ValueDomain& domain, std::int32_t a, std::int32_t b) {
    const ConceptId from = domain.concept_of(domain.candidate_of(a));
    const ConceptId to = domain.concept_of(domain.candidate_of(b));
    if (a == b) return 0;
    if (from == kNoConcept || to == kNoConcept) return 1;
    const Taxonomy& taxonomy = domain.taxonomy();
    return taxonomy.climb(to, taxonomy.lcs(from, to));
}

}  // namespace

TupleCentre::TupleCentre(const TupleSpace& space, const CentreOptions& options)
    : space_(space),
      options_(options),
      by_column_(options.kind == CentreKind::semantic || options.kind == CentreKind::value_mode ||
                 options.kind == CentreKind::lcs) {
    if (!by_column_) return;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        values_.emplace_back(space.domain(j));
        places_.push_back(space.domain(j) != nullptr ? std::vector<std::int64_t>()
                                                     : places_in_range(space.numbers(j)));
    }
    numbers_.resize(space.columns());
}

TupleCentre::~TupleCentre() = default;

void TupleCentre::change(std::int32_t tuple, std::int64_t times) {
    size_ += times;
    if (!by_column_) {
        std::int64_t& count = members_[tuple];
        count += times;
        if (count == 0) members_.erase(tuple);
        return;
    }
    for (std::size_t j = 0; j < space_.columns(); ++j) {
        const std::int32_t code = space_.code(j, tuple);
        if (space_.domain(j) != nullptr) {
            values_[j].add(code, times);
        } else if (!std::isnan(space_.numbers(j)[static_cast<std::size_t>(code)])) {
            numbers_[j].sum += times * places_[j][static_cast<std::size_t>(code)];
            numbers_[j].present += times;
        }
    }
}

void TupleCentre::add(std::int32_t tuple, std::int64_t times) { change(tuple, times); }

void TupleCentre::remove(std::int32_t tuple, std::int64_t times) { change(tuple, -times); }

void TupleCentre::clear() {
    size_ = 0;
    members_.clear();
    for (std::size_t j = 0; j < values_.size(); ++j) {
        if (space_.domain(j) != nullptr) values_[j].clear();
        numbers_[j] = {};
    }
}

TupleSpace::Point TupleCentre::column_centres() const {
    TupleSpace::Point point(space_.columns());
    for (std::size_t j = 0; j < space_.columns(); ++j) {
        if (space_.domain(j) == nullptr) {
            const auto numbers = space_.numbers(j);
            if (2 * numbers_[j].present <= size_) {
                point[j] = std::numeric_limits<double>::quiet_NaN();
                continue;
            }
            const std::size_t last = numbers.size() - (std::isnan(numbers.back()) ? 2 : 1);
            const double mean = static_cast<double>(numbers_[j].sum) /
                                static_cast<double>(numbers_[j].present) / kPlaces;
            point[j] = numbers[0] + mean * (numbers[last] - numbers[0]);
            continue;
        }
        std::int32_t centre = Values::kNone;
        if (options_.kind == CentreKind::value_mode) centre = values_[j].most_frequent();
        if (options_.kind == CentreKind::lcs) centre = values_[j].lcs();
        point[j] = centre != Values::kNone ? centre : values_[j].semantic();
    }
    return point;
}

std::int32_t TupleCentre::most_frequent_tuple() const {
    return std::max_element(members_.begin(), members_.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

std::int32_t TupleCentre::least_costly_tuple(bool by_confusion) const {
    std::int32_t best = members_.begin()->first;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const auto& [candidate, own_count] : members_) {
        std::int64_t cost = 0;
        for (const auto& [tuple, count] : members_) {
            if (!by_confusion) {
                cost += count * space_.parts(candidate, tuple);
                continue;
            }
            for (std::size_t j = 0; j < space_.columns(); ++j) {
                const std::int32_t a = space_.code(j, tuple);
                const std::int32_t b = space_.code(j, candidate);
                const ValueDomain* domain = space_.domain(j);
                cost += count * (domain != nullptr ? confusion(*domain, a, b) : (a == b ? 0 : 1));
            }
        }
        if (cost < least) {
            least = cost;
            best = candidate;
        }
    }
    return best;
}

std::int32_t TupleCentre::random_tuple() const {
    if (!options_.random) throw Error(ErrorKind::internal, "a random centre without a source");
    auto left = static_cast<std::int64_t>(
        options_.random->at(draws_++).below(static_cast<std::uint64_t>(size_)));
    for (const auto& [tuple, count] : members_) {
        if (left < count) return tuple;
        left -= count;
    }
    return members_.rbegin()->first;
}

TupleSpace::Point TupleCentre::point() const {
    if (size_ <= 0) throw Error(ErrorKind::internal, "the centre of nothing");
    switch (options_.kind) {
        case CentreKind::semantic:
        case CentreKind::value_mode:
        case CentreKind::lcs:
            return column_centres();
        case CentreKind::mode:
            return space_.tuple_point(most_frequent_tuple());
        case CentreKind::consensus:
            return space_.tuple_point(least_costly_tuple(true));
        case CentreKind::medoid:
            return space_.tuple_point(least_costly_tuple(false));
        case CentreKind::random:
            return space_.tuple_point(random_tuple());
    }
    throw Error(ErrorKind::internal, "an unknown kind of centre");
}

}  // namespace lethe
