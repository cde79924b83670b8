/** The little of WebAssembly that is used here: its types come with those of browsers, which a server has no use for. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

export interface WasmMemory {
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
export type WasmImports = Readonly<Record<string, (...args: any[]) => number>>;

export const webAssembly = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;
