// Searches for PRAM matrices and formulas, on small files of dependent categories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/error.h"
#include "lethe/search/evolve/evolve_formula.h"
#include "lethe/search/evolve/evolve_matrices.h"
#include "lethe/search/evolve/pram_fitness.h"
#include "support.h"

namespace lethe::search {
namespace {

Table make_table(std::uint64_t seed, std::int64_t rows = 120) {
    const std::vector<std::int32_t> domains{4, 3, 6};
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < domains.size(); ++j) {
        Dictionary dictionary;
        for (std::int32_t i = 0; i <= domains[j]; ++i) dictionary.push_back(std::to_string(i));
        std::vector<std::int32_t> codes;
        Validity validity(rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            Draws common = Random(seed).stream("common").at(row);
            Draws own = Random(seed).stream("own").at(row * 3 + static_cast<std::int64_t>(j));
            const double u = own.uniform() < 0.4 ? common.uniform() : own.uniform();
            codes.push_back(static_cast<std::int32_t>(u * u * domains[j]));
            if (j == 1 && row % 17 == 0) {
                validity.set_missing(row);
                codes.back() = 0;
            }
        }
        columns.push_back(Column::categories(
            std::string(1, static_cast<char>('a' + j)), j == 2 ? Kind::nominal : Kind::ordinal,
            std::move(codes), std::make_shared<const Dictionary>(std::move(dictionary)),
            j == 1 ? validity : Validity()));
    }
    return Table(std::move(columns));
}

EvolveMatricesOptions matrix_options() {
    EvolveMatricesOptions options;
    options.columns = {"a", "b", "c"};
    options.realisations = 2;
    options.breeding.stop.generations = 15;
    return options;
}

std::string without_seconds(Json result) {
    result.erase("seconds");
    return result.dump();
}

TEST(PramFile, DrawsByRowsAndLeavesMissingAlone) {
    const Table table = make_table(1, 4000);
    const CodedFile coded(Context(), table, table.names());
    const PramFile file(Context(), table, coded, {"a", "b"});
    ASSERT_EQ(file.frequencies()[0].size(), 4);  // the fifth category of the dictionary is unused
    const Matrices matrices{constant_diagonal(file.frequencies()[0], 0.6),
                            constant_diagonal(file.frequencies()[1], 0.3)};
    const FileCodes masked = file.masked(matrices, file.uniforms(Random(5)));
    Eigen::MatrixXd moved = Eigen::MatrixXd::Zero(4, 4);
    for (std::size_t i = 0; i < masked.size(); i += 3) {
        moved(coded.codes()[i], masked[i]) += 1;
        EXPECT_EQ(masked[i + 2], coded.codes()[i + 2]);
        EXPECT_EQ(masked[i + 1] == coded.columns()[1].missing(),
                  coded.codes()[i + 1] == coded.columns()[1].missing());
    }
    for (Eigen::Index k = 0; k < 4; ++k) {
        const double records = moved.row(k).sum();
        for (Eigen::Index l = 0; l < 4; ++l) {
            const double p = matrices[0](k, l);
            EXPECT_NEAR(moved(k, l), records * p, 5 * std::sqrt(records * p * (1 - p)) + 1e-9);
        }
    }
    EXPECT_THROW(PramFile(Context(), table,
                          CodedFile(Context(), table, std::vector<std::string>{"a"}), {"b"}),
                 Error);
}

TEST(PramFile, ASmallChangeOfAMatrixMovesFewRecords) {
    const Table table = make_table(1, 1000);
    const CodedFile coded(Context(), table, table.names());
    const PramFile file(Context(), table, coded, {"a"});
    TransitionMatrix matrix = rounded_rows(constant_diagonal(file.frequencies()[0], 0.6), 1000);
    const auto uniforms = file.uniforms(Random(5));
    const FileCodes before = file.masked({matrix}, uniforms);
    matrix(0, 0) -= 0.02;
    matrix(0, 1) += 0.02;
    const FileCodes after = file.masked({matrix}, uniforms);
    int changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] == after[i] ? 0 : 1;
    EXPECT_GT(changed, 0);
    EXPECT_LT(changed, 0.05 * file.frequencies()[0][0] + 5);
}

TEST(PramFile, ScoreIsTheMeanOfRealisations) {
    const Table table = make_table(2);
    const FileFitness measures(Context(), table, table.names());
    const PramFile file(Context(), table, measures.original(), table.names());
    Matrices matrices;
    for (const Frequencies& one : file.frequencies())
        matrices.push_back(constant_diagonal(one, 0.5));
    const Aim aim{Aim::Kind::max};
    const GenomeScore score = PramFitness(file, score_judge(measures, aim), 3, Random(9))(matrices);
    double risk = 0, loss = 0;
    for (std::uint64_t i = 0; i < 3; ++i) {
        const FileScore one =
            measures.evaluate(file.masked(matrices, file.uniforms(Random(9).part(i)))).score();
        risk += one.risk() / 3;
        loss += one.loss() / 3;
    }
    EXPECT_NEAR(score.parts["risk"].get<double>(), risk, 1e-9);
    EXPECT_NEAR(score.parts["loss"].get<double>(), loss, 1e-9);
    EXPECT_NEAR(score.score, std::max(risk, loss), 1e-9);
}

TEST(EvolveMatrices, BeatsTheClassicalMatricesAndSaysHow) {
    const Json result = evolve_matrices(Context(), make_table(3), matrix_options(), Random(1));
    EXPECT_EQ(result["kind"], "evolution");
    EXPECT_EQ(result["what"], "pram-matrices");
    EXPECT_LT(result["best"]["score"], result["start"]["score"]);
    EXPECT_EQ(result["history"].size(), 16u);
    EXPECT_EQ(result["history"].back()["best"], result["best"]["score"]);
    EXPECT_EQ(result["population_first"].size(), 18u);
    EXPECT_EQ(result["population_last"].size(), 18u);
    EXPECT_EQ(result["stopped_by"], "generations");
    EXPECT_TRUE(result["best"]["fresh"].contains("risk"));
    EXPECT_FALSE(result["start"]["label"].get<std::string>().empty());
    const Json& matrix = result["best"]["about_original"]["matrices"]["c"];
    EXPECT_EQ(matrix["categories"].size(), 6u);
    for (const Json& row : matrix["rows"]) {
        double sum = 0;
        for (const Json& entry : row) sum += entry.get<double>();
        EXPECT_NEAR(sum, 1, 1e-9);
    }
}

TEST(EvolveMatrices, TheSameOnThreadsAndWhenResumed) {
    const Table table = make_table(3);
    EvolveMatricesOptions options = matrix_options();
    const std::string whole =
        without_seconds(evolve_matrices(test::threads(3), table, options, Random(1)));
    std::optional<Json> saved;
    const Json alone =
        evolve_matrices(Context(), table, options, Random(1), std::nullopt,
                        [&](const EvolutionLog& log, const CheckpointMaker& checkpoint) {
                            if (log.generation() == 6) saved = Json::parse(checkpoint().dump());
                        });
    EXPECT_EQ(without_seconds(alone), whole);
    ASSERT_TRUE(saved);
    EXPECT_EQ(without_seconds(evolve_matrices(Context(), table, options, Random(1), saved)), whole);
    EXPECT_THROW(evolve_matrices(Context(), table, options, Random(2), saved), Error);
    for (const char* part : {"/state/population/3/genome/1/0/0", "/state/best/genome/0/1"}) {
        Json spoilt = *saved;
        spoilt[Json::json_pointer(part)] = 7;
        EXPECT_THROW(evolve_matrices(Context(), table, options, Random(1), spoilt), Error) << part;
    }
    for (const char* part : {"/state/population", "/state/first", "/state/log/history",
                             "/state/best/genome", "/state/population/0/genome/2"}) {
        Json spoilt = *saved;
        spoilt[Json::json_pointer(part)] = Json::array();
        EXPECT_THROW(evolve_matrices(Context(), table, options, Random(1), spoilt), Error) << part;
    }
    options.realisations = 3;
    EXPECT_THROW(evolve_matrices(Context(), table, options, Random(1), saved), Error);
    EXPECT_THROW(evolve_matrices(Context(), table, options, Random(1), Json(5)), Error);
}

TEST(EvolveMatrices, OneColumnInvariantWithinBounds) {
    const Table table = make_table(4);
    EvolveMatricesOptions options = matrix_options();
    options.columns = {"c"};
    options.measured = {"a", "c"};
    options.aim.kind = Aim::Kind::max;
    options.breeding.invariant = true;
    options.breeding.diagonal = {0.3, 0.9};
    const Json result = evolve_matrices(Context(), table, options, Random(1));
    EXPECT_LE(result["best"]["score"], result["start"]["score"]);
    const CodedFile coded(Context(), table, std::vector<std::string>{"c"});
    const PramFile file(Context(), table, coded, {"c"});
    const Matrices best = GenomeJson<Matrices>::load(
        Json::array({result["best"]["about_original"]["matrices"]["c"]["rows"]}));
    const Frequencies& t = file.frequencies()[0];
    EXPECT_LE((expected_frequencies(best[0], t) - t).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_GE(best[0].diagonal().minCoeff(), 0.3 - 1e-9);
    EXPECT_LE(best[0].diagonal().maxCoeff(), 0.9 + 1e-9);
}

TEST(EvolveMatrices, RefusesWhatItCannotDo) {
    const Table table = make_table(4);
    EvolveMatricesOptions options = matrix_options();
    options.columns = {};
    EXPECT_THROW(evolve_matrices(Context(), table, options, Random(1)), Error);
    options.columns = {"a"};
    options.measured = {"b"};
    EXPECT_THROW(evolve_matrices(Context(), table, options, Random(1)), Error);
    options.measured = {};
    options.realisations = 0;
    EXPECT_THROW(evolve_matrices(Context(), table, options, Random(1)), Error);
}

// Six records of two columns; the first and the last change their v.
TEST(BivariateJudge, ByHand) {
    const auto column = [](const std::string& name, std::vector<std::int32_t> codes) {
        return Column::categories(name, Kind::nominal, std::move(codes),
                                  std::make_shared<const Dictionary>(Dictionary{"no", "yes"}));
    };
    const Table table({column("v", {0, 0, 0, 0, 0, 1}), column("w", {0, 0, 0, 0, 1, 1})});
    const CodedFile file(Context(), table, table.names());
    const PramJudge judge = bivariate_judge(file, {{"v", "w"}});
    FileCodes masked = file.codes();
    masked[0] = 1;   // the first record: from a cell of 4
    masked[10] = 0;  // the last one: from a cell of 1
    // Cells 4 1 / 0 1 become 3 2 / 1 0: differences of 1 four times, over four cells.
    const auto parts = judge.parts(masked);
    EXPECT_DOUBLE_EQ(parts[2], 1);
    EXPECT_DOUBLE_EQ(judge.score(parts), 1);
    EXPECT_DOUBLE_EQ(parts[1], 100 * 4.0 / 12);
    // Statistics: expected 10/3 5/3 / 2/3 1/3 give 2.4; those of 3 2 / 1 0 give 0.6.
    EXPECT_NEAR(parts[3], 75, 1e-9);
    // Records 5 and 6 are in small cells, and 5 is kept. All three released cells are small; that
    // of record 5 in truth too.
    EXPECT_DOUBLE_EQ(parts[0], 50);
    EXPECT_NEAR(parts[4], 100.0 / 3, 1e-9);
    EXPECT_THROW(bivariate_judge(file, {}), Error);
    EXPECT_THROW(bivariate_judge(file, {{"v", "v"}}), Error);
    EXPECT_THROW(bivariate_judge(file, {{"v", "x"}}), Error);
}

TEST(EvolveMatrices, ForTheTablesOfPairs) {
    EvolveMatricesOptions options = matrix_options();
    options.columns = {"c"};
    options.bivariate = {{"c", "a"}, {"c", "b"}};
    options.breeding.diagonal = {0, 0.6};
    options.breeding.stop.generations = 60;
    const Json result = evolve_matrices(Context(), make_table(5, 300), options, Random(1));
    EXPECT_LT(result["best"]["cells"], result["start"]["cells"]);
    EXPECT_EQ(result["best"]["score"], result["best"]["cells"]);
    EXPECT_GE(result["best"]["changed"], 40 - 1e-9);
    EXPECT_EQ(result["aim"]["kind"], "bivariate");
    EXPECT_EQ(result["measured"], Json({"c", "a", "b"}));
}

TEST(EvolveMatrices, EveryWayOfBreedingImproves) {
    for (int way = 0; way < 4; ++way) {
        EvolveMatricesOptions options = matrix_options();
        options.breeding.crossover = way == 0 ? MatrixCrossover::between : MatrixCrossover::within;
        options.breeding.both = way == 1;
        options.breeding.adapt = way == 2;
        options.breeding.duplicates = way != 3;
        options.breeding.stop.generations = 40;
        const Json result = evolve_matrices(Context(), make_table(5, 200), options, Random(1));
        EXPECT_LT(result["best"]["score"], result["start"]["score"]);
        EXPECT_EQ(result["history"].back().contains("mutation"), way == 2);
    }
}

TEST(EvolveMatrices, TellsFrequenciesBeforeAndAfter) {
    EvolveMatricesOptions options = matrix_options();
    options.breeding.invariant = true;
    const Json result = evolve_matrices(Context(), make_table(5, 200), options, Random(1));
    for (const char* of : {"start", "best"}) {
        for (const auto& [column, rows] : result[of]["about_original"]["frequencies"].items()) {
            std::int64_t before = 0, after = 0;
            for (const Json& row : rows) {
                before += row["before"].get<std::int64_t>();
                after += row["after"].get<std::int64_t>();
                EXPECT_NEAR(row["expected"].get<double>(), row["before"].get<double>(), 1e-6);
            }
            EXPECT_EQ(before, after);
            EXPECT_GT(before, 0);
        }
    }
}

EvolveFormulaOptions formula_options() {
    EvolveFormulaOptions options;
    options.study.realisations = 2;
    options.programming.population = 24;
    options.programming.limits.depth = 4;
    options.programming.stop.generations = 8;
    return options;
}

std::vector<FormulaTable> two_tables() {
    return {{"first", make_table(6), {"a", "b", "c"}}, {"second", make_table(7), {"a", "c"}}};
}

TEST(EvolveFormula, IsNeverWorseThanStandardPramAtTheSameP) {
    const auto tables = two_tables();
    for (const double p : {0.1, 0.5, 0.8}) {
        for (const Aim::Kind kind : {Aim::Kind::mean, Aim::Kind::max}) {
            EvolveFormulaOptions options = formula_options();
            options.study.p = p;
            options.study.aim.kind = kind;
            options.programming.stop.generations = 3;
            const Json result = evolve_formula(Context(), tables, options, Random(1));
            EXPECT_EQ(result["start"]["formula"], "N - a - b");
            EXPECT_LE(result["best"]["score"], result["start"]["score"]);
        }
    }
}

TEST(EvolveFormula, SaysWhatItFound) {
    const auto tables = two_tables();
    const Json result = evolve_formula(Context(), tables, formula_options(), Random(1));
    EXPECT_EQ(result["what"], "pram-formula");
    EXPECT_LT(result["best"]["score"], result["start"]["score"]);
    EXPECT_EQ(result["history"].back()["best"], result["best"]["score"]);
    EXPECT_EQ(result["population_first"].size(), 24u);
    const Formula best = Formula::parse(result["best"]["formula"].get<std::string>());
    EXPECT_LE(best.depth(), 4);
    ASSERT_EQ(result["best"]["about_original"]["tables"].size(), 2u);
    double mean = 0;
    for (const Json& one : result["best"]["about_original"]["tables"])
        mean += one["score"].get<double>() / 2;
    EXPECT_NEAR(mean, result["best"]["score"].get<double>(), 1e-9);
    // The same formula judged again, by other realisations, is near; and on a table of its own.
    const std::vector<FormulaTable> unseen{{"unseen", make_table(8), {"a", "b", "c"}}};
    const Json rated = rate_formula(Context(), best, unseen, formula_options().study, Random(3));
    EXPECT_EQ(rated["tables"][0]["matrices"].size(), 3u);
    EXPECT_EQ(rated["tables"][0]["score"], rated["score"]);
}

TEST(EvolveFormula, TheSameOnThreadsAndWhenResumed) {
    const auto tables = two_tables();
    const EvolveFormulaOptions options = formula_options();
    const std::string whole =
        without_seconds(evolve_formula(test::threads(3), tables, options, Random(4)));
    std::optional<Json> saved;
    evolve_formula(Context(), tables, options, Random(4), std::nullopt,
                   [&](const EvolutionLog& log, const CheckpointMaker& checkpoint) {
                       if (log.generation() == 3) saved = Json::parse(checkpoint().dump());
                   });
    ASSERT_TRUE(saved);
    EXPECT_EQ(without_seconds(evolve_formula(Context(), tables, options, Random(4), saved)), whole);
    EXPECT_THROW(evolve_formula(Context(), tables, options, Random(5), saved), Error);
}

TEST(EvolveFormula, WithAFreeDiagonal) {
    const auto tables = two_tables();
    EvolveFormulaOptions options = formula_options();
    options.study.diagonal = FormulaDiagonal::free;
    const Json result = evolve_formula(Context(), tables, options, Random(1));
    EXPECT_EQ(result["diagonal"], "free");
    EXPECT_LE(result["history"].back()["best"], result["history"].front()["best"]);
    EXPECT_THROW(evolve_formula(Context(), {}, options, Random(1)), Error);
    options.study.p = 1.5;
    EXPECT_THROW(evolve_formula(Context(), tables, options, Random(1)), Error);
}

}  // namespace
}  // namespace lethe::search
