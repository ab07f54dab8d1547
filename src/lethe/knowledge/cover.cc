#include "lethe/knowledge/cover.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"

namespace lethe {

std::vector<ConceptId> words_along_walk(const Taxonomy& taxonomy,
                                        const std::vector<ConceptId>* among) {
    std::vector<char> wanted(static_cast<std::size_t>(taxonomy.size()), among == nullptr ? 1 : 0);
    if (among != nullptr) {
        for (const ConceptId c : *among) wanted[static_cast<std::size_t>(c)] = 1;
    }
    std::vector<ConceptId> words;
    std::vector<ConceptId> open{taxonomy.root()};
    while (!open.empty()) {
        const ConceptId c = open.back();
        open.pop_back();
        if (wanted[static_cast<std::size_t>(c)] != 0 && taxonomy.name_count(c) > 0) {
            const std::vector<ConceptId> senses = taxonomy.find(taxonomy.name_of(c, 0));
            if (!senses.empty() && senses.front() == c) words.push_back(c);
        }
        const auto children = taxonomy.children(c);
        for (auto child = children.rbegin(); child != children.rend(); ++child) {
            if (taxonomy.parents(*child).front() == c) open.push_back(*child);
        }
    }
    return words;
}

std::vector<ConceptId> cover_of(const std::vector<ConceptId>& words, ConceptId word,
                                std::int64_t k) {
    const std::int64_t runs = std::ssize(words) / k;
    if (runs == 0) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} words cannot hide one among {}", words.size(), k));
    }
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) return {};
    const std::int64_t run = std::min((found - words.begin()) / k, runs - 1);
    return {words.begin() + run * k, run + 1 == runs ? words.end() : words.begin() + (run + 1) * k};
}

}  // namespace lethe
