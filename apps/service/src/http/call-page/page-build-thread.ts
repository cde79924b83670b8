import { parentPort, workerData } from 'node:worker_threads';
import { buildPage } from './page-build.ts';

parentPort?.postMessage(await buildPage(workerData as string));
