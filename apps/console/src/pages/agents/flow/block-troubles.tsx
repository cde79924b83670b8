import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Trouble } from '../../../flow/flow-trouble.ts';
import { classNames } from '../../../kit/class-names.ts';

/** What is wrong with a block, at the block. */
export function BlockTroubles({ of: troubles }: { readonly of: readonly Trouble[] }) {
  if (troubles.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 px-3 pb-2">
      {troubles.map(({ severity, property, message }) => (
        <li
          key={`${property} ${message}`}
          className={classNames(
            'flex items-start gap-1.5 text-xs',
            severity === 'error' ? 'text-bad' : 'text-warn',
          )}
        >
          {severity === 'error' ? (
            <CircleAlert size={14} aria-label="Error" className="mt-px shrink-0" />
          ) : (
            <TriangleAlert size={14} aria-label="Warning" className="mt-px shrink-0" />
          )}
          <span className="min-w-0 break-words">{troubleWords(property, message)}</span>
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

/** The service's sentences lack their subject, because it is the path: "must not be blank". */
export const troubleWords = (property: string, message: string): string => {
  if (/^[A-Z{]/.test(message) || message.includes(' is null')) return message;
  return `${names[property] ?? (property === '' ? 'This' : property)} ${message}`;
};

/** Errors that stand at a field of the open form need not be said twice. */
export const apart = (troubles: readonly Trouble[]): readonly Trouble[] =>
  troubles.filter(
    ({ severity, property }) =>
      severity === 'warning' || property === '' || /^(sections|branches|questions)/.test(property),
  );
