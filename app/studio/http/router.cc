#include "studio/http/router.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lethe/core/error.h"
#include "studio/http/http_message.h"

namespace lethe::studio {
namespace {

std::vector<std::string_view> segments_of(std::string_view path) {
    std::vector<std::string_view> out;
    while (!path.empty()) {  // begins with a slash
        const std::size_t next = path.find('/', 1);
        out.push_back(path.substr(1, next == std::string_view::npos ? next : next - 1));
        path.remove_prefix(next == std::string_view::npos ? path.size() : next);
    }
    return out;
}

[[noreturn]] void bad_route(std::string_view pattern, const char* reason) {
    throw Error(ErrorKind::internal, fmt::format("route {}: {}", pattern, reason));
}

}  // namespace

void Router::add(const std::string& method, std::string_view pattern, Handler handler) {
    if (pattern.empty() || pattern[0] != '/') bad_route(pattern, "must begin with a slash");
    Route route{method, {}, std::move(handler)};
    std::set<std::string> names;
    for (const std::string_view text : segments_of(pattern)) {
        const bool literal = text.find_first_of("{}") == std::string_view::npos;
        if (literal) {
            route.segments.push_back({true, std::string(text)});
            continue;
        }
        const std::string name(text.substr(1, text.size() < 2 ? 0 : text.size() - 2));
        if (text.front() != '{' || text.back() != '}' || name.empty() ||
            name.find_first_of("{}") != std::string::npos || !names.insert(name).second) {
            bad_route(pattern, "a name stands in braces, alone in its segment and once");
        }
        route.segments.push_back({false, name});
    }
    // Names are alike here: /a/{x} and /a/{y} are one pattern.
    const auto key = [](const Route& r) {
        std::vector<std::pair<bool, std::string_view>> out;
        for (const Segment& s : r.segments) {
            out.emplace_back(!s.literal, s.literal ? std::string_view(s.text) : std::string_view());
        }
        return std::pair(std::move(out), std::string_view(r.method));
    };
    const auto place =
        std::lower_bound(routes_.begin(), routes_.end(), route,
                         [&key](const Route& a, const Route& b) { return key(a) < key(b); });
    if (place != routes_.end() && key(*place) == key(route)) bad_route(pattern, "stands twice");
    routes_.insert(place, std::move(route));
}

bool Router::fits(const Route& route, const std::vector<std::string_view>& path) {
    return std::equal(route.segments.begin(), route.segments.end(), path.begin(), path.end(),
                      [](const Segment& segment, std::string_view text) {
                          return segment.literal ? segment.text == text : !text.empty();
                      });
}

Response Router::find(const Request& request) const {
    const std::vector<std::string_view> path = segments_of(request.path);
    std::set<std::string> allowed;
    for (const Route& route : routes_) {
        if (!fits(route, path)) continue;
        if (route.method == request.method || (request.method == "HEAD" && route.method == "GET")) {
            const auto named = [](const Segment& segment) { return !segment.literal; };
            if (std::none_of(route.segments.begin(), route.segments.end(), named)) {
                return route.handler(request);
            }
            Request with_parts = request;
            for (std::size_t i = 0; i < path.size(); ++i) {
                const Segment& segment = route.segments[i];
                if (named(segment)) with_parts.parts[segment.text] = std::string(path[i]);
            }
            return route.handler(with_parts);
        }
        allowed.insert(route.method);
        if (route.method == "GET") allowed.insert("HEAD");
    }
    if (allowed.empty()) return error_response(404, "there is nothing at this address");
    Response response =
        error_response(405, fmt::format("this address answers {} only", fmt::join(allowed, ", ")));
    response.headers.emplace_back("Allow", fmt::format("{}", fmt::join(allowed, ", ")));
    return response;
}

Response Router::handle(const Request& request) const {
    try {
        return find(request);
    } catch (const Error& error) {
        return error_response(error);
    } catch (...) {  // its text may quote data
        return error_response(500, "something went wrong inside Lethe; this is an error of ours");
    }
}

}  // namespace lethe::studio
