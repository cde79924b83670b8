import { wordsOf } from '../documents/passage.model.ts';
import type { Criteria } from './criteria.model.ts';
import { placeOf } from './place.model.ts';
import type { Profile } from './profile.model.ts';
import { rolesOf, rootOf } from './role.model.ts';
import { isKnownSkill, skillKey, skillsIn } from './skill.model.ts';

/**
 * What a profile is found by: terms of one spelling, exact, so that the index intersects them without reading a
 * profile. A letter tells what each is: s a skill, r a word of a role, w any other word, l a town, c a country,
 * e an e-mail address. Before it stands whose it is: the index then has lists of each company alone, and intersecting
 * three of them at a million profiles costs half of what it does beside a list of everybody of the company.
 */
type Kind = 's' | 'r' | 'w' | 'l' | 'c' | 'e';

const MOST_TERMS = 400;
const TERM_CHARACTERS = 100;

type Term = (kind: Kind, text: string) => string;

/** The end of an id is random; two companies that share it are still told apart by their rows. */
const termsFor = (companyId: string): Term => {
  const mark = companyId.slice(-8);
  return (kind, text) => `${mark}${kind}:${text.replaceAll(/\s+/g, '_').slice(0, TERM_CHARACTERS)}`;
};

export function termsOf(profile: Profile, companyId: string): string[] {
  const term = termsFor(companyId);
  const { headline, currentRole, skills, detailedExperience, emails } = profile;
  const roles = [currentRole ?? '', headline ?? '', ...detailedExperience.map(({ role }) => role)];
  const highlights = detailedExperience.flatMap((one) => one.highlights);
  const place = placeOf(profile.location, profile.country);
  const text = [...roles, ...highlights].join('\n');
  const terms = [
    ...skills.map((skill) => term('s', skillKey(skill))),
    ...skillsIn(text).map((key) => term('s', key)),
    ...roles.flatMap(rolesOf).map((root) => term('r', root)),
    ...place.towns.map((town) => term('l', town)),
    ...(place.country === null ? [] : [term('c', place.country)]),
    ...emails.map((email) => term('e', spelled(email))),
    ...wordsOf(`${skills.join('\n')}\n${text}`).map((word) => term('w', rootOf(word))),
  ];
  return [...new Set(terms)].slice(0, MOST_TERMS);
}

const spelled = (email: string): string => email.trim().toLowerCase();

/** Whoever has one of the addresses. */
export const addressQuery = (emails: readonly string[], companyId: string): string =>
  any(emails.map((email) => quoted(termsFor(companyId)('e', spelled(email)))));

/** What somebody is now, as far as it was said. */
export const titleOf = (profile: Profile): string =>
  profile.currentRole ?? profile.detailedExperience[0]?.role ?? profile.headline ?? '';

/**
 * Queries for the index, from what fits in everything to what fits in anything. Whoever searches asks one after the
 * other until enough is found: the first are narrow, so that a large pool is answered by them alone.
 */
export function tiersOf(criteria: Criteria, companyId: string): string[] {
  const term = termsFor(companyId);
  const skills = criteria.skills.map((skill) => skillQuery(term, skill));
  const roles = rolesOf(criteria.title).map((root) => quoted(term('r', root)));
  const { towns, country } = placeOf(criteria.location, criteria.country);
  const places =
    towns.length > 0 || country === null ? towns.map((town) => term('l', town)) : [term('c', country)];
  const whole = all([all(skills), all(roles)]);
  const tiers = [
    all([whole, any(places.map(quoted))]),
    whole,
    any([all([allButOne(skills), all(roles)]), all(skills)]),
    all([any(skills), any(roles)]),
    any([any(skills), any(roles)]),
  ];
  return whole === '' ? [] : [...new Set(tiers)];
}

/** An unknown skill is also found by its words, wherever a profile has them. */
function skillQuery(term: Term, skill: string): string {
  const key = skillKey(skill);
  const exact = quoted(term('s', key));
  if (isKnownSkill(key)) return exact;
  return any([exact, all(wordsOf(skill).map((word) => quoted(term('w', rootOf(word)))))]);
}

const MOST_COMBINED = 12;

/** Of many skills, leaving one out makes little difference to what is found, and much to what it costs. */
const allButOne = (parts: readonly string[]): string =>
  parts.length < 3 || parts.length > MOST_COMBINED
    ? ''
    : any(parts.map((_, left) => all(parts.filter((_part, at) => at !== left))));

const joined = (parts: readonly string[], operator: string): string => {
  const said = parts.filter((part) => part !== '');
  return said.length > 1 ? `(${said.join(operator)})` : (said[0] ?? '');
};
const all = (parts: readonly string[]): string => joined(parts, ' & ');
const any = (parts: readonly string[]): string => joined(parts, ' | ');

/** As the text of a tsquery has it; whatever was typed stays a single word of it. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
