// Any bytes are a key file or an error of ours; one that reads is written as it was read.
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/io/key_file.h"

namespace lethe::fuzz::key_file {

void run(std::string_view bytes) {
    // Nobody answers: what scrypt costs is not what is tried here.
    const auto nobody = []() -> Secret { throw Error(ErrorKind::input, "no passphrase"); };
    try {
        const KeyFile key = parse_key_file(std::string(bytes), nobody);
        const KeyFile again = parse_key_file(key_file_text(key, nullptr), nobody);
        if (again.versions.size() != key.versions.size() || again.identifier != key.identifier ||
            again.newest().secret.bytes() != key.newest().secret.bytes()) {
            std::abort();
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) std::abort();
    }
}

}  // namespace lethe::fuzz::key_file
