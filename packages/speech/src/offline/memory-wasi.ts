/** The answers that a WASI host gives; the names are the specification's. */
const SUCCESS = 0;
const BADF = 8;
const NOENT = 44;

const FIRST_FILE = 4;
const FOLDER = 3;
const STDERR = 2;
const FILE_TYPE = { folder: 3, file: 4 } as const;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;

class ProgramExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The program exited with code ${code}`);
    this.code = code;
  }
}

export interface ProgramResult {
  readonly exitCode: number;
  readonly complaint: string;
  /** What it wrote to `out`. */
  readonly output: Uint8Array;
}

/**
 * Runs a command-line program that was compiled to WASI on nothing but memory: it gets arguments, and one folder in
 * which it can write one file. It sees neither disk nor network. `node:wasi` would do the same on a temporary folder,
 * with a warning at every start that it is experimental.
 */
export function runProgram(program: WasmModule, args: readonly string[]): ProgramResult {
  const host = new MemoryWasi(args);
  const instance = new webAssembly.Instance(program, { wasi_snapshot_preview1: host.imports() });
  const { memory, _start } = instance.exports as { memory: WasmMemory; _start: () => void };
  return host.run(memory, _start);
}

class MemoryWasi {
  readonly #args: readonly Uint8Array[];
  #memory: WasmMemory | undefined;
  #file = new Uint8Array(256 * 1024);
  #length = 0;
  #position = 0;
  #complaint = '';

  constructor(args: readonly string[]) {
    this.#args = args.map((arg) => new TextEncoder().encode(`${arg.replaceAll('\0', ' ')}\0`));
  }

  run(memory: WasmMemory, start: () => void): ProgramResult {
    this.#memory = memory;
    let exitCode = 0;
    try {
      start();
    } catch (error) {
      if (!(error instanceof ProgramExit)) throw error;
      exitCode = error.code;
    }
    return { exitCode, complaint: this.#complaint.trim(), output: this.#file.slice(0, this.#length) };
  }

  imports(): WasmImports {
    return {
      args_sizes_get: (count: number, size: number) => {
        this.#set32(count, this.#args.length);
        return this.#set32(
          size,
          this.#args.reduce((sum, arg) => sum + arg.length, 0),
        );
      },
      args_get: (pointers: number, at: number) => {
        let next = at;
        for (const [index, arg] of this.#args.entries()) {
          this.#set32(pointers + 4 * index, next);
          this.#bytes.set(arg, next);
          next += arg.length;
        }
        return SUCCESS;
      },
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        // The same words sound the same whenever they are spoken.
        this.#view.setBigUint64(at, 0n, true);
        return SUCCESS;
      },
      fd_prestat_get: (fd: number, at: number) => {
        if (fd !== FOLDER) return BADF;
        this.#set32(at, 0);
        return this.#set32(at + 4, 1);
      },
      fd_prestat_dir_name: (fd: number, at: number) => {
        if (fd !== FOLDER) return BADF;
        this.#bytes[at] = '/'.charCodeAt(0);
        return SUCCESS;
      },
      fd_fdstat_get: (fd: number, at: number) => {
        this.#bytes.fill(0, at, at + 24);
        this.#bytes[at] = fd === FOLDER ? FILE_TYPE.folder : FILE_TYPE.file;
        this.#view.setBigUint64(at + 8, ALL_RIGHTS, true);
        this.#view.setBigUint64(at + 16, ALL_RIGHTS, true);
        return SUCCESS;
      },
      fd_fdstat_set_flags: () => SUCCESS,
      path_open: (
        _folder: number,
        _lookup: number,
        path: number,
        length: number,
        _flags: number,
        _rights: bigint,
        _inherited: bigint,
        _fdFlags: number,
        at: number,
      ) => {
        if (new TextDecoder().decode(this.#bytes.subarray(path, path + length)) !== 'out') return NOENT;
        return this.#set32(at, FIRST_FILE);
      },
      fd_read: (_fd: number, _parts: number, _count: number, read: number) => this.#set32(read, 0),
      fd_seek: (fd: number, offset: bigint, whence: number, at: number) => {
        if (fd !== FIRST_FILE) return BADF;
        this.#position = Number(offset) + ([0, this.#position, this.#length][whence] ?? 0);
        this.#view.setBigUint64(at, BigInt(this.#position), true);
        return SUCCESS;
      },
      fd_write: (fd: number, parts: number, count: number, written: number) => {
        let sum = 0;
        for (let part = 0; part < count; part += 1) {
          const start = this.#view.getUint32(parts + 8 * part, true);
          const length = this.#view.getUint32(parts + 8 * part + 4, true);
          this.#write(fd, this.#bytes.subarray(start, start + length));
          sum += length;
        }
        return this.#set32(written, sum);
      },
      fd_close: () => SUCCESS,
      proc_exit: (code: number) => {
        throw new ProgramExit(code);
      },
    };
  }

  #write(fd: number, part: Uint8Array): void {
    if (fd === STDERR) this.#complaint += new TextDecoder().decode(part);
    if (fd !== FIRST_FILE) return;
    const end = this.#position + part.length;
    if (end > this.#file.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#file.length));
      larger.set(this.#file);
      this.#file = larger;
    }
    this.#file.set(part, this.#position);
    this.#position = end;
    this.#length = Math.max(this.#length, end);
  }

  /** Created for each access: the buffer of the program's memory changes when it grows. */
  get #bytes(): Uint8Array {
    return new Uint8Array((this.#memory as WasmMemory).buffer);
  }

  get #view(): DataView {
    return new DataView((this.#memory as WasmMemory).buffer);
  }

  #set32(at: number, value: number): number {
    this.#view.setUint32(at, value, true);
    return SUCCESS;
  }
}

/** The little of WebAssembly that is used here: its types come with those of browsers, which a server has no use for. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface Runtime {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Instance: new (
    module: WasmModule,
    imports: Readonly<Record<string, WasmImports>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

// biome-ignore lint/suspicious/noExplicitAny: a host function takes whatever the program passes
type WasmImports = Readonly<Record<string, (...args: any[]) => number>>;

export const webAssembly = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;
