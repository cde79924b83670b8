import { type Area, conversations, runs } from './mutant.ts';

const window = 'packages/kernel/src/calling/calling-window.ts';

export const callingTimes: Area = {
  name: 'calling times',
  tests: ['packages/kernel/src/calling/calling-window.test.ts'],
  mutants: [
    {
      file: window,
      breaks: 'a contact is called in the minute in which the window has closed',
      old: 'time >= start && time < end && opensOn',
      new: 'time >= start && time <= end && opensOn',
    },
    {
      file: window,
      breaks: 'a window over midnight closes at midnight of its last day',
      old: 'time < end && opensOn(window, day - 1)',
      new: 'time < end && opensOn(window, day)',
    },
    {
      file: window,
      breaks: 'a window of one day a week never opens again after its start',
      old: 'day <= today + weekdays.length',
      new: 'day < today + weekdays.length',
    },
    {
      file: window,
      breaks: 'a call is an hour off when the clocks change before its window opens',
      old: 'if (opening < until) return new Date(opening);',
      new: 'if (opening > at) return new Date(opening);',
    },
    {
      file: `${conversations}/call-attempt.model.ts`,
      breaks: 'a call is accepted for the present instant, which has passed when it is stored',
      old: 'aheadMs > 0 ?',
      new: 'aheadMs >= 0 ?',
      tests: [`${conversations}/conversation.model.test.ts`, `${conversations}/call-attempt.routes.test.ts`],
    },
    {
      file: `${conversations}/window-change.actions.ts`,
      breaks: 'a retry is placed before its delay when the calling window changes',
      old: 'earliestAt !== null && earliestAt > now ? earliestAt : now',
      new: 'earliestAt !== null && earliestAt < now ? earliestAt : now',
      tests: [`${runs}/window-change.test.ts`],
    },
    {
      file: `${conversations}/window-change.actions.ts`,
      breaks: 'calls that are due lose their place in the queue when the calling window changes',
      old: 'wanted <= now && scheduledAt <= now ? scheduledAt : wanted',
      new: 'wanted',
      tests: [`${runs}/window-change.test.ts`],
    },
    {
      file: `${conversations}/call-attempt.store.ts`,
      breaks: 'a call that somebody set a time for is moved into the calling window',
      old: "a.status = 'SCHEDULED' and a.time_zone is not null",
      new: "a.status = 'SCHEDULED'",
      tests: [`${runs}/window-change.test.ts`],
    },
    {
      file: `${conversations}/online-link.model.ts`,
      breaks: 'a link works in the instant of its expiry',
      old: 'if (opensAt <= expiryBefore(now))',
      new: 'if (opensAt < expiryBefore(now))',
      tests: [`${conversations}/online-link.model.test.ts`],
    },
    {
      file: 'packages/kernel/src/row-backoff.ts',
      breaks: 'a row that fails is tried again after a second, for ever',
      old: 'firstMs * 2 ** (failures - 1)',
      new: 'firstMs * 2 ** 0',
      tests: ['packages/kernel/src/row-backoff.test.ts'],
    },
    {
      file: 'packages/kernel/src/circuit-breaker.ts',
      breaks: 'after an outage every call waits for the vendor at the same time',
      old: 'if (this.#failures >= this.#most) this.#openUntilMs',
      new: 'if (this.#failures > this.#most) this.#openUntilMs',
      tests: ['packages/kernel/src/circuit-breaker.test.ts'],
    },
  ],
};
