// Where the files of a release go: what may stand there already, and how they are put there.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/io/bundle.h"
#include "lethe/release/release_envelope.h"

namespace lethe::release {

struct Outputs {
    DataKind data = DataKind::table;
    std::string place;                // the release: a file or a folder; its record stands beside
    bool folder = false;              // the release is a folder
    std::vector<std::string> more;    // further files of the release, which the record lists
    std::vector<std::string> secret;  // private ones, which the private log lists

    std::vector<std::string> all() const;  // with the record and the private log
};

// What the caller knows of the files around a release.
struct Surroundings {
    std::vector<std::string> inputs;  // whatever is read
    bool replace = false;             // files that Lethe did not make may be replaced
    bool anew = false;                // not even an earlier version of the release is replaced
};

// Error(usage) where two outputs are one file, an output is an input, or what stands there is not
// an earlier version of this very release and may not be replaced; or, of what is written anew,
// where anything stands there. A folder that has no record beside it is never replaced: it may hold
// anything.
void check_outputs(const Outputs& outputs, const Surroundings& surroundings);

// [{"file", "private", "replaces"}] of all outputs, none without a place: what a dry run says.
Json planned_files(const Outputs& outputs);

// Calls `write` with a path in the bundle for what will stand at `path`, and returns it. An error
// that names the path in the bundle names the real one instead.
std::string write_staged(Bundle& bundle, const std::string& path, bool is_private,
                         const std::function<void(const std::string& staged)>& write);

// The error with the real path where it names the staged one.
Error at_real_path(const Error& error, const std::string& staged, const std::string& path);

}  // namespace lethe::release
