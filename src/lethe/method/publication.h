// What of a result may be published, for every kind of data.
//
// A result keeps three things apart: what describes the release and how an attack on it or a
// measure of it came out, which may be published; what describes the original, which may not; and
// private details (who was found), which are never in a result but in a file of their own. In JSON
// the second stands in members named "about_original", or in objects that say "about": "original"
// of themselves, at any depth; names and places of the owner's files stand in members whose name
// begins with "private". Publishing is leaving these out: there is no list of methods or of kinds
// of results.
#pragma once

#include <string_view>

#include "lethe/core/json.h"

namespace lethe {

inline constexpr std::string_view kAboutOriginal = "about_original";

// `details` with what describes the original in its member; as they are where nothing does.
Json with_about_original(Json details, Json about_original);

// The members of an object with those of its "about_original" beside them: what the owner of the
// data reads.
Json unfolded(const Json& object);

// The result without what describes the original, at any depth; null where all of it does.
Json published(const Json& result);

// Whether it holds anything that describes the original (not only the names of its files).
bool describes_original(const Json& result);

}  // namespace lethe
