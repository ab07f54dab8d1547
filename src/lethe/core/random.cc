#include "lethe/core/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lethe {
namespace {

// The finaliser of MurmurHash3, a bijection on 64 bits with good avalanche; it only mixes keys.
std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    x ^= x >> 33;
    return x;
}

std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
    return mix(a + 0x9e3779b97f4a7c15ULL * (mix(b) | 1));
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t first = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t second = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(second),
                   static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(first)};
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return counter;
}

std::uint64_t Draws::bits() {
    if (used_ > 2) {
        words_ = philox({static_cast<std::uint32_t>(position_),
                         static_cast<std::uint32_t>(position_ >> 32), block_++, 0},
                        key_);
        used_ = 0;
    }
    const auto low = words_[static_cast<std::size_t>(used_)];
    const auto high = words_[static_cast<std::size_t>(used_ + 1)];
    used_ += 2;
    return (std::uint64_t{high} << 32) | low;
}

double Draws::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

double Draws::uniform_open() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

// Lemire: Fast random integer generation in an interval, 2019.
std::uint64_t Draws::below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(bits()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (static_cast<std::uint64_t>(product) < threshold) {
            product = static_cast<Wide>(bits()) * bound;
        }
    }
    return static_cast<std::uint64_t>(product >> 64);
}

double Draws::normal() { return normal_quantile(uniform_open()); }

Random Random::part(std::uint64_t part) const { return Random(combine(seed_, ~part), step_); }

Stream Random::stream(std::string_view purpose) const {
    std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
    for (const char c : purpose) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    const std::uint64_t key = combine(combine(mix(seed_), step_), hash);
    return Stream({static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
}

std::vector<std::int64_t> random_permutation(const Stream& stream, std::int64_t size) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    for (std::size_t i = order.size(); i > 1; --i) {
        const auto j = stream.at(static_cast<std::int64_t>(i)).below(i);
        std::swap(order[i - 1], order[j]);
    }
    return order;
}

std::vector<std::int64_t> random_subset(const Stream& stream, std::int64_t size,
                                        std::int64_t count) {
    // Selection sampling (Knuth, algorithm S): row i is taken with probability needed / left.
    std::vector<std::int64_t> chosen;
    chosen.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < size && count > 0; ++i) {
        if (stream.at(i).below(static_cast<std::uint64_t>(size - i)) <
            static_cast<std::uint64_t>(count)) {
            chosen.push_back(i);
            --count;
        }
    }
    return chosen;
}

double normal_quantile(double p) {
    const double q = p - 0.5;
    if (std::fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q *
               (((((((2509.0809287301226727 * r + 33430.575583588128105) * r +
                     67265.770927008700853) *
                        r +
                    45921.953931549871457) *
                       r +
                   13731.693765509461125) *
                      r +
                  1971.5909503065514427) *
                     r +
                 133.14166789178437745) *
                    r +
                3.387132872796366608) /
               (((((((5226.495278852545925 * r + 28729.085735721942674) * r +
                     39307.89580009271061) *
                        r +
                    21213.794301586595867) *
                       r +
                   5394.1960214247511077) *
                      r +
                  687.1870074920579083) *
                     r +
                 42.313330701600911252) *
                    r +
                1.0);
    }
    double r = std::sqrt(-std::log(q < 0 ? p : 1.0 - p));
    double value;
    if (r <= 5.0) {
        r -= 1.6;
        value = (((((((7.7454501427834140764e-4 * r + 0.0227238449892691845833) * r +
                      0.24178072517745061177) *
                         r +
                     1.27045825245236838258) *
                        r +
                    3.64784832476320460504) *
                       r +
                   5.7694972214606914055) *
                      r +
                  4.6303378461565452959) *
                     r +
                 1.42343711074968357734) /
                (((((((1.05075007164441684324e-9 * r + 5.475938084995344946e-4) * r +
                      0.0151986665636164571966) *
                         r +
                     0.14810397642748007459) *
                        r +
                    0.68976733498510000455) *
                       r +
                   1.6763848301838038494) *
                      r +
                  2.05319162663775882187) *
                     r +
                 1.0);
    } else {
        r -= 5.0;
        value = (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r +
                      0.0012426609473880784386) *
                         r +
                     0.026532189526576123093) *
                        r +
                    0.29656057182850489123) *
                       r +
                   1.7848265399172913358) *
                      r +
                  5.4637849111641143699) *
                     r +
                 6.6579046435011037772) /
                (((((((2.04426310338993978564e-15 * r + 1.4215117583164458887e-7) * r +
                      1.8463183175100546818e-5) *
                         r +
                     7.868691311456132591e-4) *
                        r +
                    0.0148753612908506148525) *
                       r +
                   0.13692988092273580531) *
                      r +
                  0.59983220655588793769) *
                     r +
                 1.0);
    }
    return q < 0 ? -value : value;
}

}  // namespace lethe
