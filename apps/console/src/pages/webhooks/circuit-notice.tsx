import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Time } from '../../kit/time.tsx';
import type { Webhook } from './webhook.ts';

/** Why nothing is sent, and how to go on. */
export function CircuitNotice({ webhook }: { readonly webhook: Webhook }) {
  const reset = useAct(() => post('/webhooks/{id}/reset-circuit', undefined, { path: { id: webhook.id } }), {
    touches: [['webhook', webhook.id], ['webhooks'], ['deliveries']],
    done: 'Closed: what was held goes out now',
  });
  if (webhook.isActive) return null;
  const button = (
    <Button size="small" busy={reset.busy} onClick={() => reset.run(undefined)}>
      {webhook.circuitOpenedAt === null ? 'Switch on' : 'Reset the circuit'}
    </Button>
  );
  if (webhook.circuitOpenedAt === null) {
    return (
      <Notice tone="warn" action={button}>
        Switched off: it is told of nothing.
      </Notice>
    );
  }
  return (
    <Notice tone="bad" action={button}>
      The circuit opened <Time at={webhook.circuitOpenedAt} /> after {webhook.consecutiveFailures} failed
      requests in a row. Nothing is sent and nothing is lost: deliveries are held for up to 72 hours. Mend the
      receiver, then reset it.
    </Notice>
  );
}
