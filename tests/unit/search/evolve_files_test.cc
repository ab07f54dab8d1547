#include "lethe/search/evolve/evolve_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "lethe/core/error.h"
#include "lethe/search/evolve/first_population.h"
#include "support.h"

namespace lethe::search {
namespace {

using testing::HasSubstr;

Table evolve_files_people(std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    for (const auto& [name, kind, domain] :
         {std::tuple("age", Kind::ordinal, 6), std::tuple("job", Kind::nominal, 5),
          std::tuple("town", Kind::nominal, 9)}) {
        Dictionary dictionary;
        for (int i = 0; i < domain; ++i) dictionary.push_back(name + std::to_string(i));
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < rows; ++row) {
            const double u = Random(5).stream(name).at(row).uniform();
            codes.push_back(static_cast<std::int32_t>(u * std::sqrt(u) * domain));
        }
        columns.push_back(
            Column::categories(name, kind, std::move(codes),
                               std::make_shared<const Dictionary>(std::move(dictionary))));
    }
    return Table(std::move(columns));
}

FileEvolutionOptions small_search(std::int64_t generations) {
    FileEvolutionOptions options;
    options.columns = {"age", "job", "town"};
    options.start = {{"mdav", {{"k", 2}}},           {"mdav", {{"k", 3}}},
                     {"mdav", {{"k", 5}}},           {"mdav", {{"k", 8}}},
                     {"rank-swapping", {{"p", 10}}}, {"resampling", {{"samples", 1}}},
                     {"global-median", {{"k", 3}}},  {"global-median", {{"k", 6}}}};
    options.breeding.stop = {generations, 0, 0};
    return options;
}

// What a run found, without how long it took.
Json evolve_files_found(const EvolvedFile& evolved) {
    Json result = evolved.result;
    result.erase("seconds");
    return result;
}

TEST(EvolveFiles, TheBestNeverGetsWorseAndTheMeanImproves) {
    const Table table = evolve_files_people(200);
    for (const Aim::Kind kind : {Aim::Kind::mean, Aim::Kind::max, Aim::Kind::weighted}) {
        FileEvolutionOptions options = small_search(60);
        options.aim = {kind, 0.7};
        const EvolvedFile evolved = evolve_file(test::threads(2), table, options, Random(1));
        const Json& history = evolved.result["history"];
        for (std::size_t i = 1; i < history.size(); ++i) {
            EXPECT_LE(history[i]["best"], history[i - 1]["best"]);
            EXPECT_LE(history[i]["mean"], history[i - 1]["mean"]);
        }
        EXPECT_LT(evolved.result["best"]["score"], evolved.result["start"]["score"]);
        EXPECT_LT(history.back()["mean"], evolved.result["start"]["mean"]);
    }
}

TEST(EvolveFiles, TheBestFileHasTheScoreThatIsSaid) {
    const Table table = evolve_files_people(120);
    const FileEvolutionOptions options = small_search(20);
    const EvolvedFile evolved = evolve_file(test::threads(2), table, options, Random(2));
    const FileFitness fitness(Context(), table, options.columns);
    const FileScore score = fitness.evaluate(fitness.original().coded(evolved.best)).score();
    EXPECT_EQ(Aim{}.of(score), evolved.result["best"]["score"].get<double>());
    EXPECT_EQ(score.risk(), evolved.result["best"]["risk"].get<double>());
}

TEST(EvolveFiles, ThreadsDoNotMatterAndTheSeedDoes) {
    const Table table = evolve_files_people(80);
    const FileEvolutionOptions options = small_search(15);
    const EvolvedFile one = evolve_file(test::threads(1), table, options, Random(3));
    const EvolvedFile two = evolve_file(test::threads(3), table, options, Random(3));
    const EvolvedFile other = evolve_file(test::threads(1), table, options, Random(4));
    EXPECT_EQ(evolve_files_found(one), evolve_files_found(two));
    EXPECT_NE(evolve_files_found(one), evolve_files_found(other));
}

TEST(EvolveFiles, AnInterruptedRunEndsAsIfItHadNotBeen) {
    const Table table = evolve_files_people(80);
    for (const Selection selection : {Selection::proportional, Selection::tournament}) {
        FileEvolutionOptions options = small_search(30);
        options.breeding.selection = selection;
        options.breeding.points = selection == Selection::tournament ? 1 : 2;
        const EvolvedFile whole = evolve_file(test::threads(2), table, options, Random(5));
        Json checkpoint;
        options.breeding.stop.generations = 12;
        evolve_file(test::threads(2), table, options, Random(5), std::nullopt,
                    [&](const EvolutionLog&, const CheckpointMaker& make) { checkpoint = make(); });
        options.breeding.stop.generations = 30;
        const EvolvedFile resumed = evolve_file(test::threads(2), table, options, Random(5),
                                                Json::parse(checkpoint.dump()));
        EXPECT_EQ(evolve_files_found(whole), evolve_files_found(resumed));
    }
}

// Every way of breeding that can be asked for.
std::vector<FileEvolutionOptions> ways_of_breeding(std::int64_t generations) {
    std::vector<FileEvolutionOptions> ways(8, small_search(generations));
    ways[0].breeding.points = 7;
    ways[1].breeding.crossover = FileCrossover::uniform;
    ways[1].breeding.uniform_p = 0.8;
    ways[2].mutation = {3, true};
    ways[3].breeding.operators = Operators::both;
    ways[4].breeding.adapt = true;
    ways[5].breeding.succession = FileSuccession::generational;
    ways[6].breeding.succession = FileSuccession::generational;
    ways[6].breeding.gap = 0.25;
    ways[6].breeding.elite = 3;
    ways[7].breeding.duplicates = false;
    return ways;
}

TEST(EvolveFiles, EveryWayOfBreedingImprovesAndCanBeInterrupted) {
    const Table table = evolve_files_people(80);
    for (FileEvolutionOptions options : ways_of_breeding(30)) {
        const EvolvedFile whole = evolve_file(test::threads(2), table, options, Random(5));
        EXPECT_LT(whole.result["best"]["score"], whole.result["start"]["score"]);
        Json checkpoint;
        options.breeding.stop.generations = 12;
        evolve_file(test::threads(2), table, options, Random(5), std::nullopt,
                    [&](const EvolutionLog&, const CheckpointMaker& make) { checkpoint = make(); });
        options.breeding.stop.generations = 30;
        const EvolvedFile resumed = evolve_file(test::threads(1), table, options, Random(5),
                                                Json::parse(checkpoint.dump()));
        EXPECT_EQ(evolve_files_found(whole), evolve_files_found(resumed));
    }
}

TEST(EvolveFiles, EveryWayOfBreedingKeepsK) {
    const Table table = evolve_files_people(80);
    for (FileEvolutionOptions options : ways_of_breeding(15)) {
        options.keep_k = 3;
        const EvolvedFile evolved = evolve_file(test::threads(2), table, options, Random(5));
        EXPECT_GE(evolved.result["kept"]["smallest"].get<int>(), 3);
    }
}

TEST(EvolveFiles, TheShareOfMutationsAdaptsAndIsTold) {
    FileEvolutionOptions options = small_search(20);
    options.breeding.adapt = true;
    const Json history =
        evolve_file(Context(), evolve_files_people(80), options, Random(1)).result["history"];
    EXPECT_NE(history.back()["mutation"], 0.5);
    for (std::size_t i = 1; i < history.size(); ++i) {
        EXPECT_GE(history[i]["mutation"], 0.05);
        EXPECT_LE(history[i]["mutation"], 0.95);
    }
}

TEST(EvolveFiles, WithAGapTheBestStayAndTheOthersMayGetWorse) {
    FileEvolutionOptions options = small_search(40);
    options.breeding.succession = FileSuccession::generational;
    options.breeding.elite = 0;
    const Table table = evolve_files_people(80);
    const Json free = evolve_file(Context(), table, options, Random(1)).result["history"];
    bool worse = false;
    for (std::size_t i = 1; i < free.size(); ++i) worse |= free[i]["mean"] > free[i - 1]["mean"];
    EXPECT_TRUE(worse);
    // With all but one in the elite, a generation brings one child.
    options.breeding.elite = 7;
    const Json one = evolve_file(Context(), table, options, Random(1)).result;
    EXPECT_LE(one["evaluations"].get<int>(), 8 + 2 * 40);
}

TEST(EvolveFiles, StopsByEvaluationsByTargetAndByDiversity) {
    const Table table = evolve_files_people(80);
    FileEvolutionOptions options = small_search(1000);
    options.breeding.stop.evaluations = 100;
    Json result = evolve_file(Context(), table, options, Random(1)).result;
    EXPECT_EQ(result["stopped_by"], "evaluations");
    EXPECT_GE(result["evaluations"], 100);
    EXPECT_LT(result["evaluations"], 100 + 2 * 8);
    const double start = result["start"]["score"];
    options.breeding.stop.evaluations = 0;
    options.breeding.stop.target = start - 0.2;
    result = evolve_file(Context(), table, options, Random(1)).result;
    EXPECT_EQ(result["stopped_by"], "target");
    EXPECT_LE(result["best"]["score"], start - 0.2);
    options.breeding.stop.target = 0;
    options.breeding.stop.diversity = 5;
    result = evolve_file(Context(), table, options, Random(1)).result;
    EXPECT_EQ(result["stopped_by"], "diversity");
    EXPECT_LE(result["history"].back()["diversity"], 5);
    EXPECT_GT(result["history"].front()["diversity"], 5);
}

TEST(EvolveFiles, ACheckpointOfAnotherRunIsRefused) {
    const Table table = evolve_files_people(60);
    FileEvolutionOptions options = small_search(2);
    Json checkpoint;
    evolve_file(Context(), table, options, Random(5), std::nullopt,
                [&](const EvolutionLog&, const CheckpointMaker& make) { checkpoint = make(); });
    EXPECT_THROW(evolve_file(Context(), table, options, Random(6), checkpoint), Error);
    options.breeding.mutation = 0.9;
    EXPECT_THROW(evolve_file(Context(), table, options, Random(5), checkpoint), Error);
    EXPECT_THROW(evolve_file(Context(), table, options, Random(5), Json::object()), Error);
}

TEST(EvolveFiles, WithoutGenerationsNothingChanges) {
    const EvolvedFile evolved =
        evolve_file(Context(), evolve_files_people(60), small_search(0), Random(1));
    EXPECT_EQ(evolved.result["best"]["score"], evolved.result["start"]["score"]);
    EXPECT_EQ(evolved.result["evaluations"], evolved.result["start"]["files"]);
}

TEST(EvolveFiles, WithoutTheBestOfTheStart) {
    const Table table = evolve_files_people(100);
    FileEvolutionOptions options = small_search(0);
    const Json all = evolve_file(Context(), table, options, Random(1)).result["start"];
    options.without_best = 0.25;
    const Json without = evolve_file(Context(), table, options, Random(1)).result["start"];
    EXPECT_EQ(all["files"].get<int>() - without["files"].get<int>(), 2);
    EXPECT_GT(without["score"], all["score"]);
}

TEST(EvolveFiles, NumbersImproveToo) {
    const Table table = test::random_table(Random(7), 80, 3);
    FileEvolutionOptions options;
    options.columns = table.names();
    options.start = {{"mdav", {{"k", 3}}}, {"noise", {{"p", 10}}}, {"rank-swapping", {{"p", 10}}}};
    options.breeding.stop = {80, 0, 0};
    const EvolvedFile evolved = evolve_file(test::threads(2), table, options, Random(1));
    EXPECT_LT(evolved.result["best"]["score"], evolved.result["start"]["score"]);
}

TEST(EvolveFiles, BadInputIsSaid) {
    const auto says = [](const Table& table, const FileEvolutionOptions& options,
                         const std::string& text) {
        try {
            evolve_file(Context(), table, options, Random(1));
            FAIL() << text;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(text));
        }
    };
    FileEvolutionOptions options = small_search(1);
    const Table table = evolve_files_people(30);
    const Table mixed = Table({table.column_ptr("age"), table.column_ptr("job"),
                               Column::numeric("town", std::vector<double>(30, 1.0))});
    says(mixed, options, "holds one number only");
    options.columns = {"job"};
    const std::vector<std::string> same(30, "x"), none(30, "");
    says(Table({Column::from_texts("job", Kind::nominal, same)}), options, "single category");
    options.start = {{"no-such-method", Json::object()}};
    says(table, options, "no masking method \"no-such-method\"");
    options.start = {{"sampling", {{"fraction", 0.5}}}};
    says(table, options, "drops records");
    Validity empty(30);
    for (int i = 0; i < 30; ++i) empty.set_missing(i);
    says(Table(
             {Column::categories("job", Kind::nominal, std::vector<std::int32_t>(30, 0),
                                 std::make_shared<const Dictionary>(Dictionary{"x", "y"}), empty)}),
         options, "holds no value");
}

TEST(FirstPopulation, WhatCannotBeDoneIsLeftOutWithAWord) {
    const Table table = evolve_files_people(40);
    const std::vector<std::string> columns{"job"};
    const std::vector<release::Choice> choices{{"mdav", {{"k", 3}}}, {"noise", Json::object()}};
    const FirstPopulation population =
        first_population(Context(), table, columns, choices, Random(1));
    ASSERT_EQ(population.files.size(), 1U);
    EXPECT_EQ(population.files[0].label, "mdav k=3");
    ASSERT_EQ(population.failed.size(), 1U);
    EXPECT_EQ(population.failed[0]["label"], "noise");
}

TEST(FirstPopulation, TheUsualChoicesBind) {
    for (const auto& choices : {category_choices(), number_choices()})
        EXPECT_GE(choices.size(), 40U);
    const Table table = evolve_files_people(60);
    const FirstPopulation population =
        first_population(test::threads(2), table, table.names(), category_choices(), Random(1));
    EXPECT_GE(population.files.size(), 60U);
    for (const Json& failed : population.failed) {
        EXPECT_THAT(failed["error"].get<std::string>(), testing::Not(HasSubstr("no masking")))
            << failed.dump();
    }
}

// People who share their values with fewest others, text by text.
std::int64_t fewest(const Table& table, const std::vector<std::string>& columns) {
    std::map<std::vector<std::string>, std::int64_t> counts;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        std::vector<std::string> key;
        for (const std::string& name : columns) {
            const Column& column = table.column(name);
            key.push_back(column.valid(row) ? column.text(row) : "(missing)");
        }
        ++counts[key];
    }
    std::int64_t least = table.rows();
    for (const auto& [key, count] : counts) least = std::min(least, count);
    return least;
}

TEST(EvolveFiles, AGuaranteeIsKeptAndTheScoreStillImproves) {
    const Table table = evolve_files_people(200);
    FileEvolutionOptions options = small_search(60);
    for (const std::int64_t k : {2, 5}) {
        options.keep_k = k;
        const EvolvedFile evolved = evolve_file(test::threads(2), table, options, Random(1));
        EXPECT_GE(fewest(evolved.best, options.columns), k);
        EXPECT_LT(evolved.result["best"]["score"], evolved.result["start"]["score"]);
        EXPECT_EQ(evolved.result["kept"]["k"], k);
        EXPECT_GE(evolved.result["kept"]["smallest"], k);
        const EvolvedFile alone = evolve_file(test::threads(1), table, options, Random(1));
        EXPECT_EQ(evolve_files_found(evolved), evolve_files_found(alone));
    }
}

TEST(EvolveFiles, WhatIsKnownBesideCounts) {
    const Table table = evolve_files_people(200);
    FileEvolutionOptions options = small_search(20);
    options.columns = {"job", "town"};
    options.also_known = {"age"};
    options.keep_k = 3;
    const EvolvedFile evolved = evolve_file(Context(), table, options, Random(1));
    EXPECT_GE(fewest(evolved.best, {"age", "job", "town"}), 3);
    EXPECT_EQ(evolved.result["kept"]["columns"], (Json{"job", "town", "age"}));
    options.keep_k = 60;
    EXPECT_THAT([&] { evolve_file(Context(), table, options, Random(1)); },
                testing::Throws<Error>(
                    testing::Property(&Error::what, HasSubstr("k = 60 cannot be kept: by age"))));
}

TEST(EvolveFiles, AnInterruptedRunKeepsItsGuaranteeAndASpoiltOneIsRefused) {
    const Table table = evolve_files_people(60);
    FileEvolutionOptions options = small_search(20);
    options.keep_k = 3;
    const EvolvedFile whole = evolve_file(Context(), table, options, Random(5));
    options.breeding.stop.generations = 8;
    Json checkpoint;
    evolve_file(Context(), table, options, Random(5), std::nullopt,
                [&](const EvolutionLog&, const CheckpointMaker& make) { checkpoint = make(); });
    options.breeding.stop.generations = 20;
    EXPECT_EQ(evolve_files_found(whole),
              evolve_files_found(evolve_file(Context(), table, options, Random(5), checkpoint)));
    std::string genome = checkpoint["state"]["population"][0]["genome"];
    genome.replace(0, 12, genome.substr(0, 12) == "000400020003" ? "000500020004" : "000400020003");
    checkpoint["state"]["population"][0]["genome"] = genome;
    EXPECT_THROW(evolve_file(Context(), table, options, Random(5), checkpoint), Error);
}

TEST(EvolveFiles, NumbersKeepAGuaranteeToo) {
    std::vector<ColumnPtr> columns;
    for (const char* name : {"a", "b"}) {
        std::vector<double> values;
        for (std::int64_t row = 0; row < 60; ++row) {
            values.push_back(std::floor(1000 * Random(7).stream(name).at(row).uniform()));
        }
        columns.push_back(Column::numeric(name, std::move(values)));
    }
    const Table table(std::move(columns));
    FileEvolutionOptions options;
    options.columns = {"a", "b"};
    options.start = {{"mdav", {{"k", 3}}}, {"mdav", {{"k", 4}}}, {"mdav", {{"k", 6}}}};
    options.breeding.stop = {40, 0, 0};
    options.keep_k = 3;
    const EvolvedFile evolved = evolve_file(Context(), table, options, Random(2));
    EXPECT_GE(fewest(evolved.best, options.columns), 3);
    EXPECT_LT(evolved.result["best"]["score"], evolved.result["start"]["score"]);
}

}  // namespace
}  // namespace lethe::search
