/** A few sentences under one heading; nothing where there are none. */
export function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-soft">{title}</h3>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        {points.map((point) => (
          <li key={point} dir="auto">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}
