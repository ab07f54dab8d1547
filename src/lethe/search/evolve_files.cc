#include "lethe/search/evolve_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "lethe/core/error.h"
#include "lethe/search/file_breeds.h"
#include "lethe/search/first_population.h"

namespace lethe {

// Four hexadecimal digits a cell.
template <>
struct GenomeJson<FileCodes> {
    static Json save(const FileCodes& codes) {
        std::string text;
        text.reserve(4 * codes.size());
        for (const CellCode code : codes) fmt::format_to(std::back_inserter(text), "{:04x}", code);
        return text;
    }
    static FileCodes load(const Json& json) {
        const std::string text = json.get<std::string>();
        FileCodes codes;
        for (std::size_t i = 0; i + 4 <= text.size(); i += 4) {
            codes.push_back(static_cast<CellCode>(std::stoul(text.substr(i, 4), nullptr, 16)));
        }
        return codes;
    }
};

namespace {

std::string_view name(Aim::Kind kind) {
    switch (kind) {
        case Aim::Kind::mean:
            return "mean";
        case Aim::Kind::max:
            return "max";
        case Aim::Kind::weighted:
            return "weighted";
    }
    return "";
}

struct Start {
    std::vector<FileCodes> genomes;
    std::vector<Json> labels;
    Json failed;
};

// Files that are equal to an earlier one are left out.
template <class Breed>
Start start_of(const Context& context, const Table& table, const Breed& breed,
               const FileEvolutionOptions& options, const Random& random) {
    const std::vector<Choice> choices =
        options.start.empty() ? Breed::first_choices() : options.start;
    FirstPopulation population =
        first_population(context, table, options.columns, choices, random.part(0));
    Start start;
    start.failed = std::move(population.failed);
    std::set<FileCodes> seen;
    for (const FirstFile& file : population.files) {
        try {
            FileCodes codes = breed.original().coded(file.table);
            if (!seen.insert(codes).second) continue;
            start.genomes.push_back(std::move(codes));
            start.labels.push_back({{"label", file.label}});
        } catch (const Error& error) {
            start.failed.push_back({{"label", file.label}, {"error", error.what()}});
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

Json points_of(const std::vector<GenomeScore>& scores) {
    Json points = Json::array();
    for (const GenomeScore& score : scores) {
        Json point{{"risk", score.parts.at("risk")},
                   {"loss", score.parts.at("loss")},
                   {"score", score.score}};
        if (score.parts.contains("label")) point["label"] = score.parts["label"];
        points.push_back(std::move(point));
    }
    return points;
}

double mean(const std::vector<GenomeScore>& scores) {
    double sum = 0;
    for (const GenomeScore& score : scores) sum += score.score;
    return sum / static_cast<double>(scores.size());
}

Json best_of(const std::vector<GenomeScore>& scores) {
    const auto best = std::min_element(
        scores.begin(), scores.end(),
        [](const GenomeScore& a, const GenomeScore& b) { return a.score < b.score; });
    Json result{{"score", best->score}};
    result.update(best->parts);
    return result;
}

Json result_of(const EvolutionState<FileCodes>& state, const FileEvolutionOptions& options,
               const Json& failed) {
    std::vector<GenomeScore> last;
    for (const auto& one : state.population) last.push_back(one.score);
    Json best{{"score", state.best->score.score}};
    best.update(state.best->score.parts);
    Json aim{{"kind", name(options.aim.kind)}};
    if (options.aim.kind == Aim::Kind::weighted) aim["alpha"] = options.aim.alpha;
    return {{"kind", "evolution"},
            {"what", "file"},
            {"columns", options.columns},
            {"aim", std::move(aim)},
            {"start",
             {{"files", state.first.size()},
              {"failed", failed},
              {"without_best", options.without_best},
              {"best", best_of(state.first)},
              {"mean", mean(state.first)}}},
            {"best", std::move(best)},
            {"mean", mean(last)},
            {"history", state.log.history()},
            {"population_first", points_of(state.first)},
            {"population_last", points_of(last)},
            {"evaluations", state.log.evaluations()},
            {"seconds", state.log.seconds()},
            {"stopped_by", state.log.stopped_by(options.breeding.stop)}};
}

template <class Breed>
EvolvedFile evolve(const Context& context, const Table& table, const Breed& breed,
                   const FileEvolutionOptions& options, const Random& random,
                   const std::optional<Json>& checkpoint, const GenerationNote& on_generation) {
    FileBreeding<Breed> breeding(context, options.breeding, breed, random);
    using State = EvolutionState<FileCodes>;
    std::optional<State> state;
    Json failed = Json::array();
    if (checkpoint) {
        state = State::load(checkpoint->at("state"));
        failed = checkpoint->at("failed");
        for (const auto& one : state->population) {
            if (std::ssize(one.genome) != breed.cells()) {
                throw Error(ErrorKind::input, "the checkpoint is of another table");
            }
        }
    }
    const auto first = [&] {
        Start start = start_of(context.silent(), table, breed, options, random);
        failed = std::move(start.failed);
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
        on_generation(now.log, [&] { return Json{{"state", now.save()}, {"failed", failed}}; });
    };
    const State last = run_generations<FileCodes>(
        context, "evolving", options.breeding.stop, std::move(state), first,
        [&](State& now) { breeding.next(now); }, [&] { return breeding.evaluations(); }, note);
    return {result_of(last, options, failed), breed.original().table(last.best->genome)};
}

}  // namespace

EvolvedFile evolve_file(const Context& context, const Table& table,
                        const FileEvolutionOptions& options, const Random& random,
                        const std::optional<Json>& checkpoint,
                        const GenerationNote& on_generation) {
    const auto numbers =
        std::count_if(options.columns.begin(), options.columns.end(),
                      [&](const std::string& name) { return table.column(name).is_numeric(); });
    if (numbers == 0) {
        const CategoryBreed breed(context, table, options.columns, options.aim);
        return evolve(context, table, breed, options, random, checkpoint, on_generation);
    }
    if (numbers < std::ssize(options.columns)) {
        throw Error(ErrorKind::usage,
                    "the columns are numbers and categories together; evolve one kind at a time");
    }
    const NumberBreed breed(context, table, options.columns, options.aim);
    return evolve(context, table, breed, options, random, checkpoint, on_generation);
}

}  // namespace lethe
