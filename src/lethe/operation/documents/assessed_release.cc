#include "lethe/operation/documents/assessed_release.h"

namespace lethe::operation {

Schema<AssessedRelease> AssessedRelease::schema() {
    using O = AssessedRelease;
    return Schema<O>()
        .field("log", &O::log,
               "The private log of the release, where documents were renamed (default: the one "
               "beside it)")
        .shown("FILE")
        .field("policy", &O::policy,
               "The policy of the release: its lists and entities are looked for too (default: "
               "what the private log says)")
        .shown("FILE")
        .field("text_field", &O::text_field,
               "Of JSON lines: the text of the originals (default: what the private log says)")
        .shown("NAME")
        .field("id_field", &O::id_field, "Of JSON lines: the id of the originals, likewise")
        .shown("NAME");
}

void AssessedRelease::apply(release::DocumentAssessment& what) const {
    what.log = log;
    what.policy = policy;
    what.text_field = text_field;
    what.id_field = id_field;
}

}  // namespace lethe::operation
