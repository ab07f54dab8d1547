// The review of documents: what was found, read and decided one by one.
#include <cstdlib>

#include "studio/review_desk.h"
#include "studio/studio.h"

namespace lethe::studio {

void add_document_routes(Router& router, Studio& studio) {
    const auto desk = std::make_shared<ReviewDesk>();
    const auto project = [&studio](const Request& r) { return studio.project(r.parts.at("id")); };
    router.add("GET", "/api/projects/{id}/review", [&studio, desk, project](const Request& r) {
        return json_response(desk->summary(project(r), studio.context()));
    });
    router.add("GET", "/api/projects/{id}/review/{document}",
               [&studio, desk, project](const Request& r) {
                   const std::int64_t index = std::atoll(r.parts.at("document").c_str());
                   return json_response(desk->document(project(r), studio.context(), index));
               });
    router.add("POST", "/api/projects/{id}/review/decide",
               [&studio, desk, project](const Request& r) {
                   const Project held = project(r);
                   Json answer = desk->decide(held, studio.context(), body_of(r));
                   Json news = answer;
                   news.erase("before");  // of the one who decided
                   studio.tell(held.id(), "review", news);
                   return json_response(answer);
               });
    router.add("POST", "/api/projects/{id}/review/add", [&studio, desk, project](const Request& r) {
        const Project held = project(r);
        Json answer = desk->add(held, studio.context(), body_of(r));
        studio.tell(held.id(), "review", answer);
        return json_response(answer);
    });
    router.add("POST", "/api/projects/{id}/review/search",
               [&studio, desk, project](const Request& r) {
                   return json_response(
                       desk->search(project(r), studio.context(), text_of(body_of(r), "words")));
               });
}

}  // namespace lethe::studio
