// Between the public interface and the library: errors, contexts and tables of the one as those of
// the other. Only for api/.
#pragma once

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "lethe/context.h"
#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/error.h"
#include "lethe/release/policy.h"
#include "lethe/table.h"

namespace lethe::api {

struct Table::State {
    lethe::Table table;
};

Table outside(lethe::Table table);
inline const lethe::Table& inside(const Table& table) { return table.state().table; }

Error outside(const lethe::Error& error);
Error unexpected(const char* what);

// Runs `work`; what it throws leaves as an Error of the public interface.
template <class Work>
auto guarded(Work&& work) {
    try {
        return work();
    } catch (const Error&) {
        throw;
    } catch (const lethe::Error& error) {
        throw outside(error);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw unexpected(error.what());
    }
}

// A context of the library for one call.
class Inside {
  public:
    explicit Inside(const Context& context);
    const lethe::Context& context() const { return context_; }

  private:
    class Sink : public ProgressSink {
      public:
        explicit Sink(Progress* progress) : progress_(progress) {}
        void start(std::string_view task, std::int64_t total) override {
            progress_->start(task, total);
        }
        void advance(std::int64_t done) override { progress_->advance(done); }
        void finish() override { progress_->finish(); }

      private:
        Progress* progress_;
    };

    Sink sink_;
    lethe::Context context_;
};

// A policy that was given as text; without one an empty policy. What is wrong goes to `problems`.
release::Policy policy_given(const std::string& text, const std::string& folder,
                             Problems& problems);

std::string json_text(const Json& json);
Json parsed(const std::string& text, const char* what);  // Error(input) naming what it should be

}  // namespace lethe::api
