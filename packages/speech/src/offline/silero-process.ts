import { loadSilero } from './silero.ts';
import type { SileroLook } from './silero-look.ts';
import { answerOrders, startData } from './worker-orders.ts';

// Runs as a process of silero-detector.ts: a stretch of sound in, how likely there is speech in its windows out.

answerOrders<SileroLook, number[]>(loadSilero(startData() as string));
