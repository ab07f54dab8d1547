#include "lethe/attack/column_exposure.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "lethe/algo/weight_descent.h"
#include "lethe/attack/learnt_linkage.h"

namespace lethe::attack {
namespace {

constexpr std::int64_t kFewestPeople = 50;
constexpr std::int64_t kMostOrders = 32;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

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
    const Context& context_;
    const LinkSample& sample_;
    std::vector<double> weights_;
    std::map<std::vector<bool>, double> found_;
};

}  // namespace

ColumnsExposed column_exposure(const Context& context, const LinkSample& sample,
                               const std::vector<std::string>& columns, const Random& random,
                               std::int64_t work) {
    ColumnsExposed result;
    const auto n = std::ssize(columns);
    const std::int64_t each = std::max<std::int64_t>(1, std::ssize(sample.copies));
    const std::int64_t fewest = std::min(kFewestPeople, sample.people());
    // Sets that are looked at: every column alone, all but one, and those of the orders; a person
    // is mostly settled by a column or two.
    const std::int64_t a_person = each * 2 * n;
    const std::int64_t orders =
        std::min(kMostOrders, work / std::max<std::int64_t>(1, a_person * fewest) - 2);
    if (orders < 2 || fewest == 0) return result;
    result.orders = orders - orders % 2;
    result.people = std::clamp(work / (a_person * (result.orders + 2)), fewest, sample.people());
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
    const Stream stream = random.stream("orders of columns");
    Progress progress(context, "asking what each column gives away", result.orders);
    for (std::int64_t pair = 0; pair < result.orders / 2; ++pair) {
        std::vector<std::size_t> order(at(n));
        std::iota(order.begin(), order.end(), std::size_t{0});
        Draws draws = stream.at(pair);
        for (std::size_t left = order.size(); left > 1; --left) {
            std::swap(order[left - 1], order[draws.below(left)]);
        }
        for (int turn = 0; turn < 2; ++turn, std::ranges::reverse(order)) {
            std::vector<bool> set(at(n), false);
            double before = 0.0;
            for (const std::size_t l : order) {
                set[l] = true;
                const double now = found(set);
                result.columns[l].owed += (now - before) / static_cast<double>(result.orders);
                before = now;
            }
            progress.add();
        }
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
