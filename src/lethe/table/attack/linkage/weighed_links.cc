#include "lethe/table/attack/linkage/weighed_links.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "lethe/algo/linkage/assignment.h"
#include "lethe/algo/linkage/heaviest_links.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/data/group_keys.h"

namespace lethe::attack {
namespace {

constexpr std::int64_t kTrial = 64;
constexpr std::int64_t kFewestLinks = 1000;

std::vector<std::int64_t> everybody(std::size_t count) {
    std::vector<std::int64_t> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::vector<LevelView> views_of(const Wanted& wanted, Looks looks,
                                std::span<const std::int64_t> rows) {
    std::vector<LevelView> views;
    for (const LevelColumn& column : wanted.columns) views.emplace_back(column, looks, rows);
    return views;
}

// Queries that are alike, own record included, are looked for once.
struct Lookups {
    std::vector<std::size_t> query;
    std::vector<std::int32_t> own;
    std::vector<std::int64_t> people;
};

Lookups lookups_of(const Context& context, std::span<const LevelView> views,
                   const LevelClasses& classes, std::span<const std::int64_t> own_row) {
    const Groups queries = query_classes(context, views);
    std::vector<std::uint64_t> keys;
    for (std::size_t q = 0; q < own_row.size(); ++q) {
        const std::int32_t own = classes.groups.class_of[static_cast<std::size_t>(own_row[q])];
        keys.push_back((static_cast<std::uint64_t>(queries.class_of[q]) << 32) |
                       static_cast<std::uint32_t>(own));
    }
    const Groups alike = group_keys(context, keys);
    Lookups lookups{std::vector<std::size_t>(alike.sizes.size()),
                    std::vector<std::int32_t>(alike.sizes.size()), alike.sizes};
    for (std::size_t q = own_row.size(); q-- > 0;) {
        const auto c = static_cast<std::size_t>(alike.class_of[q]);
        lookups.query[c] = q;
        lookups.own[c] = static_cast<std::int32_t>(keys[q] & 0xFFFFFFFFU);
    }
    return lookups;
}

// The mean work of looking for one, over some spread through the list.
double mean_work(const Context& context, const HeaviestLinks& links, const Lookups& lookups) {
    const auto count = std::min<std::int64_t>(kTrial, std::ssize(lookups.query));
    std::vector<std::int64_t> visits(static_cast<std::size_t>(count));
    parallel_chunks(context, count, 1, [&](std::int64_t i, std::int64_t, auto) {
        const auto at = static_cast<std::size_t>(i * std::ssize(lookups.query) / count);
        visits[static_cast<std::size_t>(i)] = links.look(lookups.query[at], lookups.own[at]).visits;
    });
    const auto total = std::accumulate(visits.begin(), visits.end(), std::int64_t{0});
    return static_cast<double>(total) / static_cast<double>(std::max<std::int64_t>(count, 1));
}

double expected_links(const Context& context, const HeaviestLinks& links, const Lookups& lookups) {
    std::vector<double> chances(lookups.query.size());
    parallel_chunks(
        context, std::ssize(chances), 64, [&](std::int64_t begin, std::int64_t end, auto) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                const auto found = links.look(lookups.query[i], lookups.own[i]);
                if (!found.heaviest) continue;
                chances[i] =
                    static_cast<double>(lookups.people[i]) / static_cast<double>(found.ties);
            }
        });
    return exact_sum(chances);
}

// Links and true pairs between a class of people and a class of records.
struct Between {
    std::int64_t links = 0;
    std::int64_t pairs = 0;
};

}  // namespace

FoundPeople heaviest_links(const Context& context, const Wanted& wanted, Looks looks,
                           std::vector<std::int64_t> people, const Random& random,
                           double most_work) {
    FoundPeople result{std::ssize(people), 0};
    const auto with_record = [&] {
        std::vector<std::int64_t> rows;
        for (const std::int64_t i : people) {
            if (wanted.match[static_cast<std::size_t>(i)] >= 0) rows.push_back(i);
        }
        return rows;
    };
    std::vector<std::int64_t> looking = with_record();
    if (looking.empty()) return result;
    std::vector<std::int64_t> own;
    for (const std::int64_t i : looking) own.push_back(wanted.match[static_cast<std::size_t>(i)]);
    if (looks == Looks::from_y) std::swap(looking, own);
    const std::vector<LevelView> views = views_of(wanted, looks, looking);
    const LevelClasses classes = index_classes(context, views);
    const HeaviestLinks links(views, classes, wanted.weights);
    Lookups lookups = lookups_of(context, views, classes, own);

    const double work = mean_work(context, links, lookups) * static_cast<double>(views.size()) *
                        static_cast<double>(lookups.query.size());
    if (work > most_work && result.looked_for > kFewestLinks) {
        const auto fewer = std::max(
            kFewestLinks,
            static_cast<std::int64_t>(most_work / work * static_cast<double>(result.looked_for)));
        const auto kept = random_subset(random.stream("probabilistic-linkage fewer"),
                                        result.looked_for, std::min(fewer, result.looked_for));
        std::vector<std::int64_t> drawn;
        for (const std::int64_t i : kept) drawn.push_back(people[static_cast<std::size_t>(i)]);
        return heaviest_links(context, wanted, looks, std::move(drawn), random,
                              std::max(most_work, work));
    }
    result.expected = expected_links(context, links, lookups);
    return result;
}

double assigned_links(const Context& context, const Wanted& wanted, const Random& random) {
    const std::vector<std::int64_t> people = everybody(wanted.match.size());
    const std::vector<LevelView> views = views_of(wanted, Looks::from_x, people);
    const LevelClasses classes = index_classes(context, views);
    const Groups alike = query_classes(context, views);
    const std::size_t candidates = classes.groups.class_of.size();
    const std::vector<std::int64_t> order = random_permutation(
        random.stream("probabilistic-linkage order"), static_cast<std::int64_t>(candidates));
    std::vector<double> matrix(people.size() * candidates);
    parallel_chunks(
        context, std::ssize(people), 16, [&](std::int64_t begin, std::int64_t end, auto) {
            std::vector<std::int64_t> weights(classes.groups.sizes.size());
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                std::fill(weights.begin(), weights.end(), 0);
                for (std::size_t k = 0; k < views.size(); ++k) {
                    views[k].add_weights(views[k].queries()[i], classes.codes[k], wanted.weights[k],
                                         weights);
                }
                for (std::size_t j = 0; j < candidates; ++j) {
                    const auto c = static_cast<std::size_t>(
                        classes.groups.class_of[static_cast<std::size_t>(order[j])]);
                    matrix[i * candidates + j] = static_cast<double>(weights[c]);
                }
            }
        });
    const std::vector<std::int64_t> linked = assign(
        context, matrix, std::ssize(people), static_cast<std::int64_t>(candidates), Goal::maximise);
    std::map<std::pair<std::int32_t, std::int32_t>, Between> between;
    const auto class_of = [&](std::int64_t row) {
        return classes.groups.class_of[static_cast<std::size_t>(row)];
    };
    for (std::size_t i = 0; i < people.size(); ++i) {
        if (linked[i] >= 0) {
            const std::int64_t row = order[static_cast<std::size_t>(linked[i])];
            ++between[{alike.class_of[i], class_of(row)}].links;
        }
        if (wanted.match[i] >= 0) ++between[{alike.class_of[i], class_of(wanted.match[i])}].pairs;
    }
    ExactSum right;
    for (const auto& [classes_of, count] : between) {
        const auto people_alike =
            static_cast<double>(alike.sizes[static_cast<std::size_t>(classes_of.first)]);
        const auto records_alike =
            static_cast<double>(classes.groups.sizes[static_cast<std::size_t>(classes_of.second)]);
        right.add(static_cast<double>(count.links) / people_alike *
                  (static_cast<double>(count.pairs) / records_alike));
    }
    return right.value();
}

}  // namespace lethe::attack
