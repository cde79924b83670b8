import { useIsWithoutTrunk } from '../../api/telephone.ts';
import { Notice } from '../../components/notice.tsx';

/** In a dialog that places a call. */
export const NoTrunk = () =>
  useIsWithoutTrunk() && (
    <Notice tone="warn">No trunk is configured: the call is simulated, no telephone rings.</Notice>
  );
