// Semantic microaggregation against its definition written out, over small taxonomies with several
// parents, names of several meanings and concepts that share their first name.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lethe/core/random.h"
#include "lethe/knowledge/taxonomy_builder.h"
#include "lethe/vectors/protect/semantic.h"
#include "lethe/vectors/protect/semantic_space.h"
#include "rounds.h"
#include "support.h"

namespace lethe::vectors {
namespace {

using Options = SemanticOptions;

struct PlainTerm {
    std::string text;
    std::optional<ConceptId> alone;  // means this concept and nothing else
    double weight = 0;
};
using PlainList = std::vector<PlainTerm>;

class SemanticReference {
  public:
    SemanticReference(const Taxonomy& nouns, const Options& options)
        : nouns_(nouns), options_(options) {}

    struct Best {
        double distance = 1;
        std::optional<ConceptId> subsumer;
    };

    double dissimilarity(const PlainTerm& a, const PlainTerm& b) const {
        return a.text == b.text && a.alone == b.alone ? 0 : best(a, b).distance;
    }

    double dir(const PlainList& v1, const PlainList& v2, std::vector<std::size_t>* pairs) const {
        std::set<std::size_t> used;
        double total = 0;
        for (const PlainTerm& term : v1) {
            if (used.size() == v2.size()) {
                if (options_.unmatched == Options::Unmatched::whole) {
                    total +=
                        options_.pair_weight == Options::PairWeight::mean ? term.weight / 2 : 1;
                }
                continue;
            }
            std::optional<std::size_t> chosen;
            double least = 0;
            for (std::size_t j = 0; j < v2.size(); ++j) {
                if (used.count(j) != 0) continue;
                const double f = options_.pair_weight == Options::PairWeight::mean
                                     ? (term.weight + v2[j].weight) / 2
                                     : 1;
                const double cost = f * dissimilarity(term, v2[j]);
                if (!chosen || cost < least) {
                    chosen = j;
                    least = cost;
                }
            }
            used.insert(*chosen);
            if (pairs != nullptr) pairs->push_back(*chosen);
            total += least;
        }
        return total / static_cast<double>(v1.size());
    }

    double dst(const PlainList& v1, const PlainList& v2) const {
        return std::min(dir(v1, v2, nullptr), dir(v2, v1, nullptr));
    }

    PlainList fold(const std::vector<PlainList>& lists) const {
        PlainList all = lists.front();
        for (std::size_t i = 1; i < lists.size(); ++i) all = aggregate(all, lists[i]);
        return all;
    }

  private:
    // The concepts above c and c itself, with the fewest edges up to them.
    std::map<ConceptId, int> above(ConceptId c) const {
        std::map<ConceptId, int> found{{c, 0}};
        for (const ConceptId parent : nouns_.parents(c)) {
            for (const auto& [x, edges] : above(parent)) {
                const auto [place, fresh] = found.try_emplace(x, edges + 1);
                if (!fresh) place->second = std::min(place->second, edges + 1);
            }
        }
        return found;
    }

    int depth(ConceptId c, bool longest) const {  // in nodes
        std::optional<int> best;
        for (const ConceptId parent : nouns_.parents(c)) {
            const int here = depth(parent, longest);
            best = !best ? here : longest ? std::max(*best, here) : std::min(*best, here);
        }
        return best.value_or(0) + 1;
    }

    std::pair<std::string, std::ptrdiff_t> name_and_sense(ConceptId c) const {
        const std::string name(nouns_.name_of(c, 0));
        const std::vector<ConceptId> senses = nouns_.find(name);
        return {name, std::find(senses.begin(), senses.end(), c) - senses.begin()};
    }

    Best wu_palmer(ConceptId s1, ConceptId s2) const {
        if (s1 == s2) return {0, s1};
        const auto above1 = above(s1);
        const auto above2 = above(s2);
        const bool longest = options_.deepest == Options::Deepest::longest;
        std::optional<ConceptId> lcs;
        for (const auto& [x, edges] : above1) {
            if (above2.count(x) == 0) continue;
            const bool better = !lcs || depth(x, longest) > depth(*lcs, longest) ||
                                (depth(x, longest) == depth(*lcs, longest) &&
                                 name_and_sense(x) < name_and_sense(*lcs));
            if (better) lcs = x;
        }
        const int edges = above1.at(*lcs) + above2.at(*lcs);
        return {edges / static_cast<double>(2 * depth(*lcs, true) + edges), lcs};
    }

    std::vector<ConceptId> senses(const PlainTerm& term) const {
        return term.alone ? std::vector<ConceptId>{*term.alone} : nouns_.find(term.text);
    }

    Best best(const PlainTerm& a, const PlainTerm& b) const {
        Best found;
        for (const ConceptId s1 : senses(a)) {
            for (const ConceptId s2 : senses(b)) {
                const Best here = wu_palmer(s1, s2);
                if (!found.subsumer || here.distance < found.distance) found = here;
            }
        }
        return found;
    }

    PlainTerm generalised(const PlainTerm& a, const PlainTerm& b) const {
        const double weight = (a.weight + b.weight) / 2;
        const Best found = best(a, b);
        if (!found.subsumer && a.text == b.text) return {a.text, std::nullopt, weight};
        const ConceptId c = found.subsumer.value_or(nouns_.root());
        PlainTerm term{std::string(nouns_.name_of(c, 0)), std::nullopt, weight};
        if (options_.generalised == Options::Generalised::concept_alone) term.alone = c;
        return term;
    }

    PlainList aggregate(const PlainList& v1, const PlainList& v2) const {
        std::vector<std::size_t> forth, back;
        const bool forward = dir(v1, v2, &forth) <= dir(v2, v1, &back);
        PlainList list;
        for (std::size_t i = 0; i < (forward ? forth : back).size(); ++i) {
            list.push_back(forward ? generalised(v1[i], v2[forth[i]])
                                   : generalised(v2[i], v1[back[i]]));
        }
        std::stable_sort(list.begin(), list.end(), [](const PlainTerm& a, const PlainTerm& b) {
            return a.weight > b.weight;
        });
        return list;
    }

    const Taxonomy& nouns_;
    Options options_;
};

// The groups in the order in which they are made, their rows in the order of folding.
std::vector<std::vector<std::size_t>> reference_groups(const SemanticReference& reference,
                                                       const std::vector<PlainList>& documents,
                                                       std::size_t k) {
    std::vector<std::size_t> left(documents.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    std::vector<std::vector<std::size_t>> groups;
    const auto farthest = [&](const PlainList& from) {
        return *std::max_element(left.begin(), left.end(), [&](std::size_t a, std::size_t b) {
            return reference.dst(from, documents[a]) < reference.dst(from, documents[b]);
        });
    };
    const auto average = [&] {
        std::vector<PlainList> lists;
        for (const std::size_t row : left) lists.push_back(documents[row]);
        return reference.fold(lists);
    };
    const auto gather = [&](std::size_t seed) {
        left.erase(std::find(left.begin(), left.end(), seed));
        std::vector<std::pair<double, std::size_t>> near;
        for (const std::size_t row : left) {
            near.emplace_back(reference.dst(documents[seed], documents[row]), row);
        }
        std::sort(near.begin(), near.end());
        groups.push_back({seed});
        for (std::size_t i = 0; i + 1 < k; ++i) {
            groups.back().push_back(near[i].second);
            left.erase(std::find(left.begin(), left.end(), near[i].second));
        }
    };
    while (left.size() >= 3 * k) {
        const std::size_t seed = farthest(average());
        gather(seed);
        gather(farthest(documents[seed]));
    }
    if (left.size() >= 2 * k) gather(farthest(average()));
    groups.push_back(left);
    return groups;
}

TaxonomyPtr small_taxonomy(Draws& draws) {
    const auto size = static_cast<std::int32_t>(2 + draws.below(18));
    const std::uint64_t names = 2 + draws.below(static_cast<std::uint64_t>(size));
    TaxonomyBuilder builder("small", "");
    for (std::int32_t c = 0; c < size; ++c) {
        builder.add_concept(fmt::format("c{}", c));
        for (std::uint64_t left = 1 + draws.below(2); left > 0; --left) {
            builder.add_name(c, fmt::format("n{}", draws.below(names)),
                             static_cast<std::int32_t>(1 + draws.below(4)));
        }
        const std::uint64_t parents = c == 0 ? 0 : 1 + (draws.below(3) == 0 ? draws.below(3) : 0);
        for (std::uint64_t i = 0; i < parents; ++i) {
            builder.add_is_a(c,
                             static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(c))));
        }
    }
    return std::make_shared<const Taxonomy>(std::move(builder).build("small"));
}

DocumentVectors small_vectors(Draws& draws) {
    DocumentVectors vectors;
    for (int i = 0; i < 12; ++i) vectors.terms.push_back(fmt::format("n{}", i));
    vectors.terms.push_back("unknown");
    vectors.terms.push_back("foreign");
    vectors.rows = SparseRows(static_cast<std::int32_t>(vectors.terms.size()));
    const std::uint64_t documents = 1 + draws.below(11);
    const std::uint64_t usual = 2 + draws.below(10);
    for (std::uint64_t row = 0; row < documents; ++row) {
        std::map<std::int32_t, double> entries;
        for (std::uint64_t left = 1 + draws.below(6); left > 0; --left) {
            const auto column =
                static_cast<std::int32_t>(draws.below(usual) + (draws.below(6) == 0 ? 4 : 0));
            entries[column % 14] = static_cast<double>(1 + draws.below(5)) / 10;
        }
        for (const auto& [column, weight] : entries) vectors.rows.add(column, weight);
        vectors.rows.end_row();
        vectors.ids.push_back(fmt::format("d{}", row));
    }
    return vectors;
}

std::vector<PlainList> plain_documents(const DocumentVectors& vectors) {
    std::vector<PlainList> documents;
    for (std::int64_t row = 0; row < vectors.size(); ++row) {
        PlainList list;
        const SparseRow entries = vectors.rows[row];
        for (std::size_t i = 0; i < entries.columns.size(); ++i) {
            list.push_back({vectors.terms[static_cast<std::size_t>(entries.columns[i])],
                            std::nullopt, entries.values[i]});
        }
        std::stable_sort(list.begin(), list.end(), [](const PlainTerm& a, const PlainTerm& b) {
            return a.weight > b.weight;
        });
        documents.push_back(list);
    }
    return documents;
}

Options drawn_options(Draws& draws) {
    Options options;
    options.k = static_cast<std::int64_t>(1 + draws.below(4));
    if (draws.below(2) == 0) options.pair_weight = Options::PairWeight::none;
    if (draws.below(2) == 0) options.unmatched = Options::Unmatched::whole;
    if (draws.below(2) == 0) options.generalised = Options::Generalised::concept_alone;
    if (draws.below(2) == 0) options.deepest = Options::Deepest::longest;
    return options;
}

bool any_known(const DocumentVectors& vectors, const Taxonomy& nouns) {
    for (std::int64_t row = 0; row < vectors.size(); ++row) {
        for (const std::int32_t column : vectors.rows[row].columns) {
            if (!nouns.find(vectors.terms[static_cast<std::size_t>(column)]).empty()) return true;
        }
    }
    return false;
}

TEST(TextSemanticReference, SamePartitionListsAndLoss) {
    int compared = 0;
    for (std::uint64_t run = 0; run < test::rounds(4000u); ++run) {
        SCOPED_TRACE(run);
        Draws draws = Random(11).stream("semantic").at(static_cast<std::int64_t>(run));
        const TaxonomyPtr nouns = small_taxonomy(draws);
        const DocumentVectors vectors = small_vectors(draws);
        const Options options = drawn_options(draws);
        if (vectors.size() < options.k || !any_known(vectors, *nouns)) continue;
        ++compared;
        const SemanticResult result =
            semantic_microaggregation(test::threads(1), vectors, nouns, options);

        const SemanticReference reference(*nouns, options);
        const std::vector<PlainList> documents = plain_documents(vectors);
        const auto groups =
            reference_groups(reference, documents, static_cast<std::size_t>(options.k));
        const PlainList all = reference.fold(documents);
        ASSERT_EQ(result.clusters.count, static_cast<std::int32_t>(groups.size()));
        double sse = 0, ssa = 0;
        for (std::size_t group = 0; group < groups.size(); ++group) {
            std::vector<PlainList> lists;
            for (const std::size_t row : groups[group]) lists.push_back(documents[row]);
            const PlainList fold = reference.fold(lists);
            std::map<std::string, double> merged;
            for (const PlainTerm& term : fold) merged[term.text] += term.weight;
            const double d = reference.dst(fold, all);
            for (const std::size_t row : groups[group]) {
                ASSERT_EQ(result.clusters.of[row], static_cast<std::int32_t>(group));
                std::map<std::string, double> got;
                const SparseRow entries = result.vectors.rows[static_cast<std::int64_t>(row)];
                for (std::size_t i = 0; i < entries.columns.size(); ++i) {
                    got[result.vectors.terms[static_cast<std::size_t>(entries.columns[i])]] =
                        entries.values[i];
                }
                ASSERT_EQ(got, merged) << "document " << row;
                const double e = reference.dst(documents[row], fold);
                sse += e * e;
                ssa += d * d;
            }
        }
        EXPECT_NEAR(result.loss.sse, sse, 1e-12);
        EXPECT_NEAR(result.loss.ssa, ssa, 1e-12);
        EXPECT_TRUE(std::is_sorted(result.vectors.terms.begin(), result.vectors.terms.end()));
        EXPECT_EQ(result.vectors.ids, vectors.ids);

        std::map<std::int32_t, std::int64_t> classes;
        for (const std::int32_t c : equal_rows(result.vectors.rows)) ++classes[c];
        for (const auto& [c, count] : classes) EXPECT_GE(count, options.k);

        const SemanticResult again =
            semantic_microaggregation(test::threads(2), vectors, nouns, options);
        EXPECT_EQ(again.vectors, result.vectors);
        EXPECT_EQ(again.clusters, result.clusters);
        EXPECT_EQ(again.loss.sse, result.loss.sse);
        EXPECT_EQ(again.loss.ssa, result.loss.ssa);
    }
    EXPECT_GT(compared, test::rounds(3000));
}

// Rows, with room for all, some or none of them, and each pair by itself.
TEST(TextSemanticReference, RowsAreTheDistancesOfPairs) {
    for (std::uint64_t run = 0; run < 1000; ++run) {
        SCOPED_TRACE(run);
        Draws draws = Random(12).stream("rows").at(static_cast<std::int64_t>(run));
        const TaxonomyPtr nouns = small_taxonomy(draws);
        const DocumentVectors vectors = small_vectors(draws);
        TermOptions options;
        if (draws.below(2) == 0) options.least = LeastSubsumer::longest_by_name;
        options.concept_alone = draws.below(2) == 0;
        options.most_bytes = draws.below(3) == 0 ? 100 : 1'000'000;
        const TermDissimilarity terms(nouns, vectors.terms, options);
        std::vector<Term> known, all;
        for (Term term = 0; term < terms.vocabulary(); ++term) {
            known.push_back(term);
            all.push_back(term);
            all.push_back(
                terms.generalised(term, static_cast<Term>(draws.below(vectors.terms.size()))));
        }
        const std::vector<Term>* lists[] = {&known, &all};
        for (const std::vector<Term>* from : lists) {
            for (const std::vector<Term>* to : lists) {
                std::vector<double> got(from->size() * to->size());
                terms.between(*from, *to, got.data());
                for (std::size_t i = 0; i < got.size(); ++i) {
                    const Term a = (*from)[i / to->size()];
                    const Term b = (*to)[i % to->size()];
                    ASSERT_EQ(got[i], terms.between(a, b)) << a << " " << b;
                    ASSERT_EQ(got[i], terms.between(b, a)) << a << " " << b;
                }
            }
        }
    }
}

// The fold of a shrinking set, begun anew behind what was removed, is the fold.
TEST(TextSemanticReference, RunningCentroid) {
    for (std::uint64_t run = 0; run < 500; ++run) {
        SCOPED_TRACE(run);
        Draws draws = Random(13).stream("running").at(static_cast<std::int64_t>(run));
        const TaxonomyPtr nouns = small_taxonomy(draws);
        std::vector<TermList> documents(1 + draws.below(120));
        const std::uint64_t usual = 1 + draws.below(12);
        for (TermList& list : documents) {
            for (std::uint64_t left = 1 + draws.below(4); left > 0; --left) {
                list.push_back({static_cast<Term>(draws.below(usual)),
                                static_cast<double>(1 + draws.below(5)) / 10});
            }
            sort_by_weight(list);
        }
        std::vector<std::string> vocabulary;
        for (int i = 0; i < 12; ++i) vocabulary.push_back(fmt::format("n{}", i));
        const TermDissimilarity terms(nouns, vocabulary);
        const SemanticMatching matching(terms, Options::PairWeight::mean, Options::Unmatched::free);
        const SemanticSpace space(matching, documents);
        SemanticSpace::RunningCentroid running(space);
        std::vector<std::int64_t> rows;
        for (std::int64_t row = 0; row < space.rows(); ++row) rows.push_back(row);
        while (!rows.empty()) {
            ASSERT_EQ(running.point(), space.centroid(rows));
            for (std::uint64_t left = 1 + draws.below(8); left > 0 && !rows.empty(); --left) {
                const auto chosen =
                    rows.begin() + static_cast<std::ptrdiff_t>(draws.below(rows.size()));
                running.remove(*chosen);
                rows.erase(chosen);
            }
        }
    }
}

}  // namespace
}  // namespace lethe::vectors
