#include "lethe/space/category_scan.h"

#include <algorithm>
#include <utility>

#include "lethe/core/index.h"
#include "lethe/space/int_lanes.h"

namespace lethe {
namespace {

constexpr std::int64_t kBlock = 2048;
constexpr std::int32_t kBeyond = 1 << 30;

}  // namespace

CategoryScan::CategoryScan(const CategorySpace& space, std::vector<std::int32_t> rows)
    : space_(space),
      size_(std::ssize(rows)),
      rows_(std::move(rows)),
      place_(at(space.rows()), -1),
      gone_(rows_.size(), 0),
      distances_(at(kBlock)) {
    for (std::size_t j = 0; j < space.scales().columns.size(); ++j) {
        const auto all = space.codes(j);
        std::vector<std::int32_t>& codes = codes_.emplace_back();
        for (const std::int32_t row : rows_) codes.push_back(all[at(row)]);
    }
    for (std::size_t place = 0; place < rows_.size(); ++place) {
        place_[at(rows_[place])] = static_cast<std::int32_t>(place);
    }
}

// look(first place, distances) for block after block; `gone` is added to the distance of what was
// removed.
template <class Look>
void CategoryScan::scan(const CategorySpace::Point& from, std::int32_t gone, Look look) const {
    const auto places = std::ssize(rows_);
    for (std::int64_t begin = 0; begin < places; begin += kBlock) {
        const std::size_t count = at(std::min(kBlock, places - begin));
        const std::int32_t* removed = gone_.data() + begin;
        for (std::size_t i = 0; i < count; ++i) distances_[i] = gone * removed[i];
        for (std::size_t j = 0; j < codes_.size(); ++j) {
            add_distances(space_.scales().columns[j], from[j],
                          std::span(codes_[j]).subspan(at(begin), count), distances_.data());
        }
        look(begin, std::span<const std::int32_t>(distances_.data(), count));
    }
}

std::int64_t CategoryScan::farthest(const CategorySpace::Point& from) const {
    std::int32_t most = -1;
    std::int64_t best = -1;
    scan(from, -kBeyond, [&](std::int64_t begin, std::span<const std::int32_t> distances) {
        const std::int32_t here = greatest_value(distances, -1);
        if (here <= most) return;
        most = here;
        best = begin + (std::find(distances.begin(), distances.end(), here) - distances.begin());
    });
    return rows_[at(best)];
}

void CategoryScan::nearest(const CategorySpace::Point& from, std::int64_t count,
                           std::vector<std::int64_t>& found) const {
    const std::size_t wanted = at(std::min(count, size_));
    found.clear();
    if (wanted == 0) return;
    std::vector<std::pair<std::int32_t, std::int32_t>> heap;  // distance, row; the worst on top
    std::int32_t limit = kBeyond;
    scan(from, kBeyond, [&](std::int64_t begin, std::span<const std::int32_t> distances) {
        if (least_value(distances, kBeyond) >= limit) return;
        for (std::size_t i = 0; i < distances.size(); ++i) {
            if (distances[i] >= limit) continue;
            if (heap.size() == wanted) {
                std::pop_heap(heap.begin(), heap.end());
                heap.pop_back();
            }
            heap.emplace_back(distances[i], rows_[at(begin) + i]);
            std::push_heap(heap.begin(), heap.end());
            if (heap.size() == wanted) limit = heap.front().first;
        }
    });
    std::sort_heap(heap.begin(), heap.end());
    for (const auto& [distance, near] : heap) found.push_back(near);
}

void CategoryScan::remove(std::int64_t row) {
    gone_[at(place_[at(row)])] = 1;
    --size_;
    if (4 * size_ < 3 * std::ssize(rows_)) close_gaps();
}

void CategoryScan::close_gaps() {
    std::size_t kept = 0;
    for (std::size_t place = 0; place < rows_.size(); ++place) {
        if (gone_[place] != 0) continue;
        rows_[kept] = rows_[place];
        place_[at(rows_[kept])] = static_cast<std::int32_t>(kept);
        for (std::vector<std::int32_t>& codes : codes_) codes[kept] = codes[place];
        ++kept;
    }
    rows_.resize(kept);
    gone_.assign(kept, 0);
    for (std::vector<std::int32_t>& codes : codes_) codes.resize(kept);
}

}  // namespace lethe
