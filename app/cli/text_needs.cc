#include "cli/text_needs.h"

#include "cli/knowledge_flags.h"
#include "lethe/knowledge/read_knowledge.h"

namespace lethe::cli {

void SecretFlags::add_to(CLI::App& command) {
    command.add_option("--key-file", key_file, "The key, where the policy encrypts")
        ->type_name("FILE");
    command
        .add_option("--salt-file", salt_file,
                    "The salt, where the policy hashes [one at random, then forgotten]")
        ->type_name("FILE");
}

void fetch_needs(Session& session, const SecretFlags& flags, const text::TextPolicy& policy,
                 Needs& needs) {
    using Kind = text::Treatment::Kind;
    constexpr int kSaltBytes = 32;
    if (policy.uses(Kind::hash)) {
        needs.salt.emplace(flags.salt_file.empty() ? Secret::random(kSaltBytes)
                                                   : Secret::read(flags.salt_file));
        needs.options.salt = &*needs.salt;
    }
    if (policy.uses(Kind::encrypt) && !flags.key_file.empty()) {
        needs.cipher.emplace(Secret::read(flags.key_file));
        needs.options.cipher = &*needs.cipher;
    }
    for (const std::string& source : policy.knowledge()) {
        needs.options.knowledge[source] =
            read_knowledge(session.context(), source, {{}, knowledge_cache_folder()}).taxonomy;
    }
}

}  // namespace lethe::cli
