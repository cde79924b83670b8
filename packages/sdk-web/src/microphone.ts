import { CallFailure, type FailureCode } from './call-failure.ts';

/** Whether this browser can carry a voice at all. A page without https has no microphone in any browser. */
export const canTalk = (): boolean =>
  typeof RTCPeerConnection === 'function' && navigator.mediaDevices?.getUserMedia !== undefined;

const codes: Readonly<Record<string, FailureCode>> = {
  NotAllowedError: 'microphone_refused',
  SecurityError: 'microphone_refused',
  NotFoundError: 'microphone_missing',
  OverconstrainedError: 'microphone_missing',
  NotReadableError: 'microphone_busy',
  AbortError: 'microphone_busy',
};

const words: Partial<Record<FailureCode, string>> = {
  microphone_refused: 'The browser refused the microphone: allow it and try again.',
  microphone_missing: 'No microphone was found: connect one and try again, or type.',
  microphone_busy: 'Another program uses the microphone: close it and try again.',
};

/** Opens the microphone, asking the person if need be. A prompt that is answered after `signal` opens nothing. */
export async function openMicrophone(deviceId?: string, signal?: AbortSignal): Promise<MediaStream> {
  signal?.throwIfAborted();
  const opening = askForMicrophone(deviceId);
  if (signal === undefined) return opening;
  // A prompt cannot be taken back, and may stay unanswered for as long as the page is open.
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal.reason);
      opening.then(closeMicrophone, () => undefined);
    };
  });
  signal.addEventListener('abort', stop);
  return Promise.race([opening, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

async function askForMicrophone(deviceId: string | undefined): Promise<MediaStream> {
  if (!canTalk()) throw new CallFailure('unsupported', 'This browser cannot use audio on this page.');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        ...(deviceId !== undefined && { deviceId: { exact: deviceId } }),
      },
    });
  } catch (error) {
    const code = codes[error instanceof Error ? error.name : ''] ?? 'microphone_busy';
    throw new CallFailure(code, words[code] ?? 'The microphone cannot be opened.');
  }
}

/** The microphones to choose from; they have names only once one of them was allowed. */
export async function listMicrophones(): Promise<readonly MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '');
}

export function closeMicrophone(microphone: MediaStream): void {
  for (const track of microphone.getTracks()) track.stop();
}

/** Quieter is silence, louder is full: speech into a laptop moves between the two. */
const QUIETEST_DB = -55;
const LOUDEST_DB = -12;

/** How loud a stream is at this moment, from 0 to 1, on a scale of decibels. */
export class LevelMeter {
  readonly #analyser: AnalyserNode;
  readonly #source: MediaStreamAudioSourceNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  constructor(context: AudioContext, stream: MediaStream) {
    this.#analyser = context.createAnalyser();
    this.#analyser.fftSize = 1024;
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#source = context.createMediaStreamSource(stream);
    this.#source.connect(this.#analyser);
  }

  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    let sum = 0;
    for (const sample of this.#samples) sum += sample * sample;
    const decibels = 10 * Math.log10(sum / this.#samples.length + 1e-12);
    return Math.min(1, Math.max(0, (decibels - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)));
  }

  close(): void {
    this.#source.disconnect();
  }
}
