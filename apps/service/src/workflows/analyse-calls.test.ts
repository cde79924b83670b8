import type {
  AnalysisModel,
  CallAnalysis,
  FinishedCall,
} from '@parley/call-engine/analysis/analysis-model.ts';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import { type EventType, payloadSchema, spoken, type Vocabulary } from '@parley/contract/event.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { analyserOf, analysisServices, completeCall } from '@parley/testing/analysed-calls.ts';
import { foundNothing, scriptedAnalysisModel } from '@parley/testing/scripted-analysis-model.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MODEL_MS, MODEL_TRIES, TAKEOVER_MS } from '../domains/conversations/call-analysis.model.ts';
import { readJournal } from '../domains/conversations/call-journal.actions.ts';
import { history } from '../domains/events/event.actions.ts';
import { Validator } from '../http/validation.ts';
import type { Scope } from '../storage/scope.ts';
import { type CompanyId, sql } from '../storage/sql.ts';
import { analyseAgain } from './analyse-calls.ts';

const START = '2026-11-16T11:00:00.000Z';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const clock = new ManualClock(START);
let service: TestService;
let company: TestCompany;
let genericId: string;
let customId: string;

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI.' },
  sections: [{ type: 'looping', questions: [{ question: 'Are you well?', key: 'well' }] }],
};

beforeAll(async () => {
  // Without a worker nobody dials and nobody analyses but the tests.
  service = await startTestService({ clock, roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock.advance(Date.parse(START) - clock.now().getTime());
  await database().run(sql`delete from live_calls`);
  await database().run(sql`delete from conversations`);
  company = await service.newCompany();
  await service.admin.put(`/companies/${company.id}/plan`, {
    billingSystem: 'minutes',
    status: 'active',
    included: 1e6,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 100,
    storageBytes: 1e9,
    creditsPerMinute: 1,
  });
  const agent = async (more: object) =>
    (await company.api.post('/agents', { name: 'Grace', callingWindow: null, ...more })).body.id;
  [genericId, customId] = [await agent({ focus: 'GENERIC' }), await agent({ flow })];
});

const database = () => service.services.database;
const scope = (): Scope => database().within(company.id as CompanyId, { kind: 'system', id: 'test' });
const read = async (id: string) => (await company.api.get(`/conversations/${id}`)).body;
const events = (id: string) => history(scope(), id);
const published = async (id: string) => (await events(id)).map(({ type }) => type);
const analyser = (analysisModel: AnalysisModel = scriptedAnalysisModel()) =>
  analyserOf(database(), { analysisModel });

async function newContact(): Promise<string> {
  const person = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
  return (await company.api.post('/contacts', { ...person, gdprExpiryDate: '2099-12-31' })).body.id;
}

/** A conversation whose call has just ended well. */
async function called(agentId = genericId, contactId?: string) {
  const wanted = { agentId, contactId: contactId ?? (await newContact()) };
  const { id } = (await company.api.post('/conversations', wanted)).body;
  return { id: id as string, attemptId: await completeCall(database(), scope(), id) };
}

const again = async (id: string) => {
  clock.advance(SECOND);
  await company.api.post(`/conversations/${id}/call-attempts`);
  return completeCall(database(), scope(), id);
};

const rated = (overallRating: number | null) => (call: FinishedCall) => {
  const nothing = foundNothing(call);
  return { ...nothing, general: { ...nothing.general, overallRating } };
};

const failing = (message = 'No idea') =>
  scriptedAnalysisModel(() => {
    throw new Error(message);
  });

const general = {
  overallRating: 87.4,
  scoringIncompleteReason: null,
  companyFitRating: 'HIGH' as const,
  education: 'A degree',
  experience: 'Ten years',
  strongPoints: ['Calm'],
  weakPoints: ['Late'],
  evaluation: ['Good'],
};

const whole = (call: FinishedCall): CallAnalysis => {
  const nothing = foundNothing(call);
  return {
    general,
    specific: null,
    analytics: nothing.analytics && {
      ...nothing.analytics,
      matchScore: 90,
      fields: [
        {
          key: 'well',
          label: 'Well',
          type: 'bool',
          value: true,
          confidence: 0.9,
          evidence: 'Very well.',
          evidenceTime: 2,
        },
      ],
      summary: 'Is well.',
    },
  };
};

describe('events of an analysed call', () => {
  test('conversation.completed is emitted after the call has been analysed', async () => {
    const { id, attemptId } = await called();
    expect(await published(id)).toEqual(['conversation.started']);
    await analyser().analyseDue();
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'analysis.completed',
    ]);
    const { contactId } = await read(id);
    expect((await events(id))[1]?.data).toEqual({
      conversationId: id,
      contactId,
      jobId: null,
      runId: null,
      callAttemptId: attemptId,
      status: 'COMPLETED',
    });
  });

  test.each<Vocabulary>(['LEGACY', 'NEUTRAL'])(
    'events of an analysed call have exactly the properties of the contract (%s)',
    async (vocabulary) => {
      for (const agentId of [genericId, customId]) {
        const { id } = await called(agentId);
        await analyser(scriptedAnalysisModel(whole)).analyseDue();
        for (const { type, data, occurredAt } of await events(id)) {
          const sent = {
            event: vocabulary === 'LEGACY' ? type.replace('conversation.', 'interview.') : type,
            timestamp: occurredAt.toISOString(),
            deliveryId: scope().newId(),
            data: spoken(data, vocabulary),
          };
          expect(new Validator().body(payloadSchema(type as EventType, vocabulary))(sent)).toEqual([]);
        }
      }
    },
  );

  test('events of an analysed call have "analysis" for every agent, and "analytics" only for custom agents', async () => {
    const [generic, custom] = [await called(genericId), await called(customId)];
    await analyser(scriptedAnalysisModel(whole)).analyseDue();
    const [plain, rich] = [(await events(generic.id)).at(-1)?.data, (await events(custom.id)).at(-1)?.data];
    const shown = await read(generic.id);
    for (const data of [plain, rich])
      expect(data).toMatchObject({
        status: 'COMPLETED',
        analysis: {
          general: { status: 'COMPLETED', overallRating: 87.4, strongPoints: ['Calm'] },
          specific: null,
        },
        analysisPdfBase64: null,
      });
    expect(plain).toMatchObject({
      analysis: { id: shown.analysis.id },
      callAttempts: [
        {
          id: generic.attemptId,
          direction: 'OUTBOUND',
          status: 'COMPLETED',
          recordingUrl: null,
          duration: 20,
          calledAt: START,
        },
      ],
    });
    expect(plain).not.toHaveProperty('analytics');
    expect(rich?.analytics).toEqual((await read(custom.id)).analytics);
  });

  test('a test conversation completes at once, without an analysis', async () => {
    const wanted = { agentId: genericId, contactId: await newContact(), isTest: true };
    const { id } = (await company.api.post('/conversations', wanted)).body;
    await analyser().analyseDue();
    expect(await published(id)).toEqual(['conversation.completed']);
    const shown = await read(id);
    expect([shown.analysis, shown.analytics]).toEqual([undefined, undefined]);
  });
});

describe('the analysis of a conversation', () => {
  test('a call is analysed from its plan, transcript, findings and duration', async () => {
    const analysisModel = scriptedAnalysisModel();
    const { id } = await called(customId);
    await analyser(analysisModel).analyseDue();
    const { contactId } = await read(id);
    expect(analysisModel.shown).toMatchObject([
      {
        plan: { focus: null, contact: { id: contactId } },
        findings: { outcome: { kind: 'finished' } },
        transcript: [{ speaker: 'AI' }, { speaker: 'CONTACT', text: 'Very well.' }],
        answeredAt: clock.now(),
        durationSeconds: 20,
      },
    ]);
  });

  test('the analysis of a ready-made agent is shown with its status, even while it is pending', async () => {
    const { id } = await called();
    const nothing = {
      overallRating: null,
      scoringIncompleteReason: null,
      companyFitRating: null,
      education: null,
      experience: null,
      strongPoints: [],
      weakPoints: [],
      evaluation: [],
    };
    const times = { createdAt: START, updatedAt: START };
    clock.advance(10 * SECOND - 1);
    expect(await read(id)).not.toHaveProperty('analysis');
    clock.advance(1);
    const waiting = await read(id);
    expect(waiting.analysis).toEqual({
      id: waiting.analysis.id,
      general: { ...times, status: 0, ...nothing },
      specific: null,
    });
    let running: { general: object } | undefined;
    clock.advance(SECOND);
    await analyser(
      scriptedAnalysisModel(async (call) => {
        running = (await read(id)).analysis;
        return whole(call);
      }),
    ).analyseDue();
    expect(running?.general).toEqual({ ...times, status: 1, ...nothing });
    const done = await read(id);
    expect(done.analysis).toEqual({
      id: waiting.analysis.id,
      general: {
        createdAt: START,
        updatedAt: clock.now().toISOString(),
        status: 2,
        ...general,
      },
      specific: null,
    });
    expect(done.analytics).toBeUndefined();
  });

  test('the analysis of a custom agent is shown as "analytics" once it is completed', async () => {
    const { id } = await called(customId);
    clock.advance(10 * SECOND);
    expect(await read(id)).not.toHaveProperty('analytics');
    await analyser(scriptedAnalysisModel(whole)).analyseDue();
    const shown = await read(id);
    expect(shown).not.toHaveProperty('analysis');
    expect(shown.analytics).toMatchObject({
      matchScore: 90,
      updatedAt: clock.now().toISOString(),
      fields: [{ key: 'well', value: true, confidence: 0.9, evidence: 'Very well.', evidenceTime: 2 }],
      scoring: null,
      summary: 'Is well.',
    });
  });

  test('the analysis is shown the same in the conversation list and in the single conversation', async () => {
    const calls = [await called(genericId), await called(customId), await called(genericId)];
    await analyser(scriptedAnalysisModel(whole)).analyseDue();
    const { data } = (await company.api.get('/conversations')).body;
    expect(data).toEqual(await Promise.all(calls.reverse().map(({ id }) => read(id))));
  });

  test('a conversation with several calls shows the analysis of the latest call', async () => {
    const { id } = await called();
    await analyser(scriptedAnalysisModel(rated(40))).analyseDue();
    const second = await again(id);
    expect((await read(id)).analysis.general).toMatchObject({ status: 2, overallRating: 40 });
    clock.advance(10 * SECOND);
    expect((await read(id)).analysis.general).toMatchObject({ status: 0, overallRating: null });
    await analyser(scriptedAnalysisModel(rated(60))).analyseDue();
    expect((await read(id)).analysis.general).toMatchObject({ status: 2, overallRating: 60 });
    await company.api.delete(`/conversations/${id}/call-attempts/${second}`);
    expect((await read(id)).analysis.general).toMatchObject({ status: 2, overallRating: 40 });
  });
});

describe('failing analyses', () => {
  test('a failed analysis is retried with growing delays, and finally analysis.failed is emitted', async () => {
    const { id } = await called();
    const analysisModel = failing();
    const pauses = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];
    await analyser(analysisModel).analyseDue();
    for (const [asked, pause] of pauses.entries()) {
      clock.advance(pause - 1);
      // The first time it is too young to be shown.
      expect((await read(id)).analysis?.general.status).toBe(asked === 0 ? undefined : 0);
      await analyser(analysisModel).analyseDue();
      expect(analysisModel.shown).toHaveLength(asked + 1);
      expect(await published(id)).toEqual(['conversation.started']);
      clock.advance(1);
      await analyser(analysisModel).analyseDue();
    }
    expect(analysisModel.shown).toHaveLength(5);
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'analysis.failed',
    ]);
    expect((await events(id)).at(-1)?.data).toMatchObject({
      status: 'FAILED',
      errorMessage: 'No idea',
      analysisPdfBase64: null,
      callAttempts: [{ status: 'COMPLETED' }],
    });
    expect((await read(id)).analysis.general).toMatchObject({ status: 3, overallRating: null });
  });

  test('after two failures of the language model the built-in rules analyse the call, and that is reported', async () => {
    const { id, attemptId } = await called();
    const model = scriptedAnalysisModel(() => {
      throw new ModelFailure('deadline', 'Nothing more within 55000 ms');
    });
    const used: string[][] = [];
    const lastResort = {
      analysisModelOf: () => rulesAnalysisModel(),
      onUse: (...use: string[]) => used.push(use),
    };
    const impatient = analyserOf(database(), { analysisModel: model, lastResort });
    await impatient.analyseDue();
    expect(used).toEqual([]);
    clock.advance(5 * SECOND);
    await impatient.analyseDue();
    expect(used).toEqual([[attemptId, 'deadline']]);
    expect(model.shown).toHaveLength(2);
    expect((await read(id)).analysis.general.status).toBe(2);
    expect(MODEL_TRIES * MODEL_MS + 5 * SECOND).toBeLessThan(TAKEOVER_MS);
  });

  const overflow = (): never => overflow();
  const troubles: readonly (readonly [string, () => never | Promise<never>])[] = [
    ['throws a TypeError', () => (undefined as unknown as { read(): never }).read()],
    ['overflows the stack', overflow],
    ['throws something that is not an error', () => Promise.reject(undefined)],
    ['never answers', hang],
  ];

  test.each(troubles)(
    'when the analysis model %s, the built-in rules analyse the call',
    async (_, trouble) => {
      const { id } = await called();
      await readTwice({ analysisModel: { analyse: async () => trouble() } });
      expect(await published(id)).toEqual([
        'conversation.started',
        'conversation.completed',
        'analysis.completed',
      ]);
    },
  );

  test.each(troubles)(
    'when choosing the analysis model %s, the built-in rules analyse the call',
    async (_, trouble) => {
      const { id } = await called();
      // Not an async function: what is thrown at once counts as well.
      await readTwice({ analysisModelOf: () => trouble() });
      expect(await published(id)).toEqual([
        'conversation.started',
        'conversation.completed',
        'analysis.completed',
      ]);
    },
  );

  /** Twice, as often as a model is asked. */
  async function readTwice(services: Parameters<typeof analyserOf>[1]): Promise<void> {
    const lastResort = { analysisModelOf: () => rulesAnalysisModel(), onUse: () => {} };
    const impatient = analyserOf(database(), { lastResort, patienceMs: 20, ...services });
    await impatient.analyseDue();
    clock.advance(5 * SECOND);
    await impatient.analyseDue();
  }

  test('a stopping process leaves a call whose analysis model does not answer for the next process', async () => {
    const { id } = await called();
    const lastResort = { analysisModelOf: () => rulesAnalysisModel(), onUse: () => expect.unreachable() };
    const services = { analysisModel: { analyse: hang }, lastResort };
    const impatient = analyserOf(database(), { ...services, patienceMs: 20 });
    await impatient.analyseDue();
    clock.advance(5 * SECOND);
    const stopped = analyserOf(database(), services);
    stopped.wake();
    await stopped.stop(0);
    expect(await published(id)).toEqual(['conversation.started']);
  });

  test('an installation that always analyses by rules does not report a fallback to the rules', async () => {
    await called();
    const rules = failing();
    const lastResort = { analysisModelOf: () => rules, onUse: () => expect.unreachable() };
    const stubborn = analyserOf(database(), { analysisModel: rules, lastResort });
    await stubborn.analyseDue();
    clock.advance(5 * SECOND);
    await stubborn.analyseDue();
    expect(rules.shown).toHaveLength(2);
  });

  test('an analysis that succeeds after failures is emitted only once', async () => {
    const { id } = await called();
    await analyser(failing()).analyseDue();
    clock.advance(5 * SECOND);
    await analyser().analyseDue();
    clock.advance(60 * MINUTE);
    await analyser().analyseDue();
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'analysis.completed',
    ]);
  });

  test('an analysis that never answers times out', async () => {
    const { id } = await called();
    const analysisModel = scriptedAnalysisModel(() => new Promise(() => {}));
    await analyserOf(database(), { analysisModel, patienceMs: 20 }).analyseDue();
    clock.advance(10 * SECOND);
    expect((await read(id)).analysis.general.status).toBe(0);
  });

  test('an analysis result that the database cannot store fails only that call', async () => {
    const calls = [await called(), await called(), await called()];
    const errors: Error[] = [];
    const { pool } = database();
    await pool.query(
      `alter table call_analyses add constraint spoilt check (attempt_id <> '${calls[1]?.attemptId}' or status <> 2)`,
    );
    await analyserOf(database(), { onError: (error) => errors.push(error) }).analyseDue();
    await pool.query('alter table call_analyses drop constraint spoilt');
    const last = await Promise.all(calls.map(async ({ id }) => (await published(id)).at(-1)));
    expect(last).toEqual(['analysis.completed', 'conversation.started', 'analysis.completed']);
    expect(errors).toHaveLength(1);
  });

  test('the analysis of a call without stored data fails at once, and analysis.failed is emitted', async () => {
    const { id, attemptId } = await called();
    await database().run(sql`delete from call_journals where attempt_id = ${attemptId}`);
    await analyser().analyseDue();
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'analysis.failed',
    ]);
  });

  test('a conversation deleted during its analysis leaves neither analysis nor event', async () => {
    const { id } = await called();
    await analyser(
      scriptedAnalysisModel(async (call) => {
        await company.api.delete(`/conversations/${id}`);
        return foundNothing(call);
      }),
    ).analyseDue();
    expect(await published(id)).toEqual([]);
    expect(await database().all(sql`select 1 from call_analyses`)).toEqual([]);
  });

  test.each<['analysis' | 'analytics', agentId: () => string]>([
    ['analysis', () => genericId],
    ['analytics', () => customId],
  ])(
    'a call whose agent was deleted before the analysis still gets its %s and its events',
    async (shown, agentId) => {
      const { id } = await called(agentId());
      expect((await company.api.delete(`/agents/${agentId()}`)).status).toBe(200);
      await analyser(rulesAnalysisModel()).analyseDue();
      expect(await published(id)).toEqual([
        'conversation.started',
        'conversation.completed',
        'analysis.completed',
      ]);
      const conversation = await read(id);
      expect(['analysis', 'analytics'].filter((name) => name in conversation)).toEqual([shown]);
      expect((await company.api.get(`/conversations/${id}/analysis/pdf`)).status).toBe(200);
    },
  );

  test('a conversation reopened during its analysis emits conversation.completed before its analysis', async () => {
    const { id } = await called();
    await analyser(
      scriptedAnalysisModel(async (call) => {
        await company.api.post(`/conversations/${id}/call-attempts`);
        return foundNothing(call);
      }),
    ).analyseDue();
    const before = [
      'conversation.started',
      'conversation.completed',
      'conversation.rescheduled',
      'analysis.completed',
    ];
    expect(await published(id)).toEqual(before);
    expect((await events(id)).at(-1)?.data).toMatchObject({ status: 'SCHEDULED' });
    await completeCall(database(), scope(), id);
    await analyser().analyseDue();
    expect(await published(id)).toEqual([
      ...before,
      'conversation.started',
      'conversation.completed',
      'analysis.completed',
    ]);
  });

  test('the analyses of one conversation are emitted in the order of its calls, even when made together', async () => {
    const { id, attemptId } = await called();
    const second = await again(id);
    await analyser().analyseDue();
    const ends = (await events(id)).slice(-3).map(({ type, data }) => [type, data.callAttemptId]);
    expect(ends).toEqual([
      ['analysis.completed', attemptId],
      ['conversation.completed', second],
      ['analysis.completed', second],
    ]);
  });

  test('a later call of a conversation whose analysis ends first is reported after the earlier call', async () => {
    const { id, attemptId } = await called();
    const second = await again(id);
    const { promise: isRead, resolve: endSecond } = Promise.withResolvers<void>();
    let begun = 0;
    await analyser(
      scriptedAnalysisModel(async (call) => {
        begun += 1;
        // Whichever is begun last ends first.
        if (begun === 2) endSecond();
        else await isRead;
        return foundNothing(call);
      }),
    ).analyseDue();
    const ends = (await events(id)).filter(({ type }) => type === 'analysis.completed');
    expect(ends.map(({ data }) => data.callAttemptId)).toEqual([attemptId, second]);
  });

  test('another process takes over the analysis of a stuck process, whose late result is not stored', async () => {
    const { id } = await called();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = analyser(
      scriptedAnalysisModel(async (call) => {
        begin();
        await released;
        return rated(1)(call);
      }),
    ).analyseDue();
    await begun;
    await analyser().analyseDue();
    expect(await published(id)).toEqual(['conversation.started']);
    clock.advance(15 * SECOND);
    await analyser(scriptedAnalysisModel(rated(2))).analyseDue();
    release();
    await slow;
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'analysis.completed',
    ]);
    expect((await read(id)).analysis.general.overallRating).toBe(2);
  });

  test('an analysis that was interrupted five times is given up', async () => {
    const { id } = await called();
    await database().run(sql`update call_analyses set tries = 5, status = 1`);
    const analysisModel = scriptedAnalysisModel();
    await analyser(analysisModel).analyseDue();
    expect(analysisModel.shown).toEqual([]);
    expect((await published(id)).at(-1)).toBe('analysis.failed');
  });

  test('several processes share the waiting analyses, and each call is analysed once', async () => {
    const calls = [];
    for (let i = 0; i < 12; i++) calls.push(await called(i % 2 === 0 ? genericId : customId));
    const analysisModels = Array.from({ length: 4 }, () => scriptedAnalysisModel());
    await Promise.all(analysisModels.map((analysisModel) => analyser(analysisModel).analyseDue()));
    expect(analysisModels.flatMap(({ shown }) => shown)).toHaveLength(12);
    for (const { id } of calls)
      expect(await published(id)).toEqual([
        'conversation.started',
        'conversation.completed',
        'analysis.completed',
      ]);
  });

  test('a stopping process waits for running analyses and leaves unfinished ones to other processes', async () => {
    const { id } = await called();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const stuck = analyser(
      scriptedAnalysisModel(() => {
        begin();
        return new Promise(() => {});
      }),
    );
    stuck.start();
    await begun;
    await stuck.stop(10);
    expect(await published(id)).toEqual(['conversation.started']);
    await analyser().analyseDue();
    expect((await published(id)).at(-1)).toBe('analysis.completed');
  });
});

test('a stopping process first analyses calls that have just ended', async () => {
  const { id } = await called();
  const stopping = analyser();
  stopping.wake();
  await stopping.stop(1000);
  expect((await published(id)).at(-1)).toBe('analysis.completed');
});

/** Starts an analyser, and turns its timers until nothing but these conversations is left to be analysed. */
async function analyseAllBut(left: readonly string[], services: Parameters<typeof analyserOf>[1]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const running = analyserOf(database(), services);
  try {
    running.start();
    const pending = () =>
      database().first(
        sql`select 1 as one from call_analyses where status <= 1 and conversation_id <> all(${left}::uuid[]) limit 1`,
      );
    while ((await pending()) !== undefined) {
      vi.advanceTimersByTime(200);
      await new Promise(setImmediate);
    }
    return await Promise.all(left.map(async (id) => (await published(id)).at(-1)));
  } finally {
    const stopped = running.stop(0);
    vi.advanceTimersByTime(1000);
    await stopped;
    vi.useRealTimers();
  }
}

const hang = (): Promise<never> => new Promise(() => {});

test('a call whose analysis hangs keeps no other call from being reported', async () => {
  const hanging = await called();
  const contactId = (await read(hanging.id)).contactId;
  for (let i = 0; i < 6; i++) await called();
  const analysisModel = scriptedAnalysisModel((call) =>
    call.plan.contact.id === contactId ? hang() : foundNothing(call),
  );
  // Two places for the company, of which one is held by the call that hangs.
  expect(await analyseAllBut([hanging.id], { analysisModel, atOnce: 4 })).toEqual(['conversation.started']);
});

test('a company whose language model never answers does not keep the calls of other companies from being analysed', async () => {
  const hanging = [];
  for (let i = 0; i < 6; i++) hanging.push((await called()).id);
  const own = company;
  const agent = { name: 'Grace', callingWindow: null, focus: 'GENERIC' };
  const other = await service.newCompany();
  company = other;
  const otherAgent = (await other.api.post('/agents', agent)).body.id;
  const calls = [await called(otherAgent), await called(otherAgent)];
  const [silent, quick] = [scriptedAnalysisModel(hang), scriptedAnalysisModel()];
  const analysisModelOf = async (id: string) => (id === own.id ? silent : quick);
  await analyseAllBut(hanging, { analysisModelOf, atOnce: 4 });
  for (const { id } of calls) expect((await published(id)).at(-1)).toBe('analysis.completed');
});

test('after a full batch of analyses the next batch starts at once', async () => {
  for (let i = 0; i < 51; i++) await called();
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  try {
    const batches = analyser();
    batches.start();
    // The time in which calls gather passes once; no further timer fires.
    vi.advanceTimersByTime(200);
    const pending = () => database().first(sql`select 1 as one from call_analyses where status <= 1 limit 1`);
    while ((await pending()) !== undefined) await new Promise(setImmediate);
    await batches.stop(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a call that has ended is analysed soon after a notification', async () => {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const running = analyser(
    scriptedAnalysisModel((call) => {
      resolve();
      return foundNothing(call);
    }),
  );
  running.start();
  const { id } = await called();
  running.wake();
  await done;
  await running.stop(1000);
  expect((await published(id)).at(-1)).toBe('analysis.completed');
});

describe("the contact's rating", () => {
  const ratingOf = async (id: string) => (await company.api.get(`/contacts/${id}`)).body.overallRating;

  test("the contact's rating is the rounded rating of the latest call", async () => {
    const contactId = await newContact();
    await called(genericId, contactId);
    await analyser(scriptedAnalysisModel(rated(40.6))).analyseDue();
    expect(await ratingOf(contactId)).toBe(41);
    await called(customId, contactId);
    await analyser(scriptedAnalysisModel(rated(60))).analyseDue();
    expect(await ratingOf(contactId)).toBe(60);
  });

  test("analysing an earlier call later or again does not change the contact's rating", async () => {
    const contactId = await newContact();
    const first = await called(genericId, contactId);
    clock.advance(SECOND);
    await called(customId, contactId);
    await analyser(
      scriptedAnalysisModel((call) => rated(call.plan.focus === null ? 30 : 70)(call)),
    ).analyseDue();
    expect(await ratingOf(contactId)).toBe(30);
    await analyseAgain(
      analysisServices(database(), { analysisModel: scriptedAnalysisModel(rated(90)) }),
      first.attemptId,
    );
    expect(await ratingOf(contactId)).toBe(30);
  });

  test("an analysis without a rating does not change the contact's rating", async () => {
    const contactId = await newContact();
    await company.api.patch(`/contacts/${contactId}`, { overallRating: 55 });
    await called(genericId, contactId);
    await analyser(scriptedAnalysisModel(rated(null))).analyseDue();
    expect(await ratingOf(contactId)).toBe(55);
  });
});

describe('repeating an analysis', () => {
  const services = (analysisModel: AnalysisModel = scriptedAnalysisModel(whole)) =>
    analysisServices(database(), { analysisModel });

  test('a repeated analysis replaces the first and is emitted, and conversation.completed is not repeated', async () => {
    const { id, attemptId } = await called();
    await analyser().analyseDue();
    const before = await read(id);
    for (const name of [id, attemptId]) {
      clock.advance(SECOND);
      const { analysis } = await analyseAgain(services(), name);
      expect(analysis).toMatchObject({ attemptId, status: 2, result: { general: { overallRating: 87.4 } } });
    }
    const shown = await read(id);
    expect(shown.analysis).toMatchObject({
      id: before.analysis.id,
      general: { createdAt: START, updatedAt: clock.now().toISOString(), overallRating: 87.4 },
    });
    expect((await published(id)).slice(1)).toEqual([
      'conversation.completed',
      'analysis.completed',
      'analysis.completed',
      'analysis.completed',
    ]);
  });

  test('an analysis requested before its due time is emitted as usual', async () => {
    const { id } = await called();
    await analyseAgain(services(), id);
    await analyser().analyseDue();
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'analysis.completed',
    ]);
  });

  test('a repeated analysis that fails keeps the earlier result and emits nothing', async () => {
    const { id } = await called();
    await analyser(scriptedAnalysisModel(whole)).analyseDue();
    const { outcome, analysis } = await analyseAgain(services(failing()), id);
    expect([outcome, analysis]).toEqual([{ kind: 'failed', message: 'No idea', isFinal: false }, undefined]);
    for (let i = 0; i < 5; i++) {
      clock.advance(15 * MINUTE);
      await analyser(failing()).analyseDue();
    }
    expect((await read(id)).analysis.general).toMatchObject({ status: 2, overallRating: 87.4 });
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'analysis.completed',
    ]);
  });

  test('a failed analysis can be repeated', async () => {
    const { id, attemptId } = await called();
    await database().run(sql`update call_analyses set tries = 5, status = 3, is_completion_published = true`);
    await analyseAgain(services(), attemptId);
    expect((await read(id)).analysis.general.status).toBe(2);
    expect(await published(id)).toEqual(['conversation.started', 'analysis.completed']);
  });

  test('a call from before analyses were introduced can be analysed later', async () => {
    const { id } = await called(customId);
    await database().run(sql`delete from call_analyses`);
    await analyseAgain(services(), id);
    expect((await read(id)).analytics.summary).toBe('Is well.');
    expect(await published(id)).toEqual(['conversation.started', 'analysis.completed']);
  });

  test.each<['analysis' | 'analytics', agentId: () => string]>([
    ['analytics', () => customId],
    ['analysis', () => genericId],
  ])(
    'a call without %s gets it when it is analysed again, even if its agent was deleted',
    async (shown, agentId) => {
      const { id } = await called(agentId());
      await database().run(sql`delete from call_analyses`);
      await company.api.delete(`/agents/${agentId()}`);
      await analyseAgain(services(rulesAnalysisModel()), id);
      const conversation = await read(id);
      expect(['analysis', 'analytics'].filter((name) => name in conversation)).toEqual([shown]);
    },
  );

  test.each<['analysis' | 'analytics', agentId: () => string]>([
    ['analytics', () => customId],
    ['analysis', () => genericId],
  ])('a call whose stored plan lacks the focus gets %s when it is analysed again', async (shown, agentId) => {
    const { id, attemptId } = await called(agentId());
    await database().run(sql`delete from call_analyses`);
    // As an older version wrote it: without the focus, and not sealed.
    const [first] = (await readJournal(scope(), attemptId)) as [{ plan: { focus: unknown } }];
    const { focus: _, ...plan } = first.plan;
    await database().run(
      sql`update call_journals set entries = ${JSON.stringify([{ kind: 'plan', plan }])}, sealed = null where part = 0`,
    );
    await analyseAgain(services(rulesAnalysisModel()), id);
    const conversation = await read(id);
    expect(['analysis', 'analytics'].filter((name) => name in conversation)).toEqual([shown]);
  });

  test('repeating the analysis of an unknown call gets 404, and of a call without a transcript is refused', async () => {
    for (const name of ['nonsense', scope().newId()])
      await expect(analyseAgain(services(), name)).rejects.toMatchObject({
        kind: 'not_found',
        message: 'Call not found',
      });
    const wanted = { agentId: genericId, contactId: await newContact(), isTest: true };
    const { id, callAttempts } = (await company.api.post('/conversations', wanted)).body;
    for (const name of [id, callAttempts[0].id])
      await expect(analyseAgain(services(), name)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringMatching(/^The call has no analysis: only calls that somebody answered/),
      });
  });
});
