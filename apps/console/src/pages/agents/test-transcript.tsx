import { classNames } from '../../components/class-names.ts';

interface Turn {
  readonly who: string;
  readonly words: string;
}

/** What was said in a simulated call. */
export function Transcript({ turns }: { readonly turns: readonly Turn[] }) {
  if (turns.length === 0) return <p className="text-soft">Nothing was said.</p>;
  return (
    <ol className="flex flex-col gap-1.5">
      {turns.map(({ who, words }, index) => (
        <li key={index} className="flex gap-2">
          <span
            className={classNames(
              'w-14 shrink-0 text-xs leading-5',
              who === 'agent' ? 'text-accent' : 'text-soft',
            )}
          >
            {who === 'agent' ? 'Agent' : 'Person'}
          </span>
          <span dir="auto">{words}</span>
        </li>
      ))}
    </ol>
  );
}
