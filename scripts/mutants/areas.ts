import { billing } from './billing.ts';
import { callingTimes } from './calling-times.ts';
import { conductor } from './conductor.ts';
import { dispatch } from './dispatch.ts';
import { isolation } from './isolation.ts';
import type { Area } from './mutant.ts';
import { runLifecycle } from './run-lifecycle.ts';
import { settlement } from './settlement.ts';
import { webhooks } from './webhooks.ts';

/** In the order in which they are tried. */
export const areas: readonly Area[] = [
  settlement,
  dispatch,
  billing,
  isolation,
  webhooks,
  conductor,
  callingTimes,
  runLifecycle,
];
