#include "lethe/core/exact_sum.h"

#include <bit>
#include <cmath>

namespace lethe {
namespace {

// Bit 0 of limb 0 weighs 2^-1074, the smallest subnormal.
constexpr int kLowest = -1074;
constexpr std::int64_t kBase = std::int64_t{1} << 32;
constexpr int kMaxPending = 1 << 29;  // limbs grow by less than 2^32 per term

}  // namespace

void ExactSum::accumulate(double term, int sign) {
    const auto bits = std::bit_cast<std::uint64_t>(term);
    const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
    std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    if (exponent != 0) mantissa |= std::uint64_t{1} << 52;
    if (mantissa == 0) return;
    if ((bits >> 63) != 0) sign = -sign;
    const int position = exponent == 0 ? 0 : exponent - 1;  // of the mantissa's lowest bit
    const auto limb = static_cast<std::size_t>(position / 32);
    const int shift = position % 32;
    const std::uint64_t low = (mantissa & 0xffffffffULL) << shift;
    const std::uint64_t high = (mantissa >> 32) << shift;
    const std::uint64_t middle = (low >> 32) + (high & 0xffffffffULL);
    limbs_[limb] += sign * static_cast<std::int64_t>(low & 0xffffffffULL);
    limbs_[limb + 1] += sign * static_cast<std::int64_t>(middle);
    limbs_[limb + 2] += sign * static_cast<std::int64_t>(high >> 32);
    if (++pending_ >= kMaxPending) settle();
}

void ExactSum::settle() {
    std::int64_t carry = 0;
    for (std::size_t i = 0; i + 1 < limbs_.size(); ++i) {
        const std::int64_t total = limbs_[i] + carry;
        carry = total >> 32;  // floor division
        limbs_[i] = total - carry * kBase;
    }
    limbs_.back() += carry;
    pending_ = 0;
}

void ExactSum::add(const ExactSum& other) {
    ExactSum settled = other;
    settled.settle();
    settle();
    for (std::size_t i = 0; i < limbs_.size(); ++i) limbs_[i] += settled.limbs_[i];
    pending_ = 1;
}

double ExactSum::value() const {
    ExactSum sum = *this;
    sum.settle();
    const bool negative = sum.limbs_.back() < 0;
    if (negative) {
        for (auto& limb : sum.limbs_) limb = -limb;
        sum.settle();
    }
    int top = kLimbs - 1;
    while (top >= 0 && sum.limbs_[static_cast<std::size_t>(top)] == 0) --top;
    if (top < 0) return 0.0;

    // The 64 highest bits, a sticky bit for the rest, then one rounding by the conversion.
    const auto limb = [&](int i) {
        return i < 0 ? 0 : static_cast<std::uint64_t>(sum.limbs_[static_cast<std::size_t>(i)]);
    };
    std::uint64_t head = (limb(top) << 32) | limb(top - 1);
    const int lead = std::countl_zero(head);
    std::uint64_t rest = limb(top - 2);
    if (lead > 0 && lead < 32) {
        head = (head << lead) | (rest >> (32 - lead));
        rest = (rest << lead) & 0xffffffffULL;
    }
    bool sticky = rest != 0;
    for (int i = top - 3; i >= 0 && !sticky; --i) sticky = limb(i) != 0;
    int exponent = 32 * (top - 1) - lead + kLowest;  // of head's lowest bit

    // Keep 53 bits, or fewer where the result is subnormal.
    int drop = 11;
    if (exponent + drop < kLowest) drop = kLowest - exponent;
    std::uint64_t kept = drop >= 64 ? 0 : head >> drop;
    const std::uint64_t cut = drop >= 64 ? head : head & ((std::uint64_t{1} << drop) - 1);
    const std::uint64_t half = drop >= 65 ? 0 : std::uint64_t{1} << (drop - 1);
    if (cut > half || (cut == half && (sticky || (kept & 1) != 0))) ++kept;
    const double magnitude = std::ldexp(static_cast<double>(kept), exponent + drop);
    return negative ? -magnitude : magnitude;
}

double exact_sum(std::span<const double> terms) {
    ExactSum sum;
    for (const double term : terms) sum.add(term);
    return sum.value();
}

}  // namespace lethe
