import type { SeenProcess } from '../../storage/running-processes.ts';
import { type Role, roles } from '../roles.ts';
import type { Finding } from './finding.ts';

const everyRole = new Intl.ListFormat('en-GB').format(roles);

/** What does not happen while no process has the role. */
const withoutRole: Readonly<Record<Role, string>> = {
  api: 'No api process is running: the API and the console do not answer.',
  worker:
    'No worker is running: nobody is called, no call is analysed, and no webhook and no message is sent.',
  media: 'No media process is running: no web call can begin.',
};

const startOf = (role: Role): string =>
  `Start it: systemctl start parley@${role}, docker compose up -d ${role}, or parley start --role ${role}. If it was started, its log says why it ended.`;

/**
 * Roles that no process of a running service has. A service of which nothing runs is reported where it is asked
 * (service-findings.ts).
 */
export function processFindings(running: readonly SeenProcess[]): Finding[] {
  if (running.length === 0) return [];
  const missing = neededRoles(running).filter((role) => !running.some((one) => one.roles.includes(role)));
  if (missing.length > 0)
    return missing.map((role) => ({
      // Whoever only telephones needs none.
      state: role === 'media' ? 'note' : 'problem',
      words: withoutRole[role],
      remedy: startOf(role),
    }));
  return [{ state: 'ok', words: `Processes of every role are running: ${everyRole}.` }];
}

/** Of versions that do not record their processes only the workers are seen. */
const neededRoles = (running: readonly SeenProcess[]): readonly Role[] =>
  running.some(({ newestSchema }) => newestSchema === 0) ? ['worker'] : roles;
