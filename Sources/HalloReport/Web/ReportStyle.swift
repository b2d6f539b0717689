/// The style sheet of a report.
enum ReportStyle {
  static let sheet: StaticString = """

    :root {
      color-scheme: light dark;
      --page: #fcfbf9; --ink: #23201d; --soft: #6b645c; --line: #e3ddd4; --fill: #f3efe9;
      --changed: #2f6aa8; --moved: #95610f; --shift: #c2851a; --removed: #b3402f; --kept: #a9a199;
      --was: #fbe9e5; --is: #e2f1e4; --past: #f4ead9; --limit: #7c4d0d;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #191715; --ink: #ebe6e0; --soft: #a69d93; --line: #38332e; --fill: #25211e;
        --changed: #74a9e0; --moved: #d9a551; --shift: #d9a551; --removed: #e57f6d; --kept: #6f675f;
        --was: #43241e; --is: #1d3624; --past: #2c2417; --limit: #e3b873;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
    body {
      max-width: 74rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3rem) 5rem;
      background: var(--page); color: var(--ink); overflow-wrap: break-word;
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    header { padding: clamp(1.8rem, 5vw, 3.5rem) 0 1rem; }
    .from { margin: 0 0 .8rem; color: var(--soft); font-size: .9rem; }
    .from time { white-space: nowrap; }
    .mark {
      margin: 0 .5rem; padding: .15rem .6rem; border: 1px solid currentColor; border-radius: 1rem;
      color: var(--limit); font-weight: 600; white-space: nowrap;
    }
    h1 { max-width: 26em; margin: 0 0 .4rem; font-size: clamp(1.6rem, 4vw, 2.4rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: pretty; }
    h2 { margin: 0 0 1.2rem; padding-top: 1.6rem; border-top: 1px solid var(--ink); font-size: 1.3rem; line-height: 1.3; text-wrap: balance; }
    section { padding-bottom: 2.6rem; }
    p { max-width: 44em; margin: 0 0 1rem; }
    a { color: var(--changed); text-underline-offset: .2em; }
    a:focus-visible, summary:focus-visible { outline: 3px solid var(--changed); outline-offset: 3px; border-radius: 2px; }
    nav ol { columns: 20rem; margin: 0 0 2rem; padding: 0; list-style: none; font-size: .95rem; }
    nav li { padding: .15rem 0; break-inside: avoid; }
    code { font: .86em/1.5 var(--mono); }
    code, .long { overflow-wrap: anywhere; }
    .word { white-space: nowrap; }
    .group { padding-right: .5ch; }
    .number { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
    .more, .next { color: var(--soft); }

    .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 10rem)); gap: 1.2rem 1.5rem; margin: 0 0 2.4rem; }
    .figures > div { display: flex; flex-direction: column-reverse; }
    .figures dd { margin: 0; font-size: 1.9rem; font-weight: 600; line-height: 1.15; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
    .figures dt { color: var(--soft); font-size: .9rem; }
    .record { margin: 0; }
    .record + p { margin-top: 1.2rem; }
    .record > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
    .record dt { color: var(--soft); }
    .record dd { margin: 0; }
    .signature { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin: 4rem 0 0; }
    .signature > div { flex: 1 1 12rem; display: flex; flex-direction: column-reverse; }
    .signature dd { height: 2.2rem; margin: 0; border-bottom: 1px solid var(--ink); }
    .signature dt { padding-top: .3rem; color: var(--soft); font-size: .9rem; }

    table { width: 100%; margin: 0 0 1.6rem; border-collapse: collapse; font-size: .95rem; }
    th, td { padding: .45rem 1.2rem .45rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: baseline; font-weight: 400; }
    th:last-child, td:last-child { padding-right: 0; }
    thead th { border-top: 0; border-bottom: 1px solid var(--soft); color: var(--soft); font-size: .88rem; vertical-align: bottom; }
    th.number, td.number { text-align: right; white-space: nowrap; }
    thead th.number { white-space: normal; }
    tbody tr:first-child > * { border-top: 0; }
    tr.on > td { padding-top: 0; border-top: 0; }

    .narrow { width: auto; min-width: min(100%, 26rem); }

    .changes { table-layout: fixed; }
    .changes thead th:first-child { width: 26%; }
    .changes tbody + tbody tr:first-child > * { border-top: 1px solid var(--line); }
    .changes tbody th[colspan] { padding: 1rem 0 .5rem; }
    .changes tr:not(:first-child) > * { border-top: 0; padding-top: .15rem; padding-bottom: .3rem; }
    .changes tbody tr:last-child > * { padding-bottom: 1rem; }
    .changes tbody tr:not(:first-child) th { padding-left: 1rem; color: var(--soft); }
    del, ins { display: block; padding: .2rem .6rem; border-radius: .25rem; text-decoration: none; }
    del { background: var(--was); }
    ins { background: var(--is); }
    .tag { display: inline-block; min-width: 5.2rem; margin-right: .4rem; font-size: .88rem; font-weight: 600; }
    .tag.changed { color: var(--changed); }
    .tag.moved { color: var(--moved); }
    .tag.removed { color: var(--removed); }

    figure { margin: 0 0 2rem; }
    figcaption { margin-bottom: .9rem; font-size: .95rem; }
    figcaption b { margin-right: .6rem; font-weight: 600; }
    .key { margin-right: .9rem; color: var(--soft); white-space: nowrap; }
    .key::before { content: ""; display: inline-block; width: .7rem; height: .7rem; margin-right: .4rem; border-radius: 2px; background: var(--tone); }
    .key.changed { --tone: var(--changed); }
    .key.moved { --tone: var(--shift); }
    .key.removed { --tone: var(--removed); }
    .key.kept { --tone: var(--kept); }
    .lines { margin: 0; padding: 0; list-style: none; }
    .lines li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1rem; margin-bottom: .7rem; }
    .lines svg { grid-column: 1 / -1; border-radius: 2px; }
    svg { display: block; overflow: visible; font: .75rem system-ui, sans-serif; fill: var(--soft); font-variant-numeric: tabular-nums; }
    rect.changed { fill: var(--changed); }
    rect.moved { fill: var(--shift); }
    rect.removed { fill: var(--removed); }
    rect.kept { fill: var(--kept); }
    rect.rail { fill: var(--fill); }
    rect.past { fill: var(--past); }
    line.ground { stroke: var(--soft); }
    line.limit { stroke: var(--limit); stroke-width: 1.5; stroke-dasharray: 4 3; }
    text.limit { fill: var(--limit); font-weight: 600; }
    .months { display: grid; grid-template-columns: 44px minmax(0, 1fr); }
    details { margin-bottom: 1.6rem; }
    summary { margin-bottom: .8rem; color: var(--changed); cursor: pointer; }

    @media (min-width: 44.01rem) {
      .lines li { grid-template-columns: minmax(8rem, 24rem) minmax(0, 1fr) 4rem; gap: 0 1rem; align-items: center; margin-bottom: .35rem; }
      .lines svg { grid-area: 1 / 2; }
      .lines .number { grid-area: 1 / 3; }
    }
    @media screen and (min-width: 64rem) {
      :is(th, td):has(> code) { min-width: 11rem; }
    }
    @media (max-width: 64rem) {
      td .word { white-space: normal; }
    }
    @media (max-width: 44rem) {
      text.small { display: none; }
      .record > div { grid-template-columns: minmax(0, 1fr); }
      .stacks, .stacks tbody, .stacks tr, .stacks th, .stacks td,
      .changes, .changes tbody, .changes tr, .changes th, .changes td { display: block; width: 100%; }
      .stacks thead, .changes thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .stacks th, .stacks td { padding: 0; border: 0; }
      .stacks tr { padding: .7rem 0; border-top: 1px solid var(--line); }
      .stacks tr.on { padding-top: 0; border-top: 0; }
      .stacks tbody th { padding-bottom: .2rem; font-weight: 600; }
      .stacks td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0 1rem; align-items: baseline; }
      .stacks td:empty { display: none; }
      .stacks tr.on td::before { content: ""; }
      .stacks tbody th.number, .mixed td.number { text-align: left; }
      .stacks th[data-label]::before { content: attr(data-label) " "; }
      .stacks td::before, .changes td[data-label]::before { content: attr(data-label); color: var(--soft); font: .88rem/1.7 system-ui, sans-serif; text-align: left; white-space: normal; }
      .changes tr:not(:first-child) { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .6rem; padding-bottom: .6rem; }
      .tag { display: block; }
      .changes tr > *, .changes tr:not(:first-child) > *, .changes tbody tr:last-child > * { padding: 0; }
      .changes tbody th[colspan] { padding: .7rem 0 .4rem; }
      .changes tbody tr:not(:first-child) th { grid-column: 1 / -1; padding: 0; }
    }
    @media print {
      @page { margin: 15mm; }
      :root {
        color-scheme: light;
        --page: #fff; --ink: #000; --soft: #555; --line: #ccc; --fill: #f3f3f3;
        --changed: #2f6aa8; --moved: #95610f; --shift: #c2851a; --removed: #b3402f; --kept: #a9a199;
        --was: #fbe9e5; --is: #e2f1e4; --past: #f4ead9; --limit: #7c4d0d;
      }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      html { font-size: 9.5pt; }
      body { max-width: none; padding: 0; }
      header { padding-top: 0; }
      nav { display: none; }
      h2 { break-after: avoid; }
      tr, figure, .record > div, .signature { break-inside: avoid; }
      details::details-content { content-visibility: visible; display: block; }
      summary { display: none; }
    }

    """
}
