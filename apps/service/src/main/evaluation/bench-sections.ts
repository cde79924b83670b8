import { type Content, type Html, html, Html as Markup } from '../../http/reference/html.ts';
import type { Evaluation } from '../../workflows/evaluate-agent.ts';
import type { EverydayCall, MannerEvaluation } from '../../workflows/evaluation/everyday.ts';
import { mark, transcript } from './call-transcript.ts';
import { endingInWords, everydayColumns, faultInWords, ofAll, share } from './evaluation-words.ts';

/** The agent's own test cases, each with the path of its call and what it expected in vain. */
export function testCaseSection({ testCases }: Evaluation): Content {
  if (testCases.length === 0) return '';
  return html`<section aria-labelledby="cases">
<h2 id="cases">Test cases</h2>
<p class="lead">${ofAll({ right: testCases.filter(({ passed }) => passed).length, total: testCases.length })} pass.</p>
<ul class="people">${testCases.map(
    ({
      name,
      passed,
      ending,
      failures,
      path,
      transcript: turns,
    }) => html`<li><details${passed ? '' : new Markup(' open')}>
<summary>${mark(passed)}<span class="visually-hidden">${passed ? 'Passed' : 'Failed'}</span> <span></span><span class="who">${name}</span> <span class="came">${endingInWords(ending)}</span></summary>
<div class="conversations">
${failures.map(({ kind, of, expected, actual }) => html`<p class="wrong"><b>${kind} ${of}</b> expected ${expected}, actual ${actual}</p>`)}
<p class="about">${path.map(({ label }) => label).join(' → ')}</p>
<ol class="talk">${turns.map(({ speaker, text }) => html`<li class="${speaker === 'AI' ? 'agent' : 'contact'}"><p dir="auto">${text}</p></li>`)}</ol>
</div></details></li>`,
  )}</ul>
</section>`;
}

/** People who talk as people do: how much of what they meant was recorded. */
export function everydaySection({ everyday }: Evaluation): Content {
  if (everyday === undefined) return '';
  const { right, total } = everyday.conversations;
  return html`<section aria-labelledby="everyday">
<h2 id="everyday">Everyday personas</h2>
<p class="lead">${ofAll(everyday.conversations)} calls without a fault (${share(right, total)}). They say what is true of them in words that no rule was written for; this figure is no part of the verdict.</p>
<div class="scroll"><table class="figures"><thead><tr><th>Who</th>${everydayColumns.map(([name]) => html`<th>${name}</th>`)}</tr></thead>
<tbody>${everyday.manners.map((one) => html`<tr><th>${one.who}</th>${everydayColumns.map(([, of]) => html`<td>${ofAll(of(one))}</td>`)}</tr>`)}</tbody></table></div>
<ul class="people">${everyday.manners.map(manner)}</ul>
</section>`;
}

const manner = ({ who, conversations, calls }: MannerEvaluation): Html => {
  const isRight = conversations.right === conversations.total;
  return html`<li><details>
<summary>${mark(isRight)}<span class="visually-hidden">${isRight ? 'Right' : 'Wrong'}</span> <span></span><span class="who">${who}</span> <span class="came">${ofAll(conversations)}</span></summary>
<div class="conversations">${calls.map(everydayCall)}</div>
</details></li>`;
};

const everydayCall = (call: EverydayCall): Html => {
  const isRight = call.faults.length + call.breaches.length === 0;
  return html`<details>
<summary>${mark(isRight)} Seed ${call.seed} <span class="came">${endingInWords(call.ending)}</span></summary>
${call.faults.map(faultInWords).map(({ what, evidence }) => html`<p class="wrong"><b>${what}</b> ${evidence}</p>`)}
${transcript({ ...call, isRight: true }, 1)}
</details>`;
};
