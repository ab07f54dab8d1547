#include "lethe/release/documents/made_with.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/release/documents/document_policy.h"

namespace lethe::release {
namespace {

bool is_there(const std::string& path) {
    std::error_code unknown;
    return std::filesystem::is_regular_file(path, unknown);
}

std::string member_text(const Json& object, const char* key) {
    const Json value = object.value(key, Json());
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::string absolute_or_empty(const std::string& path) {
    return path.empty() ? path : std::filesystem::absolute(path).lexically_normal().string();
}

void check_lists(const Json& made, documents::TextPolicy& policy, std::vector<std::string>& notes) {
    std::set<std::pair<std::string, std::string>> known;  // file, digest
    for (const Json& list : made.value("lists", Json::array())) {
        if (list.is_object()) known.emplace(member_text(list, "file"), member_text(list, "sha256"));
    }
    std::erase_if(policy.lists, [&](const auto& list) {
        if (!is_there(list.second)) {
            notes.push_back(
                fmt::format("the list of names {}, which the policy of the release has, is no "
                            "longer there: names that only it knows and sanitising left are not "
                            "found here",
                            list.second));
            return true;
        }
        if (!known.contains({list.second, file_sha256(list.second)})) {
            notes.push_back(
                fmt::format("the list of names {} has changed since the release was made: names "
                            "that it no longer has are not looked for",
                            list.second));
        }
        return false;
    });
}

}  // namespace

Json made_with_json(const MadeWith& made) {
    const documents::TextPolicy policy = with_absolute_files(made.policy);
    Json lists = Json::array();
    for (const auto& [category, file] : policy.lists) {
        lists.push_back({{"file", file}, {"sha256", file_sha256(file)}});
    }
    return {{"policy", policy_text(policy)},
            {"lists", std::move(lists)},
            {"model", absolute_or_empty(made.finders.model)},
            {"register", made.finders.register_name},
            {"text_field", made.fields.text},
            {"id_field", made.fields.id},
            {"keep_fields", made.fields.keep}};
}

std::optional<MadeWith> read_made_with(const PrivateLog& log, std::vector<std::string>& notes) {
    const auto found = log.body.find("made_with");
    if (found == log.body.end()) return std::nullopt;
    const Json& said = *found;
    if (!said.is_object() || !said.value("policy", Json()).is_string()) {
        throw Error(ErrorKind::input, "does not say by which policy the release was made",
                    {log.path, 0, 0, {}});
    }
    MadeWith made;
    Problems problems;
    made.policy = documents::parse_text_policy(member_text(said, "policy"),
                                               log.path + ", its policy", problems);
    throw_if_any(ErrorKind::input, std::move(problems));
    check_lists(said, made.policy, notes);
    made.finders.model = member_text(said, "model");
    if (!made.finders.model.empty() && !is_there(made.finders.model)) {
        notes.push_back(
            fmt::format("the model {}, with which the release was made, is no longer there; the "
                        "program's own looks in its place",
                        made.finders.model));
        made.finders.model.clear();
    } else {
        made.finders.register_name = member_text(said, "register");
    }
    if (std::string text = member_text(said, "text_field"); !text.empty()) {
        made.fields.text = std::move(text);
    }
    made.fields.id = member_text(said, "id_field");
    return made;
}

}  // namespace lethe::release
