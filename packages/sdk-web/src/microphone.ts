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
  microphone_refused: 'The microphone may not be used: allow it in the browser and try again.',
  microphone_missing: 'No microphone was found: connect one and try again, or type.',
  microphone_busy: 'Another program uses the microphone: close it and try again.',
};

/** Opens the microphone, asking the person if need be. */
export async function openMicrophone(deviceId?: string): Promise<MediaStream> {
  if (!canTalk()) throw new CallFailure('unsupported', 'This browser cannot carry a voice on this page.');
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
