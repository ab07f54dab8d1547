// Answers as bytes and as errors. Every answer carries the headers that protect the page.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "studio/http/http_types.h"

namespace lethe::studio {

// The policy of every answer, and that of report pages shown in a frame: a handler that serves one
// sets it as the header Content-Security-Policy of its answer.
extern const std::string_view kContentPolicy;
extern const std::string_view kReportContentPolicy;

// {"error":{"kind","message","problems":[...]}}. The kind follows from the status.
Response error_response(int status, const std::string& message);
// Statuses by kind: usage 400, input 422, unmet 409, stopped 409, internal 500, io 404 where
// something does not exist and 500 otherwise. A problem has a message, a kind, and what is known of
// its place: file, line, column, parameter.
Response error_response(const Error& error);
// What is not there: 404.
class NotFound : public Error {
  public:
    explicit NotFound(std::string message) : Error(ErrorKind::io, std::move(message)) {}
};

// An error within another answer, and the problems alone; "text" is the whole sentence with its
// place.
Json error_json(const Error& error);
Json problems_json(const Problems& problems);

Response json_response(const Json& value, int status = 200);

// The body of a request; Error(usage) where it is not JSON or nested deeper than 100. The message
// tells the place and not the text.
Json json_body(const Request& request);

enum class After { keep_alive, close };

// Status line and headers, with the empty line. The security headers are added where the answer
// does not set them itself. Error(internal) if a header has a line break.
std::string response_head(const Response& response, After after);

}  // namespace lethe::studio
