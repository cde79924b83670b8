import type { OpenedText, Runner, StoredText } from './scope.ts';

/*
 * How the texts of a contact's documents and CV lie in their rows: sealed with the key of the contact, or plain, where an older
 * version wrote them or there was no key. Whatever reads or writes these columns goes through here.
 */

type Reader = Pick<Runner<never>, 'texts'>;

/**
 * What there is to show. Undefined: nothing is sealed there, or nobody can read it, which must not keep others on its page from being
 * read. Throws while nothing can be read.
 */
export function readableIn(opened: OpenedText | undefined): unknown {
  if (opened?.kind === 'unavailable') throw opened.error;
  return opened?.kind === 'opened' ? opened.value : undefined;
}

export interface PassageWords {
  readonly text: string;
  readonly words: string;
}

interface PassagePlace {
  readonly documentId: string;
  readonly position: number;
}

const ofPassage = ({ documentId, position }: PassagePlace): string => `passage ${documentId} ${position}`;

/** As they are written. Those of an agent's document, which has no contact, stay plain. */
export async function sealPassages<Passage extends PassagePlace & PassageWords>(
  { texts }: Reader,
  contactId: string | null,
  passages: readonly Passage[],
) {
  const sealed =
    contactId === null
      ? []
      : await texts.seal(
          passages.map((passage) => ({
            ownerId: contactId,
            context: ofPassage(passage),
            value: { text: passage.text, words: passage.words },
          })),
        );
  return passages.map((passage, at) => ({
    ...passage,
    ...(sealed[at] ? { text: '', words: '' } : {}),
    sealed: sealed[at] ?? null,
  }));
}

type StoredPassage = PassagePlace & PassageWords & { readonly sealed: Buffer | null };

/**
 * As they were before they were written. `isReadable` is false where one cannot be read: then it is empty. `isGone`: and never will be.
 */
export async function openPassages<Row extends StoredPassage>({ texts }: Reader, rows: readonly Row[]) {
  const opened = await texts.open(rows.map(passageText));
  return rows.map(({ sealed, ...row }, at) => {
    const words = readableIn(opened[at]) as PassageWords | undefined;
    const isReadable = sealed === null || words !== undefined;
    return { ...row, ...words, isReadable, isGone: opened[at]?.kind === 'gone' };
  });
}

const passageText = (row: StoredPassage): StoredText => ({
  ownerId: row.documentId,
  context: ofPassage(row),
  sealed: row.sealed,
});

const ofCv = (contactId: string): string => `cv ${contactId}`;

/** As it is written. */
export async function sealCv({ texts }: Reader, contactId: string, text: string) {
  const [sealed] = await texts.seal([{ ownerId: contactId, context: ofCv(contactId), value: text }]);
  return sealed ? { plain: null, sealed } : { plain: text, sealed: null };
}

/** The columns of a contact. */
export interface CvColumns {
  readonly id: string;
  readonly anonymizedCvText: string | null;
  readonly sealedCvText: Buffer | null;
}

/** With the texts of their CVs to read. What is plain counts: a process of the version before wrote it after it was sealed. */
export async function openCvs<Row extends CvColumns>(
  { texts }: Reader,
  rows: readonly Row[],
): Promise<Row[]> {
  const opened = await texts.open(rows.map(cvText));
  return rows.map((row, at) => ({
    ...row,
    anonymizedCvText: (readableIn(opened[at]) as string | undefined) ?? row.anonymizedCvText,
  }));
}

/** Whether the text is what it was, in the same columns. */
export const isSameCv = (one: CvColumns, other: CvColumns | undefined): boolean =>
  other !== undefined &&
  one.anonymizedCvText === other.anonymizedCvText &&
  (one.sealedCvText === null
    ? other.sealedCvText === null
    : other.sealedCvText !== null && one.sealedCvText.equals(other.sealedCvText));

export const cvText = ({ id, anonymizedCvText, sealedCvText }: CvColumns): StoredText => ({
  ownerId: id,
  context: ofCv(id),
  sealed: anonymizedCvText === null ? sealedCvText : null,
});
