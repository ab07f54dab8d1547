// The cuts of a hitting set that are known: "of these columns at least so many are given up". Most
// of them sleep; the relaxation asks for those that its solution violates.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace lethe {

class CutPool {
  public:
    using Column = std::int32_t;

    // False when the same columns (ascending) are known already.
    bool add(const std::vector<Column>& columns, double at_least);

    std::size_t size() const { return at_least_.size(); }
    double at_least(std::size_t cut) const { return at_least_[cut]; }
    std::span<const Column> columns(std::size_t cut) const {
        return {columns_.data() + begin_[cut], columns_.data() + begin_[cut + 1]};
    }

    // A cut in use is not looked at.
    void use(std::size_t cut, bool used) { used_[cut] = used ? 1 : 0; }
    // The cuts not in use that x violates, the most violated first, at most `most`. Those that were
    // violated lately are looked at first, all others only when none of these is.
    std::vector<std::size_t> violated(std::span<const double> x, std::size_t most);

  private:
    struct Lack {
        double lack;
        std::size_t cut;
    };
    void look_at(std::size_t cut, std::span<const double> x, std::vector<Lack>& lacks) const;

    std::vector<Column> columns_;
    std::vector<std::size_t> begin_{0};
    std::vector<double> at_least_;
    std::vector<char> used_;
    std::set<std::vector<Column>> known_;
    std::vector<std::size_t> lately_;
    std::size_t looked_at_ = 0;  // how many cuts there were at the last full look
};

}  // namespace lethe
