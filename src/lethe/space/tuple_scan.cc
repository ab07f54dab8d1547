#include "lethe/space/tuple_scan.h"

#include <numeric>
#include <utility>

#include "lethe/core/index.h"
#include "lethe/core/vector_code.h"
#include "lethe/data/key_numbers.h"
#include "lethe/space/int_lanes.h"
#include "lethe/space/tuple_centre.h"

#ifdef LETHE_AVX2_CODE
#include <immintrin.h>
#endif

namespace lethe {
namespace {

#ifdef LETHE_AVX2_CODE
// Compilers do not see that tables and sums lie apart, so the eight look-ups at a time are written
// out. Returns how many sums it made.
template <class Groups>
LETHE_AVX2_CODE std::int64_t sums_with_avx2(const Groups& groups, std::int64_t begin,
                                            std::int64_t count, std::int32_t* out) {
    constexpr std::int64_t kTogether = 8;
    std::int64_t done = 0;
    for (; done + kTogether <= count; done += kTogether) {
        __m256i sum = _mm256_setzero_si256();
        for (const auto& group : groups) {
            const __m256i codes = _mm256_loadu_si256(
                reinterpret_cast<const __m256i*>(group.codes.data() + begin + done));
            sum = _mm256_add_epi32(sum, _mm256_i32gather_epi32(group.table.data(), codes, 4));
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + done), sum);
    }
    return done;
}
#endif

}  // namespace

TupleScan::TupleScan(const TupleSpace& space)
    : space_(space),
      tuples_(at(space.tuples())),
      place_(at(space.tuples())),
      is_gone_(at(space.tuples()), 0),
      left_(space.tuples()),
      parts_(at(kBlock)) {
    std::iota(tuples_.begin(), tuples_.end(), 0);
    std::iota(place_.begin(), place_.end(), 0);
    std::vector<std::size_t> order(space.columns());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return space.values(a) < space.values(b);
    });
    const std::int64_t most = std::clamp<std::int64_t>(left_ / 16, 64, 4096);
    for (const std::size_t column : order) add_column(column, most);
}

// Joins the column to the last group if that has few combinations then, or opens a new group.
void TupleScan::add_column(std::size_t column, std::int64_t most) {
    const auto codes = space_.codes(column);
    if (!groups_.empty()) {
        Group& group = groups_.back();
        KeyNumbers<std::uint64_t> keys;
        std::vector<std::int32_t> joined(codes.size());
        for (std::size_t i = 0; i < codes.size() && std::ssize(keys.keys()) <= most; ++i) {
            joined[i] = static_cast<std::int32_t>(
                keys.number(static_cast<std::uint64_t>(group.codes[i]) << 32 |
                            static_cast<std::uint32_t>(codes[i])));
        }
        if (std::ssize(keys.keys()) <= most) {
            std::vector<std::vector<std::int32_t>> value_codes(group.columns.size() + 1);
            for (const std::uint64_t key : keys.keys()) {
                for (std::size_t j = 0; j < group.columns.size(); ++j) {
                    value_codes[j].push_back(group.value_codes[j][key >> 32]);
                }
                value_codes.back().push_back(static_cast<std::int32_t>(key & 0xffffffffU));
            }
            group.columns.push_back(column);
            group.codes = std::move(joined);
            group.value_codes = std::move(value_codes);
            group.table.resize(keys.size());
            return;
        }
    }
    Group group;
    group.columns = {column};
    group.codes.assign(codes.begin(), codes.end());
    group.value_codes.emplace_back(at(space_.values(column)));
    std::iota(group.value_codes[0].begin(), group.value_codes[0].end(), 0);
    group.table.resize(at(space_.values(column)));
    groups_.push_back(std::move(group));
}

bool TupleScan::has(std::int32_t tuple) const {
    const std::int32_t place = place_[at(tuple)];
    return place >= 0 && is_gone_[at(place)] == 0;
}

void TupleScan::remove(std::int32_t tuple) {
    is_gone_[at(place_[at(tuple)])] = 1;
    --left_;
    if (4 * ++gaps_ > std::ssize(tuples_)) close_gaps();
}

void TupleScan::close_gaps() {
    std::size_t kept = 0;
    for (std::size_t place = 0; place < tuples_.size(); ++place) {
        if (is_gone_[place] != 0) {
            place_[at(tuples_[place])] = -1;
            continue;
        }
        tuples_[kept] = tuples_[place];
        place_[at(tuples_[kept])] = static_cast<std::int32_t>(kept);
        for (Group& group : groups_) group.codes[kept] = group.codes[place];
        ++kept;
    }
    tuples_.resize(kept);
    is_gone_.assign(kept, 0);
    gaps_ = 0;
}

void TupleScan::aim(const TupleSpace::Point& from) {
    for (Group& group : groups_) {
        std::fill(group.table.begin(), group.table.end(), 0);
        for (std::size_t j = 0; j < group.columns.size(); ++j) {
            const std::size_t column = group.columns[j];
            buffer_.resize(at(space_.values(column)));
            space_.column_parts(column, from[column], buffer_);
            const std::vector<std::int32_t>& codes = group.value_codes[j];
            for (std::size_t i = 0; i < codes.size(); ++i) {
                group.table[i] += buffer_[at(codes[i])];
            }
        }
    }
}

void TupleScan::measure(std::int64_t begin, std::int64_t count, std::int32_t gone) {
    std::int32_t* out = parts_.data();
    std::int64_t done = 0;
#ifdef LETHE_AVX2_CODE
    if (runs_avx2()) done = sums_with_avx2(groups_, begin, count, out);
#endif
    for (; done < count; ++done) {
        out[done] = 0;
        for (const Group& group : groups_) {
            out[done] += group.table[at(group.codes[at(begin + done)])];
        }
    }
    if (space_.options().whole_records) {
        const std::int32_t whole = space_.whole_parts();
        for (std::int64_t i = 0; i < count; ++i) out[i] = out[i] != 0 ? whole : 0;
    }
    if (gaps_ == 0) return;
    const auto put_gone = [gone](const char* is_gone, std::int64_t end, std::int32_t* to)
                              LETHE_INLINED {
                                  for (std::int64_t i = 0; i < end; ++i)
                                      to[i] = is_gone[i] != 0 ? gone : to[i];
                              };
    vector_code(put_gone, is_gone_.data() + begin, count, out);
}

template <bool kFarthest>
std::int32_t TupleScan::extreme(const TupleSpace::Point& from, Weighting weighting) {
    constexpr std::int32_t kGone = kFarthest ? -1 : std::numeric_limits<std::int32_t>::max();
    const auto is_better = [](auto a, auto b) { return kFarthest ? a > b : a < b; };
    std::int32_t best = -1;
    if (weighting == Weighting::none) {
        std::int32_t limit = kGone;
        scan(from, kGone,
             [&](std::span<const std::int32_t> tuples, std::span<const std::int32_t> parts) {
                 const std::int32_t here =
                     kFarthest ? greatest_value(parts, kGone) : least_value(parts, kGone);
                 if (!is_better(here, limit)) return;
                 limit = here;
                 best = tuples[at(std::find(parts.begin(), parts.end(), here) - parts.begin())];
             });
        return best;
    }
    std::int64_t limit = 0;
    scan(from, -1, [&](std::span<const std::int32_t> tuples, std::span<const std::int32_t> parts) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i] < 0) continue;
            const std::int64_t weighted = parts[i] * space_.count(tuples[i]);
            if (best < 0 || is_better(weighted, limit)) {
                limit = weighted;
                best = tuples[i];
            }
        }
    });
    return best;
}

std::int32_t TupleScan::farthest(const TupleSpace::Point& from, Weighting weighting) {
    return extreme<true>(from, weighting);
}

std::int32_t TupleScan::nearest(const TupleSpace::Point& from, Weighting weighting) {
    return extreme<false>(from, weighting);
}

TupleSpace::Pool::Pool(const Context& context, const TupleSpace& space)
    : Pool(context, space, CentreOptions{}) {}

TupleSpace::Pool::Pool(const Context&, const TupleSpace& space, const CentreOptions& centre)
    : space_(space),
      scan_(space),
      centre_(std::make_unique<TupleCentre>(space, centre)),
      taken_(at(space.tuples()), 0),
      size_(space.rows()) {
    for (std::int32_t t = 0; t < space.tuples(); ++t) centre_->add(t, space.count(t));
}

TupleSpace::Pool::~Pool() = default;

std::int64_t TupleSpace::Pool::next_row(std::int32_t tuple) const {
    return space_.first_row(tuple) + taken_[at(tuple)];
}

std::int64_t TupleSpace::Pool::farthest_from_centroid() {
    return next_row(scan_.farthest(centre_->point(), Weighting::none));
}

std::int64_t TupleSpace::Pool::farthest_from(std::int64_t row) {
    return next_row(scan_.farthest(space_.point(row), Weighting::none));
}

void TupleSpace::Pool::nearest(std::int64_t row, std::int64_t count,
                               std::vector<std::int64_t>& found) {
    const std::int64_t wanted = std::min(count, size_);
    found.clear();
    if (wanted == 0) return;
    // The nearest tuples, the worst on top: those that hold `wanted` records together, and no more.
    std::vector<std::pair<std::int32_t, std::int32_t>> heap;
    const auto copies = [&](std::int32_t tuple) { return space_.count(tuple) - taken_[at(tuple)]; };
    constexpr std::int32_t kGone = std::numeric_limits<std::int32_t>::max();
    std::int32_t limit = kGone;
    std::int64_t records = 0;
    scan_.scan(space_.point(row), kGone,
               [&](std::span<const std::int32_t> tuples, std::span<const std::int32_t> parts) {
                   if (least_value(parts, kGone) >= limit) return;
                   for (std::size_t i = 0; i < parts.size(); ++i) {
                       if (parts[i] >= limit) continue;
                       heap.emplace_back(parts[i], tuples[i]);
                       std::push_heap(heap.begin(), heap.end());
                       records += copies(tuples[i]);
                       while (records - copies(heap.front().second) >= wanted) {
                           records -= copies(heap.front().second);
                           std::pop_heap(heap.begin(), heap.end());
                           heap.pop_back();
                       }
                       if (records >= wanted) limit = heap.front().first;
                   }
               });
    std::sort_heap(heap.begin(), heap.end());
    for (const auto& [parts, tuple] : heap) {
        const std::int64_t first = next_row(tuple);
        const std::int64_t taken = std::min(copies(tuple), wanted - std::ssize(found));
        for (std::int64_t i = 0; i < taken; ++i) found.push_back(first + i);
    }
}

void TupleSpace::Pool::remove(std::int64_t row) {
    const std::int32_t tuple = space_.tuple_of(row);
    centre_->remove(tuple, 1);
    --size_;
    if (++taken_[at(tuple)] == space_.count(tuple)) scan_.remove(tuple);
}

}  // namespace lethe
