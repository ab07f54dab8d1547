// Who listens to what, and what waits to be sent to them, as server-sent events. Knows no sockets:
// the server asks for what waits when it is woken. All calls may come from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace lethe::studio {

struct HubLimits {
    std::size_t waiting_bytes = 1U << 20;  // of one listener; who is slower is dropped
    std::size_t recent_bytes = 4U << 20;   // kept for those who are about to listen
    int streams_per_owner = 8;
};

class EventHub {
  public:
    explicit EventHub(HubLimits limits = {}) : limits_(limits) {}

    // To all who listen to the channel: an event by its name, with JSON in `json`. Error(internal)
    // if the name is empty or has a line break.
    void publish(const std::string& channel, std::string_view event, std::string_view json);

    // The number of the last event of all channels. Who makes a picture of something takes it
    // before, and listens to what comes after.
    std::uint64_t last() const;

    using Listener = std::uint64_t;
    // `wake` is called when there is something to take, with the hub locked: it must not call the
    // hub, and is not called any more when leave() has returned. None if the owner has as many
    // streams as are allowed. Who wants events that are no longer kept is dropped at once.
    std::optional<Listener> listen(const std::string& channel, const std::string& owner,
                                   std::optional<std::uint64_t> after, std::function<void()> wake);
    // What waits, or nothing ("") and then the next event wakes. None if the listener was dropped.
    std::optional<std::string> take(Listener listener);
    bool dropped(Listener listener) const;
    void leave(Listener listener);

    void beat();  // a comment to all for whom nothing waits, so that dead connections are found
    void close(const std::string& channel);  // drops all who listen to it, when they took the rest

    std::size_t listeners() const;

  private:
    struct Listening {
        std::string channel;
        std::string owner;
        std::function<void()> wake;
        std::string waiting = {};
        bool dropped = false;
        bool ending = false;
    };
    struct Recent {
        std::uint64_t number;
        std::string channel;
        std::string text;
    };

    void give(Listening& listening, std::string_view text);

    HubLimits limits_;
    mutable std::mutex mutex_;
    std::map<Listener, Listening> listening_;
    std::deque<Recent> recent_;
    std::size_t recent_bytes_ = 0;
    std::uint64_t last_ = 0;
    Listener next_listener_ = 1;
};

}  // namespace lethe::studio
