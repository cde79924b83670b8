import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import type { LaunchCheck } from './launch-check.ts';

/** What the preflight found in the agent and the list. */
export function LaunchProblems({ check }: { readonly check: LaunchCheck }) {
  const { attached, checked, callable, problems } = check;
  return (
    <div className="flex flex-col gap-2">
      <p>
        {callable.toLocaleString()} of {checked.toLocaleString()} can be called
        {checked < attached && (
          <span className="text-soft"> (the first {checked.toLocaleString()} were looked at)</span>
        )}
        .
      </p>
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 text-good">
          <Check size={16} aria-hidden />
          Nothing stands in the way.
        </p>
      ) : (
        <ul aria-label="Findings" className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
          {problems.map(({ severity, path, message, count }) => (
            <li key={`${severity} ${path} ${message}`} className="flex items-start gap-2">
              {severity === 'error' ? (
                <CircleAlert size={16} aria-label="Wrong" className="mt-0.5 shrink-0 text-bad" />
              ) : (
                <TriangleAlert size={16} aria-label="Look at this" className="mt-0.5 shrink-0 text-warn" />
              )}
              <span dir="auto" className="min-w-0 break-words">
                {message}
                {count > 1 && <span className="text-soft"> ({count.toLocaleString()} contacts)</span>}
                {path && <code className="block text-2xs text-soft">{path}</code>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
