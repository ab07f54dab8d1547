#include "studio/assets.h"

#include <fmt/format.h>

#include "lethe/io/file_digest.h"

#define LETHE_ASSET(name, file)                \
    asm(".section .rodata\n"                   \
        ".global lethe_asset_" name            \
        "\n"                                   \
        ".global lethe_asset_" name            \
        "_end\n"                               \
        "lethe_asset_" name                    \
        ":\n"                                  \
        ".incbin \"" LETHE_STUDIO_WEB "/" file \
        "\"\n"                                 \
        "lethe_asset_" name                    \
        "_end:\n"                              \
        ".byte 0\n"                            \
        ".previous\n")

LETHE_ASSET("page", "index.html");
LETHE_ASSET("script", "app.js");
LETHE_ASSET("style", "app.css");

#undef LETHE_ASSET

extern "C" {
extern const char lethe_asset_page[];
extern const char lethe_asset_page_end[];
extern const char lethe_asset_script[];
extern const char lethe_asset_script_end[];
extern const char lethe_asset_style[];
extern const char lethe_asset_style_end[];
}

namespace lethe::studio {
namespace {

Asset asset(std::string_view path, std::string_view type, const char* begin, const char* end) {
    const std::string_view bytes(begin, static_cast<std::size_t>(end - begin));
    return {path, type, bytes, sha256(bytes)};
}

Response serve_asset(const Asset& asset, const Request& request) {
    const std::string tag = fmt::format("\"{}\"", asset.digest);
    Response response;
    response.type = asset.type;
    response.headers.emplace_back("ETag", tag);
    if (request.header("if-none-match") == tag) {
        response.status = 304;
    } else {
        response.body = asset.bytes;
    }
    return response;
}

}  // namespace

const std::vector<Asset>& assets() {
    static const std::vector<Asset> all = {
        asset("/", "text/html; charset=utf-8", lethe_asset_page, lethe_asset_page_end),
        asset("/app.js", "text/javascript; charset=utf-8", lethe_asset_script,
              lethe_asset_script_end),
        asset("/app.css", "text/css; charset=utf-8", lethe_asset_style, lethe_asset_style_end),
    };
    return all;
}

void add_assets(Router& router) {
    for (const Asset& one : assets()) {
        router.add("GET", one.path,
                   [&one](const Request& request) { return serve_asset(one, request); });
    }
}

}  // namespace lethe::studio
