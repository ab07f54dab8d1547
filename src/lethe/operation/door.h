// Who asks for an operation: a command line, a browser, another program. The library never reads
// the clock, the environment or standard input by itself; what it needs of them it asks here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"

namespace lethe::operation {

// A name such as "memory:people" in place of a path: data that the asker holds or takes in memory.
// What lies beside a release on disk lies beside it in memory: "memory:people.lethe.json" is its
// record.
bool is_memory(std::string_view path);

// A release that was made and not written, with a way to write it after all: the files and the
// summary are then what they would have been. May be called once or often.
struct HeldRelease {
    Table table;
    std::string record;
    std::string private_log;
    std::function<Json(const std::string& path, bool replace, const Context&)> write;
};

class Door {
  public:
    virtual ~Door() = default;

    virtual const Context& context() = 0;

    // A line for the person who asked, as it comes.
    virtual void say(const std::string& line) = 0;
    void warn(const std::vector<std::string>& warnings);  // "note: ..." each
    // A text of the rooms below, which know no door and write "the option dry_run", with options as
    // they are called here: "--dry-run".
    std::string in_words_of_door(const std::string& text) const;
    // A result before the end, for people; doors that take one JSON object pass it over.
    virtual void show(const Json& result) = 0;
    // A part of the answer as soon as it is known, for doors that show it while the rest is made:
    // {"kind": "exploration-point", "point", "done", "of"}.
    virtual void partial(const Json&) {}
    // Whether the answer is taken as JSON, so that text has no place beside it.
    virtual bool structured() const = 0;

    // The seed of everything random.
    const std::optional<std::uint64_t>& given_seed() const { return seed_; }
    void take_seed(std::uint64_t seed) { seed_ = seed; }
    std::uint64_t seed_or_random();  // the given one, or one from the system, then kept

    // The path of a copy of standard input, which is kept as long as the pointer is. Error(usage)
    // where there is none.
    virtual std::shared_ptr<const std::string> input_copy();
    // Where taxonomies are kept once they were read; empty: nowhere.
    virtual std::string cache_folder() const { return {}; }
    // Where data sets of published experiments are; empty: nobody said.
    virtual std::string data_folder() const { return {}; }
    // Now, as records of who decided what have it: "2024-05-31T12:00:00Z"; empty: not known.
    virtual std::string time() const { return {}; }
    // A passphrase that the person types, unseen; none where nobody can be asked.
    virtual std::optional<std::string> ask_passphrase(const std::string& prompt);
    // Data in memory, by their whole names ("memory:people"). A door has none unless it says so;
    // then names of memory are paths as any others there.
    virtual bool has_memory() const { return false; }
    virtual bool holds(const std::string&) const { return false; }
    // Error(usage) where there is no such table or text.
    virtual Table memory_table(const std::string& name, const ReadOptions& options);
    virtual std::string memory_text(const std::string& name) const;
    // Takes what an operation made.
    virtual void keep_release(const std::string& name, HeldRelease release);
    virtual void keep_table(const std::string& name, Table table);
    virtual void keep_text(const std::string& name, std::string text);
    // What an option is called here: "--dry-run" for "dry_run".
    virtual std::string option_name(const std::string& name) const { return name; }

  protected:
    virtual std::uint64_t random_seed() = 0;
    std::optional<std::uint64_t> seed_;
};

}  // namespace lethe::operation
