// The space of tuples and the algorithms over it against their definitions, on random small tables
// with random taxonomies.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "lethe/algo/partition/mdav.h"
#include "lethe/algo/partition/sa_mdav.h"
#include "lethe/algo/partition/semantic_recoding.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_scan.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

struct TuplesExample {
    Table table;
    std::vector<std::string> names;
    std::vector<TaxonomyPtr> taxonomies;  // null for a column without one
};

// One to three columns: concepts, categories, numbers; some values missing.
TuplesExample tuples_random_example(std::uint64_t seed, std::int64_t most_rows) {
    const Random random(seed);
    Draws draws = random.stream("table").at(0);
    const auto rows = 1 + draws.below(static_cast<std::uint64_t>(most_rows));
    const auto columns = 1 + draws.below(3);
    TuplesExample example;
    std::vector<ColumnPtr> made;
    for (std::uint64_t j = 0; j < columns; ++j) {
        const std::string name = std::string(1, static_cast<char>('a' + j));
        example.names.push_back(name);
        const auto kind = draws.below(5);
        const bool gaps = draws.below(4) == 0;
        Validity validity(static_cast<std::int64_t>(rows));
        std::vector<double> numbers;
        std::vector<std::string> texts;
        const TaxonomyPtr taxonomy = test::random_taxonomy(random.part(j), 20);
        for (std::uint64_t row = 0; row < rows; ++row) {
            if (gaps && draws.below(6) == 0) validity.set_missing(static_cast<std::int64_t>(row));
            numbers.push_back(static_cast<double>(draws.below(5)));
            const auto c = draws.below(static_cast<std::uint64_t>(taxonomy->size()));
            texts.push_back(kind >= 2 ? std::string(taxonomy->id(static_cast<ConceptId>(c)))
                                      : std::to_string(draws.below(4)));
        }
        if (kind == 0) {
            made.push_back(Column::numeric(name, numbers, validity));
            example.taxonomies.push_back(nullptr);
            continue;
        }
        const ColumnPtr column =
            Column::from_texts(name, kind == 1 ? Kind::nominal : Kind::semantic, texts);
        const ColumnPtr valid = Column::categories(name, column->kind(),
                                                   {column->codes().begin(), column->codes().end()},
                                                   column->dictionary_ptr(), validity);
        if (kind == 1) {
            made.push_back(valid);
            example.taxonomies.push_back(nullptr);
            continue;
        }
        made.push_back(valid->with_meaning(std::make_shared<const Meaning>(
            taxonomy, std::span<const MappedValue>(), Unmapped::exact_match)));
        example.taxonomies.push_back(taxonomy);
    }
    example.table = Table(made);
    return example;
}

TupleSpace::Options tuples_random_options(std::uint64_t seed) {
    Draws draws = Random(seed).stream("options").at(0);
    TupleSpace::Options options;
    constexpr MeasureKind kMeasures[] = {MeasureKind::path, MeasureKind::log_sc,
                                         MeasureKind::wu_palmer, MeasureKind::equality};
    options.measure.kind = kMeasures[draws.below(4)];
    options.squared = draws.below(3) == 0;
    options.whole_records = draws.below(6) == 0;
    return options;
}

std::vector<std::pair<std::int32_t, std::int64_t>> tuples_counts_of(
    const TupleSpace& space, const std::vector<std::int64_t>& times) {
    std::vector<std::pair<std::int32_t, std::int64_t>> result;
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        if (times[static_cast<std::size_t>(t)] > 0) {
            result.emplace_back(t, times[static_cast<std::size_t>(t)]);
        }
    }
    return result;
}

// The semantic centre of one column of concepts by its definition: of all concepts between the
// values and their least common subsumer, in the order of their labels, the first with the least
// sum of distances.
std::int32_t centre_by_definition(const ValueDomain& domain,
                                  const std::map<std::int32_t, std::int64_t>& counts) {
    std::vector<ConceptId> concepts;
    bool all_concepts = true;
    std::set<std::int32_t> candidates;
    for (const auto& [value, count] : counts) {
        const ConceptId c = domain.concept_of(domain.candidate_of(value));
        all_concepts = all_concepts && c != kNoConcept;
        if (c != kNoConcept) concepts.push_back(c);
    }
    std::set<ConceptId> allowed;
    if (all_concepts) {
        const auto hierarchy = domain.taxonomy().minimum_hierarchy(concepts);
        allowed.insert(hierarchy.begin(), hierarchy.end());
    } else {
        for (const ConceptId c : concepts) {
            const auto above = domain.taxonomy().subsumers(c);
            allowed.insert(above.begin(), above.end());
        }
    }
    std::int32_t best = -1;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int32_t candidate = 0; candidate < domain.candidates(); ++candidate) {
        const ConceptId c = domain.concept_of(candidate);
        bool possible = c != kNoConcept && allowed.contains(c);
        for (const auto& [value, count] : counts) {
            possible = possible || domain.candidate_of(value) == candidate;
        }
        if (!possible) continue;
        std::int64_t sum = 0;
        for (const auto& [value, count] : counts) sum += count * domain.parts(candidate, value);
        if (sum < least) {
            least = sum;
            best = candidate;
        }
    }
    return best;
}

TEST(Tuples, DistancesAreThoseOfTheMeasure) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SCOPED_TRACE(seed);
        const TuplesExample example = tuples_random_example(seed, 12);
        TupleSpace::Options options = tuples_random_options(seed);
        options.whole_records = false;
        const TupleSpace space(test::threads(1), example.table, example.names, options);
        ASSERT_EQ(space.rows(), example.table.rows());
        for (std::size_t j = 0; j < example.names.size(); ++j) {
            if (!example.taxonomies[j]) continue;
            const ValueDomain& domain = *space.domain(j);
            const auto measure = make_measure(example.taxonomies[j], options.measure);
            for (std::int32_t v = 0; v < domain.values(); ++v) {
                for (std::int32_t c = 0; c < domain.candidates(); ++c) {
                    const ConceptId a = domain.concept_of(domain.candidate_of(v));
                    const ConceptId b = domain.concept_of(c);
                    if (a == kNoConcept || b == kNoConcept) continue;
                    const double distance = measure->distance(a, b);
                    EXPECT_NEAR(domain.distance(c, v),
                                options.squared ? distance * distance : distance, 1e-6);
                }
            }
        }
        // Equal records are one tuple, and tuples are in canonical order.
        std::map<std::vector<std::string>, std::int32_t> seen;
        for (std::int64_t row = 0; row < example.table.rows(); ++row) {
            std::vector<std::string> key;
            for (std::size_t j = 0; j < example.names.size(); ++j) {
                const Column& column = example.table.column(example.names[j]);
                std::string text = column.valid(row) ? column.text(row) : "\x7f";
                if (column.valid(row) && column.meaning()) {
                    text = column.meaning()->label_of(column.meaning()->concept_of(text));
                }
                key.push_back(text);
            }
            const auto tuple = space.tuple_of_row()[static_cast<std::size_t>(row)];
            const auto [place, is_new] = seen.emplace(key, tuple);
            EXPECT_EQ(place->second, tuple);
        }
        EXPECT_EQ(std::ssize(seen), space.tuples());
        std::int32_t last = -1;
        for (const auto& [key, tuple] : seen) {
            EXPECT_EQ(tuple, last + 1);
            last = tuple;
        }
    }
}

TEST(Tuples, TheCentreIsThatOfTheDefinition) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE(seed);
        const TuplesExample example = tuples_random_example(seed, 14);
        const TupleSpace space(test::threads(1), example.table, example.names,
                               tuples_random_options(seed));
        TupleCentre centre(space, {});
        std::vector<std::int64_t> times(static_cast<std::size_t>(space.tuples()), 0);
        Draws draws = Random(seed).stream("changes").at(0);
        for (int change = 0; change < 12; ++change) {
            const auto t = draws.below(static_cast<std::uint64_t>(space.tuples()));
            if (times[t] > 0 && draws.below(2) == 0) {
                const auto fewer = 1 + draws.below(static_cast<std::uint64_t>(times[t]));
                times[t] -= static_cast<std::int64_t>(fewer);
                centre.remove(static_cast<std::int32_t>(t), static_cast<std::int64_t>(fewer));
            } else {
                times[t] += 2;
                centre.add(static_cast<std::int32_t>(t), 2);
            }
            if (centre.size() == 0) continue;
            const TupleSpace::Point point = centre.point();
            for (std::size_t j = 0; j < space.columns(); ++j) {
                if (space.domain(j) == nullptr || !space.domain(j)->has_concepts()) continue;
                std::map<std::int32_t, std::int64_t> counts;
                for (const auto& [tuple, count] : tuples_counts_of(space, times)) {
                    counts[space.code(j, tuple)] += count;
                }
                EXPECT_EQ(point[j], centre_by_definition(*space.domain(j), counts));
            }
        }
    }
}

TEST(Tuples, ThePoolGivesTheGroupsOfThePlainOne) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE(seed);
        const TuplesExample example = tuples_random_example(seed, 40);
        const TupleSpace space(test::threads(1), example.table, example.names,
                               tuples_random_options(seed));
        const std::int64_t k = 1 + static_cast<std::int64_t>(seed % 4);
        if (space.rows() < k) continue;
        for (const bool opposite_first : {false, true}) {
            TupleSpace::Pool pool(test::threads(1), space);
            PlainPool<TupleSpace> plain(test::threads(1), space);
            EXPECT_EQ(detail::mdav_over(test::threads(1), pool, k, opposite_first),
                      detail::mdav_over(test::threads(1), plain, k, opposite_first));
        }
    }
}

// SA-MDAV as it is written down, with a set of tuples and the operators of the space.
Clusters sa_mdav_by_definition(const TupleSpace& space, const SaMdavOptions& options) {
    std::set<std::int32_t> left;
    for (std::int32_t t = 0; t < space.tuples(); ++t) left.insert(t);
    const auto size = [&](const auto& tuples) {
        std::int64_t sum = 0;
        for (const std::int32_t t : tuples) sum += space.count(t);
        return sum;
    };
    const auto centre = [&](const auto& tuples) {
        TupleCentre fresh(space, options.centre);
        for (const std::int32_t t : tuples) fresh.add(t, space.count(t));
        return fresh.point();
    };
    const auto weighted = [&](const TupleSpace::Point& from, std::int32_t t) {
        return space.parts(from, t) *
               (options.weighting == Weighting::frequency ? space.count(t) : 1);
    };
    const auto take = [&](const TupleSpace::Point& from, bool farthest) {
        std::int32_t best = *left.begin();
        for (const std::int32_t t : left) {
            const bool better = farthest ? weighted(from, t) > weighted(from, best)
                                         : weighted(from, t) < weighted(from, best);
            if (better) best = t;
        }
        left.erase(best);
        return best;
    };
    std::vector<std::vector<std::int32_t>> groups;
    const auto grow = [&](std::int32_t first) {
        std::vector<std::int32_t> group = {first};
        while (size(group) < options.k) {
            const auto from = options.moving_centre ? centre(group) : space.tuple_point(first);
            group.push_back(take(from, false));
        }
        groups.push_back(group);
    };
    while (size(left) >= options.k) {
        const std::int32_t first = take(centre(left), true);
        grow(first);
        if (size(left) >= options.k) grow(take(space.tuple_point(first), true));
    }
    std::vector<TupleSpace::Point> centres;
    for (const auto& group : groups) centres.push_back(centre(group));
    Clusters clusters{std::vector<std::int32_t>(static_cast<std::size_t>(space.tuples()), -1),
                      static_cast<std::int32_t>(groups.size())};
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (const std::int32_t t : groups[g]) {
            clusters.of[static_cast<std::size_t>(t)] = static_cast<std::int32_t>(g);
        }
    }
    for (const std::int32_t t : left) {
        std::size_t best = 0;
        for (std::size_t g = 0; g < centres.size(); ++g) {
            if (space.parts(centres[g], t) < space.parts(centres[best], t)) best = g;
        }
        clusters.of[static_cast<std::size_t>(t)] = static_cast<std::int32_t>(best);
    }
    return clusters;
}

TEST(Tuples, SaMdavIsThatOfTheDefinition) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE(seed);
        const TuplesExample example = tuples_random_example(seed, 40);
        const TupleSpace space(test::threads(1), example.table, example.names,
                               tuples_random_options(seed));
        SaMdavOptions options;
        options.k = 1 + static_cast<std::int64_t>(seed % 5);
        options.weighting = seed % 2 == 0 ? Weighting::none : Weighting::frequency;
        options.moving_centre = seed % 3 != 0;
        if (seed % 7 == 0) options.centre.kind = CentreKind::mode;
        if (seed % 11 == 0) options.centre.kind = CentreKind::lcs;
        if (space.rows() < options.k) continue;
        EXPECT_EQ(sa_mdav(test::threads(1), space, options), sa_mdav_by_definition(space, options));
    }
}

// Recoding as it is written down.
std::vector<std::int32_t> recoding_by_definition(const TupleSpace& space,
                                                 const RecodingOptions& options) {
    std::map<std::int32_t, std::int64_t> now;
    std::vector<std::int32_t> image(static_cast<std::size_t>(space.tuples()));
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        now[t] = space.count(t);
        image[static_cast<std::size_t>(t)] = t;
    }
    const auto least = [&] {
        std::int64_t found = std::numeric_limits<std::int64_t>::max();
        for (const auto& [t, count] : now) found = std::min(found, count);
        return found;
    };
    while (least() < options.k) {
        const std::int64_t rarest = least();
        std::vector<std::int32_t> rare;
        for (const auto& [t, count] : now) {
            if (count == rarest) rare.push_back(t);
        }
        for (const std::int32_t t : rare) {
            if (now[t] != rarest) continue;
            std::vector<std::int32_t> targets;
            for (const auto& [v, count] : now) {
                const bool any = options.candidates == RecodingOptions::Candidates::any;
                if (v != t && (any || count > rarest)) targets.push_back(v);
            }
            if (targets.empty()) {
                for (const auto& [v, count] : now) {
                    if (v != t) targets.push_back(v);
                }
            }
            const auto rank = [&](std::int32_t v) {
                const std::int64_t parts = space.parts(t, v);
                std::int64_t cost =
                    options.weighting == Weighting::frequency ? parts * now[v] : parts;
                if (options.target == RecodingOptions::Target::discernibility) cost = 0;
                return std::tuple(cost, now[v], v);
            };
            const std::int32_t best = *std::min_element(
                targets.begin(), targets.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
            now[best] += now[t];
            now.erase(t);
            for (std::int32_t& to : image) to = to == t ? best : to;
        }
    }
    return image;
}

TEST(Tuples, RecodingIsThatOfTheDefinition) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE(seed);
        const TuplesExample example = tuples_random_example(seed, 40);
        const TupleSpace space(test::threads(1), example.table, example.names,
                               tuples_random_options(seed));
        RecodingOptions options;
        options.k = 1 + static_cast<std::int64_t>(seed % 5);
        options.weighting = seed % 2 == 0 ? Weighting::none : Weighting::frequency;
        options.candidates = seed % 3 == 0 ? RecodingOptions::Candidates::any
                                           : RecodingOptions::Candidates::non_minimal;
        options.target = seed % 5 == 0 ? RecodingOptions::Target::discernibility
                                       : RecodingOptions::Target::nearest;
        if (space.rows() < options.k) continue;
        EXPECT_EQ(semantic_recoding(test::threads(1), space, options),
                  recoding_by_definition(space, options));
    }
}

// Enough tuples for gaps, joined columns and several blocks.
TEST(Tuples, AScanOfManyTuplesFindsWhatALookAtEachFinds) {
    const Random random(3);
    std::vector<ColumnPtr> columns;
    std::vector<std::string> names;
    for (int j = 0; j < 6; ++j) {
        Draws draws = random.stream("column").at(j);
        std::vector<double> numbers;
        std::vector<std::string> texts;
        for (int row = 0; row < 5000; ++row) {
            numbers.push_back(static_cast<double>(draws.below(400)));
            texts.push_back(std::to_string(draws.below(static_cast<std::uint64_t>(3 + 4 * j))));
        }
        names.push_back(std::to_string(j));
        columns.push_back(j == 5 ? Column::numeric(names.back(), numbers)
                                 : Column::from_texts(names.back(), Kind::nominal, texts));
    }
    const TupleSpace space(test::threads(1), Table(columns), names, {});
    TupleScan scan(space);
    std::set<std::int32_t> left;
    for (std::int32_t t = 0; t < space.tuples(); ++t) left.insert(t);
    Draws draws = random.stream("removed").at(0);
    for (int step = 0; step < 60; ++step) {
        const auto from = space.tuple_point(
            static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(space.tuples()))));
        for (const Weighting weighting : {Weighting::none, Weighting::frequency}) {
            const auto weighted = [&](std::int32_t t) {
                return space.parts(from, t) *
                       (weighting == Weighting::frequency ? space.count(t) : 1);
            };
            const auto less = [&](std::int32_t a, std::int32_t b) {
                return weighted(a) < weighted(b);
            };
            EXPECT_EQ(scan.nearest(from, weighting),
                      *std::min_element(left.begin(), left.end(), less));
            EXPECT_EQ(scan.farthest(from, weighting),
                      *std::max_element(left.begin(), left.end(), less));
        }
        for (int i = 0; i < 70; ++i) {
            auto place = left.lower_bound(
                static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(space.tuples()))));
            if (place == left.end()) place = left.begin();
            scan.remove(*place);
            EXPECT_FALSE(scan.has(*place));
            left.erase(place);
        }
    }
}

}  // namespace
}  // namespace lethe
