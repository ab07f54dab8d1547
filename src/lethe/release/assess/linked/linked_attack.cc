#include "lethe/release/assess/linked/linked_attack.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"
#include "lethe/release/assess/linked/value_costs.h"

namespace lethe::release {
namespace {

using Rows = std::vector<std::int64_t>;

constexpr double kEqual = 1e-9;        // costs that differ by less are equal
constexpr double kMostRowPairs = 1e9;  // pairs of rows that are compared, about
constexpr std::int64_t kFewest = 50;   // people that are looked for in any case

// How many rows of each person she knows, in every table; 0: all of them.
constexpr std::array<std::int64_t, 3> kKnownRows{1, 3, 0};
constexpr std::array<std::string_view, 3> kOrders{"people-first", "rows-first", "together"};
constexpr std::size_t kWays = kKnownRows.size() * kOrders.size();

// Of one person: how many fit best, and whether the own record is among them.
struct Fit {
    std::int64_t best = 0;
    bool own = false;

    double chance() const { return own ? 1 / static_cast<double>(best) : 0; }
};

std::vector<ValueCosts> costs_of(const Comparable& pair, const Rows& origin) {
    std::vector<ValueCosts> costs;
    for (const ColumnPtr& column : pair.original.columns()) {
        costs.emplace_back(*column, pair.masked.column(column->name()), origin);
    }
    return costs;
}

double mean_cost(const std::vector<ValueCosts>& columns, std::int64_t held, std::int64_t shown) {
    double sum = 0;
    for (const ValueCosts& column : columns) sum += column.cost(held, shown);
    return sum / static_cast<double>(columns.size());
}

// One linked table as she uses it: whose rows she knows, and among which rows each released person
// is to be judged.
class TableOfRows {
  public:
    TableOfRows(const LinkedRows& rows, std::int64_t people,
                const std::vector<std::int32_t>& class_of)
        : costs_(costs_of(rows.pair, rows.origin)),
          known_(static_cast<std::size_t>(people)),
          dealt_(rows.dealt),
          pool_of_(class_of.size()) {
        for (std::size_t row = 0; row < rows.person.size(); ++row) {
            if (rows.person[row] < 0) continue;
            known_[static_cast<std::size_t>(rows.person[row])].push_back(
                static_cast<std::int64_t>(row));
        }
        std::size_t pools = class_of.size();
        if (dealt_) {
            pools = 0;
            for (std::size_t p = 0; p < class_of.size(); ++p) {
                pool_of_[p] = static_cast<std::size_t>(class_of[p]);
                pools = std::max(pools, pool_of_[p] + 1);
            }
        } else {
            std::iota(pool_of_.begin(), pool_of_.end(), std::size_t{0});
        }
        pools_.resize(pools);
        for (std::size_t row = 0; row < rows.owner.size(); ++row) {
            pools_[pool_of_[static_cast<std::size_t>(rows.owner[row])]].push_back(
                static_cast<std::int64_t>(row));
        }
    }

    const Rows& known(std::int64_t person) const {
        return known_[static_cast<std::size_t>(person)];
    }

    // Adds what the rows of each released person cost.
    void add_costs(const Rows& known, bool all_known, std::vector<double>& costs) const {
        std::vector<double> of_pool;
        for (const Rows& pool : pools_) of_pool.push_back(cost_of(known, pool, all_known));
        for (std::size_t p = 0; p < costs.size(); ++p) costs[p] += of_pool[pool_of_[p]];
    }

  private:
    double cost_of(const Rows& known, const Rows& pool, bool all_known) const {
        std::vector<bool> taken(pool.size(), false);
        Rows open;
        std::size_t left = pool.size();
        for (const std::int64_t row : known) {
            bool fits = false;
            for (std::size_t i = 0; i < pool.size() && !fits; ++i) {
                if (taken[i] || mean_cost(costs_, row, pool[i]) > kEqual) continue;
                fits = taken[i] = true;
                --left;
            }
            if (!fits) open.push_back(row);
        }
        double sum = 0;
        for (const std::int64_t row : open) {
            double least = 1;
            std::size_t nearest = pool.size();
            for (std::size_t i = 0; i < pool.size(); ++i) {
                if (taken[i]) continue;
                const double cost = mean_cost(costs_, row, pool[i]);
                if (nearest < pool.size() && cost >= least - kEqual) continue;
                least = cost;
                nearest = i;
            }
            sum += least;
            if (nearest == pool.size()) continue;
            taken[nearest] = true;
            --left;
        }
        return all_known && !dealt_ ? sum + static_cast<double>(left) : sum;
    }

    std::vector<ValueCosts> costs_;
    std::vector<Rows> known_;  // rows of each person
    bool dealt_;
    std::vector<std::size_t> pool_of_;  // of each released person
    std::vector<Rows> pools_;           // released rows
};

// Who fits best by one figure, and among equal ones by the other.
Fit best_fit(const std::vector<double>& first, const std::vector<double>& second,
             std::int64_t own) {
    Fit fit;
    double least = 0, next = 0;
    for (std::size_t p = 0; p < first.size(); ++p) {
        const bool better = fit.best == 0 || first[p] < least - kEqual ||
                            (first[p] <= least + kEqual && second[p] < next - kEqual);
        const bool equal = !better && first[p] <= least + kEqual && second[p] <= next + kEqual;
        if (better) {
            least = first[p];
            next = second[p];
            fit = {};
        }
        if (!better && !equal) continue;
        ++fit.best;
        fit.own = fit.own || static_cast<std::int64_t>(p) == own;
    }
    return fit;
}

struct FitsOfPerson {
    Fit alone;
    std::array<Fit, kWays> ways;
};

class LinkedIntruder {
  public:
    LinkedIntruder(const Comparable& people, const LinkedKnowledge& links, const Rows& origin,
                   const Random& random, const Context& context)
        : costs_(costs_of(people, origin)),
          random_(random),
          own_(static_cast<std::size_t>(people.original.rows()), -1),
          released_(people.masked.rows()) {
        const std::vector<std::string> names = people.masked.names();
        // By what is written: two labels of intervals can be one number.
        std::vector<ColumnPtr> written;
        for (const ColumnPtr& column : people.masked.columns()) {
            written.push_back(column->as_written(Kind::nominal));
        }
        const Groups groups = group_rows(context, Table(std::move(written)), names);
        for (const LinkedRows& rows : links.tables) {
            if (rows.pair.original.columns().empty()) continue;
            tables_.emplace_back(rows, people.original.rows(), groups.class_of);
        }
        for (std::int64_t row = 0; row < released_; ++row) {
            const std::int64_t from = origin.empty() ? row : origin[static_cast<std::size_t>(row)];
            own_[static_cast<std::size_t>(from)] = row;
        }
    }

    FitsOfPerson look_for(std::int64_t person) const {
        FitsOfPerson fits;
        const std::int64_t own = own_[static_cast<std::size_t>(person)];
        std::vector<double> columns;
        for (std::int64_t row = 0; row < released_; ++row) {
            columns.push_back(mean_cost(costs_, person, row));
        }
        fits.alone = best_fit(columns, columns, own);
        for (std::size_t m = 0; m < kKnownRows.size(); ++m) {
            std::vector<double> rows(columns.size(), 0);
            std::int64_t known = 0;
            for (std::size_t t = 0; t < tables_.size(); ++t) {
                const Rows held = known_rows(t, person, kKnownRows[m]);
                tables_[t].add_costs(held, kKnownRows[m] == 0, rows);
                known += std::ssize(held);
            }
            std::vector<double> both = columns;
            for (std::size_t p = 0; p < both.size(); ++p) {
                both[p] += rows[p] / static_cast<double>(std::max<std::int64_t>(known, 1));
            }
            Fit* ways = fits.ways.data() + m * kOrders.size();
            ways[0] = best_fit(columns, rows, own);
            ways[1] = best_fit(rows, columns, own);
            ways[2] = best_fit(both, both, own);
        }
        return fits;
    }

    // Pairs of rows that are compared for a person on average, about.
    double work(const LinkedKnowledge& links) const {
        double pairs = 0;
        for (const LinkedRows& rows : links.tables) {
            pairs += static_cast<double>(rows.person.size()) /
                     std::max(1.0, static_cast<double>(own_.size())) *
                     static_cast<double>(rows.owner.size());
        }
        return pairs + static_cast<double>(released_);
    }

  private:
    Rows known_rows(std::size_t t, std::int64_t person, std::int64_t most) const {
        const Rows& all = tables_[t].known(person);
        if (most == 0 || std::ssize(all) <= most) return all;
        const Random own = random_.part(t).part(static_cast<std::uint64_t>(person));
        Rows some;
        for (const std::int64_t i :
             random_subset(own.stream("known rows"), std::ssize(all), most)) {
            some.push_back(all[static_cast<std::size_t>(i)]);
        }
        return some;
    }

    std::vector<ValueCosts> costs_;
    std::vector<TableOfRows> tables_;
    Random random_;
    Rows own_;  // of each person her released row; -1: not released
    std::int64_t released_;
};

double percent_found(const std::vector<FitsOfPerson>& fits, const auto& fit_of) {
    double sum = 0;
    for (const FitsOfPerson& one : fits) sum += fit_of(one).chance();
    return fits.empty() ? 0 : 100 * sum / static_cast<double>(fits.size());
}

void describe_fits(const std::vector<FitsOfPerson>& fits, MethodResult& result) {
    result.details["people_alone"] =
        percent_found(fits, [](const FitsOfPerson& one) { return one.alone; });
    std::size_t worst = 0;
    result.value.reset();
    result.details["ways"] = Json::array();
    for (std::size_t w = 0; w < kWays; ++w) {
        const double found =
            percent_found(fits, [&](const FitsOfPerson& one) { return one.ways[w]; });
        const std::int64_t rows = kKnownRows[w / kOrders.size()];
        result.details["ways"].push_back({{"rows", rows == 0 ? Json(nullptr) : Json(rows)},
                                          {"order", kOrders[w % kOrders.size()]},
                                          {"expected", found}});
        if (result.value && found <= *result.value) continue;
        result.value = found;
        worst = w;
    }
    std::int64_t strict = 0, lax = 0;
    for (const FitsOfPerson& one : fits) {
        const Fit& fit = one.ways[worst];
        lax += fit.own ? 1 : 0;
        strict += fit.own && fit.best == 1 ? 1 : 0;
    }
    const auto share = [&](std::int64_t count) {
        return fits.empty() ? 0.0
                            : 100 * static_cast<double>(count) / static_cast<double>(fits.size());
    };
    result.details["records"] = std::ssize(fits);
    result.details["expected"] = *result.value;
    result.details["strict"] = share(strict);
    result.details["lax"] = share(lax);
}

}  // namespace

MethodResult linked_attack_result(const Comparable& people, const LinkedKnowledge& links,
                                  const std::vector<std::int64_t>& origin,
                                  const std::vector<std::int64_t>& known, const Random& random,
                                  const Context& context) {
    MethodResult result{kLinkedRowsAttack, "Rows of linked tables"};
    result.finds_people = true;
    result.knows = "the rows of linked tables, and what became of values";
    result.columns = people.original.names();
    result.details["tables"] = Json::array();
    for (const LinkedRows& rows : links.tables) {
        result.details["tables"].push_back(
            {{"table", rows.name}, {"columns", rows.pair.original.names()}, {"dealt", rows.dealt}});
    }
    const LinkedIntruder intruder(people, links, origin, random, context);
    Rows targets = known;
    if (targets.empty()) {
        targets.resize(static_cast<std::size_t>(people.original.rows()));
        std::iota(targets.begin(), targets.end(), std::int64_t{0});
    }
    const auto most = std::max(
        kFewest, static_cast<std::int64_t>(kMostRowPairs / std::max(1.0, intruder.work(links))));
    if (std::ssize(targets) > most) {
        Rows drawn;
        for (const std::int64_t i :
             random_subset(random.stream("people to find"), std::ssize(targets), most)) {
            drawn.push_back(targets[static_cast<std::size_t>(i)]);
        }
        targets = std::move(drawn);
        result.details["drawn"] = most;
        result.warnings.push_back(
            fmt::format("of all people {} were drawn and looked for: the share of all may be "
                        "another by chance",
                        most));
    }
    std::vector<FitsOfPerson> fits(targets.size());
    parallel_chunks(context, std::ssize(targets), 1,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            const auto at = static_cast<std::size_t>(i);
                            fits[at] = intruder.look_for(targets[at]);
                        }
                    });
    describe_fits(fits, result);
    return result;
}

}  // namespace lethe::release
