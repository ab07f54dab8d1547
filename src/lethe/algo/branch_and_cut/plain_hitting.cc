#include "lethe/algo/branch_and_cut/plain_hitting.h"

#include <algorithm>

#include "lethe/core/index.h"

namespace lethe {
namespace {

// Depth first over the set with the fewest elements left; what was tried and failed is left out in
// the later branches. Sets that share nothing need an element each.
class PlainHittingSearch {
  public:
    PlainHittingSearch(const std::vector<std::vector<std::int32_t>>& sets, std::int64_t most_looks)
        : sets_(sets), looks_left_(most_looks) {
        std::int32_t largest = -1;
        for (const auto& set : sets) {
            for (const std::int32_t element : set) largest = std::max(largest, element);
        }
        chosen_.assign(at(largest + 1), 0);
        excluded_ = chosen_;
        packed_.assign(chosen_.size(), 0);
    }

    HittingAnswer search(std::int64_t budget) {
        ++node_;
        std::vector<std::int32_t> smallest;  // what is left of a set that is not hit
        std::vector<std::int32_t> left;
        std::int64_t packing = 0;
        for (const auto& set : sets_) {
            looks_left_ -= std::ssize(set);
            if (looks_left_ < 0) return HittingAnswer::gave_up;
            if (std::ranges::any_of(set, [&](auto e) { return chosen_[at(e)] != 0; })) continue;
            left.clear();
            bool apart = true;
            for (const std::int32_t element : set) {
                if (excluded_[at(element)] != 0) continue;
                left.push_back(element);
                apart &= packed_[at(element)] != node_;
            }
            if (left.empty()) return HittingAnswer::no;
            if (apart) {
                for (const std::int32_t element : left) packed_[at(element)] = node_;
                if (++packing > budget) return HittingAnswer::no;
            }
            if (smallest.empty() || left.size() < smallest.size()) smallest = left;
        }
        if (smallest.empty()) return HittingAnswer::yes;
        HittingAnswer answer = HittingAnswer::no;
        std::size_t tried = 0;
        for (; tried < smallest.size() && answer == HittingAnswer::no; ++tried) {
            chosen_[at(smallest[tried])] = 1;
            answer = search(budget - 1);
            chosen_[at(smallest[tried])] = 0;
            excluded_[at(smallest[tried])] = 1;
        }
        while (tried > 0) excluded_[at(smallest[--tried])] = 0;
        return answer;
    }

  private:
    const std::vector<std::vector<std::int32_t>>& sets_;
    std::int64_t looks_left_;
    std::int64_t node_ = 0;
    std::vector<char> chosen_, excluded_;
    std::vector<std::int64_t> packed_;  // the node at which an element was packed last
};

}  // namespace

HittingAnswer hit_all(std::vector<std::vector<std::int32_t>> sets, std::int64_t budget,
                      std::int64_t most_looks) {
    std::ranges::stable_sort(sets, {}, [](const auto& set) { return set.size(); });
    return PlainHittingSearch(sets, most_looks).search(budget);
}

}  // namespace lethe
