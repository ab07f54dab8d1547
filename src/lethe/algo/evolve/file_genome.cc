#include "lethe/algo/evolve/file_genome.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string>

#include "lethe/algo/evolve/diversity.h"

namespace lethe {

Json GenomeJson<FileCodes>::save(const FileCodes& codes) {
    std::string text;
    text.reserve(4 * codes.size());
    for (const CellCode code : codes) fmt::format_to(std::back_inserter(text), "{:04x}", code);
    return text;
}

FileCodes GenomeJson<FileCodes>::load(const Json& json) {
    const std::string text = json.get<std::string>();
    FileCodes codes;
    for (std::size_t i = 0; i + 4 <= text.size(); i += 4) {
        codes.push_back(static_cast<CellCode>(std::stoul(text.substr(i, 4), nullptr, 16)));
    }
    return codes;
}

double GenomeDiversity<FileCodes>::of(const std::vector<Individual<FileCodes>>& population) {
    std::vector<const FileCodes*> files;
    for (const auto& one : population) files.push_back(&one.genome);
    return file_diversity(files);
}

}  // namespace lethe
