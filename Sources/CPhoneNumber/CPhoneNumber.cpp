#include "CPhoneNumber.h"

#include <algorithm>
#include <set>
#include <string>

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::NullLogger;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

constexpr size_t kMaxCharacters = 250;

// The library's one instance. It logs to standard output unless told otherwise, and to tell it
// isn't thread-safe: hence once, in a local static.
const PhoneNumberUtil &Library() {
  static const PhoneNumberUtil *const library = [] {
    PhoneNumberUtil *instance = PhoneNumberUtil::GetInstance();
    instance->SetLogger(new NullLogger);
    return instance;
  }();
  return *library;
}

bool IsUTF8Continuation(char byte) { return (byte & 0xC0) == 0x80; }

bool IsTooLong(const std::string &text) {
  if (text.size() <= kMaxCharacters) return false;
  auto continuations = std::count_if(text.begin(), text.end(), IsUTF8Continuation);
  return text.size() - static_cast<size_t>(continuations) > kMaxCharacters;
}

CPhoneNumberKind Kind(const PhoneNumber &number) {
  if (Library().IsValidNumber(number)) return CPhoneNumberKindValid;
  // Not IsPossibleNumber: that is also true of a number without its area code.
  auto reason = Library().IsPossibleNumberWithReason(number);
  return reason == PhoneNumberUtil::IS_POSSIBLE ? CPhoneNumberKindPossible
                                                : CPhoneNumberKindImpossible;
}

CPhoneNumberStatus Parse(const std::string &text, const std::string &region,
                         CPhoneNumberResult *result) {
  if (IsTooLong(text)) return CPhoneNumberStatusNotANumber;
  PhoneNumber number;
  if (Library().Parse(text, region, &number) != PhoneNumberUtil::NO_PARSING_ERROR) {
    return CPhoneNumberStatusNotANumber;
  }
  std::string e164;
  Library().Format(number, PhoneNumberUtil::E164, &e164);
  if (e164.size() > CPhoneNumberCapacity) return CPhoneNumberStatusNotANumber;
  result->kind = Kind(number);
  result->has_extension = number.has_extension();
  result->e164_length = e164.copy(result->e164, CPhoneNumberCapacity);
  return CPhoneNumberStatusParsed;
}

}  // namespace

bool CPhoneNumberIsSupportedRegion(const char *region) {
  try {
    std::set<std::string> regions;
    Library().GetSupportedRegions(&regions);
    return regions.count(region) == 1;
  } catch (...) {
    return false;
  }
}

CPhoneNumberStatus CPhoneNumberParse(const char *text, size_t length, const char *region,
                                     CPhoneNumberResult *result) {
  try {
    return Parse(std::string(text, length), region, result);
  } catch (...) {
    return CPhoneNumberStatusFailed;
  }
}

CPhoneNumberStatus CPhoneNumberParseDigits(const char *text, size_t length, size_t minimum_digits,
                                           CPhoneNumberResult *result) {
  try {
    std::string digits(text, length);
    Library().NormalizeDigitsOnly(&digits);
    if (digits.size() < minimum_digits) return CPhoneNumberStatusNotANumber;
    // No region: the country code that follows the `+` decides.
    return Parse("+" + digits, "ZZ", result);
  } catch (...) {
    return CPhoneNumberStatusFailed;
  }
}
