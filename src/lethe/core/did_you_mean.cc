#include "lethe/core/did_you_mean.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace lethe {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

// Optimal string alignment distance.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wrong, std::span<const std::string> known) {
    const std::string wanted = lower(wrong.substr(0, 100));
    std::string best;
    std::size_t best_distance = wanted.size() / 3 + 2;
    for (const std::string& name : known) {
        const std::string candidate = lower(name);
        std::size_t distance = edit_distance(wanted, candidate);
        if (wanted.size() >= 3 && candidate.find(wanted) != std::string::npos) {
            distance = std::min<std::size_t>(distance, 2);
        }
        if (distance < best_distance) {
            best = name;
            best_distance = distance;
        }
    }
    return best;
}

std::string unknown_name(std::string_view what, std::string_view wrong,
                         std::span<const std::string> known) {
    const std::string head = fmt::format("there is no {} \"{}\"", what, wrong);
    const std::string near = nearest_name(wrong, known);
    if (!near.empty()) return fmt::format("{}; did you mean \"{}\"?", head, near);
    if (known.empty()) return head;
    constexpr std::size_t kMost = 20;
    const auto shown = known.first(std::min(kMost, known.size()));
    return fmt::format(
        "{}; there is: {}{}", head, fmt::join(shown, ", "),
        known.size() > kMost ? fmt::format(" and {} more", known.size() - kMost) : "");
}

}  // namespace lethe
