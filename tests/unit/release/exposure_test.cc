#include "lethe/release/assess/exposure.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "assess.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/file.h"
#include "lethe/method/publication.h"

namespace lethe::release {
namespace {

Table exposure_people(const std::vector<std::string>& town, const std::vector<std::string>& sex,
                      const std::vector<std::string>& job) {
    return Table({Column::from_texts("town", Kind::nominal, town),
                  Column::from_texts("sex", Kind::nominal, sex),
                  Column::from_texts("job, title", Kind::nominal, job)});
}

// The first is alone by town, the second by sex and job, the others are two and two alike.
Table six() {
    return exposure_people({"a", "b", "b", "b", "b", "b"}, {"m", "f", "m", "m", "f", "f"},
                           {"x", "x", "x", "x", "y", "y"});
}

ExposureTable exposed(const Table& original, const Table& masked,
                      const std::vector<PrivateResult>& results = {}, std::int64_t worst = 100) {
    const Comparable pair = make_comparable(original, masked, original.names(), {});
    return exposures(pair, {}, results, Random(1), test::threads(2), {.worst = worst});
}

TEST(Exposure, OfTheOnesThatAreAlone) {
    const ExposureTable table = exposed(six(), six());
    EXPECT_EQ(table.class_size, (std::vector<std::int64_t>{1, 1, 2, 2, 2, 2}));
    EXPECT_EQ(table.exposure, (std::vector<double>{1, 1, 0.5, 0.5, 0.5, 0.5}));
    EXPECT_EQ(table.attacks,
              (std::vector<std::string>{"distance-linkage", "reidentification-risk"}));
    EXPECT_EQ(table.attack, std::vector<std::int32_t>(6, 0));
    ASSERT_EQ(table.worst.size(), 6U);
    EXPECT_EQ(table.worst[0].row, 0);
    EXPECT_EQ(table.worst[0].unique_on, (std::vector<std::vector<std::string>>{{"town"}}));
    EXPECT_EQ(table.worst[1].row, 1);
    EXPECT_EQ(table.worst[1].unique_on,
              (std::vector<std::vector<std::string>>{{"sex", "job, title"}}));
    EXPECT_TRUE(table.worst[2].unique_on.empty());
    // Without the town the first is one of three men who do x.
    EXPECT_EQ(table.worst[0].linked_by, std::vector<std::string>{"town"});
}

TEST(Exposure, WhoIsFoundIsPrivate) {
    const Json told = to_json(exposed(six(), six()));
    ASSERT_EQ(told["private_worst"].size(), 6U);
    EXPECT_EQ(told["private_worst"][0], (Json{{"row", 1},
                                              {"class_size", 1},
                                              {"exposure", 1.0},
                                              {"attack", "distance-linkage"},
                                              {"unique_on", {{"town"}}},
                                              {"linked_by", {"town"}}}));
    EXPECT_TRUE(published(told).empty());
    // Whom no attack finds is not among them.
    const std::vector<PrivateResult> nobody{
        {"distance-linkage",
         Json::object(),
         {{"exposure", {{"original", {1, 2}}, {"exposure", {0.0, 0.5}}}}}}};
    const Json one = to_json(exposed(six(), six(), nobody));
    ASSERT_EQ(one["private_worst"].size(), 1U);
    EXPECT_EQ(one["private_worst"][0]["row"], 2);
}

TEST(Exposure, TheLargestChanceOfAllAttacksCounts) {
    const std::vector<PrivateResult> results{
        {"uniqueness", Json::object(), {{"rows", 3}}},
        {"distance-linkage",
         {{"distance", "standardised"}, {"links", false}, {"exposure", true}},
         {{"exposure", {{"original", {1, 2, 3}}, {"exposure", {0.5, 0.25, 0.0}}}}}},
        {"distance-linkage",
         {{"distance", "mahalanobis"}, {"links", false}, {"exposure", true}},
         {{"exposure", {{"original", {1, 2, 4}}, {"exposure", {0.5, 1.0, 0.125}}}}}}};
    const ExposureTable table = exposed(six(), six(), results, 2);
    EXPECT_EQ(table.exposure, (std::vector<double>{0.5, 1, 0, 0.125, 0, 0}));
    EXPECT_EQ(table.attacks, (std::vector<std::string>{"distance-linkage",
                                                       "distance-linkage distance=mahalanobis"}));
    EXPECT_EQ(table.attack, (std::vector<std::int32_t>{0, 1, -1, 1, -1, -1}));
    ASSERT_EQ(table.worst.size(), 2U);
    EXPECT_EQ(table.worst[0].row, 1);
    EXPECT_EQ(table.worst[1].row, 0);
}

TEST(Exposure, OfDroppedRowsIsNone) {
    const Table original = six();
    const std::vector<std::int64_t> origin{4, 1};
    const Table masked = original.gather(origin);
    Scenario scenario;
    scenario.origin = origin;
    const Comparable pair = make_comparable(original, masked, original.names(), origin);
    const ExposureTable table = exposures(pair, scenario, {}, Random(1), test::threads(1));
    EXPECT_EQ(table.class_size, (std::vector<std::int64_t>{0, 1, 0, 0, 1, 0}));
    EXPECT_EQ(table.exposure[0], 0);
    EXPECT_EQ(table.attack[0], -1);
    EXPECT_EQ(table.exposure[1], 1);
    EXPECT_EQ(table.exposure[4], 1);
}

TEST(Exposure, JoinsWithTheDataByRow) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("exposure.csv");
    write_exposure_csv(path, exposed(six(), six()));
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    const std::string text = read_file(path);
    EXPECT_TRUE(
        text.starts_with("row,class_size,exposure,attack,unique_on,linked_by\n"
                         "1,1,1,distance-linkage,town,town\n"
                         "2,1,1,distance-linkage,\"sex+job, title\","))
        << text;
    const Table read = read_table(test::threads(1), path, {});
    EXPECT_EQ(read.rows(), 6);
    EXPECT_EQ(read.column("unique_on").text(1), "sex+job, title");
}

TEST(Exposure, IsTheSameForAnyNumberOfThreads) {
    const Table original = test::random_table(Random(1), 200, 4, 9);
    const Table masked = test::random_table(Random(2), 200, 4, 9);
    const Comparable pair = make_comparable(original, masked, {}, {});
    const auto csv = [&](int threads) {
        return exposure_csv(exposures(pair, {}, {}, Random(1), test::threads(threads)));
    };
    EXPECT_EQ(csv(1), csv(3));
}

}  // namespace
}  // namespace lethe::release
