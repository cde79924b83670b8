import { parseArgs } from 'node:util';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import { isUuid } from '@parley/kernel/id.ts';
import { replayCall } from '../../workflows/replay-call.ts';
import { type Command, UsageError } from './command.ts';
import { sayingWhichIsMissing, withServices } from './with-services.ts';

export const replayCommand: Command = {
  help: `Usage: parley replay <attemptId> [--now]

Conducts a recorded call again with what the contact said then, and compares the decisions. Nobody is called.
Without --now it uses the plan of that call, and every decision must be the same. With --now it uses the agent and the
contact as they are now and shows the first different decision. For a spoken call it also prints the latency of the
replies, by part. Exits with 1 if a decision differs.`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { now: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [attemptId, ...others] = positionals;
    if (attemptId === undefined || others.length > 0)
      throw new UsageError('Give the id of one call attempt: parley replay <attemptId>.');
    if (!isUuid(attemptId))
      throw new UsageError(
        `${attemptId} is not an attempt id (a UUID); parley call prints it, and GET /conversations/{id} has it under callAttempts.`,
      );
    await withServices(async ({ database }) => {
      const { replay, decisions, turns } = await replayCall(
        database,
        attemptId,
        values.now ? 'the current agent' : 'its plan',
      ).catch(sayingWhichIsMissing('call attempt', attemptId));
      for (const line of turnLines(turns)) console.log(line);
      if (replay.kind === 'same') {
        console.log(`Identical: all ${decisions} decisions were reproduced.`);
        return;
      }
      console.log(`The replay diverges at entry ${replay.at}.\n\nBefore:`);
      for (const entry of replay.before) console.log(`  ${JSON.stringify(entry)}`);
      console.log(`\nThen:  ${JSON.stringify(replay.was)}\nNow:   ${JSON.stringify(replay.is)}`);
      process.exitCode = 1;
    });
  },
};

const parts = [
  ['STT', ({ sttMs }: TurnRecord) => sttMs],
  ['dialogue model', ({ modelMs }: TurnRecord) => modelMs],
  ['TTS', ({ ttsMs }: TurnRecord) => ttsMs],
  ['Parley itself', ({ ownMs }: TurnRecord) => ownMs],
] as const;

/** Reply latency and the share of each part: median and 95th percentile. */
export function turnLines(turns: readonly TurnRecord[]): string[] {
  if (turns.length === 0) return [];
  const whole = turns.map(({ sttMs, modelMs, ttsMs, ownMs }) => sttMs + modelMs + ttsMs + ownMs);
  const shares = parts.map(([name, of]) => `  ${name.padEnd(15)}${spread(turns.map(of))}`);
  const count = turns.length === 1 ? '1 reply' : `${turns.length} replies`;
  return [`${count} by voice, latency from the end of turn to our first audio: ${spread(whole)}`, ...shares];
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number): string =>
    `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)} ms`;
  return `${at(0.5)} median, ${at(0.95)} at p95`;
}
