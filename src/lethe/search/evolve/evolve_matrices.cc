#include "lethe/search/evolve/evolve_matrices.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/publication.h"
#include "lethe/search/evolve/pram_fitness.h"

namespace lethe::search {
namespace {

constexpr std::int64_t kFreshMatrixRuns = 20;

Json matrix_options_to_json(const EvolveMatricesOptions& options,
                            const std::vector<std::string>& measured, const PramFile& file,
                            std::int64_t rows) {
    const MatrixBreeding& breeding = options.breeding;
    Json categories = Json::array(), pairs = Json::array();
    for (const auto& names : file.categories()) categories.push_back(names.size());
    for (const ColumnPair& pair : options.bivariate) pairs.push_back({pair.masked, pair.other});
    Json json = {
        {"rows", rows},
        {"columns", options.columns},
        {"categories", categories},
        {"measured", measured},
        {"realisations", options.realisations},
        {"scale", breeding.scale},
        {"invariant", breeding.invariant},
        {"diagonal", {breeding.diagonal.least, breeding.diagonal.greatest}},
        {"crossover", breeding.crossover == MatrixCrossover::within ? "within" : "between"},
        {"mutation", breeding.mutation},
        {"near", breeding.near}};
    if (breeding.both) json["crossover_rate"] = breeding.crossover_rate;
    if (breeding.adapt) json["adapt"] = true;
    if (!breeding.duplicates) json["duplicates"] = false;
    if (options.bivariate.empty()) {
        json["aim"] = aim_to_json(options.aim);
    } else {
        json["aim"] = {{"kind", "bivariate"}, {"pairs", pairs}};
    }
    return json;
}

class Study {
  public:
    Study(const Context& context, const Table& table, const EvolveMatricesOptions& options)
        : measured_(options.measured.empty() ? options.columns : options.measured) {
        if (options.columns.empty()) {
            throw Error(ErrorKind::usage, "at least one column is needed to evolve a matrix for");
        }
        if (options.bivariate.empty()) {
            fitness_ = std::make_unique<FileFitness>(context, table, measured_);
            judge_ = score_judge(*fitness_, options.aim);
        } else {
            for (const ColumnPair& pair : options.bivariate) {
                for (const std::string& name : {pair.masked, pair.other}) {
                    if (std::ranges::find(measured_, name) == measured_.end()) {
                        measured_.push_back(name);
                    }
                }
            }
            coded_ = std::make_unique<CodedFile>(context, table, measured_);
            judge_ = bivariate_judge(*coded_, options.bivariate);
        }
        file_ = std::make_unique<PramFile>(context, table, coded(), options.columns);
    }

    const std::vector<std::string>& measured() const { return measured_; }
    const CodedFile& coded() const { return coded_ ? *coded_ : fitness_->original(); }
    const PramFile& file() const { return *file_; }
    PramFitness fitness(std::int64_t realisations, const Random& random) const {
        return PramFitness(*file_, judge_, realisations, random);
    }

  private:
    std::vector<std::string> measured_;
    std::unique_ptr<FileFitness> fitness_;
    std::unique_ptr<CodedFile> coded_;
    PramJudge judge_;
    std::unique_ptr<PramFile> file_;
};

// A checkpoint is a file that anything may have happened to.
void check_loaded(const EvolutionState<Matrices>& state, const PramFile& file, std::size_t starts) {
    const auto fits = [&](const Matrices& matrices) {
        if (matrices.size() != file.columns().size()) return false;
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            if (matrices[i].rows() != file.frequencies()[i].size()) return false;
            if (!check_stochastic(matrices[i], "").empty()) return false;
        }
        return true;
    };
    bool right = fits(state.best->genome) && state.first.size() == starts;
    for (const auto& one : state.population) right = right && fits(one.genome);
    if (!right) {
        throw Error(ErrorKind::input, "the checkpoint does not hold matrices of these columns");
    }
}

double changed_percent(const PramFile& file, const Matrices& matrices) {
    double changed = 0, values = 0;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const Frequencies& frequencies = file.frequencies()[i];
        changed += changed_share(matrices[i], frequencies) * frequencies.sum();
        values += frequencies.sum();
    }
    return values > 0 ? 100 * changed / values : 0;
}

}  // namespace

Json evolve_matrices(const Context& context, const Table& table,
                     const EvolveMatricesOptions& options, const Random& random,
                     const std::optional<Json>& checkpoint, const GenerationNote& on_generation) {
    const Study study(context, table, options);
    const PramFile& file = study.file();
    const RunIdentity identity =
        run_identity("pram-matrices",
                     matrix_options_to_json(options, study.measured(), file, table.rows()), random);
    const PramFitness fitness = study.fitness(options.realisations, random.part(1));
    const auto starts = start_matrices(file.frequencies(), options.breeding);
    auto state = resumed<Matrices>(identity, checkpoint);
    if (state) check_loaded(*state, file, starts.size());
    const EvolutionState<Matrices> end = breed_matrices(
        context, options.breeding, file.frequencies(), starts, fitness, random.part(2),
        std::move(state), noted_by<Matrices>(identity, on_generation));

    const PramFitness fresh = study.fitness(kFreshMatrixRuns, random.part(3));
    const std::vector<double> drawn = file.uniforms(random.part(4));
    const auto described = [&](const GenomeScore& score, const Matrices& matrices) {
        Json json = score.parts;
        json["changed"] = changed_percent(file, matrices);
        json["fresh"] = fresh(matrices).parts;
        json[std::string(kAboutOriginal)]["frequencies"] =
            file.frequencies_to_json(matrices, drawn);
        return json;
    };
    const auto best_start = static_cast<std::size_t>(
        std::ranges::min_element(end.first, {}, &GenomeScore::score) - end.first.begin());
    Json result = evolution_result(identity, end, options.breeding.stop);
    result["start"]["label"] = starts[best_start].label;
    result["start"].update(described(end.first[best_start], starts[best_start].matrices));
    result["best"] = described(end.best->score, end.best->genome);
    // Matrices are made from the frequencies of the original, and some tell them exactly.
    result["start"][std::string(kAboutOriginal)]["matrices"] =
        file.matrices_to_json(starts[best_start].matrices);
    result["best"][std::string(kAboutOriginal)]["matrices"] =
        file.matrices_to_json(end.best->genome);
    for (std::size_t i = 0; i < starts.size(); ++i) {
        result["population_first"][i]["label"] = starts[i].label;
    }
    return result;
}

}  // namespace lethe::search
