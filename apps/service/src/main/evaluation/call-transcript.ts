import { type Html, html } from '../../http/reference/html.ts';
import type { CallEvaluation } from '../../workflows/evaluation/call-evaluation.ts';
import { counted, endingInWords, latencyWords, problemsIn, spendingWords } from './evaluation-words.ts';

export const mark = (isRight: boolean): Html =>
  isRight
    ? html`<span class="mark good" aria-hidden="true">✓</span>`
    : html`<span class="mark bad" aria-hidden="true">✗</span>`;

export const transcript = (call: CallEvaluation, calls: number): Html => html`<div class="call">
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
