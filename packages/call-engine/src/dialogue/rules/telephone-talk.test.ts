import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { asks, question } from '@parley/testing/corpus/flows.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expecting, scriptedContext, understoodAs } from '@parley/testing/understood-as.ts';
import { describe, expect, test } from 'vitest';
import { rulesAnalysisModel } from '../../analysis/rules.ts';
import type { TrainedReading } from '../turn-reader.ts';
import { answerTypeOf } from './asked.ts';
import { united } from './trained-union.ts';
import { understand } from './understanding.ts';

const [english, german] = [scriptedContext(), scriptedContext('DE')];

describe('somebody who picks up for the contact', () => {
  test.each([
    ["he's popped out, he'll be back about four", english, 'T16:00'],
    ["No, I'm his daughter. Dad's at the allotment. He's normally in after five.", english, 'T17:00'],
    ['sie ist nicht da, versuchen Sie es nach sechs', german, 'T18:00'],
    ['Nein, hier ist die Tochter, der Papa ist im Garten. Ab fünf ist er wieder im Haus.', german, 'T17:00'],
  ])('%j is understood as a callback at that time, and not as an answer', (heard, context, time) => {
    const { wants, answer, others } = understand(heard, expecting('opening'), context);
    const zone = context.plan.hours.timeZone;
    const local = new Date(wants.later?.at ?? 0)
      .toLocaleString('sv-SE', { timeZone: zone })
      .replace(' ', 'T');
    expect(local).toContain(time);
    expect([wants.wrongPerson, answer, others]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['there is nobody called Ada here', english],
    ['hier wohnt keine Ada', german],
  ])('%j is a wrong number', (heard, context) => {
    expect(understoodAs(heard, expecting('opening'), context)).toContain('wrong');
  });
});

describe('a question on a scale', () => {
  test.each([
    ['DE', 'Auf einer Skala von 1 bis 10, wie zufrieden sind Sie?'],
    ['EN', 'On a scale from 1 to 10, how satisfied are you?'],
    ['FR', 'Sur une échelle de 1 à 10, êtes-vous satisfait ?'],
    ['ES', 'En una escala del 1 al 10, ¿está satisfecho?'],
    ['PL', 'W skali od 1 do 10, czy jest pan zadowolony?'],
  ] as const)('in %s, a question on a scale expects a number as its answer', (language, text) => {
    expect(answerTypeOf(text, language)?.kind).toBe('number');
  });

  test('"full marks" is the highest number of the scale', () => {
    const scale = 'On a scale from 1 to 10, how satisfied are you?';
    expect(understoodAs('oh, full marks', expecting(scale), english)).toBe('=10');
    expect(
      understoodAs('volle Punktzahl', expecting('Auf einer Skala von 1 bis 10, wie war es?'), german),
    ).toBe('=10');
  });
});

test.each([
  ['How many of you will be coming?', 'me, my husband and the two kids', english, '=4'],
  ['How many miles do you drive a year?', "ten, maybe twelve thousand, let's say twelve", english, '=12000'],
  ['How many people are in your team?', 'not four hundred, four hundred and eighty', english, '=480'],
  ['Wie viele Kilometer fahren Sie im Jahr?', 'Sechstausend. Das reicht mir.', german, '=6000'],
  ['Wie viele Leute sind in Ihrem Team?', 'Keine Ahnung, ehrlich', german, 'unclear'],
  [
    'Would you like to come in the morning or in the afternoon?',
    'I work mornings',
    english,
    '=in the afternoon',
  ],
] as const)('after %j, the reply %j gets the value that it means', (asked, heard, context, expected) => {
  expect(understoodAs(heard, expecting(asked), context, expected.includes('=')).toLowerCase()).toContain(
    expected === 'unclear' ? 'unclear' : expected,
  );
});

test('the particle "ja" in the middle of a German clause is not taken for a yes', () => {
  const asked = expecting('Waren Sie mit der Wartung zufrieden?');
  expect(understoodAs('die Heizung geht ja immer noch nicht', asked, german)).toBe('no');
});

describe('a request that only the trained model recognises', () => {
  const none = { score: 0, level: 'no' } as const;
  const reading = (wish: 'later' | 'not_interested'): TrainedReading => ({
    wishes: new Proxy({} as TrainedReading['wishes'], {
      get: (_, name) => (name === wish ? { score: 0.99, level: 'sure' } : none),
    }),
    polarity: { yes: 0, no: 0, neither: 1 },
  });
  const unitedOf = (heard: string, asked: string, wish: 'later' | 'not_interested') => {
    const expectation = expecting(asked);
    const byRules = understand(heard, expectation, english);
    const turn = { heard, expectation, language: 'EN' } as const;
    return united(byRules, reading(wish), turn, () => ({ rawText: heard, at: null })).wants;
  };

  test('a callback that only the trained model recognises does not count where a time was asked for', () => {
    expect(
      unitedOf('some time around five in the afternoon on Friday', 'When could you start?', 'later'),
    ).toEqual({});
  });
  test('a refusal that only the trained model recognises does not count where a no answers an offer', () => {
    const heard = "no thanks, I'm staying where I am with mine";
    expect(unitedOf(heard, 'Would you like us to send you a quote?', 'not_interested')).toEqual({});
  });
});

test.each([
  [[]],
  [['Hello?']],
  [['Hello?', "I'd rather not say.", "I don't want to answer that."]],
  [['Wrong number, sorry.']],
  [["I'm driving, call me tomorrow."]],
  [['Take me off your list.', 'Yes.']],
])('the analysis does not rate a contact who gives no information: %j', async (says) => {
  const plan = scriptedPlan(
    [
      asks(
        question('licence', 'Do you have a driving licence?'),
        question('years', 'How many years of experience do you have?'),
      ),
    ],
    {
      analysis: {
        extractionTargets: [],
        outcomes: [
          {
            key: 'fit',
            label: 'Fit',
            description: 'Has a driving licence and at least two years of experience.',
          },
        ],
        tags: [],
      },
    },
  );
  const call = await conductedCall(plan, says);
  const { general, analytics } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
  expect(general.overallRating).toBeNull();
  expect(analytics?.outcomes.map(({ met }) => met)).toEqual([false]);
  expect(analytics?.outcomes.map(({ confidence }) => confidence)).toEqual([0]);
});
