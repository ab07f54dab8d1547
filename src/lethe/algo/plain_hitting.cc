#include "lethe/algo/plain_hitting.h"

#include <algorithm>
#include <set>

namespace lethe {
namespace {

// Depth first over the set with the fewest elements left; what was tried and failed is left out in
// the later branches.
class PlainHittingSearch {
  public:
    PlainHittingSearch(const std::vector<std::vector<std::int32_t>>& sets, std::int64_t most_nodes)
        : sets_(sets), nodes_left_(most_nodes) {}

    HittingAnswer search(std::int64_t budget) {
        if (--nodes_left_ < 0) return HittingAnswer::gave_up;
        std::vector<std::int32_t> smallest;  // what is left of a set that is not hit
        std::set<std::int32_t> packed;
        std::int64_t packing = 0;
        for (const auto& set : sets_) {
            if (std::ranges::any_of(set, [&](auto e) { return chosen_.contains(e); })) continue;
            std::vector<std::int32_t> left;
            for (const std::int32_t element : set) {
                if (!excluded_.contains(element)) left.push_back(element);
            }
            if (left.empty()) return HittingAnswer::no;
            if (std::ranges::none_of(left, [&](auto e) { return packed.contains(e); })) {
                packed.insert(left.begin(), left.end());
                packing += 1;
            }
            if (smallest.empty() || left.size() < smallest.size()) smallest = std::move(left);
        }
        if (smallest.empty()) return HittingAnswer::yes;
        if (packing > budget) return HittingAnswer::no;
        HittingAnswer answer = HittingAnswer::no;
        std::vector<std::int32_t> tried;
        for (const std::int32_t element : smallest) {
            chosen_.insert(element);
            answer = search(budget - 1);
            chosen_.erase(element);
            if (answer != HittingAnswer::no) break;
            excluded_.insert(element);
            tried.push_back(element);
        }
        for (const std::int32_t element : tried) excluded_.erase(element);
        return answer;
    }

  private:
    const std::vector<std::vector<std::int32_t>>& sets_;
    std::int64_t nodes_left_;
    std::set<std::int32_t> chosen_, excluded_;
};

}  // namespace

HittingAnswer hit_all(std::vector<std::vector<std::int32_t>> sets, std::int64_t budget,
                      std::int64_t most_nodes) {
    std::ranges::stable_sort(sets, {}, [](const auto& set) { return set.size(); });
    return PlainHittingSearch(sets, most_nodes).search(budget);
}

}  // namespace lethe
