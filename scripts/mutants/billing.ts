import { type Area, conversations } from './mutant.ts';

const domain = 'apps/service/src/domains/billing';
const store = `${domain}/ledger.store.ts`;
const ledger = [`${domain}/ledger.actions.test.ts`];
const account = [`${domain}/account.model.test.ts`];

export const billing: Area = {
  name: 'billing',
  tests: ledger,
  mutants: [
    {
      file: store,
      breaks: 'a company whose payment is due makes calls',
      old: "b.status in ('active', 'trialing') and",
      new: "b.status <> 'canceled' and",
    },
    {
      file: store,
      breaks: 'minutes are promised twice',
      old: 'b.included + b.purchased - b.charged - b.held >=',
      new: 'b.included + b.purchased - b.charged >=',
    },
    {
      file: store,
      breaks: 'a call after the end of the period is held in the old one',
      old: ' and b.period_end > ${scope.now()}\n          and b.included',
      new: '\n          and b.included',
    },
    {
      file: store,
      breaks: 'a call that was settled before is charged again along with others',
      old: 'and total.calls = ${calls.length}',
      new: 'and total.calls > 0',
    },
    {
      file: store,
      breaks: 'the ledger gives minutes back where credits were held',
      old: "'RELEASE', gone.attempt_id, gone.minutes, gone.amount,",
      new: "'RELEASE', gone.attempt_id, gone.minutes, gone.minutes,",
    },
    {
      file: store,
      breaks: 'a call that outlasted its hold has a negative release in the ledger',
      old: 'else greatest(0, hold.amount - owed.minutes * account.price) end',
      new: 'else hold.amount - owed.minutes * account.price end',
    },
    {
      file: store,
      breaks: 'a charge along with the commit leaves the minutes held',
      old: 'set held = b.held - total.amount, charged = b.charged',
      new: 'set charged = b.charged',
    },
    {
      file: store,
      breaks: 'the last calls of a run leave an empty hold behind',
      old: 'attempt_id = ${id} and minutes <= ${minutes}',
      new: 'attempt_id = ${id} and minutes < ${minutes}',
    },
    {
      file: store,
      breaks: 'a run keeps minutes held that its calls have taken',
      old: 'amount = amount - ${each.amount}::numeric * ${attemptIds.length}',
      new: 'amount = amount - ${each.amount}::numeric',
    },
    {
      file: `${domain}/account.model.ts`,
      breaks: 'a call that needs exactly what is left is refused',
      old: 'if (required <= available) return undefined;',
      new: 'if (required < available) return undefined;',
      tests: account,
    },
    {
      file: `${domain}/account.model.ts`,
      breaks: 'a period lasts one instant too long',
      old: 'if (now < account.periodEnd ||',
      new: 'if (now <= account.periodEnd ||',
      tests: account,
    },
    {
      file: `${domain}/account.model.ts`,
      breaks: 'a spending cap pays for a part of a minute',
      old: "account.plan.billingSystem === 'credits' ? most : Math.floor(most)",
      new: "account.plan.billingSystem === 'credits' ? most : Math.ceil(most)",
      tests: account,
    },
    {
      file: `${domain}/account.model.ts`,
      breaks: 'purchased minutes that were used come back with the next period',
      old: 'Math.max(0, account.charged - account.plan.included)',
      new: 'Math.max(0, account.charged - account.plan.included - account.plan.purchased)',
      tests: account,
    },
    {
      file: `${domain}/price.model.ts`,
      breaks: 'a call of exactly a minute costs two',
      old: 'Math.ceil(durationSeconds / 60)',
      new: 'Math.floor(durationSeconds / 60) + 1',
      tests: [`${domain}/price.model.test.ts`],
    },
    {
      file: `${domain}/account.actions.ts`,
      breaks: 'calls that wait are charged the old price of a credit',
      old: 'priceOf(wanted, 1) === priceOf(before.plan, 1)',
      new: 'wanted.billingSystem === before.plan.billingSystem',
    },
    {
      file: `${domain}/account.actions.ts`,
      breaks: 'a company that gets a new trial starts with its minutes used up',
      old: "(isSubscribed(after) && !isSubscribed(before)) ||\n  (after.status === 'trialing' && before.status !== 'trialing');",
      new: '(isSubscribed(after) && !isSubscribed(before));',
    },
    {
      file: `${domain}/account.actions.ts`,
      breaks: 'a new period begins with the charges of the one before, if both begin at the same time',
      old: '(chargedCalls > 0 ? 1 : 0)',
      new: '(chargedCalls > 1 ? 1 : 0)',
    },
    {
      file: `${domain}/account.actions.ts`,
      breaks: 'what a period had come to is missing from the ledger',
      old: `    await saveAccount(scope, current);
    await closePeriod(scope, stored);`,
      new: `    await saveAccount(scope, current);
    await closePeriod(scope, current);`,
    },
    {
      file: `${domain}/ledger.actions.ts`,
      breaks: 'a run of a plan in credits gives minutes back instead of credits',
      old: `    await saveAccount(inside, { ...account, held: rounded(account.held - rest.amount) });`,
      new: `    await saveAccount(inside, { ...account, held: rounded(account.held - rest.minutes) });`,
    },
    {
      file: `${conversations}/cancellation.actions.ts`,
      breaks: 'a cancelled web call that nobody opened keeps its minutes',
      old: "filter(({ type }) => type === 'ONLINE')",
      new: "filter(({ type, attemptsMade }) => type === 'ONLINE' && attemptsMade > 0)",
      tests: [`${conversations}/online-link.actions.test.ts`],
    },
    {
      file: `${conversations}/online-link.actions.ts`,
      breaks: 'a link that expired keeps its minutes',
      old: '    await release(inside, [...heldUnder(',
      new: '    if (runId !== null) await release(inside, [...heldUnder(',
      tests: [`${conversations}/online-link.actions.test.ts`],
    },
    {
      file: `${conversations}/call-attempt.actions.ts`,
      breaks: 'a call that billing refused once is never dialled',
      old: '[{ ...unspoken(attempt), isAdmitted: true, updatedAt: scope.now() }]',
      new: '[{ ...unspoken(attempt), updatedAt: scope.now() }]',
      tests: [`${conversations}/settlement.actions.test.ts`],
    },
    {
      file: `${conversations}/conversation-creation.actions.ts`,
      breaks: 'a web call holds minutes that its call cannot find',
      old: 'attemptId: attempts[0]?.id ?? conversation.id',
      new: 'attemptId: attempts[0]?.id ?? conversation.contactId',
      tests: [`${conversations}/online-link.actions.test.ts`],
    },
  ],
};
