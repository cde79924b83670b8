import { searchable } from '@parley/kernel/text.ts';
import { companyAlone } from './company-name.model.ts';
import { type Element, elementChildren, isHidden, readableText } from './page-markup.parser.ts';
import { placeIn } from './place.parser.ts';
import type { Posting } from './posting.model.ts';
import { classNamesEverywhere, termsEverywhere } from './posting-words.model.ts';
import { currencyIn, salaryIn } from './salary.parser.ts';
import { languagesIn, skillsListed } from './skills.parser.ts';
import { contractIn, educationIn, experienceIn } from './terms.parser.ts';
import { workModeIn, workModeUnder } from './work-mode.parser.ts';

const fields = [
  'benefits',
  'company',
  'contract',
  'education',
  'experience',
  'languages',
  'place',
  'salary',
  'skills',
  'wishes',
  'workMode',
] as const;
type Labelled = (typeof fields)[number];

const labels = termsEverywhere('labels');

/** By what pages write before a value, without accents and colon. */
const byLabel: ReadonlyMap<string, Labelled> = new Map(
  fields.flatMap((field) => (labels[field] ?? []).map((label) => [label, field] as const)),
);

const MAX_LABEL = 45;
const MAX_VALUE = 400;
/** Of one field; what a page says twenty times it says about other things. */
const MAX_VALUES = 20;
/** The labels of a posting stand near its beginning, whatever follows. */
const MAX_ELEMENTS = 20_000;

export const labelOf = (text: string): Labelled | undefined =>
  text.length > MAX_LABEL
    ? undefined
    : byLabel.get(
        searchable(text)
          .replace(/\s*[:：*]$/, '')
          .trim(),
      );

/** What the page says under labels, and in elements that its author named after what they hold. */
export function labelledPosting(content: readonly Element[], language: string): Posting {
  const found = new Map<Labelled, string[]>();
  const add = (field: Labelled, value: string, label = '') => {
    const values = found.get(field) ?? [];
    // "Remote: no" and "Télétravail : partiel" are only understood together.
    const whole = field === 'workMode' ? (workModeUnder(label, value) ?? value) : value;
    if (values.length < MAX_VALUES) found.set(field, [...values, whole]);
  };
  for (const element of content.slice(0, MAX_ELEMENTS)) {
    const said = ownText(element);
    const field = said === undefined ? undefined : labelOf(said);
    const value = field === undefined ? undefined : valueBeside(element, field);
    if (field !== undefined && value !== undefined) add(field, value, said);
    const line = said === undefined ? undefined : /^([^:：]{3,45})[:：]\s*(\S.{1,200})$/.exec(said);
    const inline = line ? labelOf(line[1] as string) : undefined;
    if (line && inline !== undefined) add(inline, line[2] as string, line[1]);
  }
  for (const [field, value] of namedValues(content)) add(field, value);
  return postingOf(found, language);
}

/** The text of an element that holds little else; a whole page's text is nobody's label. */
function ownText(element: Element): string | undefined {
  if (element.children.length === 0 || element.children.length > 8) return undefined;
  const length = element.children.reduce(
    (sum, child) => sum + (typeof child === 'string' ? child.length : 20),
    0,
  );
  if (length > MAX_VALUE * 2 || elementChildren(element).some(({ children }) => children.length > 3))
    return undefined;
  const text = readableText(element, { skips: () => false }).replaceAll(/\s+/g, ' ');
  return text === '' || text.length > MAX_VALUE ? undefined : text;
}

/** What follows a label: in the rest of its own box, in the next one, or in the one after its box. */
function valueBeside(label: Element, field: Labelled): string | undefined {
  const isLong = field === 'benefits' || field === 'skills' || field === 'wishes';
  let element = label;
  for (let step = 0; step < 3 && element.parent; step++, element = element.parent) {
    const { children } = element.parent;
    const rest = children.slice(children.indexOf(element) + 1);
    const next = rest.find((part) => (typeof part === 'string' ? part.trim() !== '' : !isSilent(part)));
    if (next === undefined) continue;
    const text = (typeof next === 'string' ? next : readableText(next)).trim().replace(/^[:：]\s*/, '');
    const isAnotherLabel = labelOf(text) !== undefined;
    return text === '' || isAnotherLabel || (!isLong && text.length > MAX_VALUE) || text.length > 5000
      ? undefined
      : text;
  }
  return undefined;
}

const isSilent = (element: Element): boolean =>
  isHidden(element) || element.tag === 'br' || readableText(element).replace(/^[:：]$/, '') === '';

/** What the last words of a class or a test hook say that its element holds: `header-companyName`, `job_location`. */
const classNames = classNamesEverywhere();
const hooks: Readonly<Record<string, Labelled>> = Object.fromEntries(
  fields.flatMap((field) => (classNames[field] ?? []).map((name) => [name, field])),
);
/** Endings that say nothing of what is inside. */
const IDLE_ENDINGS = new Set('name text value label link item info wrapper container field'.split(' '));
const HOOK_ATTRIBUTES = /^(id|class|data-(?!.*(?:url|href)).*)$/;

function hookedField(token: string): Labelled | undefined {
  const words = token
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  for (let end = words.length; end > 0; end--) {
    const field = hooks[words.slice(Math.max(0, end - 2), end).join('-')] ?? hooks[words[end - 1] ?? ''];
    if (field !== undefined) return field;
    if (!IDLE_ENDINGS.has(words[end - 1] ?? '')) return undefined;
  }
  return undefined;
}

function* namedValues(content: readonly Element[]): Generator<[Labelled, string]> {
  for (const element of content.slice(0, MAX_ELEMENTS)) {
    const field = Object.entries(element.attributes)
      .filter(([name, value]) => value.length < 200 && HOOK_ATTRIBUTES.test(name))
      .flatMap(([, value]) => value.split(/\s+/).flatMap((token) => hookedField(token) ?? []))[0];
    if (field === undefined) continue;
    const lines = readableText(element).split('\n').filter(Boolean);
    // "Contract" is the name of a field and the value of one.
    const isTerm = field !== 'place' && field !== 'company';
    const value = lines.find((line) => labelOf(line) === undefined) ?? (isTerm ? lines[0] : undefined);
    if (value !== undefined && value.length <= 120) yield [field, value];
  }
}

function postingOf(found: ReadonlyMap<Labelled, readonly string[]>, language: string): Posting {
  const first = <Value>(field: Labelled, read: (value: string) => Value | undefined): Value | undefined => {
    for (const value of found.get(field) ?? []) {
      const meant = read(value);
      if (meant !== undefined && !(Array.isArray(meant) && meant.length === 0)) return meant;
    }
    return undefined;
  };
  const place = first('place', (value) => (value.length <= 160 ? placeIn(value, language) : undefined));
  return {
    company: first('company', (value) =>
      value.length <= 120 && !value.includes('\n') ? companyAlone(value) : undefined,
    ),
    place,
    salary: first('salary', (value) =>
      currencyIn(value, place?.countryCode) === undefined
        ? undefined
        : salaryIn(value, { country: place?.countryCode }),
    ),
    contractType: first('contract', contractIn),
    workMode:
      first('workMode', (value) => (value.length <= 160 ? workModeIn(value) : undefined)) ??
      first('place', workModeIn),
    experience: first('experience', (value) => (value.length <= 80 ? experienceIn(value) : undefined)),
    education: first('education', (value) => (value.length <= 200 ? educationIn(value) : undefined)),
    languageRequirements: first('languages', languagesIn),
    requiredSkills: first('skills', (value) => listItems(value)),
    niceToHaveSkills: first('wishes', (value) => listItems(value)),
    benefits: first('benefits', (value) => (value.includes('- ') || value.length > 30 ? value : undefined)),
  };
}

/** A list of names; sentences under a heading are no names. */
function listItems(value: string): string[] | undefined {
  const items = skillsListed(value);
  return items.length > 0 &&
    items.every((item) => item.length <= 60) &&
    (items.length > 1 || value.length <= 40)
    ? items
    : undefined;
}
