import type { ToldCall } from './told-call.ts';

export const foreignCalls: readonly ToldCall[] = [
  {
    title: 'German: a smooth call',
    flow: 'pflege',
    says: [
      'Ja, hallo.',
      'Ja, auf jeden Fall.',
      '7 Jahre, vor allem auf der Intensivstation.',
      'Ab dem 1. April.',
      'Deutsch, Englisch und etwas Polnisch.',
      'Tschüss.',
    ],
    fields: {
      interested: true,
      years: 7,
      start_date: '2026-04-01',
      languages: ['Deutsch', 'Englisch', 'Polnisch'],
    },
    outcomes: { interested: true, callback: false },
    score: 100,
  },
  {
    title: 'German: no interest',
    flow: 'pflege',
    says: ['Hallo?', 'Nein danke, ich habe kein Interesse mehr.'],
    fields: { interested: false, years: null, start_date: null, languages: null },
    outcomes: { interested: false, callback: false },
    score: 0,
  },
  {
    title: 'German: little experience and one language',
    flow: 'pflege',
    says: ['Ja bitte?', 'Ja, gerne.', 'Erst 1 Jahr.', 'Nächsten Montag.', 'Nur Deutsch.'],
    fields: { interested: true, years: 1, start_date: '2026-03-09', languages: ['Deutsch'] },
    outcomes: { interested: true, callback: false },
    // 40 + 30 × 1/3 + 30 × 1/2
    score: 65,
  },
  {
    title: 'German: later, please',
    flow: 'pflege',
    says: ['Ich bin gerade in einer Besprechung, rufen Sie mich bitte morgen um 15 Uhr zurück.'],
    fields: { interested: null, years: null, start_date: null, languages: null },
    outcomes: { interested: false, callback: true },
    score: null,
  },
  {
    title: 'Spanish: a smooth call',
    flow: 'restaurante',
    says: ['Sí, dígame.', 'Sí, claro.', '3 años, en Sevilla.', 'El 15 de abril.', 'Gracias, adiós.'],
    fields: { interested: true, years: 3, start_date: '2026-04-15' },
    outcomes: { interested: true, not_interested: false },
    score: 100,
  },
  {
    title: 'Spanish: no longer interested',
    flow: 'restaurante',
    says: ['¿Diga?', 'No, gracias, ya no me interesa.'],
    fields: { interested: false, years: null, start_date: null },
    outcomes: { interested: false, not_interested: true },
    score: 0,
  },
  {
    title: 'Arabic: a smooth call',
    flow: 'arabic',
    says: ['نعم، مرحبا.', 'نعم، بالتأكيد.', '5 سنوات.', 'في بيروت.'],
    fields: { interested: true, years: 5, city: [{ either: 'في بيروت' }, { either: 'بيروت' }] },
    outcomes: { interested: true },
    // A bare 3 is about three: five are not the same.
    score: 80,
  },
  {
    title: 'Arabic: declines',
    flow: 'arabic',
    says: ['مرحبا', 'لا، لست مهتما.'],
    fields: { interested: false, years: null, city: null },
    outcomes: { interested: false },
    score: 0,
  },
  {
    title: 'Chinese: a smooth call',
    flow: 'chinese',
    says: ['你好。', '是的，我很感兴趣。', '5年。', '我住在上海。'],
    fields: { interested: true, years: 5, city: [{ either: '上海' }, { either: '我住在上海' }] },
    outcomes: { interested: true },
    score: 100,
  },
  {
    title: 'Chinese: too little experience',
    flow: 'chinese',
    says: ['喂？', '对。', '只有1年。', '北京。'],
    fields: { interested: true, years: 1, city: '北京' },
    outcomes: { interested: true },
    // 50 + 50 × 1/3
    score: 67,
  },
];
