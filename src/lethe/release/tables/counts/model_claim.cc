#include "lethe/release/tables/counts/model_claim.h"

namespace lethe::release {

std::optional<ModelClaim> model_claim(const Json& step) {
    const Json facts = step.value("facts", Json::object());
    if (!facts.contains("models") || !facts["models"].is_string()) return std::nullopt;
    const auto names = [](const Json& list) {
        std::vector<std::string> texts;
        for (const Json& name : list) {
            if (name.is_string()) texts.push_back(name);
        }
        return texts;
    };
    ModelClaim claim;
    claim.models = facts["models"].get<std::string>();
    claim.columns = names(step.value("columns", Json::array()));
    claim.sensitive = names(facts.value("sensitive", Json::array()));
    claim.missing_counts = facts.value("missing", "own") == "own";
    claim.released = facts.value("released", "");
    claim.one_class = facts.value("suppressed", "") == "class";
    const Json levels = facts.value("levels", Json::object());
    for (const auto& [name, level] : levels.items()) {
        if (level.is_number_integer()) claim.levels[name] = level.get<std::int64_t>();
    }
    return claim;
}

}  // namespace lethe::release
