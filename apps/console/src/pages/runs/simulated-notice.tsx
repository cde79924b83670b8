import { Link } from '@tanstack/react-router';
import type { Reply } from '../../api/client.ts';
import { Notice } from '../../components/notice.tsx';

type Preview = Pick<Reply<'/runs/{id}/launch-preview', 'get'>, 'simulated' | 'simulatedBecause' | 'callable'>;

/** Says that no telephone rings, why, and what to do for real calls. */
export function SimulatedNotice({ preview }: { readonly preview: Preview }) {
  const { simulated, simulatedBecause: reason, callable } = preview;
  if (reason === null) return null;
  const all = simulated === callable;
  const which = all
    ? 'These calls are simulated'
    : `${simulated.toLocaleString()} of the calls are simulated`;
  return (
    <Notice tone="warn">
      <strong className="font-semibold">{which}: no telephone rings.</strong> Simulated contacts answer, so
      that you can try the agent out. {reason === 'NO_TRUNK' && <NoTrunk />}
      {reason === 'TEST_KEY' &&
        'A test key (sk_test_) had a hand in this run. For real calls, create the run and attach its contacts here or with a live key.'}
      {reason === 'SIMULATED_NUMBERS' &&
        'Their numbers (+1500555…) belong to the simulated network. Give these contacts their own numbers for real calls.'}
    </Notice>
  );
}

const NoTrunk = () => (
  <>
    For real calls,{' '}
    <Link to="/trunks" className="underline decoration-dotted hover:text-ink">
      add a trunk
    </Link>{' '}
    (a SIP connection to your telephone provider), then launch.
  </>
);
