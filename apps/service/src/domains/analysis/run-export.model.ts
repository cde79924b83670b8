import type { CorrectedKind, CorrectionMark } from '@parley/contract/correction.ts';
import { type RunContactView, reasonSentence } from '@parley/contract/run.ts';
import type { ResultCounts } from '@parley/contract/run-results.ts';
import { type TimeZone, toLocal } from '@parley/kernel/local-time.ts';
import { type Catalog, inWords } from '../contact-fields/catalog.model.ts';
import type { ContactField } from '../contact-fields/contact-field.model.ts';
import { visibleFields } from '../contacts/contact.model.ts';
import type { ConversationResults, Results } from './run-results.model.ts';

export interface ExportedConversation extends ConversationResults {
  /** How often the contact was called, why the conversation has its status, and its link. */
  readonly standing: RunContactView | undefined;
}

export interface ExportColumns {
  readonly fields: readonly ContactField[];
  readonly counts: ResultCounts;
  /** Of the company: spreadsheets do not read times of the API. */
  readonly clock: TimeZone;
  /** Contacts open a link: it is exported, with the state of its message. */
  readonly hasLinks: boolean;
  /** A workbook, which only people read. */
  readonly isWorkbook: boolean;
}

/** People read a table from the left, programs find their columns by name: what is for programs comes last. */
const forPrograms = ['status', 'finishedAt', 'contactId', 'conversationId', 'agentVersionId'] as const;

const linkColumns = ({ name }: TimeZone): string[] => [
  'Link',
  `Link works until (${name})`,
  'Message',
  `Link opened (${name})`,
];

/** What each is called where only people read it: nobody imports a workbook by the names of its columns. */
const inPlainWords = {
  corrected: 'Corrected',
  status: 'Status code',
  finishedAt: 'Ended (UTC, to the second)',
  contactId: 'Contact ID',
  conversationId: 'Conversation ID',
  agentVersionId: 'Agent version ID',
  corrections: 'Corrections',
  simulatedCalls: 'Simulated calls',
  overallRating: 'Score',
} as const satisfies Readonly<Record<string, string>>;

type Programmed = keyof typeof inPlainWords;

/** The names of the columns. Those for programs are part of the API in CSV, and plain words in a workbook. */
export const exportColumns = ({ fields, counts, clock, hasLinks, isWorkbook }: ExportColumns): string[] => {
  const named = (column: Programmed) => (isWorkbook ? inPlainWords[column] : column);
  return [
    'First name',
    'Last name',
    'Phone number',
    'Email',
    ...fields.map(({ label }) => label),
    'Status',
    // Whoever reads a workbook sees at once which results are not real.
    ...(isWorkbook ? [inPlainWords.simulatedCalls] : []),
    'Reason',
    'Calls',
    `Ended (${clock.name})`,
    ...(hasLinks ? linkColumns(clock) : []),
    ...counts.outcomes.map(({ label }) => label),
    ...counts.tags.map(({ label }) => label),
    ...counts.answers.map(({ question }) => question),
    ...counts.values.map(({ label }) => label),
    named('corrected'),
    ...forPrograms.map(named),
    // Last, so that no column that was there before has moved.
    named('corrections'),
    ...(isWorkbook ? [] : [named('simulatedCalls')]),
    named('overallRating'),
  ];
};

/** The row of one conversation, in those columns. */
export function exportRow(
  row: ExportedConversation,
  { fields, counts, clock, hasLinks, isWorkbook }: ExportColumns,
): (string | number | null)[] {
  const { results, standing } = row;
  const finishedAt = row.finishedAt?.toISOString() ?? null;
  const programs = { ...row, finishedAt, agentVersionId: row.versionId };
  return [
    row.firstName,
    row.lastName,
    row.phoneNumber,
    row.email,
    ...fields.map(({ key }) => cellOf(row.fields[key])),
    codeWords(row.status),
    ...(isWorkbook ? [row.simulatedCalls] : []),
    standing ? reasonWords(standing, clock) : null,
    standing?.callsMade ?? null,
    finishedAt && localTime(finishedAt, clock),
    ...(hasLinks ? linkCells(linkOf(row), clock) : []),
    ...counts.outcomes.map(({ key }) => {
      const found = results?.outcomes.find((one) => one.key === key);
      return found ? knownCell(found.unknown ? null : found.met) : null;
    }),
    ...counts.tags.map(({ key }) => cellOf(results?.tags.find((one) => one.key === key)?.applied)),
    ...counts.answers.map(({ id }) => {
      const found = results?.qa.find((one) => one.id === id);
      return found ? knownCell(found.answer) : null;
    }),
    ...counts.values.map(({ key }) => {
      const found = results?.fields.find((one) => one.key === key);
      return found ? knownCell(found.value) : null;
    }),
    results ? correctedLabels(results).join('; ') || null : null,
    ...forPrograms.map((name) => programs[name]),
    (results ? correctionsIn(results) : []).map((one) => correctionWords(one, clock)).join('; ') || null,
    ...(isWorkbook ? [] : [row.simulatedCalls]),
    row.overallRating,
  ];
}

/** What a call found, in the console's words: an empty cell says that there is no result at all. */
const knownCell = (value: unknown): string => cellOf(value) ?? 'Not known';

/** Of a contact with several conversations in the run, after a merge, one counts: only that one's link is known. */
const linkOf = ({ standing, conversationId }: ExportedConversation): RunContactView | undefined =>
  standing?.conversationId === conversationId && standing.onlineUrl !== null ? standing : undefined;

function linkCells(link: RunContactView | undefined, clock: TimeZone): (string | null)[] {
  const { onlineUrl = null, linkExpiresAt, lastMessage } = link ?? {};
  return [
    onlineUrl,
    linkExpiresAt === undefined ? null : localTime(linkExpiresAt, clock),
    lastMessage
      ? `${codeWords(lastMessage.kind)} by ${channelWords[lastMessage.channel]}: ${codeWords(lastMessage.status).toLowerCase()}`
      : null,
    lastMessage?.openedAt ? localTime(lastMessage.openedAt, clock) : null,
  ];
}

const channelWords = { EMAIL: 'e-mail', SMS: 'SMS' } as const;

/** The same as an object, with results by their keys and in their own types. */
export function exportObject(row: ExportedConversation, catalog: Catalog): object {
  const {
    results,
    standing,
    fields,
    attemptId: _attempt,
    versionId,
    finishedAt,
    simulatedCalls,
    ...about
  } = row;
  const link = linkOf(row);
  return {
    ...about,
    ...(link && {
      onlineUrl: link.onlineUrl,
      linkExpiresAt: link.linkExpiresAt ?? null,
      lastMessage: link.lastMessage ?? null,
    }),
    fields: visibleFields({ fields }, catalog),
    reason: standing?.reason ?? null,
    reasonCode: standing?.reasonCode ?? null,
    callsMade: standing?.callsMade ?? null,
    simulatedCalls,
    finishedAt: finishedAt?.toISOString() ?? null,
    agentVersionId: versionId,
    outcomes: Object.fromEntries(
      (results?.outcomes ?? []).map(({ key, met, unknown }) => [key, unknown ? null : met]),
    ),
    tags: (results?.tags ?? []).filter(({ applied }) => applied).map(({ key }) => key),
    answers: (results?.qa ?? []).map(({ id, question, answer }) => ({ id, question, answer })),
    values: Object.fromEntries((results?.fields ?? []).map(({ key, value }) => [key, value])),
    corrected: results ? correctedLabels(results) : [],
    corrections: (results ? correctionsIn(results) : []).map(({ label: _label, ...one }) => one),
  };
}

/** NO_ANSWER becomes "No answer". */
const codeWords = (code: string): string => inWords(code.toLowerCase());

const reasonWords = ({ reasonCode: code, reasonParams: params }: RunContactView, clock: TimeZone): string =>
  reasonSentence(
    { code, params },
    { moment: (at) => localTime(at, clock), end: (end) => codeWords(end).toLowerCase() },
  );

/** 2026-03-12 14:30: every spreadsheet reads it as a time. */
function localTime(at: string, clock: TimeZone): string {
  const { year, month, day, hour, minute } = toLocal(new Date(at), clock);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** A value as one cell of a table; null where there is none. */
function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? null : value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const correctedLabels = (results: Results): string[] => correctionsIn(results).map(({ label }) => label);

interface ExportedCorrection extends Pick<CorrectionMark, 'original' | 'by' | 'at' | 'note'> {
  readonly kind: CorrectedKind;
  readonly key: string;
  readonly label: string;
}

/** What somebody corrected, each with what the analysis had found, who corrected it, when and why. */
function correctionsIn({ outcomes, tags, qa, fields }: Results): ExportedCorrection[] {
  const of = (
    kind: CorrectedKind,
    { key, label, correction }: { key: string; label: string; correction?: CorrectionMark },
  ): ExportedCorrection[] => {
    if (!correction) return [];
    const { original, by, at, note } = correction;
    return [{ kind, key, label, original, by, at, note }];
  };
  return [
    ...outcomes.flatMap((one) => of('outcome', one)),
    ...tags.flatMap((one) => of('tag', one)),
    ...fields.flatMap((one) => of('value', one)),
    ...qa.flatMap(({ id, question, ...one }) => of('answer', { ...one, key: id, label: question })),
  ];
}

/** "Will renew: No, corrected by Ada Novak on 2026-03-14 09:30". */
const correctionWords = ({ label, original, by, at }: ExportedCorrection, clock: TimeZone): string =>
  `${label}: ${cellOf(original) ?? 'unknown'}, corrected by ${by.name ?? by.id} on ${localTime(at, clock)}`;
