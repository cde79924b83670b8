import type { LabelledCall } from './labelled-call.ts';

export const viewingCalls: readonly LabelledCall[] = [
  {
    title: 'three rooms and a balcony',
    flow: 'viewing',
    says: [
      'Hello.',
      'We need three rooms, and I want a balcony.',
      'Fifteen hundred.',
      'No, none.',
      'On the first of June.',
    ],
    fields: { rooms: 3, budget: 1500, pets: false, move_in: '2026-06-01', balcony: true },
    outcomes: { affordable: true, handed_off: false },
    tags: { pets: false },
    score: 100,
  },
  {
    title: 'a small budget and a dog',
    flow: 'viewing',
    says: [
      'Hi, yes.',
      'Two rooms would be enough.',
      'At most nine hundred.',
      'Yes, a small dog.',
      'In April.',
    ],
    fields: { rooms: 2, budget: 900, pets: true, move_in: '2026-04-01', balcony: null },
    outcomes: { affordable: false, handed_off: false },
    tags: { pets: true },
    // 50 × 900/1200 + 0
    score: 38,
  },
  {
    title: 'no balcony needed, and the money is private',
    flow: 'viewing',
    says: [
      'Yes?',
      "Something quiet. I don't need a balcony.",
      'I would prefer not to say.',
      "No, I'm allergic.",
      'As soon as possible.',
    ],
    fields: { rooms: null, budget: null, pets: false, move_in: '2026-03-02', balcony: false },
    outcomes: { affordable: false, handed_off: false },
    tags: { pets: false },
    score: 100,
  },
  {
    title: 'the day is moved twice',
    flow: 'viewing',
    says: [
      'Good morning.',
      'A four-room flat near the station.',
      '1800, maybe 1900.',
      'Nope.',
      'In May. Or no, sorry, the first of July. Yes, July the first.',
    ],
    fields: { rooms: 4, budget: 1800, pets: false, move_in: '2026-07-01', balcony: null },
    outcomes: { affordable: true, handed_off: false },
    tags: { pets: false },
    score: 100,
  },
];
