#include "studio/http/http_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace lethe::studio {

const std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-src 'self'; frame-ancestors 'none'";
const std::string_view kReportContentPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; "
    "frame-ancestors 'self'";

namespace {

constexpr int kDeepest = 100;

struct StatusRow {
    int status;
    std::string_view reason;
    std::string_view kind;  // of the error
};

constexpr std::array<StatusRow, 22> kStatuses{{
    {200, "OK", ""},
    {201, "Created", ""},
    {202, "Accepted", ""},
    {204, "No Content", ""},
    {303, "See Other", ""},
    {304, "Not Modified", ""},
    {400, "Bad Request", "usage"},
    {401, "Unauthorized", "unauthorised"},
    {403, "Forbidden", "forbidden"},
    {404, "Not Found", "absent"},
    {405, "Method Not Allowed", "method"},
    {408, "Request Timeout", "timeout"},
    {409, "Conflict", "conflict"},
    {412, "Precondition Failed", "conflict"},
    {413, "Content Too Large", "too_large"},
    {415, "Unsupported Media Type", "media_type"},
    {422, "Unprocessable Content", "input"},
    {429, "Too Many Requests", "busy"},
    {431, "Request Header Fields Too Large", "too_large"},
    {500, "Internal Server Error", "internal"},
    {503, "Service Unavailable", "busy"},
    {505, "HTTP Version Not Supported", "version"},
}};

StatusRow status_row(int status) {
    const auto found =
        std::find_if(kStatuses.begin(), kStatuses.end(),
                     [status](const StatusRow& row) { return row.status == status; });
    return found == kStatuses.end() ? StatusRow{status, "Other", "other"} : *found;
}

Response error_text(int status, std::string_view kind, std::string_view message, Json problems) {
    return json_response(
        {{"error", {{"kind", kind}, {"message", message}, {"problems", std::move(problems)}}}},
        status);
}

// Errors of io carry the system's words and no code.
bool is_absent(const Problems& problems) {
    const std::string absent = std::strerror(ENOENT);
    return std::any_of(problems.begin(), problems.end(), [&absent](const Problem& problem) {
        return problem.message.find(absent) != std::string::npos;
    });
}

int status_of(const Error& error) {
    switch (error.kind()) {
        case ErrorKind::usage:
            return 400;
        case ErrorKind::input:
            return 422;
        case ErrorKind::unmet:
        case ErrorKind::stopped:
            return 409;
        case ErrorKind::io:
            return is_absent(error.problems()) || dynamic_cast<const NotFound*>(&error) != nullptr
                       ? 404
                       : 500;
        case ErrorKind::internal:
            break;
    }
    return 500;
}

bool same_header(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

void add_header(std::string& head, std::string_view name, std::string_view value) {
    const auto breaks = [](std::string_view text) {
        return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
    };
    if (breaks(name) || breaks(value)) {
        throw Error(ErrorKind::internal, "a header of an answer has a line break");
    }
    fmt::format_to(std::back_inserter(head), "{}: {}\r\n", name, value);
}

}  // namespace

Response error_response(int status, const std::string& message) {
    return error_text(status, status_row(status).kind, message, Json::array());
}

Json problems_json(const Problems& problems) {
    Json list = Json::array();
    for (const Problem& problem : problems) {
        Json entry{{"message", problem.message},
                   {"kind", name(problem.kind)},
                   {"text", to_string(problem)}};
        if (!problem.place.file.empty()) entry["file"] = problem.place.file;
        if (problem.place.line > 0) entry["line"] = problem.place.line;
        if (problem.place.column > 0) entry["column"] = problem.place.column;
        if (!problem.place.parameter.empty()) entry["parameter"] = problem.place.parameter;
        list.push_back(std::move(entry));
    }
    return list;
}

Json error_json(const Error& error) {
    return {{"kind", name(error.kind())},
            {"message", error.what()},
            {"problems", problems_json(error.problems())}};
}

Response error_response(const Error& error) {
    return error_text(status_of(error), name(error.kind()), error.what(),
                      problems_json(error.problems()));
}

Response json_response(const Json& value, int status) {
    Response response;
    response.status = status;
    // What is not UTF-8 (a file name may be anything) is replaced and not refused.
    response.body = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return response;
}

Json json_body(const Request& request) {
    const auto shallow = [](int depth, Json::parse_event_t event, Json&) {
        const bool opens =
            event == Json::parse_event_t::array_start || event == Json::parse_event_t::object_start;
        if (opens && depth >= kDeepest) {
            throw Error(ErrorKind::usage,
                        fmt::format("the body is nested deeper than {} levels", kDeepest));
        }
        return true;
    };
    try {
        return Json::parse(request.body, shallow);
    } catch (const Json::parse_error& error) {
        throw Error(ErrorKind::usage,
                    fmt::format("the body is not JSON: it breaks off or goes wrong at byte {}",
                                error.byte));
    } catch (const Json::exception&) {
        throw Error(ErrorKind::usage, "the body is not JSON: a number is out of range");
    }
}

std::string response_head(const Response& response, After after) {
    const StatusRow row = status_row(response.status);
    std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status, row.reason);
    const bool bodiless = response.status == 204 || response.status == 304;
    if (!bodiless) {
        add_header(head, "Content-Type", response.stream ? "text/event-stream" : response.type);
        if (!response.stream) {
            add_header(head, "Content-Length", std::to_string(response.body.size()));
        }
    }
    add_header(head, "Connection", after == After::close ? "close" : "keep-alive");
    for (const auto& [name, value] : response.headers) add_header(head, name, value);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kAlways{{
        {"Content-Security-Policy", {}},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    }};
    for (const auto& [name, value] : kAlways) {
        const bool set = std::any_of(response.headers.begin(), response.headers.end(),
                                     [&](const auto& own) { return same_header(own.first, name); });
        if (!set) add_header(head, name, value.empty() ? kContentPolicy : value);
    }
    return head + "\r\n";
}

}  // namespace lethe::studio
