// A thin C edge over simdjson: parse one JSON text, then read simdjson's tape
// (https://github.com/simdjson/simdjson/blob/master/doc/tape.md) in place.

#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A reusable parser. Its buffers grow to the largest text that it has read.
typedef struct CSimdJSONParser CSimdJSONParser;

/// What was parsed. The pointers stay valid until the parser's next call.
typedef struct {
  /// Words of the tape, the root's first.
  const uint64_t *tape;
  /// Where the tape's strings are: a 32-bit length in native order, the bytes, a NUL.
  const uint8_t *strings;
} CSimdJSONTape;

/// Bytes after a text that must be readable, whatever they hold.
size_t CSimdJSONPadding(void);

/// Returns NULL if there is no memory for it.
CSimdJSONParser *CSimdJSONParserCreate(size_t max_depth);
void CSimdJSONParserDestroy(CSimdJSONParser *parser);

/// Parses one text. Returns NULL, or what is wrong with the text as a static English phrase.
const char *CSimdJSONParse(CSimdJSONParser *parser, const uint8_t *text, size_t length,
                           CSimdJSONTape *result);

#ifdef __cplusplus
}
#endif

#endif
