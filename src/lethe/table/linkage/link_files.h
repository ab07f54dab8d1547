// Record linkage of two files, or of one with itself: standardise, block, compare, learn, decide.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/table/linkage/blocking.h"
#include "lethe/table/linkage/decide_links.h"
#include "lethe/table/linkage/linkage_plan.h"
#include "lethe/table/linkage/pair_model.h"

namespace lethe::linkage {

struct LinkOptions {
    bool self = false;  // the file is linked with itself, to find who is in it twice
    Assignment assignment = Assignment::optimal;
    double link = 0.7;                     // least probability of a link
    double possible = 0.1;                 // and of a possible one
    std::optional<double> precision = {};  // wanted of the links: sets `link`
    BlockingOptions blocking = {};
    FitOptions fit = {};
};

// What a column said about a link.
struct Evidence {
    int level = 0;
    double bits = 0;
};

struct Link {
    std::int64_t left = 0;  // rows of the tables
    std::int64_t right = 0;
    bool sure = true;  // a link, or a possible one
    double probability = 0;
    double bits = 0;
    std::vector<Evidence> evidence;  // by pair of columns
};

// A likeliest candidate of a left record, one of `equals` that are equally likely.
struct Guess {
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::int64_t equals = 1;
};

struct PassReport {
    std::vector<std::string> keys;
    std::int64_t blocks = 0;
    std::int64_t too_large = 0;
    double pairs = 0;
};

struct LinkageResult {
    LinkagePlan plan;
    std::vector<Link> links;  // by left row, then right row
    LevelModel model;
    double all_pairs = 0;
    std::int64_t compared = 0;
    std::vector<PassReport> passes;  // none: all pairs
    double expected_matches = 0;
    double missed = 0;  // estimated share of the matches that no pass found
    double link_threshold = 0;
    double possible_threshold = 0;
    // Were every left record given its likeliest candidate: how many have one, and how many of
    // these would be right; and the same for the records of the right file.
    std::int64_t guesses = 0;
    double right_guesses = 0;
    std::int64_t back_guesses = 0;
    double right_back_guesses = 0;
    std::vector<Guess> likeliest;   // of left records; all that are equally likely
    std::int64_t greedy_parts = 0;  // parts too large for an optimal assignment
};

LinkageResult link_files(const Context& context, const Table& left, const Table& right,
                         LinkagePlan plan, const LinkOptions& options);

}  // namespace lethe::linkage
