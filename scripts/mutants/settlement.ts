import { type Area, conversations } from './mutant.ts';

const actions = `${conversations}/settlement.actions.ts`;
const outcome = `${conversations}/settlement-outcome.actions.ts`;
const payment = `${conversations}/settlement-payment.actions.ts`;
const nextStep = `${conversations}/next-step.actions.ts`;
const requeued = [`${conversations}/requeue.actions.test.ts`];

export const settlement: Area = {
  name: 'settlement',
  tests: [`${conversations}/settlement.actions.test.ts`],
  mutants: [
    {
      file: actions,
      breaks: 'a call that is reported twice in one batch is settled twice',
      old: 'offLine.delete(call.attemptId)',
      new: 'offLine.has(call.attemptId)',
    },
    {
      file: outcome,
      breaks: 'a callback that the contact asked for uses up an attempt of the retry policy',
      old: "callsCounted: before.callsCounted + (meaning.leadsTo === 'callback' ? 0 : 1)",
      new: 'callsCounted: before.callsCounted + 1',
    },
    {
      file: outcome,
      breaks: 'the next call of a test conversation holds minutes',
      old: 'isOwed: !before.isTest',
      new: 'isOwed: true',
      tests: [`${conversations}/call-attempt.routes.test.ts`],
    },
    {
      file: outcome,
      breaks: 'the minutes of a conversation that was deleted during its call stay held for ever',
      old: 'isOwed: true, isUnheard: true',
      new: 'isOwed: false, isUnheard: true',
    },
    {
      file: payment,
      breaks: 'the next call is refused although this one gives its minutes back',
      old: `    await payFor(asked, scope, [call]);
    await holdNext(scope, after.next.attempt, after.next.minutes);`,
      new: `    await holdNext(scope, after.next.attempt, after.next.minutes);
    await payFor(asked, scope, [call]);`,
    },
    {
      file: actions,
      breaks: 'a contact who opts out in a call is not marked',
      old: "if (call.ending.kind === 'opt_out' || call.hasOptedOut) await",
      new: 'if (call.hasOptedOut) await',
    },
    {
      file: actions,
      breaks: 'a page shows a completed call as live until it is analysed',
      old: '(event === null ? [conversation] : [])',
      new: '(event === null ? [] : [conversation])',
    },
    {
      file: actions,
      breaks: 'a call that nobody dialled is counted as a call of the day',
      old: '(calledAt === null ? [] : [',
      new: '(calls === 0 ? [] : [',
      tests: [`${conversations}/call-day.test.ts`],
    },
    {
      file: payment,
      breaks: 'a call whose next attempt cannot be paid is dialled all the same',
      old: '[{ ...following, isAdmitted: false }]',
      new: '[{ ...following, isAdmitted: true }]',
    },
    {
      file: outcome,
      breaks: 'the recording of a requeued call is deleted while its next try is on the line',
      old: "(attempt.recordingKey === null && attempt.status !== 'SCHEDULED' && attempt.status !== 'IN_PROGRESS')",
      new: 'attempt.recordingKey === null',
    },
    {
      file: outcome,
      breaks: 'a call that two processes close without dialling fails instead of being passed over',
      old: "if (attempt.status !== (call.workerId === undefined ? 'SCHEDULED' : 'IN_PROGRESS'))",
      new: "if (call.workerId !== undefined && attempt.status !== 'IN_PROGRESS')",
    },
    {
      file: nextStep,
      breaks: 'a contact is called once more than the retry policy allows',
      old: 'conversation.callsCounted >= maxAttempts',
      new: 'conversation.callsCounted > maxAttempts',
    },
    {
      file: nextStep,
      breaks: 'the last callback that a contact may ask for is refused',
      old: 'conversation.callbacks > MOST_CALLBACKS',
      new: 'conversation.callbacks >= MOST_CALLBACKS',
    },
    {
      file: nextStep,
      breaks: 'a web call can be joined once more than allowed',
      old: 'attempt.number >= MOST_JOINS',
      new: 'attempt.number > MOST_JOINS',
      tests: [`${conversations}/online-link.actions.test.ts`],
    },
    {
      file: nextStep,
      breaks: 'a callback for a time that has passed is placed at once',
      old: 'at !== null && at.getTime() > nowMs',
      new: 'at !== null',
    },
    {
      file: nextStep,
      breaks: 'a callback outside of calling hours is postponed, although the contact asked for it',
      old: '{ scheduledAt: at, timeZone: null }',
      new: '{ scheduledAt: at, timeZone: zone }',
    },
    {
      file: nextStep,
      breaks: 'a retry of a run keeps the calling hours of an old version of the agent',
      old: 'nextOpening(current.settings.callingWindow',
      new: 'nextOpening((conversation.runId === null ? current : agent).settings.callingWindow',
      tests: ['apps/service/src/domains/runs/window-change.test.ts'],
    },
    {
      file: `${conversations}/settlement.model.ts`,
      breaks: 'a retry waits for the delay of the attempt after it',
      old: 'Math.min(callsCounted, delays.length) - 1',
      new: 'Math.min(callsCounted, delays.length - 1)',
      tests: [`${conversations}/settlement.model.test.ts`],
    },
    {
      file: `${conversations}/settlement.model.ts`,
      breaks: 'a contact whose voicemail answered is charged',
      old: `  reason,
  isCharged: false,`,
      new: `  reason,
  isCharged: true,`,
      tests: [`${conversations}/settlement.model.test.ts`],
    },
    {
      file: `${conversations}/dispatch.store.ts`,
      breaks: 'a worker that was taken for dead settles a call of another worker',
      old: 'where l.attempt_id = held.attempt_id and l.worker_id = held.worker_id',
      new: 'where l.attempt_id = held.attempt_id',
      tests: requeued,
    },
    {
      file: `${conversations}/call-attempt.store.ts`,
      breaks: 'a call that finds no line is requeued for ever, since its hour starts with each try',
      old: 'put_back_since = coalesce(${requeuedSince}::timestamptz, put_back_since, called_at)',
      new: 'put_back_since = coalesce(${requeuedSince}::timestamptz, called_at)',
      tests: requeued,
    },
    {
      file: `${conversations}/requeue.actions.ts`,
      breaks: 'the journal of a requeued call begins with the one of its first try',
      old: '  await deleteParts(scope, attemptId);',
      new: '  if (attempt.requeuedSince) await deleteParts(scope, attemptId);',
      tests: requeued,
    },
    {
      file: `${conversations}/worker-liveness.store.ts`,
      breaks: 'a call of a worker that has no row any more stays live for ever',
      old: '(w.id is null or w.last_seen_at <',
      new: '(w.last_seen_at <',
      tests: ['apps/service/src/workflows/reap-lost-calls.test.ts'],
    },
  ],
};
