// Reference pages, generated from the catalogue.
#pragma once

#include <string>

#include "lethe/method/method.h"

namespace lethe {

std::string method_page(const Method& method);  // Markdown
std::string reference_index();                  // Markdown: all methods by family

// Writes index.md and one page a method; removes pages of methods that are gone.
void write_reference(const std::string& folder);

}  // namespace lethe
