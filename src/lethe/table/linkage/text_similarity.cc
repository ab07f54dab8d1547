#include "lethe/table/linkage/text_similarity.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace lethe::linkage {
namespace {

// Which places of a text have been taken, in one word where the text is short.
class ShortMarks {
  public:
    explicit ShortMarks(std::size_t) {}
    bool operator[](std::size_t i) const { return ((bits_ >> i) & 1U) != 0; }
    void set(std::size_t i) { bits_ |= std::uint64_t{1} << i; }

  private:
    std::uint64_t bits_ = 0;
};

class LongMarks {
  public:
    explicit LongMarks(std::size_t size) : marks_(size, false) {}
    bool operator[](std::size_t i) const { return marks_[i]; }
    void set(std::size_t i) { marks_[i] = true; }

  private:
    std::vector<bool> marks_;
};

template <class Marks>
double jaro_with(std::string_view a, std::string_view b) {
    const std::size_t longer = std::max(a.size(), b.size());
    const std::size_t reach = longer < 4 ? 0 : longer / 2 - 1;
    Marks in_a(a.size());
    Marks in_b(b.size());
    std::size_t common = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t from = i > reach ? i - reach : 0;
        const std::size_t to = std::min(b.size(), i + reach + 1);
        for (std::size_t j = from; j < to; ++j) {
            if (a[i] != b[j] || in_b[j]) continue;
            in_a.set(i);
            in_b.set(j);
            ++common;
            break;
        }
    }
    if (common == 0) return a.empty() && b.empty() ? 1 : 0;
    std::size_t moved = 0;
    for (std::size_t i = 0, j = 0; i < a.size(); ++i) {
        if (!in_a[i]) continue;
        while (!in_b[j]) ++j;
        moved += a[i] != b[j] ? 1U : 0U;
        ++j;
    }
    const auto c = static_cast<double>(common);
    const auto t = static_cast<double>(moved / 2);
    return (c / static_cast<double>(a.size()) + c / static_cast<double>(b.size()) + (c - t) / c) /
           3;
}

}  // namespace

double jaro(std::string_view a, std::string_view b) {
    return a.size() <= 64 && b.size() <= 64 ? jaro_with<ShortMarks>(a, b)
                                            : jaro_with<LongMarks>(a, b);
}

double jaro_winkler(std::string_view a, std::string_view b) {
    const double similarity = jaro(a, b);
    std::size_t prefix = 0;
    const std::size_t most = std::min({a.size(), b.size(), std::size_t{4}});
    while (prefix < most && a[prefix] == b[prefix]) ++prefix;
    return similarity + 0.1 * static_cast<double>(prefix) * (1 - similarity);
}

int edit_distance(std::string_view a, std::string_view b, int most) {
    while (!a.empty() && !b.empty() && a.front() == b.front()) {
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    while (!a.empty() && !b.empty() && a.back() == b.back()) {
        a.remove_suffix(1);
        b.remove_suffix(1);
    }
    const auto longer = static_cast<int>(std::max(a.size(), b.size()));
    const int apart = std::abs(static_cast<int>(a.size()) - static_cast<int>(b.size()));
    if (apart > most) return most + 1;
    if (a.empty() || b.empty()) return longer;
    constexpr std::size_t kShort = 64;
    std::array<int, 3 * (kShort + 1)> near{};
    std::vector<int> far;
    const std::size_t width = b.size() + 1;
    int* rows = near.data();
    if (width > kShort + 1) {
        far.resize(3 * width);
        rows = far.data();
    }
    int* before = rows;
    int* last = rows + width;
    int* now = rows + 2 * width;
    for (std::size_t j = 0; j < width; ++j) last[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = static_cast<int>(i);
        int least = now[0];
        for (std::size_t j = 1; j < width; ++j) {
            const int replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            now[j] = std::min({replace, last[j] + 1, now[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = std::min(now[j], before[j - 2] + 1);
            }
            least = std::min(least, now[j]);
        }
        if (least > most + 1) return most + 1;
        std::swap(before, last);
        std::swap(last, now);
    }
    return std::min(last[width - 1], most + 1);
}

std::string soundex(std::string_view text) {
    //                                 abcdefghijklmnopqrstuvwxyz
    constexpr std::string_view kCodes = "01230120022455012623010202";
    std::string key;
    char last = 0;
    for (const char c : text) {
        if (c < 'a' || c > 'z') continue;
        const char code = kCodes[static_cast<std::size_t>(c - 'a')];
        if (key.empty()) {
            key.push_back(c);
            last = code;
            continue;
        }
        if (c == 'h' || c == 'w') continue;  // do not part equal codes
        if (code != '0' && code != last) key.push_back(code);
        last = code;
        if (key.size() == 4) break;
    }
    if (!key.empty()) key.resize(4, '0');
    return key;
}

}  // namespace lethe::linkage
