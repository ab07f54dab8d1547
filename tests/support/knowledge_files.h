// Files with taxonomies, written by hand and read.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "support.h"

namespace lethe::test {

class KnowledgeFiles : public ::testing::Test {
  protected:
    TemporaryFolder folder;

    std::string put(const std::string& name, std::string_view text) const {
        write_file(folder.file(name), text);
        return folder.file(name);
    }
    Knowledge read(const std::string& name, std::string_view text,
                   const KnowledgeOptions& options = {}) const {
        return read_knowledge({}, put(name, text), options);
    }
    // What is wrong with the file; empty when nothing is. The place is told without the folder.
    std::string wrong(const std::string& name, std::string_view text,
                      ErrorKind kind = ErrorKind::input,
                      const KnowledgeOptions& options = {}) const {
        try {
            read(name, text, options);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), kind) << error.what();
            return without_folder(error.what());
        }
        return {};
    }
    std::string without_folder(std::string text) const {
        const std::string start = folder.path() + "/";
        for (std::size_t at; (at = text.find(start)) != std::string::npos;) {
            text.erase(at, start.size());
        }
        return text;
    }
};

// The concept that a text means, which must be known.
inline ConceptId the(const Taxonomy& taxonomy, std::string_view text) {
    const auto found = taxonomy.find(text);
    EXPECT_FALSE(found.empty()) << text;
    return found.empty() ? 0 : found.front();
}

inline std::vector<std::string> parents_of(const Taxonomy& taxonomy, std::string_view text) {
    std::vector<std::string> labels;
    for (const ConceptId parent : taxonomy.parents(the(taxonomy, text))) {
        labels.push_back(taxonomy.label(parent));
    }
    return labels;
}

inline std::vector<std::string> names_of(const Taxonomy& taxonomy, std::string_view text) {
    const ConceptId c = the(taxonomy, text);
    std::vector<std::string> names;
    for (std::int64_t i = 0; i < taxonomy.name_count(c); ++i) {
        names.emplace_back(taxonomy.name_of(c, i));
    }
    return names;
}

}  // namespace lethe::test
