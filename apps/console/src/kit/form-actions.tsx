import type { ReactNode } from 'react';
import type { FormErrors } from '../api/form-errors.ts';
import { useFirstWrong } from './first-wrong.ts';

/** The end of a form: what is wrong and has no control of its own, then the buttons. */
export function FormActions({
  errors,
  children,
}: {
  readonly errors: FormErrors;
  readonly children: ReactNode;
}) {
  const { rest, failure } = errors;
  const end = useFirstWrong(failure);
  return (
    <div ref={end} className="flex flex-col gap-3">
      {rest.length > 0 && (
        <div role="alert" className="flex flex-col gap-1 rounded-md bg-bad-soft px-3 py-2 text-bad">
          {rest.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
