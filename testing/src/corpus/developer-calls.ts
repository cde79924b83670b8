import type { LabelledCall } from './labelled-call.ts';

export const developerCalls: readonly LabelledCall[] = [
  {
    title: 'fits perfectly',
    flow: 'developer',
    says: [
      'Hi, good to hear from you.',
      'Mainly TypeScript and SQL, and some Python.',
      'Four weeks.',
      'Remotely, if possible.',
      "No, I'm German.",
      'I work for Siemens, where I lead a team of five.',
    ],
    fields: {
      programming_languages: ['TypeScript', 'SQL', 'Python'],
      notice_weeks: 4,
      work_mode: 'REMOTE',
      needs_visa: false,
      employer: 'Siemens',
      leads_team: true,
    },
    outcomes: { hireable: true, short_notice: true },
    score: 100,
  },
  {
    title: 'months, an office and a visa',
    flow: 'developer',
    says: [
      'Yes.',
      'Java, mostly. A bit of SQL.',
      'Three months.',
      'I prefer the office.',
      "Yes, I'd need one.",
      'A small company called Brightwave.',
    ],
    fields: {
      programming_languages: ['Java', 'SQL'],
      notice_weeks: 13,
      work_mode: 'OFFICE',
      needs_visa: true,
      employer: [{ either: 'Brightwave' }, { either: 'A small company called Brightwave' }],
      leads_team: null,
    },
    outcomes: { hireable: false, short_notice: false },
    // 30 × 1/3 + 20 × 8/13 + 0 + 0
    score: 22,
  },
  {
    title: 'does not name the employer',
    flow: 'developer',
    says: [
      'Hello.',
      'TypeScript only, no Python.',
      'Two weeks. Wait, no, it is six weeks.',
      "It doesn't matter.",
      'Nope.',
      "I'd prefer not to say. And I don't lead a team.",
    ],
    fields: {
      programming_languages: ['TypeScript'],
      notice_weeks: 6,
      work_mode: null,
      needs_visa: false,
      employer: null,
      leads_team: false,
    },
    outcomes: { hireable: true, short_notice: true },
    // 30 × 1/3 + 20 + 10 + 40
    score: 80,
  },
  {
    title: 'has no job at the moment',
    flow: 'developer',
    says: [
      'Yeah, hi.',
      "Python. And I've done a lot of SQL.",
      'None, I could start tomorrow.',
      'Remote.',
      'I do, yes, unfortunately.',
      "I'm between jobs right now.",
    ],
    fields: {
      programming_languages: ['Python', 'SQL'],
      notice_weeks: 0,
      work_mode: 'REMOTE',
      needs_visa: true,
      employer: null,
      leads_team: null,
    },
    outcomes: { hireable: false, short_notice: true },
    // 30 × 2/3 + 20 + 10 + 0
    score: 50,
    // The rules read "between jobs" as the name of an employer.
    misses: ['field employer'],
  },
];
