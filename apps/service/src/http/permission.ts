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
