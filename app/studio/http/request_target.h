// From what a client sent to a Request. Whatever is not plainly right is refused: Error(usage),
// which is answered by 400.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "studio/http/http_types.h"

namespace lethe::studio {

struct Target {
    std::string path;
    std::map<std::string, std::string> query;
};

// Begins with a slash; decoded once. Refused: bad percent-encoding, control characters (also
// encoded), what is not UTF-8, in the path also an encoded slash, a backslash, and the segments "."
// and "..", in the query a name twice.
Target parse_target(std::string_view target);

using HeaderList = std::vector<std::pair<std::string, std::string>>;

// Names become lower case; a name twice is refused.
Request make_request(std::string method, std::string target, const HeaderList& headers);

}  // namespace lethe::studio
