// Any bytes are a taxonomy of the format, or an error of ours; and what was read is whole: every id
// is found, and the cache gives back the same. A format of several files has them in one
// input, with a line "=====" between them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/readers/taxonomy_cache.h"

namespace lethe::fuzz::taxonomies {

using lethe::Taxonomy;
using lethe::readers::checked_text;
using lethe::readers::ReadTaxonomy;
using lethe::readers::SourceText;

std::vector<SourceText> files_in(std::string_view bytes, std::size_t count) {
    constexpr std::string_view kMark = "=====\n";
    std::vector<SourceText> files;
    while (files.size() + 1 < count) {
        const std::size_t end = bytes.find(kMark);
        files.push_back(checked_text("part", std::string(bytes.substr(0, end))));
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + kMark.size());
    }
    files.push_back(checked_text("part", std::string(bytes)));
    return files;
}

ReadTaxonomy read(std::string_view format, std::string_view bytes) {
    using namespace lethe::readers;
    if (format == "wordnet") {
        const auto files = files_in(bytes, 2);
        return read_wordnet({}, {files[0], files[1]});
    }
    if (format == "rf2") {
        const auto files = files_in(bytes, 3);
        return read_rf2({}, {files[0], {files[1]}, files[2]});
    }
    SourceText source = checked_text("input", std::string(bytes));
    if (format == "obo") return read_obo({}, source);
    if (format == "rdf") return read_rdf({}, source);
    if (format == "icd") return read_icd({}, std::move(source));
    if (format == "parent_table") return read_parent_table({}, std::move(source));
    if (format == "value_hierarchy") return read_value_hierarchy({}, std::move(source));
    std::abort();
}

void check(const Taxonomy& taxonomy) {
    for (lethe::ConceptId c = 0; c < taxonomy.size(); ++c) {
        const auto found = taxonomy.find(taxonomy.id(c));
        if (std::find(found.begin(), found.end(), c) == found.end()) std::abort();
    }
    const lethe::TaxonomyParts& parts = taxonomy.parts_of_it();
    const auto again =
        lethe::readers::decode_taxonomy(lethe::readers::encode_taxonomy("", parts, {}), "");
    if (!again || again->parts.parents.items != parts.parents.items ||
        again->parts.keys.lists.items != parts.keys.lists.items) {
        std::abort();
    }
}

// Raptor itself loses some bytes where it refuses a text.
extern "C" const char* __lsan_default_suppressions() { return "leak:libraptor2"; }

void run(std::string_view format, std::string_view bytes) {
    try {
        check(read(format, bytes).taxonomy);
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
}

}  // namespace lethe::fuzz::taxonomies
