#include "studio/http/event_hub.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::studio {
namespace {

// One event as the format wants it: a line break in the data begins another data line.
std::string event_text(std::uint64_t number, std::string_view event, std::string_view data) {
    std::string text = fmt::format("id: {}\nevent: {}\ndata: ", number, event);
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (data[i] == '\r' && i + 1 < data.size() && data[i + 1] == '\n') continue;
        if (data[i] == '\n' || data[i] == '\r') {
            text += "\ndata: ";
        } else {
            text += data[i];
        }
    }
    return text + "\n\n";
}

}  // namespace

void EventHub::give(Listening& listening, std::string_view text) {
    if (listening.dropped || listening.ending) return;
    const bool idle = listening.waiting.empty();
    if (listening.waiting.size() + text.size() > limits_.waiting_bytes) {
        listening.waiting = {};
        listening.dropped = true;
    } else {
        listening.waiting += text;
    }
    if (idle || listening.dropped) listening.wake();
}

void EventHub::publish(const std::string& channel, std::string_view event, std::string_view json) {
    if (event.empty() || event.find_first_of("\r\n") != std::string_view::npos) {
        throw Error(ErrorKind::internal, "the name of an event is empty or has a line break");
    }
    const std::lock_guard lock(mutex_);
    std::string text = event_text(++last_, event, json);
    for (auto& [id, listening] : listening_) {
        if (listening.channel == channel) give(listening, text);
    }
    recent_bytes_ += text.size();
    recent_.push_back({last_, channel, std::move(text)});
    while (recent_bytes_ > limits_.recent_bytes) {
        recent_bytes_ -= recent_.front().text.size();
        recent_.pop_front();
    }
}

std::uint64_t EventHub::last() const {
    const std::lock_guard lock(mutex_);
    return last_;
}

std::optional<EventHub::Listener> EventHub::listen(const std::string& channel,
                                                   const std::string& owner,
                                                   std::optional<std::uint64_t> after,
                                                   std::function<void()> wake) {
    const std::lock_guard lock(mutex_);
    const auto streams =
        std::count_if(listening_.begin(), listening_.end(),
                      [&owner](const auto& entry) { return entry.second.owner == owner; });
    if (streams >= limits_.streams_per_owner) return std::nullopt;
    const Listener id = next_listener_++;
    Listening& listening =
        listening_.emplace(id, Listening{channel, owner, std::move(wake)}).first->second;
    const std::uint64_t from = after.value_or(last_);
    // Also a number that is still to come: of a hub before this one.
    const std::uint64_t first_kept = recent_.empty() ? last_ + 1 : recent_.front().number;
    if (from > last_ || from + 1 < first_kept) {
        listening.dropped = true;
        listening.wake();
        return id;
    }
    for (const Recent& event : recent_) {
        if (event.number > from && event.channel == channel) give(listening, event.text);
    }
    return id;
}

std::optional<std::string> EventHub::take(Listener listener) {
    const std::lock_guard lock(mutex_);
    const auto found = listening_.find(listener);
    if (found == listening_.end() || found->second.dropped) return std::nullopt;
    if (found->second.ending && found->second.waiting.empty()) return std::nullopt;
    return std::exchange(found->second.waiting, {});
}

bool EventHub::dropped(Listener listener) const {
    const std::lock_guard lock(mutex_);
    const auto found = listening_.find(listener);
    return found == listening_.end() || found->second.dropped;
}

void EventHub::leave(Listener listener) {
    const std::lock_guard lock(mutex_);
    listening_.erase(listener);
}

void EventHub::beat() {
    const std::lock_guard lock(mutex_);
    for (auto& [id, listening] : listening_) {
        if (listening.waiting.empty()) give(listening, ":\n\n");
    }
}

void EventHub::close(const std::string& channel) {
    const std::lock_guard lock(mutex_);
    for (auto& [id, listening] : listening_) {
        if (listening.channel != channel || listening.dropped) continue;
        listening.ending = true;
        listening.wake();
    }
}

std::size_t EventHub::listeners() const {
    const std::lock_guard lock(mutex_);
    return listening_.size();
}

}  // namespace lethe::studio
