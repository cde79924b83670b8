import { cosine, type Embedder } from '@parley/call-engine/llm/embedder.ts';
import { MINILM_FLOOR, OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { planKnowledge } from '@parley/call-engine/plan-knowledge.ts';
import { quantile, type Ratio } from './ratio.ts';

/**
 * Whether a question in other words finds its passage: by keywords alone, and by keywords and embeddings together, as
 * calls search. The cosines of questions with and without an answer, from which the floor was chosen. And the latency of
 * the offline embedder for a question, relative to the time budget in a turn.
 */
const BUDGET_MS = 30;
const ROUNDS = 5;

export async function run(): Promise<Ratio[]> {
  const embedder = new OfflineEmbedder(MINILM_FLOOR);
  try {
    return await measured(embedder);
  } finally {
    await embedder.close();
  }
}

async function measured(embedder: Embedder): Promise<Ratio[]> {
  const limits = { deadlineMs: 60_000 };
  const passages = answered.map(({ passage }) => passage);
  const { vectors } = await embedder.embed(passages, limits);
  const timesMs: number[] = [];
  const vectorOf = async (question: string): Promise<Float32Array> => {
    const startMs = performance.now();
    const [vector] = (await embedder.embed([question], { ...limits, isUrgent: true })).vectors;
    timesMs.push(performance.now() - startMs);
    return vector as Float32Array;
  };
  const byMeaning = async (question: string) => {
    const asked = await vectorOf(question);
    return passages
      .map((text, index) => ({ title: '', text, likeness: cosine(asked, vectors[index] as Float32Array) }))
      .filter(({ likeness }) => likeness >= embedder.floor)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, 5);
  };
  const knowledge = passages.map((text, index) => ({ id: `${index}`, title: '', text }));
  const words = planKnowledge({ knowledge });
  const both = planKnowledge({ knowledge }, { byMeaning }, limits.deadlineMs);
  const pairs = answered.flatMap(({ passage, questions }) =>
    questions.map((question) => ({ question, passage })),
  );
  const foundBy = async (search: typeof words, most: number): Promise<number> => {
    let found = 0;
    for (const { question, passage } of pairs) {
      const texts = (await search.find(question)).slice(0, most).map(({ text }) => text);
      if (texts.includes(passage)) found += 1;
    }
    return found / pairs.length;
  };

  const fitting: number[] = [];
  for (const { question, passage } of pairs)
    fitting.push(cosine(await vectorOf(question), vectors[passages.indexOf(passage)] as Float32Array));
  const nearest: number[] = [];
  for (const question of unanswered) {
    const asked = await vectorOf(question);
    nearest.push(Math.max(...vectors.map((vector) => cosine(asked, vector))));
  }
  for (let round = 0; round < ROUNDS; round += 1) for (const { question } of pairs) await vectorOf(question);

  print('questions with an answer, cosine to it', fitting);
  print('questions without one, cosine to the nearest passage', nearest);
  for (const floor of [0.15, 0.2, 0.25, 0.3, 0.35, 0.4])
    console.log(
      `threshold ${floor}: ${percent(fitting, (one) => one >= floor)} of the questions with an answer are above it, ${percent(nearest, (one) => one < floor)} of those without one below`,
    );
  return [
    {
      name: 'semantic search: right passage among the first five, with embeddings vs keywords alone',
      ours: await foundBy(both, 5),
      reference: await foundBy(words, 5),
      unit: 'share',
      atLeast: 1.2,
    },
    {
      name: 'semantic search: right passage first, with embeddings vs keywords alone',
      ours: await foundBy(both, 1),
      reference: await foundBy(words, 1),
      unit: 'share',
      atLeast: 1,
    },
    {
      name: 'semantic search: embedding of a question, offline, p95',
      ours: quantile(timesMs, 0.95),
      reference: BUDGET_MS,
      unit: 'ms',
      atMost: 1,
    },
  ];
}

const percent = (values: readonly number[], holds: (value: number) => boolean): string =>
  `${Math.round((100 * values.filter(holds).length) / values.length)} %`;

function print(what: string, values: readonly number[]): void {
  const [p10, p50, p90] = [0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(2));
  console.log(`${what}: ${values.length} of them, p10 ${p10}, p50 ${p50}, p90 ${p90}`);
}

/** Passages of a company's documents, and questions about them in other words. */
interface Asked {
  readonly passage: string;
  /** They share hardly any word with the passage. */
  readonly questions: readonly string[];
}

const answered: readonly Asked[] = [
  {
    passage:
      'Employees receive 27 days of annual leave. Up to five unused days can be carried over until the end of March.',
    questions: ['How much vacation do I get?', 'What happens to holidays I did not take?'],
  },
  {
    passage:
      'The office is on the third floor of Harbour Street 12, five minutes on foot from the central station.',
    questions: ['Where are you located?', 'How do I reach you by train?'],
  },
  {
    passage: 'You may work from home two days a week once the probation period is over.',
    questions: ['Can I do this remotely?', 'Is it possible to stay at my own desk sometimes?'],
  },
  {
    passage: 'The gross pay lies between 62,000 and 71,000 euros a year, depending on experience.',
    questions: ['What is the salary?', 'How much would I earn?'],
  },
  {
    passage: 'Parents can bring their children to the nursery next door, for which the company covers half.',
    questions: ['Is there day care for my kids?', 'Do you help with childcare?'],
  },
  {
    passage: 'A contract can be ended by either side with three months of notice to the end of a quarter.',
    questions: ['How quickly could I quit?', 'When can I leave if I change my mind?'],
  },
  {
    passage: 'Dogs are welcome as long as they are quiet and nobody in the room is allergic.',
    questions: ['May I bring my pet?', 'Is my puppy allowed to come along?'],
  },
  {
    passage: 'Every newcomer gets a laptop, either a MacBook or a ThinkPad, and a headset.',
    questions: ['What computer will I use?', 'Do I have to bring my own equipment?'],
  },
  {
    passage: 'Invoices are due within thirty days. After that a reminder costs ten francs.',
    questions: ['By when do I have to pay?', 'What if my payment is late?'],
  },
  {
    passage:
      'Goods can be sent back within fourteen days if they are unworn. We refund the price, not the postage.',
    questions: ['Can I return what I bought?', 'How do I get my money back?'],
  },
  {
    passage: 'Our technicians are on duty around the clock, also on Sundays and public holidays.',
    questions: ['Can somebody repair it at night?', 'Are you reachable on the weekend?'],
  },
  {
    passage: 'The warranty covers faults in material for two years; damage by water is excluded.',
    questions: ['What if it breaks after a year?', 'Is it insured when it gets wet?'],
  },
  {
    passage: 'Shifts begin at six in the morning or at two in the afternoon and change every week.',
    questions: ['What are the working hours?', 'Would I have to start early?'],
  },
  {
    passage:
      'Applicants need a forklift licence. A criminal record extract is asked for before the first day.',
    questions: ['Which papers do I need?', 'Do you check my background?'],
  },
  {
    passage: 'After the telephone call there is one meeting with the team, and an answer within a week.',
    questions: ['What are the next steps?', 'When will I hear from you?'],
  },
];

/** Questions that no passage answers. */
const unanswered: readonly string[] = [
  'Who won the election?',
  'Do you have a swimming pool?',
  'What is the name of your chief executive?',
  'How many competitors do you have?',
  'Can you recommend a good restaurant?',
  'What is the share price today?',
  'Which programming language is the website written in?',
  'Is the canteen vegetarian?',
  'Do you sponsor a football club?',
  'What does the weather look like tomorrow?',
  'How do I reset my password?',
  'Is there a trade union?',
  'Which bank do you use?',
  'Can I pay with bitcoin?',
  'Who designed the logo?',
  'How old is the founder?',
  'Do you export to Brazil?',
  'Are the toilets accessible by wheelchair?',
  'What religion do people have there?',
  'Which gym is nearby?',
];
