import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  type PathLike,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * What a machine does on its disk happens at once. Otherwise it would end at some real moment, before or after what the other
 * machines do, and the same seed would be another story. Nothing is forced to the real disk: no simulation outlives a crash.
 */
const immediate: Readonly<Record<string, (...args: never[]) => unknown>> = {
  appendFile: (path: PathLike, text: string, { mode }: { readonly mode?: number } = {}) =>
    appendFileSync(path, text, mode === undefined ? {} : { mode }),
  mkdir: mkdirSync,
  readdir: readdirSync,
  readFile: readFileSync,
  rm: rmSync,
  open: (path: PathLike, flags: string) => {
    const file = openSync(path, flags);
    return { close: async () => closeSync(file), sync: async () => {} };
  },
};

/** Answers what puts the real functions back. */
export function installVirtualDisk(isInMachine: () => boolean): () => void {
  const disk = fsPromises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const real = { ...disk };
  for (const [name, work] of Object.entries(immediate))
    disk[name] = async (...args) =>
      isInMachine() ? work(...(args as never[])) : real[name]?.apply(fsPromises, args);
  syncBuiltinESMExports();
  return () => {
    for (const name of Object.keys(immediate)) disk[name] = real[name] as (typeof disk)[string];
    syncBuiltinESMExports();
  };
}
