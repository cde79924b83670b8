import { Section } from '../../kit/page.tsx';
import type { Decision } from './live-captions.ts';

/** What the agent decides while it talks, newest first. */
export function Decisions({ decisions }: { readonly decisions: readonly Decision[] }) {
  return (
    <div className="min-h-0 overflow-y-auto">
      <Section title="What the agent decides">
        {decisions.length === 0 ? (
          <p className="text-soft">Nothing so far.</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {decisions.toReversed().map(({ what, why }, place) => (
              <li key={decisions.length - place} className="flex flex-col">
                <span dir="auto" className="font-medium break-words">
                  {what}
                </span>
                <span dir="auto" className="text-xs break-words text-soft">
                  {why}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Section>
    </div>
  );
}
