import type { SelfTopic, Understanding } from '../dialogue-model.ts';
import type { TrainedReading, TrainedWish } from '../turn-reader.ts';

const topics: readonly (readonly [TrainedWish, SelfTopic | undefined])[] = [
  ['asks_who', 'who'],
  ['asks_robot', 'machine'],
  ['asks_why', 'reason'],
  ['asks_recorded', 'recorded'],
  ['asks_source', 'source'],
  ['is_scam', 'scam'],
  ['asks_pay', undefined],
  ['asks_other', undefined],
];

/** What they ask us, by both readings. */
export function questionOf(
  { question, about, asksWho }: Understanding,
  trained: TrainedReading | undefined,
  heard: string,
): Pick<Understanding, 'question' | 'about' | 'asksWho'> {
  const found = trained && topicIn(trained, question !== undefined);
  if (question === undefined && found === undefined) return {};
  const topic = about ?? found?.[1];
  return {
    question: question ?? heard,
    ...(topic === undefined ? {} : { about: topic }),
    ...(asksWho || topic === 'who' || topic === 'machine' ? { asksWho: true as const } : {}),
  };
}

/** What they ask about. Where the rules see that they ask, the most probable of all wishes says it, sure or not. */
function topicIn({ wishes }: TrainedReading, isAsked: boolean): (typeof topics)[number] | undefined {
  const sure = topics.find(([wish]) => wishes[wish].level === 'sure');
  if (sure !== undefined || !isAsked) return sure;
  const most = Math.max(...Object.values(wishes).map(({ score }) => score));
  return topics.find(([wish]) => wishes[wish].level === 'possible' && wishes[wish].score === most);
}
