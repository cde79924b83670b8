/**
 * Routes whose answers are about contacts: what they are, said, and what was found out about them. Who of the console's people
 * reads them is in the audit log. tests/attack/personal-routes.test.ts looks for others by what routes answer with.
 */
const PERSONAL = [
  /^\/(?:contacts|conversations|enrichment|sourcing|search|messages|contact-imports)\b/,
  /^\/runs\/\{id\}\/(?:contacts|conversations|results|messages|launch-preview)\b/,
  // Made from calls, they have what the contact said.
  /^\/agents\/\{id\}\/test-cases\b/,
  /\/deliveries\b/,
  /^\/console\/api\/(?:contacts|conversations|overview)\b/,
];

export const isPersonal = (path: string): boolean => PERSONAL.some((paths) => paths.test(path));
