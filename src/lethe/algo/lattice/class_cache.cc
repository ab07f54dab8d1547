#include "lethe/algo/lattice/class_cache.h"

#include <algorithm>
#include <utility>

namespace lethe::lattice {

std::shared_ptr<const ClassList> ClassCache::make(const Node& node, bool with_values) const {
    const ClassList* from = &classes_.tuples();
    for (const auto& list : lists_) {
        if (list->size() >= from->size() || (with_values && list->values.empty())) continue;
        const bool under = std::equal(node.begin(), node.end(), list->node.begin(),
                                      [](int a, int b) { return b <= a; });
        if (under) from = list.get();
    }
    return classes_.raised(*from, node, with_values);
}

void ClassCache::keep(std::shared_ptr<const ClassList> list) {
    constexpr std::size_t kMostLists = 256;
    constexpr std::size_t kMostClasses = 8'000'000;
    kept_ += list->size();
    if (lists_.size() < kMostLists && kept_ <= kMostClasses) {
        lists_.push_back(std::move(list));
        return;
    }
    if (lists_.empty()) {
        kept_ = 0;
        return;
    }
    next_ %= lists_.size();
    kept_ -= lists_[next_]->size();
    lists_[next_++] = std::move(list);
}

}  // namespace lethe::lattice
