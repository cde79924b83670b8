import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ContactField, useCatalog } from '../../api/catalog.ts';
import { useJobTitles } from '../../api/jobs.ts';
import { Badge } from '../../components/badge.tsx';
import { Copy } from '../../components/copy.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { dayOf, Time } from '../../components/time.tsx';
import type { Contact } from './contact-draft.ts';
import { categoryWords } from './contact-labels.tsx';

/** The details of a contact. */
export function ContactFacts({ contact }: { readonly contact: Contact }) {
  const { data: catalog = [] } = useCatalog();
  const titles = useJobTitles(contact.jobIds);
  const values = contact.fields as Record<string, unknown>;
  const filled = catalog.filter(({ key }) => values[key] !== undefined);
  const categories = [...new Set(filled.map(({ category }) => category))];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Section title="Person">
        <Facts
          of={[
            ['Phone', contact.phoneNumber && <Copy text={contact.phoneNumber} label="Copy number" />],
            ['E-mail', contact.email && <Copy text={contact.email} label="Copy address" />],
            ['Jobs', contact.jobIds.length > 0 && <JobLinks ids={contact.jobIds} titles={titles} />],
            ['Tags', contact.tags.length > 0 && <TagLinks key="tags" tags={contact.tags} />],
            ['Rating', contact.overallRating],
            ['Gender', contact.gender],
            ['Documents kept until', dayOf(contact.gdprExpiryDate)],
            ['Created', <Time key="added" at={contact.createdAt} />],
            ['Updated', <Time key="changed" at={contact.updatedAt} />],
            ['Id', <Copy key="id" text={contact.id} label="Copy id" />],
          ].map(([name, value]) => [name as string, value === false || value === null ? undefined : value])}
        />
      </Section>
      <div className="flex flex-col gap-5">
        {categories.length > 0 && (
          <Section title="Fields">
            <div className="flex flex-col gap-4">
              {categories.map((category) => (
                <div key={category} className="flex flex-col gap-1.5">
                  <h3 className="text-xs font-medium text-soft">{categoryWords(category)}</h3>
                  <Facts
                    of={filled
                      .filter((field) => field.category === category)
                      .map((field) => [
                        field.label,
                        <Value key={field.id} field={field} of={values[field.key]} />,
                      ])}
                  />
                </div>
              ))}
            </div>
          </Section>
        )}
        {contact.workHistory.length > 0 && (
          <Section title="Work history">
            <ul className="flex flex-col gap-3">
              {contact.workHistory.map((item) => (
                <li key={item.id}>
                  <div dir="auto" className="font-medium">
                    {[item.candidatePosition, item.companyName].filter(Boolean).join(' at ') || 'Position'}
                  </div>
                  <div className="text-xs text-soft">
                    {[item.startDate && dayOf(item.startDate), item.endDate ? dayOf(item.endDate) : 'today']
                      .filter(Boolean)
                      .join(' – ')}
                    {item.referenceName && ` · reference: ${item.referenceName}`}
                    {item.referencePhone && ` (${item.referencePhone})`}
                  </div>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {Object.keys(contact.metadata).length > 0 && (
          <Section title="Metadata">
            <pre dir="ltr" className="overflow-x-auto font-mono text-xs">
              {JSON.stringify(contact.metadata, null, 2)}
            </pre>
          </Section>
        )}
      </div>
    </div>
  );
}

function JobLinks({
  ids,
  titles,
}: {
  readonly ids: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
}) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {ids.map((id) => (
        <Link key={id} to={`/jobs/${id}`} className="text-accent hover:underline">
          {titles.get(id) ?? 'Job'}
        </Link>
      ))}
    </span>
  );
}

function TagLinks({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Link key={tag} to="/contacts" search={{ tag } as never} className="hover:underline">
          <Badge tone="accent">{tag}</Badge>
        </Link>
      ))}
    </span>
  );
}

function Value({ field, of: value }: { readonly field: ContactField; readonly of: unknown }): ReactNode {
  if (Array.isArray(value)) {
    return (
      <span className="flex flex-wrap gap-1">
        {value.map((tag) => (
          <Badge key={String(tag)}>{String(tag)}</Badge>
        ))}
      </span>
    );
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.dataType === 'date' && typeof value === 'string') return dayOf(value);
  if (typeof value === 'number') return value.toLocaleString();
  return <span className="whitespace-pre-line">{String(value)}</span>;
}
