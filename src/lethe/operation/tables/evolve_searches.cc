#include "lethe/operation/tables/evolve_searches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/version.h"
#include "lethe/data/roles.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/tables/evolve_guarantee.h"
#include "lethe/operation/tables/policy_files.h"
#include "lethe/release/tables/protect.h"
#include "lethe/search/advise/explore.h"
#include "lethe/search/evolve/evolve_files.h"
#include "lethe/search/evolve/evolve_formula.h"
#include "lethe/search/evolve/evolve_matrices.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

search::Aim aim_of(const EvolveOptions& options) {
    if (options.aim == "max") return {search::Aim::Kind::max, options.alpha};
    if (options.aim == "weighted") return {search::Aim::Kind::weighted, options.alpha};
    return {};
}

search::BreedingOptions file_breeding(const EvolveOptions& options) {
    const BreedingChoice& chosen = options.breeding;
    search::BreedingOptions breeding;
    breeding.mutation = chosen.mutation / 100;
    breeding.operators =
        chosen.operators == "both" ? search::Operators::both : search::Operators::one;
    breeding.crossover_rate = chosen.crossover_rate / 100;
    breeding.adapt = chosen.adapt;
    breeding.crossover = chosen.crossover == "uniform" ? search::FileCrossover::uniform
                                                       : search::FileCrossover::points;
    breeding.points = chosen.points;
    breeding.uniform_p = chosen.uniform_p;
    breeding.selection = chosen.selection == "tournament" ? search::Selection::tournament
                                                          : search::Selection::proportional;
    breeding.tournament = chosen.tournament;
    breeding.succession = chosen.succession == "generational" ? search::FileSuccession::generational
                                                              : search::FileSuccession::better;
    breeding.gap = chosen.gap / 100;
    breeding.elite = chosen.elite;
    breeding.duplicates = !chosen.no_duplicates;
    breeding.stop = options.stop.rules();
    return breeding;
}

// "DEGREE:METRO": split at the colon that leaves two columns of the table.
std::vector<search::ColumnPair> column_pairs(const EvolveOptions& options,
                                             const release::Plan& plan,
                                             const std::vector<std::string>& columns) {
    std::vector<search::ColumnPair> pairs;
    for (const std::string& given : options.pairs) {
        std::optional<search::ColumnPair> found;
        for (auto colon = given.find(':'); colon != std::string::npos && !found;
             colon = given.find(':', colon + 1)) {
            const search::ColumnPair pair{given.substr(0, colon), given.substr(colon + 1)};
            if (plan.table.find(pair.masked) && plan.table.find(pair.other)) found = pair;
        }
        if (!found) {
            throw Error(ErrorKind::usage,
                        fmt::format("the option pairs takes two columns of the table with a colon "
                                    "between them, not \"{}\"",
                                    given));
        }
        if (std::ranges::find(columns, found->masked) == columns.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("of the pair \"{}\" the first column must be one that is "
                                    "protected: {}",
                                    given, fmt::join(columns, ", ")));
        }
        pairs.push_back(*std::move(found));
    }
    if (!pairs.empty() && !(options.keep_most < 1)) {
        throw Error(ErrorKind::usage,
                    "the option pairs needs keep_most below 1: tables are kept best by changing "
                    "nothing, and that would be found");
    }
    return pairs;
}

// Those given; otherwise the quasi-identifiers that are categories, or numbers where there are
// none.
std::vector<std::string> columns_to_evolve(const EvolveOptions& options,
                                           const release::Plan& plan) {
    const std::vector<std::string>& given = options.columns;
    for (const std::string& name : given) plan.table.column(name);
    if (!given.empty()) return given;
    std::vector<std::string> categories, numbers;
    for (const ColumnPtr& column : plan.table.columns()) {
        if (plan.roles.of(column->name()) != Role::quasi || column->kind() == Kind::text) continue;
        (column->is_numeric() ? numbers : categories).push_back(column->name());
    }
    if (categories.empty() && numbers.empty()) {
        throw Error(
            ErrorKind::usage,
            "the table has no quasi-identifier to evolve; name columns with the option columns, or "
            "give their roles and kinds with the option policy");
    }
    return categories.empty() ? numbers : categories;
}

// The best file as a release with its record. How it was searched for is no secret.
void write_best(Door& door, const EvolveOptions& options, const release::Plan& plan,
                const Table& best, const fs::path& folder, Json& result) {
    const auto columns = result["columns"].get<std::vector<std::string>>();
    release::Execution execution;
    execution.release = best.without(plan.roles.with(plan.table, Role::identifier));
    execution.changed.insert(columns.begin(), columns.end());
    execution.steps.push_back({{"method", "evolution"},
                               {"title", "Evolved file"},
                               {"columns", columns},
                               {"parameters", step_parameters(result)}});
    release::ProtectOptions write;
    write.output = (folder / "best.csv").string();
    write.source = options.data;
    write.source_digest = source_digest(door, options.data);
    const release::Protected written =
        release::write_release(plan, execution, door.seed_or_random(), write, door.context());
    door.warn(written.warnings);
    if (result.contains("kept")) result["guarantees"] = written.guarantees;
    result["private"]["release"] = write.output;
}

// Columns where some category more often becomes one other than stays: the search found that the
// attacks, which do not know the matrix, are misled; whoever has it is not.
std::vector<std::string> misleading(const Json& matrices) {
    std::vector<std::string> columns;
    for (const auto& [name, matrix] : matrices.items()) {
        const Json& rows = matrix["rows"];
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (std::ranges::max(rows[i].get<std::vector<double>>()) <= rows[i][i]) continue;
            columns.push_back(name);
            break;
        }
    }
    return columns;
}

void warn_of_misleading(Door& door, const Json& matrices) {
    const std::vector<std::string> columns = misleading(matrices);
    if (columns.empty()) return;
    door.warn({fmt::format(
        "in {} some categories turn into another one more often than they stay; attacks that do "
        "not know the matrix are misled by that, but whoever has it can "
        "turn them back: the option keep_least 0.5 keeps such matrices out",
        fmt::join(columns, ", "))});
}

// Matrices as a policy that PRAM can carry out, with all that the given policy says of reading,
// columns and the intruder.
void write_matrices(Bundle& bundle, const EvolveGround& ground,
                    const std::vector<std::string>& columns, const Json& matrices,
                    const fs::path& folder, Json& result) {
    release::Policy policy = policy_of_columns(ground.plan, ground.known, ground.read);
    policy.steps.push_back({method_with(Effect::transitions).info.name,
                            columns,
                            {{"type", "matrix"}, {"private_matrix", matrices}},
                            {},
                            {}});
    const std::string path = (folder / "policy.toml").string();
    result["files"] = release::listed_files({add_policy(bundle, path, policy)});
    result["private"]["policy"] = path;
}

EvolveSearch file_search(Door& door, const EvolveOptions& options, const EvolveGround& ground,
                         const std::vector<std::string>& columns) {
    const release::Plan& plan = ground.plan;
    search::FileEvolutionOptions search;
    search.columns = columns;
    if (!options.start.empty())
        search.start = search::parse_grid(read_file(options.start), options.start);
    search.without_best = options.without_best / 100;
    search.aim = aim_of(options);
    search.breeding = file_breeding(options);
    search.mutation = {options.breeding.loci, options.breeding.near};
    ask_for_k(options.keep_k.value_or(-1), ground.known.policy().verdict, plan, search);
    Json start = Json::array();
    for (const release::Choice& choice : search.start) start.push_back(release::label_of(choice));
    auto best = std::make_shared<Table>();
    Json header{{"start", std::move(start)},
                {"without_best", options.without_best},
                {"breeding", options.breeding.header()}};
    if (search.keep_k > 0) header["keep_k"] = search.keep_k;
    return {std::move(header),
            [&door, &plan, search, best](const Random& random, const std::optional<Json>& earlier,
                                         const search::GenerationNote& note) {
                search::EvolvedFile evolved =
                    search::evolve_file(door.context(), plan.table, search, random, earlier, note);
                tell_classes(door, plan, search, evolved.best, evolved.result);
                *best = std::move(evolved.best);
                return std::move(evolved.result);
            },
            [&door, &options, &plan, best](Bundle&, const fs::path& folder, Json& result) {
                write_best(door, options, plan, *best, folder, result);
            }};
}

EvolveSearch matrix_search(Door& door, const EvolveOptions& options, const EvolveGround& ground,
                           const std::vector<std::string>& columns) {
    const release::Plan& plan = ground.plan;
    search::EvolveMatricesOptions search;
    search.columns = columns;
    search.aim = aim_of(options);
    search.realisations = options.realisations;
    search.breeding.invariant = options.invariant;
    search.breeding.diagonal = {options.keep_least, options.keep_most};
    search.bivariate = column_pairs(options, plan, columns);
    const BreedingChoice& chosen = options.breeding;
    search.breeding.mutation = chosen.mutation / 100;
    search.breeding.both = chosen.operators == "both";
    search.breeding.crossover_rate = chosen.crossover_rate / 100;
    search.breeding.adapt = chosen.adapt;
    search.breeding.duplicates = !chosen.no_duplicates;
    search.breeding.crossover =
        chosen.exchange == "between" ? MatrixCrossover::between : MatrixCrossover::within;
    search.breeding.stop = options.stop.rules();
    return {{{"realisations", options.realisations},
             {"invariant", options.invariant},
             {"keep", {options.keep_least, options.keep_most}},
             {"pairs", options.pairs},
             {"breeding", chosen.header()}},
            [&door, &plan, search](const Random& random, const std::optional<Json>& earlier,
                                   const search::GenerationNote& note) {
                Json result = search::evolve_matrices(door.context(), plan.table, search, random,
                                                      earlier, note);
                warn_of_misleading(door, result["best"]["about_original"]["matrices"]);
                return result;
            },
            [&ground, columns](Bundle& bundle, const fs::path& folder, Json& result) {
                write_matrices(bundle, ground, columns,
                               result["best"]["about_original"]["matrices"], folder, result);
            }};
}

// Read as the first one is; what its policy says of columns is of the first alone.
search::FormulaTable further_table(Door& door, const EvolveOptions& options,
                                   const EvolveGround& ground, const std::string& file) {
    release::Policy policy;
    policy.read = ground.read;
    const release::Plan plan = release::plan_columns(read_source(door, file, ground.read), policy);
    const std::string name = fs::path(file).filename().string();
    if (!options.columns.empty()) {
        for (const std::string& column : options.columns) plan.table.column(column);
        return {name, plan.table, options.columns};
    }
    std::vector<std::string> columns;
    for (const ColumnPtr& column : plan.table.columns()) {
        const bool quasi = plan.roles.of(column->name()) == Role::quasi;
        if (quasi && column->kind() != Kind::text && !column->is_numeric()) {
            columns.push_back(column->name());
        }
    }
    if (columns.empty()) {
        throw Error(ErrorKind::usage,
                    "has no category that looks like a quasi-identifier; name columns with the "
                    "option columns",
                    {file, 0, 0, {}});
    }
    return {name, plan.table, std::move(columns)};
}

EvolveSearch formula_search(Door& door, const EvolveOptions& options, const EvolveGround& ground,
                            const std::vector<std::string>& columns) {
    const release::Plan& plan = ground.plan;
    search::EvolveFormulaOptions search;
    search.study.p = options.p;
    search.study.aim = aim_of(options);
    search.study.realisations = options.realisations;
    search.programming.population = options.population;
    search.programming.limits.depth = static_cast<int>(options.depth);
    search.study.diagonal =
        options.diagonal == "free" ? FormulaDiagonal::free : FormulaDiagonal::keep;
    search.programming.limits.root = options.sqrt;
    const BreedingChoice& chosen = options.breeding;
    search.programming.tournament = chosen.tournament;
    search.programming.crossover = 1 - chosen.mutation / 100;
    search.programming.succession =
        chosen.succession == "generational" ? Succession::generational : Succession::steady_state;
    search.programming.gap = chosen.gap / 100;
    search.programming.elite = chosen.elite;
    search.programming.stop = options.stop.rules();
    std::vector<search::FormulaTable> tables{{"data", plan.table, columns}};
    Json further = Json::array();
    for (const std::string& file : options.tables) {
        tables.push_back(further_table(door, options, ground, file));
        further.push_back({table_fingerprint(tables.back().table), tables.back().columns});
    }
    return {{{"realisations", options.realisations},
             {"p", options.p},
             {"diagonal", options.diagonal},
             {"sqrt", options.sqrt},
             {"tables", std::move(further)},
             {"breeding", chosen.header()},
             {"population", options.population},
             {"depth", options.depth}},
            [&door, search, tables](const Random& random, const std::optional<Json>& earlier,
                                    const search::GenerationNote& note) {
                return search::evolve_formula(door.context(), tables, search, random, earlier,
                                              note);
            },
            [&ground, columns](Bundle& bundle, const fs::path& folder, Json& result) {
                write_matrices(bundle, ground, columns,
                               result["best"]["about_original"]["tables"][0]["matrices"], folder,
                               result);
            }};
}

}  // namespace

EvolveSearch evolve_search(Door& door, const EvolveOptions& options, const EvolveGround& ground) {
    const std::vector<std::string> columns = columns_to_evolve(options, ground.plan);
    EvolveSearch search =
        options.what == "pram-matrices"  ? matrix_search(door, options, ground, columns)
        : options.what == "pram-formula" ? formula_search(door, options, ground, columns)
                                         : file_search(door, options, ground, columns);
    // How long a run goes on does not make it another one.
    search.header.update({{"version", kProgramVersion},
                          {"what", options.what},
                          {"table", table_fingerprint(ground.plan.table)},
                          {"columns", columns},
                          {"aim", options.aim},
                          {"alpha", options.alpha}});
    return search;
}

}  // namespace lethe::operation
