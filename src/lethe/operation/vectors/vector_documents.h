// The documents that become vectors, and the classes they belong to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"

namespace lethe::operation {

struct VectorDocuments {
    std::vector<std::string> paths;
    std::string labels;       // folder, lines, or a table; empty: none
    std::string label_field;  // of JSON lines
    std::string user;  // of tables: rows that share this column are one document; empty: none
    std::vector<std::string> text;  // of tables: the columns whose texts those are

    static Schema<VectorDocuments> schema();
    std::vector<std::string> inputs() const;  // all that is read
};

struct VectorCollection {
    std::vector<std::string> ids;
    std::vector<std::string> texts;
    std::vector<std::string> labels;  // empty where none were asked for

    std::vector<std::string_view> views() const { return {texts.begin(), texts.end()}; }
};

// Says what was left out. Error(input) for documents without a class.
VectorCollection read_vector_documents(Door& door, const VectorDocuments& documents);

}  // namespace lethe::operation
