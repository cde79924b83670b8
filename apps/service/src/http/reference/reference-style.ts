const referenceContentStyle = `
h1 { font-size: clamp(1.9rem, 1.4rem + 1.6vw, 2.5rem); font-weight: 700; line-height: 1.15; letter-spacing: -0.03em; }
h2 { font-size: 1.6rem; font-weight: 680; line-height: 1.25; letter-spacing: -0.022em; }
h3 { font-size: 1.2rem; font-weight: 650; line-height: 1.35; letter-spacing: -0.014em; }
h4 { font-size: 0.875rem; font-weight: 650; line-height: 1.4; }
.introduction > .operation { padding-top: 4rem; }
.eyebrow { padding-bottom: 0.5rem; color: var(--accent); font-size: 0.8125rem; font-weight: 600; }
.lead { padding-top: 0.75rem; color: var(--soft); font-size: 1.0938rem; line-height: 1.55; }
.machine { color: var(--faint); font-size: 0.8125rem; }
.anchor { margin-left: 0.4rem; color: var(--faint); font-weight: 400; text-decoration: none; opacity: 0; }
h3:hover .anchor, .anchor:focus-visible { opacity: 1; }

.prose { color: var(--soft); overflow-wrap: break-word; }
.prose > * + * { margin-top: 0.75rem; }
.prose ul, .prose ol { padding-left: 1.25rem; }
.prose li + li { margin-top: 0.3rem; }
.prose li::marker { color: var(--faint); }
.prose strong { color: var(--text); font-weight: 620; }
.prose h3 { margin-top: 2rem; color: var(--text); font-size: 1.0938rem; }
.prose > code, .prose :not(pre) > code, .note code, .limits code, .values code {
  padding: 0.1em 0.36em; border: 1px solid var(--line); border-radius: 5px; background: var(--surface); color: var(--text);
  overflow-wrap: anywhere;
}
.prose-code { padding: 0.9rem 1rem; border-radius: 10px; background: var(--code-page); color: var(--code-text); overflow-x: auto; }
.introduction .prose { padding-top: 1.25rem; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; }
.table table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
.table th { background: var(--surface); color: var(--text); font-weight: 600; text-align: left; white-space: nowrap; }
.table th, .table td { padding: 0.5rem 0.9rem; vertical-align: top; }
.table tr + tr td, .table tbody td { border-top: 1px solid var(--line); }

.endpoint { display: flex; align-items: center; gap: 0.6rem; margin-top: 0.6rem; min-width: 0; }
.path { font-size: 0.875rem; overflow-wrap: anywhere; }
.path-parameter { color: var(--accent); }
.method { flex: none; padding: 0.28rem 0.42rem; border-radius: 5px; font: 700 0.6875rem/1 var(--mono); letter-spacing: 0.03em; }
.method-get { color: var(--green); } .method.method-get { background: var(--green-soft); }
.method-post { color: var(--blue); } .method.method-post { background: var(--blue-soft); }
.method-put, .method-patch { color: var(--amber); } .method.method-put, .method.method-patch { background: var(--amber-soft); }
.method-delete { color: var(--red); } .method.method-delete { background: var(--red-soft); }
.method-event, .method-head, .method-options { color: var(--violet); }
.method.method-event, .method.method-head, .method.method-options { background: var(--violet-soft); }
.needs { display: flex; flex-wrap: wrap; gap: 0.45rem 1.5rem; margin-top: 0.9rem; font-size: 0.8125rem; }
.needs div { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 0.5rem; }
.needs dt { color: var(--faint); }
.chip { padding: 0.1rem 0.45rem; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--surface); font-size: 0.78rem; overflow-wrap: anywhere; }
.chip-admin { border-color: transparent; background: var(--amber-soft); color: var(--amber); font-weight: 600; }
.note { font-size: 0.875rem; color: var(--soft); }
.about > .note, .group-head .note { margin-top: 1rem; font-size: 0.9375rem; }
.part { margin-top: 1.6rem; }
.part > h4 { padding-bottom: 0.6rem; border-bottom: 1px solid var(--line); }
.part > .note { padding-top: 0.6rem; }
.content-type { margin-left: 0.4rem; color: var(--faint); font: 400 0.75rem/1 var(--mono); }

.property-list { list-style: none; }
.property { padding: 0.85rem 0; }
.property + .property { border-top: 1px solid var(--line); }
.property-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.15rem 0.55rem; }
.property-name { font-size: 0.8438rem; font-weight: 650; overflow-wrap: anywhere; }
.property-type { color: var(--faint); font-size: 0.8125rem; }
.type-link { color: inherit; text-decoration-color: var(--line-strong); }
.type-link:hover { color: var(--accent); }
.mark { color: var(--faint); font-size: 0.75rem; font-weight: 500; }
.mark-required { color: var(--red); }
.mark-deprecated { padding: 0 0.4rem; border-radius: 5px; background: var(--amber-soft); color: var(--amber); letter-spacing: 0; }
.property > .note { margin-top: 0.25rem; }
.limits { display: flex; flex-wrap: wrap; margin-top: 0.3rem; color: var(--faint); font-size: 0.8125rem; list-style: none; }
.limits li + li::before { content: '·'; padding: 0 0.45rem; }
.limits li:first-child::first-letter { text-transform: uppercase; }
.values { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem; margin-top: 0.4rem; font-size: 0.8125rem; }
.values-title { margin-right: 0.15rem; color: var(--faint); }
.choice { padding: 0.8rem 0; }
.choice + .property-list { border-top: 1px solid var(--line); }
.nested > .choice { padding: 0.6rem 0 0; }
.nested > .choice + .property-list { border-top: 1px solid var(--line); }
.nested { margin-top: 0.55rem; }
.nested > summary {
  display: inline-flex; align-items: center; gap: 0.45rem; max-width: 100%; padding: 0.22rem 0.7rem 0.22rem 0.55rem; border: 1px solid var(--line-strong);
  border-radius: 999px; color: var(--soft); font-size: 0.78rem; font-weight: 500; list-style: none; cursor: pointer; user-select: none;
}
.nested > summary:hover { border-color: var(--faint); color: var(--text); }
.nested > summary::before, .object > summary::before, .code > summary::before {
  content: ''; flex: none; width: 0.36rem; height: 0.36rem; margin: 0 0.12rem; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg);
}
.nested[open] > summary::before, .object[open] > summary::before, .code[open] > summary::before { transform: translateY(-1px) rotate(45deg); }
summary::-webkit-details-marker { display: none; }
.nested > .property-list { margin-top: 0.6rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 10px; }
.nested > .variant, .nested > .note { margin-left: 0.25rem; }
.variant-title { font-size: 0.8125rem; font-weight: 600; }
.summary-detail { color: var(--faint); font-weight: 400; overflow-wrap: anywhere; }

.responses { list-style: none; }
.response { padding: 0.8rem 0; }
.response + .response { border-top: 1px solid var(--line); }
.response-head { display: grid; grid-template-columns: 3.1rem minmax(0, 1fr); align-items: baseline; font-size: 0.875rem; }
.response > .nested, .response > .note { margin-left: 3.1rem; }
.response > .note { margin-top: 0.15rem; font-size: 0.8125rem; color: var(--faint); }
.status { display: inline-block; justify-self: start; padding: 0.24rem 0.4rem; border-radius: 5px; font: 700 0.72rem/1 var(--mono); }
.status-1, .status-3, .status-other { background: var(--blue-soft); color: var(--blue); }
.status-2 { background: var(--green-soft); color: var(--green); }
.status-4 { background: var(--amber-soft); color: var(--amber); }
.status-5 { background: var(--red-soft); color: var(--red); }

/* The panels are dark in both themes, so their badges take the dark theme's colours. */
.code {
  --green: #56d295; --blue: #7fb2ff; --amber: #f0b44c; --red: #ff8b93; --violet: #c79bff; --accent: #a9a6ff;
  --green-soft: #143324; --blue-soft: #182b4d; --amber-soft: #382a10; --red-soft: #431c22; --violet-soft: #2e2047;
  position: relative; min-width: 0; border: 1px solid var(--code-line); border-radius: 12px; background: var(--code-page); color: var(--code-text);
  box-shadow: var(--shadow); overflow: hidden;
}
.code figcaption, .code > summary, .code-empty {
  display: flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; padding: 0.5rem 5rem 0.5rem 0.9rem; background: var(--code-head); font-size: 0.8125rem;
}
.code figcaption, .code[open] > summary { border-bottom: 1px solid var(--code-line); }
.code > summary { list-style: none; cursor: pointer; color: var(--code-soft); }
.code > summary:hover { color: var(--code-text); }
.code :focus-visible { outline-offset: -2px; }
.code-title { color: var(--code-soft); font-family: var(--mono); font-size: 0.78rem; line-height: 1.5; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.code pre { max-height: 30rem; padding: 1rem; overflow: auto; font-size: 0.8125rem; line-height: 1.65; tab-size: 2; scrollbar-width: thin; scrollbar-color: #3b4357 transparent; }
.code pre code { font-size: inherit; }
.copy {
  position: absolute; top: 0.5rem; right: 0.6rem; min-height: 1.75rem; padding: 0 0.6rem; border: 1px solid transparent; border-radius: 6px;
  background: var(--code-head); color: var(--code-soft); font: 500 0.75rem/1 var(--sans); cursor: pointer;
}
.copy:hover { border-color: var(--code-line); color: var(--code-text); }
.shell-word { color: #c79bff; } .shell-string, .json-string { color: #8fdcae; }
.json-key { color: #9cc4ff; } .json-literal { color: #f5b87a; }
[data-api-key] { color: #ffd479; }

.objects { max-width: 46rem; padding: 1.5rem 0 5rem; }
.object { border-top: 1px solid var(--line); }
.object:last-child { border-bottom: 1px solid var(--line); }
.object > summary { display: flex; align-items: center; gap: 0.6rem; padding: 0.8rem 0.25rem; font-size: 0.9375rem; list-style: none; cursor: pointer; }
.object > summary code { font-weight: 600; }
.object > summary .summary-detail { font-size: 0.8125rem; }
.object > summary:hover { color: var(--accent); }
.object-body { padding: 0 0.25rem 1rem 1.35rem; scroll-margin-top: 4rem; }
@media (max-width: 52rem) {
  .response > .nested { margin-left: 0; }
  .nested > .property-list { padding: 0 0.75rem; }
  .anchor { display: none; }
  .code pre { max-height: 24rem; }
}
/* Beside the text the panels stay in view, so together they must fit into it. */
@media (min-width: 75.01rem) {
  .code pre { max-height: max(12rem, 42vh); }
  .code + .code { margin-top: -0.4rem; }
  figure.code + .code { margin-top: 0; }
}
`;

// Every text colour below was chosen for a contrast of at least 4.5 to 1 on the surface it stands on.
export const palette = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --surface: #f7f8fa; --sunken: #f1f2f6; --line: #e4e6ec; --line-strong: #d3d6df;
  --text: #1b1f2e; --soft: #4d5468; --faint: #666d80;
  --accent: #4c46d6; --accent-soft: #eeedfc;
  --green: #0a7040; --blue: #1c5fc4; --amber: #8d5300; --red: #bd2130; --violet: #7638c9;
  --green-soft: #e4f6ec; --blue-soft: #e6f0fd; --amber-soft: #fcf0dc; --red-soft: #fdebec; --violet-soft: #f3ebfd;
  --code-page: #12151f; --code-head: #191d2a; --code-line: #2a3041; --code-text: #dfe3ee; --code-soft: #9aa3b8;
  --shadow: 0 1px 2px rgb(20 24 40 / 6%), 0 8px 24px -12px rgb(20 24 40 / 28%);
  --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace;
  --side: 17.5rem; --bar: 3.5rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c0e14; --surface: #12151d; --sunken: #181c26; --line: #232836; --line-strong: #343b4d;
    --text: #e8eaf1; --soft: #b0b7c8; --faint: #8f97ab;
    --accent: #a9a6ff; --accent-soft: #1f2040;
    --green: #56d295; --blue: #7fb2ff; --amber: #f0b44c; --red: #ff8b93; --violet: #c79bff;
    --green-soft: #10291d; --blue-soft: #13233f; --amber-soft: #2e220c; --red-soft: #35161b; --violet-soft: #261a3b;
    --code-page: #11141c; --code-head: #171b25; --code-line: #272d3c;
    --shadow: none;
  }
}
`;

const layout = `
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 2rem; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 400 0.9375rem/1.6 var(--sans); -webkit-font-smoothing: antialiased; text-rendering: optimizeLegibility;
}
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, pre { margin: 0; }
ul, ol { padding: 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
code, pre, kbd { font-family: var(--mono); font-size: 0.86em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
::selection { background: color-mix(in srgb, var(--accent) 28%, transparent); }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip {
  position: fixed; z-index: 10; top: 0.75rem; left: 0.75rem; padding: 0.5rem 0.9rem; border-radius: 8px;
  background: var(--accent); color: var(--page); font-weight: 600; transform: translateY(-200%);
}
.skip:focus { transform: none; }
.bar { display: none; }

.navigation {
  position: fixed; inset: 0 auto 0 0; width: var(--side); height: 100%; max-height: none; margin: 0; padding: 0;
  display: flex; flex-direction: column; border: 0; border-right: 1px solid var(--line);
  background: var(--surface); color: var(--text);
}
.brand { display: flex; align-items: baseline; gap: 0.5rem; padding: 1.35rem 1.25rem 0.9rem; }
.brand a { color: inherit; font-weight: 650; font-size: 1.0625rem; letter-spacing: -0.015em; text-decoration: none; }
.version { color: var(--faint); font-size: 0.75rem; }
.filter { position: relative; padding: 0 1rem 0.75rem; }
.filter input, .key input {
  width: 100%; height: 2.25rem; padding: 0 2.2rem 0 0.75rem; border: 1px solid var(--line-strong); border-radius: 8px;
  background: var(--page); color: inherit; font: inherit; font-size: 0.875rem;
}
.filter input::placeholder, .key input::placeholder { color: var(--faint); opacity: 1; }
.filter input::-webkit-search-cancel-button { display: none; }
.filter input:focus, .key input:focus { outline: 2px solid var(--accent); outline-offset: 0; border-color: transparent; }
.filter kbd {
  position: absolute; top: 0.5rem; right: 1.5rem; padding: 0 0.4rem; border: 1px solid var(--line-strong); border-radius: 4px;
  color: var(--faint); font-size: 0.72rem; line-height: 1.2rem; pointer-events: none;
}
.navigation-scroll { flex: 1; min-height: 0; padding: 0 0.75rem 1.5rem; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin; }
.navigation-section { padding-top: 1rem; }
.navigation-section:first-child { padding-top: 0.4rem; }
.navigation-section h2 { padding: 0 0.5rem 0.25rem; font-size: 0.78rem; font-weight: 650; }
.navigation-section h2 a { color: inherit; text-decoration: none; }
.navigation-section ul { list-style: none; }
.navigation-section li a {
  display: flex; justify-content: space-between; align-items: center; gap: 0.5rem; padding: 0.28rem 0.5rem; border-radius: 6px;
  color: var(--soft); font-size: 0.84rem; line-height: 1.4; text-decoration: none; overflow-wrap: anywhere;
}
.navigation-section li a:hover { background: var(--sunken); color: var(--text); }
.navigation-section li a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 550; }
.verb { flex: none; font: 650 0.625rem/1 var(--mono); letter-spacing: 0.03em; }
.no-match { padding: 1rem 0.5rem; color: var(--soft); font-size: 0.84rem; }
.key { padding: 0.9rem 1rem 1rem; border-top: 1px solid var(--line); font-size: 0.78rem; }
.key label { display: block; padding-bottom: 0.35rem; font-weight: 600; }
.key input { padding-right: 0.75rem; font-family: var(--mono); font-size: 0.8rem; }
.key input[aria-invalid='true'] { border-color: var(--red); }
.key p { padding-top: 0.4rem; color: var(--faint); font-size: 0.72rem; line-height: 1.45; }

main { margin-left: var(--side); }
.group { max-width: 88rem; margin: 0 auto; padding: 0 3.5rem; }
.group + .group { border-top: 1px solid var(--line); }
.group-head { max-width: 44rem; padding: 3.5rem 0 0.5rem; }
.operation {
  display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 0 3.5rem; padding: 2.75rem 0 3rem; scroll-margin-top: 0;
}
.operation + .operation { border-top: 1px solid var(--line); }
.panels { position: sticky; top: 2rem; align-self: start; display: grid; gap: 1rem; min-width: 0; }
.about { min-width: 0; max-width: 46rem; }

@media (max-width: 75rem) {
  .operation { grid-template-columns: minmax(0, 1fr); gap: 2rem; }
  .panels { position: static; }
  .about, .panels { max-width: 46rem; width: 100%; }
  .group { padding: 0 2.5rem; }
}
@media (max-width: 52rem) {
  html { scroll-padding-top: calc(var(--bar) + 1rem); }
  .bar {
    position: sticky; z-index: 5; top: 0; display: flex; align-items: center; justify-content: space-between; height: var(--bar);
    padding: 0 1.25rem; border-bottom: 1px solid var(--line); background: color-mix(in srgb, var(--page) 94%, transparent);
    backdrop-filter: blur(12px);
  }
  .bar-title { color: inherit; font-weight: 650; letter-spacing: -0.015em; text-decoration: none; }
  .bar-menu {
    min-height: 2.25rem; padding: 0 0.9rem; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--page);
    color: inherit; font: 550 0.875rem/1 var(--sans); cursor: pointer;
  }
  .navigation { width: min(20rem, 86vw); box-shadow: 0 0 40px rgb(0 0 0 / 30%); }
  .navigation:not(:popover-open) { display: none; }
  .navigation::backdrop { background: rgb(8 10 18 / 45%); }
  .navigation-section li a { padding-block: 0.5rem; font-size: 0.9rem; }
  .filter kbd { display: none; }
  main { margin-left: 0; }
  .group { padding: 0 1.25rem; }
  .group-head { padding-top: 2.5rem; }
  .operation { padding: 2rem 0 2.25rem; }
}
@media print {
  .navigation, .bar, .skip, .copy { display: none; }
  main { margin: 0; }
  .operation { display: block; }
}
`;

/** Served at /docs/reference.css. */
export const referenceStyle = `${palette}${layout}${referenceContentStyle}`;
