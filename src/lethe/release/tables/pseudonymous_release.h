// A released table with pseudonyms, as the holder of the key reads it: which columns have them, how
// they were made (the record says), and by which version of the key (the private log says).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/io/key_file.h"
#include "lethe/release/private_log.h"
#include "lethe/release/tables/vault.h"
#include "lethe/table/mask/people/pseudonym_maker.h"

namespace lethe::release {

struct PseudonymColumn {
    std::string name;
    mask::PseudonymParams parameters;
    ColumnPtr written;  // its texts
};

struct PseudonymousRelease {
    Table table;
    Json record;
    std::optional<PrivateLog> log;
    std::vector<PseudonymColumn> columns;
};

// Error(input) where the release has no record beside it, or none of its columns has pseudonyms.
PseudonymousRelease read_pseudonymous(const Context& context, const std::string& path);

// The version that made the release. Error(input) where none did; Error(usage) where the log does
// not say and there are several.
const KeyVersion& version_of(const PseudonymousRelease& release, const KeyFile& key);

// The values behind each pseudonym of the column: by the vault, where it has the column, or else by
// the key. What they do not open is left out. Error(usage) where the key alone opens none and no
// vault has the column.
std::map<std::string, std::vector<std::string>> originals_of(const PseudonymColumn& column,
                                                             const Secret& key, const Vault* vault);

}  // namespace lethe::release
