#include "lethe/search/evolve/evolve_formula.h"

#include <memory>

#include "lethe/core/error.h"
#include "lethe/method/publication.h"
#include "lethe/search/evolve/pram_fitness.h"

namespace lethe::search {
namespace {

constexpr std::int64_t kFreshFormulaRuns = 20;

// A table with what is needed to judge matrices for it.
class Judged {
  public:
    Judged(const Context& context, const FormulaTable& table, const Aim& aim,
           std::int64_t realisations, const Random& random)
        : name_(table.name),
          measures_(context, table.table, table.columns),
          file_(context, table.table, measures_.original(), table.columns),
          fitness_(file_, score_judge(measures_, aim), realisations, random) {}

    const std::string& name() const { return name_; }
    const PramFile& file() const { return file_; }
    GenomeScore score(const Matrices& matrices) const { return fitness_(matrices); }

    Matrices matrices(const Formula& formula, const FormulaStudy& study) const {
        Matrices matrices;
        for (const Frequencies& frequencies : file_.frequencies()) {
            matrices.push_back(matrix_from_formula(formula, frequencies, study.p, study.diagonal));
        }
        return matrices;
    }

  private:
    std::string name_;
    FileFitness measures_;
    PramFile file_;
    PramFitness fitness_;
};

class Jury {
  public:
    Jury(const Context& context, std::span<const FormulaTable> tables, const FormulaStudy& study,
         std::int64_t realisations, const Random& random)
        : study_(study) {
        if (tables.empty()) throw Error(ErrorKind::usage, "at least one table is needed");
        if (!(study.p >= 0 && study.p <= 1)) {
            throw Error(ErrorKind::usage, "p is a probability: 0 to 1");
        }
        for (std::size_t i = 0; i < tables.size(); ++i) {
            judges_.push_back(std::make_unique<Judged>(context, tables[i], study.aim, realisations,
                                                       random.part(i)));
        }
    }

    // Means over the tables.
    GenomeScore score(const Formula& formula) const {
        GenomeScore mean;
        mean.score = 0;
        for (const auto& judge : judges_) {
            const GenomeScore one = judge->score(judge->matrices(formula, study_));
            mean.score += one.score;
            for (const auto& [name, value] : one.parts.items()) {
                mean.parts[name] = mean.parts.value(name, 0.0) + value.get<double>();
            }
        }
        const auto tables = static_cast<double>(judges_.size());
        mean.score /= tables;
        for (auto& [name, value] : mean.parts.items()) value = value.get<double>() / tables;
        return mean;
    }

    Json tables(const Formula& formula) const {
        Json tables = Json::array();
        for (const auto& judge : judges_) {
            const Matrices matrices = judge->matrices(formula, study_);
            Json one = {{"name", judge->name()}};
            one.update(judge->score(matrices).parts);
            one["matrices"] = judge->file().matrices_to_json(matrices);
            tables.push_back(std::move(one));
        }
        return tables;
    }

  private:
    FormulaStudy study_;
    std::vector<std::unique_ptr<Judged>> judges_;
};

Json formula_options_to_json(std::span<const FormulaTable> tables,
                             const EvolveFormulaOptions& options) {
    const ProgrammingOptions& programming = options.programming;
    Json names = Json::array(), given = Json::array();
    for (const FormulaTable& table : tables) {
        names.push_back(
            {{"name", table.name}, {"rows", table.table.rows()}, {"columns", table.columns}});
    }
    for (const Formula& formula : programming.given) given.push_back(formula.text());
    const bool keeps = options.study.diagonal == FormulaDiagonal::keep;
    const bool steady = programming.succession == Succession::steady_state;
    return {{"tables", names},
            {"p", options.study.p},
            {"diagonal", keeps ? "keep" : "free"},
            {"aim", aim_to_json(options.study.aim)},
            {"realisations", options.study.realisations},
            {"population", programming.population},
            {"tournament", programming.tournament},
            {"crossover", programming.crossover},
            {"depth", programming.limits.depth},
            {"root", programming.limits.root},
            {"succession", steady ? "steady-state" : "generational"},
            {"gap", programming.gap},
            {"elite", programming.elite},
            {"given", given}};
}

}  // namespace

const Formula& standard_formula() {
    static const Formula formula = Formula::parse("N - a - b");
    return formula;
}

Json rate_formula(const Context& context, const Formula& formula,
                  std::span<const FormulaTable> tables, const FormulaStudy& study,
                  const Random& random) {
    const Jury jury(context, tables, study, study.realisations, random);
    Json result = {{"formula", formula.text()}};
    result.update(jury.score(formula).parts);
    result["tables"] = jury.tables(formula);
    return result;
}

Json evolve_formula(const Context& context, std::span<const FormulaTable> tables,
                    const EvolveFormulaOptions& options, const Random& random,
                    const std::optional<Json>& checkpoint, const GenerationNote& on_generation) {
    const Jury jury(context, tables, options.study, options.study.realisations, random.part(1));
    const RunIdentity identity =
        run_identity("pram-formula", formula_options_to_json(tables, options), random);
    ProgrammingOptions programming = options.programming;
    programming.given.insert(programming.given.begin(), standard_formula());
    const ProgrammingState end = breed_formulas(
        context, programming, [&](const Formula& formula) { return jury.score(formula); },
        random.part(2), resumed<Formula>(identity, checkpoint),
        noted_by<Formula>(identity, on_generation));

    const auto described = [&](const Formula& formula, const FormulaStudy& study) {
        const Jury same(context, tables, study, study.realisations, random.part(1));
        const Jury fresh(context, tables, study, kFreshFormulaRuns, random.part(3));
        Json json = {{"formula", formula.text()},
                     {"simplified", formula.simplified().text()},
                     {"depth", formula.depth()}};
        json.update(same.score(formula).parts);
        json["fresh"] = fresh.score(formula).parts;
        json[std::string(kAboutOriginal)]["tables"] = same.tables(formula);
        return json;
    };
    FormulaStudy standard = options.study;
    standard.diagonal = FormulaDiagonal::keep;
    Json result = evolution_result(identity, end, programming.stop);
    result["start"] = described(standard_formula(), standard);
    result["best"] = described(end.best->genome, options.study);
    return result;
}

}  // namespace lethe::search
