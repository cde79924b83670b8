import { MOST_DAYS_AHEAD } from '@parley/contract/conversation.ts';
import { useState } from 'react';
import type { Action } from '../../api/action.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** As an input of the browser writes a moment: in its own time zone, without naming it. */
const localTime = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

export interface WhenDialogProps<Answer> {
  readonly title: string;
  readonly words: string;
  readonly yes: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The call may also be left to the calling window. */
  readonly isTimeOptional?: boolean;
  readonly startsAt?: string | undefined;
  readonly act: Action<{ scheduledAt?: string }, Answer>;
}

/** Asks for the time of a call. */
export function WhenDialog<Answer>(props: WhenDialogProps<Answer>) {
  const { title, isOpen, onClose } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <WhenForm {...props} />
    </Dialog>
  );
}

function WhenForm<Answer>({ words, yes, onClose, isTimeOptional, startsAt, act }: WhenDialogProps<Answer>) {
  const [openedAtMs] = useState(serverClock.nowMs);
  const [time, setTime] = useState(startsAt === undefined ? '' : localTime(Date.parse(startsAt)));
  return (
    <DialogForm
      action={act}
      shown={['scheduledAt']}
      verb={yes}
      onSubmit={() => act.run(time === '' ? {} : { scheduledAt: new Date(time).toISOString() })}
      onCancel={onClose}
    >
      <p className="text-soft">{words}</p>
      <TextField
        label="Call time"
        type="datetime-local"
        required={!isTimeOptional}
        min={localTime(openedAtMs)}
        max={localTime(openedAtMs + MOST_DAYS_AHEAD * DAY_MS)}
        hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.${
          isTimeOptional ? ' Leave it empty to call as soon as calling hours allow.' : ''
        }`}
        value={time}
        error={act.errorAt('scheduledAt')}
        onChange={(event) => setTime(event.target.value)}
      />
    </DialogForm>
  );
}
