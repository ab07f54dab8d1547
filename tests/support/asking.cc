#include "asking.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/publication.h"
#include "lethe/report/html.h"

namespace lethe::test {
namespace {

namespace fs = std::filesystem;

// A program that takes JSON and has no standard input.
class QuietDoor : public operation::Door {
  public:
    const Context& context() override { return context_; }
    void say(const std::string&) override {}
    void show(const Json&) override {}
    bool structured() const override { return true; }
    // One for the whole program, so that taxonomies are read once.
    std::string cache_folder() const override {
        static const TemporaryFolder folder;
        return folder.path();
    }

  protected:
    std::uint64_t random_seed() override { return 7; }

  private:
    Context context_ = threads(2);
};

std::string public_page(const Json& result) {
    report::HtmlOptions options;
    options.for_publication = true;
    return report::html_report(std::span(&result, 1), options);
}

void add(std::vector<std::string> more, std::vector<std::string>& to) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::string Asking::put(const std::string& name, std::string_view bytes) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    write_file(path(name), bytes);
    return path(name);
}

Json Asking::run(const std::string& operation, std::optional<DataKind> data,
                 const Json& options) const {
    fs::create_directories(path("open"));
    const operation::Operation* found = operation::find_operation(operation, data);
    if (found == nullptr) throw Error(ErrorKind::internal, "no operation " + operation);
    QuietDoor door;
    door.take_seed(seed_);
    return found->run(options, door).result;
}

Json Asking::run_if_met(const std::string& operation, std::optional<DataKind> data,
                        const Json& options) const {
    try {
        return run(operation, data, options);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::unmet) throw;
        return nullptr;
    }
}

std::vector<std::pair<std::string, std::string>> Asking::open_files() const {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& entry : fs::recursive_directory_iterator(path("open"))) {
        const std::string name = fs::relative(entry.path(), path("open")).string();
        if (!entry.is_regular_file() || name.ends_with(".private.json")) continue;
        files.emplace_back(name, read_file(entry.path().string()));
    }
    std::ranges::sort(files);
    return files;
}

std::vector<std::string> Asking::found_in_open_files(const Secrets& secrets) const {
    std::vector<std::string> found;
    for (const auto& [name, bytes] : open_files()) {
        if (name.ends_with(".lethe.json")) {
            const Json record = Json::parse(bytes);
            add(found_in(secrets, record), found);  // as it stands there, whatever it marks
            add(found_in_page(secrets, public_page(record)), found);
            add(found_in_file(secrets, name, ""), found);
        } else {
            add(found_in_file(secrets, name, bytes), found);
        }
    }
    return found;
}

void Asking::clear_open() const { fs::remove_all(path("open")); }

std::vector<std::string> found_in_published(const Secrets& secrets, const Json& result) {
    std::vector<std::string> found = found_in(secrets, published(result));
    add(found_in_page(secrets, public_page(result)), found);
    return found;
}

std::vector<Json> changes_of(const Method& method) {
    std::vector<Json> changes{Json::object()};
    for (const Parameter& parameter : method.parameters) {
        for (const std::string& choice : parameter.choices) {
            if (parameter.fallback == Json(choice)) continue;
            changes.push_back({{parameter.name, choice}});
        }
        if (parameter.fallback.is_boolean()) {
            changes.push_back({{parameter.name, !parameter.fallback.get<bool>()}});
        }
    }
    return changes;
}

}  // namespace lethe::test
