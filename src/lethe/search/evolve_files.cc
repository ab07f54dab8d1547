#include "lethe/search/evolve_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "lethe/core/error.h"
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

// Files of categories for the breeding.
class CategoryBreed {
  public:
    using Genome = FileCodes;
    using File = ProtectedFile;

    CategoryBreed(const FileFitness& fitness, const Aim& aim) : fitness_(fitness), aim_(aim) {
        for (std::size_t j = 0; j < fitness.original().columns().size(); ++j) {
            if (fitness.original().columns()[j].domain >= 2) mutable_.push_back(j);
        }
        if (mutable_.empty()) {
            throw Error(ErrorKind::usage,
                        "each of the columns has a single category: there is nothing to change");
        }
    }

    std::int64_t cells() const { return fitness_.original().cells(); }
    File evaluate(Genome codes) const { return fitness_.evaluate(std::move(codes)); }
    File splice(const File& outside, const File& inside, std::int64_t begin,
                std::int64_t end) const {
        return fitness_.splice(outside, inside, begin, end);
    }
    const Genome& genome(const File& file) const { return file.codes(); }
    GenomeScore score(const File& file) const {
        return {aim_.of(file.score()), to_json(file.score()), nullptr};
    }
    File mutate(const File& file, Draws& draws) const {
        const CodedFile& original = fitness_.original();
        const std::size_t column = mutable_[draws.below(mutable_.size())];
        const auto row = draws.below(static_cast<std::uint64_t>(original.rows()));
        const auto cell =
            static_cast<std::int64_t>(row) * original.width() + static_cast<std::int64_t>(column);
        const std::int32_t domain = original.columns()[column].domain;
        const std::int64_t now = file.codes()[static_cast<std::size_t>(cell)];
        const std::int64_t other =
            now == domain
                ? static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(domain)))
                : other_allele(draws, now, domain);
        const CellChange change{cell, static_cast<CellCode>(other)};
        return fitness_.change(file, {&change, 1});
    }

  private:
    const FileFitness& fitness_;
    const Aim& aim_;
    std::vector<std::size_t> mutable_;
};

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
Start start_of(const Context& context, const Table& table, const FileFitness& fitness,
               const FileEvolutionOptions& options, const Random& random) {
    const std::vector<Choice> choices = options.start.empty() ? category_choices() : options.start;
    FirstPopulation population =
        first_population(context, table, options.columns, choices, random.part(0));
    Start start;
    start.failed = std::move(population.failed);
    std::set<FileCodes> seen;
    for (const FirstFile& file : population.files) {
        try {
            FileCodes codes = fitness.original().coded(file.table);
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

}  // namespace

EvolvedFile evolve_file(const Context& context, const Table& table,
                        const FileEvolutionOptions& options, const Random& random,
                        const std::optional<Json>& checkpoint,
                        const GenerationNote& on_generation) {
    const FileFitness fitness(context, table, options.columns);
    const CategoryBreed breed(fitness, options.aim);
    FileBreeding<CategoryBreed> breeding(context, options.breeding, breed, random);
    using State = EvolutionState<FileCodes>;
    std::optional<State> state;
    Json failed = Json::array();
    if (checkpoint) {
        state = State::load(checkpoint->at("state"));
        failed = checkpoint->at("failed");
        for (const auto& one : state->population) {
            if (std::ssize(one.genome) != fitness.original().cells()) {
                throw Error(ErrorKind::input, "the checkpoint is of another table");
            }
        }
    }
    const auto first = [&] {
        Start start = start_of(context.silent(), table, fitness, options, random);
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
    return {result_of(last, options, failed), fitness.original().table(last.best->genome)};
}

}  // namespace lethe
