// Measures that compare what concepts have and have not in common: subsumers (log-sc), names,
// parts, neighbours, the words of glosses.
//
// Sets are ascending lists. The names of a concept are its synonyms; its neighbours are the
// concepts one is-a or part-of link away, or, of two measures by choice, all that is above it.
#include <algorithm>
#include <cmath>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/knowledge/feature_reading.h"
#include "lethe/knowledge/gloss_words.h"
#include "lethe/knowledge/measure_by_subsumers.h"

namespace lethe {
namespace {

// Sanchez, Batet, Isern and Valls 2012: log2(1 + |T1 xor T2| / |T1 or T2|).
class LogSc {
  public:
    using Found = std::int64_t;  // common subsumers

    LogSc(const Taxonomy& taxonomy, bool count_root)
        : taxonomy_(&taxonomy), left_out_(count_root ? 0 : 1) {
        for (std::int64_t all = 0; all < kTabulated; ++all) {
            for (std::int64_t differ = 0; differ < kTabulated; ++differ) {
                table_.push_back(differ <= all ? formula(differ, all) : 0);
            }
        }
    }

    Found start() const { return 0; }
    void add(Found& common, ConceptId, int, int) const { ++common; }
    double published(ConceptId a, ConceptId b, Found common) const {
        return distance(a, b, common);
    }
    double distance(ConceptId a, ConceptId b, Found common) const {
        const auto both = std::ssize(taxonomy_->subsumers(a)) + std::ssize(taxonomy_->subsumers(b));
        const std::int64_t all = both - common - left_out_;
        const std::int64_t differ = both - 2 * common;
        return all < kTabulated ? table_[static_cast<std::size_t>(all * kTabulated + differ)]
                                : formula(differ, all);
    }

  private:
    // Most concepts have some ten subsumers: a logarithm takes longer than all else.
    static constexpr std::int64_t kTabulated = 64;

    static double formula(std::int64_t differ, std::int64_t all) {
        return differ == 0 ? 0
                           : std::log2(1 + static_cast<double>(differ) / static_cast<double>(all));
    }

    const Taxonomy* taxonomy_;
    std::int64_t left_out_;  // subsumers of every concept that do not count
    std::vector<double> table_;
};

using Set = std::span<const std::int32_t>;

std::int64_t common_items(Set a, Set b) {
    std::int64_t common = 0;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        const std::int32_t x = a[i];
        const std::int32_t y = b[j];
        common += x == y ? 1 : 0;
        i += x <= y ? 1 : 0;
        j += y <= x ? 1 : 0;
    }
    return common;
}

// 0 of two empty sets: nothing speaks for their likeness.
double jaccard(Set a, Set b) {
    const std::int64_t common = common_items(a, b);
    const std::int64_t all = std::ssize(a) + std::ssize(b) - common;
    return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

// Tversky's ratio, what only a has weighted by g and what only b has by 1 - g.
double ratio(Set a, Set b, double g) {
    if (a.empty() && b.empty()) return 1;
    const std::int64_t both = common_items(a, b);
    const auto common = static_cast<double>(both);
    const double weighted = common + g * static_cast<double>(std::ssize(a) - both) +
                            (1 - g) * static_cast<double>(std::ssize(b) - both);
    return weighted == 0 ? 0 : common / weighted;
}

// How much of the two differences falls on the first concept: at most a half.
double share_of_first(const Taxonomy& taxonomy, ConceptId a, ConceptId b) {
    const double depth_a = taxonomy.depth(a);
    const double depth_b = taxonomy.depth(b);
    if (depth_a + depth_b == 0) return 0.5;
    const double share = depth_a / (depth_a + depth_b);
    return depth_a <= depth_b ? share : 1 - share;
}

template <class Fill>
Lists<std::int32_t> sets_of(const Taxonomy& taxonomy, Fill&& fill) {
    Lists<std::int32_t> sets;
    std::vector<std::int32_t> items;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        items.clear();
        fill(c, items);
        std::sort(items.begin(), items.end());
        items.erase(std::unique(items.begin(), items.end()), items.end());
        sets.items.insert(sets.items.end(), items.begin(), items.end());
        sets.close();
    }
    return sets;
}

void append(std::vector<std::int32_t>& items, Set more) {
    items.insert(items.end(), more.begin(), more.end());
}

Lists<std::int32_t> names_of(const Taxonomy& taxonomy) {
    return sets_of(taxonomy, [&](ConceptId c, auto& items) {
        append(items, taxonomy.parts_of_it().names[c]);
    });
}

bool is_of_ancestors(Neighbourhood kind) {
    return kind == Neighbourhood::ancestors || kind == Neighbourhood::ancestor_names;
}

// A concept and all that it is a part of, directly or not.
void append_wholes(const Taxonomy& taxonomy, ConceptId c, std::vector<std::int32_t>& items) {
    items.push_back(c);
    for (std::size_t i = items.size() - 1; i < items.size(); ++i) {
        for (const ConceptId whole : taxonomy.wholes(items[i])) {
            if (std::find(items.begin(), items.end(), whole) == items.end()) {
                items.push_back(whole);
            }
        }
    }
}

Lists<std::int32_t> is_a_neighbours_of(const Taxonomy& taxonomy, Neighbourhood kind) {
    return sets_of(taxonomy, [&](ConceptId c, auto& items) {
        if (is_of_ancestors(kind)) {
            append(items, taxonomy.subsumers(c));
        } else {
            append(items, taxonomy.parents(c));
            append(items, taxonomy.children(c));
        }
    });
}

Lists<std::int32_t> part_neighbours_of(const Taxonomy& taxonomy, Neighbourhood kind) {
    return sets_of(taxonomy, [&](ConceptId c, auto& items) {
        if (is_of_ancestors(kind)) {
            append_wholes(taxonomy, c, items);
        } else {
            append(items, taxonomy.parts(c));
            append(items, taxonomy.wholes(c));
        }
    });
}

// The concept itself and its neighbours.
Lists<std::int32_t> neighbourhoods_of(const Taxonomy& taxonomy) {
    return sets_of(taxonomy, [&](ConceptId c, auto& items) {
        items.push_back(c);
        append(items, taxonomy.parents(c));
        append(items, taxonomy.children(c));
        append(items, taxonomy.parts(c));
        append(items, taxonomy.wholes(c));
    });
}

// The sets as they are compared: as they are, or by the names of their concepts.
Lists<std::int32_t> as_compared(const Taxonomy& taxonomy, Lists<std::int32_t> concepts,
                                Neighbourhood kind) {
    if (kind == Neighbourhood::links || kind == Neighbourhood::ancestors) return concepts;
    return sets_of(taxonomy, [&](ConceptId c, auto& items) {
        for (const ConceptId near : concepts[c]) append(items, taxonomy.parts_of_it().names[near]);
    });
}

// The concept with its neighbours over both relations.
Lists<std::int32_t> surroundings_of(const Taxonomy& taxonomy, Neighbourhood kind) {
    return as_compared(
        taxonomy,
        is_of_ancestors(kind) ? is_a_neighbours_of(taxonomy, kind) : neighbourhoods_of(taxonomy),
        kind);
}

Lists<std::int32_t> features_of(const Taxonomy& taxonomy, bool inherited) {
    return sets_of(taxonomy, [&](ConceptId c, auto& items) {
        if (!inherited) return append(items, taxonomy.parts(c));
        for (const ConceptId above : taxonomy.subsumers(c)) append(items, taxonomy.parts(above));
    });
}

class FeatureMeasure : public Measure {
  public:
    explicit FeatureMeasure(TaxonomyPtr taxonomy) : taxonomy_(std::move(taxonomy)) {}

    double distance(ConceptId a, ConceptId b) const override {
        return a == b ? 0 : std::max(0.0, 1 - published(a, b));
    }

  protected:
    TaxonomyPtr taxonomy_;
};

// Tversky 1977, on the names of a concept and of its neighbours.
class TverskyMeasure final : public FeatureMeasure {
  public:
    explicit TverskyMeasure(TaxonomyPtr taxonomy) : FeatureMeasure(std::move(taxonomy)) {
        const Lists<std::int32_t> around = neighbourhoods_of(*taxonomy_);
        descriptions_ = sets_of(*taxonomy_, [&](ConceptId c, auto& items) {
            for (const ConceptId near : around[c]) {
                append(items, taxonomy_->parts_of_it().names[near]);
            }
        });
    }

    double published(ConceptId a, ConceptId b) const override {
        return ratio(descriptions_[a], descriptions_[b], share_of_first(*taxonomy_, a, b));
    }

  private:
    Lists<std::int32_t> descriptions_;
};

// Rodriguez and Egenhofer 2003.
class RodriguezEgenhofer final : public FeatureMeasure {
  public:
    RodriguezEgenhofer(TaxonomyPtr taxonomy, const MeasureOptions& options,
                       const FeatureReading& reading)
        : FeatureMeasure(std::move(taxonomy)),
          names_(names_of(*taxonomy_)),
          parts_(features_of(*taxonomy_, reading.inherit_parts)),
          neighbourhoods_(surroundings_of(*taxonomy_, reading.neighbourhood)),
          of_names_(options.synonyms),
          of_parts_(options.features),
          of_neighbours_(options.neighbours),
          featureless_(reading.featureless) {}

    double published(ConceptId a, ConceptId b) const override {
        const double g = share_of_first(*taxonomy_, a, b);
        const double others = of_names_ * ratio(names_[a], names_[b], g) +
                              of_neighbours_ * ratio(neighbourhoods_[a], neighbourhoods_[b], g);
        if (featureless_ != Featureless::alike && parts_[a].empty() && parts_[b].empty()) {
            const double weight = of_names_ + of_neighbours_;
            return featureless_ == Featureless::left_out && weight > 0 ? others / weight : others;
        }
        return of_names_ * ratio(names_[a], names_[b], g) +
               of_parts_ * ratio(parts_[a], parts_[b], g) +
               of_neighbours_ * ratio(neighbourhoods_[a], neighbourhoods_[b], g);
    }

  private:
    Lists<std::int32_t> names_;
    Lists<std::int32_t> parts_;
    Lists<std::int32_t> neighbourhoods_;
    double of_names_;
    double of_parts_;
    double of_neighbours_;
    Featureless featureless_;
};

// Petrakis, Varelas, Hliaoutakis and Raftopoulou 2006: X-similarity.
class Petrakis final : public FeatureMeasure {
  public:
    Petrakis(TaxonomyPtr taxonomy, Neighbourhood kind)
        : FeatureMeasure(std::move(taxonomy)),
          names_(names_of(*taxonomy_)),
          is_a_(as_compared(*taxonomy_, is_a_neighbours_of(*taxonomy_, kind), kind)),
          part_of_(as_compared(*taxonomy_, part_neighbours_of(*taxonomy_, kind), kind)) {
        const GlossWords words(*taxonomy_, false);
        words_ = sets_of(*taxonomy_, [&](ConceptId c, auto& items) { append(items, words.of[c]); });
    }

    double published(ConceptId a, ConceptId b) const override {
        if (common_items(names_[a], names_[b]) > 0) return 1;
        return std::max({jaccard(is_a_[a], is_a_[b]), jaccard(part_of_[a], part_of_[b]),
                         jaccard(words_[a], words_[b])});
    }

  private:
    Lists<std::int32_t> names_;
    Lists<std::int32_t> is_a_;
    Lists<std::int32_t> part_of_;
    Lists<std::int32_t> words_;
};

}  // namespace

std::unique_ptr<Measure> make_feature_measure(TaxonomyPtr taxonomy, const MeasureOptions& options) {
    switch (options.kind) {
        case MeasureKind::log_sc: {
            LogSc rule(*taxonomy, options.count_root);
            return std::make_unique<MeasureBySubsumers<LogSc>>(std::move(taxonomy),
                                                               std::move(rule));
        }
        case MeasureKind::tversky:
            return std::make_unique<TverskyMeasure>(std::move(taxonomy));
        case MeasureKind::rodriguez_egenhofer:
            return std::make_unique<RodriguezEgenhofer>(std::move(taxonomy), options,
                                                        FeatureReading());
        case MeasureKind::petrakis:
            return std::make_unique<Petrakis>(std::move(taxonomy), FeatureReading().neighbourhood);
        default:
            throw Error(ErrorKind::internal, "not a measure of features");
    }
}

std::unique_ptr<Measure> make_measure(TaxonomyPtr taxonomy, const MeasureOptions& options,
                                      const FeatureReading& reading) {
    auto usual = make_measure(taxonomy, options);  // checks the options
    if (options.kind == MeasureKind::rodriguez_egenhofer) {
        return std::make_unique<RodriguezEgenhofer>(std::move(taxonomy), options, reading);
    }
    if (options.kind == MeasureKind::petrakis) {
        return std::make_unique<Petrakis>(std::move(taxonomy), reading.neighbourhood);
    }
    return usual;
}

}  // namespace lethe
