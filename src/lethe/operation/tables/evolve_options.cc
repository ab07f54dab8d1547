#include "lethe/operation/tables/evolve_options.h"

#include "lethe/operation/shared/names_some.h"

namespace lethe::operation {

Schema<BreedingChoice> BreedingChoice::schema() {
    using O = BreedingChoice;
    return Schema<O>()
        .choice("operators", &O::operators,
                "One operator a child, or both in turn: crossover and then mutation, each at its "
                "rate",
                {"one", "both"})
        .goes_with("what", {"file", "pram-matrices"})
        .field("mutation", &O::mutation,
               "Share of mutations, the rest being crossover; of both operators: the rate of "
               "mutation",
               between(0, 100))
        .shown("PERCENT")
        .field("crossover_rate", &O::crossover_rate, "Of both operators: the rate of crossover",
               between(0, 100))
        .shown("PERCENT")
        .goes_with("operators", {"both"})
        .field("adapt", &O::adapt,
               "The share of mutations follows what each operator brings, from --mutation on")
        .goes_with("what", {"file", "pram-matrices"})
        .goes_with("operators", {"one"})
        .choice("crossover", &O::crossover,
                "Files exchange the cells between points, or each cell by chance",
                {"points", "uniform"})
        .goes_with("what", {"file"})
        .field("points", &O::points, "Points of the crossover", between(1, 1000))
        .goes_with("what", {"file"})
        .goes_with("crossover", {"points"})
        .field("uniform_p", &O::uniform_p,
               "Of a uniform crossover: probability that a cell stays in its place", between(0, 1))
        .shown("0..1")
        .goes_with("crossover", {"uniform"})
        .field("loci", &O::loci,
               "Files: a mutation changes a Poisson number of cells, of this mean (0: always one)",
               between(0, 1000))
        .shown("MEAN")
        .goes_with("what", {"file"})
        .field("near", &O::near,
               "Files: mutations go to near values, ordered categories by one step and numbers by "
               "up to 1 % of their range")
        .goes_with("what", {"file"})
        .choice("exchange", &O::exchange,
                "PRAM matrices: a crossover exchanges entries within a row, or rows between two "
                "individuals",
                {"within", "between"})
        .goes_with("what", {"pram-matrices"})
        .choice("selection", &O::selection, "How parents are chosen",
                {"proportional", "tournament"})
        .goes_with("what", {"file"})
        .field("tournament", &O::tournament, "Individuals of a tournament", between(2, 1000))
        .goes_with_any({{"selection", {"tournament"}}, {"what", {"pram-formula"}}})
        .choice("succession", &O::succession,
                "Whom children replace: those that they are better than, or, whatever their "
                "scores, the worst of the population",
                {"better", "generational"})
        .goes_with("what", {"file", "pram-formula"})
        .field("gap", &O::gap, "Generational: share of the population that is replaced",
               between(0, 100))
        .shown("PERCENT")
        .goes_with("succession", {"generational"})
        .field("elite", &O::elite, "Generational: so many of the best stay", at_least(0))
        .goes_with("succession", {"generational"})
        .field("no_duplicates", &O::no_duplicates,
               "A child that equals an individual is not admitted")
        .goes_with("what", {"file", "pram-matrices"});
}

Json BreedingChoice::header() const { return schema().dump(*this); }

Schema<StopChoice> StopChoice::schema() {
    using O = StopChoice;
    return Schema<O>()
        .field("generations", &O::generations, "Stop after so many", at_least(1))
        .field("seconds", &O::seconds, "Stop after so long (0: no limit)", at_least(0))
        .shown("S")
        .field("stagnation", &O::stagnation,
               "Stop after so many generations without a better best (0: do not)", at_least(0))
        .field("evaluations", &O::evaluations,
               "Stop when so many protections have been judged (0: no limit)", at_least(0))
        .field("target", &O::target, "Stop when the best score is this low (0: do not)",
               at_least(0))
        .shown("SCORE")
        .field("diversity", &O::diversity,
               "Stop when the population is this alike: its mean difference (0: do not)",
               between(0, 100))
        .shown("PERCENT");
}

StopRules StopChoice::rules() const {
    return {generations, seconds, stagnation, evaluations, target, diversity};
}

Schema<EvolveOptions> EvolveOptions::schema() {
    using O = EvolveOptions;
    return Schema<O>()
        .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        .at_place("DATA")
        .required()
        .input()
        .choice("what", &O::what,
                "What is bred: protected files, PRAM matrices, or a formula that makes them",
                {"file", "pram-matrices", "pram-formula"})
        .field("policy", &O::policy,
               "Policy: the kinds of its columns, which are ordered and how, and its "
               "quasi-identifiers")
        .shown("FILE")
        .input()
        .field("columns", &O::columns,
               "Columns to protect (default: the quasi-identifiers that are categories, or numbers "
               "where there are none)")
        .separated("A,B")
        .must(names_some)
        .field("output", &O::output,
               "Folder for the best file with its record, or a policy with the matrices; the "
               "report, the drawings, and the checkpoint")
        .output(OutputKind::own)
        .letter('o')
        .shown("DIR")
        .field("start", &O::start,
               "Masking methods to begin with (a grid file as of explore; default: some "
               "hundred)")
        .shown("FILE")
        .input()
        .goes_with("what", {"file"})
        .choice("aim", &O::aim,
                "What is made small: the mean or the larger of risk and loss, or a weighted "
                "mean",
                {"mean", "max", "weighted"})
        .field("alpha", &O::alpha, "Weight of the loss in a weighted mean; the risk has the rest",
               between(0, 1))
        .shown("0..1")
        .goes_with("aim", {"weighted"})
        .field("without_best", &O::without_best, "Leave out the best of the first population",
               between(0, 90))
        .shown("PERCENT")
        .goes_with("what", {"file"})
        .field("keep_k", &O::keep_k,
               "Files: every file has at least K people of each combination of what an "
               "intruder knows (0: none; default: what the methods of --start all give, or "
               "[verdict] of the policy asks for)",
               at_least(0))
        .shown("K")
        .goes_with("what", {"file"})
        .include(&O::breeding, BreedingChoice::schema())
        .include(&O::stop, StopChoice::schema())
        .field("realisations", &O::realisations,
               "PRAM: random files over which a matrix or formula is judged", at_least(1))
        .goes_with("what", {"pram-matrices", "pram-formula"})
        .field("invariant", &O::invariant, "PRAM matrices: keep expected frequencies")
        .goes_with("what", {"pram-matrices"})
        .field("keep_least", &O::keep_least, "PRAM matrices: least probability that a value stays",
               between(0, 1))
        .shown("0..1")
        .goes_with("what", {"pram-matrices"})
        .field("keep_most", &O::keep_most, "PRAM matrices: largest probability that a value stays",
               between(0, 1))
        .shown("0..1")
        .goes_with("what", {"pram-matrices"})
        .field("pairs", &O::pairs,
               "PRAM matrices: instead of the aim, keep the tables of these pairs of columns; "
               "the first of each is protected, and the option keep_most says how much must "
               "change")
        .separated("A:B,A:C")
        .goes_with("what", {"pram-matrices"})
        .field("tables", &O::tables,
               "PRAM formula: further files that it is to serve, with their columns that look "
               "like quasi-identifiers, or those of the option columns")
        .separated("FILE,FILE")
        .input()
        .goes_with("what", {"pram-formula"})
        .field("p", &O::p, "PRAM formula: probability that a value stays", between(0, 1))
        .shown("0..1")
        .goes_with("what", {"pram-formula"})
        .field("population", &O::population, "PRAM formula: formulas at a time", between(2, 100000))
        .goes_with("what", {"pram-formula"})
        .field("depth", &O::depth, "PRAM formula: deepest tree", between(2, 20))
        .goes_with("what", {"pram-formula"})
        .choice("diagonal", &O::diagonal,
                "PRAM formula: keep p on the diagonal, or let the formula make whole rows",
                {"keep", "free"})
        .goes_with("what", {"pram-formula"})
        .field("sqrt", &O::sqrt, "PRAM formula: sqrt(|x|) among the functions")
        .goes_with("what", {"pram-formula"})
        .include(&O::replace, Replacing::schema())
        .include(&O::read, TableReading::schema());
}

}  // namespace lethe::operation
