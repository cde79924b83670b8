import type { ExtractionOrder } from '@parley/contract/job.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { type Outgoing, OutgoingFailure } from '../../http/outgoing.ts';
import type { Scope } from '../../storage/scope.ts';
import { boardAddress } from './extraction/boards.parser.ts';
import { type Extracted, merged, type Posting } from './extraction/posting.model.ts';
import { createJob } from './job.actions.ts';
import { type Job, viewJob } from './job.model.ts';
import { jobOf, LEAST_TITLE, readPostingUrl } from './job-extraction.model.ts';

export interface FetchedBytes {
  readonly url: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Reads what a page states, where it keeps nobody waiting; nothing when there is no job, or it cannot be read.
 * Companies take turns. Given up once nobody waits for it. */
export type ReadPosting = (
  companyId: string,
  page: FetchedBytes,
  signal?: AbortSignal,
) => Promise<ReadPage | undefined>;

export interface ReadPage extends Extracted {
  /** What a person would read on the page. */
  readonly text: string;
}

/** A language model that reads what is still empty off the page. It is told what is known and overrides nothing. */
export type FillJob = (page: { url: string; text: string; known: Posting }) => Promise<Posting>;

export interface ExtractionServices {
  readonly outgoing: Pick<Outgoing, 'follow'>;
  readonly readPosting: ReadPosting;
  readonly fillJob?: FillJob | undefined;
  readonly userAgent: string;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const READABLE =
  /^\s*(?:text\/html|application\/xhtml\+xml|(?:application|text)\/(?:[\w.+-]+\+)?(?:json|xml))\s*(?:;|$)/i;

const failed = (why: string) =>
  new Failure('invalid', 'Failed to extract job data from the URL', { errors: [`jobUrl ${why}`] });

/** The job that a page on the web describes, created or only shown. */
export async function extractJob(
  scope: Scope,
  services: ExtractionServices,
  order: ExtractionOrder,
  signal?: AbortSignal,
) {
  const url = readPostingUrl(order.jobUrl);
  if (!url)
    throw new Failure('invalid', 'Invalid URL', {
      errors: ['jobUrl must be an address that begins with http:// or https://'],
    });
  const read = await readAt(scope.companyId, services, url, signal);
  signal?.throwIfAborted();
  const extracted = services.fillJob ? await filled(services.fillJob, order.jobUrl, read) : read;
  const job = jobOf(extracted, order.jobUrl);
  if (job.title.length < LEAST_TITLE)
    throw new Failure('invalid', 'No valid job title found (at least 5 characters required)', {
      errors: ['jobUrl leads to a page without a job title'],
    });
  const sourceUrl = order.jobUrl;
  return order.createJob === false
    ? { status: 200 as const, body: { data: previewOf(scope, job), sourceUrl } }
    : { status: 201 as const, body: { data: await createJob(scope, job), sourceUrl } };
}

/** First where the board itself gives its postings as data, if it is one that does; else the page. */
async function readAt(
  companyId: string,
  services: ExtractionServices,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<ReadPage> {
  const until = performance.now() + TIMEOUT_MS;
  const board = boardAddress(url);
  const fromBoard =
    board === undefined
      ? undefined
      : await readOne(companyId, services, board, url.href, { until, signal }).catch(() => undefined);
  const read = fromBoard ?? (await readOne(companyId, services, url.href, url.href, { until, signal }));
  if (read === undefined)
    throw failed('leads to a page that shows no job without signing in or running scripts');
  if (read.isClosed) throw failed('leads to a posting that is closed, filled or no longer available');
  return read;
}

async function readOne(
  companyId: string,
  { outgoing, readPosting, userAgent }: ExtractionServices,
  address: string,
  pageUrl: string,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal | undefined },
): Promise<ReadPage | undefined> {
  signal?.throwIfAborted();
  const reply = await outgoing
    .follow({
      url: address,
      headers: {
        'user-agent': userAgent,
        accept: 'text/html, application/xhtml+xml, application/json;q=0.9, */*;q=0.1',
        'accept-language': 'en, *;q=0.5',
      },
      timeoutMs: Math.max(1, Math.ceil(until - performance.now())),
      keepBytes: MAX_BYTES,
    })
    .catch((error: unknown) => {
      throw error instanceof OutgoingFailure ? failed(`could not be read: ${error.message}`) : error;
    });
  if (reply.status < 200 || reply.status > 299) throw failed(`answered with status ${reply.status}`);
  if (reply.isCut) throw failed(`leads to more than ${MAX_BYTES / 1024 ** 2} MiB`);
  const contentType = String(reply.headers['content-type'] ?? '');
  if (contentType !== '' && !READABLE.test(contentType))
    throw failed('leads to something that is not a page');
  // Of several jobs the one is chosen that the address asked for names; where it moved to may have lost the number.
  return readPosting(companyId, { url: pageUrl, contentType, body: reply.body }, signal);
}

async function filled(fillJob: FillJob, url: string, read: ReadPage): Promise<Extracted> {
  const { posting, sources } = read;
  const added = await fillJob({ url, text: read.text, known: posting });
  const all = merged([
    { source: 'page-metadata', posting },
    { source: 'language-model', posting: added },
  ]);
  return { posting: all.posting, sources: { ...all.sources, ...sources } };
}

/** The job as it would be, without what only a stored one has. */
function previewOf(scope: Scope, { title, metadata = {}, ...details }: ReturnType<typeof jobOf>) {
  const never = new Date(0);
  const job: Job = {
    id: '',
    companyId: scope.companyId,
    title,
    status: 'OPEN',
    details,
    metadata,
    createdAt: never,
    updatedAt: never,
  };
  return { ...viewJob(job), id: '' as const, createdAt: '' as const, updatedAt: '' as const };
}
