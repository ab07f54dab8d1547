// Candidate sets as intersections of short lists.
//
// Few clusters are admitted in each part, so the part that admits fewest targets is gone through
// and the others are asked about each of its members. Targets that agree in all parts are taken
// together: values that occur often (a column that is zero for most people) would otherwise make
// the shortest list a long one.
#include <algorithm>
#include <limits>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

Clusters tuples_of(std::span<const ListedPart> parts, std::int64_t targets) {
    std::vector<std::int32_t> codes(at(targets) * parts.size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
        for (std::size_t row = 0; row < at(targets); ++row) {
            codes[row * parts.size() + p] = parts[p].codes[row];
        }
    }
    return detail::equal_codes(codes, targets, std::ssize(parts));
}

// The tuples of codes, and for each part and code those that have it.
class ListIndex {
  public:
    ListIndex(std::span<const ListedPart> parts, std::int64_t targets)
        : parts_(parts), tuples_(tuples_of(parts, targets)), copies_(tuples_) {
        for (const ListedPart& part : parts) {
            Clusters by_code{{}, 0};
            for (std::int32_t tuple = 0; tuple < copies_.count(); ++tuple) {
                by_code.of.push_back(part.codes[at(first_row(tuple))]);
                by_code.count = std::max(by_code.count, by_code.of.back() + 1);
            }
            with_code_.emplace_back(by_code);
        }
    }

    std::span<const std::int64_t> copies(std::int32_t tuple) const { return copies_[tuple]; }
    std::int64_t first_row(std::int32_t tuple) const { return copies_[tuple].front(); }

    // Calls visit(tuple) for each tuple that the query admits in all parts.
    template <class Visit>
    void for_each(std::int64_t query, Visit visit) const {
        const std::size_t shortest = shortest_part(query);
        if (shortest == parts_.size()) {
            for (std::int32_t tuple = 0; tuple < copies_.count(); ++tuple) visit(tuple);
            return;
        }
        for (const std::int32_t code : parts_[shortest].admitted[at(query)]) {
            for (const std::int64_t tuple : with_code_[shortest][code]) {
                if (admitted(query, static_cast<std::int32_t>(tuple))) {
                    visit(static_cast<std::int32_t>(tuple));
                }
            }
        }
    }

    bool admitted(std::int64_t query, std::int32_t tuple) const {
        const auto row = at(first_row(tuple));
        return std::all_of(parts_.begin(), parts_.end(), [&](const ListedPart& part) {
            if (part.open[at(query)]) return true;
            const auto& codes = part.admitted[at(query)];
            return std::find(codes.begin(), codes.end(), part.codes[row]) != codes.end();
        });
    }
    std::int32_t tuple_of(std::int64_t row) const { return tuples_.of[at(row)]; }

  private:
    // Their number where the query is open in every part.
    std::size_t shortest_part(std::int64_t query) const {
        std::size_t shortest = parts_.size();
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            if (parts_[p].open[at(query)]) continue;
            std::int64_t length = 0;
            for (const std::int32_t code : parts_[p].admitted[at(query)]) {
                length += std::ssize(with_code_[p][code]);
            }
            if (length < least) shortest = p;
            least = std::min(least, length);
        }
        return shortest;
    }

    std::span<const ListedPart> parts_;
    Clusters tuples_;
    ClusterRows copies_;
    std::vector<ClusterRows> with_code_;
};

}  // namespace

Clusters detail::equal_codes(std::span<const std::int32_t> codes, std::int64_t rows,
                             std::int64_t columns) {
    const std::vector<double> numbers(codes.begin(), codes.end());
    const std::vector<std::int32_t> first = first_equal_rows({numbers.data(), rows, columns});
    Clusters result{std::vector<std::int32_t>(first.size()), 0};
    for (std::size_t row = 0; row < first.size(); ++row) {
        const auto own = static_cast<std::size_t>(first[row]);
        result.of[row] = own == row ? result.count++ : result.of[own];
    }
    return result;
}

std::vector<Candidates> link_in_lists(const Context& context, const NumericSpace& queries,
                                      const NumericSpace& targets,
                                      std::span<const ListedPart> parts, Matches matches,
                                      std::int64_t listed) {
    const bool fit = !parts.empty() && queries.dims() == targets.dims() &&
                     std::all_of(parts.begin(), parts.end(), [&](const ListedPart& part) {
                         return std::ssize(part.codes) == targets.rows() &&
                                std::ssize(part.admitted) == queries.rows() &&
                                std::ssize(part.open) == queries.rows();
                     });
    if (!fit) throw Error(ErrorKind::internal, "codes that do not fit the records");
    const detail::MatchOf match_of(matches, queries.rows(), targets.rows());
    const ListIndex index(parts, targets.rows());
    std::vector<Candidates> result(at(queries.rows()));
    Progress progress(context, "linking", queries.rows());
    const auto link = [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t query = begin; query < end; ++query) {
            Candidates& found = result[at(query)];
            const double* point = queries.points().at(query);
            const auto distance = [&](std::int64_t row) {
                return squared_distance(point, targets.points().at(row), targets.dims());
            };
            index.for_each(query, [&](std::int32_t tuple) {
                const auto copies = index.copies(tuple);
                found.count += std::ssize(copies);
                found.nearest.offer(distance(copies.front()), copies.front(), std::ssize(copies));
                if (found.count <= listed) {
                    found.rows.insert(found.rows.end(), copies.begin(), copies.end());
                }
            });
            if (found.count > listed) found.rows.clear();
            std::sort(found.rows.begin(), found.rows.end());
            const std::int64_t match = match_of(query);
            found.holds_match = match >= 0 && index.admitted(query, index.tuple_of(match));
            found.nearest.has_match =
                found.holds_match && distance(match) == found.nearest.distance;
        }
        progress.add(end - begin);
    };
    constexpr std::int64_t kChunk = 256;
    parallel_chunks(context, queries.rows(), kChunk, link);
    return result;
}

}  // namespace lethe
