// A search over levels for the rows of a table: its parameters, and the table as it takes it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lethe/algo/lattice/search.h"
#include "lethe/data/table.h"
#include "lethe/method/parameter.h"
#include "lethe/table/mask/models/group_models.h"

namespace lethe::mask {

struct PrivacyModelsParams {
    std::string models = "k:5";
    std::vector<std::string> sensitive;
    std::string metric = "loss";
    double suppress = 0;
    lattice::Suppressed suppressed = lattice::Suppressed::removed;
    SensitiveMissing missing = SensitiveMissing::own;
    std::string released;
    lattice::PresenceEmpty presence_empty = lattice::PresenceEmpty::strict;
    std::map<std::string, double> weights;
    std::int64_t rounds = 0;
    double step = 0.05;
    std::int64_t evaluations = 10'000;
    double seconds = 0;

    lattice::AnytimeLimits anytime() const;
};

Schema<PrivacyModelsParams> privacy_models_schema();

// A table as the search takes it, and what is needed to come back from it.
struct PreparedSearch {
    std::vector<std::int64_t> rows;                // that are released
    std::vector<std::vector<std::int32_t>> lines;  // [column][row of the table]
    lattice::Records records;
};

// Error with all problems of the hierarchies and the values.
PreparedSearch prepare_search(const Table& table, const std::vector<std::string>& columns,
                              const PrivacyModelsParams& params, const lattice::Metric& metric);

lattice::Settings search_settings(const std::vector<std::string>& columns,
                                  const PrivacyModelsParams& params, Problems& problems);

}  // namespace lethe::mask
