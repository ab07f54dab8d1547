#include "lethe/api/inside.h"

#include <algorithm>
#include <thread>

#include "lethe/core/version.h"
#include "lethe/version.h"

namespace lethe::api {

Progress::~Progress() = default;

std::string_view version() { return kProgramVersion; }

Inside::Inside(const Context& context) : sink_(context.progress) {
    context_.threads = context.threads > 0
                           ? context.threads
                           : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    context_.stop = context.stop;
    context_.clock = context.clock;
    if (context.progress != nullptr) context_.progress = &sink_;
}

release::Policy policy_given(const std::string& text, const std::string& folder,
                             Problems& problems) {
    if (text.empty()) return {};
    return release::policy_in_folder(text, "policy", folder, problems);
}

std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Json parsed(const std::string& text, const char* what) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        throw lethe::Error(lethe::ErrorKind::input, std::string(what) + " is not JSON");
    }
    return json;
}

}  // namespace lethe::api
