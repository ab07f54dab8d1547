#include "lethe/vectors/make/document_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::vectors {
namespace {

using Places = std::unordered_map<std::string_view, std::int32_t>;

Places places_of(const std::vector<std::string>& terms) {
    Places places;
    places.reserve(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        places.emplace(terms[i], static_cast<std::int32_t>(i));
    }
    return places;
}

}  // namespace

void check_weights(const SparseRows& rows) {
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        if (row.size() == 0) {
            throw Error(ErrorKind::input,
                        fmt::format("document {} has no terms; documents without terms have no "
                                    "direction and must be dropped first",
                                    r + 1));
        }
        if (std::ranges::any_of(row.values, [](double value) { return value < 0; })) {
            throw Error(ErrorKind::input,
                        fmt::format("document {} has a negative weight; weights of terms must be "
                                    "above 0",
                                    r + 1));
        }
    }
}

DocumentVectors over_terms(const DocumentVectors& vectors, const std::vector<std::string>& terms) {
    constexpr std::int32_t kNowhere = -1;
    const Places places = places_of(terms);
    std::vector<std::int32_t> place;
    place.reserve(vectors.terms.size());
    for (const std::string& term : vectors.terms) {
        const auto found = places.find(term);
        place.push_back(found == places.end() ? kNowhere : found->second);
    }
    DocumentVectors result{SparseRows(static_cast<std::int32_t>(terms.size())), terms, vectors.ids,
                           vectors.labels};
    result.rows.reserve(vectors.size(), vectors.rows.entries());
    std::vector<std::pair<std::int32_t, double>> entries;
    for (std::int64_t r = 0; r < vectors.size(); ++r) {
        const SparseRow row = vectors.rows[r];
        entries.clear();
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            const std::int32_t to = place[static_cast<std::size_t>(row.columns[i])];
            if (to != kNowhere) entries.emplace_back(to, row.values[i]);
        }
        std::ranges::sort(entries);
        for (const auto& [column, value] : entries) result.rows.add(column, value);
        result.rows.end_row();
    }
    return result;
}

std::vector<std::string> joint_terms(const std::vector<std::string>& a,
                                     const std::vector<std::string>& b) {
    std::vector<std::string> joint = a;
    const Places places = places_of(a);
    std::ranges::copy_if(b, std::back_inserter(joint),
                         [&](const std::string& term) { return !places.contains(term); });
    return joint;
}

DocumentVectors chosen_rows(const DocumentVectors& vectors, const std::vector<std::int64_t>& rows) {
    DocumentVectors result{SparseRows(vectors.rows.columns()), vectors.terms, {}, {}};
    for (const std::int64_t row : rows) {
        const auto r = static_cast<std::size_t>(row);
        result.rows.append(vectors.rows[row]);
        if (!vectors.ids.empty()) result.ids.push_back(vectors.ids[r]);
        if (!vectors.labels.empty()) result.labels.push_back(vectors.labels[r]);
    }
    return result;
}

}  // namespace lethe::vectors
