import type { Role } from '../../api/me.ts';
import type { Choice } from '../../kit/field.tsx';

const roles: readonly (readonly [Role, words: string, may: string])[] = [
  ['viewer', 'Viewer', 'sees everything, changes nothing'],
  ['member', 'Member', 'does the daily work'],
  ['owner', 'Owner', 'also looks after people and the company'],
];

export const roleWords = (role: string): string => roles.find(([name]) => name === role)?.[1] ?? role;
export const roleNames: readonly Choice[] = roles.map(([value, words]) => ({ value, words }));
export const roleChoices: readonly Choice[] = roles.map(([value, words, may]) => ({
  value,
  words: `${words}: ${may}`,
}));
