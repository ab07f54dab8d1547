// XML in order for large parts: libxml2 is fed piece by piece and calls back, without a tree and
// without a copy of names and attributes, which takes a fifth of the time of XmlReader. The same
// rules: a document type is refused, and with it all entities but the five of XML and numbered
// characters; nothing is fetched; elements may be nested at most 100 deep.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lethe {

// Of one element, while it is being opened.
class XmlAttributes {
  public:
    XmlAttributes(const unsigned char** attributes, int count)
        : attributes_(attributes), count_(count) {}
    // By the name without the prefix of its namespace.
    std::optional<std::string_view> find(std::string_view name) const;

  private:
    const unsigned char** attributes_;
    int count_;
};

// Names come without the prefix of their namespace; a text may come in several pieces. May throw.
class XmlHandler {
  public:
    virtual ~XmlHandler() = default;
    virtual void open(std::string_view name, const XmlAttributes& attributes) = 0;
    virtual void close(std::string_view name) = 0;
    virtual void text(std::string_view text) = 0;
};

class XmlEvents {
  public:
    // Errors name `file` and its part `part`, which may be empty.
    XmlEvents(XmlHandler& handler, std::string file, std::string part);
    ~XmlEvents();
    XmlEvents(const XmlEvents&) = delete;
    XmlEvents& operator=(const XmlEvents&) = delete;

    // Error(input) with the line of what is malformed, never a word of the file; and whatever the
    // handler throws.
    void feed(std::string_view bytes);
    void finish();

  private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

}  // namespace lethe
