import { FileDown, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { get } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { saveFile } from '../../components/file.tsx';
import { Section } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { clockTime } from '../../components/time.tsx';
import { AnalysisSections, Scores, Verdict } from './analysis-sections.tsx';
import type { Analytics, Conversation } from './conversation.tsx';

type Seek = (second: number) => void;
/** The API's number for it. */
const COMPLETED = 2;

/** The results of the conversation, each with the quote it is based on. */
export function Answers({
  conversation: { id, analytics, analysis, status },
  onSeek,
}: {
  readonly conversation: Conversation;
  readonly onSeek: Seek;
}) {
  if (analytics) {
    return (
      <div className="flex flex-col gap-4">
        <PdfButton id={id} />
        <Verdict analytics={analytics} />
        <Questions qa={analytics.qa} onSeek={onSeek} />
        <Fields fields={analytics.fields} onSeek={onSeek} />
        <Outcomes outcomes={analytics.outcomes} onSeek={onSeek} />
        <Tags tags={analytics.tags} />
        {analytics.scoring && <Scores scoring={analytics.scoring} />}
      </div>
    );
  }
  if (analysis) {
    return (
      <div className="flex flex-col gap-4">
        {analysis.general.status === COMPLETED && <PdfButton id={id} />}
        <AnalysisSections analysis={analysis} />
      </div>
    );
  }
  return (
    <Empty title="No results yet">
      {status === 'COMPLETED'
        ? 'Analysis is in progress. Results appear here automatically.'
        : 'After the call, answers appear here with the quotes they are based on.'}
    </Empty>
  );
}

function PdfButton({ id }: { readonly id: string }) {
  const pdf = useAnalysisPdf(id);
  return (
    <Button
      className="self-end"
      icon={<FileDown size={14} />}
      busy={pdf.busy}
      onClick={() => pdf.run(undefined)}
    >
      Download PDF
    </Button>
  );
}

function Questions({ qa, onSeek }: { readonly qa: Analytics['qa']; readonly onSeek: Seek }) {
  if (qa.length === 0) return null;
  return (
    <Section title="Questions and answers">
      <ol className="flex flex-col gap-4">
        {qa.map(({ id, question, answered, answer, evidence, evidenceTime }) => (
          <li key={id} className="flex flex-col gap-1">
            <p dir="auto" className="text-soft">
              {question}
            </p>
            <p dir="auto" className="font-medium">
              {answered ? answer : <span className="font-normal text-soft">Not answered</span>}
            </p>
            <Evidence words={evidence} second={evidenceTime} onSeek={onSeek} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface Finding {
  readonly key: string;
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
}

/** Results of the call, each with the quote it is based on. */
function Findings<Found extends Finding>({
  title,
  of: findings,
  onSeek,
  children,
}: {
  readonly title: string;
  readonly of: readonly Found[];
  readonly onSeek: Seek;
  readonly children: (found: Found) => ReactNode;
}) {
  if (findings.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-3">
        {findings.map((found) => (
          <li key={found.key} className="flex flex-col gap-1">
            <div className="flex flex-wrap items-baseline gap-x-3">{children(found)}</div>
            <Evidence words={found.evidence} second={found.evidenceTime} onSeek={onSeek} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Fields({ fields, onSeek }: { readonly fields: Analytics['fields']; readonly onSeek: Seek }) {
  return (
    <Findings title="Extracted values" of={fields} onSeek={onSeek}>
      {({ label, value, confidence }) => (
        <>
          <span dir="auto" className="text-soft">
            {label}
          </span>
          <span dir="auto" className="font-medium">
            {valueWords(value)}
          </span>
          {value !== null && <Confidence of={confidence} />}
        </>
      )}
    </Findings>
  );
}

function Outcomes({ outcomes, onSeek }: { readonly outcomes: Analytics['outcomes']; readonly onSeek: Seek }) {
  return (
    <Findings title="Outcomes" of={outcomes} onSeek={onSeek}>
      {({ label, met, unknown, confidence }) => (
        <>
          <Badge tone={met ? 'good' : 'neutral'}>{unknown ? 'Not known' : met ? 'Met' : 'Not met'}</Badge>
          <span dir="auto">{label}</span>
          <Confidence of={confidence} />
        </>
      )}
    </Findings>
  );
}

function Tags({ tags }: { readonly tags: Analytics['tags'] }) {
  const applied = tags.filter((tag) => tag.applied);
  if (applied.length === 0) return null;
  return (
    <Section title="Tags">
      <ul className="flex flex-col gap-2">
        {applied.map(({ key, label, reason }) => (
          <li key={key} className="flex flex-wrap items-center gap-2">
            <Badge tone="accent">{label}</Badge>
            <span dir="auto" className="text-soft">
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Confidence({ of: confidence }: { readonly of: number }) {
  return <span className="text-xs text-soft tabular-nums">{Math.round(confidence * 100)} % confidence</span>;
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'Not mentioned';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Downloads the analysis as a PDF. */
function useAnalysisPdf(id: string): Action<undefined, unknown> {
  return useAction(() => get('/conversations/{id}/analysis/pdf', { path: { id } }), {
    onDone: ({ analysisPdfBase64 }) =>
      saveFile(`analysis-${id}.pdf`, bytesOf(analysisPdfBase64), 'application/pdf'),
  });
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A quote of the contact, and its time in the recording. */
function Evidence({
  words,
  second,
  onSeek,
}: {
  readonly words: string | null;
  readonly second: number | null;
  readonly onSeek: (second: number) => void;
}) {
  if (words === null) return null;
  return (
    <blockquote className="flex items-start gap-2 border-s-2 border-line ps-2.5 text-soft">
      {second !== null && (
        <button
          type="button"
          aria-label={`Play from ${clockTime(second)}`}
          onClick={() => onSeek(second)}
          className="inline-flex shrink-0 items-center gap-1 rounded bg-hover px-1.5 text-xs leading-5 font-medium text-ink tabular-nums hover:bg-accent-soft hover:text-accent"
        >
          <Play size={10} aria-hidden />
          {clockTime(second)}
        </button>
      )}
      <span dir="auto" className="min-w-0 break-words">
        {words}
      </span>
    </blockquote>
  );
}
