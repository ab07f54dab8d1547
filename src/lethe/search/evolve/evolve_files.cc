#include "lethe/search/evolve/evolve_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lethe/algo/evolve/file_genome.h"
#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/search/evolve/file_breeds.h"
#include "lethe/search/evolve/first_population.h"
#include "lethe/search/evolve/keeping_breed.h"

namespace lethe::search {
namespace {

struct Start {
    std::vector<FileCodes> genomes;
    std::vector<Json> labels;
    Json failed;
    std::int64_t brought = 0;  // files that were changed to keep a guarantee
};

// A file as it may take part; Error(usage) where it cannot.
template <class Breed>
FileCodes admitted(const Breed&, FileCodes codes) {
    return codes;
}
template <class Breed>
FileCodes admitted(const KeepingBreed<Breed>& breed, FileCodes codes) {
    auto repaired = breed.keeping().repaired(std::move(codes));
    if (repaired) return *std::move(repaired);
    throw Error(ErrorKind::usage, fmt::format("has no class of {} records that others could join",
                                              breed.keeping().k()));
}

// Files that are equal to an earlier one are left out.
template <class Breed>
Start start_of(const Context& context, const Table& table, const Breed& breed,
               const FileEvolutionOptions& options, const Random& random) {
    const std::vector<release::Choice> choices =
        options.start.empty() ? Breed::first_choices() : options.start;
    FirstPopulation population =
        first_population(context, table, options.columns, choices, random.part(0));
    Start start;
    start.failed = std::move(population.failed);
    std::set<FileCodes> seen;
    for (const FirstFile& file : population.files) {
        try {
            const FileCodes made = breed.original().coded(file.table);
            FileCodes codes = admitted(breed, made);
            if (!seen.insert(codes).second) continue;
            const bool brought = codes != made;
            start.brought += brought ? 1 : 0;
            start.genomes.push_back(std::move(codes));
            start.labels.push_back(
                {{"label", brought ? file.label + ", brought to k" : file.label}});
        } catch (const Error& error) {
            start.failed.push_back({{"label", file.label}, {"private", {{"error", error.what()}}}});
        }
    }
    return start;
}

// The population without its best share.
void drop_best(EvolutionState<FileCodes>& state, double share) {
    const auto dropped = static_cast<std::int64_t>(
        std::ceil(share * static_cast<double>(state.population.size()) - 1e-9));
    const auto gone = leaders(state.scores(), dropped);
    const std::set<std::int64_t> out(gone.begin(), gone.end());
    EvolutionState<FileCodes> kept;
    for (std::size_t i = 0; i < state.population.size(); ++i) {
        if (out.contains(static_cast<std::int64_t>(i))) continue;
        kept.population.push_back(std::move(state.population[i]));
        kept.first.push_back(std::move(state.first[i]));
    }
    kept.note_best(kept.population);
    state = std::move(kept);
}

// What makes a run this run, as far as the options go.
Json file_options_to_json(const FileEvolutionOptions& options, std::int64_t rows) {
    const BreedingOptions& breeding = options.breeding;
    Json json{
        {"columns", options.columns},
        {"rows", rows},
        {"aim", aim_to_json(options.aim)},
        {"without_best", options.without_best},
        {"mutation", breeding.mutation},
        {"points", breeding.points},
        {"selection", breeding.selection == Selection::tournament ? "tournament" : "proportional"},
        {"leaders", breeding.leaders}};
    if (breeding.operators == Operators::both) {
        json["operators"] = "both";
        json["crossover_rate"] = breeding.crossover_rate;
    }
    if (breeding.adapt) json["adapt"] = true;
    if (breeding.crossover == FileCrossover::uniform) {
        json.erase("points");
        json["uniform_p"] = breeding.uniform_p;
    }
    if (options.mutation.loci > 0) json["loci"] = options.mutation.loci;
    if (options.mutation.near) json["near"] = true;
    if (breeding.succession == FileSuccession::generational) {
        json["succession"] = "generational";
        json["gap"] = breeding.gap;
        json["elite"] = breeding.elite;
    }
    if (!breeding.duplicates) json["duplicates"] = false;
    if (breeding.selection == Selection::tournament) json["tournament"] = breeding.tournament;
    for (const release::Choice& choice : options.start) json["methods"].push_back(label_of(choice));
    if (options.keep_k > 0) {
        json["keep_k"] = options.keep_k;
        json["also_known"] = options.also_known;
    }
    return json;
}

double mean(const std::vector<GenomeScore>& scores) {
    double sum = 0;
    for (const GenomeScore& score : scores) sum += score.score;
    return sum / static_cast<double>(scores.size());
}

Json described(const GenomeScore& score) {
    Json result{{"score", score.score}};
    result.update(score.parts);
    return result;
}

Json result_of(const RunIdentity& identity, const EvolutionState<FileCodes>& state,
               const StopRules& stop, const Json& failed) {
    Json result = evolution_result(identity, state, stop);
    result["start"] = described(*std::ranges::min_element(state.first, {}, &GenomeScore::score));
    result["start"]["files"] = state.first.size();
    result["start"]["mean"] = mean(state.first);
    result["start"]["failed"] = failed;
    result["best"] = described(state.best->score);
    for (std::size_t i = 0; i < state.first.size(); ++i) {
        result["population_first"][i]["label"] = state.first[i].parts.value("label", "");
    }
    return result;
}

// What was kept, counted in each file by itself.
template <class Breed>
void tell_kept(const Breed&, const FileEvolutionOptions&, const EvolutionState<FileCodes>&,
               std::int64_t, Json&) {}
template <class Breed>
void tell_kept(const KeepingBreed<Breed>& breed, const FileEvolutionOptions& options,
               const EvolutionState<FileCodes>& state, std::int64_t brought, Json& result) {
    const ClassKeeping& keeping = breed.keeping();
    std::int64_t smallest = keeping.smallest(state.best->genome);
    for (const auto& one : state.population) {
        smallest = std::min(smallest, keeping.smallest(one.genome));
    }
    if (smallest < keeping.k()) {
        throw Error(ErrorKind::internal, "a bred file has lost the guarantee that it had to keep");
    }
    std::vector<std::string> columns = options.columns;
    columns.insert(columns.end(), options.also_known.begin(), options.also_known.end());
    result["kept"] = {{"k", keeping.k()},
                      {"columns", std::move(columns)},
                      {"files", state.population.size()},
                      {"smallest", smallest},
                      {"brought", brought}};
}

template <class Breed>
EvolvedFile evolve(const Context& context, const Table& table, const Breed& breed,
                   const FileEvolutionOptions& options, const Random& random,
                   const std::optional<Json>& checkpoint, const GenerationNote& on_generation) {
    FileBreeding<Breed> breeding(context, options.breeding, breed, random);
    using State = EvolutionState<FileCodes>;
    const RunIdentity identity =
        run_identity("file", file_options_to_json(options, table.rows()), random);
    std::optional<State> state;
    Json failed = Json::array();
    std::int64_t brought = 0;
    if (checkpoint) {
        const Json saved = checkpoint_state(identity, *checkpoint);
        state = State::load(saved);
        failed = saved.value("failed", Json::array());
        brought = saved.value("brought", std::int64_t{0});
        const auto fits = [&](const auto& one) { return breed.fits(one.genome); };
        if (!std::ranges::all_of(state->population, fits) || !fits(*state->best)) {
            throw Error(ErrorKind::input, "the checkpoint is spoilt, or of another table");
        }
    }
    const auto first = [&] {
        Start start = start_of(context.silent(), table, breed, options, random);
        failed = std::move(start.failed);
        brought = start.brought;
        State made = breeding.first(start.genomes, start.labels);
        if (options.without_best > 0) drop_best(made, options.without_best);
        if (made.population.size() < 2) {
            throw Error(ErrorKind::usage,
                        "an evolution needs at least two different files to begin with");
        }
        return made;
    };
    const auto note = [&](const State& now) {
        if (!on_generation) return;
        on_generation(now.log, [&] {
            Json saved = now.save();
            saved["failed"] = failed;
            if (brought > 0) saved["brought"] = brought;
            return make_checkpoint(identity, std::move(saved));
        });
    };
    const State last = run_generations<FileCodes>(
        context, "evolving", options.breeding.stop, std::move(state), first,
        [&](State& now) { breeding.next(now); }, [&] { return breeding.evaluations(); }, note);
    EvolvedFile evolved{result_of(identity, last, options.breeding.stop, failed),
                        breed.original().table(last.best->genome)};
    tell_kept(breed, options, last, brought, evolved.result);
    return evolved;
}

// What the other columns that are known make of each row. Error(usage) where k is out of reach.
std::vector<std::int32_t> labels_of(const Context& context, const Table& table,
                                    const FileEvolutionOptions& options) {
    if (table.rows() < options.keep_k) {
        throw Error(ErrorKind::usage, fmt::format("{} people cannot be in classes of {} or more",
                                                  table.rows(), options.keep_k));
    }
    if (options.also_known.empty()) {
        return std::vector<std::int32_t>(static_cast<std::size_t>(table.rows()), 0);
    }
    std::vector<ColumnPtr> written;  // equal is what is written alike
    for (const std::string& name : options.also_known) {
        written.push_back(table.column(name).as_written(Kind::nominal));
    }
    Groups groups = group_rows(context, Table(std::move(written)), options.also_known);
    std::int64_t few = 0;
    for (const std::int64_t size : groups.sizes) few += size < options.keep_k ? size : 0;
    if (few > 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("k = {} cannot be kept: by {} alone, which an intruder knows and "
                                "evolution leaves as they are, {} of {} people share their values "
                                "with fewer than {} others; protect these columns first, or say "
                                "in the policy why nobody knows them",
                                options.keep_k, fmt::join(options.also_known, ", "), few,
                                table.rows(), options.keep_k - 1));
    }
    return std::move(groups.class_of);
}

template <class Breed>
EvolvedFile evolve_asked(const Context& context, const Table& table,
                         const FileEvolutionOptions& options, const Random& random,
                         const std::optional<Json>& checkpoint,
                         const GenerationNote& on_generation) {
    const Breed breed(context, table, options.columns, options.aim, options.mutation);
    if (options.keep_k <= 0) {
        return evolve(context, table, breed, options, random, checkpoint, on_generation);
    }
    const KeepingBreed<Breed> keeping(breed, options.keep_k, labels_of(context, table, options));
    return evolve(context, table, keeping, options, random, checkpoint, on_generation);
}

}  // namespace

EvolvedFile evolve_file(const Context& context, const Table& table,
                        const FileEvolutionOptions& options, const Random& random,
                        const std::optional<Json>& checkpoint,
                        const GenerationNote& on_generation) {
    constexpr std::int64_t kMostRows = 20000;
    if (table.rows() > kMostRows) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} records are too many to breed files of: at most {}; evolve a "
                                "sample, or PRAM matrices on a sample, which serve any number",
                                table.rows(), kMostRows));
    }
    const auto numbers =
        std::count_if(options.columns.begin(), options.columns.end(),
                      [&](const std::string& name) { return table.column(name).is_numeric(); });
    if (numbers == 0) {
        return evolve_asked<CategoryBreed>(context, table, options, random, checkpoint,
                                           on_generation);
    }
    if (numbers < std::ssize(options.columns)) {
        return evolve_asked<MixedBreed>(context, table, options, random, checkpoint, on_generation);
    }
    return evolve_asked<NumberBreed>(context, table, options, random, checkpoint, on_generation);
}

}  // namespace lethe::search
