// Every measure against its definition on sets, computed from the parents of concepts alone, on
// random small taxonomies whose concepts have up to three parents.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "lethe/knowledge/feature_reading.h"
#include "lethe/knowledge/measure.h"
#include "rounds.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using Concepts = std::set<ConceptId>;
using MeasuresWords = std::set<std::string>;

template <class T>
std::set<T> common(const std::set<T>& a, const std::set<T>& b) {
    std::set<T> both;
    for (const T& item : a) {
        if (b.contains(item)) both.insert(item);
    }
    return both;
}

template <class T>
double size(const std::set<T>& items) {
    return static_cast<double>(items.size());
}

class MeasuresNaive {
  public:
    explicit MeasuresNaive(const Taxonomy& taxonomy) : t_(taxonomy) {
        for (ConceptId c = 0; c < t_.size(); ++c) {
            climb(c, 0, climbs_[c]);
            for (const auto& [x, steps] : climbs_[c]) subsumers_[c].insert(x);
            for (const ConceptId whole : t_.wholes(c)) parts_[whole].insert(c);
            for (const ConceptId parent : t_.parents(c)) children_[parent].insert(c);
        }
        for (ConceptId c = 0; c < t_.size(); ++c) {
            deepest_ = std::max(deepest_, depth(c));
            contents_[c] = computed_content(c);
        }
        count_company();
    }

    const Concepts& subsumers(ConceptId c) const { return subsumers_.at(c); }
    int depth(ConceptId c) const { return climbs_.at(c).at(0); }

    double path(ConceptId a, ConceptId b) const {
        int least = 1 << 20;
        for (const ConceptId x : common(subsumers(a), subsumers(b))) {
            least = std::min(least, climbs_.at(a).at(x) + climbs_.at(b).at(x));
        }
        return least;
    }

    ConceptId lcs(ConceptId a, ConceptId b) const {
        ConceptId best = 0;
        const auto rank = [&](ConceptId c) {
            return std::tuple(depth(c), subsumers(c).size(), -c);
        };
        for (const ConceptId x : common(subsumers(a), subsumers(b))) {
            if (rank(x) > rank(best)) best = x;
        }
        return best;
    }

    double wu_palmer(ConceptId a, ConceptId b, int root) const {
        if (a == b) return 1;
        const ConceptId top = lcs(a, b);
        const double n1 = climbs_.at(a).at(top);
        const double n2 = climbs_.at(b).at(top);
        const double n3 = depth(top) + root;
        return 2 * n3 / (n1 + n2 + 2 * n3);
    }

    double leacock_chodorow(ConceptId a, ConceptId b) const {
        return -std::log((path(a, b) + 1) / (2.0 * (deepest_ + 1)));
    }

    double li(ConceptId a, ConceptId b) const {
        return std::exp(-0.2 * path(a, b)) * std::tanh(0.6 * depth(lcs(a, b)));
    }

    double confusion(ConceptId a, ConceptId b) const { return climbs_.at(b).at(lcs(a, b)); }

    double log_sc(ConceptId a, ConceptId b, bool count_root) const {
        Concepts of_a = subsumers(a);
        Concepts of_b = subsumers(b);
        if (!count_root) {
            of_a.erase(0);
            of_b.erase(0);
        }
        const double shared = size(common(of_a, of_b));
        const double all = size(of_a) + size(of_b) - shared;
        return all == 0 ? 0 : std::log2(1 + (all - shared) / all);
    }

    double content(ConceptId c) const { return contents_.at(c); }

    double resnik(ConceptId a, ConceptId b) const {
        double most = 0;
        for (const ConceptId x : common(subsumers(a), subsumers(b))) {
            most = std::max(most, content(x));
        }
        return most;
    }

    double lin(ConceptId a, ConceptId b) const {
        const double both = content(a) + content(b);
        return both == 0 ? (a == b ? 1 : 0) : 2 * resnik(a, b) / both;
    }

    double jiang_conrath(ConceptId a, ConceptId b) const {
        return content(a) + content(b) - 2 * resnik(a, b);
    }

    double tversky(ConceptId a, ConceptId b) const {
        return ratio(described(a), described(b), share(a, b));
    }

    double rodriguez_egenhofer(ConceptId a, ConceptId b) const {
        const double g = share(a, b);
        return (ratio(names(a), names(b), g) + ratio(parts(a), parts(b), g) +
                ratio(around(a), around(b), g)) /
               3;
    }

    double petrakis(ConceptId a, ConceptId b) const {
        if (!common(names(a), names(b)).empty()) return 1;
        return std::max({jaccard(is_a(a), is_a(b)), jaccard(part_of(a), part_of(b)),
                         jaccard(gloss(a), gloss(b))});
    }

    // The readings that options choose, on sets made anew for every pair.
    double rodriguez_egenhofer(ConceptId a, ConceptId b, const FeatureReading& reading) const {
        const double g = share(a, b);
        const auto features = [&](ConceptId c) {
            Concepts all = parts(c);
            for (const ConceptId x : subsumers(c)) {
                if (reading.inherit_parts) all.merge(Concepts(parts(x)));
            }
            return all;
        };
        const bool above = reading.neighbourhood == Neighbourhood::ancestors ||
                           reading.neighbourhood == Neighbourhood::ancestor_names;
        const auto near = [&](ConceptId c) { return above ? subsumers(c) : around(c); };
        const double of_names = ratio(names(a), names(b), g);
        const double of_near =
            compared(near(a), near(b), reading.neighbourhood,
                     [&](const auto& x, const auto& y) { return ratio(x, y, g); });
        if (features(a).empty() && features(b).empty()) {
            if (reading.featureless == Featureless::left_out) return (of_names + of_near) / 2;
            return (of_names + of_near + (reading.featureless == Featureless::alike ? 1 : 0)) / 3;
        }
        return (of_names + of_near + ratio(features(a), features(b), g)) / 3;
    }

    double petrakis(ConceptId a, ConceptId b, Neighbourhood kind) const {
        if (!common(names(a), names(b)).empty()) return 1;
        const bool above =
            kind == Neighbourhood::ancestors || kind == Neighbourhood::ancestor_names;
        const auto by = [](const auto& x, const auto& y) { return jaccard(x, y); };
        const double up =
            compared(above ? subsumers(a) : is_a(a), above ? subsumers(b) : is_a(b), kind, by);
        const double whole = compared(above ? wholes_above(a) : part_of(a),
                                      above ? wholes_above(b) : part_of(b), kind, by);
        return std::max({up, whole, jaccard(gloss(a), gloss(b))});
    }

    double context_vectors(ConceptId a, ConceptId b) const {
        const auto va = vector(a);
        const auto vb = vector(b);
        double dot = 0, aa = 0, bb = 0;
        for (const auto& [word, count] : va) {
            aa += count * count;
            if (vb.contains(word)) dot += count * vb.at(word);
        }
        for (const auto& [word, count] : vb) bb += count * count;
        return aa == 0 || bb == 0 ? (a == b ? 1 : 0) : dot / std::sqrt(aa * bb);
    }

  private:
    // Sets of concepts as they are, or of their names.
    template <class By>
    double compared(const Concepts& a, const Concepts& b, Neighbourhood kind, By by) const {
        if (kind == Neighbourhood::links || kind == Neighbourhood::ancestors) return by(a, b);
        const auto named = [&](const Concepts& concepts) {
            MeasuresWords words;
            for (const ConceptId c : concepts) words.merge(MeasuresWords(names(c)));
            return words;
        };
        return by(named(a), named(b));
    }

    Concepts wholes_above(ConceptId c) const {
        Concepts all{c};
        for (bool grown = true; grown;) {
            grown = false;
            for (const ConceptId x : Concepts(all)) {
                for (const ConceptId whole : t_.wholes(x))
                    grown = all.insert(whole).second || grown;
            }
        }
        return all;
    }

    double computed_content(ConceptId c) const {
        double below = 0;
        for (ConceptId other = 0; other < t_.size(); ++other) {
            below += other != c && subsumers(other).contains(c) ? 1 : 0;
        }
        return t_.size() == 1 ? 0 : 1 - std::log(below + 1) / std::log(t_.size());
    }

    void climb(ConceptId at, int steps, std::map<ConceptId, int>& climbs) const {
        const auto [place, is_new] = climbs.emplace(at, steps);
        if (!is_new) place->second = std::min(place->second, steps);
        for (const ConceptId parent : t_.parents(at)) climb(parent, steps + 1, climbs);
    }

    static Concepts find(const std::map<ConceptId, Concepts>& map, ConceptId c) {
        return map.contains(c) ? map.at(c) : Concepts();
    }
    Concepts parts(ConceptId c) const { return find(parts_, c); }
    Concepts is_a(ConceptId c) const {
        Concepts all = find(children_, c);
        all.insert(t_.parents(c).begin(), t_.parents(c).end());
        return all;
    }
    Concepts part_of(ConceptId c) const {
        Concepts all = parts(c);
        all.insert(t_.wholes(c).begin(), t_.wholes(c).end());
        return all;
    }
    Concepts around(ConceptId c) const {
        Concepts all = is_a(c);
        all.merge(part_of(c));
        all.insert(c);
        return all;
    }
    MeasuresWords names(ConceptId c) const {
        MeasuresWords all;
        for (std::int64_t i = 0; i < t_.name_count(c); ++i) all.emplace(t_.name_of(c, i));
        return all;
    }
    MeasuresWords described(ConceptId c) const {
        MeasuresWords all;
        for (const ConceptId near : around(c)) all.merge(names(near));
        return all;
    }
    std::vector<std::string> gloss_words(ConceptId c) const {
        std::istringstream text{std::string(t_.gloss(c))};
        std::vector<std::string> words;
        for (std::string word; text >> word;) words.push_back(word);
        return words;
    }
    MeasuresWords gloss(ConceptId c) const {
        const auto words = gloss_words(c);
        return MeasuresWords(words.begin(), words.end());
    }
    std::vector<std::string> gloss_and_names(ConceptId c) const {
        std::vector<std::string> words = gloss_words(c);
        for (const std::string& name : names(c)) words.push_back(name);
        return words;
    }
    MeasuresWords context(ConceptId c) const {
        const auto words = gloss_and_names(c);
        return MeasuresWords(words.begin(), words.end());
    }

    double share(ConceptId a, ConceptId b) const {
        const double x = depth(a);
        const double y = depth(b);
        if (x + y == 0) return 0.5;
        return x <= y ? x / (x + y) : 1 - x / (x + y);
    }

    template <class T>
    static double ratio(const std::set<T>& a, const std::set<T>& b, double g) {
        if (a.empty() && b.empty()) return 1;
        const double both = size(common(a, b));
        const double all = both + g * (size(a) - both) + (1 - g) * (size(b) - both);
        return all == 0 ? 0 : both / all;
    }
    template <class T>
    static double jaccard(const std::set<T>& a, const std::set<T>& b) {
        const double both = size(common(a, b));
        const double all = size(a) + size(b) - both;
        return all == 0 ? 0 : both / all;
    }

    void count_company() {
        std::map<std::string, int> glosses;
        for (ConceptId c = 0; c < t_.size(); ++c) {
            for (const std::string& word : context(c)) ++glosses[word];
        }
        for (ConceptId c = 0; c < t_.size(); ++c) {
            for (const std::string& one : context(c)) {
                for (const std::string& other : context(c)) {
                    if (glosses[one] >= 2 && glosses[other] >= 2) ++company_[one][other];
                }
            }
        }
    }
    std::map<std::string, double> vector(ConceptId c) const {
        std::map<std::string, double> sum;
        // A concept that is a part of its own parent is one neighbour for each link.
        std::vector<ConceptId> near{c};
        for (const auto& links : {find(children_, c), parts(c)}) {
            near.insert(near.end(), links.begin(), links.end());
        }
        near.insert(near.end(), t_.parents(c).begin(), t_.parents(c).end());
        near.insert(near.end(), t_.wholes(c).begin(), t_.wholes(c).end());
        for (const ConceptId other : near) {
            for (const std::string& word : gloss_and_names(other)) {
                if (!company_.contains(word)) continue;
                for (const auto& [beside, count] : company_.at(word)) sum[beside] += count;
            }
        }
        return sum;
    }

    const Taxonomy& t_;
    std::map<ConceptId, std::map<ConceptId, int>> climbs_;
    std::map<ConceptId, Concepts> subsumers_, parts_, children_;
    std::map<ConceptId, double> contents_;
    std::map<std::string, std::map<std::string, double>> company_;
    int deepest_ = 0;
};

struct Compared {
    MeasureKind kind;
    std::function<double(ConceptId, ConceptId)> published;
    std::function<double(double)> distance;  // of different concepts
    int root_depth = 1;
    bool count_root = true;
};

TEST(Measures, AgreeWithTheirDefinitionsOnRandomTaxonomies) {
    const auto same = [](double x) { return x; };
    const auto one_less = [](double x) { return 1 - x; };
    for (std::uint64_t seed = 1; seed <= test::rounds(3000u); ++seed) {
        SCOPED_TRACE(seed);
        const TaxonomyPtr taxonomy = test::random_taxonomy(Random(seed), 14);
        const MeasuresNaive naive(*taxonomy);
        double most = 0;
        std::vector<ConceptId> all;
        for (ConceptId c = 0; c < taxonomy->size(); ++c) {
            all.push_back(c);
            most = std::max(most, naive.content(c));
        }
        const double highest = naive.leacock_chodorow(0, 0);
        const std::vector<Compared> measures{
            {MeasureKind::path, [&](auto a, auto b) { return naive.path(a, b); }, same},
            {MeasureKind::leacock_chodorow,
             [&](auto a, auto b) { return naive.leacock_chodorow(a, b); },
             [&](double x) { return highest - x; }},
            {MeasureKind::wu_palmer, [&](auto a, auto b) { return naive.wu_palmer(a, b, 1); },
             one_less},
            {MeasureKind::wu_palmer, [&](auto a, auto b) { return naive.wu_palmer(a, b, 0); },
             one_less, 0},
            {MeasureKind::log_sc, [&](auto a, auto b) { return naive.log_sc(a, b, true); }, same},
            {MeasureKind::log_sc, [&](auto a, auto b) { return naive.log_sc(a, b, false); }, same,
             1, false},
            {MeasureKind::tversky, [&](auto a, auto b) { return naive.tversky(a, b); }, one_less},
            {MeasureKind::rodriguez_egenhofer,
             [&](auto a, auto b) { return naive.rodriguez_egenhofer(a, b); }, one_less},
            {MeasureKind::petrakis, [&](auto a, auto b) { return naive.petrakis(a, b); }, one_less},
            {MeasureKind::resnik, [&](auto a, auto b) { return naive.resnik(a, b); },
             [&](double x) { return most - x; }},
            {MeasureKind::lin, [&](auto a, auto b) { return naive.lin(a, b); }, one_less},
            {MeasureKind::jiang_conrath, [&](auto a, auto b) { return naive.jiang_conrath(a, b); },
             same},
            {MeasureKind::li, [&](auto a, auto b) { return naive.li(a, b); }, one_less},
            {MeasureKind::context_vectors,
             [&](auto a, auto b) { return naive.context_vectors(a, b); }, one_less},
            {MeasureKind::equality, [&](auto a, auto b) { return a == b ? 0 : 1; }, same},
            {MeasureKind::confusion, [&](auto a, auto b) { return naive.confusion(a, b); }, same}};
        for (const Compared& compared : measures) {
            SCOPED_TRACE(name(compared.kind));
            MeasureOptions options;
            options.kind = compared.kind;
            options.root_depth = compared.root_depth;
            options.count_root = compared.count_root;
            const auto measure = make_measure(taxonomy, options);
            std::vector<double> row(all.size());
            for (const ConceptId a : all) {
                measure->distances(a, all, row.data());
                for (const ConceptId b : all) {
                    const double published = compared.published(a, b);
                    ASSERT_NEAR(measure->published(a, b), published, 1e-12) << a << ' ' << b;
                    const double distance = a == b ? 0 : compared.distance(published);
                    ASSERT_NEAR(measure->distance(a, b), distance, 1e-12) << a << ' ' << b;
                    ASSERT_EQ(row[static_cast<std::size_t>(b)], measure->distance(a, b));
                    ASSERT_GE(row[static_cast<std::size_t>(b)], 0);
                }
            }
        }
    }
}

TEST(Measures, ReadingsOfFeatureMeasures) {
    for (std::uint64_t seed = 1; seed <= test::rounds(300u); ++seed) {
        SCOPED_TRACE(seed);
        const TaxonomyPtr taxonomy = test::random_taxonomy(Random(seed), 14);
        const MeasuresNaive naive(*taxonomy);
        for (const Neighbourhood neighbourhood :
             {Neighbourhood::links, Neighbourhood::link_names, Neighbourhood::ancestors,
              Neighbourhood::ancestor_names}) {
            MeasureOptions options;
            FeatureReading reading{neighbourhood};
            options.kind = MeasureKind::petrakis;
            const auto petrakis = make_measure(taxonomy, options, reading);
            for (const Featureless featureless :
                 {Featureless::alike, Featureless::unlike, Featureless::left_out}) {
                options.kind = MeasureKind::rodriguez_egenhofer;
                reading.featureless = featureless;
                reading.inherit_parts = seed % 2 == 0;
                const auto rodriguez = make_measure(taxonomy, options, reading);
                for (ConceptId a = 0; a < taxonomy->size(); ++a) {
                    for (ConceptId b = 0; b < taxonomy->size(); ++b) {
                        ASSERT_NEAR(rodriguez->published(a, b),
                                    naive.rodriguez_egenhofer(a, b, reading), 1e-12);
                        ASSERT_NEAR(petrakis->published(a, b), naive.petrakis(a, b, neighbourhood),
                                    1e-12);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace lethe
