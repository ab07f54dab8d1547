// Protecting a table, and attacking and measuring what came of it.
//
//   const Table people = read_table("people.csv");
//   ProtectOptions options;
//   options.method = "mdav";
//   options.settings = {{"k", "5"}};
//   const Release release = protect(people, options);
//   if (!release.promises_hold()) ...
//   release.write("release.csv");
//
// Results come as typed members where a program decides by them, and whole as JSON text, in the
// form in which `lethe --json` prints them and `lethe report` reads them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/context.h"
#include "lethe/table.h"

namespace lethe::api {

// What the columns are and which steps protect them.
struct ProtectOptions {
    // Either the text of a policy (TOML), with the folder that its paths are relative to, ...
    std::string policy;
    std::string folder;
    // ... or one method, its settings ({"k", "5"}: as after --set) and its columns (empty: every
    // quasi-identifier that it takes).
    std::string method;
    std::map<std::string, std::string> settings;
    std::vector<std::string> columns;

    std::vector<std::string> identifiers;  // to be dropped, whatever else is said
    bool assess = false;                   // attack and measure; the results go into the record
    // None: one from the system. It must stay secret: who knows it can undo random masking.
    std::optional<std::uint64_t> seed;
    // For the private log: where the table came from and the SHA-256 digest of that, if known.
    std::string source;
    std::string source_sha256;
};

// k that a step promised, counted in the release.
struct Guarantee {
    std::string method;         // empty: of all quasi-identifiers together
    std::int64_t k = 0;         // promised; 0: nothing was
    std::int64_t smallest = 0;  // fewest people who share their values
    std::int64_t people_below_k = 0;
    std::optional<bool> holds;  // none: nothing promised, or too much to count
    std::vector<std::string> columns;
};

struct WriteOptions {
    bool replace = false;  // also files that this library did not make
};

// Masked data that were not written yet. Cheap to copy.
class Release {
  public:
    const Table& table() const;  // as it would be published, without identifiers
    const std::vector<std::int64_t>& origin() const;  // input row of each row; empty: the same
    std::vector<Guarantee> guarantees() const;
    bool promises_hold() const;                 // no promised k is known to be broken
    std::vector<std::string> warnings() const;  // what the owner should know before publishing
    std::string record() const;                 // JSON, may be published; without digests of files

    // Writes the release, its record (PATH.lethe.json) and its private log
    // (PATH.lethe.private.json, mode 0600): all of them or none. Returns a summary (JSON).
    // Error(usage) where something stands there that is not an earlier version of this release.
    std::string write(const std::string& path, const WriteOptions& options = {},
                      const Context& context = {}) const;

    struct State;  // of the library's own
    explicit Release(std::shared_ptr<const State> state);
    const State& state() const { return *state_; }

  private:
    std::shared_ptr<const State> state_;
};

// The same table, options and seed give the same release, for any number of threads. Error with
// every problem of the policy at once; Error(unmet) where no row would be left.
Release protect(const Table& table, const ProtectOptions& options, const Context& context = {});

// What protect would do, as JSON; nothing runs.
std::string plan(const Table& table, const ProtectOptions& options);

struct AssessOptions {
    std::string policy;  // what the columns are and who the intruder is; empty: a guess
    std::string folder;
    std::string
        record;  // the release record (JSON text) that the intruder has; empty: she has none
    std::vector<std::int64_t> origin;  // original row of each released row; empty: the same row
    std::vector<std::string> columns;  // that she knows; empty: as the policy or the record says
    double people = 100;               // percent of the people whose values she holds
    std::string profile;               // of the verdict; empty: the policy's, or the default
    std::optional<std::uint64_t> seed;
    bool aligned = false;  // rows are known to be the same people, whatever they look like
};

// What was found, for its owner: describes the original too.
struct Assessment {
    // Percent of the people whom the worst attack finds; none where no attack finds people.
    std::optional<double> found;
    std::optional<std::array<double, 2>> found_interval;  // 95 %, where people were sampled
    std::string attack;                                   // that finds them
    std::string knows;            // what that intruder knew beside the columns; empty: nothing
    double bound = 0;             // percent that equal rows of the release allow at most
    std::optional<double> loss;   // by the measure that fits the columns
    std::optional<double> score;  // the mean of loss and risk
    bool passed = false;          // the verdict: all that was asked is met
    std::string verdict;          // in a sentence
    std::string json;             // all of it
    std::string published;        // all of it that may be published
};

// Attacks the release with everything that the catalogue has for its columns and measures what was
// lost. Error(input) where the two do not look like the same people, row by row.
Assessment assess(const Table& original, const Table& released, const AssessOptions& options = {},
                  const Context& context = {});
// The same with the record, the order of rows and the policy of the release.
Assessment assess(const Release& release, const Context& context = {});

}  // namespace lethe::api
