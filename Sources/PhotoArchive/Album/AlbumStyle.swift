/// The style sheet of an album, and what else may be loaded.
enum AlbumStyle {
  /// The pictures: `file:` is for the folder on a disk, `'self'` for one on a server.
  static let policy = "img-src 'self' file:; "

  static let sheet: StaticString = """

    :root {
      color-scheme: light dark;
      --page: #fbf9f5; --ink: #2c2723; --soft: #756b62; --line: #e6dfd5; --mat: #efeae2; --tint: #9c4a25;
      --edge: clamp(1.25rem, 5vw, 4.5rem);
      --high: clamp(15rem, 21vw, 21rem);
      --wide: min(100vw - 2 * var(--edge) - 1rem, 84rem);
      --serif: ui-serif, "Iowan Old Style", Charter, Georgia, "Noto Serif", serif;
    }
    @media (prefers-color-scheme: dark) {
      :root { --page: #1a1715; --ink: #ece6df; --soft: #a69b91; --line: #37312c; --mat: #26221f; --tint: #eba583; }
    }
    * { box-sizing: border-box; }
    html { scrollbar-gutter: stable; -webkit-text-size-adjust: 100%; }
    html:has(.viewer:target) { overflow: hidden; }
    body {
      margin: 0 auto; padding: 0 var(--edge) 5rem; max-width: calc(84rem + 2 * var(--edge));
      background: var(--page); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    a { color: inherit; }
    a:focus-visible { outline: 3px solid var(--tint); outline-offset: 3px; }
    header { padding: clamp(3rem, 9vw, 7rem) 0 0; }
    h1, h2 { margin: 0; font-family: var(--serif); font-weight: 400; text-wrap: balance; overflow-wrap: anywhere; }
    h1 { font-size: clamp(2.4rem, 6vw, 4.2rem); line-height: 1.1; letter-spacing: -.015em; }
    header > p { margin: .8rem 0 2.2rem; color: var(--soft); font-size: 1.1rem; }
    nav p { margin: .3rem 0; padding-left: 4rem; line-height: 2.1; text-indent: -4rem; }
    nav b { display: inline-block; min-width: 4rem; font: 1.05rem var(--serif); text-indent: 0; }
    nav a { display: inline-block; margin-right: 1.1rem; text-indent: 0; color: var(--soft); text-decoration: none; }
    nav a:hover { color: var(--tint); text-decoration: underline; text-underline-offset: .25em; }
    section { padding-top: clamp(3rem, 6vw, 5rem); }
    h2 { padding-bottom: .7rem; border-bottom: 1px solid var(--line); font-size: clamp(1.6rem, 3vw, 2.1rem); }
    small { margin-left: .5rem; color: var(--soft); font: .95rem system-ui, sans-serif; }
    .photos { display: flex; flex-wrap: wrap; gap: 2.2rem 1.6rem; padding-top: 1.8rem; }
    figure { width: min-content; min-width: 12rem; margin: 0; scroll-margin-block: 4rem; }
    figure > a { display: block; text-decoration: none; }
    figure > a > img, .file {
      display: block; width: auto; max-width: var(--wide); height: var(--high); border-radius: .3rem;
      background: var(--mat); object-fit: cover; font-size: .9rem; color: var(--soft);
    }
    img:not([width]), .file { aspect-ratio: 4 / 3; }
    .file { display: grid; place-items: center; }
    figure > a:hover > img { filter: brightness(1.04); }
    figcaption { padding-top: .6rem; overflow-wrap: anywhere; }
    figcaption > * { display: block; }
    b { font-weight: 550; }
    figcaption b { line-height: 1.35; }
    figcaption span, time { color: var(--soft); font-size: .92rem; }
    .viewer {
      position: fixed; inset: 0; z-index: 1; display: none; grid-template: minmax(0, 1fr) auto / 100%;
      background: var(--page);
    }
    .viewer:target { display: grid; }
    .viewer img {
      width: 100%; height: 100%; padding: 1.2rem clamp(.6rem, 5vw, 4.5rem) 0; aspect-ratio: auto; object-fit: contain;
    }
    .viewer p { margin: 0; padding: .9rem var(--edge) 1.4rem; text-align: center; overflow-wrap: anywhere; }
    .viewer p > * { margin: 0 .45rem; }
    .viewer p a { color: var(--soft); font-size: .92rem; }
    .viewer > a {
      position: absolute; z-index: 1; display: grid; place-items: center; width: 2.8rem; height: 2.8rem; border-radius: 50%;
      background: var(--page); opacity: .85; font-size: 1.7rem; line-height: 1; text-decoration: none;
    }
    .viewer > a:hover { color: var(--tint); opacity: 1; }
    .back { top: .8rem; right: .8rem; }
    .before { top: calc(50% - 2.8rem); left: .5rem; }
    .after { top: calc(50% - 2.8rem); right: .5rem; }
    .back::before { content: "\\D7"; }
    .before::before { content: "\\2039"; }
    .after::before { content: "\\203A"; }
    footer { margin-top: 6rem; color: var(--soft); font-size: .92rem; text-align: center; }
    @media (max-width: 40rem) {
      .photos { display: block; }
      figure { width: auto; margin-bottom: 2.4rem; }
      figure > a { margin: 0 calc(-1 * var(--edge)); }
      figure > a > img, .file { width: 100%; max-width: none; height: auto; max-height: 85vh; border-radius: 0; object-fit: contain; }
    }
    @media print {
      @page { margin: 14mm; }
      :root { --page: #fff; --ink: #000; --soft: #555; --line: #bbb; --mat: #fff; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      header { padding: 0; }
      header > p { margin-bottom: 0; }
      nav, footer, .viewer, .viewer:target { display: none; }
      section { padding-top: 8mm; }
      h1 { font-size: 26pt; }
      h2 { font-size: 16pt; break-after: avoid; }
      .photos { display: block; padding-top: 5mm; orphans: 1; widows: 1; }
      figure { display: inline-block; width: 48%; min-width: 0; margin: 0 1.5% 6mm 0; vertical-align: top; break-inside: avoid; }
      figure > a { margin: 0; }
      figure > a > img { width: auto; max-width: 100%; height: auto; max-height: 100mm; }
    }

    """
}
