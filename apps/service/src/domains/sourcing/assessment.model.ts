import { setImmediate } from 'node:timers/promises';
import type { Criteria } from './criteria.model.ts';
import { type Nearness, nearness, placeOf } from './place.model.ts';
import type { Experience, Profile } from './profile.model.ts';
import { titleOf } from './profile-terms.model.ts';
import { rolesOf, roleWords, rootOf, type Seniority, seniorities, seniorityOf } from './role.model.ts';
import { skillKey, skillName, speaker } from './skill.model.ts';

/** How well somebody fits, and why: every sentence is about what the profile says, or does not say. */
export interface Assessment {
  /** 0 to 100. */
  readonly matchScore: number;
  readonly rationale: string;
  readonly fitPoints: readonly string[];
  readonly redFlags: readonly string[];
  readonly detailedRationale: readonly {
    readonly title: string;
    readonly company: string | null;
    readonly duration: string | null;
    readonly relevanceExplanation: string;
  }[];
}

/** Judges profiles against what is sought; an answer for each, in their order. */
export type Score = (criteria: Criteria, profiles: readonly Profile[]) => Promise<Assessment[]>;

/** One side of the judgement: how much it counts, how well it fits from 0 to 1, and what there is to say. */
interface Aspect {
  readonly weight: number;
  readonly fit: number;
  readonly points: readonly string[];
  readonly flags: readonly string[];
}

/**
 * The embedded judge: reads what a profile says and adds up, the same each time. What the search did not ask about does
 * not count, and what the profile does not say is reported as not said.
 */
export const scoreByRules: Score = async (criteria, profiles) => {
  const assessments: Assessment[] = [];
  for (const profile of profiles) {
    assessments.push(assess(criteria, profile));
    // A long profile takes half a millisecond: nobody else waits for three hundred of them.
    if (assessments.length % AT_A_STRETCH === 0) await setImmediate();
  }
  return assessments;
};
const AT_A_STRETCH = 20;

/** Best first; equals by their ids, so that the same pool gives the same list. */
export const byFit = (
  a: { profile: Profile; assessment: Assessment },
  b: { profile: Profile; assessment: Assessment },
): number =>
  b.assessment.matchScore - a.assessment.matchScore ||
  (a.profile.profileId < b.profile.profileId ? -1 : a.profile.profileId > b.profile.profileId ? 1 : 0);

/** A profile, read once: which skills it lists, and which its texts speak of. */
interface Reading {
  readonly lists: ReadonlySet<string>;
  readonly speaksOf: (key: string) => boolean;
  readonly positions: readonly { readonly held: Experience; readonly speaksOf: (key: string) => boolean }[];
}

function read(profile: Profile): Reading {
  const introduced = speaker(`${profile.headline ?? ''}\n${profile.currentRole ?? ''}`);
  const positions = profile.detailedExperience.map((held) => ({
    held,
    speaksOf: speaker([held.role, ...held.highlights].join('\n')),
  }));
  return {
    lists: new Set(profile.skills.map(skillKey)),
    speaksOf: (key) => introduced(key) || positions.some(({ speaksOf }) => speaksOf(key)),
    positions,
  };
}

function assess(criteria: Criteria, profile: Profile): Assessment {
  const reading = read(profile);
  const aspects = [
    skills(criteria, reading),
    role(criteria, profile),
    level(criteria, profile),
    whereabouts(criteria, profile),
    niceToHave(criteria, reading),
  ].filter((aspect) => aspect !== undefined);
  const weight = aspects.reduce((sum, aspect) => sum + aspect.weight, 0);
  const fit = aspects.reduce((sum, aspect) => sum + aspect.weight * aspect.fit, 0);
  const fitPoints = aspects.flatMap(({ points }) => points);
  const redFlags = [
    ...aspects.flatMap(({ flags }) => flags),
    ...(profile.detailedExperience.length === 0 ? ['The profile lists no positions in detail.'] : []),
  ];
  const matchScore = weight === 0 ? 0 : Math.round((100 * fit) / weight);
  return {
    matchScore,
    rationale: rationaleOf(matchScore, fitPoints, redFlags),
    fitPoints,
    redFlags,
    detailedRationale: reading.positions.flatMap((position) => relevance(criteria, position)),
  };
}

const verdicts: readonly (readonly [least: number, words: string])[] = [
  [80, 'A strong match'],
  [60, 'A good match'],
  [40, 'A partial match'],
  [0, 'A weak match'],
];

function rationaleOf(score: number, points: readonly string[], flags: readonly string[]): string {
  const verdict = verdicts.find(([least]) => score >= least)?.[1] ?? '';
  const [best] = points;
  const [worst] = flags;
  return [`${verdict} (${score} of 100).`, best, worst].filter((part) => part !== undefined).join(' ');
}

/** A skill that is listed counts whole; one that only a role or a highlight speaks of counts for less. */
const MENTIONED = 0.7;

function skills({ skills: sought, areSkillsRequired }: Criteria, reading: Reading): Aspect | undefined {
  if (sought.length === 0) return undefined;
  const { listed, mentioned, absent } = sorted(sought, reading);
  const kind = areSkillsRequired ? 'required skills' : 'skills that the search speaks of';
  return {
    weight: 50,
    fit: (listed.length + MENTIONED * mentioned.length) / sought.length,
    points: [
      ...(listed.length > 0 ? [`Lists ${listed.length} of ${sought.length} ${kind}: ${words(listed)}.`] : []),
      ...(mentioned.length > 0 ? [`Speaks of ${words(mentioned)} in positions held.`] : []),
    ],
    flags: absent.length > 0 ? [`Does not mention ${words(absent)}.`] : [],
  };
}

function niceToHave({ niceToHaveSkills: sought }: Criteria, reading: Reading): Aspect | undefined {
  if (sought.length === 0) return undefined;
  const { listed, mentioned } = sorted(sought, reading);
  const has = [...listed, ...mentioned];
  const points = has.length > 0 ? [`Has these nice-to-have skills: ${words(has)}.`] : [];
  return { weight: 10, fit: has.length / sought.length, points, flags: [] };
}

function sorted(sought: readonly string[], { lists, speaksOf }: Reading) {
  const listed = sought.filter((skill) => lists.has(skillKey(skill)));
  const rest = sought.filter((skill) => !lists.has(skillKey(skill)));
  const mentioned = rest.filter((skill) => speaksOf(skillKey(skill)));
  return { listed, mentioned, absent: rest.filter((skill) => !mentioned.includes(skill)) };
}

/** A title held before counts for less than the one held now. */
const HELD_BEFORE = 0.7;

function role({ title }: Criteria, profile: Profile): Aspect | undefined {
  const sought = rolesOf(title);
  if (sought.length === 0) return undefined;
  const now = titleOf(profile) || (profile.headline ?? '');
  const held = profile.detailedExperience.map((one) => one.role);
  const current = Math.max(shareOf(sought, now), shareOf(sought, profile.headline ?? '') * HELD_BEFORE);
  const [best] = held
    .map((one) => ({ title: one, share: shareOf(sought, one) }))
    .sort((a, b) => b.share - a.share);
  const before = (best?.share ?? 0) * HELD_BEFORE;
  const quotedRole = now === '' ? undefined : `"${now}"`;
  if (current === 0 && before === 0) {
    const flag =
      quotedRole === undefined
        ? 'The profile names no role.'
        : `${quotedRole} has little in common with "${title}".`;
    return { weight: 30, fit: 0, points: [], flags: [flag] };
  }
  const point =
    current >= before && quotedRole !== undefined
      ? `${present(profile, now)}, ${closeness(current)} "${title}".`
      : `Has been "${best?.title}", ${closeness(best?.share ?? 0)} "${title}".`;
  return { weight: 30, fit: Math.max(current, before), points: [point], flags: [] };
}

/** Somebody's last position is not said to be the one they hold now. */
function present({ currentRole, currentCompany }: Profile, title: string): string {
  if (currentRole === null) return `The profile speaks of "${title}"`;
  return `Is "${currentRole}"${currentCompany === null ? '' : ` at ${currentCompany}`}`;
}

const closeness = (share: number): string => (share >= 1 ? 'the role of' : 'close to the role of');

/** How many of the sought words a title has. */
const shareOf = (sought: readonly string[], title: string): number => {
  const has = new Set(rolesOf(title));
  return sought.filter((root) => has.has(root)).length / sought.length;
};

/** Never said, it counts as halfway: most titles say nothing of it. */
const UNSAID = 0.5;
const STEP = 0.35;

function level({ seniority: sought }: Criteria, profile: Profile): Aspect | undefined {
  if (sought === null) return undefined;
  const now = titleOf(profile);
  const is = seniorityOf(now);
  if (is === null) return { weight: 10, fit: UNSAID, points: [], flags: [] };
  const steps = seniorities.indexOf(is) - seniorities.indexOf(sought);
  const fit = Math.max(0, 1 - STEP * Math.abs(steps));
  if (steps === 0)
    return { weight: 10, fit, points: [`Holds a ${levelName(is)} title, as sought.`], flags: [] };
  const flag = `"${now}" is a ${levelName(is)} title; ${levelName(sought)} is sought.`;
  return { weight: 10, fit, points: [], flags: [flag] };
}

const levelNames: Readonly<Record<Seniority, string>> = {
  INTERNSHIP: "trainee's",
  ENTRY: 'junior',
  MID: 'mid-level',
  SENIOR: 'senior',
  LEAD: 'leading',
  EXECUTIVE: "director's",
};
const levelName = (seniority: Seniority): string => levelNames[seniority];

const nearnessFit: Readonly<Record<Nearness, number>> = {
  'same-town': 1,
  'same-country': 0.6,
  unknown: 0.3,
  elsewhere: 0,
};

function whereabouts(criteria: Criteria, profile: Profile): Aspect | undefined {
  const sought = placeOf(criteria.location, criteria.country);
  if (sought.towns.length === 0 && sought.country === null) return undefined;
  const near = nearness(sought, placeOf(profile.location, profile.country));
  const fits = near === 'same-town' || (near === 'same-country' && sought.towns.length === 0);
  const is = profile.location ?? profile.country;
  const wanted = criteria.location ?? criteria.country;
  const weight = 15;
  if (fits) return { weight, fit: 1, points: [`Is in ${is}.`], flags: [] };
  const flag =
    near === 'unknown' || is === null
      ? `Does not say whether ${wanted} is near.`
      : near === 'same-country'
        ? `Is in ${is}, in the country of ${wanted} but not there.`
        : `Is in ${is}; ${wanted} is sought.`;
  return { weight, fit: nearnessFit[near], points: [], flags: [flag] };
}

/** Why a position matters, or nothing when it does not. */
function relevance(
  criteria: Criteria,
  { held, speaksOf }: Reading['positions'][number],
): Assessment['detailedRationale'] {
  const sought = rolesOf(criteria.title);
  const shared = roleWords(held.role).filter((word) => sought.includes(rootOf(word)));
  const used = [...criteria.skills, ...criteria.niceToHaveSkills].filter((skill) =>
    speaksOf(skillKey(skill)),
  );
  if (shared.length === 0 && used.length === 0) return [];
  const reasons = [
    ...(shared.length > 0 ? [`The title shares "${shared.join(' ')}" with "${criteria.title}".`] : []),
    ...(used.length > 0 ? [`It speaks of ${words(used.map(skillName))}.`] : []),
  ];
  const { role: title, company, duration } = held;
  return [{ title, company, duration, relevanceExplanation: reasons.join(' ') }];
}

const words = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
