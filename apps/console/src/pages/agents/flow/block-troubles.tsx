import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Trouble } from '../../../flow/flow-trouble.ts';
import { classNames } from '../../../kit/class-names.ts';

/** What is wrong with a block, at the block. */
export function BlockTroubles({ of: troubles }: { readonly of: readonly Trouble[] }) {
  if (troubles.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 px-3 pb-2">
      {troubles.map((trouble) => (
        <li
          key={`${trouble.property} ${trouble.message}`}
          className={classNames(
            'flex items-start gap-1.5 text-xs',
            trouble.severity === 'error' ? 'text-bad' : 'text-warn',
          )}
        >
          {trouble.severity === 'error' ? (
            <CircleAlert size={14} aria-label="Error" className="mt-px shrink-0" />
          ) : (
            <TriangleAlert size={14} aria-label="Warning" className="mt-px shrink-0" />
          )}
          <span className="min-w-0 break-words">{troubleWords(trouble)}</span>
        </li>
      ))}
    </ul>
  );
}

const names: Readonly<Record<string, string>> = {
  prompt: 'What to talk about',
  question: 'The question',
  name: 'The name',
  'condition.description': 'The condition',
  'condition.field': 'The field',
  'condition.value': 'The value',
  phoneNumber: 'The number',
  text: 'The text',
};

export const troubleWords = ({ property, message, isSentence }: Trouble): string =>
  isSentence ? message : `${names[property] ?? (property === '' ? 'This' : property)} ${message}`;

/** Errors that stand at a field of the open form need not be said twice. */
export const apart = (troubles: readonly Trouble[]): readonly Trouble[] =>
  troubles.filter(
    ({ severity, property }) =>
      severity === 'warning' || property === '' || /^(sections|branches|questions)/.test(property),
  );
