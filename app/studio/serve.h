// Runs the studio until it is stopped: server, guard, page and all that lies behind them.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "studio/studio.h"

namespace lethe::studio {

struct ServeOptions {
    StudioOptions studio;
    int port = 0;             // any free one
    double idle_minutes = 0;  // ends when nobody asked or listened for so long; 0: never
    std::function<void(const std::string& link)> announce;  // each link that lets a browser in
};

// Returns when `stop` is set, or after the idle time. Error(io) where the port is taken.
void serve(const ServeOptions& options, const std::atomic<bool>& stop);

}  // namespace lethe::studio
