#include "studio/http/security.h"

#include <fmt/format.h>

#include "lethe/io/secret.h"
#include "studio/http/http_message.h"

namespace lethe::studio {
namespace {

constexpr int kSecretBytes = 32;

bool only_reads(const Request& request) {
    return request.method == "GET" || request.method == "HEAD";
}

bool is_api(const Request& request) {
    return request.path == "/api" || request.path.starts_with("/api/");
}

std::string cookie_name(int port) { return fmt::format("lethe_{}", port); }

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

Response who_are_you(const Request& request) {
    if (is_api(request)) {
        return error_response(401, "open the studio by the link that its terminal shows");
    }
    Response page;
    page.status = 401;
    page.type = "text/html; charset=utf-8";
    page.body =
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Lethe</title>\n"
        "<h1>This page needs its link</h1>\n"
        "<p>The studio shows data about people, so it opens only by the link that it printed in "
        "the terminal where it was started. Each link works once; when it was used, the terminal "
        "shows the next one.</p>\n"
        "<p>If you have just opened the link from another page, load this page again. If the "
        "terminal is gone, stop the studio and start it again.</p>\n</html>\n";
    return page;
}

Response to_start() {
    Response response;
    response.status = 303;
    response.type = "text/plain; charset=utf-8";
    response.headers.emplace_back("Location", "/");
    return response;
}

}  // namespace

std::optional<Response> refuse_stranger(const Request& request, int port) {
    const std::string& host = request.header("host");
    if (host != fmt::format("127.0.0.1:{}", port) && host != fmt::format("localhost:{}", port)) {
        return error_response(
            403, fmt::format("this is 127.0.0.1:{}; the request asks another host", port));
    }
    const bool reads = only_reads(request);
    if (!reads && request.header("origin") != "http://" + host) {
        return error_response(403, "the request does not come from the studio's own page");
    }
    const auto site = request.headers.find("sec-fetch-site");
    if (site == request.headers.end() || site->second == "same-origin") return std::nullopt;
    if (reads && (!is_api(request) || site->second == "none")) return std::nullopt;
    return error_response(403, "the request comes from another site");
}

std::optional<Response> refuse_type(const Request& request) {
    if (only_reads(request)) return std::nullopt;
    std::string type;
    for (const char c : request.header("content-type")) {
        if (c != ' ') type += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (type == "application/json" || type == "application/json;charset=utf-8") return std::nullopt;
    return error_response(415, "the type of the body must be application/json");
}

std::optional<std::string> cookie_value(std::string_view header, std::string_view name) {
    std::optional<std::string> value;
    while (!header.empty()) {
        const std::size_t end = header.find(';');
        const std::string_view pair = header.substr(0, end);
        header.remove_prefix(end == std::string_view::npos ? header.size() : end + 1);
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos || trimmed(pair.substr(0, equals)) != name) continue;
        if (value) return std::nullopt;
        value = std::string(trimmed(pair.substr(equals + 1)));
    }
    return value;
}

std::string random_hex(int bytes) {
    std::string hex;
    const Secret secret = Secret::random(bytes);
    for (const char byte : secret.bytes()) {
        hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return hex;
}

Guard::Guard(std::function<void(const std::string& link)> announce)
    : announce_(std::move(announce)) {}

void Guard::open(int port) {
    port_ = port;
    token_ = random_hex(kSecretBytes);
    announce_(fmt::format("http://127.0.0.1:{}/?token={}", port_, token_));
}

std::optional<std::string> Guard::session_of(const Request& request) const {
    const auto value = cookie_value(request.header("cookie"), cookie_name(port_));
    if (!value) return std::nullopt;
    const std::lock_guard lock(mutex_);
    std::optional<std::string> session;
    for (std::size_t i = 0; i < cookies_.size(); ++i) {
        if (equal_in_constant_time(cookies_[i], *value)) session = std::to_string(i + 1);
    }
    return session;
}

std::optional<Response> Guard::log_in(const Request& request) {
    const auto asked = request.query.find("token");
    if (request.method != "GET" || request.path != "/" || asked == request.query.end()) {
        return std::nullopt;
    }
    // A used link that is opened again, by someone who is known.
    const bool known = session_of(request).has_value();
    std::string link;
    Response response = to_start();
    {
        const std::lock_guard lock(mutex_);
        if (token_.empty() || !equal_in_constant_time(token_, asked->second)) {
            return known ? response : who_are_you(request);
        }
        cookies_.push_back(random_hex(kSecretBytes));
        response.headers.emplace_back("Set-Cookie",
                                      fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                                  cookie_name(port_), cookies_.back()));
        token_ = random_hex(kSecretBytes);
        link = fmt::format("http://127.0.0.1:{}/?token={}", port_, token_);
    }
    announce_(link);
    return response;
}

std::optional<Response> Guard::refuse(const Request& request) const {
    if (auto refused = refuse_stranger(request, port_)) return refused;
    if (!session_of(request)) return who_are_you(request);
    return refuse_type(request);
}

Response Guard::pass(const Request& request, const Handler& next) {
    if (auto refused = refuse_stranger(request, port_)) return *refused;
    if (auto entered = log_in(request)) return *entered;
    const auto session = session_of(request);
    if (!session) return who_are_you(request);
    if (auto refused = refuse_type(request)) return *refused;
    Response response = next(request);
    response.owner = *session;
    return response;
}

}  // namespace lethe::studio
