// From method and path to a handler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "studio/http/http_types.h"

namespace lethe::studio {

// Routes are added before the first request; handle() may then be called from several threads.
class Router {
  public:
    // Segments of the pattern are literal or a name in braces, which stands for any one segment
    // that is not empty: "/api/projects/{id}/rows"; the handler finds it in Request::parts. Where
    // several patterns fit, the one whose first different segment is literal is taken. GET answers
    // HEAD too. Error(internal) for a bad pattern, or a second route of its method and pattern.
    void add(const std::string& method, std::string_view pattern, Handler handler);

    // Never throws: unknown paths are 404, known ones with another method 405, what a handler
    // throws is an error_response (what is not a lethe::Error is 500, without its text).
    Response handle(const Request& request) const;

  private:
    struct Segment {
        bool literal;
        std::string text;  // or the name
    };
    struct Route {
        std::string method;
        std::vector<Segment> segments;
        Handler handler;
    };

    static bool fits(const Route& route, const std::vector<std::string_view>& path);
    Response find(const Request& request) const;

    std::vector<Route> routes_;  // literal segments before names, so that the first that fits wins
};

}  // namespace lethe::studio
