import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
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
  const { data: counts } = useQuery({
    queryKey: ['checklist'],
    queryFn: ({ signal }) => readCounts(signal),
    enabled: mayDo && !isHidden,
  });
  if (!mayDo || isHidden || !counts) return null;
  // A trunk of the installation is none of the company's, and calls with it all the same.
  const hasTelephone = health.some(({ part, state }) => part === 'Telephone' && state !== 'off');
  const steps = stepsOf(counts, hasTelephone, mayInvite);
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
            Hide
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
              {isDone ? (
                <span className="text-soft">{words}</span>
              ) : (
                <Link to={to} className="font-medium underline underline-offset-2">
                  {words}
                </Link>
              )}
              <span className="block text-xs text-soft">{hint}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Whether there is one of each: one row is enough to know. */
async function readCounts(signal: AbortSignal) {
  const one = { query: { limit: 1 }, signal };
  const [agents, contacts, conversations, trunks, webhooks, people] = await Promise.all([
    get('/agents', one),
    get('/contacts', one),
    get('/console/api/conversations', one),
    get('/trunks', one),
    get('/webhooks', one),
    get('/console/api/users', one),
  ]);
  return {
    agents: agents.total,
    contacts: contacts.total,
    conversations: conversations.total,
    trunks: trunks.total,
    webhooks: webhooks.total,
    people: people.total,
  };
}

type Counts = Awaited<ReturnType<typeof readCounts>>;

function stepsOf(counts: Counts, hasTelephone: boolean, mayInvite: boolean): Step[] {
  return [
    {
      words: 'Create an agent',
      hint: 'Start from a template, then talk to it in the browser.',
      to: '/agents/new',
      isDone: counts.agents > 0,
    },
    {
      words: 'Import contacts',
      hint: 'From a CSV file, or one by one.',
      to: '/contacts/import',
      isDone: counts.contacts > 0,
    },
    {
      words: 'Make a first call',
      hint: 'Numbers from +1 500 555 0000 on are simulated: nobody is called.',
      to: '/runs',
      isDone: counts.conversations > 0,
    },
    {
      words: 'Connect a SIP trunk',
      hint: 'Until then every call is simulated.',
      to: '/trunks',
      isDone: hasTelephone || counts.trunks > 0,
    },
    {
      words: 'Receive results by webhook',
      hint: 'Or export them from a run.',
      to: '/webhooks',
      isDone: counts.webhooks > 0,
    },
    ...(mayInvite
      ? [
          {
            words: 'Invite your team',
            hint: 'Viewers see everything, members work with it.',
            to: '/people',
            isDone: counts.people > 1,
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
