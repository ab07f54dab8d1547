// The published counts fix how often pairs of answers occur, not which pairs. So the multiplicities
// are a table, apart for the pairs whose reason is relaxation, which add up to its count. Each is
// given a pair of nouns: the most frequent first, a reason and an activity drawn by how popular
// they are, and drawn again where the pair is taken. Some of the pairs that occur once go to each
// reason in turn, so that all nouns occur. Then the rows are put in random order; what else a
// visitor says does not depend on it.
#include "lethe/data/samples/survey.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/parallel.h"

namespace lethe {
namespace {

// How often a noun is the reason or the activity, in parts of the sum.
struct Noun {
    std::string_view name;
    int reason, activity;
};

constexpr std::array<Noun, 25> kNouns{{
    {"relaxation", 0, 10}, {"nature", 30, 8},   {"landscape", 22, 5}, {"beach", 20, 24},
    {"holiday", 16, 4},    {"fishing", 10, 18}, {"bicycling", 6, 16}, {"walking", 5, 20},
    {"culture", 8, 10},    {"visit", 8, 12},    {"residence", 9, 2},  {"ecology", 7, 3},
    {"sailing", 5, 9},     {"swimming", 4, 12}, {"hiking", 5, 10},    {"photography", 4, 8},
    {"gastronomy", 6, 9},  {"camping", 5, 6},   {"museum", 2, 5},     {"festival", 3, 3},
    {"rowing", 2, 4},      {"wildlife", 6, 6},  {"picnic", 2, 6},     {"monument", 2, 4},
    {"surfing", 3, 5},
}};
constexpr std::size_t kRelaxation = 0;

constexpr std::array<int, 19> kOfRelaxation{78, 49, 35, 21, 14, 10, 8, 7, 5, 5,
                                            4,  3,  2,  2,  2,  1,  1, 1, 1};

// How many of the other pairs occur that often.
struct Multiplicity {
    int times, pairs;
};
constexpr std::array<Multiplicity, 21> kOfOthers{
    {{115, 1}, {60, 1}, {41, 1}, {30, 1}, {25, 1}, {18, 1}, {15, 1},
     {13, 1},  {12, 2}, {11, 1}, {10, 1}, {9, 3},  {8, 3},  {7, 2},
     {6, 4},   {5, 5},  {4, 12}, {3, 14}, {2, 23}, {1, 90}, {1, 24}}};

constexpr std::array<std::string_view, 6> kOrigins{"Spain",   "France",         "Belgium",
                                                   "Holland", "United Kingdom", "Germany"};
constexpr std::array<int, 6> kOriginShare{70, 11, 4, 5, 4, 6};

std::size_t draw_by_share(std::span<const int> shares, Draws& draws) {
    const int all = std::accumulate(shares.begin(), shares.end(), 0);
    auto left = static_cast<int>(draws.below(static_cast<std::uint64_t>(all)));
    std::size_t i = 0;
    while (left >= shares[i]) left -= shares[i++];
    return i;
}

using AnswerPair = std::pair<std::int32_t, std::int32_t>;  // a reason and an activity

// The pairs of kSurveyRows rows.
std::vector<AnswerPair> pairs_of_rows(const Stream& stream) {
    std::vector<int> reasons, activities;
    for (const Noun& noun : kNouns) {
        reasons.push_back(noun.reason);
        activities.push_back(noun.activity);
    }
    std::vector<AnswerPair> rows;
    std::set<AnswerPair> taken;
    std::int64_t drawn = 0;
    const auto add = [&](int times, auto&& reason_of) {
        Draws draws = stream.at(drawn++);
        AnswerPair pair;
        do {
            pair = {static_cast<std::int32_t>(reason_of(draws)),
                    static_cast<std::int32_t>(draw_by_share(activities, draws))};
        } while (!taken.insert(pair).second);
        rows.insert(rows.end(), static_cast<std::size_t>(times), pair);
    };
    for (const int times : kOfRelaxation) {
        add(times, [](Draws&) { return kRelaxation; });
    }
    for (const Multiplicity& like : kOfOthers) {
        const bool in_turn = &like == &kOfOthers.back();
        for (int i = 0; i < like.pairs; ++i) {
            add(like.times, [&](Draws& draws) {
                return in_turn ? static_cast<std::size_t>(i) + 1 : draw_by_share(reasons, draws);
            });
        }
    }
    return rows;
}

// Which of the pairs each row has.
std::vector<std::int64_t> order_of_rows(const Random& random, std::int64_t rows) {
    std::vector<std::int64_t> places;
    while (std::ssize(places) + kSurveyRows <= rows) {
        for (std::int64_t i = 0; i < kSurveyRows; ++i) places.push_back(i);
    }
    const auto rest = random_subset(random.stream("rest"), kSurveyRows, rows - std::ssize(places));
    places.insert(places.end(), rest.begin(), rest.end());
    std::vector<std::int64_t> order = random_permutation(random.stream("order"), rows);
    for (std::int64_t& place : order) place = places[static_cast<std::size_t>(place)];
    return order;
}

template <class Words>
DictionaryPtr survey_dictionary(const Words& words) {
    return std::make_shared<const Dictionary>(words.begin(), words.end());
}

}  // namespace

Table sample_survey(const Context& context, const Random& random, std::int64_t rows) {
    const auto count = static_cast<std::size_t>(rows);
    const std::vector<AnswerPair> pairs = pairs_of_rows(random.stream("pairs"));
    const std::vector<std::int64_t> order = order_of_rows(random, rows);
    std::vector<double> age(count), days(count), companions(count);
    std::vector<std::int32_t> gender(count), origin(count), reason(count), activity(count);
    const Stream stream = random.stream("visitors");
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto i = static_cast<std::size_t>(row);
            Draws draws = stream.at(row);
            age[i] = static_cast<double>(18 + (draws.below(58) + draws.below(58)) / 2);
            gender[i] = static_cast<std::int32_t>(draws.below(2));
            days[i] =
                static_cast<double>(1 + draw_by_share(std::array{50, 18, 12, 6, 4, 3, 7}, draws));
            companions[i] =
                static_cast<double>(draw_by_share(std::array{18, 34, 21, 17, 10}, draws));
            origin[i] = static_cast<std::int32_t>(draw_by_share(kOriginShare, draws));
            std::tie(reason[i], activity[i]) = pairs[static_cast<std::size_t>(order[i])];
        }
    });
    std::vector<std::string_view> nouns;
    for (const Noun& noun : kNouns) nouns.push_back(noun.name);
    const DictionaryPtr answers = survey_dictionary(nouns);
    constexpr std::array<std::string_view, 2> kGender{"F", "M"};
    return Table(
        {Column::numeric("age", std::move(age)),
         Column::categories("gender", Kind::nominal, std::move(gender), survey_dictionary(kGender)),
         Column::numeric("days", std::move(days)),
         Column::numeric("companions", std::move(companions)),
         Column::categories("origin", Kind::nominal, std::move(origin),
                            survey_dictionary(kOrigins)),
         Column::categories("reason", Kind::nominal, std::move(reason), answers),
         Column::categories("activity", Kind::nominal, std::move(activity), answers)});
}

}  // namespace lethe
