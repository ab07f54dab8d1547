// The points of a search for a policy: each tried once, quickly or against all attacks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/release/assess/headline.h"
#include "lethe/search/advise/advise.h"

namespace lethe::search {

using Steps = std::vector<TryStep>;

struct PolicyPoint {
    Steps steps;
    double risk = 100;  // percent found, by the attacks that were run
    // The upper end of the intervals where people were drawn, by an attack or because she holds a
    // share of them only; this decides.
    double at_most = 100;
    double loss = 100;    // percent
    bool judged = false;  // by every attack of an assessment; otherwise by a quick one
    bool single = false;  // one method on all known columns
    bool diverse = true;  // l and t hold, or were not asked for
    release::ClassBound bound;
    std::optional<release::Headline> worst = {};
    double seconds = 0;
    std::string error;  // why it could not be tried

    bool usable() const { return error.empty(); }
};

class PolicyBench {
  public:
    PolicyBench(const Stage& stage, const AdviseOptions& options, const AdviseLog& log,
                const Random& random, const Context& context);

    // Loss, classes, and the risk by two quick attacks on a sample of people who are looked for
    // among everybody (or by the classes, where that is less). Safe from several threads.
    PolicyPoint quick(const Steps& steps, const Context& context) const;
    std::vector<PolicyPoint> quick(const std::vector<Steps>& tries) const;  // in parallel
    // The same from one thread; what was carried out is kept for a while, for `full`.
    PolicyPoint quick(const Steps& steps);
    // The same against every attack of an assessment.
    PolicyPoint full(const Steps& steps) const;

    // Whether every constraint holds, by what was run.
    bool acceptable(const PolicyPoint& point) const;

    const Stage& stage() const { return stage_; }
    const AdviseOptions& options() const { return options_; }
    const Context& context() const { return context_; }
    void tell(const std::string& words) const {
        if (log_) log_(words);
    }

  private:
    PolicyPoint attacked(const Steps& steps, const Context& silent) const;
    PolicyPoint quick(const Steps& steps, const Carried& carried, const Context& context) const;
    double loss_of(const Carried& carried, const Context& context) const;
    bool diverse(const Carried& carried, const Context& context) const;

    const Stage& stage_;
    const AdviseOptions& options_;
    const AdviseLog& log_;
    Random random_;
    Context context_;
    std::uint64_t seed_;
    std::vector<std::pair<Steps, std::shared_ptr<const Carried>>> kept_;  // the latest last
};

}  // namespace lethe::search
