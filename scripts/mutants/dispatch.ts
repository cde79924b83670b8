import { type Area, conversations, runs } from './mutant.ts';

const actions = `${conversations}/dispatch.actions.ts`;
const store = `${conversations}/dispatch.store.ts`;
const queues = `${conversations}/due-queue.store.ts`;
const numbers = `${conversations}/number-wait.store.ts`;
const oneCallPerNumber = [`${runs}/one-call-per-number.test.ts`];
const turns = [`${runs}/dial-turns.test.ts`];
const clocks = [`${conversations}/contact-clock.test.ts`];
const slots = 'apps/service/src/workflows/call-slots.ts';
const slotTests = ['apps/service/src/workflows/call-slots.test.ts'];
const dispatcher = 'apps/service/src/workflows/dispatch-calls.ts';
const dispatcherTests = ['apps/service/src/workflows/dispatch-calls.test.ts'];
const requeued = [`${conversations}/requeue.actions.test.ts`];
const callBacks = [`${conversations}/call-back.actions.test.ts`];

export const dispatch: Area = {
  name: 'dispatch',
  tests: [`${conversations}/dispatch.actions.test.ts`],
  mutants: [
    {
      file: store,
      breaks: 'a company with several runs has more calls on the line than its plan allows',
      old: `live + row_number() over (partition by company_id
`,
      new: `row_number() over (partition by company_id
`,
    },
    {
      file: store,
      breaks: 'a call that cannot be taken is chosen again and again, and others wait',
      old: ' and a.id <> all(${passedOver}::uuid[])\n        order by',
      new: ' and ${passedOver}::uuid[] is not null\n        order by',
    },
    {
      file: store,
      breaks: 'a paused run goes on dialling',
      old: 'h.dial_queue = q.dial_queue)',
      new: 'h.dial_queue = q.dial_queue and h.closed_by is not null)',
      tests: [`${conversations}/dispatch.actions.test.ts`],
    },
    {
      file: store,
      breaks: 'a dispatcher waits for an attempt that somebody has locked, and nothing else is dialled',
      old: `    order by chosen.place
    for update of a skip locked`,
      new: `    order by chosen.place
    for update of a`,
    },
    {
      file: store,
      breaks: 'an attempt that billing refused is dialled',
      old: `a.dial_queue = w.dial_queue and a.status = 'SCHEDULED' and a.is_admitted`,
      new: `a.dial_queue = w.dial_queue and a.status = 'SCHEDULED'`,
    },
    {
      file: store,
      breaks: 'of several runs the first one takes every free line',
      old: 'do update set turn = excluded.turn',
      new: 'do update set turn = served_queues.turn',
      tests: turns,
    },
    {
      file: store,
      breaks: 'calls of another agent in the same queue are postponed with those whose window closed',
      old: ' and c.agent_id = ${like.agentId}\n      order by a.scheduled_at limit ${most} for update',
      new: ' and c.agent_id is not null\n      order by a.scheduled_at limit ${most} for update',
    },
    {
      file: store,
      breaks: 'a call that waits for a line fails because its calling window was closed for an hour',
      old: 'sql`put_back_since = case when a.put_back_since is not null then ${until}::timestamptz end`',
      new: 'sql`put_back_since = least(a.put_back_since, ${until}::timestamptz)`',
      tests: requeued,
    },
    {
      file: store,
      breaks: 'contacts who call back or open a link get one line more than the plan allows',
      old: ') >= b.max_concurrent_calls as full',
      new: ') > b.max_concurrent_calls as full',
      tests: callBacks,
    },
    {
      file: store,
      breaks: 'a contact who asked never to be called again is dialled under another record',
      old: `case when p.do_not_call or is_opted_out(p.company_id, p.phone_number) then 'do_not_call'`,
      new: `case when p.do_not_call then 'do_not_call'`,
      tests: ['apps/service/src/domains/contacts/do-not-call.test.ts'],
    },
    {
      file: store,
      breaks: 'a call is dialled before its time',
      old: 'a.waits_for_number is null and a.scheduled_at <= ${everywhere.now()} and a.id',
      new: "a.waits_for_number is null and a.scheduled_at <= ${everywhere.now()}::timestamptz + interval '1 second' and a.id",
    },
    {
      file: actions,
      breaks: 'two calls to one number that fall due together fail instead of taking turns',
      old: '(isNumberBusy || occupied.has(key))',
      new: 'isNumberBusy',
      tests: oneCallPerNumber,
    },
    {
      file: actions,
      breaks: 'a call that was requeued is announced as started once more',
      old: '...attempts.filter(({ isAgain }) => !isAgain).map(started)',
      new: '...attempts.map(started)',
      tests: requeued,
    },
    {
      file: `${conversations}/dial-hours.actions.ts`,
      breaks: 'a contact who moved to another time zone is called at night',
      old: 'hoursOf(attempt), clocks.of(zone), now)',
      new: 'hoursOf(attempt), clocks.of(attempt.timeZone ?? zone), now)',
      tests: clocks,
    },
    {
      file: actions,
      breaks: 'a call whose calling window has closed is dialled',
      old: 'if (uncallable.length + closed.length > 0) return',
      new: 'if (uncallable.length > 0) return',
    },
    {
      file: actions,
      breaks: 'a number that has become free is not dialled again',
      old: `    await returnToQueues(everywhere);
    const most = places + MORE_QUEUES;`,
      new: '    const most = places + MORE_QUEUES;',
      tests: oneCallPerNumber,
    },
    {
      file: actions,
      breaks: 'two workers give the last line of a company away twice',
      old: `    await lockCompany(inside, first);
    locked.add(first);`,
      new: '    for (const one of companyIds) locked.add(one);',
    },
    {
      file: queues,
      breaks: 'a queue that was paused is never looked at again',
      old: 'when next.at is null or next.at > ${now} then next.at',
      new: 'when true then null',
    },
    {
      file: numbers,
      breaks: "another company's call to a number keeps ours waiting",
      old: 'busy.company_id = p.company_id and busy.phone_number',
      new: 'busy.phone_number',
      tests: oneCallPerNumber,
    },
    {
      file: numbers,
      breaks: 'a call of a paused run takes the turn at a number from a run that is under way',
      old: ' and not exists (select from held_dial_queues h where h.dial_queue = w.dial_queue)',
      new: '',
      tests: oneCallPerNumber,
    },
    {
      file: `${conversations}/dial-queue.actions.ts`,
      breaks: 'a call is dialled after the pause of its run was confirmed',
      old: `  await lockClaimsWithin(scope);
  await stopDialQueue(scope, queue, null);`,
      new: `  await stopDialQueue(scope, queue, null);`,
      tests: [`${conversations}/dispatch.actions.test.ts`],
    },
    {
      file: `${conversations}/dial-queue.store.ts`,
      breaks: 'calls of a run that was paused are never announced as started',
      old: "and status = 'SCHEDULED' and put_back_since is not null",
      new: "and status = 'SCHEDULED'",
    },
    {
      file: `${conversations}/call-back.actions.ts`,
      breaks: 'a contact of a paused run who calls back is put through',
      old: '(await isDialQueueStopped(inside, attempt.dialQueue)) || (await isFull(inside))',
      new: '(await isDialQueueStopped(inside, attempt.dialQueue)) && (await isFull(inside))',
      tests: callBacks,
    },
    {
      file: `${conversations}/call-back.actions.ts`,
      breaks: 'a contact who calls back is dialled at the same time',
      old: 'dialQueue: attempt.dialQueue }, caller)',
      new: 'dialQueue: attempt.dialQueue }, attempt.isAgain ? caller : null)',
      tests: callBacks,
    },
    {
      file: slots,
      breaks: 'a process takes more calls than it has slots',
      old: 'this.#options.capacity - this.#live.size - this.#reserved',
      new: 'this.#options.capacity - this.#live.size',
      tests: slotTests,
    },
    {
      file: slots,
      breaks: 'a worker that others take for dead goes on taking calls',
      old: 'this.#isTaking && this.isTrusted() ?',
      new: 'this.#isTaking ?',
      tests: slotTests,
    },
    {
      file: slots,
      breaks: 'a worker dials calls that others may have taken while its heartbeats did not arrive',
      old: 'this.isTrusted() && this.#lapses === lapses',
      new: 'this.isTrusted() || this.#lapses < lapses',
      tests: slotTests,
    },
    {
      file: slots,
      breaks: 'a call that was just claimed is settled as lost before it is dialled',
      old: '    if (this.#reserved > 0) return;\n',
      new: '',
      tests: slotTests,
    },
    {
      file: dispatcher,
      breaks: 'slots that a claim did not need are never free again',
      old: 'slots.release(reserved - claimed.length);',
      new: 'if (claimed.length === 0) slots.release(reserved);',
      tests: dispatcherTests,
    },
  ],
};
