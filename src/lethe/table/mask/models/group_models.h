// Privacy models in the groups that a method makes: whether they hold in a group of rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/lattice/class_judge.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/method/parameter.h"

namespace lethe::mask {

enum class SensitiveMissing { own, excluded };

// For the parameters of a method that takes models beside its k.
struct ModelParams {
    std::string models;
    std::vector<std::string> sensitive;
    SensitiveMissing sensitive_missing = SensitiveMissing::own;
};

// For a P that is made from ModelParams.
template <class P>
Schema<P> with_model_params(const Schema<P>& schema) {
    constexpr std::string P::*kModels = &P::models;
    constexpr std::vector<std::string> P::*kSensitive = &P::sensitive;
    constexpr SensitiveMissing P::*kMissing = &P::sensitive_missing;
    return schema
        .field("models", kModels,
               "what must hold in every group beside k, joined by +: l-distinct:3, l-entropy:4, "
               "l-recursive:c=4,l=5, each of these with alike=0.4 too, alpha:0.5, t-equal:0.2, "
               "t-ordered:0.2, t-hierarchical:0.2, t-semantic:0.2, "
               "beta-basic:3, beta-enhanced:2, kmap:3,population=N; empty: k alone")
        .field("sensitive", kSensitive,
               "columns whose values must not be learnt from a group; a model holds for each of "
               "them, or for the one that it names (l-distinct:3,sensitive=COLUMN)")
        .choice("sensitive_missing", kMissing,
                "a missing sensitive value: own, a value like others; excluded, not counted",
                {{"own", SensitiveMissing::own}, {"excluded", SensitiveMissing::excluded}});
}

// Only models that still hold where two groups in which they hold are published alike: classes of a
// release are then groups, or several together. Distributions are those of all rows.
class GroupModels {
  public:
    // Beside the k of the method. Error with all problems.
    GroupModels(const Table& table, const ModelParams& params, std::int64_t k);
    GroupModels(const GroupModels&) = delete;  // the judge looks at the records
    GroupModels& operator=(const GroupModels&) = delete;

    // Error(unmet) where the models hold not even in a group of all rows; then they hold in no
    // groups, since they survive joining. The message says what all rows together reach.
    void check_reachable() const;
    // Safe from several threads.
    bool hold(std::span<const std::int32_t> rows) const;
    std::int64_t minimum_size() const { return std::max(k_, judge_->minimum_size()); }
    Json facts() const;  // for the record: what was asked for
    void warn(const Table& table, std::vector<std::string>& warnings) const;  // value_order.h

  private:
    std::vector<lattice::Model> models_;
    ModelParams params_;
    std::int64_t k_;
    lattice::Records records_;
    std::optional<lattice::ClassJudge> judge_;
};

// What can be said before anything runs.
void check_model_params(const Table& table, std::span<const std::string> columns,
                        const ModelParams& params, std::int64_t k, const Place& place,
                        Problems& problems);

}  // namespace lethe::mask
