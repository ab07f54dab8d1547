// Archives of Mastodon: outbox.json (ActivityPub), actor.json, following_accounts.csv,
// followers.csv.
//
// People are named as name@host. A note's mentions are those that it is tagged with; boosts are not
// their own words and are left out.
#pragma once

#include <string>
#include <string_view>

#include "lethe/graph/extract/exports/person_export.h"

namespace lethe::graph {

// "ann@example.org" of https://example.org/users/ann and what lies below it, or of
// https://example.org/@ann/...; empty for other addresses.
std::string mastodon_name(std::string_view address);

// Whether a text is an outbox by its beginning.
bool is_mastodon_outbox(std::string_view text);

// Error(input) that names the file where it is no such document.
void take_mastodon_outbox(const std::string& file, std::string_view text, PersonExport& person);
void take_mastodon_actor(const std::string& file, std::string_view text, PersonExport& person);

}  // namespace lethe::graph
