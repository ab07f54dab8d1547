#include "lethe/table/attack/linkage/column_exposure.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>

#include "lethe/algo/learnt/weight_descent.h"
#include "lethe/core/index.h"
#include "lethe/table/attack/learnt_linkage.h"

namespace lethe::attack {
namespace {

constexpr std::int64_t kFewestPeople = 50;
constexpr std::int64_t kMostRounds = 8;
constexpr std::int64_t kMostListed = 10;  // columns whose sets are all looked at

// Some of the people, against the same release: records of the others follow as nobody's.
LinkSample some_people(const LinkSample& sample, std::int64_t count, const Random& random) {
    if (count >= sample.people()) return sample;
    LinkSample fewer;
    fewer.attributes = sample.attributes;
    fewer.equals_compete = sample.equals_compete;
    fewer.tables = sample.tables;
    fewer.codes = sample.codes;
    const auto n = at(sample.attributes);
    const auto add = [n](const std::vector<double>& from, std::size_t row,
                         std::vector<double>& to) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * n);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(n));
    };
    std::vector<bool> chosen(sample.copies.size(), false);
    for (const std::int64_t place :
         random_subset(random.stream("some people"), sample.people(), count)) {
        chosen[at(place)] = true;
        fewer.rows.push_back(sample.rows[at(place)]);
        fewer.equals.push_back(sample.equals[at(place)]);
        add(sample.original, at(place), fewer.original);
        add(sample.masked, at(place), fewer.masked);
        fewer.copies.push_back(sample.copies[at(place)]);
    }
    for (std::size_t row = 0; row < chosen.size(); ++row) {
        if (chosen[row]) continue;
        add(sample.masked, row, fewer.masked);
        fewer.copies.push_back(sample.copies[row]);
    }
    return fewer;
}

// What a set of columns finds, in percent; each set once.
class Found {
  public:
    Found(const Context& context, const LinkSample& sample)
        : context_(context), sample_(sample), weights_(inverse_noise_weights(sample.records())) {}

    double operator()(const std::vector<bool>& set) {
        const auto known = found_.find(set);
        if (known != found_.end()) return known->second;
        std::vector<double> weights = weights_;
        for (std::size_t l = 0; l < set.size(); ++l) {
            if (!set[l]) weights[l] = 0.0;
        }
        const LinkCounts counts =
            count_links(context_, {DistanceFamily::weighted_mean}, sample_, weights);
        return found_[set] = percent(counts.expected, static_cast<double>(sample_.people()));
    }

  private:
    Context context_;
    const LinkSample& sample_;
    std::vector<double> weights_;
    std::map<std::vector<bool>, double> found_;
};

// By the definition: each column is added to every set of the others, sets of a size counting
// together as much as those of any other size.
void all_sets(Found& found, ColumnsExposed& result) {
    const std::size_t n = result.columns.size();
    std::vector<double> weight_of_size(n);  // 1 / (n choose size) / n, of sets without the column
    double choose = 1.0;
    for (std::size_t size = 0; size < n; ++size) {
        weight_of_size[size] = 1.0 / (choose * static_cast<double>(n));
        choose *= static_cast<double>(n - 1 - size) / static_cast<double>(size + 1);
    }
    std::vector<double> value(std::size_t{1} << n, 0.0);
    for (std::size_t set = 1; set < value.size(); ++set) {
        std::vector<bool> members(n);
        for (std::size_t l = 0; l < n; ++l) members[l] = (set >> l & 1U) != 0;
        value[set] = found(members);
    }
    for (std::size_t set = 0; set < value.size(); ++set) {
        const double weight = weight_of_size[std::min<std::size_t>(n - 1, at(std::popcount(set)))];
        for (std::size_t l = 0; l < n; ++l) {
            if ((set >> l & 1U) != 0) continue;
            result.columns[l].owed += weight * (value[set | std::size_t{1} << l] - value[set]);
        }
    }
}

// Each order is turned round so that every column stands at every place once: what a column adds
// depends on its place more than on anything else.
void some_orders(const Context& context, Found& found, const Random& random,
                 ColumnsExposed& result) {
    const std::size_t n = result.columns.size();
    const Stream stream = random.stream("orders of columns");
    Progress progress(context, "asking what each column gives away", result.orders);
    for (std::int64_t round = 0; round < result.orders / std::ssize(result.columns); ++round) {
        std::vector<std::size_t> order(n);
        std::iota(order.begin(), order.end(), std::size_t{0});
        Draws draws = stream.at(round);
        for (std::size_t left = n; left > 1; --left) {
            std::swap(order[left - 1], order[draws.below(left)]);
        }
        for (std::size_t turn = 0; turn < n; ++turn) {
            std::vector<bool> set(n, false);
            double before = 0.0;
            for (std::size_t place = 0; place < n; ++place) {
                const std::size_t l = order[(place + turn) % n];
                set[l] = true;
                const double now = found(set);
                result.columns[l].owed += (now - before) / static_cast<double>(result.orders);
                before = now;
            }
            progress.add();
        }
    }
}

}  // namespace

ColumnsExposed column_exposure(const Context& context, const LinkSample& sample,
                               const std::vector<std::string>& columns, const Random& random,
                               std::int64_t work) {
    ColumnsExposed result;
    const auto n = std::ssize(columns);
    const std::int64_t each = std::max<std::int64_t>(1, std::ssize(sample.copies));
    const std::int64_t fewest = std::min(kFewestPeople, sample.people());
    // A person is mostly settled by a column or two. Sets that are looked at: all where there are
    // few, otherwise every column alone, all but one, and those of the orders.
    const auto people_for = [&](std::int64_t sets) { return work / (2 * each * sets); };
    const bool every_set = n <= kMostListed && people_for(std::int64_t{1} << n) >= fewest;
    const std::int64_t rounds = std::min(
        kMostRounds, (work / (2 * each * std::max<std::int64_t>(1, fewest)) - 2 * n) / (n * n));
    if (fewest == 0 || (!every_set && rounds < 1)) return result;
    result.orders = every_set ? 0 : rounds * n;
    result.people =
        std::clamp(people_for(every_set ? std::int64_t{1} << n : 2 * n + rounds * n * n), fewest,
                   sample.people());
    const LinkSample some = some_people(sample, result.people, random);
    Found found(context.silent(), some);
    const std::vector<bool> all(at(n), true);
    result.together = found(all);
    for (const std::string& name : columns) result.columns.push_back({name});
    for (std::size_t l = 0; l < at(n); ++l) {
        std::vector<bool> alone(at(n), false);
        alone[l] = true;
        result.columns[l].alone = found(alone);
        std::vector<bool> others = all;
        others[l] = false;
        result.columns[l].lost = result.together - (n > 1 ? found(others) : 0.0);
    }
    if (every_set) {
        all_sets(found, result);
    } else {
        some_orders(context, found, random, result);
    }
    std::ranges::stable_sort(result.columns, std::greater<>(), &ColumnExposure::owed);
    return result;
}

void describe_exposure(Json& details, const ColumnsExposed& exposed) {
    if (exposed.columns.empty()) return;
    Json list = Json::array();
    for (const ColumnExposure& column : exposed.columns) {
        list.push_back({{"name", column.name},
                        {"owed", column.owed},
                        {"alone", column.alone},
                        {"lost", column.lost}});
    }
    details["columns_exposed"] = std::move(list);
    details["exposed_together"] = exposed.together;
    details["exposed_people"] = exposed.people;
    details["exposed_orders"] = exposed.orders;
}

void describe_ranges(Json& details, const std::vector<WeightRange>& ranges,
                     const std::vector<std::string>& columns) {
    if (ranges.size() != columns.size() || !details.contains("key_attributes")) return;
    for (Json& item : details["key_attributes"]) {
        const auto place = std::ranges::find(columns, item["name"].get<std::string>());
        const WeightRange& range = ranges[at(place - columns.begin())];
        item["least"] = range.least;
        item["most"] = range.most;
    }
    details["heaviest"] = nullptr;
    for (std::size_t l = 0; l < ranges.size(); ++l) {
        bool heaviest = true;
        for (std::size_t h = 0; h < ranges.size(); ++h) {
            heaviest = heaviest && (h == l || ranges[h].most < ranges[l].least);
        }
        if (heaviest) details["heaviest"] = columns[l];
    }
}

}  // namespace lethe::attack
