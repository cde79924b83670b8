import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Action } from '../api/action.ts';
import type { ApiFailure } from '../api/client.ts';
import { apartWords, type FormErrors } from '../api/form-errors.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { Section } from './page.tsx';

/** The end of a form: errors without a control, then the buttons. */
export function FormActions({
  errors,
  isInDialog = false,
  children,
}: {
  readonly errors: FormErrors;
  /** A dialog has its buttons on the right, Cancel first. */
  readonly isInDialog?: boolean;
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
      {isInDialog ? (
        <DialogActions>{children}</DialogActions>
      ) : (
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      )}
    </div>
  );
}

export interface DraftFormProps<Draft> {
  readonly draft: Draft;
  readonly failure: ApiFailure | undefined;
  readonly isBusy: boolean;
  readonly verb: string;
  readonly onChange: (draft: Draft) => void;
  readonly onSubmit: () => void;
  /** Beside the button. */
  readonly children?: ReactNode;
}

/** A form that fills a page, with its buttons at the end. */
export function DraftForm({
  errors,
  isBusy,
  verb,
  onSubmit,
  actions,
  children,
}: {
  readonly errors: FormErrors;
  readonly isBusy: boolean;
  readonly verb: string;
  readonly onSubmit: () => void;
  /** Beside the button. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    // The service reports all errors at once; the browser would show them one at a time.
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {children}
      <FormActions errors={errors}>
        <Button type="submit" look="primary" busy={isBusy}>
          {verb}
        </Button>
        {actions}
      </FormActions>
    </form>
  );
}

/** Errors that no field shows, above the buttons of a form. */
export function FormError({
  failure,
  shown = [],
}: {
  readonly failure: ApiFailure | undefined;
  /** Paths whose violations are shown at their fields. */
  readonly shown?: readonly string[];
}) {
  const place = useFirstWrong(failure);
  // An expired session has its own dialog.
  if (failure === undefined || failure.status === 401) return null;
  const others = failure.violations.filter(({ path }) => !shown.includes(path));
  const words =
    failure.violations.length > 0 && others.length === 0 ? 'Fix the fields marked above.' : failure.message;
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

/** The form in a dialog: fields, errors, Cancel and the submit button. */
export function DialogForm({
  action,
  shown = [],
  verb,
  look = 'primary',
  icon,
  isDisabled = false,
  onSubmit,
  onCancel,
  children,
}: {
  readonly action: Pick<Action<never, unknown>, 'busy' | 'failure'>;
  /** Paths whose violations are shown at their fields. */
  readonly shown?: readonly string[];
  readonly verb: string;
  readonly look?: 'primary' | 'danger';
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <FormError failure={action.failure} shown={shown} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={look} icon={icon} busy={action.busy} disabled={isDisabled}>
          {verb}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The form of an existing resource: fields, errors, and a button that is enabled when something has changed. */
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
  readonly save: Action<Draft, unknown>;
  /** Paths whose violations are shown at their fields. */
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
        <FormError failure={save.failure} shown={shown} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={save.busy} disabled={!isChanged}>
            {verb}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** Moves the focus to the first invalid control, which may be far above. Returns the ref of an element of the form. */
function useFirstWrong(failure: ApiFailure | undefined): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) part.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return part;
}
