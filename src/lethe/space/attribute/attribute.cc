#include "lethe/space/attribute/attribute.h"

#include "lethe/space/attribute/attribute_kinds.h"

namespace lethe {

std::unique_ptr<Attribute> make_attribute(const Column& original, const Column* masked,
                                          const AttributeOptions& options) {
    if (options.topics) {
        return original.meaning() != nullptr ? meant_topics_attribute(original, masked, options)
                                             : topics_attribute(original, masked, options);
    }
    switch (original.kind()) {
        case Kind::numeric:
            return numeric_attribute(original, masked, options);
        case Kind::ordinal:
            return ordinal_attribute(original, masked, options);
        case Kind::semantic:
            if (original.meaning() != nullptr) return semantic_attribute(original, masked, options);
            break;
        case Kind::nominal:
        case Kind::text:
            break;
    }
    return nominal_attribute(original, masked, options);
}

}  // namespace lethe
