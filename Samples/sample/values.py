"""Identifiers, instants, names and telephone numbers that belong to no one."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

# Samples are dated as if they had been exported on this day.
AS_OF = datetime(2025, 11, 1, 7, 0, tzinfo=UTC)

# Area codes of the United States and Canada. 555-0100 to 555-0199 are reserved for fiction
# in each of them, and libphonenumber calls them valid.
AREA_CODES = """
    201 202 203 204 205 206 207 208 209 210 212 213 214 215 216 217 218 219 220 223 224 225
    226 228 229 231 234 236 239 240 248 249 250 251 252 253 254 256 260 262 263 267 269 270
    272 276 279 281 283 289 301 302 303 304 305 306 307 308 309 310 312 313 314 315 316 317
    318 319 320 321 323 325 326 330 331 332 334 336 337 339 341 343 346 347 351 352 360 361
    364 365 367 368 380 385 386 401 402 403 404 405 406 407 408 409 410 412 413 414 415 416
    417 418 419 423 424 425 430 431 432 434 435 437 438 440 442 443 445 447 448 450 458 463
    464 468 469 470 474 475 478 479 480 484 501 502 503 504 505 506 507 508 509 510 512 513
    514 515 516 517 518 519 520 530 531 534 539 540 541 548 551 559 561 562 563 564 567 570
    571 572 573 574 575 579 580 581 582 584 585 586 587 601 602 603 604 605 606 607 608 609
    610 612 613 614 615 616 617 618 619 620 623 626 628 629 630 631 636 639 640 641 646 647
    650 651 656 657 659 660 661 662 667 669 672 678 680 681 682 689 701 702 703 704 705 706
    707 708 709 712 713 714 715 716 717 718 719 720 724 725 726 727 731 732 734 737 740 742
    743 747 753 754 757 760 762 763 765 769 770 771 772 773 774 775 778 779 780 781 782 785
    786 801 802 803 804 805 806 807 808 810 812 813 814 815
""".split()

GIVEN_NAMES = (
    "Ada Björn Chidi Dolores Esi Farid Grete Hiro Inês Jorge Keiko Lwazi Mei Nadia Otto Priya "
    "Quim Rosa Søren Tala Ülo Vera Wanjiru Ximena Yusuf Zofia"
).split()
# Surnames that say "specimen" in as many languages as we could think of.
SURNAMES = (
    "Sample Placeholder Muster Ejemplo Exemple Esempio Voorbeeld Przykład Specimen Fictional"
).split()

_AUTO_ID_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Number:
    """A telephone number reserved for fiction, and the ways that people have typed it."""

    e164: str
    spellings: tuple[str, ...]

    def spelled(self, rng: random.Random) -> str:
        return rng.choice(self.spellings)


def north_american(area: str, line: int) -> Number:
    """555-0100 to 555-0199; `line` counts from 0 to 99."""
    last = f"01{line:02}"
    return Number(
        f"+1{area}555{last}",
        (
            f"+1{area}555{last}",
            f"+1 ({area}) 555-{last}",
            f"+1 {area}-555-{last}",
            f"1{area}555{last}",
            f"1-{area}-555-{last}",
            f"({area}) 555-{last}",
            f"{area}-555-{last}",
            f"{area}.555.{last}",
            f"{area}555{last}",
        ),
    )


def london(line: int) -> Number:
    """020 7946 0000 to 0999, reserved for drama; always written with its country code."""
    last = f"0{line:03}"
    return Number(
        f"+44207946{last}",
        (
            f"+44207946{last}",
            f"+44 20 7946 {last}",
            f"+44 (0)20 7946 {last}",
            f"44207946{last}",
        ),
    )


def number(index: int) -> Number:
    """The made-up number of this index; one in forty-one is a London number."""
    if index % 41 == 40:
        return london(index // 41 % 1000)
    area = AREA_CODES[index % len(AREA_CODES)]
    return north_american(area, index // len(AREA_CODES) % 100)


def auto_id(rng: random.Random) -> str:
    """An identifier as Firestore makes them."""
    return "".join(rng.choices(_AUTO_ID_ALPHABET, k=20))


def uuid(rng: random.Random) -> str:
    """An upper-case random UUID, as Swift's `UUID().uuidString` makes them."""
    digits = f"{rng.getrandbits(128):032X}"
    variant = "89AB"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def person(rng: random.Random) -> str:
    return f"{rng.choice(GIVEN_NAMES)} {rng.choice(SURNAMES)}"


def past(rng: random.Random, days: int) -> datetime:
    """A moment within `days` days before the sample's date."""
    return AS_OF - timedelta(microseconds=rng.randrange(days * 86_400_000_000))


def rfc3339(instant: datetime) -> str:
    return instant.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def timestamp(instant: datetime) -> dict[str, str]:
    """A Firestore timestamp in NDJSON."""
    return {"__time__": rfc3339(instant)}
