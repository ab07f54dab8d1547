#include "lethe/io/xml_faults.h"

#include <fmt/format.h>
#include <libxml/xmlerror.h>

#include <array>
#include <string_view>

namespace lethe {
namespace {

struct Fault {
    int code;
    std::string_view words;
};

constexpr std::array kFaults{
    Fault{XML_ERR_TAG_NAME_MISMATCH, "a closing tag closes nothing"},
    Fault{XML_ERR_TAG_NOT_FINISHED, "the file ends inside of an element"},
    Fault{XML_ERR_DOCUMENT_END, "there is something behind the last element"},
    Fault{XML_ERR_DOCUMENT_EMPTY, "there is no element"},
    Fault{XML_ERR_GT_REQUIRED, "an element is not closed"},
    Fault{XML_ERR_LTSLASH_REQUIRED, "a closing tag is malformed"},
    Fault{XML_ERR_NAME_REQUIRED, "a name was expected"},
    Fault{XML_ERR_ATTRIBUTE_WITHOUT_VALUE, "an attribute has no value"},
    Fault{XML_ERR_ATTRIBUTE_NOT_STARTED, "the value of an attribute is not in quotes"},
    Fault{XML_ERR_ATTRIBUTE_NOT_FINISHED, "the value of an attribute is not closed"},
    Fault{XML_ERR_LT_IN_ATTRIBUTE, "the value of an attribute holds a <"},
    Fault{XML_ERR_ATTRIBUTE_REDEFINED, "an attribute stands twice in an element"},
    Fault{XML_ERR_COMMENT_NOT_FINISHED, "a comment is not closed"},
    Fault{XML_ERR_PI_NOT_FINISHED, "a processing instruction is not closed"},
    Fault{XML_ERR_CDATA_NOT_FINISHED, "a CDATA section is not closed"},
    Fault{XML_ERR_UNDECLARED_ENTITY,
          "an entity is not one of &quot; &amp; &lt; &gt; &apos; and numbers"},
    Fault{XML_WAR_UNDECLARED_ENTITY,
          "an entity is not one of &quot; &amp; &lt; &gt; &apos; and numbers"},
    Fault{XML_ERR_ENTITYREF_SEMICOL_MISSING, "an entity has no ; at its end"},
    Fault{XML_ERR_INVALID_CHAR, "holds a character that XML does not allow"},
    Fault{XML_ERR_INVALID_CHARREF, "holds a character that XML does not allow"},
    Fault{XML_ERR_NO_MEMORY, "takes more memory than there is"},
};

}  // namespace

std::string words_of_xml_fault(int code) {
    for (const Fault& fault : kFaults) {
        if (fault.code == code) return std::string(fault.words);
    }
    return fmt::format("is not well-formed XML (fault {} of libxml2)", code);
}

}  // namespace lethe
