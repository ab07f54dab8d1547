// A pull parser for the XML of graphs: elements, attributes, text, CDATA; comments and processing
// instructions are skipped. A document type is refused, and with it all entities but the five of
// XML and numbered characters: nothing expands. Elements may be nested at most 100 deep.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/wrongs.h"

namespace lethe::graph {

class XmlReader {
  public:
    enum class Event { open, close, text, end };

    XmlReader(std::string_view text, Wrongs& wrongs) : text_(text), wrongs_(&wrongs) {}

    Event next();  // Error(input) with the line of what is malformed

    // Of an element that was opened or closed, without the prefix of its namespace.
    std::string_view name() const { return name_; }
    const std::string* attribute(std::string_view name) const;  // null: none
    // Between two events; a text may come in several pieces.
    const std::string& text() const { return content_; }
    std::int64_t line() const { return line_; }

  private:
    [[noreturn]] void fail(std::string message);
    void move_to(std::size_t place);
    void skip_until(std::string_view end, std::string_view what);
    void open_element();
    void close_element();
    void read_attribute();
    void skip_space();
    std::string_view read_name();
    void decode(std::string_view raw, std::string& out);

    std::string_view text_;
    Wrongs* wrongs_;
    std::size_t at_ = 0;
    std::int64_t line_ = 1;
    std::vector<std::string_view> stack_;  // full names
    std::string_view name_;
    std::vector<std::pair<std::string_view, std::string>> attributes_;
    std::string content_;
    bool close_follows_ = false;  // after <element/>
    bool had_root_ = false;
};

}  // namespace lethe::graph
