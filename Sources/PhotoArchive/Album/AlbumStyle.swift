internal import Documents

/// The style sheet of an album, and the policy under which nothing else is loaded.
enum AlbumStyle {
  /// `file:` is for the folder on a disk, `'self'` for one on a server.
  static let policy: String = {
    let digest = UnsafeBufferPointer(start: sheet.utf8Start, count: sheet.utf8CodeUnitCount)
    var encoded = ByteBuffer()
    SHA256Digest(of: digest).bytes.withUnsafeBufferPointer {
      Base64.encode($0, into: &encoded)
    }
    return "default-src 'none'; img-src 'self' file:; style-src 'sha256-\(encoded.bytes.text)'; "
      + "base-uri 'none'; form-action 'none'"
  }()

  static let sheet: StaticString = """

    :root {
      color-scheme: light dark;
      --page: #faf7f2; --card: #fff; --ink: #2b2622; --soft: #7a7068; --line: #e7dfd5; --tint: #b4552d;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #191614; --card: #24201d; --ink: #f1ebe4; --soft: #a99f95; --line: #39332e; --tint: #f0a27d;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-behavior: smooth; }
    body {
      margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3rem) 4rem; max-width: 90rem;
      background: var(--page); color: var(--ink); line-height: 1.45;
      font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    header { padding: clamp(2rem, 7vw, 5rem) 0 1.5rem; }
    h1, h2 { font-family: ui-serif, Georgia, "Noto Serif", serif; font-weight: 500; text-wrap: balance; }
    h1 { margin: 0; font-size: clamp(2.2rem, 6vw, 3.8rem); line-height: 1.1; letter-spacing: -.01em; }
    header p { margin: .6rem 0 1.6rem; color: var(--soft); font-size: 1.1rem; }
    nav { display: flex; flex-wrap: wrap; gap: .5rem; }
    nav a {
      padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 99rem;
      background: var(--card); color: inherit; font-size: .9rem; text-decoration: none;
    }
    a:hover, nav a:hover { color: var(--tint); border-color: var(--tint); }
    a:focus-visible { outline: 3px solid var(--tint); outline-offset: 2px; }
    section {
      margin: 0 -1rem; padding: 0 1rem 1.5rem;
      content-visibility: auto; contain-intrinsic-size: auto 60rem;
    }
    h2 {
      margin: 1.5rem 0 1rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line); font-size: 1.7rem;
    }
    small { margin-left: .4rem; color: var(--soft); font: .95rem system-ui, sans-serif; }
    .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(clamp(9.5rem, 26vw, 15rem), 1fr)); gap: clamp(.75rem, 2vw, 1.25rem); }
    figure {
      margin: 0; overflow: hidden; border-radius: .9rem; background: var(--card);
      box-shadow: 0 0 0 1px var(--line), 0 .4rem 1.2rem rgb(60 40 20 / 8%);
    }
    figure a { display: block; overflow: hidden; color: inherit; text-decoration: none; }
    img, .file {
      display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover; background: var(--line);
    }
    img { transition: transform .25s ease; }
    a:hover img { transform: scale(1.03); }
    .file { display: grid; place-items: center; color: var(--soft); }
    figcaption { display: grid; gap: .1rem; padding: .8rem 1rem 1rem; overflow-wrap: anywhere; }
    figcaption b { font-weight: 600; }
    figcaption span, time { color: var(--soft); font-size: .88rem; }
    footer { margin-top: 4rem; color: var(--soft); font-size: .9rem; text-align: center; }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important; } }
    @media print {
      nav, footer { display: none; }
      section { content-visibility: visible; }
      figure { break-inside: avoid; box-shadow: 0 0 0 1px #ccc; }
    }

    """
}
