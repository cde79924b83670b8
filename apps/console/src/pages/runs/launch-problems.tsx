import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import type { LaunchCheck } from './launch-check.ts';

/** What the preflight found in the agent and the list. */
export function LaunchProblems({ check }: { readonly check: LaunchCheck }) {
  const { attached, checked, callable, agentId, problems } = check;
  return (
    <div className="flex flex-col gap-2">
      <p>
        {callable.toLocaleString()} of {checked.toLocaleString()} contacts can be called
        {checked < attached && (
          <span className="text-soft"> (the first {checked.toLocaleString()} were checked)</span>
        )}
        {callable < checked ? '. The others are skipped, and what was reserved for them is returned.' : '.'}
      </p>
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 text-good">
          <Check size={16} aria-hidden />
          No problems found.
        </p>
      ) : (
        <ul aria-label="Findings" className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
          {problems.map(({ severity, path, place, message, count }) => (
            <li key={`${severity} ${path} ${message}`} className="flex items-start gap-2">
              {severity === 'error' ? (
                <CircleAlert size={16} aria-label="Error" className="mt-0.5 shrink-0 text-bad" />
              ) : (
                <TriangleAlert size={16} aria-label="Warning" className="mt-0.5 shrink-0 text-warn" />
              )}
              <span dir="auto" className="min-w-0 break-words">
                {message}
                {count > 1 && <span className="text-soft"> ({count.toLocaleString()} contacts)</span>}
                {place && (
                  <Link
                    to="/agents/$id"
                    params={{ id: agentId }}
                    search={path?.startsWith('flow') ? {} : { tab: 'settings' }}
                    className="block text-xs text-soft underline decoration-dotted hover:text-ink"
                  >
                    In the agent: {place}
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
