// No operation replaces a file that Lethe did not make unless it is told to. Options say what they
// write (Schema::output) and are asked about in one place (operation/together); what an operation
// alone knows (files of a folder, the header of a table) it asks here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/method/parameter.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {

// A file of a folder that an operation writes.
struct FolderFile {
    std::string name;
    OutputKind kind = OutputKind::file;
    std::string header = {};  // what it begins with, of a table
};

// An operation that writes has the option whether or not it asks for it here (make_operation).
struct Replacing {
    bool force = false;

    static Schema<Replacing> schema();
    // Error(usage) where `path` is a file of somebody else.
    void check(const std::string& path, OutputKind kind, std::string_view header = {}) const;
    // Of all files at once; no folder is asked about under an empty name.
    void check_folder(const std::string& folder, const std::vector<FolderFile>& files) const;
};

}  // namespace lethe::operation
