import type { UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import { type Content, type Html, html, Html as Markup } from '../../http/reference/html.ts';
import type {
  CallEvaluation,
  ConversationEvaluation,
  Evaluation,
  PersonEvaluation,
} from '../../workflows/evaluate-agent.ts';
import type { Place } from '../../workflows/evaluation/coverage.ts';
import { evaluationStyle } from './evaluation-style.ts';
import {
  counted,
  endingInWords,
  endingsOf,
  latencyWords,
  milliseconds,
  minutes,
  peopleWords,
  problemsIn,
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

const mark = (isRight: boolean): Html =>
  isRight
    ? html`<span class="mark good" aria-hidden="true">✓</span>`
    : html`<span class="mark bad" aria-hidden="true">✗</span>`;

function verdict({ isRight, conversations, breaches, cast }: Evaluation): string {
  if (isRight) return 'Every conversation came to the right end, and no rule was broken.';
  const wrong = conversations.total - conversations.right;
  return [
    ...(wrong === 0 ? [] : [`${counted(wrong, 'conversation')} came to a wrong end`]),
    ...(breaches === 0 ? [] : [`rules were broken ${counted(breaches, 'time')}`]),
    ...(cast?.trouble === undefined ? [] : ['not everybody could be tried who was wanted']),
  ]
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())
    .concat('.');
}

function summary(evaluation: Evaluation): Html {
  const { conversations, breaches, coverage, questions, calls, turns, durationSeconds, effort, cast } =
    evaluation;
  return html`<dl class="cards">
${card('Outcomes', `${conversations.right} of ${conversations.total}`, 'conversations came to the right end', { part: conversations.right, whole: conversations.total, tone: conversations.right === conversations.total ? 'good' : 'bad' })}
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
  if (found.length === 0) return '';
  return html`<section aria-labelledby="problems">
<h2 id="problems">What went wrong</h2>
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

const transcript = (call: CallEvaluation, calls: number): Html => html`<div class="call">
<p class="about">${calls === 1 ? 'It' : `Call ${call.number}`}: ${endingInWords(call.ending)}. Expected: ${call.expected}.${call.transcript.length === 0 ? ' Nobody spoke.' : ` ${counted(call.turns, 'turn')}, ${counted(call.durationSeconds, 'second')}, ${call.answered} of ${counted(call.asked, 'question')} answered.`}</p>
${call.effort.thinking.length === 0 ? '' : html`<p class="about">${spendingWords(call.effort.thinking)}; ${latencyWords(call.effort)}.</p>`}
${problemsIn(call).map(({ what, evidence }) => html`<p class="wrong"><b>${what}</b> ${evidence}</p>`)}
${
  call.transcript.length === 0
    ? ''
    : html`<ol class="talk">${call.transcript.map(
        ({ speaker, text, startTime }) =>
          html`<li class="${speaker === 'AI' ? 'agent' : 'contact'}"><span class="speaker">${speaker === 'AI' ? 'Agent' : 'Contact'}</span> <span class="time">${clock(startTime)}</span><p dir="auto">${text}</p></li>`,
      )}</ol>`
}
</div>`;

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
