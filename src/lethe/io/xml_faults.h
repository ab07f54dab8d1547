// What is wrong with XML, in our words: libxml2's own repeat names and values of the file. Only for
// io/xml_*.
#pragma once

#include <string>

namespace lethe {

std::string words_of_xml_fault(int code);  // of libxml2

constexpr int kDeepestXml = 100;  // elements within elements

}  // namespace lethe
