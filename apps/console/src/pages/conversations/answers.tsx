import type { CorrectedValue } from '@parley/contract/correction.ts';
import { FileDown, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { get } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { saveFile } from '../../components/file.tsx';
import { Section } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { clockTime } from '../../components/time.tsx';
import { reasonWords } from '../runs/run-contacts.tsx';
import { AnalysisSections, Scores, Verdict } from './analysis-sections.tsx';
import type { Analytics, Conversation } from './conversation.tsx';
import { endReason } from './conversation-end.ts';
import { valueWords } from './correctable.ts';
import { Correction } from './correction.tsx';

type Seek = (second: number) => void;
/** The API's number for it. */
const COMPLETED = 2;

/** The results of the conversation, each with the quote it is based on. */
export function Answers({
  conversation,
  onSeek,
}: {
  readonly conversation: Conversation;
  readonly onSeek: Seek;
}) {
  const { id, analytics, analysis, status } = conversation;
  if (analytics) {
    const shared = { conversation, onSeek };
    return (
      <div className="flex flex-col gap-4">
        <PdfButton id={id} />
        <Verdict analytics={analytics} />
        <Questions qa={analytics.qa} {...shared} />
        <Fields fields={analytics.fields} {...shared} />
        <Outcomes outcomes={analytics.outcomes} {...shared} />
        <Tags tags={analytics.tags} conversation={conversation} />
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
  const reason = endReason(conversation);
  if (reason) return <Empty title="No results">{reasonWords(reason)}.</Empty>;
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

interface Shared {
  readonly conversation: Conversation;
  readonly onSeek: Seek;
}

function Questions({ qa, conversation, onSeek }: Shared & { readonly qa: Analytics['qa'] }) {
  if (qa.length === 0) return null;
  return (
    <Section title="Questions and answers">
      <ol className="flex flex-col gap-4">
        {qa.map(({ id, question, answered, answer, evidence, evidenceTime, correction }) => (
          <li key={id} className="flex flex-col gap-1">
            <p dir="auto" className="text-soft">
              {question}
            </p>
            <div className="flex flex-wrap items-center gap-x-2">
              <p dir="auto" className="font-medium">
                {answered ? answer : <span className="font-normal text-soft">Not answered</span>}
              </p>
              <Correction
                conversation={conversation}
                result={{ kind: 'answer', key: id, label: question, value: answer, correction }}
              />
            </div>
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
            <div className="flex flex-wrap items-center gap-x-3">{children(found)}</div>
            <Evidence words={found.evidence} second={found.evidenceTime} onSeek={onSeek} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Fields({ fields, conversation, onSeek }: Shared & { readonly fields: Analytics['fields'] }) {
  return (
    <Findings title="Extracted values" of={fields} onSeek={onSeek}>
      {({ key, label, type, value, confidence, correction }) => (
        <>
          <span dir="auto" className="text-soft">
            {label}
          </span>
          <span dir="auto" className="font-medium">
            {value === null ? 'Not mentioned' : valueWords(value)}
          </span>
          {value !== null && !correction && <Confidence of={confidence} />}
          <Correction
            conversation={conversation}
            result={{ kind: 'value', key, label, type, value: value as CorrectedValue, correction }}
          />
        </>
      )}
    </Findings>
  );
}

function Outcomes({ outcomes, conversation, onSeek }: Shared & { readonly outcomes: Analytics['outcomes'] }) {
  return (
    <Findings title="Outcomes" of={outcomes} onSeek={onSeek}>
      {({ key, label, met, unknown, confidence, correction }) => (
        <>
          <Badge tone={met ? 'good' : 'neutral'}>{unknown ? 'Not known' : met ? 'Yes' : 'No'}</Badge>
          <span dir="auto">{label}</span>
          {!correction && <Confidence of={confidence} />}
          <Correction
            conversation={conversation}
            result={{ kind: 'outcome', key, label, value: unknown ? null : met, correction }}
          />
        </>
      )}
    </Findings>
  );
}

function Tags({ tags, conversation }: Omit<Shared, 'onSeek'> & { readonly tags: Analytics['tags'] }) {
  const mayChange = useHasRole('member');
  // Whoever may add one that is missing sees all of them.
  const shown = mayChange ? tags : tags.filter((tag) => tag.applied || tag.correction);
  if (shown.length === 0) return null;
  return (
    <Section title="Tags">
      <ul className="flex flex-col gap-2">
        {shown.map(({ key, label, applied, reason, correction }) => (
          <li key={key} className="flex flex-wrap items-center gap-2">
            {applied ? <Badge tone="accent">{label}</Badge> : <Badge>{label}: no</Badge>}
            {applied && (
              <span dir="auto" className="text-soft">
                {reason}
              </span>
            )}
            <Correction
              conversation={conversation}
              result={{ kind: 'tag', key, label, value: applied, correction }}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Confidence({ of: confidence }: { readonly of: number }) {
  return <span className="text-xs text-soft tabular-nums">{Math.round(confidence * 100)} % confidence</span>;
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
