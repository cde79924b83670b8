import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { asks, flows, question } from '@parley/testing/corpus/flows.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { describe, expect, test } from 'vitest';
import type { CallPlan, PlanAnalysis, PlanQuestion } from '../../plan.ts';
import type { CallAnalytics } from '../analysis-model.ts';
import { rulesAnalysisModel } from '../rules.ts';

async function analyticsOf(plan: CallPlan, says: readonly ScriptLine[]): Promise<CallAnalytics> {
  const { analytics } = await rulesAnalysisModel().analyse(
    await conductedCall(plan, says),
    new AbortController().signal,
  );
  if (analytics === null) throw new Error('a custom agent has analytics');
  return analytics;
}

const nurse = [
  'Hello.',
  'Yes, great, I am.',
  'Four years.',
  'On the first of April.',
  'Nights.',
  'About 4000.',
];

const planOf = (questions: readonly PlanQuestion[], analysis: Partial<PlanAnalysis> = {}): CallPlan =>
  scriptedPlan([asks(...questions)], {
    analysis: { extractionTargets: [], outcomes: [], tags: [], ...analysis },
  });

/** What a single answer scores against an ideal one. */
async function scoreOf(text: string, ideal: string, ...says: ScriptLine[]): Promise<number | undefined> {
  const { scoring } = await analyticsOf(planOf([question('it', text, ideal)]), ['Hello.', ...says]);
  return scoring?.items[0]?.score;
}

describe('extracted fields', () => {
  test('each extracted field has key, label, type, value, confidence, evidence and evidence time', async () => {
    const { fields } = await analyticsOf(flows.nursing, nurse);
    expect(fields[1]).toEqual({
      key: 'years_experience',
      label: 'Years of experience',
      type: 'number',
      value: 4,
      confidence: 0.95,
      evidence: 'Four years.',
      evidenceTime: expect.any(Number),
    });
  });

  test('nothing is concluded from words with low STT confidence that were not confirmed', async () => {
    const years = async (...says: ScriptLine[]) => {
      const plan = planOf([question('work', 'What do you do?')], {
        extractionTargets: [{ key: 'years', label: 'Years of experience', type: 'number' }],
        outcomes: [{ key: 'skilled', label: 'Skilled', description: 'Has a driving licence' }],
      });
      const { fields, outcomes } = await analyticsOf(plan, ['Hello.', ...says]);
      return [fields[0]?.value, outcomes[0]?.met];
    };
    const told = 'I have four years of experience and I have a driving licence, if that is of any use.';
    expect(await years(told)).toEqual([4, true]);
    const [value, isMet] = await years({ says: told, confidence: 0.4 }, 'I am a nurse.');
    expect(value).toBeNull();
    expect(isMet).not.toBe(true);
  });

  test('hedged answers have lower confidence', async () => {
    const { fields } = await analyticsOf(flows.nursing, nurse);
    const [salary, years] = [fields[4]?.confidence ?? 0, fields[1]?.confidence ?? 0];
    expect(salary).toBeLessThan(years);
  });

  test.each([
    ["Nights. Honestly, I'm not interested in parties.", true],
    ["Nights. Actually, I'm not interested any more.", false],
    ["Nights. To be honest, I'm no longer interested in the position.", false],
  ])('after "%s" the interest is rated %s', async (later, isInterested) => {
    const { fields } = await analyticsOf(flows.nursing, [
      'Hi.',
      'Yes.',
      'Six years.',
      'In May.',
      later,
      '4000.',
    ]);
    expect(fields[0]?.value).toBe(isInterested);
  });

  test('a transcript line too long to have been spoken is read only up to a speakable length', async () => {
    const { fields } = await analyticsOf(flows.driver, [
      'Hello.',
      'Yes.',
      { says: 'a'.repeat(100_000), takesMs: 1000 },
      'Berlin.',
    ]);
    expect(fields[2]?.value).toBe('Berlin');
  });

  test('evidence from a long answer is only the relevant sentence', async () => {
    const story =
      'Well, I began at the hospital in Basel, which was a wonderful place with very kind people all around, and later I moved on to Bern. Nine years. That is what I always tell everybody who asks.';
    const { fields } = await analyticsOf(flows.nursing, ['Hello.', 'Yes.', story]);
    expect(fields[1]?.value).toBe(9);
    expect(story).toContain(fields[1]?.evidence);
  });
});

describe('scoring', () => {
  test('a scoring item has key, kind, label, score, weightPercent, importance and reasoning', async () => {
    const { scoring, matchScore } = await analyticsOf(flows.nursing, nurse);
    expect(scoring?.items[1]).toEqual({
      key: 'years',
      kind: 'QUESTION',
      label: 'How many years of experience do you have as a nurse?',
      score: 80,
      weightPercent: 30,
      importance: 'HIGH',
      reasoning: 'They said 4; the ideal answer is "At least 5 years".',
    });
    // 40 + 30 × 0.8 + 10 + 20
    expect(scoring?.total).toBe(94);
    expect(matchScore).toBe(94);
  });

  test('without a scored question there is no scoring and no match score', async () => {
    const { scoring, matchScore } = await analyticsOf(planOf([question('name', 'What is your name?')]), [
      'Hello.',
      'Ada Bell.',
    ]);
    expect([scoring, matchScore]).toEqual([null, null]);
  });

  test('an unanswered question does not score, and the reason names it', async () => {
    const call = await conductedCall(flows.nursing, ['Hello.', 'Yes.', 'That is private.', { leaves: true }]);
    const { analytics, general } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
    expect(
      analytics?.scoring?.items.map(({ key, score, weightPercent }) => [key, score, weightPercent]),
    ).toEqual([['interested', 100, 100]]);
    expect(general.scoringIncompleteReason).toBe(
      'They left before the end. Questions answered: 1 of 5. ' +
        'They would rather not answer: "How many years of experience do you have as a nurse?" ' +
        'This was not asked: "Would you prefer day shifts or night shifts?" ' +
        'This was not asked: "What salary do you expect per month?"',
    );
  });

  test('questions of a branch not taken are neither scored nor listed', async () => {
    const { scoring, qa } = await analyticsOf(flows.driver, ['Hello.', 'No.', 'Yes.', 'Berlin.']);
    expect(scoring?.items.map(({ key, weightPercent }) => [key, weightPercent])).toEqual([
      ['licence', 50],
      ['willing', 30],
      ['city', 20],
    ]);
    expect(qa).toHaveLength(3);
  });

  test('weights of questions that do not divide evenly still add up to a hundred', async () => {
    const { scoring } = await analyticsOf(
      planOf(['a', 'b', 'c'].map((key) => question(key, `Do you have a ${key}?`, 'Yes', 1))),
      ['Hello.', 'Yes.', 'Yes.', 'No.'],
    );
    expect(scoring?.items.map(({ weightPercent }) => weightPercent)).toEqual([34, 33, 33]);
    expect(scoring?.total).toBe(67);
  });

  test.each([
    ['Do you smoke?', 'No', 'No, never.', 100],
    ['Do you smoke?', 'No', 'Yes, sometimes.', 0],
    ['Do you smoke?', 'Does not smoke', 'No.', 100],
    ['Do you have a car?', 'Has a car of their own', 'Yes, I do.', 100],
    ['How many years have you driven?', '5+', 'Ten.', 100],
    ['How many years have you driven?', 'Between 2 and 4', 'Three.', 100],
    ['How many years have you driven?', 'Between 2 and 4', 'Eight.', 50],
    ['How many children do you have?', 'No more than 2', 'One.', 100],
    ['What do you like about us?', 'Friendly people or low prices', 'The people, they are so friendly.', 100],
    ['What do you like about us?', 'Friendly people and low prices', 'The low prices.', 50],
    ['What do you like about us?', 'Friendly people', 'Nothing at all, to be frank.', 0],
    ['When could you start?', 'By the first of April', 'Next Monday.', 100],
    ['When could you start?', 'By the first of April', 'On the sixteenth of April.', 50],
    ['When could you start?', 'By the first of April', 'Immediately.', 100],
    ['When could you start?', 'By the first of April', 'Any time, I am flexible.', 100],
    ['When could you start?', 'Soon', 'Next Monday.', 100],
    ['When could you start?', 'Immediately', 'Next Monday.', 100],
    ['When could you start?', 'As soon as possible', 'On the thirty-first of March.', 50],
    ['When could you start?', 'Soon', 'On the first of November.', 0],
    ['When could you start?', 'Flexible', 'On the first of November.', 100],
    ['Where do you live?', 'Berlin or Potsdam', 'Well, for some years now in a small village by Hamburg.', 0],
    ['Which tool do you use?', 'Excel', 'A word processor.', 0],
  ])('to "%s" with the ideal answer "%s", the reply "%s" scores %d', async (text, ideal, says, score) => {
    expect(await scoreOf(text, ideal, says)).toBe(score);
  });
});

describe('answers that rules cannot compare with the ideal answer', () => {
  const joy = question('joy', 'What do you like about your work?', 'Motivated by caring for patients', 3);
  const car = question('car', 'Do you have a car?', 'Yes', 1);
  const story = 'I love to see how somebody gets better day by day.';

  test('an answer that rules cannot compare with the ideal answer is not scored, with a reason', async () => {
    const plan = planOf([joy, car]);
    const call = await conductedCall(plan, ['Hello.', story, 'Yes, I do.']);
    const { analytics, general } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
    expect(analytics?.scoring).toMatchObject({ total: 100, items: [{ key: 'car', weightPercent: 100 }] });
    expect(analytics?.evaluation.assessment).toContain(
      `Not scored, because it cannot be compared with the ideal answer: ${joy.text} "${story.slice(0, -1)}"`,
    );
    expect(analytics?.evaluation.concerns).toEqual([]);
    expect(general.scoringIncompleteReason).toMatch(/^Questions without a score: 1 of 2/);
  });

  test('a call whose only answer cannot be compared with the ideal answer has no score', async () => {
    const call = await conductedCall(planOf([joy]), ['Hello.', story]);
    const { analytics, general } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
    expect([analytics?.scoring, analytics?.matchScore, general.overallRating]).toEqual([null, null, null]);
    expect(general.scoringIncompleteReason).toMatch(/^Questions without a score: 1 of 1/);
  });

  test.each([
    ['When could you start?', 'In time for the season', 'On the first of May.'],
    ['What salary do you expect?', 'Something reasonable', '4000.'],
    ['How would you describe your German?', 'Fluent', 'I grew up with it.'],
  ])('rules do not score "%s" with the ideal answer "%s" after the reply "%s"', async (text, ideal, says) => {
    expect(await scoreOf(text, ideal, says)).toBeUndefined();
  });
});

test('a near miss scores points but is no strength; for a required answer it is a concern', async () => {
  const years = (importance: 'REQUIRED' | 'HIGH') =>
    planOf([question('years', 'How many years have you driven?', 'Eight or more', importance)]);
  const high = await analyticsOf(years('HIGH'), ['Hello.', 'Seven.']);
  expect(high.scoring?.items[0]).toMatchObject({ score: 88 });
  expect(high.evaluation).toMatchObject({ strengths: [], concerns: [] });
  const required = await analyticsOf(years('REQUIRED'), ['Hello.', 'Seven.']);
  expect(required.evaluation).toMatchObject({
    strengths: [],
    concerns: [expect.stringMatching(/^Required, and not met: How many years/)],
  });
});

test('a vague answer alone scores nothing', async () => {
  const plan = planOf([question('car', 'Do you have a car?', 'Yes', 1)]);
  const { scoring, matchScore } = await analyticsOf(plan, ['Hello.', 'Well, it depends.', { leaves: true }]);
  expect([scoring, matchScore]).toEqual([null, null]);
});

test('the analysis of a German call is in German, whatever the values', async () => {
  const { summary, qa, scoring, sentiment, evaluation } = await analyticsOf(flows.pflege, [
    'Ja, hallo.',
    'Ja, gerne.',
    '5 Jahre.',
    'Am 1. Mai.',
    'Deutsch und Englisch.',
  ]);
  expect(summary).toBe(
    'Ada Bell sprach mit Screening von Acme (24 Sekunden). Das Gespräch wurde bis zum Ende geführt. ' +
      'Kurz gefasst: Interessiert: Ja; Berufserfahrung in Jahren: 5; Eintrittsdatum: 1. Mai 2026; ' +
      'Sprachen: Deutsch, Englisch. Gemessen an den idealen Antworten: 100 von 100 Punkten.',
  );
  expect(qa.map(({ answer }) => answer)).toEqual(['Ja', '5', '1. Mai 2026', 'Deutsch und Englisch']);
  expect(scoring?.items[1]?.reasoning).toBe('Gesagt: 5. Ideale Antwort: „Mindestens 3 Jahre“.');
  expect(sentiment.notes).toBe('Beurteilt nach Wörtern wie „gerne“.');
  expect(evaluation.assessment).toContain('Beantwortete Fragen: 4 von 4.');
});

describe('outcomes, tags and questions', () => {
  test('an outcome has key, label, met, confidence, evidence and evidence time', async () => {
    const { outcomes } = await analyticsOf(flows.nursing, nurse);
    expect(outcomes[1]).toEqual({
      key: 'interested',
      label: 'Interested',
      met: true,
      confidence: 0.9,
      evidence: 'Yes, great, I am.',
      evidenceTime: expect.any(Number),
      reason: 'Asked "Are you still interested in the nursing position?", they said "Yes, great, I am".',
    });
    expect(outcomes[0]).toMatchObject({ key: 'qualified', met: false, evidence: 'Four years.' });
  });

  test('a tag has key, label, whether it applies and why', async () => {
    const { tags } = await analyticsOf(flows.sales, ['Hello.', 'We use Excel.']);
    expect(tags).toEqual([
      {
        key: 'spreadsheets',
        label: 'Spreadsheets',
        applied: true,
        reason: 'Asked "What do you use today to plan your deliveries?", they said "We use Excel".',
      },
    ]);
  });

  test.each([
    ['The contact does not want to be called again', ['Hello.', 'Never call me again.']],
    ['The contact asked for a callback', ['I am driving, call me back tomorrow at ten.']],
    ['A voicemail was reached', ['This is the voicemail of Ada. Please leave a message after the tone.']],
    ['Wrong number', ['No, you have the wrong number.']],
    ['The contact hung up', ['Hello.', { leaves: true } as const]],
    ['The contact is not interested', ['No thanks, not interested.']],
  ])('the outcome "%s" follows from how the call ended', async (description, says) => {
    const outcomes = [{ key: 'it', label: 'It', description }];
    const plan = planOf([question('car', 'Do you have a car?')], { outcomes });
    const [judged] = (await analyticsOf(plan, says)).outcomes;
    expect(judged?.met).toBe(true);
    const [other] = (await analyticsOf(plan, ['Hello.', 'Yes, I do.', 'Thanks.'])).outcomes;
    expect(other?.met).toBe(false);
  });

  test.each([
    ['I have a van. Actually, scratch that.', false],
    ['I have a van. Actually, scratch that, it is a bicycle.', false],
    ['Forget that. I have a van.', true],
  ])(
    'whether "%s" meets an outcome depends on what is taken back in the same turn: %s',
    async (says, isMet) => {
      const outcomes = [{ key: 'van', label: 'Van', description: 'Has a van' }];
      const plan = planOf([question('job', 'What do you do for a living?')], { outcomes });
      const [judged] = (await analyticsOf(plan, ['Hello.', says])).outcomes;
      expect(judged?.met ?? false).toBe(isMet);
    },
  );

  test('every question asked is listed with its id, answer and evidence', async () => {
    const { qa } = await analyticsOf(flows.nursing, [
      'Hello.',
      'Yes.',
      'That is private.',
      'On Thursday.',
      { leaves: true },
    ]);
    expect(qa.map(({ answered, answer, evidence }) => [answered, answer, evidence])).toEqual([
      [true, 'Yes', 'Yes.'],
      [false, null, null],
      [true, 'March 5, 2026', 'On Thursday.'],
      [false, null, null],
      [false, null, null],
    ]);
    expect(qa[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      question: 'Are you still interested in the nursing position?',
      evidenceTime: expect.any(Number),
    });
  });

  test('the evidence for an answer given on the second attempt is the reply that gives the value', async () => {
    const { qa } = await analyticsOf(flows.sales, [
      'Hi.',
      'Pen and paper.',
      'Ten.',
      'Yes.',
      'In May.',
      'It depends.',
      'Okay, yes, I would.',
    ]);
    expect(qa[4]).toMatchObject({ answered: true, answer: 'Yes', evidence: 'Okay, yes, I would.' });
  });
});

describe('evaluation, sentiment and summary', () => {
  test('a required answer that misses the ideal answer is the first concern in the evaluation', async () => {
    const { evaluation } = await analyticsOf(flows.nursing, [
      'Hello.',
      "No, I don't think so.",
      'One year.',
      'In May.',
      'Days.',
      '9000.',
    ]);
    expect(evaluation.concerns[0]).toMatch(/^Required, and not met: Are you still interested/);
    expect(evaluation.concerns.length).toBeGreaterThan(1);
  });

  test('good answers are quoted as strengths', async () => {
    const { evaluation } = await analyticsOf(flows.nursing, nurse);
    expect(evaluation.strengths[0]).toBe(
      'Are you still interested in the nursing position? "Yes, great, I am"',
    );
    expect(evaluation.assessment).toContain('Questions answered: 5 of 5.');
    expect(evaluation.assessment).toContain('The answers score 94 of 100 against the ideal ones.');
  });

  test("the contact's objections are quoted in the evaluation", async () => {
    const { evaluation } = await analyticsOf(flows.sales, [
      'Hello.',
      'Excel, because everything else is too expensive.',
      'Ten.',
    ]);
    expect(evaluation.objections).toEqual(['because everything else is too expensive']);
  });

  test('a contact’s question that stayed unanswered is a concern', async () => {
    const { evaluation } = await analyticsOf(flows.sales, [
      'Hello.',
      'How much does it cost?',
      'Excel.',
      'Ten.',
    ]);
    expect(evaluation.concerns).toContainEqual(
      expect.stringMatching(/^They asked, and got no answer: "How much does it cost/),
    );
  });

  test.each([
    [
      'positive',
      'improving',
      [
        'Hello.',
        'Excel.',
        'Thirty.',
        'Yes.',
        'In May, that would be great.',
        'Yes, wonderful, I would love to, thank you!',
      ],
    ],
    [
      'negative',
      'stable',
      [
        'Terrible time to call.',
        'Your tool, and it is awful.',
        'Forty, and I am annoyed.',
        'Yes.',
        'This is a waste of time.',
        'No, it is rubbish.',
      ],
    ],
    ['neutral', 'stable', ['Hello.', 'Excel.', 'Thirty.', 'Yes.', 'In May.', 'No.']],
    [
      'neutral',
      'declining',
      ['Great, thanks!', 'Excel.', 'Thirty.', 'Yes.', 'In May.', 'No, this is annoying.'],
    ],
  ])('the sentiment of a call is recognised as %s and %s', async (overall, trajectory, says) => {
    const { sentiment } = await analyticsOf(flows.sales, says);
    expect(sentiment).toMatchObject({ overall, trajectory });
    expect(sentiment.notes).toEqual(expect.any(String));
  });

  test('the sentiment of a German call is recognised', async () => {
    const { sentiment } = await analyticsOf(flows.pflege, [
      'Ja, hallo, danke.',
      'Ja, sehr gerne, das freut mich.',
      '5 Jahre.',
      'Im Mai.',
      'Deutsch, das ist toll.',
    ]);
    expect(sentiment.overall).toBe('positive');
  });

  test('the summary says who was called, how long, how the call ended and what was answered', async () => {
    const { summary } = await analyticsOf(flows.nursing, nurse);
    expect(summary).toBe(
      'Ada Bell talked to Screening of Acme for 30 seconds. The call was held to its end. In short: Interested: Yes; ' +
        'Years of experience: 4; Start date: April 1, 2026; Preferred shift: night; Salary expectation: 4000. ' +
        'The answers score 94 of 100 against the ideal ones.',
    );
  });

  describe('answers that no extracted field covers', () => {
    const plan = planOf(
      [
        { ...question('will_renew', 'Will you renew your contract?'), answerType: { kind: 'yes_no' } },
        {
          ...question('reason', 'What is the main reason?'),
          answerType: { kind: 'choice', options: ['Price', 'Service'] },
        },
        { ...question('wish', 'Last question. What should we change?'), answerType: { kind: 'text' } },
      ],
      { outcomes: [{ key: 'will_renew', label: 'Will renew', description: 'Renews the contract.' }] },
    );
    const moving = 'I am moving to another country.';
    const says = ['Hello.', 'No, I will not.', moving, moving, 'The opening hours.'];

    test('the summary names labels and questions, and quotes free answers literally', async () => {
      expect((await analyticsOf(plan, says)).summary).toContain(
        'In short: Will renew: No; What is the main reason? "I am moving to another country"; ' +
          'What should we change? "The opening hours".',
      );
    });

    test('a clear no is summarised as a no, and not as a missed outcome', async () => {
      const { summary, evaluation } = await analyticsOf(plan, says);
      expect(summary.match(/Will renew: No/g)).toHaveLength(1);
      expect(evaluation.assessment).toContain('In short: Will renew: No.');
      const { evaluation: open } = await analyticsOf(plan, ['Hello.', { leaves: true }]);
      expect(open.assessment.at(-1)).toMatch(/^In short: Will renew: [^.]+\.$/);
    });

    test('a choice answered with none of its options counts as answered', async () => {
      const { evaluation, qa } = await analyticsOf(plan, says);
      expect(qa.map(({ answered }) => answered)).toEqual([true, true, true]);
      expect(evaluation.assessment).toContain('Questions answered: 3 of 3.');
    });
  });

  test('the summary of a voicemail does not claim a conversation', async () => {
    const { summary } = await analyticsOf(flows.nursing, [
      'You have reached the voicemail of Ada Bell. Leave a message after the tone.',
    ]);
    expect(summary).toBe('Screening of Acme called Ada Bell. A machine answered.');
  });
});
