import { Headphones, VolumeX } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import { useListening } from './listening.ts';

/** Hears the call along. Nobody on the line notices. */
export function ListenButton({ id }: { readonly id: string }) {
  const { state, trouble, start, stop } = useListening(id);
  const isOn = state === 'waiting' || state === 'hearing';
  return (
    <>
      <Button
        icon={isOn ? <VolumeX size={14} /> : <Headphones size={14} />}
        aria-pressed={isOn}
        onClick={isOn ? stop : start}
      >
        {isOn ? 'Stop listening' : 'Listen in'}
      </Button>
      <p role="status" className="basis-full text-end text-xs text-soft empty:hidden">
        {state === 'waiting' && 'Waiting for the sound…'}
        {state === 'hearing' && 'You hear the call some seconds after it is spoken.'}
        {trouble}
      </p>
    </>
  );
}
