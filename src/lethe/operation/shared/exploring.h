// What explorations of every kind of data share: keeping points as they come, telling them, writing
// what was found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/io/bundle.h"
#include "lethe/io/journal.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/search/advise/exploration.h"

namespace lethe::operation {

void make_folder(const std::string& folder);  // Error(io)

// Points of this and an earlier run, in a folder.
class ExplorationLog {
  public:
    // What an earlier run of the same exploration left there, or a new beginning; takes over its
    // seed where none was given.
    void open(Door& door, const std::string& folder, Json header, std::size_t points);
    void add(const search::ExplorationPoint& point);  // nothing where no folder was opened
    const std::vector<search::ExplorationPoint>& before() const { return before_; }

  private:
    std::optional<Journal> journal_;
    std::vector<search::ExplorationPoint> before_;
};

// Says what was found as it is found: each point where they take long, otherwise now and then.
class PointTeller {
  public:
    PointTeller(Door& door, bool sampled);
    void tell(const search::ExplorationPoint& point, search::Round round);

  private:
    std::string left_words(double now, search::Round round) const;

    Door& door_;
    bool sampled_;
    double start_;
    double round_ = 0;  // when it began, in seconds from the start, as below
    double told_ = 0;
};

// Error(usage) where a file of somebody else stands in the way of one of these, or of the journal.
void check_exploration_files(const std::string& folder, const Replacing& replace);

// exploration.json, points.csv, map.svg and report.html, into the bundle. `result`: the
// exploration, and what the operation says beside it.
void write_exploration_files(Bundle& bundle, const std::string& folder,
                             const search::Exploration& exploration, const Json& result);

// The result; it fails with Error(stopped) after a stop, and with Error(unmet) where a limit was
// asked for and nothing is recommended.
Answer end_exploration(const search::Exploration& exploration, Json result,
                       const std::string& folder, bool limited);

}  // namespace lethe::operation
