// Policies for documents as text. What they are and how they are read:
// documents/treat/text_policy.h.
#pragma once

#include <map>
#include <string>

#include "lethe/documents/treat/text_policy.h"
#include "lethe/release/documents/inspect_documents.h"

namespace lethe::release {

// TOML that documents::parse_text_policy reads back: the profile and what differs from it. A
// category that has a note is written with it, as a comment, also where it is as the profile has
// it.
std::string policy_text(const documents::TextPolicy& policy,
                        const std::map<documents::CategoryId, std::string>& notes = {});

// Lists and taxonomies by their whole paths, so that the policy may stand in any folder.
documents::TextPolicy with_absolute_files(documents::TextPolicy policy);

// A policy to begin with, from what inspect_documents found: what was found of each category, and
// what `policy` does with it. Files get paths that hold in any folder.
std::string propose_document_policy(const InspectedDocuments& inspected,
                                    documents::TextPolicy policy);

}  // namespace lethe::release
