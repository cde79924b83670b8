import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/** A search that waits until somebody has stopped typing. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef<readonly string[]>([]);
  useEffect(() => {
    // One's own search that comes back must not overwrite the letters typed since; another one is shown.
    const place = sent.current.indexOf(value);
    sent.current = sent.current.slice(place + 1);
    if (place === -1) setText(value);
  }, [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      sent.current = [...sent.current, text];
      onSearch(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <div className="relative w-full sm:w-72">
      <Search size={14} aria-hidden className="absolute start-2.5 top-2.5 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-8 w-full rounded-md border border-line bg-surface ps-8 pe-2 placeholder:text-soft"
      />
    </div>
  );
}
