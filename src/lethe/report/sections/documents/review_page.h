// The page on which a person decides what is taken out of documents: one file, nothing from the
// network, usable by keyboard, on a phone and in the dark. It shows every risky block and every
// entity in its context and saves the decisions as a file for `lethe text apply`.
//
// The page holds the documents, so it is as private as they are. Documents are untrusted: their
// text stands in the page as JSON without a single "<", and the script puts it on the screen as
// text, never as markup; a content security policy lets nothing but that script run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/documents/read/document.h"
#include "lethe/documents/review/review.h"

namespace lethe::report {

struct ReviewPageOptions {
    std::string title = "Review of documents";
    // What the policy does with each category: "person", "number".
    std::vector<std::pair<std::string, std::string>> treatments;
    std::int64_t most_bytes = std::int64_t{32} << 20;  // of texts; further documents are left out
};

struct ReviewPage {
    std::string html;
    std::int64_t left_out = 0;  // documents that are too much for one page
};

// `documents` are those of the review, in its order.
ReviewPage review_page(const documents::Review& review, const documents::Documents& documents,
                       const ReviewPageOptions& options = {});

// Inside it: the parts that do not change.
std::string_view review_script();
std::string_view review_css();

}  // namespace lethe::report
