import { TextArea, TextField } from '../../kit/field.tsx';
import type { KeyDraft } from './key-draft.ts';
import { ScopePicker } from './scope-picker.tsx';

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
          hint="Your local time. Empty: never."
          value={draft.expiresAt}
          error={errorAt('expiresAt')}
          onChange={(event) => set({ expiresAt: event.target.value })}
        />
        <TextArea
          label="Allowed addresses"
          dir="ltr"
          rows={2}
          placeholder={'203.0.113.7\n198.51.100.0/24'}
          hint="Single ones or ranges, one a line. Empty: from everywhere."
          value={draft.allowedIPs}
          error={errorAt('allowedIPs')}
          onChange={(event) => set({ allowedIPs: event.target.value })}
        />
      </div>
    </>
  );
}
