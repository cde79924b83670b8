/** A small plot of bars with its figures as a table for those who cannot see it. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly note?: string;
}

const HEIGHT = 120;
const STEP = 24;

export function Bars({
  title,
  bars,
  unit,
}: {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly unit: string;
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const width = Math.max(1, bars.length) * STEP;
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex items-baseline gap-2 text-xs text-soft">
        <span className="font-medium text-ink">{title}</span>
        <span className="ms-auto tabular-nums">
          most {most.toLocaleString()} {unit}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-30 w-full rtl:-scale-x-100"
        aria-hidden
      >
        {bars.map(({ label, value, note }, place) => {
          const height = Math.max(value > 0 ? 2 : 0.5, (value / most) * (HEIGHT - 4));
          return (
            <rect
              key={label}
              x={place * STEP + 3}
              y={HEIGHT - height}
              width={STEP - 6}
              height={height}
              rx={2}
              className={value > 0 ? 'fill-accent' : 'fill-line'}
            >
              <title>{note ?? `${label}: ${value.toLocaleString()} ${unit}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="flex justify-between text-2xs text-soft tabular-nums">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                {value} {unit}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
