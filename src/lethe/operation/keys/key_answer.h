// What is said of a key: never the key.
#pragma once

#include "lethe/core/json.h"
#include "lethe/io/key_file.h"

namespace lethe::operation {

// {"kind": "key", "identifier", "passphrase", "versions": [{"version", "made", "fingerprint"}]}
Json key_answer(const KeyFile& key);

}  // namespace lethe::operation
