import { readdirSync, readFileSync } from 'node:fs';

/** CPU time and memory of this process and its children, from Linux. */
export interface Usage {
  readonly atMs: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

/** Linux counts CPU time in these parts of a second. */
const TICKS = 100;
const PAGE_BYTES = 4096;

/** This process and its children, without the one that plays the other end. */
export function usageOfFamily(strangerPid: number | undefined): Usage {
  const family = [process.pid, ...childrenOf(process.pid).filter((pid) => pid !== strangerPid)].map(usageOf);
  return {
    atMs: performance.now(),
    cpuMs: family.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: family.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function usageOf(pid: number): Omit<Usage, 'atMs'> {
  // The program name may contain anything, and ends with the last bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return { cpuMs: ((user + system) * 1000) / TICKS, memoryBytes: (pages ?? 0) * PAGE_BYTES };
}
