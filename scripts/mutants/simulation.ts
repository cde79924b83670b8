import { conversations, type Mutant } from './mutant.ts';

/** One line each. Every one of them must break a promise within 200 seeds: `npm run simulate:mutants`. */
export const simulation: readonly Mutant[] = [
  {
    file: 'apps/service/src/workflows/dispatch-calls.ts',
    breaks: 'a call is placed whose claim others have given away (the recheck after the dial ledger)',
    old: 'return ({ attemptId }) => (standing.has(attemptId) ? undefined : CLAIM_GONE);',
    new: 'return () => undefined;',
  },
  {
    file: 'apps/service/src/workflows/dial-fence.ts',
    breaks: 'calls that a promoted replica has forgotten are placed again (the fence)',
    old: 'const lost = await lostCallsOf(everywhere, ledger);',
    new: 'const lost = await lostCallsOf(everywhere, { ...ledger, heads: async () => [] } as never);',
  },
  {
    file: `${conversations}/dispatch.store.ts`,
    breaks: 'people are called who asked not to be',
    old: "case when p.do_not_call or is_opted_out(p.company_id, p.phone_number) then 'do_not_call'",
    new: "case when false then 'do_not_call'",
  },
  {
    file: `${conversations}/settlement-outcome.actions.ts`,
    breaks: 'a call is charged again when the reply to its settlement is lost',
    old: "if (attempt.status !== 'FAILED' || attempt.reasonCode !== 'LOST') return settledBefore(attempt);",
    new: '',
  },
  {
    file: 'apps/service/src/domains/webhooks/delivery-queue.store.ts',
    breaks: 'the events of a conversation overtake each other',
    old: 'order by b.position limit 1)',
    new: 'order by b.position desc limit 1)',
  },
];
