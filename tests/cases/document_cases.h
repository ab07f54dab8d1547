// Cases of methods of documents (data = "documents").
#pragma once

#include "lethe/core/json.h"
#include "lethe/method/method.h"

namespace lethe::test {

// Of a treatment, with `parameters`: `mention` of `category` (of `entity`, the same where it is not
// given, with `number`, 1), by the salt and key of `secret` and the taxonomy `knowledge`; gives
// {"text", "fallen_back", "restored" (by the key)}. Of an attack or a loss: `original` and
// `released` texts, in order; the finders are patterns and rules; with `queries` (as in files of
// queries), `marked` (texts in each original) or `knowledge` where it needs them; gives {"value",
// "details", "about_original"}.
Json run_document_case(const Json& body, const Method& method);

}  // namespace lethe::test
