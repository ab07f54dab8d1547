#include "lethe/release/vectors/vector_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "lethe/io/file.h"
#include "lethe/io/toml_text.h"
#include "lethe/release/policy_parts.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::release {
namespace {

class VectorPolicyReader {
  public:
    VectorPolicyReader(const std::string& file, Problems& problems) : in_(file, problems) {}

    VectorPolicy read(const toml::table& root) {
        if (!is_for(in_, root, DataKind::vectors)) return {};
        in_.check_keys(root, "key", {"data", "knowledge", "release", "step"});
        const Method* method = read_step(root);
        if (const toml::table* table = in_.section(root, "knowledge")) {
            in_.check_keys(*table, "key of [knowledge]", {"source", "format"});
            policy_.taxonomy = in_.text(*table, "source", "a path, or \"wordnet\"");
            policy_.format = read_format(in_, *table);
            if (!table->contains("source") || (policy_.taxonomy.empty() && is_text(*table))) {
                in_.problem(*table, "[knowledge] needs a source: a path, or \"wordnet\"");
            }
            if (method != nullptr && !vectors::needs_taxonomy(*method)) {
                in_.problem(*table, fmt::format("[knowledge] is for methods that compare terms by "
                                                "their meaning; {} does not",
                                                method->info.name));
            }
        }
        if (const toml::table* table = in_.section(root, "release")) read_release(*table);
        return std::move(policy_);
    }

  private:
    static bool is_text(const toml::table& knowledge) {
        return knowledge.get("source") != nullptr && knowledge.get("source")->is_string();
    }

    const Method* read_step(const toml::table& root) {
        std::vector<StepPolicy> steps = read_steps(in_, root);
        if (steps.empty()) {
            if (const toml::node* node = root.get("step"); node == nullptr || node->is_array()) {
                in_.problems().push_back(
                    {"vectors are protected by one [[step]], and there is none",
                     Place{in_.file(), 1, 1, {}}});
            }
            return nullptr;
        }
        if (steps.size() > 1) {
            in_.problems().push_back(
                {"vectors are protected by one step, and this is another one", steps[1].place});
        }
        policy_.step = std::move(steps.front());
        if (const auto found = policy_.step.parameter_places.find("columns");
            found != policy_.step.parameter_places.end()) {
            in_.problems().push_back({"vectors have no columns to choose from", found->second});
        }
        return check_step(policy_.step, vector_protection, in_.problems());
    }

    void read_release(const toml::table& table) {
        in_.check_keys(table, "key of [release]", {"order", "keep_ids", "labels"});
        policy_.keep_order = in_.is_second(table, "order", "random", "as-is");
        policy_.keep_ids = in_.truth(table, "keep_ids", false);
        policy_.drop_labels = !in_.truth(table, "labels", true);
        if (policy_.keep_ids && !policy_.keep_order && table.contains("order")) {
            in_.problem(*table.get("order"),
                        "rows whose ids are kept are in the order of the documents");
        }
    }

    TomlReader in_;
    VectorPolicy policy_;
};

}  // namespace

VectorPolicy parse_vector_policy(std::string_view text, const std::string& file,
                                 Problems& problems) {
    return VectorPolicyReader(file, problems).read(parse_toml(text, file));
}

VectorPolicy read_vector_policy(const std::string& path) {
    Problems problems;
    VectorPolicy policy = parse_vector_policy(read_file(path), path, problems);
    throw_if_any(std::move(problems));
    source_to_folder(policy.taxonomy, std::filesystem::path(path).parent_path().string());
    return policy;
}

void apply_policy(const VectorPolicy& policy, VectorRelease& what) {
    if (!what.method.empty() || !what.parameters.empty()) {
        throw Error(ErrorKind::usage,
                    "a method and its settings go without the option policy, which has its own");
    }
    what.method = policy.step.method;
    what.parameters = policy.step.parameters;
    if (what.taxonomy.empty()) {
        what.taxonomy = policy.taxonomy;
        if (!what.reading.format) what.reading.format = policy.format;
    }
    what.keep_ids = what.keep_ids || policy.keep_ids;
    what.keep_order = what.keep_order || policy.keep_order;
    what.drop_labels = what.drop_labels || policy.drop_labels;
}

std::string policy_text(const VectorPolicy& policy) {
    std::vector<std::string> parts{"data = \"vectors\"\n", step_text(policy.step)};
    Json knowledge = Json::object(), release = Json::object();
    if (!policy.taxonomy.empty()) knowledge["source"] = policy.taxonomy;
    if (policy.format) knowledge["format"] = name(*policy.format);
    parts.push_back(toml_section("knowledge", knowledge));
    if (policy.keep_order) release["order"] = "as-is";
    if (policy.keep_ids) release["keep_ids"] = true;
    if (policy.drop_labels) release["labels"] = false;
    parts.push_back(toml_section("release", release));
    std::erase(parts, std::string());
    return fmt::format("{}", fmt::join(parts, "\n"));
}

}  // namespace lethe::release
