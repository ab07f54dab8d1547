// The comparators: levels of agreement of two different values of a column.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <unordered_set>

#include "lethe/table/linkage/prepared_files.h"
#include "lethe/table/linkage/text_similarity.h"

namespace lethe::linkage {
namespace {

// Similarities from which on texts are somewhat alike, alike, nearly equal.
constexpr double kSomewhat = 0.80;
constexpr double kAlike = 0.88;
constexpr double kNearlyEqual = 0.94;

// No similarity is above this, given which letters are not shared. Most pairs of names end here.
double similarity_bound(std::size_t a, std::size_t b, std::uint64_t in_a, std::uint64_t in_b) {
    const auto alone_a = static_cast<double>(std::popcount(in_a & ~in_b));
    const auto alone_b = static_cast<double>(std::popcount(in_b & ~in_a));
    const auto size_a = static_cast<double>(a);
    const auto size_b = static_cast<double>(b);
    const double common = std::min(size_a - alone_a, size_b - alone_b);
    if (common <= 0) return 0;
    const double jaro = (common / size_a + common / size_b + 1) / 3;
    return jaro + 0.4 * (1 - jaro);
}

int text_level(const std::string& a, const std::string& b, std::uint64_t in_a, std::uint64_t in_b) {
    if (similarity_bound(a.size(), b.size(), in_a, in_b) < kSomewhat) return 1;
    const double similarity = jaro_winkler(a, b);
    if (similarity >= kNearlyEqual) return 4;
    if (similarity >= kAlike) return 3;
    return similarity >= kSomewhat ? 2 : 1;
}

// One edit, or one in seven characters; two, in codes that are not another one by then, or two in
// seven.
int edit_level(const std::string& a, const std::string& b) {
    constexpr int kLong = 6;
    const auto shorter = static_cast<int>(std::min(a.size(), b.size()));
    const int few = std::max(1, shorter / 7);
    const int most = shorter >= kLong ? std::max(2, 2 * shorter / 7) : few;
    const int edits = edit_distance(a, b, most);
    if (edits > most) return 1;
    return edits <= few ? 3 : 2;
}

// How many records have a value of one field that the other field has as well, of all.
double shared_field_values(const Field& a, const Field& b) {
    std::unordered_set<std::string_view> others(b.texts.begin(), b.texts.end());
    double all = 0;
    double shared = 0;
    for (std::size_t v = 0; v < a.values(); ++v) {
        const auto count = static_cast<double>(a.left_counts[v] + a.right_counts[v]);
        all += count;
        if (others.contains(a.texts[v])) shared += count;
    }
    return all > 0 ? shared / all : 0;
}

}  // namespace

int Field::unequal_level(std::size_t a, std::size_t b) const {
    switch (pair.comparator) {
        case Comparator::exact:
            return 1;
        case Comparator::text:
            return text_level(texts[a], texts[b], letters[a], letters[b]);
        case Comparator::edit:
            return edit_level(texts[a], texts[b]);
        case Comparator::number:
            return number_level(a, b);
        case Comparator::date:
            return date_level(a, b);
        case Comparator::label:
            return label_level(a, b);
        case Comparator::taxonomy:
            return concept_level(a, b);
    }
    return 1;
}

std::vector<int> find_exchangeable(const std::vector<Field>& fields) {
    constexpr double kCommon = 0.05;
    std::vector<int> partner(fields.size(), -1);
    const auto is_text = [&](std::size_t f) {
        return fields[f].pair.comparator == Comparator::text && partner[f] < 0;
    };
    for (std::size_t f = 0; f < fields.size(); ++f) {
        for (std::size_t g = f + 1; g < fields.size(); ++g) {
            if (!is_text(f) || !is_text(g)) continue;
            if (shared_field_values(fields[f], fields[g]) < kCommon ||
                shared_field_values(fields[g], fields[f]) < kCommon) {
                continue;
            }
            partner[f] = static_cast<int>(g);
            partner[g] = static_cast<int>(f);
        }
    }
    return partner;
}

bool PreparedFiles::exchanged(std::size_t field, std::span<const std::int32_t> a,
                              std::span<const std::int32_t> b) const {
    const auto partner = static_cast<std::size_t>(exchangeable[field]);
    const Field& x = fields[field];
    const Field& y = fields[partner];
    if (a[partner] < 0 || b[partner] < 0) return false;
    const auto alike = [](const Field& one, std::int32_t i, const Field& other, std::int32_t j) {
        const auto p = static_cast<std::size_t>(i);
        const auto q = static_cast<std::size_t>(j);
        return one.texts[p] == other.texts[q] ||
               text_level(one.texts[p], other.texts[q], one.letters[p], other.letters[q]) >= 4;
    };
    return alike(x, a[field], y, b[partner]) && alike(y, a[partner], x, b[field]);
}

int Field::number_level(std::size_t a, std::size_t b) const {
    const double apart = std::fabs(low[a] - low[b]) / spread;
    if (std::isnan(apart)) return 1;
    const double nearly = pair.tolerance ? *pair.tolerance / spread : 0.02;
    if (apart <= nearly * (1 + 1e-12)) return 5;
    if (!texts[a].empty() && !texts[b].empty() && edit_distance(texts[a], texts[b], 1) <= 1) {
        return 5;
    }
    if (apart <= 0.1) return 4;
    if (apart <= 0.35) return 3;
    return apart <= 1 ? 2 : 1;
}

int Field::date_level(std::size_t a, std::size_t b) const {
    const Date& x = dates[a];
    const Date& y = dates[b];
    // A slip of the pen, whether or not what it made is a day of the calendar.
    const bool slip = edit_distance(texts[a], texts[b], 1) <= 1;
    if (x.year == 0 || y.year == 0) return slip ? 4 : 1;
    const double apart = std::fabs(low[a] - low[b]);
    if (apart <= pair.tolerance.value_or(3)) return 4;
    const bool exchanged = x.year == y.year && x.month == y.day && x.day == y.month;
    if (slip || exchanged) return 4;
    const int parts =
        (x.year == y.year ? 1 : 0) + (x.month == y.month ? 1 : 0) + (x.day == y.day ? 1 : 0);
    if (parts == 2 || apart <= 31) return 3;
    return parts == 1 || apart <= 366 ? 2 : 1;
}

int Field::label_level(std::size_t a, std::size_t b) const {
    if (!members[a].empty() || !members[b].empty()) {
        const auto& x = members[a];
        const auto& y = members[b];
        auto i = x.begin();
        auto j = y.begin();
        while (i != x.end() && j != y.end()) {
            if (*i == *j) return 3;
            ++(*i < *j ? i : j);
        }
        return 1;
    }
    if (std::isnan(low[a]) || std::isnan(low[b])) return 1;
    const double gap = std::max(low[a] - high[b], low[b] - high[a]);
    if (gap <= 0) return 3;
    return gap <= 0.1 * spread ? 2 : 1;
}

int Field::concept_level(std::size_t a, std::size_t b) const {
    const ConceptId x = concepts[a];
    const ConceptId y = concepts[b];
    if (x == kNoConcept || y == kNoConcept) return 1;
    if (x == y) return 4;
    if (taxonomy->subsumes(x, y) || taxonomy->subsumes(y, x)) {
        const ConceptId above = taxonomy->subsumes(x, y) ? x : y;
        return above == taxonomy->root() ? 1 : 3;
    }
    // Near: siblings, or as near as siblings are.
    const ConceptId common = taxonomy->lcs(x, y);
    if (common == taxonomy->root()) return 1;
    return taxonomy->climb(x, common) + taxonomy->climb(y, common) <= 2 ? 2 : 1;
}

}  // namespace lethe::linkage
