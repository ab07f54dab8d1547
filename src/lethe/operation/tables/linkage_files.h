// Files that lethe attack writes about a learnt distance, each only when asked for. All of them are
// private: the certificate and the program let anyone with the files repeat the attack, and the
// lattice is what was learnt.
#pragma once

#include <string>
#include <vector>

#include "lethe/operation/operation.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::operation {

struct LinkageFiles {
    std::string certificate;  // the proof, for lethe verify
    std::string mps;          // the mixed-integer program
    std::string lattice;      // the learnt measure or matrix: .csv, .dot or .svg

    static Schema<LinkageFiles> schema();
    std::vector<std::string> paths() const;
    // Before anything runs: Error(usage) unless the one attack chosen can give what is asked for.
    void prepare(std::vector<release::Choice>& choices, const Door& door) const;
    // After: takes the certificate out of the private results.
    void write(Door& door, const release::Comparable& pair, const release::Scenario& scenario,
               const Random& random, release::Assessed& assessed) const;
};

}  // namespace lethe::operation
