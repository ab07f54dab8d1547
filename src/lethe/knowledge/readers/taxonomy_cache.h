// A taxonomy that was read once, in a file that opens quickly: the texts and lists as they are,
// with lengths in few bytes, and a check sum. Only for read_knowledge.cc and the tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::readers {

struct CachedTaxonomy {
    TaxonomyParts parts;
    std::vector<std::string> notes;
};

// What a cached taxonomy was made of: the reader's version and format, and path, size and time of
// change of every file.
std::string source_key(KnowledgeFormat format, const std::vector<std::string>& files);
// The file for a key inside a folder.
// A file that this user wrote and nobody else can change: a cache of others is not trusted.
bool is_own_file(const std::string& file);

std::string cache_file(const std::string& folder, const std::string& key);

std::string encode_taxonomy(const std::string& key, const TaxonomyParts& parts,
                            const std::vector<std::string>& notes);
// The bytes of a file with this body: a magic word and the check sum before it.
std::string sealed(std::string_view body);
// Nothing for bytes of another key or version, cut or changed ones.
std::optional<CachedTaxonomy> decode_taxonomy(std::string_view bytes, std::string_view key);

}  // namespace lethe::readers
