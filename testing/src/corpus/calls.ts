import { claimCalls } from './claim-calls.ts';
import { developerCalls } from './developer-calls.ts';
import { driverCalls } from './driver-calls.ts';
import { foreignCalls } from './foreign-calls.ts';
import type { LabelledCall } from './labelled-call.ts';
import { nursingCalls } from './nursing-calls.ts';
import { salesCalls } from './sales-calls.ts';
import { surveyCalls } from './survey-calls.ts';
import { talkativeCalls } from './talkative-calls.ts';
import { viewingCalls } from './viewing-calls.ts';

export const labelledCalls: readonly LabelledCall[] = [
  ...nursingCalls,
  ...salesCalls,
  ...surveyCalls,
  ...driverCalls,
  ...viewingCalls,
  ...claimCalls,
  ...developerCalls,
  ...talkativeCalls,
  ...foreignCalls,
];
