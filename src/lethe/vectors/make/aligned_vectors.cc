#include "lethe/vectors/make/aligned_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "lethe/core/error.h"

namespace lethe::vectors {

DocumentVectors in_order_of(const DocumentVectors& original, const DocumentVectors& published,
                            const std::string& file) {
    if (original.size() != published.size()) {
        throw Error(ErrorKind::input,
                    fmt::format("has {} documents, the original {}; every original document has "
                                "one published vector",
                                published.size(), original.size()),
                    {file, 0, 0, {}});
    }
    if (original.ids.empty() || published.ids.empty() || original.ids == published.ids) {
        return published;
    }
    std::unordered_map<std::string_view, std::int64_t> row_of;
    for (std::size_t i = 0; i < published.ids.size(); ++i) {
        row_of.emplace(published.ids[i], static_cast<std::int64_t>(i));
    }
    std::vector<std::int64_t> rows;
    for (const std::string& id : original.ids) {
        const auto found = row_of.find(id);
        if (found != row_of.end()) rows.push_back(found->second);
    }
    if (rows.size() != original.ids.size()) {
        throw Error(ErrorKind::input,
                    fmt::format("{} of {} original documents are not in it by their ids; ids are "
                                "those of the original, or there are none and the order is the "
                                "same",
                                original.ids.size() - rows.size(), original.ids.size()),
                    {file, 0, 0, {}});
    }
    return chosen_rows(published, rows);
}

bool have_common_terms(const DocumentVectors& original, const DocumentVectors& published) {
    std::unordered_set<std::string_view> known(original.terms.begin(), original.terms.end());
    return std::ranges::any_of(published.terms,
                               [&](const std::string& term) { return known.contains(term); });
}

void check_common_terms(const DocumentVectors& original, const DocumentVectors& published,
                        const std::string& file) {
    if (have_common_terms(original, published)) return;
    throw Error(ErrorKind::input,
                "has no term in common with the original vectors; both need the same file of "
                "terms, or, where terms were generalised by their meaning, --source names the "
                "taxonomy",
                {file, 0, 0, {}});
}

}  // namespace lethe::vectors
