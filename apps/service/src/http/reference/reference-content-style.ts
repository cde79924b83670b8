export const referenceContentStyle = `
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
