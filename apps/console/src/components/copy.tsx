import { Check, Copy as CopyIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { useToast } from './notice.tsx';

const SHOWN_MS = 1_500;

/** An id, an address or a key, shown completely, with a copy button. */
export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Browsers refuse the clipboard to pages over plain HTTP, or when the user denies it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setRefused(true);
      return;
    }
    setRefused(false);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1">
      <code ref={shown} dir="ltr" className="min-w-0 font-mono text-xs break-all">
        {text}
      </code>
      <IconButton
        label={isCopied ? 'Copied' : label}
        icon={isCopied ? <Check size={14} /> : <CopyIcon size={14} />}
        onClick={copy}
      />
      {isRefused && (
        <span role="alert" className="text-xs text-warn">
          The browser does not allow copying. The text is selected: press Ctrl C or ⌘ C.
        </span>
      )}
    </span>
  );
}

/** Copies a text that is too long to show. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const say = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say({ words: 'Copied' });
    } catch {
      say({ words: `The browser does not allow copying. The text is: ${text}` });
    }
  };
  return <IconButton label={label} size="small" icon={<CopyIcon size={14} />} onClick={() => void copy()} />;
}
