/** The secrets that the databases of releases were made with: without them their keys and webhooks cannot be read. */
export const releaseSecrets = {
  PARLEY_ADMIN_JWT_SECRET: 'an-administrators-secret-of-old-releases',
  PARLEY_KEY_PEPPER: 'a-pepper-of-old-releases-of-32-characters',
  PARLEY_LINK_SECRET: 'a-link-secret-of-old-releases-32-characters',
} as const;
