// How a report looks: one palette (light, dark; print is always light), one set of chart classes
// and the page around them. No fonts, pictures or anything else from outside.
#pragma once

#include <string>

namespace lethe::report {

std::string page_css();

// The palette for a page that switches it itself, by data-theme="light" or "dark" on its root.
std::string theme_css();

// Charts only, with colours written out, for viewers of SVG that do not know variables.
std::string standalone_css();

}  // namespace lethe::report
