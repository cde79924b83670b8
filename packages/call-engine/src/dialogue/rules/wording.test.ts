import { type Language, languages } from '@parley/language/language.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { CallContext, Intention, Turn } from '../dialogue-model.ts';
import { phraseBooks } from './phrase-book.ts';
import { bareQuestion, rephrased, spokenTime, word } from './wording.ts';

const question = { id: 'q', text: 'What is your notice period?' };
const section = { id: 's', type: 'sequential', prompt: 'Handle objections.', title: 'Next steps' } as const;

/** One of each kind: a kind that is missing does not compile. */
const intentions: { readonly [Kind in Intention['kind']]: Extract<Intention, { kind: Kind }> } = {
  ask_again: { kind: 'ask_again', question, attempt: 1 },
  clarify: { kind: 'clarify', question, heard: 'well' },
  acknowledge: { kind: 'acknowledge', heard: 'I have worked there for a long time' },
  accept_refusal: { kind: 'accept_refusal' },
  accept_correction: { kind: 'accept_correction' },
  confirm_answer: { kind: 'confirm_answer', question, quote: 'three months' },
  apologise_missed: { kind: 'apologise_missed' },
  section: { kind: 'section', section, exchanges: 0 },
  unknown_answer: { kind: 'unknown_answer', question: 'How old is the company?' },
  back_to_topic: { kind: 'back_to_topic' },
  still_there: { kind: 'still_there' },
  welcome_back: { kind: 'welcome_back', question: question.text },
  give_moment: { kind: 'give_moment' },
  announce_handoff: { kind: 'announce_handoff' },
  choose_destination: { kind: 'choose_destination', labels: ['Sales', 'Support', 'Billing'] },
  handoff_failed: { kind: 'handoff_failed' },
  take_message: { kind: 'take_message' },
  confirm_message: { kind: 'confirm_message' },
  ask_callback_time: { kind: 'ask_callback_time' },
  confirm_callback: { kind: 'confirm_callback', at: '2026-11-16T15:00:00+01:00' },
  respect_refusal: { kind: 'respect_refusal' },
  ask_opt_out: { kind: 'ask_opt_out' },
  confirm_opt_out: { kind: 'confirm_opt_out' },
  ask_recording: { kind: 'ask_recording' },
  confirm_unrecorded: { kind: 'confirm_unrecorded' },
  apologise_wrong_person: { kind: 'apologise_wrong_person' },
  answer_screening: { kind: 'answer_screening' },
  goodbye: { kind: 'goodbye' },
  running_out_of_time: { kind: 'running_out_of_time' },
  technical_apology: { kind: 'technical_apology' },
};
const kinds = Object.values(intentions);

const call = (
  language: Language,
  seed = 7,
  turns: readonly Turn[] = [],
  firstMessage = 'Hello.',
): CallContext => ({
  plan: scriptedPlan([], { language, firstMessage: { id: 'first', text: firstMessage } }),
  turns,
  seed,
  answeredAt: '2026-11-15T09:00:00Z',
});

const agent = (text: string): Turn => ({ speaker: 'agent', text });

test.each(languages)(
  'the rules word every intention of the agent in %s, briefly and without open placeholders',
  (language) => {
    for (const intention of kinds)
      for (const seed of [1, 2, 3, 4, 5]) {
        const text = word(intention, call(language, seed));
        expect(text.length, intention.kind).toBeGreaterThan(1);
        expect(text.length, text).toBeLessThan(180);
        expect(text).not.toMatch(/[{}]|undefined|\bnull\b|\s{2}|\.\.|: *\./);
      }
  },
);

test('the rules give the same call the same words each time', () => {
  for (const intention of kinds) expect(word(intention, call('EN'))).toBe(word(intention, call('EN')));
});

/** What is said about the recording is always said in the same words. */
const fixed: readonly Intention['kind'][] = ['section', 'ask_recording', 'confirm_unrecorded'];

test.each(languages)('in %s, the rules never say the same words twice in a row', (language) => {
  for (const intention of kinds.filter(({ kind }) => !fixed.includes(kind))) {
    const turns: Turn[] = [];
    for (let round = 0; round < 6; round += 1) {
      const text = word(intention, call(language, 3, turns));
      expect(turns.at(-1)?.text).not.toBe(text);
      turns.push(agent(text));
    }
  }
});

test('an acknowledgement is not repeated after the next question', () => {
  const turns = [
    agent('Thank you.'),
    agent('When can you start?'),
    { speaker: 'contact', text: 'In May' } as const,
  ];
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
    expect(word({ kind: 'acknowledge', heard: 'as soon as I can' }, call('EN', seed, turns))).not.toBe(
      'Thank you.',
    );
});

test('the rules use different words in different calls', () => {
  const said = new Set(Array.from({ length: 50 }, (_, seed) => word({ kind: 'goodbye' }, call('EN', seed))));
  expect(said.size).toBe(3);
});

test('the last attempt at a question asks it without its preamble', () => {
  const long = { id: 'q', text: 'We are hiring. Are you interested?' };
  expect(word({ kind: 'ask_again', question: long, attempt: 2 }, call('EN'))).toMatch(
    /^[\w ]+: Are you interested\?$/,
  );
});

test.each([
  ['forty two', /noted|written|got it/i],
  ['about 50 thousand', /noted|written|got it/i],
  ['yes', /^(?:all right|okay|got it|okay, thank you|thanks)\.$/i],
  ['no', /^(?:all right|I see|I understand)\.$/i],
  ['She died in 2020', /^(?:all right|I see|I understand)\.$/i],
  ['I lost my job three months ago', /^(?:all right|I see|I understand)\.$/i],
  ['well the service has been awful to be honest', /^(?:all right|I see|I understand)\.$/i],
])('the answer "%s" gets a fitting acknowledgement', (heard, fitting) => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    expect(word({ kind: 'acknowledge', heard }, call('EN', seed))).toMatch(fitting);
});

test('no acknowledgement praises or judges', () => {
  for (const seed of Array.from({ length: 40 }, (_, index) => index))
    for (const heard of ['yes', '42', 'I worked there for years'])
      expect(word({ kind: 'acknowledge', heard }, call('EN', seed))).not.toMatch(
        /great|good|perfect|excellent|nice|unfortunately/i,
      );
});

test.each([
  ['EN', /we'll call you (?:again |back )?tomorrow at 3 PM\.$/],
  ['DE', /: morgen um 15:00\.$/],
  ['ES', /: mañana, 15:00\.$/],
  ['JA', /：明日 15:00。$/],
] as const)('a callback is confirmed with its time in %s', (language, words) => {
  expect(word({ kind: 'confirm_callback', at: '2026-11-16T14:00:00Z' }, call(language))).toMatch(words);
});

test.each([null, 'whenever'])('a callback at %s is confirmed without a time', (at) => {
  expect(word({ kind: 'confirm_callback', at }, call('EN'))).toMatch(/another time|later/);
});

test.each(languages)(
  'in %s, a web contact who asks for a later call is told that the link works again',
  (language) => {
    const context = call(language);
    const inBrowser: CallContext = { ...context, plan: { ...context.plan, type: 'ONLINE' } };
    for (const at of ['2026-11-16T14:00:00Z', null]) {
      const words = word({ kind: 'confirm_callback', at }, inBrowser);
      expect(words).not.toBe(word({ kind: 'confirm_callback', at }, context));
      if (language === 'EN') expect(words).toContain('your link');
      expect(words).not.toMatch(/[{}]/);
    }
    expect(word({ kind: 'ask_callback_time' }, inBrowser)).not.toMatch(/call/);
  },
);

test('a time that ends with a full stop does not get a second one', () => {
  expect(word({ kind: 'confirm_callback', at: '2026-11-16T14:00:00Z' }, call('EL'))).toMatch(/[^.]\.$/);
});

test('a call screener hears who calls, for whom, and that it is an AI', () => {
  expect(word({ kind: 'answer_screening' }, call('EN', 2))).toMatch(/AI assistant of Acme.*Ada Bell\.$/);
});

test('several handoff destinations are offered as a choice', () => {
  expect(word({ kind: 'choose_destination', labels: ['Sales', 'Support'] }, call('EN'))).toMatch(
    /: Sales or Support\?$/,
  );
  expect(word({ kind: 'choose_destination', labels: ['Vertrieb', 'Hilfe'] }, call('DE'))).toMatch(
    /: Vertrieb oder Hilfe\?$/,
  );
});

test('a resumed section is repeated briefly, without acknowledgement', () => {
  const asked = { ...section, prompt: 'Say: "We moved to Graz. Would you come by on Monday?"' };
  expect(word({ kind: 'section', section: asked, exchanges: 1 }, call('DE'))).toBe(
    'Would you come by on Monday?',
  );
  expect(word({ kind: 'section', section, exchanges: 1 }, call('EN'))).toContain('Next steps');
});

test('no acknowledgement precedes a sentence that starts with thanks', () => {
  const before = {
    EN: 'Thank you for your time.',
    DE: 'Vielen Dank für Ihre Zeit!',
    TR: 'Teşekkür ederim.',
    FR: 'Parfait, merci beaucoup.',
  };
  for (const [language, text] of Object.entries(before))
    expect(word({ kind: 'acknowledge', heard: 'Yes', before: text }, call(language as 'EN'))).toBe('');
  expect(word({ kind: 'acknowledge', heard: 'Yes', before: 'Where do you live?' }, call('EN'))).not.toBe('');
});

test('a call in Serbian uses the script (Cyrillic or Latin) of the first message', () => {
  const intention = { kind: 'confirm_callback', at: '2026-11-16T14:00:00Z' } as const;
  expect(word(intention, call('SR', 1, [], 'Добар дан!'))).toMatch(/: сутра 15:00\.$/);
  expect(word(intention, call('SR', 1, [], 'Dobar dan!'))).toMatch(/^[\p{Script=Latin}, ]+: sutra 15:00\.$/u);
});

test.each([
  ['What is your notice period?', 'could you tell me what your notice period is?'],
  ['What are your salary expectations?', 'could you tell me what your salary expectations are?'],
  ['When could you start?', 'could you tell me when you could start?'],
  ['Are you willing to travel?', 'could you tell me whether you are willing to travel?'],
  ['Do you have a driving licence?', 'could you tell me whether you have a driving licence?'],
  // Not safe to turn around: the words stay.
  [
    'When could you start, and what is your notice period?',
    'When could you start, and what is your notice period?',
  ],
  ['Could you describe your day?', 'Could you describe your day?'],
  ['Please introduce yourself.', 'Please introduce yourself.'],
  ['Would you work together again, and why?', 'Would you work together again, and why?'],
])('the rules rephrase the question "%s" as "%s"', (question, again) => {
  expect(rephrased(question, 'EN')).toBe(again);
});

test('a question in another language is not rephrased', () => {
  expect(rephrased('Wann können Sie anfangen?', 'DE')).toBe('Wann können Sie anfangen?');
});

test.each([
  ['EN', 'I am calling about a job. Are you interested?', 'Are you interested?'],
  ['EN', 'Please describe a day at work.', 'Please describe a day at work.'],
  ['EL', 'Σας καλώ για μια θέση. Σας ενδιαφέρει;', 'Σας ενδιαφέρει;'],
  ['JA', '求人の件でお電話しました。ご関心はございますか？', 'ご関心はございますか？'],
  ['AR', 'أتصل بخصوص وظيفة. هل أنتم مهتمون بها؟', 'هل أنتم مهتمون بها؟'],
] as const)('the bare question of a %s text leaves out its preamble', (language, text, question) => {
  expect(bareQuestion(text, language)).toBe(question);
});

const now = '2026-11-15T09:00:00Z';

test.each([
  ['EN', 'Europe/Vienna', '2026-11-16T15:00:00+01:00', 'tomorrow at 3 PM'],
  ['EN', 'Europe/Vienna', '2026-11-15T17:30:00+01:00', 'today at 5:30 PM'],
  ['EN', 'America/New_York', '2026-11-17T10:00:00-05:00', 'on Tuesday, November 17 at 10 AM'],
  // Tomorrow in Tokyo, still today in Vienna
  ['EN', 'Asia/Tokyo', '2026-11-15T17:00:00Z', 'tomorrow at 2 AM'],
  ['EN', 'Europe/Vienna', '2026-11-15T17:00:00Z', 'today at 6 PM'],
  ['EN', 'Asia/Kolkata', '2026-11-16T04:30:00Z', 'tomorrow at 10 AM'],
  ['DE', 'Europe/Vienna', '2026-11-16T15:00:00+01:00', 'morgen um 15:00'],
  ['DE', 'Europe/Vienna', '2026-11-17T10:00:00+01:00', 'Dienstag, 17. November um 10:00'],
  ['FR', 'Europe/Paris', '2026-11-16T15:00:00+01:00', 'demain à 15:00'],
  ['PL', 'Europe/Warsaw', '2026-11-15T16:45:00+01:00', 'dzisiaj 16:45'],
  ['NO', 'Europe/Oslo', '2026-11-16T09:00:00+01:00', 'i morgen kl. 9:00'],
  ['JA', 'Asia/Tokyo', '2026-11-16T10:00:00+09:00', '明日 10:00'],
  ['AR', 'Africa/Cairo', '2026-11-17T10:00:00+02:00', 'الثلاثاء، 17 نوفمبر في 10:00 ص'],
  ['KO', 'Asia/Seoul', '2026-11-16T15:00:00+09:00', '내일 오후 3:00'],
] as const)('in %s and %s, the time %s is spoken as "%s"', (language, timeZone, at, spoken) => {
  expect(spokenTime({ at, now, timeZone, language })).toBe(spoken);
});

test.each(languages)(
  '%s names day and hour of any time, without special spaces that text to speech misreads',
  (language) => {
    for (const at of ['2026-11-15T18:05:00Z', '2026-11-16T18:05:00Z', '2026-12-24T18:05:00Z']) {
      const spoken = spokenTime({ at, now, timeZone: 'Europe/Berlin', language });
      expect(spoken).toMatch(/(?:19|7)[.:]05/);
      expect(spoken).not.toMatch(/[\u00a0\u202f]|undefined/);
    }
  },
);

test('an invalid callback time is not spoken', () => {
  expect(spokenTime({ at: 'soon', now, timeZone: 'UTC', language: 'EN' })).toBeUndefined();
});

test.each<[Language, string]>([
  ['DE', 'Mein Mann ist letztes Jahr gestorben'],
  ['DE', 'Nein, leider nicht'],
  ['FR', 'Ma mère est malade depuis longtemps'],
  ['PL', 'Straciłam pracę w zeszłym roku'],
  ['CS', 'Manžel mi loni umřel'],
])('in %s, a contact who says "%s" is not thanked for it', (language, heard) => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    expect(phraseBooks[language].acknowledge_gently).toContain(
      word({ kind: 'acknowledge', heard }, call(language, seed)),
    );
});

test('a section is not repeated in the words that were said last', () => {
  const asked = { ...section, prompt: 'Ask whether they have time.' };
  const again = (said: string) =>
    word({ kind: 'section', section: asked, exchanges: 1 }, call('EN', 1, [agent(said)]));
  expect(again('Hello.')).toBe('Do you have time?');
  expect(again('Do you have time?')).toMatch(/^.+: Do you have time\?$/);
});

test('a choice that was not understood is asked again with the options that the question did not name', () => {
  const options = ['Price', 'Service', 'Another provider'];
  const open = {
    ...question,
    text: 'What is the main reason?',
    answerType: { kind: 'choice', options },
  } as const;
  const offered = /What is the main reason\? Price, Service, or Another provider\?$/;
  expect(word({ kind: 'clarify', question: open, heard: 'I am moving.' }, call('EN'))).toMatch(offered);
  expect(word({ kind: 'ask_again', question: open, attempt: 2 }, call('EN'))).toMatch(offered);
  expect(word({ kind: 'clarify', question: open, heard: 'Umzug.' }, call('DE'))).toMatch(
    /Price, Service oder Another provider\?$/,
  );
  const named = { ...open, text: 'Is it the price, the service or another provider?' };
  expect(word({ kind: 'clarify', question: named, heard: 'Hm.' }, call('EN'))).toMatch(/another provider\?$/);
});
