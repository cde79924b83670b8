/**
 * What a key may do. The contract calls these scopes; here they are permissions, because a Scope is the
 * reach of a query.
 */
export const permissions = [
  'read:jobs',
  'write:jobs',
  'delete:jobs',
  'read:contacts',
  'write:contacts',
  'delete:contacts',
  'read:conversations',
  'write:conversations',
  'delete:conversations',
  'read:agents',
  'write:agents',
  'delete:agents',
  'read:companies',
  'write:companies',
  'read:billing',
  'read:runs',
  'write:runs',
  'delete:runs',
  'write:webhooks',
] as const;

export type Permission = (typeof permissions)[number];

/** The permanent second names of two nouns. */
const permissionNouns: Readonly<Record<string, string>> = {
  conversations: 'interviews',
  contacts: 'candidates',
};

const aliasOfPermission = (permission: Permission): string => {
  const [verb = '', noun = ''] = permission.split(':');
  return `${verb}:${permissionNouns[noun] ?? noun}`;
};

/** Every spelling, and the permission it stands for. */
export const permissionsBySpelling: ReadonlyMap<string, Permission> = new Map(
  permissions.flatMap((permission) => [
    [permission, permission],
    [aliasOfPermission(permission), permission],
  ]),
);

/** Every spelling a key may be created with. */
export const permissionSpellings: readonly string[] = [...permissionsBySpelling.keys()];
