// Vectors as tables (vector_files.h): the long form, and the ids and labels beside the text
// formats.
#pragma once

#include <string>

#include "lethe/data/table.h"
#include "lethe/vectors/make/document_vectors.h"

namespace lethe::vectors {

// A row an entry: document, id and label where there are any, term, weight. A document without
// entries has one row without term and weight.
Table long_form(const DocumentVectors& vectors);
// Rows in any order. Error(input) with `file` and the row for what is wrong.
DocumentVectors from_long_form(const Table& table, const std::string& file);

// id and label, where there are any, of each document.
Table document_table(const DocumentVectors& vectors);
// Into `vectors`, which has as many rows: Error(input) otherwise, and for ids that repeat.
void take_documents(const Table& table, const std::string& file, DocumentVectors& vectors);

}  // namespace lethe::vectors
