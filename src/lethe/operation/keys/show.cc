// key show: what a key file holds, but for the secrets.
#include "lethe/core/error.h"
#include "lethe/operation/keys/key_answer.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/key_source.h"

namespace lethe::operation {
namespace {

struct ShowKeyOptions {
    std::string key_file;
    std::string passphrase_file;
};

Answer show_file(const ShowKeyOptions& options, Door& door) {
    const KeySource source{options.key_file, {}, options.passphrase_file};
    return {key_answer(source.read(door))};
}

}  // namespace

Operation show_key_file() {
    using O = ShowKeyOptions;
    return make_operation(
        {.name = "show-key",
         .words = {"key", "show"},
         .summary = "Name, versions and fingerprints of a key, never the key",
         .examples = {"lethe key make -o people.key", "lethe key show people.key"}},
        Schema<O>()
            .field("key_file", &O::key_file, "The key")
            .at_place("KEY")
            .required()
            .input()
            .field("passphrase_file", &O::passphrase_file,
                   "Of a key with a passphrase: a file whose first line it is")
            .shown("FILE"),
        show_file);
}

}  // namespace lethe::operation
