#include "lethe/release/tables/counts/broken_promises.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <utility>

namespace lethe::release {
namespace {

std::vector<std::string> broken_parts(const Json& item) {
    std::vector<std::string> parts;
    const Json below = item.value("below", Json());
    if (item.value("k", Json()).is_number() && below.is_number() && below > 0) {
        parts.push_back(fmt::format("k = {} (the smallest group has {})",
                                    item["k"].get<std::int64_t>(),
                                    item.value("smallest", std::int64_t{0})));
    }
    for (const Json& model : item.value("models", Json::array())) {
        if (model.value("holds", Json()) != false) continue;
        const std::string sensitive = model.value("sensitive", "");
        parts.push_back(fmt::format("{}{}", model.value("model", ""),
                                    sensitive.empty() ? "" : " of " + sensitive));
    }
    return parts;
}

// k that the table of the people keeps and the rows that are linked to it break; empty where the
// rows change nothing.
std::string broken_links(const Json& item) {
    const Json alone = item.value("alone", Json::object());
    const auto below = item.value("below", std::int64_t{0});
    const auto people = item.value("people", std::int64_t{0});
    const auto asked = fmt::format("{}", fmt::join(broken_parts(item), ", "));
    if (below > alone.value("below", std::int64_t{0})) {
        std::vector<std::string> tables;
        for (const Json& table : item.value("tables", Json::array())) {
            tables.push_back(table.value("table", ""));
        }
        return fmt::format(
            "with the rows of {} that are linked to the people {} does not hold in the released "
            "files: {} of {} people are told apart by their rows, whoever they look like; rows = "
            "\"dealt\" in the policy deals these among the people who look alike",
            fmt::join(tables, ", "), asked, below, people);
    }
    const Json dealt = item.value("dealt", Json::array());
    if (dealt.empty()) return {};
    return fmt::format(
        "the rows of {} were dealt among the people who look alike, gaps included, and with them "
        "{} does not hold in the released files: {} of {} people look like fewer others",
        fmt::join(dealt.get<std::vector<std::string>>(), ", "), asked, below, people);
}

}  // namespace

std::vector<std::string> broken_promises(const Json& guarantees) {
    std::vector<std::string> warnings;
    for (const Json& item : guarantees) {
        if (item.value("scope", "") == "links" && item.value("holds", Json()) == false) {
            if (std::string warning = broken_links(item); !warning.empty()) {
                warnings.push_back(std::move(warning));
            }
        }
        if (item.value("scope", "") != "step" || item.value("holds", Json()) != false) continue;
        warnings.push_back(fmt::format(
            "{} was to make {} hold for {}, and in the released file that does not hold: a later "
            "step changed what it made, or it was told to allow this",
            item.value("method", ""), fmt::join(broken_parts(item), ", "),
            fmt::join(item.value("columns", std::vector<std::string>()), ", ")));
    }
    return warnings;
}

}  // namespace lethe::release
