#include "lethe/report/sections/assessment/known_masking.h"

#include <fmt/format.h>

#include <array>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"

namespace lethe::report {
namespace {

// "about 614 people (56.9 %)"
std::string people(double share, std::optional<std::int64_t> records) {
    if (!records) return fmt::format("{} of the people", percent_text(share));
    return fmt::format("{} people ({})",
                       count_text(rounded(share / 100 * static_cast<double>(*records))),
                       percent_text(share));
}

std::string certain_sentences(const Json& details, std::optional<std::int64_t> records) {
    const auto certain = number(details, "certain");
    const auto right = number(details, "certain_right");
    if (!certain || !right) return {};
    std::string out;
    if (*right > 0) {
        out += fmt::format(
            " Of {} only their own record remains possible: that is no likely link but a proof.",
            people(*right, records));
    }
    if (*certain - *right > 1e-9) {
        out += fmt::format(
            " Of {} one record remains that is not theirs: the masking was not quite what the "
            "intruder takes it for.",
            people(*certain - *right, records));
    }
    if (const auto empty = number(details, "empty"); empty && *empty > 0) {
        out += fmt::format(" Of {} no record remains.", people(*empty, records));
    }
    return out;
}

}  // namespace

std::string known_masking_sentences(const Json& details, std::optional<std::int64_t> records) {
    std::string out = certain_sentences(details, records);
    if (const auto without = number(details, "distance_linkage")) {
        out += fmt::format(" Without knowing the method the distance alone finds {}.",
                           percent_text(*without));
    }
    return out;
}

std::optional<FieldLook> known_masking_look(std::string_view item, std::string_view key) {
    struct Look {
        std::string_view key, title;
        bool percent = true;
        bool hidden = false;
        std::string_view keys = {};
    };
    constexpr std::array kIntersection = {
        Look{"certain", "one record left"},
        Look{"certain_right", "one record left, the right one"},
        Look{"by_distance", "several records left"},
        Look{"by_distance_right", "several records left, the nearest is right"},
        Look{"empty", "no record left"},
        Look{"hit", "right record among those left"},
        Look{"candidate_sets", "records left", false, false, "per person"},
        Look{"window_ranks", "ranks", false, false, "column"},
        Look{"distance_linkage", "", true, true},
    };
    const bool intersection = item.ends_with("-intersection");
    if (!intersection && item != "noise-linkage") return std::nullopt;
    for (const Look& look : kIntersection) {
        if (look.key != key || (!intersection && !look.hidden)) continue;
        return FieldLook{std::string(look.title), look.percent, look.hidden,
                         std::string(look.keys)};
    }
    return std::nullopt;
}

}  // namespace lethe::report
