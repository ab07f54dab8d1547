#include "studio/serve.h"

#include <chrono>
#include <thread>

#include "lethe/report/base/style.h"
#include "studio/assets.h"
#include "studio/http/http_server.h"
#include "studio/http/security.h"

namespace lethe::studio {
namespace {

// The looks that the page shares with the report.
Response report_css() {
    Response response;
    response.type = "text/css; charset=utf-8";
    response.body = report::page_css() + report::theme_css();
    return response;
}

}  // namespace

void serve(const ServeOptions& options, const std::atomic<bool>& stop) {
    EventHub hub;
    Studio studio(options.studio, hub);
    Router page;
    add_assets(page);
    page.add("GET", "/report.css", [](const Request&) { return report_css(); });
    Guard guard(options.announce);
    const Handler all = [&](const Request& request) {
        return request.path.starts_with("/api/") ? studio.handle(request) : page.handle(request);
    };
    ServerOptions settings;
    settings.port = options.port;
    settings.screen = [&](const Request& request) { return guard.refuse(request); };
    HttpServer server(
        settings, [&](const Request& request) { return guard.pass(request, all); }, hub);
    guard.open(server.port());

    std::atomic<bool> ended{false};
    std::thread watch([&] {
        while (!ended.load()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            const bool idle = options.idle_minutes > 0 && hub.listeners() == 0 && !studio.busy() &&
                              server.seconds_since_last_request() > 60 * options.idle_minutes;
            if (stop.load() || idle) return server.stop();
        }
    });
    try {
        server.run();
    } catch (...) {
        ended.store(true);
        watch.join();
        throw;
    }
    ended.store(true);
    watch.join();
    studio.stop_jobs();
}

}  // namespace lethe::studio
