// Any bytes as a request: the first line is method and target, the others are headers, and what
// follows an empty line is the body. Whatever comes is an answer; a handler is reached by nobody
// who has no cookie, on no path that climbs, and by no page of another site.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "studio/assets.h"
#include "studio/http/http_message.h"
#include "studio/http/request_target.h"
#include "studio/http/router.h"
#include "studio/http/security.h"

namespace lethe::fuzz::studio_router {

using namespace lethe::studio;

constexpr int kPort = 4567;

struct Place {
    Place() {
        guard.open(kPort);
        const auto handler = [](const Request& request) {
            for (const auto& [name, value] : request.parts) {
                if (value.empty() || value == "." || value == ".." ||
                    value.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos) {
                    std::abort();
                }
            }
            Response response = json_response(request.parts);
            if (!request.body.empty()) response = json_response(json_body(request));
            return response;
        };
        router.add("GET", "/api/projects/{id}", handler);
        router.add("POST", "/api/projects/{id}/{what}", handler);
        router.add("POST", "/api/projects/new/rows", handler);
        add_assets(router);
        const Request entry = make_request("GET", "/?token=" + token, {{"Host", host}});
        for (const auto& [name, value] : guard.pass(entry, nullptr).headers) {
            if (name == "Set-Cookie") cookie = value.substr(0, value.find(';'));
        }
        if (cookie.empty()) std::abort();
    }

    std::string host = "127.0.0.1:4567";
    std::string token;
    std::string cookie;
    Router router;
    Guard guard{[this](const std::string& link) { token = link.substr(link.find('=') + 1); }};
};

// A head must be lines of its own making: no answer can end it early.
void check_head(const Response& response) {
    const std::string head = response_head(response, After::close);
    if (!head.starts_with("HTTP/1.1 ") || head.find("\r\n\r\n") != head.size() - 4) std::abort();
}

std::string_view cut(std::string_view& text, std::string_view mark) {
    const std::size_t end = text.find(mark);
    const std::string_view piece = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + mark.size());
    return piece;
}

void run(std::string_view bytes) {
    static Place place;
    std::string_view rest = bytes;
    std::string_view line = cut(rest, "\n");
    const std::string method(cut(line, " "));
    const std::string target(line);
    HeaderList headers;
    bool has_cookie = false;
    while (!rest.empty()) {
        std::string_view field = cut(rest, "\n");
        if (field.empty()) break;
        const std::string name(cut(field, ": "));
        // What cannot be in a file of the corpus: the cookie of this run.
        const bool cookie = field == "COOKIE";
        has_cookie = has_cookie || cookie;
        headers.emplace_back(name, cookie ? place.cookie : std::string(field));
    }
    Request request;
    try {
        request = make_request(method, target, headers);
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::usage) std::abort();
        check_head(error_response(error));
        return;
    }
    request.body = std::string(rest);
    if (request.path.empty() || request.path[0] != '/' ||
        request.path.find("/../") != std::string::npos || request.path.ends_with("/..")) {
        std::abort();
    }
    const Response direct = place.router.handle(request);
    if (direct.status < 200 || direct.status > 500) std::abort();
    check_head(direct);
    const Response guarded = place.guard.pass(request, [&](const Request& passed) {
        const bool reads = passed.method == "GET" || passed.method == "HEAD";
        const std::string& host = passed.header("host");
        if (!has_cookie || (host != place.host && host != "localhost:4567")) std::abort();
        if (!reads && passed.header("origin") != "http://" + host) std::abort();
        if (place.guard.refuse(passed)) std::abort();
        return place.router.handle(passed);
    });
    check_head(guarded);
}

}  // namespace lethe::fuzz::studio_router
