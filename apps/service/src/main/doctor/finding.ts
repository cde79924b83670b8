import type { DatabaseFacts } from '../../storage/database-facts.ts';
import type { SchemaFit } from '../../storage/schema-fit.ts';
import type { Config } from '../config.ts';
import { publicUrl } from '../config.ts';
import type { MasterKeyFacts } from '../encryption.ts';
import { connectsInside } from '../private-candidates.ts';
import { rtpPortTrouble } from '../rtp-ports.ts';
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
        'No proxy is trusted: rate limits and the audit log see the address of the proxy instead of that of the client.',
        'Set PARLEY_TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
      ),
    );
  if (config.PARLEY_ALLOW_PRIVATE_URLS)
    findings.push(
      problem(
        'Webhooks may reach private networks: whoever has an API key can send requests to machines behind your firewall.',
        'Remove PARLEY_ALLOW_PRIVATE_URLS, which is for development.',
      ),
    );
  if (config.PARLEY_DEMO === 'on')
    findings.push(
      note(
        'The first start creates a demo company and prints an API key with every scope.',
        'Set PARLEY_DEMO=off on a server.',
      ),
    );
  if (!isLocal) {
    const words = `The service itself listens on ${config.HOST}:${config.PORT}`;
    const firewall = 'Let a firewall allow this port to the proxy and to Prometheus only';
    findings.push(
      config.PARLEY_METRICS_TOKEN === undefined
        ? note(
            `${words}, and shows /metrics to this machine only.`,
            `Set PARLEY_METRICS_TOKEN for a Prometheus elsewhere. ${firewall}.`,
          )
        : note(
            `${words}. /metrics needs PARLEY_METRICS_TOKEN.`,
            `${firewall}, or set HOST=localhost if the proxy is on this machine.`,
          ),
    );
  }
  if (connectsInside(config))
    findings.push(
      note(
        'Web calls connect to addresses in private networks, and show browsers those of this machine.',
        config.PARLEY_WEBRTC_PRIVATE === undefined
          ? 'Set PARLEY_PUBLIC_URL to the address that contacts open, or PARLEY_WEBRTC_PRIVATE=false, if strangers reach the service.'
          : 'Remove PARLEY_WEBRTC_PRIVATE if strangers reach the service.',
      ),
    );
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
  const used = `${connections} of ${maxConnections} database connections are in use; each Parley process takes up to ${ownConnections}.`;
  return [
    majorVersion < 15
      ? problem(`PostgreSQL ${majorVersion} is too old.`, 'Upgrade it to 15 or later.')
      : ok(`PostgreSQL ${majorVersion} answers; the database takes ${gigabytes(sizeBytes)}.`),
    maxConnections - connections < ownConnections
      ? note(used, 'Raise max_connections, or lower PARLEY_DATABASE_CONNECTIONS.')
      : ok(used),
    facts.schema === undefined
      ? note('The database is empty.', 'parley start creates the schema.')
      : schemaFindings[facts.schema],
    ...(facts.otherVersions.length === 0
      ? []
      : [
          note(
            `Processes of another version are running: ${facts.otherVersions.join(', ')}.`,
            'Upgrade or stop them.',
          ),
        ]),
    clocks(facts.clockAheadMs),
  ];
}

const schemaFindings: Readonly<Record<SchemaFit, Finding>> = {
  current: ok('The database schema matches this version of Parley.'),
  pending: note(
    'Migrations are missing that this version of Parley works without, such as indexes.',
    'A worker applies them in the background. parley migrate --check says what they wait for.',
  ),
  ahead: note(
    'The database schema is newer than this version of Parley, which works with it.',
    'Finish the upgrade: start the newer version everywhere.',
  ),
  'too old': problem('The database schema is older than this version of Parley.', 'Run parley migrate.'),
  'too new': problem(
    'The database schema is newer than this version of Parley can work with.',
    'Start the newer version, or restore a backup from before the upgrade into an empty database: docs/upgrade.md.',
  ),
};

/** From here on nobody is dialled (dial-fence.ts). */
const MOST_SKEW_MS = 5000;
const NOTED_SKEW_MS = 1000;

/** Calls are scheduled by the database's clock; signatures, certificates and S3 are checked by the machine's. */
function clocks(aheadMs: number): Finding {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const words = `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's.`;
  const remedy = 'Set the clocks of both machines by NTP, for example with systemd-timesyncd or chrony.';
  if (Math.abs(aheadMs) > MOST_SKEW_MS) return problem(`${words} Nobody is dialled.`, remedy);
  return Math.abs(aheadMs) > NOTED_SKEW_MS
    ? note(words, remedy)
    : ok("The clock of this machine agrees with the database's.");
}

const NOTED_BACKUP_DAYS = 2;
const MOST_BACKUP_DAYS = 7;

/** Whoever backs up with another tool gets a note for ever; whoever once used ours relies on it. */
export function backupAge(last: Date | undefined, now: Date): Finding {
  if (last === undefined)
    return note(
      'parley backup has never backed up this installation.',
      'Run parley backup regularly (docs/backup.md), unless you back up database, files and secrets with another tool.',
    );
  const days = Math.floor((now.getTime() - last.getTime()) / DAY_MS);
  const words = `The last backup is ${days} days old (${last.toISOString()}).`;
  const remedy =
    'Run parley backup, and see why its timer or cron job does not (with systemd: journalctl -u parley-backup).';
  if (days >= MOST_BACKUP_DAYS) return problem(words, remedy);
  if (days >= NOTED_BACKUP_DAYS) return note(words, remedy);
  return ok(`The last backup is of ${last.toISOString()}.`);
}

/** Words that stand in templates for a secret that somebody is to choose. */
const PLACEHOLDER =
  /example|change[-_ ]?(me|it|this)|replace[-_ ]?(me|it|this)|placeholder|your[-_ ]|dummy|insecure|^<.*>$|…|\.\.\./i;
const FEWEST_CHARACTERS = 6;

/** Secrets that others can guess: placeholders, and repetitions that somebody typed to make them long enough. */
export function guessableSecrets(given: Readonly<Record<string, string | undefined>>): Finding[] {
  const named = Object.entries(given).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  const findings: Finding[] = [];
  for (const { name, value } of named)
    if (PLACEHOLDER.test(value) || new Set(value).size < FEWEST_CHARACTERS)
      findings.push(
        problem(
          `${name} looks like a placeholder: whoever reads the documentation can guess it.`,
          'Set it to a random value, such as the output of openssl rand -hex 32. docs/security.md#rotate-secrets says how to change one that is in use.',
        ),
      );
  for (const same of Map.groupBy(named, ({ value }) => value).values())
    if (same.length > 1)
      findings.push(
        note(
          `${same.map(({ name }) => name).join(' and ')} have the same value: whoever learns one knows the others.`,
          'Give each a value of its own (docs/security.md#rotate-secrets).',
        ),
      );
  return findings;
}

/** What the keys of contacts' files are wrapped with. */
export function masterKey({ source, olderKeys = 0, unused, trouble }: MasterKeyFacts): Finding {
  const words = `Files of contacts are encrypted. The master key is ${source}.`;
  if (trouble !== undefined)
    return problem(
      `${words} It cannot be used: ${trouble}`,
      'Recordings, uploads and reports fail until the master key works.',
    );
  if (unused !== undefined)
    return note(
      `${words} A newer master key is configured but not in use: ${unused}.`,
      'Run parley rewrap-keys once every process was restarted with the newer key.',
    );
  if (olderKeys === 0) return ok(words);
  return note(
    `${words} The keys of ${olderKeys} contacts are still wrapped with an older master key.`,
    'Run parley rewrap-keys before you remove the older key.',
  );
}

export function certificate(host: string, validTo: Date, now: Date): Finding {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const remedy = 'Renew it; Caddy renews it by itself if it can be reached on port 80 or 443.';
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
  const ports = rtpPortTrouble(config);
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
    ...(config.PARLEY_CALLING_LAW === 'off'
      ? [
          note(
            "Trunk calls are not checked against the called country's law (calling hours, consent to recording): PARLEY_CALLING_LAW=off.",
            'Remove PARLEY_CALLING_LAW, unless whoever you call has asked for it: docs/compliance.md.',
          ),
        ]
      : []),
    ...(ports ? [note(ports.words, ports.remedy)] : []),
    config.SMTP_URL === undefined
      ? note(
          'No mail server is configured: mails are files in the data folder.',
          'Set SMTP_URL, or run parley init.',
        )
      : ok(`Mails go to ${new URL(config.SMTP_URL).host}.`),
  ];
}
