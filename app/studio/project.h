// A project: a folder beside the data that holds all that was decided and found about them. It is
// the only state of the studio: whoever opens it again, in another window or next year, sees the
// same.
//
//   people.lethe/
//     project.json         name, data, versions of the policy, list of results, notes, approval
//     policy.toml          the policy in force
//     policy.0001.toml     every version that there was
//     result.0001.json     results of operations, private
//     release/             what `protect` wrote
//     advice/ exploration/ review.json ...      what other operations wrote
//
// Everything is private to its owner. Nothing in here is needed by the engine: a command that is
// shown for a step repeats it without the studio.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"

namespace lethe::studio {

struct PolicyVersion {
    std::int64_t version = 0;
    std::int64_t parent = 0;  // 0: none
    std::string time;
    std::string note;
};

// What is kept of a result in the list; the result itself is a file.
struct ResultEntry {
    std::int64_t id = 0;
    std::string operation;
    Json options = Json::object();  // as the operation was given them
    std::optional<std::uint64_t> seed;
    std::string time;
    double seconds = 0;
    std::string state;  // "done", "failed", "stopped"
    std::string kind;   // of the result: "assessment"
    std::int64_t policy_version = 0;
    std::string failure;   // in words
    std::string headline;  // of the result, in words
    std::vector<std::string> lines;
};

struct Note {
    std::string time, name, text;
};

// Draft, then assessed, then approved; with what it was when it was approved.
struct Status {
    std::string state = "draft";
    std::string by, time;
    std::int64_t policy_version = 0;
    std::string release_digest;
    std::string reason;  // for approving what does not meet what was asked; empty: it does
};

class Project {
  public:
    // Makes a project for data below the working folder; Error(usage) where they are none,
    // Error(io).
    static Project create(const std::string& source, const std::string& called,
                          const std::string& time);
    // Error(io), Error(input) for a folder that is none.
    explicit Project(const std::string& folder);

    const std::string& folder() const { return folder_; }
    std::string id() const;  // for addresses: tells nothing of the folder's name

    // Paths relative to the working folder.
    std::string path(const std::string& file) const { return folder_ + "/" + file; }
    std::string policy_path() const { return path("policy.toml"); }
    std::string policy_path(std::int64_t version) const;
    std::string result_path(std::int64_t id) const;
    std::string release_path() const;

    std::string name;
    std::string created;
    DataKind kind = DataKind::table;
    std::vector<std::string> data;  // a file or folder; of a graph its edges and nodes
    std::int64_t revision = 0;      // goes up with every change
    std::int64_t policy = 0;        // the version in force; 0: none yet
    std::vector<PolicyVersion> policies;
    std::vector<ResultEntry> results;
    std::vector<Note> notes;
    Status status;
    Json clipboard = Json::array();  // candidates that the user laid aside
    Json choices = Json::object();   // what the pages keep: seed, profile, ...

    std::string policy_text() const;  // of the version in force; empty: none
    // A new version, which is in force then; the same text as before makes none.
    void add_policy(const std::string& text, const std::string& note, const std::string& time);
    std::int64_t undo_version() const;  // 0: nothing to go back to
    std::int64_t redo_version() const;
    void set_policy(std::int64_t version);  // Error(usage) for one that is not there

    std::int64_t next_result() const;
    // The last result of this kind that was done; none: null.
    const ResultEntry* last(const std::vector<std::string>& kinds) const;
    Json result(std::int64_t id) const;  // Error(usage), Error(io)

    void save();  // whole, or not at all
    Json to_json() const;

  private:
    Project() = default;
    std::string folder_;
};

// Folders of projects below the working folder, at most three levels deep, the last changed first.
std::vector<std::string> find_projects();

}  // namespace lethe::studio
