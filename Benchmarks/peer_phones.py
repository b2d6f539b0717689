"""Telephone numbers for the peers: libphonenumber's Python port, each text parsed once."""

from __future__ import annotations

import re
from functools import cache

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberFormat, ValidationResult

LONGEST = len("+") + 15
SHORTEST_INTERNATIONAL = 11

_PHONE_LIKE = re.compile(r"[ +().-]*(?:[0-9][ +().-]*){7,15}")
_WITHOUT_PUNCTUATION = str.maketrans("", "", " ().-")


def phone_like(text: object) -> bool:
    return isinstance(text, str) and _PHONE_LIKE.fullmatch(text) is not None


def e164(text: str) -> str | None:
    """The E.164 form of a number as people write it, or None if it has none."""
    # Nine spellings of a number differ in punctuation alone: parse what is left of them.
    return _e164(text.translate(_WITHOUT_PUNCTUATION) if phone_like(text) else text)


@cache
def _e164(text: str) -> str | None:
    number = _parse(text)
    if number is not None and number.extension:
        return None
    candidates = [found for found in (number, _international(text)) if found is not None]
    for accepts in (phonenumbers.is_valid_number, _is_possible):
        for candidate in candidates:
            if accepts(candidate):
                return _formatted(candidate)
    return None


def _parse(text: str) -> PhoneNumber | None:
    try:
        return phonenumbers.parse(text, "US")
    except NumberParseException:
        return None


def _international(text: str) -> PhoneNumber | None:
    """Some international numbers were stored without their plus sign."""
    digits = "".join(character for character in text if character.isdigit())
    if "+" in text or "\uff0b" in text or len(digits) < SHORTEST_INTERNATIONAL:
        return None
    return _parse(f"+{digits}")


def _is_possible(number: PhoneNumber) -> bool:
    reason = phonenumbers.is_possible_number_with_reason(number)
    return reason == ValidationResult.IS_POSSIBLE


def _formatted(number: PhoneNumber) -> str | None:
    text = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    return text if len(text) <= LONGEST else None
