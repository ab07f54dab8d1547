// The policy: its versions, what is wrong with it while it is typed, and what it would do to some
// rows.
#include <algorithm>
#include <chrono>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/any_policy.h"
#include "lethe/release/documents/document_policy.h"
#include "lethe/release/policy_edit.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/protect.h"
#include "lethe/search/advise/explore_documents.h"
#include "studio/studio.h"

namespace lethe::studio {
namespace {

const std::string kPolicyFile = "policy.toml";
constexpr std::int64_t kPreviewRows = 1000;  // that are masked
constexpr std::int64_t kShownRows = 100;     // of these

// As the project's policy would be read, with what is wrong with it.
struct CheckedPolicy {
    std::optional<release::AnyPolicy> policy;  // none: not TOML at all
    Problems problems;
};

CheckedPolicy checked(const Project& project, const std::string& text) {
    CheckedPolicy result;
    try {
        if (project.kind == DataKind::table) {
            result.policy =
                release::policy_in_folder(text, kPolicyFile, project.folder(), result.problems);
        } else {
            result.policy =
                release::parse_any_policy(text, kPolicyFile, project.kind, result.problems);
        }
    } catch (const Error& error) {
        result.problems.insert(result.problems.end(), error.problems().begin(),
                               error.problems().end());
    }
    return result;
}

void check_files(const Studio& studio, const Project& project, const std::string& text) {
    try {
        studio.roots().check_policy(release::policy_tree(text, kPolicyFile), project.folder());
    } catch (const Error& error) {
        if (error.problems().size() == 1 && error.problems().front().place.line > 0) return;
        throw;
    }
}

release::Policy table_policy(CheckedPolicy& checked) {
    if (!checked.policy) throw Error(ErrorKind::usage, std::move(checked.problems));
    return std::get<release::Policy>(*checked.policy);
}

// {"problems", "tree", "plan", "warnings"}: the tree where the text is TOML, the plan where
// everything is right.
Response check(Studio& studio, const Request& request) {
    const Project project = studio.project(request.parts.at("id"));
    const std::string text = text_of(body_of(request), "text");
    Json answer{{"problems", Json::array()}, {"tree", nullptr}, {"plan", nullptr}};
    try {
        answer["tree"] = release::policy_tree(text, kPolicyFile);
    } catch (const Error& error) {
        answer["problems"] = problems_json(error.problems());
        return json_response(answer);
    }
    check_files(studio, project, text);
    CheckedPolicy policy = checked(project, text);
    if (project.kind != DataKind::table) {
        answer["problems"] = problems_json(policy.problems);
        return json_response(answer);
    }
    try {
        const release::Policy of_table = table_policy(policy);
        const auto table = studio.tables().table(project.data.front(), of_table.read);
        const release::Plan plan = release::make_plan(*table, of_table, policy.problems);
        answer["plan"] = release::plan_summary(plan);
        answer["warnings"] = plan.warnings;
    } catch (const Error& error) {
        answer["problems"] = problems_json(error.problems());
    }
    return json_response(answer);
}

Response save(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const std::string text = text_of(body, "text");
    const Project before = studio.project(request.parts.at("id"));
    check_files(studio, before, text);
    const Project project = studio.change(before.id(), [&](Project& changed) {
        if (body.contains("base") && body["base"] != changed.policy) {
            throw Error(ErrorKind::unmet,
                        "the policy was changed in another window meanwhile; look at that version, "
                        "then make your change again");
        }
        changed.add_policy(text, body.value("note", ""), studio.now());
    });
    return json_response({{"version", project.policy}, {"revision", project.revision}});
}

Response move(Studio& studio, const Request& request) {
    const std::int64_t to = integer_of(body_of(request), "to");
    const Project project =
        studio.change(request.parts.at("id"), [&](Project& changed) { changed.set_policy(to); });
    return json_response({{"version", project.policy}, {"text", project.policy_text()}});
}

Response version_text(Studio& studio, const Request& request) {
    Project project = studio.project(request.parts.at("id"));
    const std::int64_t wanted = std::atoll(request.parts.at("version").c_str());
    const bool known = std::ranges::any_of(
        project.policies, [&](const PolicyVersion& one) { return one.version == wanted; });
    if (!known) throw Error(ErrorKind::usage, "the policy has no such version");
    project.policy = wanted;
    return json_response({{"version", wanted}, {"text", project.policy_text()}});
}

Response edit(Studio&, const Request& request) {
    const Json body = body_of(request);
    const std::string text = release::edited_policy(text_of(body, "text"), kPolicyFile,
                                                    body.value("edit", Json::object()));
    return json_response({{"text", text}, {"tree", release::policy_tree(text, kPolicyFile)}});
}

// The policy of a point of an exploration of documents, {"steps": [{"method", "parameters"}]}:
// which categories a treatment can be given to, only the engine knows.
Response policy_of_point(Studio& studio, const Request& request) {
    if (studio.project(request.parts.at("id")).kind != DataKind::documents) {
        throw Error(ErrorKind::usage, "only points of documents are made a policy here");
    }
    const Json given = body_of(request).value("steps", Json::array());
    search::ProtectionSteps steps;
    for (const Json& step : given) {
        const Json parameters =
            step.is_object() ? step.value("parameters", Json::object()) : Json();
        if (!parameters.is_object() || !step.contains("method") || !step["method"].is_string()) {
            throw Error(ErrorKind::usage, "must be objects with method and parameters",
                        {{}, 0, 0, "steps"});
        }
        steps.push_back({step["method"].get<std::string>(), parameters});
    }
    if (steps.empty()) throw Error(ErrorKind::usage, "must not be empty", {{}, 0, 0, "steps"});
    const std::string text =
        release::policy_text(search::policy_of_steps(steps, documents::profile_policy("default")));
    return json_response({{"text", text}, {"tree", release::policy_tree(text, kPolicyFile)}});
}

// Rows spread evenly over the table.
std::vector<std::int64_t> spread_rows(std::int64_t rows) {
    const std::int64_t count = std::min(rows, kPreviewRows);
    std::vector<std::int64_t> chosen(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) {
        chosen[static_cast<std::size_t>(i)] = i * rows / std::max<std::int64_t>(1, count);
    }
    return chosen;
}

// The released row of each row of the sample; -1: it was dropped.
std::vector<std::int64_t> released_rows(const release::Execution& execution, std::int64_t rows) {
    std::vector<std::int64_t> at(static_cast<std::size_t>(rows), -1);
    for (std::int64_t j = 0; j < execution.release.rows(); ++j) {
        const std::int64_t from =
            execution.origin.empty() ? j : execution.origin[static_cast<std::size_t>(j)];
        at[static_cast<std::size_t>(from)] = j;
    }
    return at;
}

// What the policy does to a sample: {"rows": [{"row", "before", "after"}], ...}.
Response preview(Studio& studio, const Request& request) {
    const auto begun = std::chrono::steady_clock::now();
    const Project project = studio.project(request.parts.at("id"));
    if (project.kind != DataKind::table) {
        throw Error(ErrorKind::usage, "only tables have a preview of rows");
    }
    const std::string text = text_of(body_of(request), "text");
    check_files(studio, project, text);
    CheckedPolicy policy = checked(project, text);
    const release::Policy of_table = table_policy(policy);
    const auto table = studio.tables().table(project.data.front(), of_table.read);
    const std::vector<std::int64_t> chosen = spread_rows(table->rows());
    const Table sample = table->gather(chosen);
    const release::Plan plan = release::make_plan(sample, of_table, policy.problems);
    const release::Execution execution = release::execute(plan, 1, studio.context());
    const std::vector<std::int64_t> released = released_rows(execution, sample.rows());

    Json names = Json::array(), rows = Json::array();
    for (const ColumnPtr& column : sample.columns()) {
        const bool kept = execution.release.find(column->name()) != nullptr;
        names.push_back({{"name", column->name()},
                         {"dropped", !kept},
                         {"changed", execution.changed.contains(column->name())}});
    }
    const auto cell = [](const Column* column, std::int64_t row) {
        return column == nullptr || row < 0 || !column->valid(row) ? Json(nullptr)
                                                                   : Json(column->text(row));
    };
    for (std::int64_t i = 0; i < std::min(sample.rows(), kShownRows); ++i) {
        Json before = Json::array(), after = Json::array();
        const std::int64_t at = released[static_cast<std::size_t>(i)];
        for (const ColumnPtr& column : sample.columns()) {
            before.push_back(cell(column.get(), i));
            after.push_back(cell(execution.release.find(column->name()), at));
        }
        rows.push_back({{"row", chosen[static_cast<std::size_t>(i)] + 1},
                        {"released", at >= 0},
                        {"before", std::move(before)},
                        {"after", std::move(after)}});
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    return json_response({{"columns", std::move(names)},
                          {"rows", std::move(rows)},
                          {"sample", sample.rows()},
                          {"of", table->rows()},
                          {"kept", execution.release.rows()},
                          {"warnings", execution.warnings},
                          {"seconds", took.count()}});
}

Response methods_list() {
    Json list = Json::array();
    for (const Method& method : catalogue()) {
        Json one = to_json(method);
        one["in_words"] = method.info.in_words;
        one["knows"] = method.info.knows;
        one["finds_people"] = method.info.finds_people;
        list.push_back(std::move(one));
    }
    return json_response({{"methods", std::move(list)}});
}

}  // namespace

void add_policy_routes(Router& router, Studio& studio) {
    router.add("POST", "/api/projects/{id}/policy",
               [&](const Request& r) { return save(studio, r); });
    router.add("POST", "/api/projects/{id}/policy/move",
               [&](const Request& r) { return move(studio, r); });
    router.add("GET", "/api/projects/{id}/policy/{version}",
               [&](const Request& r) { return version_text(studio, r); });
    router.add("POST", "/api/projects/{id}/policy/edit",
               [&](const Request& r) { return edit(studio, r); });
    router.add("POST", "/api/projects/{id}/policy/of-point",
               [&](const Request& r) { return policy_of_point(studio, r); });
    router.add("POST", "/api/projects/{id}/check",
               [&](const Request& r) { return check(studio, r); });
    router.add("POST", "/api/projects/{id}/preview",
               [&](const Request& r) { return preview(studio, r); });
    router.add("GET", "/api/methods", [](const Request&) { return methods_list(); });
}

}  // namespace lethe::studio
