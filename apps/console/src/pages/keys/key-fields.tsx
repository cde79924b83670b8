import { Button } from '../../components/button.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { everyScope, type KeyDraft, readingScopes, scopeName, scopeRows, verbs } from './key.tsx';

export const keyPaths = ['name', 'scopes', 'expiresAt', 'allowedIPs', 'companyId'];

/** What a key may do, for how long and from where. */
export function KeyFields({
  draft,
  errorAt,
  onChange,
}: {
  readonly draft: KeyDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: KeyDraft) => void;
}) {
  const set = (part: Partial<KeyDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <TextField
        label="Name"
        required
        hint="Who uses it, and for what."
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <ScopePicker scopes={draft.scopes} error={errorAt('scopes')} onChange={(scopes) => set({ scopes })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Expires"
          type="datetime-local"
          max="9999-12-31T23:59"
          hint="Your local time. Empty: never expires."
          value={draft.expiresAt}
          error={errorAt('expiresAt')}
          onChange={(event) => set({ expiresAt: event.target.value })}
        />
        <TextArea
          label="Allowed IP addresses"
          dir="ltr"
          rows={2}
          placeholder={'203.0.113.7\n198.51.100.0/24'}
          hint="Addresses or ranges, one per line. Empty: any address."
          value={draft.allowedIPs}
          error={errorAt('allowedIPs')}
          onChange={(event) => set({ allowedIPs: event.target.value })}
        />
      </div>
    </>
  );
}

/** Which scopes a key carries, as a table of what it is about and what it may do there. */
function ScopePicker({
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
          Read only
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
