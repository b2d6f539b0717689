/// Whether a text could be a telephone number: only ASCII digits, spaces and `+ ( ) - .`, with 7 to
/// 15 digits.
///
/// A Firestore id such as `45DD3B0E-D983-…` is not.
package func isPhoneLike(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  var digits = 0
  for byte in text {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
    case UInt8(ascii: " "), UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      continue
    default: return false
    }
  }
  return (7...15).contains(digits)
}
