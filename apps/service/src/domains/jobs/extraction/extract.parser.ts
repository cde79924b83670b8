import { searchable } from '@parley/kernel/text.ts';
import { boardJobs, personioJobs } from './boards.parser.ts';
import { isClosed, isClosedRecord } from './closed-posting.parser.ts';
import {
  hasLegalForm,
  isActorIn,
  isMentioned,
  isSameName,
  partsOfTitle,
  withoutCareers,
} from './company-name.model.ts';
import { hydrationData } from './hydration.parser.ts';
import { jobLikeness, postingOfRecord, titleOfRecord } from './job-record.parser.ts';
import { labelledPosting } from './labels.parser.ts';
import { readJson } from './lenient-json.parser.ts';
import { bodyText, contentOf, mainText, notesOf, otherJobs } from './main-text.parser.ts';
import { type Element, elementsOf, parseMarkup } from './page-markup.parser.ts';
import { metadataOf, type PageMetadata } from './page-metadata.parser.ts';
import { countryIn, placeIn, tidyPlace } from './place.parser.ts';
import { type Extracted, type Finding, merged, type Posting } from './posting.model.ts';
import { everywhere } from './posting-words.model.ts';
import type { Fields } from './record.model.ts';
import { postingOfSchemaOrg } from './schema-org.parser.ts';
import { jsonLdPostings, microdataPostings, nodesIn, rdfaPostings } from './structured-data.parser.ts';
import { postingOfText } from './text-posting.parser.ts';

export interface FetchedPage {
  readonly url: string;
  readonly kind: 'html' | 'json' | 'xml';
  readonly text: string;
}

/** What a page states about one job, or nothing when it shows none. */
export function extractPosting(page: FetchedPage): Extracted | undefined {
  if (page.kind === 'html') return ofHtml(page);
  const jobs = page.kind === 'xml' ? personioJobs(page.text) : jobsOfData(readJson(page.text));
  const job = chosen(jobs, page.url);
  if (job === undefined) return undefined;
  const posting = postingOfRecord(job, '');
  return {
    ...merged([
      { source: 'board-api', posting },
      { source: 'main-text', posting: postingOfText(posting) },
    ]),
    isClosed: isClosedRecord(job),
  };
}

/** Jobs of a board's answer, or else whatever in the data looks like one. */
function jobsOfData(data: unknown): Fields[] {
  const known = boardJobs(data);
  if (known !== undefined) return known;
  const likely = nodesIn(data).map((node) => ({ node, likeness: jobLikeness(node, '') }));
  const most = Math.max(0, ...likely.map(({ likeness }) => likeness));
  return most < 3 ? [] : likely.filter(({ likeness }) => likeness === most).map(({ node }) => node);
}

const CHANGED = [
  'updated_at',
  'updatedAt',
  'publishedAt',
  'published_at',
  'releasedDate',
  'createdAt',
  'datePosted',
];

/** The job that the address names; where it names none, the one that was touched last. */
function chosen(jobs: readonly Fields[], url: string): Fields | undefined {
  const named = jobs.find((job) => isNamedIn(job, url));
  if (named !== undefined || jobs.length <= 1) return named ?? jobs[0];
  const touched = (job: Fields) =>
    Date.parse(String(CHANGED.map((name) => job[name]).find((value) => value !== undefined))) || 0;
  return [...jobs].sort((one, other) => touched(other) - touched(one))[0];
}

const isNamedIn = (job: Fields, url: string): boolean =>
  [job.id, job.slug, job.shortcode, job.uuid, job.jobPostingId].some(
    (id) =>
      (typeof id === 'string' || typeof id === 'number') &&
      String(id).length >= 4 &&
      url.includes(String(id)),
  );

function ofHtml({ url, text }: FetchedPage): Extracted | undefined {
  const page = parseMarkup(text);
  const elements = [...elementsOf(page)];
  const metadata = metadataOf(elements);
  const structured = structuredFindings(elements, metadata, url);
  const others = otherJobs(contentOf(page));
  const whole = bodyText(page, others);
  const content = contentOf(page, others);
  const labelled = labelledPosting(content, metadata.language);
  const isPosting =
    structured.length > 0 || (!isWall(metadata, whole) && looksLikePosting(whole, labelled, metadata, url));
  if (!isPosting) return undefined;
  const known = merged(structured).posting;
  const labels: Finding = { source: 'labels', posting: withinReason(known, labelled) };
  const description =
    known.description ?? mainText(content, others) ?? (whole === '' ? metadata.description : whole);
  const own: Finding = {
    source: 'page-metadata',
    posting: ownPosting(metadata, known, labels.posting, description),
  };
  const stated = withTowns([...structured, labels, own]);
  const said = merged([...stated, { source: 'main-text', posting: { description } }]).posting;
  return {
    ...merged([
      ...stated,
      { source: 'main-text', posting: { description, ...postingOfText(said, whole, notesOf(content)) } },
    ]),
    isClosed: isClosed(page, metadata.wholeTitles, others) || structured.some(({ isOver }) => isOver),
  };
}

/** What the titles of the page say beside the title of the job: who hires, and where. */
function ownPosting(
  { titles, wholeTitles, site }: PageMetadata,
  known: Posting,
  labels: Posting,
  text = '',
): Posting {
  const title = known.title ?? titles[0];
  const parts = wholeTitles.map((whole) => partsOfTitle(whole, title ?? ''));
  const others = parts.flatMap((part) => part.others);
  const places = others.flatMap((part) => placeIn(part.replace(/^\p{Ll}{1,3}\s+(?=\p{Lu})/u, '')) ?? []);
  const isPlace = (name: string) =>
    [known.place, labels.place].some((place) => isSameName(place?.city ?? place?.region ?? '', name)) ||
    countryIn(name) !== undefined;
  const named = others.filter((name) => !isPlace(name));
  const siteName = withoutCareers(site ?? '');
  return {
    title: titles[0],
    company:
      parts.map(({ company }) => company).find(Boolean) ??
      named.find(hasLegalForm) ??
      named.find((name) => isActorIn(text, name)) ??
      (isMentioned(text, siteName) ? siteName : undefined),
    // Behind a title anything may stand; with a country it is a place.
    place: places.find(
      ({ countryCode, city, region }) => countryCode !== undefined && (city ?? region) !== undefined,
    ),
  };
}

/** The findings without towns that are the employer's name: forms are filled in carelessly. */
function withTowns(findings: readonly Finding[]): Finding[] {
  const companies = findings.flatMap(({ posting }) => posting.company ?? []);
  const isCompany = (town: string) => companies.some((company) => isSameName(company, town));
  const regions = findings.flatMap(({ posting }) => posting.place?.region ?? []);
  return findings.map((finding) => {
    const { place } = finding.posting;
    const town = place?.city;
    if (place === undefined || town === undefined) return finding;
    const isRegion = place.region === undefined && regions.some((region) => isSameName(region, town));
    if (!isCompany(town) && !isRegion) return finding;
    // "Acme - Berlin, Germany" puts the town where others put the region.
    const next = isCompany(town)
      ? { ...place, city: place.region, region: undefined }
      : { ...place, city: undefined, region: town };
    return { ...finding, posting: { ...finding.posting, place: tidyPlace(next) } };
  });
}

/** Beside a posting in data, benefits under a heading are most likely part of its description. */
const withinReason = (known: Posting, labels: Posting): Posting =>
  known.title === undefined || known.description === undefined ? labels : { ...labels, benefits: undefined };

interface StructuredFinding extends Finding {
  readonly isOver?: boolean | undefined;
}

function structuredFindings(
  elements: readonly Element[],
  metadata: PageMetadata,
  url: string,
): StructuredFinding[] {
  const jsonLd = ofThisPage(jsonLdPostings(elements).map(postingOfNode), metadata, url);
  const microdata = ofThisPage(microdataPostings(elements).map(postingOfNode), metadata, url);
  const rdfa = ofThisPage(rdfaPostings(elements).map(postingOfNode), metadata, url);
  const title = (jsonLd ?? microdata ?? rdfa)?.title;
  const hydrated = hydratedPosting(elements, metadata, url, title);
  const found: readonly (readonly [Finding['source'], Posting | undefined])[] = [
    ['json-ld', jsonLd],
    ['hydration-data', hydrated?.posting],
    ['microdata', microdata],
    ['rdfa', rdfa],
  ];
  const isOver = hydrated?.isOver;
  return found.flatMap(([source, posting]) =>
    posting === undefined
      ? []
      : [source === 'hydration-data' ? { source, posting, isOver } : { source, posting }],
  );
}

interface Candidate {
  readonly posting: Posting;
  readonly address: string;
}

const postingOfNode = (node: Fields): Candidate => ({
  posting: postingOfSchemaOrg(node),
  address: String(node.url ?? node['@id'] ?? ''),
});

/** Of several postings the one that the page is about: by its address, by its title, else the first. */
function ofThisPage(
  candidates: readonly Candidate[],
  metadata: PageMetadata,
  url: string,
): Posting | undefined {
  const here = [url, metadata.canonical].filter((one) => one !== undefined);
  const byAddress = candidates.find(
    ({ address }) => address.length > 12 && here.some((one) => one?.includes(address)),
  );
  const byTitle = candidates.find(({ posting }) => isTitleOf(posting.title, metadata));
  return (byAddress ?? byTitle ?? candidates[0])?.posting;
}

const isTitleOf = (title: string | undefined, { titles }: PageMetadata): boolean =>
  title !== undefined &&
  title.length > 3 &&
  titles.some((one) => searchable(one).includes(searchable(title)));

/** A page whose data holds more jobs than its own says which is meant by its title or its address. */
function hydratedPosting(
  elements: readonly Element[],
  metadata: PageMetadata,
  url: string,
  title: string | undefined,
): { posting: Posting; isOver: boolean } | undefined {
  const { language } = metadata;
  const candidates = hydrationData(elements)
    .flatMap(nodesIn)
    .map((node) => ({ node, likeness: jobLikeness(node, language) }))
    .filter(({ likeness }) => likeness >= 2)
    .sort((one, other) => other.likeness - one.likeness);
  const isMeant = ({ node }: { node: Fields }) => {
    const own = titleOfRecord(node, language);
    if (own === undefined) return false;
    return title === undefined
      ? isTitleOf(own, metadata) || isNamedIn(node, url)
      : searchable(own) === searchable(title);
  };
  const meant =
    candidates.find(isMeant) ??
    (title === undefined && metadata.headings.length === 0 && candidates.length === 1
      ? candidates[0]
      : undefined);
  return meant === undefined || (title === undefined && meant.likeness < 3)
    ? undefined
    : { posting: postingOfRecord(meant.node, language), isOver: isClosedRecord(meant.node) };
}

/** Titles of pages that stand before what was asked for. */
const WALL = new RegExp(`^(${everywhere('walls')})\\b`);

/** A door in front of the page: somebody has to sign in, to prove to be human, or to go elsewhere. */
export function isWall({ titles, headings, asksForPassword }: PageMetadata, text: string): boolean {
  if ([...titles.slice(0, 2), ...headings].some((title) => WALL.test(searchable(title)))) return true;
  return asksForPassword && text.length < 800;
}

/** Less is a frame around nothing: a page that its scripts would have filled. */
const LEAST_TEXT = 60;

/** Words that some posting of each language has; one is enough. */
const WORDS = new RegExp(`\\b(${everywhere('typicalWords')})\\b|${everywhere('typicalSigns')}`, 'u');
const PATHS = new RegExp(everywhere('addressWords'), 'i');

/** Whether a page without any data about a job is the posting of one: by its labels, its words or its address. */
export function looksLikePosting(
  text: string,
  labelled: Posting,
  { titles }: PageMetadata,
  url: string,
): boolean {
  if (text.length < LEAST_TEXT) return false;
  if (labelled.contractType ?? labelled.salary ?? labelled.workMode) return true;
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {};
  return (
    WORDS.test(searchable(`${titles[0] ?? ''}\n${text.slice(0, 20_000)}`)) || PATHS.test(hostname + pathname)
  );
}
