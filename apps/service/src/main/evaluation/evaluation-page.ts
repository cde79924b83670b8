import type { UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import { type Content, type Html, html, Html as Markup } from '../../http/reference/html.ts';
import { palette } from '../../http/reference/reference-style.ts';
import type { ConversationEvaluation, Evaluation, PersonEvaluation } from '../../workflows/evaluate-agent.ts';
import type { Place } from '../../workflows/evaluation/coverage.ts';
import { everydaySection, testCaseSection } from './bench-sections.ts';
import { mark, transcript } from './call-transcript.ts';
import {
  counted,
  endingInWords,
  endingsOf,
  milliseconds,
  minutes,
  peopleWords,
  problemsOf,
  share,
  shownAs,
  spendingWords,
  thinkers,
} from './evaluation-words.ts';

/** The evaluation as one page that needs nothing but itself: no script, no other file, nothing from the network. */
export function evaluationPage(evaluation: Evaluation): string {
  const { agent, coverage, people } = evaluation;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${agent.name} · evaluation</title>
<style>${new Markup(evaluationStyle)}</style>
</head>
<body>
<header class="head">
  <p class="kicker">Parley evaluation</p>
  <h1>${agent.name}</h1>
  <p class="facts">${agent.type === 'PHONE' ? 'By telephone' : 'Online'} · ${agent.language} · at most ${counted(agent.duration, 'minute')} · ${peopleWords(evaluation)}</p>
  <p class="verdict ${evaluation.isRight ? 'good' : 'bad'}">${mark(evaluation.isRight)} ${verdict(evaluation)}</p>
</header>
<main>
${summary(evaluation)}
${problems(evaluation)}
${testCaseSection(evaluation)}
${everydaySection(evaluation)}
<section aria-labelledby="flow">
  <h2 id="flow">The flow</h2>
  <p class="lead">How many of the ${evaluation.calls.answered} answered calls came to each place.</p>
  <ol class="outline">${coverage.outline.map((place) => outline(place, evaluation.calls.answered))}</ol>
</section>
<section aria-labelledby="people">
  <h2 id="people">The people</h2>
  <p class="lead">Open one to read what was said.</p>
  <ul class="people">${people.map(person)}</ul>
</section>
</main>
<footer>Played in memory on the simulated telephone network: nobody was called.</footer>
</body>
</html>
`.markup;
}

function verdict({ isRight, conversations, breaches, cast, flowFaults, testCases }: Evaluation): string {
  const failed = testCases.filter((one) => !one.passed).length;
  if (isRight) return 'Every conversation ended as it should, and no rule was broken.';
  const wrong = conversations.total - conversations.right;
  return [
    ...(wrong === 0 ? [] : [`${counted(wrong, 'conversation')} came to a wrong end`]),
    ...(breaches === 0 ? [] : [`rules were broken ${counted(breaches, 'time')}`]),
    ...(flowFaults.length === 0 ? [] : [`the flow has ${counted(flowFaults.length, 'fault')}`]),
    ...(failed === 0 ? [] : [`${counted(failed, 'test case')} failed`]),
    ...(cast?.trouble === undefined ? [] : ['fewer personas than requested were called']),
  ]
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())
    .concat('.');
}

function summary(evaluation: Evaluation): Html {
  const { conversations, breaches, coverage, questions, calls, turns, durationSeconds, effort, cast } =
    evaluation;
  return html`<dl class="cards">
${card('Outcomes', `${conversations.right} of ${conversations.total}`, 'conversations ended as they should', { part: conversations.right, whole: conversations.total, tone: conversations.right === conversations.total ? 'good' : 'bad' })}
${card('Coverage', share(coverage.visited, coverage.total), `${coverage.visited} of ${coverage.total} steps of the flow`, { part: coverage.visited, whole: coverage.total, tone: coverage.visited === coverage.total ? 'good' : 'poor' })}
${card('Questions', `${questions.answered} of ${questions.asked}`, 'answered when they were asked', { part: questions.answered, whole: questions.asked, tone: 'plain' })}
${card('Rules', breaches === 0 ? 'All kept' : `${breaches} broken`, `in ${counted(calls.placed, 'call')}`, { part: 1, whole: 1, tone: breaches === 0 ? 'good' : 'bad' })}
${card('Calls', String(calls.placed), `placed, ${calls.answered} answered; ${counted(turns, 'turn')} in ${minutes(durationSeconds)}`)}
${card('Dialogue model', milliseconds(effort.p95Ms), `at the 95th percentile of ${counted(effort.asked, 'time')}, ${milliseconds(effort.p50Ms)} in the middle; ${thinkers(effort)}`)}
${effort.thinking.length === 0 ? '' : card('Models', counted(tokensOf(effort.thinking), 'token'), spendingWords(effort.thinking))}
${cast === undefined ? '' : card('Personas', `${cast.played} of ${cast.wanted}`, [cast.trouble ?? 'invented and played by a language model', spendingWords(cast.thinking)].join('; '), { part: cast.played, whole: cast.wanted, tone: cast.trouble === undefined ? 'good' : 'bad' })}
</dl>`;
}

const tokensOf = (thinking: readonly UsageByModel[]): number =>
  thinking.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);

interface Bar {
  readonly part: number;
  readonly whole: number;
  readonly tone: 'good' | 'bad' | 'poor' | 'plain';
}

const card = (name: string, figure: string, words: string, bar?: Bar): Html => html`<div class="card">
<dt>${name}</dt>
<dd><strong>${figure}</strong> <span>${words}</span>${bar ? meter(bar) : ''}</dd>
</div>`;

const meter = ({ part, whole, tone }: Bar): Html =>
  html`<span class="bar ${tone}" aria-hidden="true"><i style="width: ${percent(part, whole)}%"></i></span>`;

const percent = (part: number, whole: number): string =>
  (whole === 0 ? 100 : (100 * part) / whole).toFixed(1);

function problems(evaluation: Evaluation): Content {
  const found = problemsOf(evaluation);
  const { flowFaults } = evaluation;
  if (found.length + flowFaults.length === 0) return '';
  return html`<section aria-labelledby="problems">
<h2 id="problems">What went wrong</h2>
${[...Map.groupBy(flowFaults, ({ rule }) => rule)].map(
  ([rule, some]) => html`<div class="problem"><h3>${rule}</h3>
<ul>${some.map(({ evidence }) => html`<li class="wide"><span>${evidence}</span></li>`)}</ul></div>`,
)}
${found.map(
  ([what, where]) => html`<div class="problem"><h3>${what}</h3>
<ul>${where.map(
    ({ digits, seed, callNumber, evidence }) =>
      html`<li><a href="#${place(digits, seed)}">${shownAs(digits)}, seed ${seed}, call ${callNumber}</a> <span>${evidence}</span></li>`,
  )}</ul></div>`,
)}
</section>`;
}

const place = (digits: string, seed: number): string => `person-${digits}-${seed}`;

const kinds: Readonly<Record<Place['kind'], string>> = {
  message: 'Message',
  section: 'Section',
  question: 'Question',
  branch: 'Branch',
};

function outline({ kind, label, detail, visits, answers, within }: Place, calls: number): Html {
  const about = [kinds[kind], detail, answers === undefined ? '' : `answered ${answers}`];
  return html`<li class="${kind}${visits === 0 ? ' never' : ''}">
<div class="place">
<span class="words"><b>${label}</b> <span class="detail">${about.filter((one) => one !== '' && one !== label).join(' · ')}</span></span>
${meter({ part: visits, whole: calls, tone: 'plain' })}
<span class="count">${visits === 0 ? 'never' : visits}<span class="visually-hidden">${visits === 0 ? ' visited' : ' calls'}</span></span>
</div>${within.length === 0 ? '' : html`<ol>${within.map((inner) => outline(inner, calls))}</ol>`}
</li>`;
}

function person(one: PersonEvaluation): Html {
  const { digits, who, isRight, conversations } = one;
  const calls = conversations.flatMap((conversation) => conversation.calls);
  const seconds = calls.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return html`<li><details${isRight ? '' : new Markup(' open')}>
<summary>
${mark(isRight)}<span class="visually-hidden">${isRight ? 'Right' : 'Wrong'}</span>
<span class="digits">${digits.replace('persona-', 'P')}</span>
<span class="who">${who}</span>
<span class="came">${endingsOf(one)}</span>
<span class="size">${counted(calls.length, 'call')}${seconds === 0 ? '' : ` · ${minutes(seconds)}`}</span>
</summary>
<div class="conversations">${conversations.map((conversation) => played(digits, conversation))}</div>
</details></li>`;
}

const played = (digits: string, { seed, isRight, calls }: ConversationEvaluation): Html =>
  html`<details id="${place(digits, seed)}"${isRight ? '' : new Markup(' open')}>
<summary>${mark(isRight)}<span class="visually-hidden">${isRight ? 'Right' : 'Wrong'}</span> Seed ${seed} <span class="came">${calls.map(({ ending }) => endingInWords(ending)).join(', then ')}</span></summary>
${calls.map((call) => transcript(call, calls.length))}
</details>`;

/** The colours of the reference, whose contrast was chosen there. */
const evaluationStyle = `${palette}
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
.problem li.wide { grid-template-columns: 1fr; }
.problem span { overflow-wrap: anywhere; }
.problem a { font-size: 0.8438rem; font-variant-numeric: tabular-nums; }

.figures { width: 100%; margin-top: 1rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.figures th, .figures td { padding: 0.4rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; }
.figures th:first-child { text-align: left; font-weight: 600; }
.figures thead th { color: var(--faint); font-size: 0.8125rem; }
.scroll { overflow-x: auto; }

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
