#include "lethe/algo/lattice/table_models.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "lethe/algo/lattice/unique_population.h"

namespace lethe::lattice {
namespace {

struct Candidate {
    std::int64_t size = 0;
    double loss = 0;
    std::int32_t first_row = 0;
    std::size_t index = 0;

    bool operator<(const Candidate& other) const {
        return std::tie(size, loss, first_row) < std::tie(other.size, other.loss, other.first_row);
    }
};

std::vector<Candidate> candidates(const ClassList& list, const Measure& measure,
                                  std::span<const char> suppressed) {
    std::vector<Candidate> all;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (suppressed[c] || list.released[c] == 0) continue;
        all.push_back({list.released[c], measure.own_loss(list, c), list.first_row[c], c});
    }
    std::sort(all.begin(), all.end());
    return all;
}

// A beginning of the candidates that is suppressed, and the sizes of those that are left.
class Beginning {
  public:
    explicit Beginning(const std::vector<Candidate>& all) : all_(all) {
        for (const Candidate& one : all) ++sizes_[one.size];
    }

    void suppress(std::size_t count) {
        for (; count_ < count; ++count_) {
            const std::int64_t size = all_[count_].size;
            rows_ += size;
            if (--sizes_[size] == 0) sizes_.erase(size);
        }
        while (count_ > count) {
            const std::int64_t size = all_[--count_].size;
            rows_ -= size;
            ++sizes_[size];
        }
    }
    std::size_t count() const { return count_; }
    std::int64_t rows() const { return rows_; }
    const SizeCounts& sizes() const { return sizes_; }

  private:
    const std::vector<Candidate>& all_;
    SizeCounts sizes_;
    std::size_t count_ = 0;
    std::int64_t rows_ = 0;
};

// Rows suppressed by this model alone.
std::int64_t enforce_one(const ClassList& list, const Measure& measure, const Model& model,
                         std::int64_t limit, std::span<char> suppressed) {
    const std::vector<Candidate> all = candidates(list, measure, suppressed);
    Beginning beginning(all);
    if (all.empty() || table_holds(model, beginning.sizes())) return 0;
    std::int64_t low = 0;
    std::int64_t high = std::ssize(all) - 1;
    bool holds = false;
    while (low <= high) {
        const std::int64_t middle = (low + high) / 2;
        beginning.suppress(static_cast<std::size_t>(middle) + 1);
        holds = table_holds(model, beginning.sizes());
        if (!holds && beginning.rows() > limit) break;
        if (holds) {
            high = middle - 1;
        } else {
            low = middle + 1;
        }
    }
    if (!holds && beginning.count() < all.size()) beginning.suppress(beginning.count() + 1);
    for (std::size_t i = 0; i < beginning.count(); ++i) suppressed[all[i].index] = 1;
    return beginning.rows();
}

bool few_at_risk(const Model& model, const SizeCounts& sizes) {
    double classes = 0;
    double rows = 0;
    double at_risk = 0;
    const std::int64_t least = model.highest ? size_for_risk(*model.highest) : 0;
    for (const auto& [size, count] : sizes) {
        classes += static_cast<double>(count);
        rows += static_cast<double>(size * count);
        if (size < least) at_risk += static_cast<double>(size * count);
    }
    if (1 / (rows / classes) > model.value) return false;
    return !model.highest || at_risk / rows <= model.share.value_or(0);
}

}  // namespace

bool table_holds(const Model& model, const SizeCounts& sizes) {
    if (sizes.empty()) return true;
    if (model.kind == ModelKind::risk_average) return few_at_risk(model, sizes);
    const auto one = sizes.find(1);
    const double unique = one == sizes.end() ? 0 : static_cast<double>(one->second);
    if (model.kind == ModelKind::unique_sample) {
        double rows = 0;
        for (const auto& [size, count] : sizes) rows += static_cast<double>(size * count);
        return unique / rows <= model.value;
    }
    const auto share = unique_share(model.estimator, sizes, model.population);
    return share && *share > 0 ? *share <= model.value : unique == 0;
}

std::int64_t enforce_table_models(const ClassList& list, const Measure& measure,
                                  std::span<const Model> models, bool fully_generalised,
                                  std::int64_t limit, std::span<char> suppressed) {
    std::int64_t gone = 0;
    for (std::size_t c = 0; c < list.size(); ++c) gone += suppressed[c] ? list.released[c] : 0;
    if (fully_generalised) return gone;
    // What one of them takes away may be what another one rested on.
    for (std::int64_t before = -1; gone != before;) {
        before = gone;
        for (const Model& model : models) {
            if (gone > limit) break;
            gone += enforce_one(list, measure, model, limit - gone, suppressed);
        }
    }
    return gone;
}

}  // namespace lethe::lattice
