// The point of least length in the convex hull of vectors that are offered one by one (Wolfe:
// Finding the nearest point in a polytope, 1976). Keeps a corral: affinely independent vectors, at
// most dims + 1, whose hull has the point in its relative interior. See min_norm_point.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

class MinNormPoint {
  public:
    // Vectors have `stride` numbers, a multiple of four, of which those beyond dims are zero.
    MinNormPoint(int dims, int stride);

    // Members of the corral by the caller's numbers, with their multipliers (> 0, sum 1).
    const std::vector<std::int32_t>& members() const { return members_; }
    const std::vector<double>& multipliers() const { return multipliers_; }
    const std::vector<double>& point() const { return point_; }
    double squared_length() const { return squared_length_; }

    void clear();
    void rest_at(std::span<const double> point);            // no members, a point of the caller's
    void start(std::int32_t number, const double* vector);  // the corral of one vector
    // Takes in a vector v with v . point < |point|^2 and moves to the new point. False when
    // rounding leaves nothing to gain; the point is then as good as before.
    bool add(std::int32_t number, const double* vector);
    // Drops the members for which keep[place] is false and moves to the point of the others. False,
    // and cleared, when none are left.
    bool keep(const std::vector<char>& keep);

  private:
    bool append(const double* vector);
    void remove(std::size_t place);
    void refactor();
    bool descend();
    void solve(std::vector<double>& affine) const;
    void update_point();
    double* column(std::size_t place) { return basis_.data() + place * height_; }
    const double* column(std::size_t place) const { return basis_.data() + place * height_; }

    std::size_t dims_;
    std::size_t stride_;
    std::size_t height_;  // stride + 4: the vector, then the 1 of the affine condition
    std::vector<std::int32_t> members_;
    std::vector<double> multipliers_;
    std::vector<double> vectors_;  // the members, stride each
    std::vector<double> basis_;    // orthonormal columns of the QR factors
    std::vector<double> factor_;   // R, column by column, `most_` rows
    std::size_t most_;
    std::vector<double> point_;
    double squared_length_ = 0.0;
    int updates_ = 0;
    mutable std::vector<double> scratch_;
};

}  // namespace lethe
