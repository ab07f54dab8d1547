#include "lethe/operation/tables/policy_files.h"

#include <filesystem>

#include "lethe/io/file.h"
#include "lethe/release/outputs.h"
#include "lethe/release/tables/policy_of_plan.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

// The results of searches, each of which lists the policies that it wrote.
std::vector<std::string> results_in(const fs::path& folder) {
    std::vector<std::string> results;
    for (const char* name : {"advice.json", "exploration.json", "evolution.json"}) {
        results.push_back((folder / name).string());
    }
    return results;
}

}  // namespace

void check_policy(const fs::path& path, const std::vector<std::string>& inputs,
                  const Replacing& replace) {
    release::refuse_overwrite(path.string(), inputs);
    if (!replace.force) release::check_replaceable(path.string(), results_in(path.parent_path()));
}

std::string add_policy(Bundle& bundle, const fs::path& path, const std::string& text) {
    return release::write_staged(bundle, path.string(), false,
                                 [&](const std::string& staged) { write_file(staged, text); });
}

std::string add_policy(Bundle& bundle, const fs::path& path, const release::Policy& policy) {
    return add_policy(bundle, path, release::policy_text(policy));
}

void forget_policies(const fs::path& folder, const std::vector<std::string>& kept) {
    for (const std::string& result : results_in(folder)) release::remove_listed(result, kept);
}

release::Policy policy_of_columns(const search::Stage& stage, const PolicyColumns& known,
                                  const ReadOptions& read) {
    release::Policy policy = release::policy_of_plan(stage, known.policy());
    policy.read = read;
    return policy;
}

}  // namespace lethe::operation
