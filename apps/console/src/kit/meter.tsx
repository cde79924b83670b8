import { classNames } from './class-names.ts';

export interface MeterPart {
  readonly name: string;
  readonly words: string;
  readonly value: number;
  /** The colour of its stretch, as a class. */
  readonly fill: string;
}

/** One bar of several stretches, read out as words. `whole` is its length; what no part takes stays empty. */
export function Meter({
  label,
  parts,
  whole,
  thick = false,
}: {
  readonly label: string;
  readonly parts: readonly MeterPart[];
  readonly whole: number;
  readonly thick?: boolean;
}) {
  const spoken = parts
    .filter(({ value }) => value > 0)
    .map(({ words, value }) => `${words} ${value.toLocaleString()}`)
    .join(', ');
  return (
    <div
      role="img"
      aria-label={spoken === '' ? `${label}: nothing yet` : `${label}: ${spoken}`}
      className={classNames(
        'flex w-full gap-px overflow-hidden rounded-full bg-hover',
        thick ? 'h-3' : 'h-1.5',
      )}
    >
      {whole > 0 &&
        parts.map(
          ({ name, words, value, fill }) =>
            value > 0 && (
              <span
                key={name}
                title={`${words}: ${value.toLocaleString()}`}
                // The smallest share is still seen.
                style={{ width: `${Math.min(100, (value / whole) * 100)}%` }}
                className={classNames('min-w-0.5 transition-[width] duration-300', fill)}
              />
            ),
        )}
    </div>
  );
}

/** What the colours of a meter mean, with the figures. */
export function MeterLegend({ parts }: { readonly parts: readonly MeterPart[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-xs">
      {parts.map(({ name, words, value, fill }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames('size-2 rounded-full', fill)} />
          <span className="text-soft">{words}</span>
          <span className="font-medium tabular-nums">{value.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  );
}
