// A longest common subsequence by Myers (An O(ND) difference algorithm and its variations, 1986) in
// linear space: paths of edits grow from both ends until they meet in the middle, and both halves
// are compared alone. Words that only one of the texts has are left out before, which changes
// nothing. Paths that have not met after kMostEdits steps are cut where the one that came farthest
// stands: the time for it is paid by the words that it passed, so that the whole takes time of the
// order of the words.
#include "lethe/documents/treat/masked_spans.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

using Words = std::span<const std::int32_t>;

constexpr std::int64_t kMostEdits = 512;

class Difference {
  public:
    // Marks the words of `a` that stay.
    Difference(Words a, Words b, std::vector<bool>& stays)
        : stays_(stays),
          middle_(std::ssize(a) + std::ssize(b) + 1),
          forward_(static_cast<std::size_t>(2 * middle_ + 1)),
          backward_(forward_.size()) {
        compare(a, b, 0);
    }

  private:
    struct Point {
        std::int64_t x, y;
    };

    void compare(Words a, Words b, std::size_t offset) {
        while (!a.empty() && !b.empty() && a.front() == b.front()) {
            stays_[offset++] = true;
            a = a.subspan(1);
            b = b.subspan(1);
        }
        while (!a.empty() && !b.empty() && a.back() == b.back()) {
            stays_[offset + a.size() - 1] = true;
            a = a.first(a.size() - 1);
            b = b.first(b.size() - 1);
        }
        if (a.empty() || b.empty()) return;
        const Point at = meeting(a, b);
        const auto x = static_cast<std::size_t>(at.x);
        const auto y = static_cast<std::size_t>(at.y);
        compare(a.first(x), b.first(y), offset);
        compare(a.subspan(x), b.subspan(y), offset + x);
    }

    std::int64_t& forward(std::int64_t k) {
        return forward_[static_cast<std::size_t>(middle_ + k)];
    }
    std::int64_t& backward(std::int64_t k) {
        return backward_[static_cast<std::size_t>(middle_ + k)];
    }

    // Where a shortest path of edits passes: a point that is neither the beginning nor the end.
    Point meeting(Words a, Words b) {
        const std::int64_t n = std::ssize(a);
        const std::int64_t m = std::ssize(b);
        const std::int64_t delta = n - m;
        const bool odd = delta % 2 != 0;
        forward(1) = 0;
        backward(1) = 0;
        for (std::int64_t d = 0;; ++d) {
            if (d > kMostEdits) return farthest(n, m, d - 1);
            for (std::int64_t k = -d; k <= d; k += 2) {
                const bool down = k == -d || (k != d && forward(k - 1) < forward(k + 1));
                std::int64_t x = down ? forward(k + 1) : forward(k - 1) + 1;
                while (x < n && x - k < m && x - k >= 0 &&
                       a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) {
                    ++x;
                }
                forward(k) = x;
                const std::int64_t other = delta - k;
                if (odd && other >= -(d - 1) && other <= d - 1 && x + backward(other) >= n) {
                    return {x, x - k};
                }
            }
            for (std::int64_t k = -d; k <= d; k += 2) {
                const bool down = k == -d || (k != d && backward(k - 1) < backward(k + 1));
                std::int64_t x = down ? backward(k + 1) : backward(k - 1) + 1;
                while (x < n && x - k < m && x - k >= 0 &&
                       a[static_cast<std::size_t>(n - 1 - x)] ==
                           b[static_cast<std::size_t>(m - 1 - (x - k))]) {
                    ++x;
                }
                backward(k) = x;
                const std::int64_t other = delta - k;
                if (!odd && other >= -d && other <= d && x + forward(other) >= n) {
                    return {n - x, m - (x - k)};
                }
            }
        }
    }

    // The farthest point within the texts that a path of d edits from one of the ends has come to.
    Point farthest(std::int64_t n, std::int64_t m, std::int64_t d) {
        Point best{0, 0};
        std::int64_t passed = 0;
        for (std::int64_t k = -d; k <= d; k += 2) {
            const auto better = [&](std::int64_t x) {
                return x <= n && x - k >= 0 && x - k <= m && 2 * x - k > passed &&
                       2 * x - k < n + m;
            };
            if (const std::int64_t x = forward(k); better(x)) {
                passed = 2 * x - k;
                best = {x, x - k};
            }
            if (const std::int64_t x = backward(k); better(x)) {
                passed = 2 * x - k;
                best = {n - x, m - (x - k)};
            }
        }
        return best;
    }

    std::vector<bool>& stays_;
    std::int64_t middle_;
    std::vector<std::int64_t> forward_, backward_;  // farthest points of the diagonals
};

}  // namespace

std::vector<language::Span> masked_spans(std::string_view original, std::string_view sanitised) {
    std::unordered_map<std::string_view, std::int32_t> numbers;
    const auto numbered = [&](std::string_view text, const std::vector<language::Token>& words) {
        std::vector<std::int32_t> result;
        for (const language::Token& word : words) {
            result.push_back(
                numbers.try_emplace(word.of(text), static_cast<std::int32_t>(numbers.size()))
                    .first->second);
        }
        return result;
    };
    const std::vector<language::Token> words = language::words_of(original);
    const std::vector<std::int32_t> before = numbered(original, words);
    const std::vector<std::int32_t> after = numbered(sanitised, language::words_of(sanitised));
    std::vector<bool> was(numbers.size());
    std::vector<bool> is(numbers.size());
    for (const std::int32_t word : before) was[static_cast<std::size_t>(word)] = true;
    for (const std::int32_t word : after) is[static_cast<std::size_t>(word)] = true;
    std::vector<std::int32_t> a;
    std::vector<std::size_t> place;  // of each word of `a` among all
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!is[static_cast<std::size_t>(before[i])]) continue;
        a.push_back(before[i]);
        place.push_back(i);
    }
    std::vector<std::int32_t> b;
    for (const std::int32_t word : after) {
        if (was[static_cast<std::size_t>(word)]) b.push_back(word);
    }
    std::vector<bool> stays_in_a(a.size());
    Difference(a, b, stays_in_a);
    std::vector<bool> stays(words.size());
    for (std::size_t i = 0; i < a.size(); ++i) stays[place[i]] = stays_in_a[i];
    std::vector<language::Span> spans;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!stays[i]) spans.push_back(words[i].span());
    }
    return spans;
}

}  // namespace lethe::documents
