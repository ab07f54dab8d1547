// XML in order, over libxml2: elements, attributes, text; comments and processing instructions are
// skipped. A document type is refused, and with it all entities but the five of XML and numbered
// characters: nothing expands and nothing is fetched. Elements may be nested at most 100 deep.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/wrongs.h"

namespace lethe {

class XmlReader {
  public:
    enum class Event { open, close, text, end };

    // Of UTF-8 text, which must outlive the reader.
    XmlReader(std::string_view text, Wrongs& wrongs);
    ~XmlReader();
    XmlReader(const XmlReader&) = delete;
    XmlReader& operator=(const XmlReader&) = delete;

    // Error(input) with the line of what is malformed; never a word of the file.
    Event next();

    // Of an element that was opened or closed, without the prefix of its namespace.
    const std::string& name() const { return name_; }
    const std::string* attribute(std::string_view name) const;  // null: none
    // Between two events; a text may come in several pieces.
    const std::string& text() const { return content_; }
    std::int64_t line() const;

  private:
    struct Parser;
    void read_attributes();

    std::unique_ptr<Parser> parser_;
    Wrongs* wrongs_;
    std::string name_;
    std::vector<std::pair<std::string, std::string>> attributes_;
    std::string content_;
    int open_ = 0;                // elements
    bool close_follows_ = false;  // after <element/>
};

}  // namespace lethe
