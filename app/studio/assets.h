// The page's own files, which are part of the program (app/studio/web/dist).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "studio/http/router.h"

namespace lethe::studio {

struct Asset {
    std::string_view path;  // "/" for index.html
    std::string_view type;
    std::string_view bytes;
    std::string digest;  // SHA-256 of the bytes, hexadecimal
};

const std::vector<Asset>& assets();

// GET of each, with its digest as ETag; 304 where If-None-Match has it.
void add_assets(Router& router);

}  // namespace lethe::studio
