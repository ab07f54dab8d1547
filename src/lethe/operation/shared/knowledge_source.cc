#include "lethe/operation/shared/knowledge_source.h"

#include <fmt/format.h>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/operation/shared/named_choices.h"

namespace lethe::operation {
namespace {

using S = KnowledgeSource;

Schema<S> source_alone() {
    return Schema<S>().field("source", &S::source,
                             "The taxonomy: a file, a folder, or wordnet; several "
                             "as A,B, A+B or A+B@FILE");
}

// `option`: without it what is said of the source has no effect; empty: there always is one.
Schema<S> with_format(const Schema<S>& source, const std::string& option) {
    const auto of_source = [&](const Schema<S>& schema) {
        return option.empty() ? schema : schema.goes_with(option);
    };
    const Schema<S> formatted =
        of_source(source
                      .choice("format", &S::format, "Its format (default: recognised)",
                              named_choices<std::optional<KnowledgeFormat>>(
                                  knowledge_format_names(), knowledge_format_named))
                      .shown("FORMAT"));
    return of_source(
        formatted.field("no_cache", &S::no_cache, "Read the source itself, and keep nothing"));
}

}  // namespace

Schema<KnowledgeSource> KnowledgeSource::schema(const std::string& needed) {
    return with_format(source_alone().shown("SOURCE"), needed);
}

Schema<KnowledgeSource> KnowledgeSource::schema_by_place() {
    return with_format(source_alone().at_place("SOURCE").required(), {});
}

KnowledgeOptions KnowledgeSource::options(const Door& door) const {
    KnowledgeOptions options;
    options.format = format;
    if (!no_cache) options.cache_folder = door.cache_folder();
    return options;
}

Knowledge KnowledgeSource::open(Door& door) const {
    Knowledge knowledge = read_knowledge(door.context(), source, options(door));
    door.warn(knowledge.notes);
    return knowledge;
}

namespace {

// The names that begin like a text and are about as long, those of the same length first: enough to
// find a slip of the pen.
std::vector<std::string> names_like(const Taxonomy& taxonomy, const std::string& text) {
    const std::string key = look_up_key(text);
    const Texts& keys = taxonomy.parts_of_it().keys;
    std::vector<std::string> names;
    for (const int longer : {0, 1, -1, 2, -2}) {
        for (std::int64_t i = 0; i < keys.size() && !key.empty(); ++i) {
            const std::string_view known = keys[i];
            if (known.starts_with(key.front()) && std::ssize(known) == std::ssize(key) + longer) {
                names.emplace_back(known);
            }
        }
    }
    return names;
}

}  // namespace

std::vector<ConceptId> senses_of(const Taxonomy& taxonomy, const std::string& text) {
    std::vector<ConceptId> senses = taxonomy.find(text);
    if (senses.empty()) senses = taxonomy.find_stem(text);
    if (!senses.empty()) return senses;
    if (const std::size_t mark = text.rfind('#'); mark != std::string::npos) {
        const auto known = taxonomy.find(text.substr(0, mark));
        if (!known.empty()) {
            throw Error(ErrorKind::usage,
                        fmt::format("{} knows {} senses of \"{}\": 1 to {}", taxonomy.name(),
                                    known.size(), text.substr(0, mark), known.size()));
        }
    }
    const std::string near = nearest_name(text, names_like(taxonomy, text));
    throw Error(ErrorKind::usage,
                fmt::format("{} does not know \"{}\"{}", taxonomy.name(), text,
                            near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

}  // namespace lethe::operation
