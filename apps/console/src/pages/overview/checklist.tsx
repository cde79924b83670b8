import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { firstStepsQuery } from '../../api/telephone.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Section } from '../../components/page.tsx';
import type { Overview } from './overview-charts.tsx';

const HIDDEN = 'parley.checklist-hidden';

interface Step {
  readonly words: string;
  readonly hint: string;
  readonly to: string;
  readonly isDone: boolean;
}

/** What is to be done until people are called, as long as something of it is not. */
export function Checklist({ health }: { readonly health: Overview['health'] }) {
  const mayDo = useHasRole('member');
  const mayInvite = useHasRole('owner');
  const [isHidden, setHidden] = useState(readHidden);
  const { data: done } = useQuery({
    ...firstStepsQuery,
    enabled: mayDo && !isHidden,
  });
  if (!mayDo || isHidden || !done) return null;
  const hasTelephone = health.some(({ part, state }) => part === 'Telephone' && state !== 'off');
  const steps = stepsOf(done, hasTelephone, mayInvite);
  if (steps.every(({ isDone }) => isDone)) return null;
  const hide = () => {
    setHidden(true);
    try {
      localStorage.setItem(HIDDEN, 'yes');
    } catch {
      // It is shown again the next time.
    }
  };
  return (
    <Section
      title="First steps"
      actions={
        <span className="flex items-center gap-3">
          <span className="text-xs text-soft tabular-nums">
            {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
          </span>
          <Button size="small" onClick={hide}>
            Hide checklist
          </Button>
        </span>
      }
    >
      <ol aria-label="First steps" className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map(({ words, hint, to, isDone }) => (
          <li key={words} className="flex items-start gap-2">
            {isDone ? (
              <CircleCheck size={16} aria-label="Done" className="mt-0.5 shrink-0 text-good" />
            ) : (
              <Circle size={16} aria-label="To do" className="mt-0.5 shrink-0 text-soft" />
            )}
            <span className="min-w-0">
              <Link
                to={to}
                className={classNames('underline underline-offset-2', isDone ? 'text-soft' : 'font-medium')}
              >
                {words}
              </Link>
              <span className="block text-xs text-soft">{hint}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

type FirstSteps = Reply<'/console/api/first-steps', 'get'>;

function stepsOf(done: FirstSteps, hasTelephone: boolean, mayInvite: boolean): Step[] {
  return [
    {
      words: 'Create an agent',
      hint: 'Start from a template, then talk to it in the browser.',
      to: '/agents/new',
      isDone: done.agent,
    },
    {
      words: 'Import contacts',
      hint: 'From a CSV file, or one by one.',
      to: '/contacts/import',
      isDone: done.contacts,
    },
    {
      words: 'Make a first call',
      hint: 'Numbers from +1 500 555 0000 on are simulated: nobody is called.',
      to: '/runs',
      isDone: done.call,
    },
    // With a trunk of the installation there is nothing to connect.
    ...(hasTelephone && !done.trunk
      ? []
      : [
          {
            words: 'Connect a SIP trunk',
            hint: 'Until then every call is simulated.',
            to: '/trunks',
            isDone: done.trunk,
          },
        ]),
    {
      words: 'Receive results by webhook',
      hint: 'Or export them from a run.',
      to: '/webhooks',
      isDone: done.webhook,
    },
    ...(mayInvite
      ? [
          {
            words: 'Invite your team',
            hint: 'Viewers see everything, members work with it.',
            to: '/people',
            isDone: done.team,
          },
        ]
      : []),
  ];
}

function readHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN) !== null;
  } catch {
    return false;
  }
}
