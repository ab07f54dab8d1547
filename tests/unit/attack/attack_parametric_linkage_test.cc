// Linkage with a given distance: what was learnt, applied, finds what the learning found.
#include <gtest/gtest.h>

#include <fstream>

#include "assess.h"
#include "lethe/method/publication.h"
#include "lethe/release/tables/parameter_files.h"
#include "lethe/table/attack/linkage/given_distance.h"

namespace lethe {
namespace {

Table parametric_linkage_noisy(const Table& table, double noise) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        std::vector<double> values(column->numbers().begin(), column->numbers().end());
        const Stream stream = Random(2).stream(column->name());
        for (std::size_t row = 0; row < values.size(); ++row) {
            values[row] += noise * static_cast<double>(columns.size() + 1) *
                           stream.at(static_cast<std::int64_t>(row)).normal();
        }
        columns.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return Table(std::move(columns));
}

class Parametric : public ::testing::Test {
  protected:
    Table original_ = test::random_table(Random(1), 60, 4);
    Table masked_ = parametric_linkage_noisy(original_, 0.2);

    Measurement apply(const Json& distance, const Json& more = Json::object()) const {
        Json parameters = more;
        parameters["distance"] = distance;
        return test::assess("parametric-linkage", original_, masked_, parameters);
    }
    std::string problem(const Json& distance) const {
        attack::GivenDistance given;
        return attack::read(distance, given);
    }
};

TEST_F(Parametric, WhatWasLearntFindsTheSame) {
    for (const Json& parameters :
         {Json{{"operator", "weighted-mean"}}, Json{{"operator", "owa"}},
          Json{{"operator", "choquet"}}, Json{{"operator", "choquet"}, {"variant", "submodular"}},
          Json{{"operator", "choquet"}, {"variant", "k-additive"}},
          Json{{"operator", "choquet"}, {"variant", "belief"}},
          Json{{"operator", "choquet"}, {"variant", "symmetric"}}, Json{{"operator", "bilinear"}},
          Json{{"operator", "bilinear"}, {"variant", "psd"}}}) {
        const Measurement learnt =
            test::assess("supervised-linkage", original_, masked_, parameters);
        const Json details = with_about_original(learnt.details, learnt.about_original);
        const Json file = Json::parse(details.dump());
        const Measurement applied = apply(file);
        EXPECT_EQ(applied.details["links"], learnt.details["links"]) << parameters;
        EXPECT_EQ(applied.details["strict"], learnt.details["strict"]) << parameters;
        const Measurement whole =
            apply({{"kind", "attack"}, {"attacks", {{{"name", "x"}, {"details", details}}}}});
        EXPECT_EQ(whole.details["links"], learnt.details["links"]) << parameters;
    }
}

TEST_F(Parametric, EqualWeightsAreDistanceLinkage) {
    const Json linkage = test::assess("distance-linkage", original_, masked_).details;
    const Json equal = test::assess("parametric-linkage", original_, masked_).details;
    EXPECT_EQ(equal["strict"], linkage["strict"]);
    EXPECT_EQ(equal["expected"], linkage["expected"]);
    EXPECT_EQ(apply({{"weights", {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}}}}).value,
              linkage["expected"]);
    Json matrix{{"columns", {"a", "b", "c", "d"}}, {"rows", Json::array()}};
    for (int l = 0; l < 4; ++l) {
        Json row = Json::array();
        for (int h = 0; h < 4; ++h) row.push_back(l == h ? 1 : 0);
        matrix["rows"].push_back(row);
    }
    EXPECT_EQ(apply({{"matrix", matrix}}).value, linkage["expected"]);
}

// Two known people share the nearest released record; each released record has one nearest person.
TEST_F(Parametric, DirectionsDiffer) {
    const Table people = test::numeric_table({{"a", {0, 1, 10}}});
    const Table release = test::numeric_table({{"a", {0.4, 6.5, 9}}});
    const auto found = [&](const char* direction) {
        return test::assess("parametric-linkage", people, release, {{"direction", direction}})
            .details;
    };
    // Standardised: people -0.67, -0.48, 1.15; release -1.11, 0.27, 0.84.
    EXPECT_EQ(found("to-release")["lax"], 100.0 * 2 / 3);  // 0 -> 0.4, 1 -> 0.4 (wrong), 10 -> 9
    EXPECT_EQ(found("from-release")["lax"], 100.0);        // 0.4 -> 0, 6.5 -> 1, 9 -> 10
}

TEST_F(Parametric, SetsAndTheirMoebiusTransformSayTheSame) {
    const Json measure{{"a", 0.4}, {"b", 0.5}, {"a + b", 1.0}};
    const Json moebius{{"a", 0.4}, {"b", 0.5}, {"a + b", 0.1}};
    EXPECT_EQ(apply({{"measure", measure}}).details["strict"],
              apply({{"moebius", moebius}}).details["strict"]);
    EXPECT_EQ(apply({{"measure", measure}}).warnings.size(), 1U);  // c and d have no part
}

TEST_F(Parametric, WhatIsWrongIsSaid) {
    const auto parts = [](const std::vector<int>& masks, const std::vector<std::string>& columns,
                          std::size_t parameters) {
        return Json{{"family", "choquet-partition"},
                    {"parts", masks},
                    {"columns", columns},
                    {"parameters", std::vector<double>(parameters, 1.0)}};
    };
    EXPECT_EQ(problem(parts({1, 2}, {"a", "b"}, 2)), "");
    EXPECT_EQ(problem({{"weights", {{"a", 1}}}}), "");
    for (const Json& bad :
         {Json{{"weights", {{"a", -1}}}}, Json{{"weights", {{"a", "much"}}}}, Json{{"weights", 3}},
          Json{{"weights", Json::object()}}, Json{{"owa", Json::array()}},
          Json{{"measure", {{"a", 1}, {"b", 1}}}},  // a + b is lacking
          Json{{"measure", {{"a", 1}, {"a + b", 1}}}},
          Json{{"matrix", {{"columns", {"a", "b"}}, {"rows", {{1, 2}, {3, 1}}}}}},
          Json{{"matrix", {{"columns", {"a", "b"}}, {"rows", {{1, 2}}}}}},
          Json{{"family", "cosine"}, {"parameters", {1}}, {"columns", {"a"}}},
          Json{{"family", "choquet"}, {"parameters", {1}}, {"columns", {"a", "b"}}},
          Json{{"family", "choquet"},
               {"parameters", {0.5, 0.5, 0}},
               {"columns", {"a", "b"}},
               {"integral", "sugeno"}},
          // Parts beyond the columns, that overlap, and that lack one.
          parts({1 << 29}, {"a"}, 1), parts({3, 2}, {"a", "b"}, 4), parts({1}, {"a", "b"}, 1),
          parts({}, {"a"}, 0), Json{{"attacks", Json::array()}}, Json{{"something", 1}},
          Json("no table"), Json(3)}) {
        EXPECT_NE(problem(bad), "") << bad;
    }
    EXPECT_THROW(apply({{"weights", {{"z", 1}}}}), Error);
    EXPECT_THROW(apply({{"owa", {1, 2}}}), Error);
}

TEST_F(Parametric, FilesAreRead) {
    test::TemporaryFolder folder;
    const auto load = [&](const std::string& name, const std::string& content) {
        std::ofstream(folder.file(name)) << content;
        Json parameters{{"distance", name}};
        release::load_parameter_files(*find_method("parametric-linkage"), parameters,
                                      folder.path());
        return test::assess("parametric-linkage", original_, masked_, parameters).value;
    };
    const double expected = apply({{"weights", {{"a", 3}, {"b", 1}}}}).value;
    EXPECT_EQ(load("w.csv", "column,weight\na,3\nb,1\n"), expected);
    EXPECT_EQ(load("w.json", R"({"weights": {"a": 3, "b": 1}})"), expected);
    EXPECT_EQ(load("m.csv", "column,a,b\na,3,0\nb,0,1\n"), expected);
    EXPECT_THROW(load("bad.json", "{"), Error);
    EXPECT_THROW(load("bad.csv", "a,b,c\n1,2,3\n"), Error);
    EXPECT_THROW(load("bad.txt", ""), Error);
}

}  // namespace
}  // namespace lethe
