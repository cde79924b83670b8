import type { LabelledCall } from './labelled-call.ts';

export const driverCalls: readonly LabelledCall[] = [
  {
    title: 'a driver from Berlin',
    flow: 'driver',
    says: ['Yes, hello.', 'Yes, since 2009.', 'C and CE.', 'I live in Berlin.', 'Bye.'],
    fields: { has_licence: true, licence_classes: ['C', 'CE'], city: 'Berlin', email: null },
    outcomes: { can_drive: true, no_more_calls: false },
    score: 100,
  },
  {
    title: 'only one of the classes, and another town',
    flow: 'driver',
    says: ['Hi.', 'I do.', 'Just B and C.', 'In Leipzig.'],
    fields: { has_licence: true, licence_classes: ['B', 'C'], city: 'Leipzig', email: null },
    outcomes: { can_drive: true, no_more_calls: false },
    // 50 + 30 × 1/2 + 0
    score: 65,
  },
  {
    title: 'no licence, but willing',
    flow: 'driver',
    says: ['Hello.', 'No, not yet.', 'Yes, I would.', 'Potsdam, just outside Berlin.'],
    fields: {
      has_licence: false,
      licence_classes: null,
      city: [{ either: 'Potsdam' }, { either: 'Potsdam, just outside Berlin' }],
      email: null,
    },
    outcomes: { can_drive: false, no_more_calls: false },
    score: 50,
  },
  {
    title: 'a correction of the town and an address',
    flow: 'driver',
    says: [
      'Hello.',
      'Of course I do.',
      'B, C and CE.',
      'In Munich. No wait, I moved, in Potsdam. And my email is ada.bell@example.com by the way.',
    ],
    fields: {
      has_licence: true,
      licence_classes: ['B', 'C', 'CE'],
      city: 'Potsdam',
      email: 'ada.bell@example.com',
    },
    outcomes: { can_drive: true, no_more_calls: false },
    score: 100,
  },
  {
    title: 'the licence is taken back later',
    flow: 'driver',
    says: [
      'Hi.',
      'Yes.',
      "Well, actually, I have to correct myself, I don't have a driving licence any more. They took it.",
      'Berlin.',
    ],
    fields: { has_licence: false, licence_classes: null, city: 'Berlin', email: null },
    outcomes: { can_drive: false, no_more_calls: false },
    score: 20,
  },
  {
    title: 'never call again',
    flow: 'driver',
    says: ['Hello.', 'Stop calling me. Take me off your list.'],
    fields: { has_licence: null, licence_classes: null, city: null, email: null },
    outcomes: { can_drive: false, no_more_calls: true },
    score: null,
  },
  {
    title: 'a long story around a short answer',
    flow: 'driver',
    says: [
      'Yes, hello, good afternoon.',
      'Well, you know, I made it back in the army, that was a long time ago, but yes, I have one.',
      "Oh, let me think. I think it's C and CE, yes.",
      'I grew up in Dresden, but I live in Berlin now.',
    ],
    fields: { has_licence: true, licence_classes: ['C', 'CE'], city: 'Berlin', email: null },
    outcomes: { can_drive: true, no_more_calls: false },
    score: 100,
  },
  {
    title: 'the address is kept private',
    flow: 'driver',
    says: ['Yes.', 'Yep.', 'CE.', "That's none of your business."],
    fields: { has_licence: true, licence_classes: ['CE'], city: null, email: null },
    outcomes: { can_drive: true, no_more_calls: false },
    score: 81,
  },
];
