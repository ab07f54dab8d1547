#include "lethe/operation/keys/key_answer.h"

namespace lethe::operation {

Json key_answer(const KeyFile& key) {
    Json versions = Json::array();
    for (const KeyVersion& version : key.versions) {
        Json one{{"version", version.version}, {"fingerprint", key_fingerprint(version.secret)}};
        if (!version.made.empty()) one["made"] = version.made;
        versions.push_back(std::move(one));
    }
    return {{"kind", "key"},
            {"identifier", key.identifier},
            {"passphrase", key.has_passphrase},
            {"versions", std::move(versions)}};
}

}  // namespace lethe::operation
