// Collections whose documents belong to classes, which classifiers are tried on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"

namespace lethe::documents {

struct LabelledDocuments {
    std::vector<std::string> ids;  // all different
    std::vector<std::string> labels;
    std::vector<std::string> texts;

    std::vector<std::string_view> views() const { return {texts.begin(), texts.end()}; }
};

// A document a line: its class, a tab, its text; blank lines are left out. Several files follow
// each other as one collection. Ids are the file's name and the line ("r8-test.txt:12"), or its
// path where two files have the same name. Error(input) with the lines that are otherwise (the
// first ten told), Error(usage) for a file that is named twice.
LabelledDocuments read_labelled_lines(const Context& context,
                                      const std::vector<std::string>& paths);

// A folder of folders: the class of a document is the first folder on the way to it. Reads what
// read_documents reads; documents beside the folders (a README.md) are left out. Error(input) where
// there are no others.
LabelledDocuments read_labelled_folder(const Context& context, const std::string& folder);

// The first folder of the path of a document below the folder that was read; empty where there is
// none.
std::string first_folder(std::string_view file);

}  // namespace lethe::documents
