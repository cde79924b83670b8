import type { DatabaseFacts } from '../../storage/database-facts.ts';
import type { Config } from '../config.ts';
import { publicUrl } from '../config.ts';
import type { MasterKeyFacts } from '../encryption.ts';
import { unfollowedLaw } from '../sip.ts';

/** One thing that was looked at: how it is, and what to do about it. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'problem';
  readonly words: string;
  readonly remedy?: string;
}

const ok = (words: string): Finding => ({ state: 'ok', words });
const note = (words: string, remedy: string): Finding => ({ state: 'note', words, remedy });
const problem = (words: string, remedy: string): Finding => ({ state: 'problem', words, remedy });

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
const GIGABYTE = 1024 ** 3;
const DAY_MS = 86_400_000;

/** What strangers reach, and with what protection. */
export function exposure(config: Config): Finding[] {
  const isLocal = LOCAL.test(config.HOST);
  const address = publicUrl(config, config.PORT);
  const isSecure = address.startsWith('https:');
  if (isLocal && config.PARLEY_PUBLIC_URL === undefined)
    return [ok(`Only this machine reaches the service (HOST=${config.HOST}).`)];
  const findings: Finding[] = [
    isSecure
      ? ok(`The public address is encrypted: ${address}`)
      : problem(
          `${address} is not encrypted: keys, calls and results can be read on the way.`,
          'Put a proxy with TLS before it (deploy/compose.yaml has Caddy), and set PARLEY_PUBLIC_URL=https://…',
        ),
  ];
  if (isSecure && config.PARLEY_TRUST_PROXY.length === 0)
    findings.push(
      note(
        'No proxy is trusted: limits and the audit log see the address of the proxy instead of the caller.',
        'Set PARLEY_TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
      ),
    );
  if (config.PARLEY_ALLOW_PRIVATE_URLS)
    findings.push(
      problem(
        'Webhooks may reach private networks: whoever has a key can send requests to machines behind your firewall.',
        'Remove PARLEY_ALLOW_PRIVATE_URLS, which is for development.',
      ),
    );
  if (config.PARLEY_DEMO === 'on')
    findings.push(
      note(
        'The first start creates a demo company and prints a key with every scope.',
        'Set PARLEY_DEMO=off on a server.',
      ),
    );
  if (!isLocal) {
    const words = `The service itself listens on ${config.HOST}:${config.PORT}`;
    const firewall = 'Let a firewall allow this port to the proxy and to Prometheus only';
    findings.push(
      config.PARLEY_METRICS_TOKEN === undefined
        ? note(
            `${words}, and shows /metrics to whoever reaches it from a private network.`,
            `${firewall}, or set PARLEY_METRICS_TOKEN.`,
          )
        : note(
            `${words}. /metrics needs PARLEY_METRICS_TOKEN.`,
            `${firewall}, or set HOST=localhost if the proxy is on this machine.`,
          ),
    );
  }
  return findings;
}

/** A file that only its owner should read. */
export const fileMode = (path: string, mode: number): Finding =>
  (mode & 0o077) === 0
    ? ok(`${path} can be read by its owner only.`)
    : problem(`${path} can be read by other users of this machine.`, `Run chmod -R go-rwx ${path}`);

export interface Space {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** A full disk stops recordings first and the database next. */
export function room(folder: string, { freeBytes, totalBytes }: Space): Finding {
  const words = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} are free in ${folder}.`;
  const remedy = 'Free some space, move PARLEY_DATA_DIR to a larger disk, or store objects in S3.';
  if (freeBytes < GIGABYTE) return problem(words, remedy);
  return freeBytes < totalBytes / 10 ? note(words, remedy) : ok(words);
}

export function databaseFindings(facts: DatabaseFacts, ownConnections: number): Finding[] {
  const { majorVersion, connections, maxConnections, sizeBytes } = facts;
  const used = `${connections} of ${maxConnections} connections are in use; each process takes up to ${ownConnections}.`;
  return [
    majorVersion < 15
      ? problem(`PostgreSQL ${majorVersion} is too old.`, 'Upgrade it to 15 or later.')
      : ok(`PostgreSQL ${majorVersion} answers; the database has ${gigabytes(sizeBytes)}.`),
    maxConnections - connections < ownConnections
      ? note(used, 'Raise max_connections, or lower PARLEY_DATABASE_CONNECTIONS.')
      : ok(used),
    facts.isMigrated === true
      ? ok('The schema is that of this version.')
      : facts.isMigrated === undefined
        ? note('The database is empty.', 'parley start creates the schema.')
        : problem(
            'The schema is not that of this version of Parley.',
            'If it is older, run parley migrate; if it is newer, start the newer version or restore a backup from before.',
          ),
  ];
}

/** What the keys of contacts' files are wrapped with. */
export function masterKey({ source, olderKeys = 0, unused, trouble }: MasterKeyFacts): Finding {
  const words = `Files of contacts are encrypted. The master key is ${source}.`;
  if (trouble !== undefined)
    return problem(
      `${words} It cannot be used: ${trouble}`,
      'Recordings, uploads and reports fail until it can.',
    );
  if (unused !== undefined)
    return note(
      `${words} A newer one is configured and not used yet: ${unused}.`,
      'Run parley rewrap-keys once every process was restarted with it.',
    );
  if (olderKeys === 0) return ok(words);
  return note(
    `${words} The keys of ${olderKeys} contacts are wrapped with another one.`,
    'Run parley rewrap-keys before you remove that one.',
  );
}

export function certificate(host: string, validTo: Date, now: Date): Finding {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const remedy = 'Renew it; Caddy does so by itself if it can be reached on port 80 or 443.';
  if (days < 0) return problem(`The certificate of ${host} expired ${-days} days ago.`, remedy);
  const words = `The certificate of ${host} is valid for ${days} days.`;
  return days < 14 ? note(words, remedy) : ok(words);
}

export function nodeVersion(version: string): Finding {
  return Number(version.replace(/^v/, '').split('.')[0]) >= 24
    ? ok(`Node ${version} is recent enough.`)
    : problem(`Node ${version} is too old.`, 'Install Node 24 or later.');
}

/** What is not configured, and what calls do without it. */
export function configuration(config: Config): Finding[] {
  const sip = config.PARLEY_SIP_TRUNK;
  const law = sip && unfollowedLaw(config);
  return [
    config.PARLEY_MODEL === undefined
      ? note(
          'No language model is configured: calls use the built-in rules.',
          'Set PARLEY_MODEL and PARLEY_MODEL_KEY, or run parley init.',
        )
      : ok(`The language model is ${config.PARLEY_MODEL}.`),
    sip === undefined
      ? note(
          'No trunk is configured: calls stay on the simulated network.',
          'Set PARLEY_SIP_TRUNK, or run parley init.',
        )
      : ok(`Calls go to the trunk ${sip.host}.`),
    ...(law ? [note(law.words, law.remedy)] : []),
    config.SMTP_URL === undefined
      ? note(
          'No mail server is configured: mails are files in the data folder.',
          'Set SMTP_URL, or run parley init.',
        )
      : ok(`Mails go to ${new URL(config.SMTP_URL).host}.`),
  ];
}
