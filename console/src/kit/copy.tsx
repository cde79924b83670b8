import { Check, Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';

const SHOWN_MS = 1_500;

/** An id, an address, a key: readable, and copied with one press. */
export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code dir="ltr" className="truncate font-mono text-xs">
        {text}
      </code>
      <IconButton
        label={isCopied ? 'Copied' : label}
        icon={isCopied ? <Check size={14} /> : <CopyIcon size={14} />}
        onClick={copy}
      />
    </span>
  );
}
