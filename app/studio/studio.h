// The studio: Lethe in a browser, on one's own machine. A server on the loopback address whose only
// state are folders of projects; it asks the engine's operations and has no rule of protection of
// its own.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "lethe/core/json.h"
#include "studio/http/event_hub.h"
#include "studio/http/http_message.h"
#include "studio/http/http_types.h"
#include "studio/http/router.h"
#include "studio/jobs.h"
#include "studio/project.h"
#include "studio/roots.h"
#include "studio/table_shelf.h"

namespace lethe::studio {

struct StudioOptions {
    std::string folder = ".";  // files below it only; becomes the working folder of the process
    int threads = 1;
    std::string cache_folder;           // of taxonomies
    std::function<std::string()> time;  // now: "2024-05-31T12:00:00Z"
};

class Studio {
  public:
    Studio(const StudioOptions& options, EventHub& hub);

    // All that is asked below /api; what was let in by the guard.
    Response handle(const Request& request) { return router_.handle(request); }
    bool busy() const { return jobs_->busy(); }
    void stop_jobs() { jobs_->stop_all(); }

    // What routes share. Projects are read from their folder each time, so that whoever else
    // changes them is seen; changes are made one at a time.
    const Roots& roots() const { return roots_; }
    Jobs& jobs() { return *jobs_; }
    TableShelf& tables() { return tables_; }
    const StudioOptions& options() const { return options_; }
    std::string now() const { return options_.time ? options_.time() : std::string(); }
    Context context() const;

    std::vector<std::string> project_folders() const;  // the last changed first
    Project project(const std::string& id) const;      // Error(usage) for one that is not there
    // Changes the project, saves it and tells all windows.
    Project change(const std::string& id, const std::function<void(Project&)>& edit);
    void tell(const std::string& project_id, const std::string& event, const Json& data);

  private:
    std::string folder_of(const std::string& id) const;
    Json keep_result(const std::string& job, const JobEnd& end);

    StudioOptions options_;
    EventHub& hub_;
    Roots roots_;
    TableShelf tables_;
    Router router_;
    std::mutex changing_;
    mutable std::mutex known_mutex_;
    mutable std::map<std::string, std::string> known_;  // folders of projects by id
    std::unique_ptr<Jobs> jobs_;                        // goes first: its threads use the rest
};

// Routes, by subject; each file adds its own.
void add_project_routes(Router& router, Studio& studio);
void add_policy_routes(Router& router, Studio& studio);
void add_data_routes(Router& router, Studio& studio);
void add_job_routes(Router& router, Studio& studio);
void add_result_routes(Router& router, Studio& studio);
void add_document_routes(Router& router, Studio& studio);
void add_sign_off_routes(Router& router, Studio& studio);

// For routes: the body as an object, Error(usage) unless it is one.
Json body_of(const Request& request);
// A member of the body; Error(usage) that names it.
std::string text_of(const Json& body, const std::string& name);
std::int64_t integer_of(const Json& body, const std::string& name);

}  // namespace lethe::studio
