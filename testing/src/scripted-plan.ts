import type { CallPlan, PlanHandoff, PlanQuestion, PlanSection } from '@parley/call-engine/plan.ts';

/** A plan with these sections; everything else is minimal unless overridden. */
export function scriptedPlan(
  sections: readonly PlanSection[],
  others: Partial<Omit<CallPlan, 'sections'>> = {},
): CallPlan {
  return {
    agent: { id: 'agent', versionId: 'version', name: 'Screening' },
    company: { name: 'Acme' },
    contact: { id: 'contact', firstName: 'Ada', lastName: 'Bell', gender: null, phoneNumber: '+15005550000' },
    language: 'EN',
    type: 'PHONE',
    focus: null,
    durationMinutes: 15,
    firstMessage: { id: 'first', text: 'Hello Ada. I am an AI.' },
    lastMessage: { id: 'last', text: 'Thanks, and goodbye.' },
    sections,
    handoffs: handoffsIn(sections),
    prompt: [],
    knowledge: [],
    analysis: { extractionTargets: [], outcomes: [], tags: [] },
    known: { contact: { country: 'CH' }, job: {} },
    hours: { timeZone: 'Europe/Zurich', window: null },
    voicemail: { action: 'HANG_UP' },
    voice: { provider: null, voiceId: null, speed: 1 },
    ...others,
  };
}

const handoffsIn = (sections: readonly PlanSection[]): PlanHandoff[] =>
  sections.flatMap((section) => {
    if (section.type === 'human_handoff') return [section];
    return section.type === 'conditional'
      ? section.branches.flatMap((branch) => handoffsIn(branch.sections))
      : [];
  });

/** Questions that are asked one after the other; the text of each is its id and its key, too. */
export const asking = (...texts: string[]): PlanSection => ({
  type: 'looping',
  id: texts.join(),
  questions: texts.map((text): PlanQuestion => ({ id: text, text, key: text })),
});

export const talkingAbout = (prompt: string): PlanSection => ({ type: 'sequential', id: prompt, prompt });

/** By label; an empty label is none. */
export const handingTo = (numbers: Readonly<Record<string, string>>, message?: string): PlanHandoff => ({
  type: 'human_handoff',
  id: Object.values(numbers).join(),
  destinations: Object.entries(numbers).map(([label, phoneNumber]) => ({
    phoneNumber,
    ...(label === '' ? {} : { label }),
  })),
  ...(message === undefined ? {} : { message }),
});
