import { Button } from '../../kit/button.tsx';
import { everyScope, readingScopes, scopeName, scopeRows, verbs } from './scopes.ts';

/** Which scopes a key carries, as a table of what it is about and what it may do there. */
export function ScopePicker({
  scopes,
  error,
  onChange,
}: {
  readonly scopes: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (scopes: readonly string[]) => void;
}) {
  const has = new Set(scopes.map(scopeName));
  const toggle = (scope: string) =>
    onChange(has.has(scope) ? scopes.filter((one) => scopeName(one) !== scope) : [...scopes, scope]);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-soft">Scopes</legend>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onChange(everyScope)}>
          All
        </Button>
        <Button size="small" onClick={() => onChange(readingScopes)}>
          Reading only
        </Button>
        <Button size="small" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <table className="w-full max-w-md">
        <thead className="text-xs text-soft">
          <tr>
            <th className="py-1 text-start font-medium">
              <span className="sr-only">About</span>
            </th>
            {verbs.map((verb) => (
              <th key={verb} className="py-1 text-center font-medium capitalize">
                {verb}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scopeRows.map(([noun, words, own]) => (
            <tr key={noun} className="border-t border-line/60">
              <th scope="row" className="py-1.5 text-start font-normal">
                {words}
              </th>
              {verbs.map((verb) => (
                <td key={verb} className="py-1.5 text-center">
                  {own.includes(verb) && (
                    <input
                      type="checkbox"
                      aria-label={`${verb}:${noun}`}
                      checked={has.has(`${verb}:${noun}`)}
                      onChange={() => toggle(`${verb}:${noun}`)}
                      className="size-4 accent-accent"
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
