#include "lethe/release/vectors/extended_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"
#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/measure/vector_loss.h"
#include "lethe/vectors/protect/nearest_published.h"

namespace lethe::release {

using vectors::DocumentVectors;
using vectors::ProtectOutput;

EarlierRelease read_earlier_release(const Context& context, const std::string& path) {
    EarlierRelease earlier;
    earlier.path = path;
    earlier.record = find_record(path, DataKind::vectors);
    if (earlier.record.is_null()) {
        throw Error(ErrorKind::input,
                    "has no release record beside it: only a release of document "
                    "vectors can be extended",
                    {path, 0, 0, {}});
    }
    const Json method = earlier.record.value("method", Json());
    if (!method.is_object() || !method.value("name", Json()).is_string() ||
        !earlier.record.value("proof", Json()).is_object()) {
        throw Error(ErrorKind::input, "has a record that does not say how it was made",
                    {path, 0, 0, {}});
    }
    const auto log = find_private_log(path, {}, DataKind::vectors);
    if (!log) {
        throw Error(ErrorKind::input,
                    "has no private log beside it, which says which document is which row",
                    {path, 0, 0, {}});
    }
    check_log_of(*log, path);
    const std::vector<std::string> changed = changed_files(path, earlier.record);
    if (!changed.empty()) {
        throw Error(ErrorKind::input,
                    "is not as its record says: what changed since cannot be vouched for",
                    {path, 0, 0, {}});
    }
    const DocumentVectors released = vectors::read_vectors(context, path);
    const std::vector<std::int64_t> rows = released_rows(*log, released.size());
    earlier.vectors = vectors::chosen_rows(released, rows);
    std::map<std::int64_t, Json> by_row;
    for (const Json& row : log->body.at("rows")) by_row[row.at("row").get<std::int64_t>()] = row;
    for (const std::int64_t row : rows) earlier.log_rows.push_back(by_row.at(row + 1));
    return earlier;
}

Json earlier_parameters(const EarlierRelease& earlier, const Method& method) {
    const Json& made = earlier.record.at("method");
    Json parameters = Json::object();
    for (const Parameter& parameter : method.parameters) {
        if (made.contains(parameter.name)) parameters[parameter.name] = made[parameter.name];
    }
    if (made.contains("refined")) parameters["refine"] = made["refined"];
    return parameters;
}

ProtectOutput joined_to(const Context& context, const EarlierRelease& earlier,
                        const DocumentVectors& added,
                        const std::function<ProtectOutput(const DocumentVectors&)>& protect) {
    const DocumentVectors before = vectors::over_terms(
        earlier.vectors, vectors::joint_terms(earlier.vectors.terms, added.terms));
    const DocumentVectors now = vectors::over_terms(added, before.terms);
    vectors::check_weights(now.rows);
    const vectors::DistinctRows published = vectors::distinct_rows(before.rows);
    const std::vector<std::int32_t> nearest =
        vectors::nearest_published(context, published.rows, now.rows);
    std::vector<std::int64_t> alone;
    for (std::size_t d = 0; d < nearest.size(); ++d) {
        if (nearest[d] < 0) alone.push_back(static_cast<std::int64_t>(d));
    }
    ProtectOutput result;
    DocumentVectors apart;
    if (!alone.empty()) {
        result = protect(vectors::chosen_rows(now, alone));
        apart = vectors::over_terms(result.vectors,
                                    vectors::joint_terms(before.terms, result.vectors.terms));
    }
    const std::vector<std::string>& terms = alone.empty() ? before.terms : apart.terms;
    result.vectors = {SparseRows(static_cast<std::int32_t>(terms.size())), terms, added.ids,
                      added.labels};
    std::int64_t next = 0;
    for (const std::int32_t to : nearest) {
        result.vectors.rows.append(to < 0 ? apart.rows[next++] : published.rows[to]);
    }
    const DocumentVectors original = vectors::over_terms(now, terms);
    result.loss = vectors::to_json(vectors::vector_loss(original.rows, result.vectors.rows));
    result.facts["joined"] = std::ssize(nearest) - std::ssize(alone);
    return result;
}

ProtectOutput extended(const EarlierRelease& earlier, const ProtectOutput& added) {
    const DocumentVectors& old = earlier.vectors;
    const DocumentVectors& fresh = added.vectors;
    Problems problems;
    if (!old.ids.empty() && fresh.ids.empty()) {
        problems.push_back({"the earlier release has ids of documents and the new ones have none"});
    }
    if (!old.labels.empty() && fresh.labels.empty()) {
        problems.push_back({"the earlier release has classes and the new documents have none"});
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    const std::vector<std::string> terms = vectors::joint_terms(old.terms, fresh.terms);
    ProtectOutput whole;
    whole.facts = added.facts;
    whole.loss = added.loss;
    whole.warnings = added.warnings;
    whole.vectors = vectors::over_terms(old, terms);
    const DocumentVectors more = vectors::over_terms(fresh, terms);
    for (std::int64_t row = 0; row < more.size(); ++row) whole.vectors.rows.append(more.rows[row]);
    if (!old.ids.empty()) {
        whole.vectors.ids.insert(whole.vectors.ids.end(), fresh.ids.begin(), fresh.ids.end());
    }
    if (!old.labels.empty()) {
        whole.vectors.labels.insert(whole.vectors.labels.end(), fresh.labels.begin(),
                                    fresh.labels.end());
    }
    const vectors::DistinctRows groups = vectors::distinct_rows(whole.vectors.rows);
    whole.clusters.of = groups.of;
    whole.clusters.count = static_cast<std::int32_t>(groups.size());
    return whole;
}

std::int64_t least_added_together(const ProtectOutput& whole, std::int64_t earlier) {
    std::map<std::int32_t, std::int64_t> counts;
    for (auto d = static_cast<std::size_t>(earlier); d < whole.clusters.of.size(); ++d) {
        ++counts[whole.clusters.of[d]];
    }
    std::int64_t least = 0;
    for (const auto& [group, count] : counts) least = least == 0 ? count : std::min(least, count);
    return least;
}

}  // namespace lethe::release
