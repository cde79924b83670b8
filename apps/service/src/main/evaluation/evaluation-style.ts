import { palette } from '../../http/reference/reference-style.ts';

/** The colours of the reference, whose contrast was chosen there. */
export const evaluationStyle = `${palette}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.25rem 4rem; background: var(--page); color: var(--text);
  font: 400 0.9375rem/1.6 var(--sans); -webkit-font-smoothing: antialiased;
}
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; letter-spacing: -0.01em; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
section { margin-top: 3rem; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--faint); font-size: 0.8125rem; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.kicker { color: var(--accent); font-size: 0.8125rem; font-weight: 600; }
.facts, .lead { color: var(--soft); }
.verdict { display: flex; gap: 0.6rem; align-items: baseline; margin-top: 1.25rem; padding: 0.75rem 1rem; border-radius: 12px; font-weight: 600; }
.verdict.good { background: var(--green-soft); color: var(--green); }
.verdict.bad { background: var(--red-soft); color: var(--red); }
.mark { font-weight: 700; }
.mark.good { color: var(--green); }
.mark.bad { color: var(--red); }

.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.75rem; margin-top: 1.5rem; }
.card { padding: 1rem 1.1rem 1.1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.card dt { color: var(--faint); font-size: 0.8125rem; font-weight: 600; }
.card strong { display: block; font-size: 1.6rem; line-height: 1.3; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.card span { color: var(--soft); font-size: 0.8438rem; }
.bar { display: block; height: 6px; border-radius: 3px; background: var(--line); overflow: hidden; }
.bar i { display: block; height: 100%; border-radius: 3px; background: var(--accent); }
.bar.good i { background: var(--green); }
.bar.bad i { background: var(--red); }
.bar.poor i { background: var(--amber); }
.card .bar { margin-top: 0.75rem; }

.problem { margin-top: 1rem; padding: 0.9rem 1.1rem 1rem; border-radius: 12px; background: var(--red-soft); }
.problem h3 { margin: 0 0 0.3rem; color: var(--red); font-size: 1rem; }
.problem li { display: grid; grid-template-columns: 11.5rem minmax(0, 1fr); gap: 0.2rem 1rem; padding: 0.15rem 0; }
.problem span { overflow-wrap: anywhere; }
.problem a { font-size: 0.8438rem; font-variant-numeric: tabular-nums; }

.outline { margin-top: 1rem; padding: 0.5rem 0; border: 1px solid var(--line); border-radius: 12px; }
.outline ol { margin-left: 1.15rem; border-left: 2px solid var(--line); }
.place { display: grid; grid-template-columns: minmax(0, 1fr) 8rem 3rem; gap: 1rem; align-items: center; padding: 0.45rem 1.1rem; }
.outline ol .place { padding-left: 0.95rem; }
.count { text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
.never > .place { background: var(--amber-soft); }
.never > .place .count { color: var(--amber); }
.words { overflow-wrap: anywhere; }
.words b { font-weight: 500; }
.section > .place b, .message > .place b { font-weight: 650; }
.branch > .place b::before { content: 'if '; color: var(--faint); font-weight: 400; }
.detail { display: block; color: var(--faint); font-size: 0.8125rem; }

.people { margin-top: 1rem; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.people > li + li { border-top: 1px solid var(--line); }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
.people > li > details > summary { display: grid; grid-template-columns: 1rem 3rem minmax(0, 1.1fr) minmax(0, 1.1fr) 9.5rem; gap: 0.8rem; align-items: baseline; padding: 0.7rem 1rem; }
.people > li > details > summary:hover { background: var(--surface); }
.people > li > details[open] > summary { background: var(--surface); border-bottom: 1px solid var(--line); }
.digits { font-family: var(--mono); font-size: 0.8438rem; color: var(--faint); }
.who { font-weight: 600; }
.came { color: var(--soft); }

.size { text-align: right; color: var(--faint); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.conversations { padding: 0.6rem 1rem 1rem; }
.conversations > details > summary { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0.4rem 0; }
.conversations > details > summary::after, .people > li > details > summary .size::after { content: '▸'; margin-left: 0.5rem; color: var(--faint); }
.conversations > details[open] > summary::after, .people > li > details[open] > summary .size::after { content: '▾'; }
.call { padding: 0.2rem 0 1rem; }
.about { color: var(--soft); font-size: 0.8438rem; }
.wrong { margin-top: 0.5rem; padding: 0.5rem 0.8rem; border-radius: 8px; background: var(--red-soft); overflow-wrap: anywhere; }
.wrong b { color: var(--red); }
.talk { display: grid; gap: 0.5rem; margin-top: 0.8rem; }
.talk li { max-width: 80%; padding: 0.5rem 0.85rem 0.6rem; border-radius: 12px; }
.talk p { overflow-wrap: anywhere; }
.talk .agent { justify-self: start; background: var(--accent-soft); border-bottom-left-radius: 4px; }
.talk .contact { justify-self: end; background: var(--sunken); border-bottom-right-radius: 4px; }
.speaker { font-size: 0.75rem; font-weight: 600; color: var(--soft); }
.time { font-size: 0.75rem; color: var(--faint); font-variant-numeric: tabular-nums; }

@media (max-width: 44rem) {
  body { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  .cards { grid-template-columns: repeat(2, 1fr); }
  .card strong { font-size: 1.3rem; }
  .place { grid-template-columns: minmax(0, 1fr) 3rem; }
  .place .bar { display: none; }
  .outline ol { margin-left: 0.8rem; }
  .problem li { grid-template-columns: 1fr; padding: 0.3rem 0; }
  .people > li > details > summary { grid-template-columns: 1rem 2.6rem minmax(0, 1fr); gap: 0.2rem 0.6rem; }
  .people .came, .people .size { grid-column: 3; text-align: left; }
  .talk li { max-width: 92%; }
}
`;
