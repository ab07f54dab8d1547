// Files that belong together and appear together: a release, its record, its private log.
//
// They are written to a hidden folder beside their place, which only its owner can read, and are
// moved into place when all of them are complete and on disk. What is to be moved is written down
// first; so whoever is interrupted before leaves what stood there untouched, and whoever is
// interrupted while moving leaves a note by which the next run (of any command that writes or
// reads this release) finishes the move. What cannot be moved sends all back that was, by the same
// note. No older version is gone before all new ones stand. A folder in the making whose writer is
// gone and that has no such note is deleted by the next run that writes anything beside it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lethe {

// For tests: what a file system can do, and what happens between the steps.
struct BundleSeam {
    bool can_exchange = true;  // two names at once; many file systems cannot
    bool can_link = true;      // give a file a second name; some cannot
    // Called before each step; a code of an error in its place makes the step fail.
    std::function<int(std::string_view step)> before_step = {};
};

class Bundle {
  public:
    // `place`: of the file or folder that the others are beside. Finishes or clears away what
    // interrupted runs left in their folders. Error(io) where its folder cannot be written to.
    explicit Bundle(const std::string& place, BundleSeam seam = {});
    ~Bundle();  // without `commit` nothing has happened
    Bundle(const Bundle&) = delete;
    Bundle& operator=(const Bundle&) = delete;

    // Where to write what will stand at `path`: a path of the same name, and nothing there yet. A
    // file that is there now keeps its permissions, a new one has those that the process's umask
    // leaves; a private one can be read by its owner alone, whatever stood there.
    std::string add(const std::string& path, bool is_private = false);
    void put(const std::string& path, std::string_view bytes, bool is_private = false);

    // Moves everything into place: what was added last goes first, so that whoever sees the first
    // (the release) sees the others (its record and log). Error(io) names what could not be moved;
    // everything is then as before, or will be when the next run could put it back.
    void commit();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Finishes or clears away what an interrupted writer left for `place`; leaves alone what a living
// one is about to write. Never throws: who only reads is not stopped by what she cannot mend.
void finish_interrupted(const std::string& place, const BundleSeam& seam = {});

}  // namespace lethe
