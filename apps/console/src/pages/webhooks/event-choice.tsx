import { CheckField } from '../../kit/field.tsx';
import { eventGroups, firstName } from './webhook.ts';

/** Which events a webhook is told of. */
export function EventChoice({
  events,
  error,
  onChange,
}: {
  readonly events: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (events: readonly string[]) => void;
}) {
  const isOn = (event: string) => events.some((one) => firstName(one) === event);
  const toggle = (event: string, isWanted: boolean) =>
    onChange(isWanted ? [...events, event] : events.filter((one) => firstName(one) !== event));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-xs font-medium text-soft">Events</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {eventGroups.map(([title, group]) => (
          <div key={title} className="flex flex-col gap-2">
            <span className="font-medium">{title}</span>
            {group.map(([event, words]) => (
              <CheckField
                key={event}
                label={words}
                checked={isOn(event)}
                onChange={(change) => toggle(event, change.target.checked)}
              />
            ))}
          </div>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
