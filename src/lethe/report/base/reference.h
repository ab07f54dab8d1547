// Reference pages, generated from the catalogue.
#pragma once

#include <string>

#include "lethe/method/method.h"

namespace lethe::report {

std::string method_page(const Method& method);  // Markdown
std::string reference_index();                  // Markdown: all methods by kind of data and family

// Where the page of a method stands below the folder: "mask/mdav.md", "graph/k-degree.md".
std::string reference_file(const Method& method);

// Writes index.md and one page a method; removes pages of methods that are gone, which are those
// that the index before links to. Error(usage) where the folder holds something and no such index,
// or another text where a page goes, unless `force`; what is not one of these pages is never
// removed.
void write_reference(const std::string& folder, bool force = false);

}  // namespace lethe::report
