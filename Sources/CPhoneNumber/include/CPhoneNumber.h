// A thin C edge over Google's libphonenumber: parse one text, and say what the number is.
// Every function may be called from any thread, and none of them prints or throws.

#ifndef CPHONENUMBER_H
#define CPHONENUMBER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum __attribute__((enum_extensibility(closed))) {
  /// The text was parsed, and the result is filled in.
  CPhoneNumberStatusParsed,
  /// The library finds no number in the text.
  CPhoneNumberStatusNotANumber,
  /// The library threw: there is no memory.
  CPhoneNumberStatusFailed,
} CPhoneNumberStatus;

typedef enum __attribute__((enum_extensibility(closed))) {
  /// The wrong length for its country, or of local use only.
  CPhoneNumberKindImpossible,
  /// The right length for its country.
  CPhoneNumberKindPossible,
  /// Within a range that its country has assigned.
  CPhoneNumberKindValid,
} CPhoneNumberKind;

/// `+`, a country code of 3 digits and a number of 17: the most that the library parses.
#define CPhoneNumberCapacity 21

typedef struct {
  CPhoneNumberKind kind;
  bool has_extension;
  /// The E.164 form: `+` and digits, without a NUL. More than 15 digits are possible.
  char e164[CPhoneNumberCapacity];
  size_t e164_length;
} CPhoneNumberResult;

/// Whether the library knows numbers of this region: two capital letters, such as `US`.
bool CPhoneNumberIsSupportedRegion(const char *region);

/// Parses a text, which may hold any bytes, as a number that was written in a region.
///
/// A text of over 250 characters is not a number, as in the library's Java and Python versions.
/// This version lacks their limit, and its time grows with the square of the length.
CPhoneNumberStatus CPhoneNumberParse(const char *text, size_t length, const char *region,
                                     CPhoneNumberResult *result);

/// Parses `+` and the decimal digits of a text, whatever their script and whatever is between.
///
/// A text of fewer digits than `minimum_digits` is not a number.
CPhoneNumberStatus CPhoneNumberParseDigits(const char *text, size_t length, size_t minimum_digits,
                                           CPhoneNumberResult *result);

#ifdef __cplusplus
}
#endif

#endif
