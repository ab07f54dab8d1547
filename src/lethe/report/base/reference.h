// Reference pages, generated from the catalogue.
#pragma once

#include <string>

#include "lethe/method/method.h"

namespace lethe {

std::string method_page(const Method& method);  // Markdown
std::string reference_index();                  // Markdown: all methods by kind of data and family

// Where the page of a method stands below the folder: "mask/mdav.md", "graph/k-degree.md".
std::string reference_file(const Method& method);

// Writes index.md and one page a method; removes pages of methods that are gone.
void write_reference(const std::string& folder);

}  // namespace lethe
