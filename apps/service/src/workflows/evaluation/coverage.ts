import type { CallPlan, PlanBranch, PlanCondition, PlanSection } from '@parley/call-engine/plan.ts';
import type { FlowPart } from '@parley/contract/flow-path.ts';
import type { PlayedCall } from './played-call.ts';

/** What is known of a call that was played or really made. */
type JournaledCall = Pick<PlayedCall, 'journal' | 'plan'>;

/** A part of the flow, how many calls reached it, and the parts inside it. */
export interface Place {
  readonly id: string;
  readonly kind: 'message' | 'section' | 'question' | 'branch';
  readonly label: string;
  /** What it is or when it is taken, in words. */
  readonly detail: string;
  readonly visits: number;
  /** Of a question: in how many of them it was answered. */
  readonly answers?: number;
  readonly within: readonly Place[];
}

export interface Coverage {
  readonly visited: number;
  readonly total: number;
  readonly outline: readonly Place[];
}

/** Flow coverage: how many calls reached each step. A handoff counts wherever the call was transferred from. */
export function coverageOf(plan: CallPlan, calls: readonly JournaledCall[]): Coverage {
  const tallies = calls.map(tally);
  const count = (has: (one: Tally) => boolean): number => tallies.filter(has).length;
  const visitsTo = (id: string): number => count(({ places }) => places.has(id));

  const section = (one: PlanSection): Place => ({
    id: one.id,
    kind: 'section',
    visits: visitsTo(one.id),
    ...(one.title === undefined ? untitled(one) : { label: one.title, detail: sectionKinds[one.type] }),
    within: inside(one),
  });
  const branch = ({ id, name, condition, sections }: PlanBranch): Place => ({
    id,
    kind: 'branch',
    label: name,
    detail: inWords(condition),
    visits: visitsTo(id),
    within: sections.map(section),
  });
  const inside = (one: PlanSection): Place[] => {
    if (one.type === 'conditional') return one.branches.map(branch);
    if (one.type !== 'looping') return [];
    return one.questions.map(({ id, text, key }) => ({
      id,
      kind: 'question',
      label: text,
      detail: key === undefined ? '' : `answer.${key}`,
      visits: visitsTo(id),
      answers: count(({ answered }) => answered.has(id)),
      within: [],
    }));
  };
  const message = (label: string, { id, text }: CallPlan['firstMessage']): Place => ({
    id,
    kind: 'message',
    label,
    detail: text,
    visits: visitsTo(id),
    within: [],
  });

  const outline = [
    message('First message', plan.firstMessage),
    ...plan.sections.map(section),
    message('Last message', plan.lastMessage),
  ];
  const all = everyPlace(outline);
  return { visited: all.filter(({ visits }) => visits > 0).length, total: all.length, outline };
}

export const everyPlace = (places: readonly Place[]): Place[] =>
  places.flatMap((place) => [place, ...everyPlace(place.within)]);

interface Tally {
  readonly places: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

const tally = (call: JournaledCall): Tally => ({
  places: new Set(pathOf(call)),
  answered: new Set(
    call.journal.flatMap((entry) =>
      entry.kind === 'note' && entry.answer.value !== undefined ? [entry.answer.questionId] : [],
    ),
  ),
});

/** The ids of the parts that a call reached, in its order. */
export function pathOf({ journal, plan }: JournaledCall): string[] {
  const places: string[] = [];
  for (const entry of journal) {
    if (entry.kind === 'enter') places.push(entry.sectionId);
    if (entry.kind === 'ask') places.push(entry.questionId);
    if (entry.kind === 'branch' && entry.branchId !== null) places.push(entry.branchId);
    if (entry.kind === 'transfer')
      for (const { id, destinations } of plan.handoffs)
        if (destinations.some(({ phoneNumber }) => phoneNumber === entry.to)) places.push(id);
    if (entry.kind === 'say' && entry.text.endsWith(plan.firstMessage.text))
      places.push(plan.firstMessage.id);
    if (entry.kind === 'say' && entry.text.endsWith(plan.lastMessage.text)) places.push(plan.lastMessage.id);
  }
  return [...new Set(places)];
}

/** The parts that a call reached, in its order, as the API names them. */
export function namedPath(call: JournaledCall): FlowPart[] {
  const places = new Map(everyPlace(coverageOf(call.plan, []).outline).map((place) => [place.id, place]));
  return pathOf(call).flatMap((id) => {
    const place = places.get(id);
    return place === undefined ? [] : [partOf(place)];
  });
}

/** The parts of a flow that are in none of the paths, from top to bottom. */
export function unreachedParts(plan: CallPlan, paths: readonly (readonly FlowPart[])[]): FlowPart[] {
  const reached = new Set(paths.flat().map(({ id }) => id));
  return everyPlace(coverageOf(plan, []).outline)
    .filter(({ id }) => !reached.has(id))
    .map(partOf);
}

const partOf = ({ id, kind, label }: Place): FlowPart => ({ id, kind, label });

const sectionKinds: Readonly<Record<PlanSection['type'], string>> = {
  sequential: 'talks',
  looping: 'asks',
  conditional: 'decides',
  human_handoff: 'passes the call on',
};

const untitled = (section: PlanSection): { readonly label: string; readonly detail: string } => {
  if (section.type === 'sequential') return { label: section.prompt, detail: 'talks' };
  return { label: untitledKinds[section.type], detail: sectionKinds[section.type] };
};
const untitledKinds = { looping: 'Questions', conditional: 'Decision', human_handoff: 'Handoff' } as const;

const operators: Readonly<Record<string, string>> = {
  EXISTS: 'is known',
  NOT_EXISTS: 'is not known',
  EQUALS: 'is',
  NOT_EQUALS: 'is not',
  CONTAINS: 'contains',
  GREATER_THAN: 'is above',
  LESS_THAN: 'is below',
  IN: 'is one of',
};

const inWords = (condition: PlanCondition): string => {
  if (condition.type === 'intent') return condition.description;
  const { field, operator, value } = condition;
  const wanted = value === undefined ? '' : ` ${Array.isArray(value) ? value.join(', ') : String(value)}`;
  return `${field} ${operators[operator]}${wanted}`;
};
