import pg from 'pg';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';

const CONVERSATIONS = 100;
const TIMES = 61;
const QUESTIONS = 8;

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is the AI assistant of Acme.' },
  sections: [
    {
      type: 'looping',
      questions: Array.from({ length: QUESTIONS }, (_, i) => ({ question: `What about number ${i}?` })),
    },
  ],
};

/** The transcript of a call of some minutes. */
const transcript = Array.from({ length: 2 * QUESTIONS + 2 }, (_, i) => ({
  speaker: i % 2 === 0 ? 'AI' : 'CONTACT',
  text: i % 2 === 0 ? `And what would you say about number ${i}?` : 'I have done that for about seven years.',
  startTime: i * 6,
  endTime: i * 6 + 4.5,
  language: 'en',
}));

/** The analytics of a call of some minutes. */
const result = {
  general: {
    overallRating: 71,
    scoringIncompleteReason: null,
    companyFitRating: null,
    education: null,
    experience: null,
    strongPoints: ['Has done it for seven years.'],
    weakPoints: ['Could start only in March.'],
    evaluation: ['Answered every question.'],
  },
  specific: null,
  analytics: {
    matchScore: 71,
    fields: Array.from({ length: 5 }, (_, i) => ({
      key: `field_${i}`,
      label: `Field ${i}`,
      type: 'number',
      value: 7,
      confidence: 0.9,
      evidence: 'I have done that for about seven years.',
      evidenceTime: 12,
    })),
    scoring: {
      total: 71,
      items: Array.from({ length: QUESTIONS }, (_, i) => ({
        key: `question_${i}`,
        kind: 'QUESTION',
        label: `What about number ${i}?`,
        score: 71,
        weightPercent: 12.5,
        importance: 'HIGH',
        reasoning: 'Seven years are more than the five that were hoped for.',
      })),
    },
    outcomes: Array.from({ length: 2 }, (_, i) => ({
      key: `outcome_${i}`,
      label: `Outcome ${i}`,
      met: true,
      confidence: 0.8,
      evidence: 'I have done that for about seven years.',
      evidenceTime: 12,
    })),
    tags: [{ key: 'experienced', label: 'Experienced', applied: true, reason: 'Seven years.' }],
    qa: Array.from({ length: QUESTIONS }, (_, i) => ({
      id: '01957a2e-7c00-7000-8000-000000000001',
      question: `What about number ${i}?`,
      answered: true,
      answer: 'I have done that for about seven years.',
      evidence: 'I have done that for about seven years.',
      evidenceTime: 12,
    })),
    evaluation: { strengths: ['Experienced'], concerns: [], objections: [], assessment: ['Worth a talk'] },
    sentiment: { overall: 'positive', score: 0.4, trajectory: 'stable', notes: null },
    summary: 'Has seven years of experience, is interested, and could start in March.',
  },
};

/** Time to read a page of conversations with analytics, relative to the same page without. */
export async function run(): Promise<Ratio[]> {
  return withService(async (service) => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const [analysed, plain] = [await fill(service, client), await fill(service, client)];
    await client.query(
      `insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_completion_published, result, created_at, updated_at)
       select id, id, company_id, conversation_id, 2, true, now(), true, $2, now(), now() from call_attempts where company_id = $1`,
      [analysed.companyId, JSON.stringify(result)],
    );
    await client.query('analyze conversations, call_attempts, call_analyses');
    await client.end();
    const page = `${service.url}/conversations?limit=${CONVERSATIONS}`;
    const [with_, without]: [number[], number[]] = [[], []];
    // In turns, so that other load on the machine affects both equally.
    for (let i = 0; i < TIMES; i++) {
      with_.push(await milliseconds(page, analysed.key, true));
      without.push(await milliseconds(page, plain.key, false));
    }
    return [
      {
        name: `analysis: the list of ${CONVERSATIONS} conversations with analytics vs without`,
        ours: median(with_),
        reference: median(without),
        unit: 'ms',
        atMost: 2,
      },
    ];
  });
}

async function fill({ newCompany, post }: RunningService, client: pg.Client) {
  const scopes = ['read:conversations', 'write:conversations', 'write:agents', 'write:contacts'];
  const { key, companyId } = await newCompany(scopes);
  const agent = await post('/agents', key, { name: 'Grace', flow });
  const person = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
  const contact = await post('/contacts', key, { ...person, gdprExpiryDate: '2099-12-31' });
  for (let i = 0; i < CONVERSATIONS; i++)
    await post('/conversations', key, { contactId: contact.id, agentId: agent.id, isTest: true });
  await client.query(
    'update call_attempts set transcript = $2, duration_seconds = 100 where company_id = $1',
    [companyId, JSON.stringify(transcript)],
  );
  return { key, companyId };
}

async function milliseconds(address: string, key: string, isAnalysed: boolean): Promise<number> {
  const started = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  const elapsedMs = performance.now() - started;
  const { data } = JSON.parse(text) as { data: { analytics?: unknown }[] };
  if (data.length !== CONVERSATIONS || data.some(({ analytics }) => (analytics !== undefined) !== isAnalysed))
    throw new Error('The list is not what it should be');
  return elapsedMs;
}
