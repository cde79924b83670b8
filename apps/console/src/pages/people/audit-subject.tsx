import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get } from '../../api/client.ts';
import type { Deed, Subject } from './audit-sentences.ts';

/** Names change seldom. */
const FRESH_MS = 60_000;

const pages: Readonly<Record<Subject, string>> = {
  run: '/runs',
  agent: '/agents',
  contact: '/contacts',
  conversation: '/conversations',
  job: '/jobs',
  webhook: '/webhooks',
  company: '/companies',
};

async function nameOf(kind: Subject, id: string, signal: AbortSignal): Promise<string> {
  const asked = { path: { id }, signal };
  switch (kind) {
    case 'run':
      return (await get('/runs/{id}', asked)).name;
    case 'agent':
      return (await get('/agents/{id}', asked)).name;
    case 'contact': {
      const { firstName, lastName } = await get('/contacts/{id}', asked);
      return `${firstName ?? ''} ${lastName ?? ''}`.trim() || 'a contact';
    }
    case 'job':
      return (await get('/jobs/{id}', asked)).title;
    case 'webhook':
      return (await get('/webhooks/{id}', asked)).name;
    case 'company':
      return (await get('/companies/{id}', asked)).name;
    case 'conversation':
      // It has no name of its own; to read it says whether it is still there.
      await get('/conversations/{id}', asked);
      return 'a conversation';
  }
}

/** A sentence of the audit log, with what it is about by name, as a way to it. */
export function DeedWords({ deed: { words, subject } }: { readonly deed: Deed }) {
  const [before = '', after = ''] = words.split('{}');
  return (
    <>
      {before}
      {subject && <SubjectName kind={subject.kind} id={subject.id} />}
      {after}
    </>
  );
}

function SubjectName({ kind, id }: NonNullable<Deed['subject']>) {
  const { data, isError } = useQuery({
    queryKey: ['name', kind, id],
    queryFn: ({ signal }) => nameOf(kind, id, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
  if (isError) return <span className="text-soft">that was deleted</span>;
  return (
    <Link to={`${pages[kind]}/${id}` as '/'} dir="auto" className="font-medium hover:underline">
      {data ?? '…'}
    </Link>
  );
}
