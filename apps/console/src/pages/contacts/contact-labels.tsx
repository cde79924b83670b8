import type { ContactField } from '../../api/catalog.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import type { Choice } from '../../components/field.tsx';

const states: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  UNDEFINED: ['No status', 'neutral'],
  APPLIED: ['Applied', 'accent'],
  IN_PROCESS: ['In process', 'warn'],
  ACCEPTED: ['Accepted', 'good'],
  REJECTED: ['Rejected', 'bad'],
};

export const contactStatusChoices: readonly Choice[] = Object.entries(states).map(([value, [words]]) => ({
  value,
  words,
}));

export function ContactStatus({ of: status }: { readonly of: string }) {
  const [words, tone] = states[status] ?? [status, 'neutral'];
  return <Badge tone={tone}>{words}</Badge>;
}

const words: Readonly<Record<ContactField['category'], string>> = {
  identity: 'Identity',
  organisation: 'Organisation',
  commercial: 'Commercial',
  relationship: 'Relationship',
  scheduling: 'Scheduling',
  recruiting: 'Recruiting',
  platform: 'Platform',
  custom: 'Custom fields',
};

export const categoryWords = (category: ContactField['category']): string => words[category];
