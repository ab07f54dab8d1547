#include "lethe/release/tables/counts/model_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include "lethe/knowledge/meaning.h"
#include "lethe/release/tables/counts/guarantees.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::release {
namespace {

struct Person {
    const char* zip;
    const char* sex;
    const char* disease;
};

constexpr std::array<Person, 8> kWorkedExample{{{"11", "m", "flu"},
                                                {"11", "m", "cold"},
                                                {"11", "f", "flu"},
                                                {"12", "f", "hiv"},
                                                {"21", "m", "flu"},
                                                {"21", "m", "flu"},
                                                {"22", "m", "cold"},
                                                {"22", "f", "hiv"}}};

Table people_with(const std::vector<std::string>& zips) {
    std::vector<std::string> sex, disease;
    for (const Person& one : kWorkedExample) {
        sex.emplace_back(one.sex);
        disease.emplace_back(one.disease);
    }
    return Table({Column::from_texts("zip", Kind::nominal, zips),
                  Column::from_texts("sex", Kind::nominal, sex),
                  Column::from_texts("disease", Kind::nominal, disease)});
}

Table original() {
    std::vector<std::string> zips;
    for (const Person& one : kWorkedExample) zips.emplace_back(one.zip);
    return people_with(zips);
}

// Zip at the top: the classes are men and women.
Table release() { return people_with(std::vector<std::string>(8, "*")); }

Json counted(const std::string& model) {
    const Json items =
        count_models(test::threads(1), release(), original(), {model, {"zip", "sex"}, {"disease"}});
    EXPECT_EQ(items.size(), 1u);
    return items.at(0);
}

void expect_worst(const std::string& name, double worst, double below, double above) {
    const Json held = counted(name + std::to_string(above));
    EXPECT_NEAR(held["counted"].get<double>(), worst, 1e-10) << name;
    EXPECT_EQ(held["holds"], true) << name;
    EXPECT_EQ(counted(name + std::to_string(below))["holds"], false) << name;
}

// The table of the worked example: women are the worse class throughout.
TEST(ModelCounts, AreThoseOfTheWorkedExample) {
    expect_worst("k:", 3, 4, 3);
    expect_worst("l-distinct:", 2, 3, 2);
    expect_worst("l-entropy:", 1.8898815748, 1.9, 1.88);
    expect_worst("alpha:", 2.0 / 3, 0.66, 0.67);
    expect_worst("t-equal:", 5.0 / 12, 0.41, 0.42);
    expect_worst("t-ordered:", 1.0 / 3, 0.33, 0.34);
    expect_worst("beta-basic:", 5.0 / 3, 1.66, 1.67);
    expect_worst("delta:", 1.4150374993, 1.41, 1.42);
    expect_worst("risk-average:", 2.0 / 8, 0.24, 0.26);
    EXPECT_NEAR(counted("l-entropy:1.9,estimator=grassberger")["counted"].get<double>(),
                1.9477340411, 1e-9);
    EXPECT_EQ(counted("l-recursive:c=2,l=2")["holds"], false);  // strictly
    EXPECT_EQ(counted("l-recursive:c=2.1,l=2")["holds"], true);
    EXPECT_EQ(counted("beta-enhanced:9")["holds"], false);  // -log 0.25 = 1.386 < 1.667
    EXPECT_EQ(counted("unique-sample:0")["holds"], true);
}

// Tree {a1, a2 | b1, b2, b3}, everybody alike: class {a1, b1} is at 0.35, {a1, a2} at 0.6.
TEST(ModelCounts, MoveAlongTheHierarchy) {
    const std::vector<std::string> values = {"a1", "a2", "b1", "b2", "b3"};
    const auto meaning = [&] {
        auto levels = std::make_shared<LevelTable>();
        std::vector<std::pair<std::string, std::string>> is_a = {{"a", "*"}, {"b", "*"}};
        for (const std::string& value : values) {
            levels->lines.push_back({value, value.substr(0, 1), "*"});
            is_a.emplace_back(value, value.substr(0, 1));
        }
        return std::make_shared<const Meaning>(test::taxonomy_of("tree", is_a),
                                               std::span<const MappedValue>(),
                                               Unmapped::exact_match, nullptr, levels);
    }();
    const auto table = [&](const std::vector<std::string>& shown) {
        return Table(
            {Column::from_texts("key", Kind::nominal, std::vector<std::string>(shown.size(), "*")),
             Column::from_texts("secret", Kind::nominal, shown)->with_meaning(meaning)});
    };
    const auto t = [&](const std::vector<std::string>& shown) {
        return count_models(test::threads(1), table(shown), table(values),
                            {"t-hierarchical:0.5", {"key"}, {"secret"}})[0];
    };
    EXPECT_NEAR(t({"a1", "b1"})["counted"].get<double>(), 0.35, 1e-12);
    EXPECT_NEAR(t({"a1", "a2"})["counted"].get<double>(), 0.6, 1e-12);
    EXPECT_EQ(t({"a1", "b1"})["holds"], true);
    EXPECT_EQ(t({"a1", "a2"})["holds"], false);
}

// In the same tree, by log-sc: two values of a group are at log2 1.5, others at log2 1.8.
TEST(ModelCounts, CompareValuesByMeaning) {
    const std::vector<std::string> values = {"a1", "a2", "b1", "b2", "b3"};
    std::vector<std::pair<std::string, std::string>> is_a = {{"a", "*"}, {"b", "*"}};
    for (const std::string& value : values) is_a.emplace_back(value, value.substr(0, 1));
    const auto meaning = std::make_shared<const Meaning>(
        test::taxonomy_of("tree", is_a), std::span<const MappedValue>(), Unmapped::exact_match);
    const auto table = [&](const std::vector<std::string>& shown) {
        return Table(
            {Column::from_texts("key", Kind::nominal, std::vector<std::string>(shown.size(), "*")),
             Column::from_texts("secret", Kind::nominal, shown)->with_meaning(meaning)});
    };
    const auto count = [&](const std::string& model, const std::vector<std::string>& shown) {
        return count_models(test::threads(1), table(shown), table(values),
                            {model, {"key"}, {"secret"}})[0];
    };
    // {a1, a2}: 0.3 of each goes to the b; {a1, b1}: a1 gives 0.2 to a2 and 0.1 away.
    const double near = std::log2(1.5), far = std::log2(1.8);
    EXPECT_NEAR(count("t-semantic:0.5", {"a1", "a2"})["counted"].get<double>(), 0.6 * far, 1e-12);
    EXPECT_NEAR(count("t-semantic:0.5", {"a1", "b1"})["counted"].get<double>(),
                0.5 * near + 0.1 * far, 1e-12);
    EXPECT_EQ(count("t-semantic:0.5", {"a1", "a2"})["holds"], false);
    EXPECT_EQ(count("t-semantic:0.5", {"a1", "b1"})["holds"], true);
    EXPECT_EQ(count("l-distinct:2,alike=0.6", {"a1", "a2", "a2"})["counted"], 1);
    EXPECT_EQ(count("l-distinct:2,alike=0.5", {"a1", "a2", "a2"})["counted"], 2);
    EXPECT_EQ(count("l-distinct:2,alike=0.6,measure=log-sc", {"a1", "b2"})["holds"], true);
    EXPECT_EQ(count("l-recursive:c=2.1,l=2,alike=0.6", {"a1", "a2", "b2"})["holds"], true);
    EXPECT_EQ(count("l-recursive:c=2,l=2,alike=0.6", {"a1", "a2", "b2"})["holds"], false);
    EXPECT_NEAR(count("l-entropy:1,alike=0.6", {"a1", "a2", "b2", "b3"})["counted"].get<double>(),
                2, 1e-12);
}

TEST(ModelCounts, CountCombinationsOfColumns) {
    const auto combined = [](const std::string& model) {
        return count_models(test::threads(1), original(), original(),
                            {model, {"zip", "sex", "disease"}, {}})[0];
    };
    EXPECT_EQ(combined("k:3,columns=sex")["counted"], 3);
    EXPECT_EQ(combined("k:3,columns=sex")["holds"], true);
    EXPECT_EQ(combined("k:2,columns=disease")["counted"], 2);
    EXPECT_EQ(combined("k:2,columns=sex|zip")["counted"], 1);
    EXPECT_EQ(combined("k:2,columns=sex|zip")["holds"], false);
    EXPECT_EQ(combined("k:2,dimension=1")["counted"], 1);  // zip 12
    EXPECT_EQ(combined("k:2,columns=\"sex\"|town")["holds"], nullptr);
    const Json two = count_models(test::threads(1), original(), original(),
                                  {"k:3,columns=\"sex\" + k:2,columns=disease", {"zip"}, {}});
    EXPECT_EQ(two.size(), 2u);
}

// Who claims more than the file holds is told so.
TEST(ModelCounts, BelieveNoRecord) {
    const Json facts = {
        {"models", "k:3 + l-distinct:3"}, {"sensitive", {"disease"}}, {"minimum_class_size", 3}};
    const Json steps = {{{"method", "privacy-models"},
                         {"columns", {"zip", "sex"}},
                         {"parameters", {{"models", "k:3 + l-distinct:3"}}},
                         {"facts", facts}}};
    const std::vector<std::string> quasi = {"zip", "sex"};
    const Json found =
        count_guarantees(test::threads(1), release(), steps, quasi, {}, {{0, original()}});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0]["k"], 3);
    EXPECT_EQ(found[0]["holds"], false);
    EXPECT_EQ(found[0]["models"][0]["holds"], true);
    EXPECT_EQ(found[0]["models"][1]["holds"], false);
    EXPECT_EQ(found[0]["models"][1]["counted"], 2);
}

}  // namespace
}  // namespace lethe::release
