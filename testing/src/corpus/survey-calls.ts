import type { LabelledCall } from './labelled-call.ts';

export const surveyCalls: readonly LabelledCall[] = [
  {
    title: 'a happy customer',
    flow: 'survey',
    says: [
      'Sure, go ahead.',
      'Nine.',
      'You always pick up the phone and the people are friendly.',
      'Yes, I already have.',
      'From a friend of mine.',
    ],
    fields: {
      rating: 9,
      reason: 'You always pick up the phone and the people are friendly',
      recommend: true,
      channel: 'Friend',
    },
    outcomes: { promoter: true, complaint: false },
    tags: { billing: false },
    score: 100,
  },
  {
    title: 'an unhappy customer',
    flow: 'survey',
    says: [
      'Okay.',
      'Honestly? A two.',
      'My bill was wrong three times and nobody called me back. I am really disappointed.',
      'Certainly not.',
      'On the internet.',
    ],
    fields: {
      rating: 2,
      reason: 'My bill was wrong three times and nobody called me back. I am really disappointed',
      recommend: false,
      channel: 'Internet',
    },
    outcomes: { promoter: false, complaint: true },
    tags: { billing: true },
    // 60 × 2/8
    score: 15,
  },
  {
    title: 'in between',
    flow: 'survey',
    says: [
      'Yes.',
      'Between six and seven.',
      'The price is okay, but the app is slow.',
      'It depends.',
      'Maybe, if someone asks.',
      'I read about you in the newspaper.',
    ],
    fields: {
      rating: 6,
      reason: 'The price is okay, but the app is slow',
      recommend: null,
      channel: 'Newspaper',
    },
    outcomes: { promoter: false, complaint: false },
    // 60 × 6/8 + 40 × 0.5
    score: 75,
  },
  {
    title: 'a correction of the rating at the reason',
    flow: 'survey',
    says: ['Go on.', 'Eight.', 'Sorry, I meant seven. The hotline takes ages.', 'Yes.', 'Online.'],
    fields: {
      rating: 7,
      reason: [{ either: 'The hotline takes ages' }],
      recommend: true,
      channel: 'Internet',
    },
    outcomes: { promoter: true, complaint: false },
    // 60 × 7/8 + 40
    score: 93,
  },
  {
    title: 'no reason is given',
    flow: 'survey',
    says: ['Hm, okay.', 'Ten out of ten.', 'No particular reason.', 'Absolutely.', 'I can not remember.'],
    fields: { rating: 10, reason: null, recommend: true, channel: null },
    outcomes: { promoter: true, complaint: false },
    score: 100,
  },
  {
    title: 'no time for a survey',
    flow: 'survey',
    says: ['I have no time for this, sorry. Goodbye.'],
    fields: { rating: null, reason: null, recommend: null, channel: null },
    outcomes: { promoter: false, complaint: false },
    score: null,
  },
  {
    title: 'talks about the football first',
    flow: 'survey',
    says: [
      'Hello.',
      'Did you watch the game last night?',
      'Ha. An eight then.',
      'It just works.',
      'I suppose so.',
      'My neighbour told me, she is a friend.',
    ],
    fields: { rating: 8, reason: 'It just works', recommend: true, channel: 'Friend' },
    outcomes: { promoter: true, complaint: false },
    score: 100,
  },
  {
    title: 'a machine answers',
    flow: 'survey',
    says: ['You have reached the voicemail of Ada Bell. Please leave a message after the tone.'],
    fields: { rating: null, reason: null, recommend: null, channel: null },
    outcomes: { promoter: false, complaint: false },
    score: null,
  },
];
