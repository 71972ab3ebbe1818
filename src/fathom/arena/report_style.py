"""The style of the report of an arena: light and dark, on paper, on a phone."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1b1f; --faint: #5c5c66; --line: #d8d8de; --soft: #f1f1f5;
  --series-1: #0b5fa5; --series-2: #b3400b; --series-3: #1e7a3c;
  --series-4: #8a2d8f; --series-5: #8a6100; --series-6: #5b5b66;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17171b; --ink: #ececf1; --faint: #a9a9b5; --line: #3a3a44; --soft: #222229;
    --series-1: #6db5f2; --series-2: #ff9a66; --series-3: #6fcf8f;
    --series-4: #dd94e2; --series-5: #e2b84d; --series-6: #b5b5c0;
  }
}
body {
  margin: 0 auto; padding: 1.5rem; max-width: 64rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
p { max-width: 44rem; }
.faint, caption { color: var(--faint); }
.wide { overflow-x: auto; }
.wide:focus-visible { outline: 2px solid var(--series-1); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding-bottom: .4rem; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; }
thead th { vertical-align: bottom; }
tbody th { font-weight: 600; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; }
td.self { background: var(--soft); }
.picture { display: block; width: 100%; min-width: 36rem; height: auto; }
.picture text { fill: var(--ink); font-family: inherit; }
.picture .tick { fill: var(--faint); }
.picture .grid { stroke: var(--line); stroke-width: 1; fill: none; }
.picture .bar { stroke: var(--series-1); stroke-width: 2; fill: none; }
.picture .point { fill: var(--series-1); }
.picture .series { fill: none; stroke-width: 2; stroke-linejoin: round; }
.picture .lead { stroke-width: 1; stroke-dasharray: 2 2; }
.s1 { stroke: var(--series-1); }
.s2 { stroke: var(--series-2); }
.s3 { stroke: var(--series-3); }
.s4 { stroke: var(--series-4); }
.s5 { stroke: var(--series-5); }
.s6 { stroke: var(--series-6); }
@media print { body { max-width: none; } }
"""
