import { readFile } from 'node:fs/promises';
import type { AudioRate } from '@parley/audio/audio-leg.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import { joined } from '@parley/audio/sound.ts';
import { readWav } from '@parley/audio/wav.ts';
import { runProgram, type WasmModule, webAssembly } from './memory-wasi.ts';
import { answerOrders, startData } from './worker-orders.ts';

// Runs as a thread of offline-tts.ts: a sentence in, its sound out.

export interface FliteOrder {
  /** Printable ASCII. */
  readonly text: string;
  readonly voice: string;
  readonly speed: number;
  readonly rateHz: AudioRate;
}

const program = readFile(startData() as string).then((bytes) => webAssembly.compile(bytes));

answerOrders<FliteOrder, Int16Array>(program.then((flite) => (order) => spoken(flite, order)));

function spoken(flite: WasmModule, { text, voice, speed, rateHz }: FliteOrder): Int16Array {
  const stretch = `duration_stretch=${(1 / speed).toFixed(3)}`;
  const args = ['flite', '-voice', voice, '--setf', stretch, '-t', text, '-o', 'out'];
  const { exitCode, output } = runProgram(flite, args);
  if (exitCode !== 0 || output.length === 0) throw new Error(`flite exited with code ${exitCode}`);
  const wav = readWav(output);
  // At another rate here, and not on the thread that sends sound.
  const resampler = new Resampler(wav.rateHz as AudioRate, rateHz);
  return joined([resampler.feed(wav.sound), resampler.finish()]);
}
