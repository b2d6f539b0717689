/// The JSON that scripts rely on: keys may be added to it, and none renamed.
package enum Shape {
  package struct Digest: Decodable, Equatable {
    package let command: String
    package let documents: Int
    package let digest: String
  }

  package struct Failure: Decodable {
    package let error: Detail

    package struct Detail: Decodable {
      package let code: String
      package let message: String
    }
  }
}
