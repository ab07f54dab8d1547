#include "lethe/operation/door.h"

#include <algorithm>
#include <string_view>

#include "lethe/core/error.h"

namespace lethe::operation {
namespace {

[[noreturn]] void no_memory(const std::string& name) {
    throw Error(ErrorKind::usage, "there are no data in memory under this name", {name, 0, 0, {}});
}

}  // namespace

bool is_memory(std::string_view path) { return path.starts_with("memory:"); }

Table Door::memory_table(const std::string& name, const ReadOptions&) { no_memory(name); }
std::string Door::memory_text(const std::string& name) const { no_memory(name); }
void Door::keep_release(const std::string& name, HeldRelease) { no_memory(name); }
void Door::keep_table(const std::string& name, Table) { no_memory(name); }
void Door::keep_text(const std::string& name, std::string) { no_memory(name); }

void Door::warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) say("note: " + in_words_of_door(warning));
}

std::string Door::in_words_of_door(const std::string& text) const {
    constexpr std::string_view kOption = "the option ";
    constexpr std::string_view kOfNames = "abcdefghijklmnopqrstuvwxyz0123456789_";
    std::string words;
    std::size_t begin = 0;
    while (true) {
        const std::size_t at = text.find(kOption, begin);
        if (at == std::string::npos) return words + text.substr(begin);
        const std::size_t from = at + kOption.size();
        const std::size_t end = std::min(text.find_first_not_of(kOfNames, from), text.size());
        const std::string name = text.substr(from, end - from);
        const std::string shown = name.empty() ? name : option_name(name);
        words += text.substr(begin, at - begin);
        words += shown == name ? text.substr(at, end - at) : shown;
        begin = end;
    }
}

std::uint64_t Door::seed_or_random() {
    if (!seed_) seed_ = random_seed();
    return *seed_;
}

std::optional<std::string> Door::ask_passphrase(const std::string&) { return std::nullopt; }

std::shared_ptr<const std::string> Door::input_copy() {
    throw Error(ErrorKind::usage, "\"-\" is standard input, which is not to be had here");
}

}  // namespace lethe::operation
