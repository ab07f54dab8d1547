#include "lethe/search/evolve/pram_fitness.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/algo/statistics/transition_draw.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/data/category_counts.h"

namespace lethe::search {
namespace {

constexpr std::int64_t kMostCategories = 1000;

}  // namespace

PramFile::PramFile(const Context& context, const Table& table, const CodedFile& file,
                   std::vector<std::string> columns)
    : file_(file), columns_(std::move(columns)) {
    for (const std::string& name : columns_) {
        const auto found = std::find_if(file.columns().begin(), file.columns().end(),
                                        [&](const CodedColumn& one) { return one.name == name; });
        if (found == file.columns().end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("column \"{}\" is to be masked but is not among the columns "
                                    "that are measured",
                                    name));
        }
        places_.push_back(static_cast<std::size_t>(found - file.columns().begin()));
        const Column& column = table.column(name);
        const std::vector<std::int64_t> counts = category_counts(context, column);
        std::vector<std::int64_t> occurring;
        std::vector<std::string>& names = categories_.emplace_back();
        std::vector<CellCode>& codes = code_of_.emplace_back();
        std::vector<std::int32_t>& category = category_of_.emplace_back(counts.size(), -1);
        for (std::size_t code = 0; code < counts.size(); ++code) {
            if (counts[code] == 0) continue;
            category[code] = static_cast<std::int32_t>(occurring.size());
            occurring.push_back(counts[code]);
            names.push_back(column.dictionary()[code]);
            codes.push_back(static_cast<CellCode>(code));
        }
        if (std::ssize(occurring) > kMostCategories) {
            throw Error(ErrorKind::usage,
                        fmt::format("column \"{}\" has {} categories; at most {} make a matrix",
                                    name, occurring.size(), kMostCategories));
        }
        frequencies_.push_back(lethe::frequencies(occurring));
    }
    if (std::ranges::all_of(categories_, [](const auto& names) { return names.size() < 2; })) {
        throw Error(ErrorKind::usage,
                    "each of the columns has a single category: there is nothing to change");
    }
}

std::vector<double> PramFile::uniforms(const Random& random) const {
    std::vector<double> result(at(file_.rows()) * columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Stream stream = random.stream(columns_[i]);
        for (std::int64_t row = 0; row < file_.rows(); ++row) {
            result[at(row) * columns_.size() + i] = stream.at(row).uniform();
        }
    }
    return result;
}

FileCodes PramFile::masked(const Matrices& matrices, std::span<const double> uniforms) const {
    FileCodes codes = file_.codes();
    const std::size_t width = at(file_.width());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const TransitionDraw drawn(matrices[i]);
        const CellCode missing = file_.columns()[places_[i]].missing();
        for (std::size_t row = 0; row < at(file_.rows()); ++row) {
            CellCode& code = codes[row * width + places_[i]];
            if (code == missing) continue;
            const std::int32_t category = category_of_[i][code];
            code = code_of_[i][at(drawn(category, uniforms[row * columns_.size() + i]))];
        }
    }
    return codes;
}

Json PramFile::matrices_to_json(const Matrices& matrices) const {
    Json json = Json::object();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        json[columns_[i]] = {{"categories", categories_[i]}, {"rows", matrix_to_json(matrices[i])}};
    }
    return json;
}

Json PramFile::frequencies_to_json(const Matrices& matrices,
                                   std::span<const double> uniforms) const {
    const FileCodes codes = masked(matrices, uniforms);
    Json json = Json::object();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const CellCode missing = file_.columns()[places_[i]].missing();
        std::vector<std::int64_t> after(categories_[i].size(), 0);
        for (std::size_t cell = places_[i]; cell < codes.size(); cell += at(file_.width())) {
            if (codes[cell] != missing) ++after[at(category_of_[i][codes[cell]])];
        }
        const Frequencies expected = expected_frequencies(matrices[i], frequencies_[i]);
        Json& rows = json[columns_[i]] = Json::array();
        for (std::size_t c = 0; c < after.size(); ++c) {
            const auto place = static_cast<Eigen::Index>(c);
            rows.push_back({{"category", categories_[i][c]},
                            {"before", static_cast<std::int64_t>(frequencies_[i][place])},
                            {"expected", expected[place]},
                            {"after", after[c]}});
        }
    }
    return json;
}

PramJudge score_judge(const FileFitness& fitness, const Aim& aim) {
    return {[&fitness](const FileCodes& masked) {
                const FileScore score = fitness.score(masked);
                return std::vector<double>{score.risk(),           score.loss(),
                                           score.distance_loss,    score.table_loss,
                                           score.entropy_loss,     score.interval_disclosure,
                                           score.distance_linkage, score.probabilistic_linkage};
            },
            {"risk", "loss", "dbil", "ctbil", "ebil", "interval_disclosure", "distance_linkage",
             "probabilistic_linkage"},
            [aim](std::span<const double> means) { return aim.of(means[0], means[1]); }};
}

PramFitness::PramFitness(const PramFile& file, PramJudge judge, std::int64_t realisations,
                         const Random& random)
    : file_(file), judge_(std::move(judge)) {
    if (realisations < 1) throw Error(ErrorKind::usage, "at least one realisation is needed");
    for (std::int64_t i = 0; i < realisations; ++i) {
        uniforms_.push_back(file.uniforms(random.part(static_cast<std::uint64_t>(i))));
    }
}

GenomeScore PramFitness::operator()(const Matrices& matrices) const {
    std::vector<double> means(judge_.names.size(), 0.0);
    for (const std::vector<double>& uniforms : uniforms_) {
        const std::vector<double> parts = judge_.parts(file_.masked(matrices, uniforms));
        for (std::size_t i = 0; i < means.size(); ++i) means[i] += parts[i];
    }
    for (double& mean : means) mean /= static_cast<double>(uniforms_.size());
    GenomeScore result;
    result.score = judge_.score(means);
    result.parts["score"] = result.score;
    for (std::size_t i = 0; i < means.size(); ++i) result.parts[judge_.names[i]] = means[i];
    return result;
}

}  // namespace lethe::search
