// What methods say of themselves fits together, and searches lay it out in the order on which
// published runs depend.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lethe/data/samples/census.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/recorded_steps.h"
#include "lethe/search/advise/explore.h"
#include "lethe/search/evolve/first_population.h"

namespace lethe {
namespace {

// "mdav 35, global-median 5": methods in order, with so many settings each.
std::string order_of(const std::vector<release::Choice>& choices) {
    std::string text;
    for (std::size_t i = 0; i < choices.size();) {
        std::size_t end = i;
        while (end < choices.size() && choices[end].method == choices[i].method) ++end;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", choices[i].method, end - i);
        i = end;
    }
    return text;
}

TEST(MethodWords, WhatFindsPeopleIsReadSo) {
    for (const Method* method : methods_of(Family::attack)) {
        const MethodInfo& info = method->info;
        EXPECT_EQ(info.finds_people, info.scale == Scale::people) << info.name;
        if (info.called_by != nullptr) {
            EXPECT_TRUE(info.assessed_with.empty()) << info.name;
            EXPECT_FALSE(info.called_by({})) << info.name;
        }
    }
}

TEST(MethodWords, MeasuresHaveWordsThatEndInAFullStop) {
    for (const Method& method : catalogue()) {
        const MethodInfo& info = method.info;
        if (info.family == Family::mask || info.in_words.empty()) continue;
        EXPECT_TRUE(info.in_words.ends_with(".")) << info.name;
        if (info.reading == nullptr) continue;
        const std::string reading = info.reading(Json::object(), 12.5, 100);
        EXPECT_NE(reading.find("12.5 %"), std::string::npos) << info.name << ": " << reading;
        EXPECT_TRUE(reading.ends_with(".")) << info.name;
    }
}

TEST(MethodWords, PartsHaveAWhole) {
    int parts = 0;
    for (const Method& method : catalogue()) {
        const MethodInfo& info = method.info;
        if (info.part_of.empty()) continue;
        ++parts;
        const MethodInfo& whole = find_method(info.part_of, info.family, info.data).info;
        EXPECT_FALSE(whole.parts.title.empty() || whole.parts.head.empty()) << whole.name;
        EXPECT_FALSE(info.short_title.empty()) << info.name;
    }
    EXPECT_GE(parts, 8);  // those of il and of categories
}

TEST(MethodWords, APurposeIsServedByOneMethod) {
    std::map<std::pair<DataKind, Purpose>, std::string> served;
    for (const Method& method : catalogue()) {
        for (const Purpose purpose : method.info.purposes) {
            if (purpose == Purpose::lattice) continue;
            const auto [place, is_new] =
                served.emplace(std::pair(method.info.data, purpose), method.info.name);
            EXPECT_TRUE(is_new) << method.info.name << " and " << place->second;
            EXPECT_EQ(&method_for(purpose, method.info.data), &method);
        }
    }
    for (int i = 0; i <= static_cast<int>(Purpose::loss_of_meaning); ++i) {
        EXPECT_NO_THROW(method_for(static_cast<Purpose>(i))) << i;
    }
    for (const Purpose purpose :
         {Purpose::keeping, Purpose::numbering, Purpose::labelling, Purpose::term_anonymity}) {
        EXPECT_NO_THROW(method_for(purpose, DataKind::documents));
    }
}

TEST(MethodWords, SettingsToTryAreSettings) {
    std::set<int> ladders, categories, numbers;
    for (const Method* method : methods_of(Family::mask)) {
        const MethodInfo& info = method->info;
        for (const auto* settings :
             {&info.ladder, &info.first_categories.settings, &info.first_numbers.settings}) {
            for (const Json& setting : *settings) {
                Problems problems;
                method->bind(setting, {}, problems);
                EXPECT_TRUE(problems.empty()) << info.name << " " << setting;
            }
        }
        const auto own_turn = [&](bool tried, int turn, std::set<int>& turns) {
            if (tried && turn != kLastTurn) {
                EXPECT_TRUE(turns.insert(turn).second) << info.name;
            }
        };
        own_turn(!info.ladder.empty(), info.ladder_turn, ladders);
        own_turn(!info.first_categories.settings.empty(), info.first_categories.turn, categories);
        own_turn(!info.first_numbers.settings.empty(), info.first_numbers.turn, numbers);
    }
}

TEST(MethodWords, SearchesBeginAsTheyDid) {
    EXPECT_EQ(order_of(search::category_choices()),
              "mdav 35, global-median 5, rank-swapping 11, pram 27, resampling 3, data-swapping 4, "
              "global-recoding 2, top-bottom-coding 2, multiple-imputation 2, "
              "distribution-distortion 1");
    EXPECT_EQ(order_of(search::number_choices()),
              "mdav 20, individual-ranking 5, rank-swapping 10, noise 11, resampling 2, "
              "pca-projection 2, zscore-projection 2");
    const Table census = sample_census(Context{}, Random(1), 100);
    const std::vector<std::string> columns{"sex", "age"};
    EXPECT_EQ(order_of(search::default_grid(census.select(columns), columns)),
              "mdav 5, individual-ranking 4, optimal-univariate 2, zscore-projection 2, "
              "pca-projection 2, mondrian 4, global-median 4, exchange-groups 3, pram 9, "
              "rank-swapping 6, noise 9, resampling 2, top-bottom-coding 2");
}

}  // namespace
}  // namespace lethe
