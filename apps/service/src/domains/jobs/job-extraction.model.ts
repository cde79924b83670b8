import { type JobDetails, MAX_URL, type NewJob } from '@parley/contract/job.ts';
import type { Extracted, Posting } from './extraction/posting.model.ts';

/** Shorter is no title but a leftover of the page. */
export const LEAST_TITLE = 5;

/** The address of a posting: of the web, and without a name or password that would be kept with the job. */
export function readPostingUrl(text: string): URL | undefined {
  const url = /^\s|\s$/.test(text) ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^/\\]/i.test(text)) return undefined;
  return url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined;
}

const MAX_TEXT = 20_000;
const MAX_LINE = 300;
const MAX_ITEMS = 200;
const MAX_ITEM = 500;

/** A job as it would be sent, out of what a page states; what is too long ends where it may. */
export function jobOf({ posting, sources }: Extracted, url: string): NewJob & { title: string } {
  const location = locationOf(posting);
  return {
    title: shortened(posting.title ?? '', MAX_LINE),
    ...pruned({
      description: posting.description && shortened(posting.description, MAX_TEXT),
      jobUrl: storableUrl(url),
      benefits: posting.benefits && shortened(posting.benefits, MAX_TEXT),
      ...skillsOf(posting),
      languageRequirements: posting.languageRequirements?.slice(0, 50),
      education: posting.education === undefined ? undefined : [...new Set(posting.education)],
      experience: posting.experience,
      contractType: posting.contractType,
      location: Object.keys(location).length === 0 ? undefined : location,
      salary: posting.salary,
    } as { [Name in keyof JobDetails]: JobDetails[Name] | undefined }),
    metadata: {
      ...pruned({
        company: posting.company && shortened(posting.company, MAX_LINE),
        region: posting.place?.region && shortened(posting.place.region, MAX_LINE),
        postedOn: posting.postedOn,
        validThrough: posting.validThrough,
      }),
      extraction: sources,
    },
  };
}

/** What is asked for is no mere wish. */
function skillsOf({ requiredSkills = [], niceToHaveSkills = [] }: Posting) {
  const fitting = (skills: readonly string[]) =>
    skills.slice(0, MAX_ITEMS).map((skill) => shortened(skill, MAX_ITEM));
  const required = new Set(requiredSkills.map((skill) => skill.toLowerCase()));
  const wished = niceToHaveSkills.filter((skill) => !required.has(skill.toLowerCase()));
  return {
    requiredSkills: requiredSkills.length > 0 ? fitting(requiredSkills) : undefined,
    niceToHaveSkills: wished.length > 0 ? fitting(wished) : undefined,
  };
}

function locationOf({ place, workMode }: Posting): NonNullable<JobDetails['location']> {
  const postalCode = place?.postalCode;
  return pruned({
    workMode,
    street: place?.street && shortened(place.street, MAX_LINE),
    city: place?.city && shortened(place.city, MAX_LINE),
    postalCode: postalCode !== undefined && postalCode.length <= 20 ? postalCode : undefined,
    countryCode: place?.countryCode,
  });
}

/** Up to the last word that fits, with a sign that there was more. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1);
  const end = start.search(/\s\S*$/);
  return `${(end > max / 2 ? start.slice(0, end) : start).trimEnd()}…`.toWellFormed();
}

/** As it was sent, where that is an address by the letter of the standard; else in the browser's spelling. */
function storableUrl(url: string): string | undefined {
  const spelled = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(url) ? url : new URL(url).href;
  return spelled.length <= MAX_URL ? spelled : undefined;
}

type Pruned<Value> = { [Name in keyof Value]?: Exclude<Value[Name], undefined | ''> };

const pruned = <Value extends object>(value: Value): Pruned<Value> =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([, part]) => part !== undefined && part !== '' && !(Array.isArray(part) && part.length === 0),
    ),
  ) as Pruned<Value>;
