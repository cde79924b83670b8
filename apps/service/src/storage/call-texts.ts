import { readableIn } from './contact-texts.ts';
import type { OpenedText, Runner, StoredText } from './scope.ts';

/*
 * How what was said in a call lies in its rows: sealed with the key of the contact, or plain, where an older version wrote it or
 * there was no key. Whatever reads or writes these columns goes through here.
 */

type Reader = Pick<Runner<never>, 'texts'>;

/** The columns of a call. */
export interface CallWords {
  readonly transcript: unknown;
  readonly findings: unknown;
  /** Only what the contact said about the recording is sealed: what was decided must be known without a key. */
  readonly recordingConsent?: { readonly said?: string | null } | null | undefined;
}

/** The columns of a part of its journal. */
export interface PartRow {
  readonly attemptId: string;
  readonly part: number;
  readonly entries: unknown[];
  readonly sealed: Buffer | null;
}

const ofCall = (attemptId: string): string => `call ${attemptId}`;
const ofPart = (attemptId: string, part: number): string => `journal ${attemptId} ${part}`;

/** Whether there is something to seal: not of a call that nobody answered. */
export const hasWords = ({ transcript, findings }: Pick<CallWords, 'transcript' | 'findings'>): boolean =>
  (findings ?? null) !== null || (Array.isArray(transcript) && transcript.length > 0);

/** As it is written. */
export async function sealCalls<Call extends CallWords & { readonly id: string }>(
  { texts }: Reader,
  calls: readonly Call[],
) {
  const sealed = await texts.seal(
    calls.map((call) => ({
      ownerId: call.id,
      context: ofCall(call.id),
      value: hasWords(call) ? wordsOf(call) : undefined,
    })),
  );
  return calls.map((call, at) => ({
    ...call,
    ...(sealed[at] ? { transcript: null, findings: null, ...withSaid(call, null) } : {}),
    sealed: sealed[at] ?? null,
  }));
}

interface Words extends Pick<CallWords, 'transcript' | 'findings'> {
  readonly said?: string | null | undefined;
}

const wordsOf = ({ transcript, findings, recordingConsent }: CallWords): Words => ({
  transcript,
  findings,
  said: recordingConsent?.said,
});

/** Nothing where nothing was said about it. */
const withSaid = ({ recordingConsent }: CallWords, said: Words['said']) =>
  recordingConsent?.said === undefined ? {} : { recordingConsent: { ...recordingConsent, said } };

type Stored = CallWords & { readonly sealed: Buffer | null };
type Opened<Row extends Stored> = Omit<Row, 'sealed'>;

/** As it was before it was written. `idOf` says which call a row is of. */
export async function openCalls<Row extends Stored>(
  { texts }: Reader,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Promise<Opened<Row>[]> {
  const opened = await texts.open(rows.map((row) => callText(idOf(row), row)));
  return rows.map((row, at) => withWords(row, opened[at]));
}

export const callText = (attemptId: string, { sealed }: Pick<Stored, 'sealed'>): StoredText => ({
  ownerId: attemptId,
  context: ofCall(attemptId),
  sealed,
});

export type Withheld = Extract<OpenedText, { readonly error: Error }>;

/** It is there, and may be read another time. */
export const isWithheld = (opened: OpenedText | undefined): opened is Withheld =>
  opened?.kind === 'broken' || opened?.kind === 'unavailable';

/** What is plain counts: a process of the version before has written it after it was sealed. */
export function withWords<Row extends Stored>(
  { sealed: _, ...row }: Row,
  opened: OpenedText | undefined,
): Opened<Row> {
  const isPlain = row.transcript !== null || row.findings !== null;
  const value = isPlain ? undefined : readableIn(opened);
  if (value === undefined) return row;
  const { said, ...words } = value as Words;
  return { ...row, ...words, ...withSaid(row, said) };
}

/** As they are written. */
export async function sealParts<
  Part extends { attemptId: string; part: number; entries: readonly unknown[] },
>({ texts }: Reader, parts: readonly Part[]) {
  const sealed = await texts.seal(
    parts.map(({ attemptId, part, entries }) => ({
      ownerId: attemptId,
      context: ofPart(attemptId, part),
      value: entries,
    })),
  );
  return parts.map((part, at) => ({
    ...part,
    entries: sealed[at] === null ? part.entries : [],
    sealed: sealed[at] ?? null,
    entryCount: part.entries.length,
  }));
}

/** As they were before they were written; one that nobody can read has no entries. */
export async function openParts({ texts }: Reader, rows: readonly PartRow[]) {
  const opened = await texts.open(rows.map(partText));
  return rows.map(({ part, entries }, at) => ({
    part,
    entries: entriesIn(opened[at], entries),
    isReadable: opened[at]?.kind === 'opened' || opened[at]?.kind === 'none',
  }));
}

export const entriesIn = (opened: OpenedText | undefined, plain: unknown[]): unknown[] =>
  (readableIn(opened) ?? plain) as unknown[];

export const partText = ({ attemptId, part, sealed }: Omit<PartRow, 'entries'>): StoredText => ({
  ownerId: attemptId,
  context: ofPart(attemptId, part),
  sealed,
});

const ofAnalysis = (attemptId: string): string => `analysis ${attemptId}`;

/** The columns of an analysis. `result` is all of it, or, where it is sealed, what queries look at. */
export interface AnalysisRow<Result extends object> {
  readonly attemptId: string;
  readonly result: (Result & { readonly isSealed?: true }) | null;
  readonly sealed: Buffer | null;
}

/** As they are written. `counted` leaves of a result only what queries look at. */
export async function sealAnalyses<Result extends object, Row extends Omit<AnalysisRow<Result>, 'sealed'>>(
  { texts }: Reader,
  rows: readonly Row[],
  counted: (result: Result) => Result,
) {
  const sealed = await texts.seal(
    rows.map(({ attemptId, result }) => ({
      ownerId: attemptId,
      context: ofAnalysis(attemptId),
      value: result ?? undefined,
    })),
  );
  return rows.map((row, at) => ({
    ...row,
    result:
      row.result === null || sealed[at] === null
        ? row.result
        : { ...counted(row.result), isSealed: true as const },
    sealed: sealed[at] ?? null,
  }));
}

export const analysisText = ({ attemptId, sealed }: Omit<AnalysisRow<never>, 'result'>): StoredText => ({
  ownerId: attemptId,
  context: ofAnalysis(attemptId),
  sealed,
});

/** One whose key was destroyed, or that a process of the version before has written since, is as its row has it. */
export function withResult<Result extends object>(
  result: AnalysisRow<Result>['result'],
  opened: OpenedText | undefined,
): Result | null {
  if (result?.isSealed === undefined) return result;
  const { isSealed: _, ...counted } = result;
  return (readableIn(opened) ?? counted) as Result;
}
