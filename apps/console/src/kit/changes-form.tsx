import type { FormEvent, ReactNode } from 'react';
import type { Act } from '../api/act.ts';
import { Button } from './button.tsx';
import { FormTrouble } from './form-trouble.tsx';
import { Section } from './page.tsx';

/** The form of a thing that exists: its fields, what the service refused, and a button once there is something to save. */
export function ChangesForm<Draft>({
  title,
  verb = 'Save',
  draft,
  isChanged,
  save,
  shown,
  children,
}: {
  readonly title: string;
  readonly verb?: string;
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly save: Act<Draft, unknown>;
  /** Paths whose violations stand at their fields. */
  readonly shown: readonly string[];
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(draft);
  };
  return (
    <Section title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <FormTrouble failure={save.failure} shown={shown} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={save.busy} disabled={!isChanged}>
            {verb}
          </Button>
        </div>
      </form>
    </Section>
  );
}
