#include "lethe/documents/measure/document_match.h"

#include <array>

namespace lethe::documents {

std::string_view without_ending(std::string_view id) {
    constexpr std::array<std::string_view, 9> kEndings{
        ".txt", ".text", ".md", ".markdown", ".html", ".htm", ".xhtml", ".jsonl", ".ndjson"};
    if (id.ends_with(".gz")) id.remove_suffix(3);
    for (const std::string_view ending : kEndings) {
        if (id.size() > ending.size() && id.ends_with(ending)) {
            return id.substr(0, id.size() - ending.size());
        }
    }
    return id;
}

DocumentNames::DocumentNames(const std::vector<std::string>& ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i);
        whole_.try_emplace(ids[i], number);
        const auto [known, is_new] =
            short_.try_emplace(std::string(without_ending(ids[i])), number);
        if (!is_new) known->second = -1;
    }
}

std::optional<std::int64_t> DocumentNames::find(std::string_view id) const {
    if (const auto found = whole_.find(id); found != whole_.end()) return found->second;
    const auto found = short_.find(without_ending(id));
    if (found == short_.end() || found->second < 0) return std::nullopt;
    return found->second;
}

DocumentMatch match_documents(const std::vector<std::string>& original,
                              const std::vector<std::string>& sanitised,
                              const std::map<std::string, std::string>& renamed) {
    const DocumentNames names(original);
    DocumentMatch match;
    match.sanitised.assign(original.size(), -1);
    for (std::size_t i = 0; i < sanitised.size(); ++i) {
        const auto old = renamed.find(sanitised[i]);
        const auto found = names.find(old == renamed.end() ? sanitised[i] : old->second);
        if (!found || match.sanitised[static_cast<std::size_t>(*found)] >= 0) {
            match.unexplained.push_back(sanitised[i]);
            continue;
        }
        match.sanitised[static_cast<std::size_t>(*found)] = static_cast<std::int64_t>(i);
    }
    for (std::size_t i = 0; i < original.size(); ++i) {
        if (match.sanitised[i] < 0) match.missing.push_back(original[i]);
    }
    return match;
}

}  // namespace lethe::documents
