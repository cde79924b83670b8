import type { ApiFailure } from '../api/client.ts';
import { apartWords } from '../api/form-errors.ts';
import { useFirstWrong } from './first-wrong.ts';

/** What the service refused and no field shows: stands above the buttons of a form. */
export function FormTrouble({
  failure,
  shown = [],
}: {
  readonly failure: ApiFailure | undefined;
  /** Paths whose violations stand at their fields. */
  readonly shown?: readonly string[];
}) {
  const place = useFirstWrong(failure);
  // A session that ended has its own dialog.
  if (failure === undefined || failure.status === 401) return null;
  const others = failure.violations.filter(({ path }) => !shown.includes(path));
  const words =
    failure.violations.length > 0 && others.length === 0
      ? 'Something above is not right yet.'
      : failure.message;
  return (
    <div ref={place} role="alert" className="text-bad">
      <p>{words}</p>
      {others.length > 0 && (
        <ul className="mt-1 list-disc ps-5 text-xs">
          {others.map((one) => (
            <li key={`${one.path} ${one.message}`} className="break-words">
              {apartWords(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
