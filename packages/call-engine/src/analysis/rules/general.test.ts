import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { asks, flows, question } from '@parley/testing/corpus/flows.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { describe, expect, test } from 'vitest';
import type { CallPlan, PlanFocus, PlanSection } from '../../plan.ts';
import type { CallAnalysis } from '../analysis-model.ts';
import { rulesAnalysisModel } from '../rules.ts';

const analysed = async (plan: CallPlan, says: readonly ScriptLine[]): Promise<CallAnalysis> =>
  rulesAnalysisModel().analyse(await conductedCall(plan, says), new AbortController().signal);

const ready = (
  focus: PlanFocus,
  section: PlanSection,
  job: CallPlan['known']['job'] = {},
  others: Partial<CallPlan> = {},
): CallPlan => scriptedPlan([section], { focus, known: { contact: {}, job }, ...others });

/** As a screening asks. */
const screening = ready(
  'SCREENING',
  asks(
    question('interest', 'I am calling about this position: Cook. Are you interested in it?'),
    question('skill-1', 'What experience do you have with this: grilling?'),
    question('skill-2', 'What experience do you have with this: baking?'),
    question('language-1', 'How well do you speak this language: German?'),
    question('place', 'Could you work at this place: Bern?'),
  ),
  { requiredSkills: ['grilling', 'baking'], languageRequirements: ['de B2'] },
);

describe('a screening', () => {
  test('a contact who meets all requirements and agrees is rated highest', async () => {
    const { general, analytics, specific } = await analysed(screening, [
      'Hello.',
      'Yes, very much.',
      'Five years in a steak house.',
      'I have baked bread every day at my last place.',
      'Fluently, I studied in Vienna.',
      'Sure, no problem.',
    ]);
    expect(general).toMatchObject({
      overallRating: 100,
      companyFitRating: 'HIGH',
      scoringIncompleteReason: null,
    });
    expect(general.strongPoints).toEqual([
      'Has what is required: grilling "Five years in a steak house"',
      'Has what is required: baking "I have baked bread every day at my last place"',
      'Has what is required: German B2 "Fluently, I studied in Vienna"',
      'I am calling about this position: Cook. Are you interested in it? "Yes, very much"',
      'Could you work at this place: Bern? "Sure, no problem"',
    ]);
    expect(general.weakPoints).toEqual([]);
    expect(general.education).toBe('Fluently, I studied in Vienna.');
    expect([analytics, specific]).toEqual([null, null]);
  });

  test('a contact who misses requirements and declines is rated lower, with the reason', async () => {
    const { general } = await analysed(screening, [
      'Hello.',
      'Yes.',
      'None at all.',
      'No, never.',
      'A little.',
      "No, that's too far.",
    ]);
    // interest 100, grilling 0, baking 0, German 50, place 0
    expect(general).toMatchObject({ overallRating: 30, companyFitRating: 'LOW' });
    expect(general.weakPoints).toContain('Lacks what is required: grilling "None at all"');
    expect(general.weakPoints).toContain('Has only some of what is required: German B2 "A little"');
    expect(general.evaluation).toContain('Questions answered: 5 of 5.');
  });

  test('an interrupted call is rated by what was answered, and marked incomplete', async () => {
    const { general } = await analysed(screening, ['Hello.', 'Yes.', 'Ten years.', { leaves: true }]);
    expect(general.scoringIncompleteReason).toBe('They left before the end. Questions answered: 2 of 5.');
    expect(general.overallRating).toBe(100);
    expect(general.weakPoints).toContain('Required, and not talked about: baking');
  });

  test('a voicemail is not rated', async () => {
    const { general } = await analysed(screening, [
      'This is the mailbox of Ada. Please leave a message after the tone.',
    ]);
    expect(general).toMatchObject({
      overallRating: null,
      companyFitRating: null,
      education: null,
      experience: null,
    });
    expect(general.scoringIncompleteReason).toMatch(/^A machine answered/);
  });
});

test('everyday words that also occur in a required skill do not show that skill', async () => {
  const { general } = await analysed(screening, [
    'Hello.',
    'Yes.',
    'All in all I am satisfied.',
    'It is what it is.',
    'Well.',
    'Yes.',
  ]);
  expect(general.strongPoints.filter((point) => point.startsWith('Has what'))).toEqual([]);
  expect(general.companyFitRating).toBeNull();
});

test('a call without anything to rate is not rated', async () => {
  const plan = ready('GENERIC', talkingAbout('Ask: "How do you like our new shop?"'));
  const { general } = await analysed(plan, ['Hello.', 'I was there on Monday.']);
  expect(general.overallRating).toBeNull();
});

test('a vague answer alone is not rated', async () => {
  const { general } = await analysed(screening, ['Hello.', 'Well, it depends.', { leaves: true }]);
  expect(general.overallRating).toBeNull();
  expect(general.scoringIncompleteReason).toBe('They left before the end. Questions answered: 0 of 5.');
});

test('without requirements there is no fit rating', async () => {
  const plan = ready('SCREENING', asks(question('interest', 'Are you interested in it?')));
  const { general } = await analysed(plan, ['Hello.', 'Yes.']);
  expect(general).toMatchObject({ overallRating: 100, companyFitRating: null });
});

test('experience and education are quoted', async () => {
  const plan = ready('GENERIC', talkingAbout('Ask: "Could you tell me about yourself?"'));
  const { general } = await analysed(plan, [
    'Hello.',
    'I have a degree in physics from Leeds. Then I worked at a bank for six years. I like dogs.',
  ]);
  expect(general.education).toBe('I have a degree in physics from Leeds.');
  expect(general.experience).toBe('Then I worked at a bank for six years.');
});

test('a conversation without questions is rated by how the talk went, with a note that says so', async () => {
  const plan = ready('GENERIC', talkingAbout('Ask: "How do you like our new shop?"'));
  const { general } = await analysed(plan, ['Hello.', 'Great, it is wonderful, thank you, I love it.']);
  expect(general.overallRating).toBeGreaterThan(60);
  expect(general.evaluation.at(-1)).toMatch(/tells how the talk went/);
});

test('a reference check with good answers is rated higher than one with bad answers', async () => {
  const plan = ready(
    'REFERENCE_CHECK',
    asks(
      question('confirmed-1', 'According to our records: Acme, cook, 2019-01. Is that correct?'),
      question('tasks-1', 'What were the main tasks?'),
      question('quality', 'How was the quality of the work?'),
      question('again', 'Would you work together again, and why?'),
    ),
  );
  const good = await analysed(plan, [
    'Hello.',
    'Yes.',
    'Cooking.',
    'Excellent, really great.',
    'Yes, absolutely, because he was so helpful.',
  ]);
  const bad = await analysed(plan, [
    'Hello.',
    'Yes.',
    'Cooking.',
    'Terrible, to be frank.',
    'No, never, he was useless.',
  ]);
  expect(good.general.overallRating).toBeGreaterThan(80);
  expect(bad.general.overallRating).toBeLessThan(50);
});

test('with a custom flow the rating is the match score, with its strengths and concerns', async () => {
  const { general, analytics } = await analysed(flows.nursing, [
    'Hello.',
    'Yes.',
    'One year.',
    'In May.',
    'Nights.',
    '4000.',
  ]);
  expect(general.overallRating).toBe(analytics?.matchScore);
  expect(general.strongPoints).toEqual(analytics?.evaluation.strengths);
  expect(general.weakPoints).toEqual(analytics?.evaluation.concerns);
  expect(general.evaluation).toEqual(analytics?.evaluation.assessment);
});

describe('a language test', () => {
  const testing = (wanted: string, language: CallPlan['language'] = 'EN'): CallPlan =>
    ready(
      'LANGUAGE_TEST',
      asks(
        question('introduction', 'Please introduce yourself in a few sentences.'),
        question('day', 'Please describe a typical day at work.'),
        question('problem', 'Please tell me about a problem that you solved recently.'),
      ),
      { languageRequirements: [wanted] },
      { language },
    );
  const fluent = [
    'Hello.',
    'My name is Ada, and I have been living in Manchester since I finished my doctorate, which took considerably longer than anybody had expected because the laboratory was rebuilt while I was writing.',
    'Although no day resembles another, I usually begin by reviewing what my colleagues in Singapore committed overnight, so that whoever depends on it is not kept waiting until the afternoon.',
    'When a supplier went bankrupt shortly before delivery, I persuaded a competitor to manufacture the missing components, provided that we shared the drawings, which our lawyers had initially refused.',
  ];
  const simple = [
    'Hello.',
    'I am Ada. I live here. I work in shop. I like my work. It is good. I have dog.',
    'I go to work. I work. I eat. I go home. He go home. I sleep. It is good day.',
    'My car is bad. I call man. He come. It is good now. I am agree. I pay money.',
  ];

  test('in a language test, rich speech meets a high level and plain speech does not', async () => {
    const [high, low] = [
      await analysed(testing('en B2'), fluent),
      await analysed(testing('English B2'), simple),
    ];
    expect(high.specific?.grammar).toMatchObject({
      meets_tested_level: true,
      level: expect.stringMatching(/^C[12]$/),
    });
    expect(high.specific?.vocabulary).toMatchObject({ meets_tested_level: true });
    expect(low.specific?.grammar).toMatchObject({
      meets_tested_level: false,
      level: expect.stringMatching(/^A[12]$/),
    });
    expect(low.specific?.vocabulary).toMatchObject({ meets_tested_level: false });
    expect(high.specific?.overallScore ?? 0).toBeGreaterThan(low.specific?.overallScore ?? 100);
    expect(high.general.overallRating).toBe(high.specific?.overallScore);
  });

  test('the result of a language test quotes grammar mistakes', async () => {
    const { specific } = await analysed(testing('en B2'), simple);
    expect(specific?.grammar?.summary).toContain('"He go"');
    expect(specific?.grammar?.summary).toContain('Wanted: B2.');
  });

  test('the pronunciation in a language test is null, because no audio was assessed', async () => {
    const { specific } = await analysed(testing('en B2'), fluent);
    expect(specific).toMatchObject({ pronunciationScores: null, pronunciationAssessment: null });
  });

  test('a language test with too few words has no level and no rating, and says why', async () => {
    const { general, specific } = await analysed(testing('en B2'), ['Hello.', 'I am Ada.', { leaves: true }]);
    expect(specific).toMatchObject({ grammar: null, vocabulary: null, overallScore: null });
    expect(general.overallRating).toBeNull();
    expect(general.scoringIncompleteReason).toBe('Too few words were heard for a level: 4 of at least 30.');
  });

  test('a language test counts words in languages without spaces', async () => {
    const { specific } = await analysed(testing('zh A1', 'ZH'), [
      '你好。',
      '我叫艾达，我住在上海，因为我的公司在这里，所以我每天坐地铁去上班，虽然很远，但是很方便。',
      '我早上先看邮件，然后跟同事开会，如果没有问题，我们就开始工作。',
      '上个月我们的系统坏了，因为供应商没有通知我们，所以我给他们打电话，最后解决了问题。',
    ]);
    expect(specific?.grammar?.meets_tested_level).toBe(true);
    expect(specific?.vocabulary?.level).toMatch(/^[ABC][12]$/);
  });
});
