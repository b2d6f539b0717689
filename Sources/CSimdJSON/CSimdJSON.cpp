#include "CSimdJSON.h"

#include <new>

#include <simdjson.h>

struct CSimdJSONParser {
  explicit CSimdJSONParser(size_t max_depth) : max_depth(max_depth) {}
  simdjson::dom::parser parser;
  size_t max_depth;
};

size_t CSimdJSONPadding(void) { return simdjson::SIMDJSON_PADDING; }

CSimdJSONParser *CSimdJSONParserCreate(size_t max_depth) {
  return new (std::nothrow) CSimdJSONParser(max_depth);
}

void CSimdJSONParserDestroy(CSimdJSONParser *parser) { delete parser; }

const char *CSimdJSONParse(CSimdJSONParser *parser, const uint8_t *text, size_t length,
                           CSimdJSONTape *result) {
  try {
    // The parser itself grows its capacity, but only to its default depth.
    if (parser->parser.capacity() < length || parser->parser.max_depth() != parser->max_depth) {
      auto error = parser->parser.allocate(length < 4096 ? 4096 : length * 2, parser->max_depth);
      if (error) return simdjson::error_message(error);
    }
    simdjson::dom::element root;
    auto error = parser->parser.parse(text, length, false).get(root);
    if (error) return simdjson::error_message(error);
    result->tape = parser->parser.doc.tape.get();
    result->strings = parser->parser.doc.string_buf.get();
    return nullptr;
  } catch (const std::exception &) {
    return "the JSON parser ran out of memory";
  }
}
