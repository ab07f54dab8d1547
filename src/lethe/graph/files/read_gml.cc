// One pass over the text. A file is a list of keys and values; a value is a number, a string, or a
// list in brackets. What is open is kept on a stack of our own, so that no nesting of the file can
// exhaust that of the program. Values are views of the text; only strings with entities are copied.
#include "lethe/graph/files/read_gml.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lethe/data/numbers/number_text.h"
#include "lethe/graph/files/graph_builder.h"
#include "lethe/graph/files/graph_text.h"

namespace lethe::graph {
namespace {

struct GmlToken {
    enum class Kind { key, number, text, open, close, end };
    Kind kind = Kind::end;
    std::string_view value = {};
    std::int64_t line = 1;
};

class Tokens {
  public:
    Tokens(std::string_view text, Wrongs& wrongs) : text_(text), wrongs_(&wrongs) {}

    GmlToken next() {
        skip();
        GmlToken token;
        token.line = line_;
        if (at_ >= text_.size()) return token;
        const char c = text_[at_];
        if (c == '[' || c == ']') {
            token.kind = c == '[' ? GmlToken::Kind::open : GmlToken::Kind::close;
            ++at_;
        } else if (c == '"') {
            token.kind = GmlToken::Kind::text;
            token.value = string();
        } else {
            token.value = word();
            const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            token.kind = letter ? GmlToken::Kind::key : GmlToken::Kind::number;
        }
        return token;
    }

  private:
    static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

    void skip() {
        while (at_ < text_.size() && (blank(text_[at_]) || text_[at_] == '#')) {
            if (text_[at_] == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
                continue;
            }
            line_ += text_[at_] == '\n' ? 1 : 0;
            ++at_;
        }
    }
    std::string_view string() {
        const std::size_t begin = at_ + 1;
        const std::size_t end = text_.find('"', begin);
        if (end == std::string_view::npos) wrongs_->fail(line_, "a string is not closed");
        const std::string_view value = text_.substr(begin, end - begin);
        line_ += std::count(value.begin(), value.end(), '\n');
        at_ = end + 1;
        return value;
    }
    std::string_view word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !blank(text_[at_]) && text_[at_] != '[' && text_[at_] != ']' &&
               text_[at_] != '"') {
            ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }

    std::string_view text_;
    Wrongs* wrongs_;
    std::size_t at_ = 0;
    std::int64_t line_ = 1;
};

// Entities as characters; what is none stays as it is.
std::string_view without_entities(std::string_view value, std::string& room) {
    std::size_t at = value.find('&');
    if (at == std::string_view::npos) return value;
    room.assign(value.substr(0, at));
    while (at < value.size()) {
        constexpr std::size_t kLongest = 12;
        const std::size_t size =
            value[at] == '&' ? value.substr(at, kLongest + 1).find(';') : std::string_view::npos;
        const std::size_t end = at + size;
        const std::string_view name =
            size == std::string_view::npos ? std::string_view() : value.substr(at + 1, size - 1);
        if (const char c = named_character(name); c != '\0') {
            room += c;
            at = end + 1;
        } else if (const std::uint32_t code = numbered_character(name); code != 0) {
            append_character(room, code);
            at = end + 1;
        } else {
            room += value[at++];
        }
    }
    return room;
}

class GmlReader {
  public:
    GmlReader(const std::string& file, std::string_view text, const std::string& weight)
        : wrongs_(file), tokens_(text, wrongs_), builder_(wrongs_), weight_(weight) {}

    SocialGraph read(std::optional<bool> directed) {
        for (GmlToken key = tokens_.next(); key.kind != GmlToken::Kind::end; key = tokens_.next()) {
            const GmlToken value = value_of(key);
            if (value.kind != GmlToken::Kind::open) continue;
            if (key.value != "graph") {
                skip_list(value);
                continue;
            }
            if (graphs_++ > 0) wrongs_.fail(key.line, "the file holds several graphs");
            read_graph(value);
        }
        if (graphs_ == 0) wrongs_.fail(0, "no graph [ ... ] was found");
        builder_.ids_from("label");
        return std::move(builder_).build(directed.value_or(directed_));
    }

  private:
    struct Pair {
        std::string key;  // with those of the lists that it stands in
        GmlToken value;
    };

    // What follows a key.
    GmlToken value_of(const GmlToken& key) {
        if (key.kind == GmlToken::Kind::close) wrongs_.fail(key.line, "a ] closes nothing");
        if (key.kind != GmlToken::Kind::key) wrongs_.fail(key.line, "a key was expected");
        const GmlToken value = tokens_.next();
        const bool right = value.kind == GmlToken::Kind::number ||
                           value.kind == GmlToken::Kind::text || value.kind == GmlToken::Kind::open;
        if (!right) {
            wrongs_.fail(value.line, "a key must be followed by a number, a string or a list");
        }
        if (value.kind == GmlToken::Kind::number && !parse_number(value.value)) {
            wrongs_.fail(value.line, "a value is neither a number nor a string in quotes");
        }
        return value;
    }

    // All that stands in a list, flattened.
    void read_pairs(const GmlToken& opened, std::vector<Pair>& pairs) {
        constexpr std::size_t kDeepest = 100;
        pairs.clear();
        std::vector<std::size_t> lengths{0};
        std::string prefix;
        while (true) {
            const GmlToken key = tokens_.next();
            if (key.kind == GmlToken::Kind::end) wrongs_.fail(opened.line, "a list is not closed");
            if (key.kind == GmlToken::Kind::close) {
                lengths.pop_back();
                if (lengths.empty()) return;
                prefix.resize(lengths.back());
                continue;
            }
            const GmlToken value = value_of(key);
            if (value.kind != GmlToken::Kind::open) {
                pairs.push_back({prefix + std::string(key.value), value});
                continue;
            }
            if (lengths.size() >= kDeepest) {
                wrongs_.fail(value.line,
                             fmt::format("lists are nested more than {} deep", kDeepest));
            }
            prefix += key.value;
            prefix += '.';
            lengths.push_back(prefix.size());
        }
    }
    void skip_list(const GmlToken& opened) { read_pairs(opened, pairs_); }

    void read_graph(const GmlToken& opened) {
        while (true) {
            const GmlToken key = tokens_.next();
            if (key.kind == GmlToken::Kind::end)
                wrongs_.fail(opened.line, "the graph is not closed");
            if (key.kind == GmlToken::Kind::close) return;
            const GmlToken value = value_of(key);
            if (value.kind == GmlToken::Kind::open) {
                read_pairs(value, pairs_);
                if (key.value == "node") read_node(key.line);
                if (key.value == "edge") read_edge(key.line);
            } else if (key.value == "directed") {
                directed_ = value.value != "0";
            }
        }
    }

    const Pair* find(std::string_view key, std::int64_t line, std::string_view owner) {
        const Pair* found = nullptr;
        for (const Pair& pair : pairs_) {
            if (pair.key != key) continue;
            if (found != nullptr) wrongs_.add(line, fmt::format("{} has two of {}", owner, key));
            found = &pair;
        }
        if (found == nullptr) wrongs_.add(line, fmt::format("{} has no {}", owner, key));
        return found;
    }

    void read_node(std::int64_t line) {
        const Pair* id = find("id", line, "a node");
        if (id == nullptr) return;
        const Node node = builder_.add_node(without_entities(id->value.value, room_), line);
        for (const Pair& pair : pairs_) {
            if (pair.key == "id") continue;
            builder_.set(builder_.column(pair.key), node, without_entities(pair.value.value, room_),
                         pair.value.kind == GmlToken::Kind::text);
        }
    }

    void read_edge(std::int64_t line) {
        const Pair* source = find("source", line, "an edge");
        const Pair* target = find("target", line, "an edge");
        if (source == nullptr || target == nullptr) return;
        std::string other_room;
        builder_.add_edge(without_entities(source->value.value, room_),
                          without_entities(target->value.value, other_room), line);
        for (const Pair& pair : pairs_) {
            if (pair.key == weight_) builder_.set_weight(pair.value.value, pair.value.line);
        }
    }

    Wrongs wrongs_;
    Tokens tokens_;
    GraphBuilder builder_;
    std::string weight_;
    std::vector<Pair> pairs_;
    std::string room_;
    bool directed_ = false;
    int graphs_ = 0;
};

}  // namespace

SocialGraph read_gml(const std::string& file, std::string_view text, const std::string& weight,
                     std::optional<bool> directed) {
    return GmlReader(file, text, weight.empty() ? "weight" : weight).read(directed);
}

}  // namespace lethe::graph
