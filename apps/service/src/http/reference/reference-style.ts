import { referenceContentStyle } from './reference-content-style.ts';

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
