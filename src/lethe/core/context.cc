#include "lethe/core/context.h"

#include "lethe/core/error.h"

namespace lethe {

void Context::check_stop() const {
    if (stop_asked())
        throw Error(ErrorKind::stopped, "stopped; files that were there are as they were");
}

Context Context::silent() const {
    Context copy = *this;
    copy.progress = nullptr;
    return copy;
}

Context Context::single() const {
    Context copy = silent();
    copy.threads = 1;
    return copy;
}

Progress::Progress(const Context& context, std::string_view task, std::int64_t total)
    : sink_(context.progress) {
    if (sink_ != nullptr) sink_->start(task, total);
}

Progress::~Progress() {
    if (sink_ != nullptr) sink_->finish();
}

void Progress::add(std::int64_t amount) {
    if (sink_ == nullptr) return;
    sink_->advance(done_.fetch_add(amount, std::memory_order_relaxed) + amount);
}

}  // namespace lethe
