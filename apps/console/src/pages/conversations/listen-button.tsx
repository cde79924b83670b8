import { Headphones, VolumeX } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import type { Listening } from './listening.ts';

/** Listens in to the call. Nobody on the line notices. */
export function ListenButton({ listening }: { readonly listening: Listening }) {
  const { state, start, stop } = listening;
  const isOn = state === 'waiting' || state === 'hearing';
  return (
    <Button
      icon={isOn ? <VolumeX size={14} /> : <Headphones size={14} />}
      aria-pressed={isOn}
      // As wide as its longer label: the header stays as it is.
      className="min-w-34"
      onClick={isOn ? stop : start}
    >
      {isOn ? 'Stop listening' : 'Listen in'}
    </Button>
  );
}

/** Below the header, which has no room for a sentence. */
export function ListeningNote({ listening: { state, trouble } }: { readonly listening: Listening }) {
  return (
    <p role="status" className="text-xs text-soft empty:hidden">
      {state === 'waiting' && 'Waiting for the audio…'}
      {state === 'hearing' && 'You hear the call with a delay of a few seconds.'}
      {trouble}
    </p>
  );
}
