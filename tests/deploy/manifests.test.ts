import { readdirSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '@parley/service/main/config.ts';
import { settings } from '@parley/service/main/settings/settings.ts';
import { NOT_IN_BACKUPS } from '@parley/service/storage/backup/object-copy.ts';
import { expect, test } from 'vitest';
import { composeWith, readCompose, type ComposeService as Service } from './compose.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const compose = readCompose(read('compose.yaml'));
const manifests = readdirSync(join(deploy, 'kubernetes')).filter((name) => name.endsWith('.yaml'));

/** Names in a text that would be settings of ours. */
const namedSettings = (text: string) => [...new Set(text.match(/\bPARLEY_[A-Z0-9_]+/g) ?? [])];

test.each(['Dockerfile', 'compose.yaml', 'example.env', ...manifests.map((name) => `kubernetes/${name}`)])(
  '%s sets only settings that exist',
  (name) => {
    // Read by the Caddyfile.
    const known = [...Object.keys(settings), 'PARLEY_UPSTREAM'];
    expect(namedSettings(read(name)).filter((setting) => !known.includes(setting))).toEqual([]);
  },
);

test('compose runs a process for each role with read-only roots, and defines every volume it uses', () => {
  for (const role of ['api', 'worker', 'media']) {
    const service = compose.services[role];
    expect(service?.command).toEqual(['start', '--role', role]);
    expect(service?.read_only).toBe(true);
    expect(service?.environment?.DATABASE_URL).toContain('@postgres:5432');
  }
  const named = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const missing = named
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((name) => !name.startsWith('.') && !Object.hasOwn(compose.volumes, name));
  expect(missing).toEqual([]);
});

test('everything that a service of compose.yaml names exists, and is healthy before the service starts', () => {
  for (const [name, { depends_on = [], networks = [] }] of Object.entries(compose.services)) {
    for (const network of networks)
      expect([name, ['default', ...Object.keys(compose.networks)]]).toEqual([
        name,
        expect.arrayContaining([network]),
      ]);
    if (Array.isArray(depends_on)) {
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...depends_on]));
      continue;
    }
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(condition).toBe('service_healthy');
      expect([other, compose.services[other]?.healthcheck]).toEqual([other, expect.any(Object)]);
    }
  }
});

test.each(['api', 'worker', 'media'])(
  'the service accepts what compose.yaml sets for the role %s',
  (role) => {
    const { environment = {} } = composeWith()[role] as Service;
    const { config, unknown } = loadConfig({ ...environment }, {});
    expect(unknown).toEqual([]);
    expect(config).toMatchObject({ PARLEY_S3_ENDPOINT: 'http://objects:8333', PARLEY_S3_BUCKET: 'parley' });
  },
);

test('the worker of compose.yaml has published ports for all its calls, and for a quarter of them once more', () => {
  const { environment = {}, ports = [] } = composeWith().worker as Service;
  const { PARLEY_RTP_PORTS: range, PARLEY_MAX_CALLS: calls } = loadConfig({ ...environment }, {}).config;
  expect(ports).toContain(`${range.from}-${range.to}:${range.from}-${range.to}/udp`);
  // Two for each, and two more while it is transferred.
  expect(range.to + 1 - range.from).toBeGreaterThanOrEqual(2 * 1.25 * calls);
  expect(composeWith({ PARLEY_MAX_CALLS: '60' }).worker?.environment?.PARLEY_MAX_CALLS).toBe('60');
});

test('the object store of compose.yaml has the bucket and the key that every process uses', () => {
  const services = composeWith({ PARLEY_S3_BUCKET: 'calls', PARLEY_S3_ACCESS_KEY_ID: 'key' });
  const { environment: store } = services.objects as Service;
  for (const role of ['api', 'worker', 'media', 'backup'])
    expect(services[role]?.environment).toMatchObject({
      PARLEY_S3_BUCKET: store?.S3_BUCKET,
      PARLEY_S3_ACCESS_KEY_ID: store?.AWS_ACCESS_KEY_ID,
      PARLEY_S3_SECRET_ACCESS_KEY: store?.AWS_SECRET_ACCESS_KEY,
    });
  expect(store?.S3_BUCKET).toBe('calls');
  expect(services['backup-objects']?.command).toContain('objects:calls');
  expect(services.objects?.command).toContain('-master.telemetry=false');
});

/** Keys of the object store that only the present may have: docs/failover.md. */
const ledgerIsLeftOut = NOT_IN_BACKUPS.map((folder) => `--exclude=/${folder}/**`);

test('no dial ledger is copied out of the bucket of compose.yaml, nor an old one into it', () => {
  const services = composeWith({ PARLEY_S3_BUCKET: 'calls' });
  const [saved, restored] = [services['backup-objects'], services['restore-objects']];
  const options = ['copy', '--config=/tmp/rclone.conf', '--metadata', ...ledgerIsLeftOut];
  expect(saved?.command).toEqual([...options, 'objects:calls', '/backups/bucket']);
  expect(restored?.command).toEqual([...options, '/backups/bucket', 'objects:calls']);
  expect({ ...restored, command: [] }).toEqual({ ...saved, command: [] });
});

test('the guides copy no dial ledger out of a bucket or back, and run services that compose.yaml has', () => {
  const guides = ['backup.md', 'deploy.md'].map((name) =>
    readFileSync(join(deploy, '../docs', name), 'utf8'),
  );
  const commands = guides.flatMap((guide) => guide.match(/^(?:rclone|docker compose) .*$/gm) ?? []);
  const copies = commands.filter((command) => command.startsWith('rclone'));
  expect(copies).toHaveLength(2);
  for (const copy of copies)
    expect(copy.replaceAll("'", '').split(' ')).toEqual(
      expect.arrayContaining(['--metadata', ...ledgerIsLeftOut]),
    );
  const run = commands.flatMap((command) => / run --rm ([\w-]+)/.exec(command)?.[1] ?? []);
  expect(run).toEqual(expect.arrayContaining(['backup-objects', 'restore-objects']));
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(run));
});

test('files of an earlier compose.yaml stay in the volume when S3 is set to nothing', () => {
  const s3 = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [
    `PARLEY_S3_${name}`,
    '',
  ]);
  const { environment = {} } = composeWith(Object.fromEntries(s3)).api as Service;
  expect(loadConfig({ ...environment }, {}).config.PARLEY_S3_ENDPOINT).toBeUndefined();
});

test('only the processes reach PostgreSQL and the object store, which publish no port', () => {
  expect(compose.networks.storage?.internal).toBe(true);
  for (const name of ['postgres', 'objects']) {
    expect(compose.services[name]?.networks).toEqual(['storage']);
    expect(compose.services[name]?.ports).toBeUndefined();
  }
  for (const name of ['caddy', 'coturn'])
    expect(compose.services[name]?.networks ?? []).not.toContain('storage');
});

test('images of others have a version', () => {
  for (const [name, { image = '' }] of Object.entries(compose.services))
    if (image !== 'parley') expect([name, image]).toEqual([name, expect.stringMatching(/:\d/)]);
});

test('links to files in compose lead to the public URL, and every process shares the same files', () => {
  for (const role of ['api', 'worker', 'media']) {
    const { environment, volumes } = compose.services[role] as Service;
    // A name that only containers know is of no use to a browser.
    const address = environment?.PARLEY_PUBLIC_URL ?? '';
    expect(Object.keys(compose.services)).not.toContain(URL.parse(address)?.hostname);
    expect(volumes).toEqual(['data:/data']);
  }
});

test('coturn in compose takes credentials per call, and relays to public addresses only', () => {
  const options = compose.services.coturn?.command ?? [];
  const secret = /\$\{(\w+)/.exec(compose.services.media?.environment?.PARLEY_TURN_SECRET ?? '')?.[1];
  expect(options).toEqual(
    expect.arrayContaining([
      '--use-auth-secret',
      `--static-auth-secret=\${${secret}}`,
      '--no-tcp-relay',
      '--no-multicast-peers',
    ]),
  );
  expect(options.filter((option) => option.startsWith('--user'))).toEqual([]);
  expect(compose.services.media?.environment?.PARLEY_ICE_SERVERS).not.toContain('@');
  const denied = new BlockList();
  for (const option of options) {
    const [, from = '', to = from] = /^--denied-peer-ip=([^-]+)(?:-(.+))?$/.exec(option) ?? [];
    // Node takes these for the IPv4 addresses in them, coturn does not.
    if (from.startsWith('::ffff:')) continue;
    if (isIP(from) !== 0) denied.addRange(from, to, isIP(from) === 6 ? 'ipv6' : 'ipv4');
  }
  const isDenied = (address: string) => denied.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const inside = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.18.0.2',
    '192.168.1.1',
  ];
  for (const address of [...inside, '198.18.0.1', '240.0.0.1', '::1', 'fd00::1', 'fe80::1'])
    expect([address, isDenied(address)]).toEqual([address, true]);
  for (const address of ['8.8.8.8', '100.128.0.1', '172.32.0.1', '2606:4700::1111'])
    expect([address, isDenied(address)]).toEqual([address, false]);
});

test('settings with secrets never become part of a container image', () => {
  expect(readFileSync(join(deploy, '../.dockerignore'), 'utf8').split('\n')).toContain('**/.env');
});

test('every secret in compose.yaml is listed in example.env, to be filled in', () => {
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const offered: readonly string[] = read('example.env').match(/^#?\w+(?==)/gm) ?? [];
  expect(required.filter((name) => !offered.includes(name ?? ''))).toEqual([]);
});

test('passwords generated as example.env says need no escaping in the database URL', () => {
  // Half of those in base64 have a slash, which ends the password.
  expect(read('example.env')).toMatch(/^# .*Secrets: openssl rand -hex \d+/m);
});

/** Longer than an agent talks by default, and then the minute that a process gives itself to close. */
function expectPatience({ drain, grace }: { readonly drain: unknown; readonly grace: unknown }): void {
  expect(Number(drain)).toBeGreaterThan(15 * 60);
  expect(Number(grace)).toBeGreaterThan(Number(drain) + 60);
}
/** There is one process: for so long nobody reaches the API. */
const LONGEST_AWAY_SECONDS = 10;

test('compose lets calls end before it stops a process, and keeps the API away for seconds only', () => {
  const services = composeWith();
  for (const role of ['worker', 'media'])
    expectPatience({
      drain: services[role]?.environment?.PARLEY_DRAIN_SECONDS,
      grace: /^(\d+)s$/.exec(services[role]?.stop_grace_period ?? '')?.[1],
    });
  expect(Number(services.api?.environment?.PARLEY_DRAIN_SECONDS)).toBeLessThanOrEqual(LONGEST_AWAY_SECONDS);
  expect(composeWith({ PARLEY_DRAIN_SECONDS: '600' }).worker?.environment?.PARLEY_DRAIN_SECONDS).toBe('600');
});

test("systemd lets calls end before it stops a process, and starts the role in the unit's name", () => {
  const unit = read('systemd/parley@.service');
  expect(unit).toMatch(/parley\.js start --role %i/);
  expectPatience({
    drain: /^Environment=PARLEY_DRAIN_SECONDS=(\d+)$/m.exec(unit)?.[1],
    grace: /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1],
  });
  const away = /^PARLEY_DRAIN_SECONDS=(\d+)$/m.exec(read('systemd/api.env'))?.[1];
  expect(Number(away)).toBeLessThanOrEqual(LONGEST_AWAY_SECONDS);
});

test('each role under systemd listens on its own port', () => {
  expect(read('systemd/parley@.service')).toMatch(
    /EnvironmentFile=\/etc\/parley\.env\n.*\nEnvironmentFile=-\/etc\/parley\/%i\.env/,
  );
  const ports = ['api', 'worker', 'media'].map(
    (role) => /^PORT=(\d+)$/m.exec(read(`systemd/${role}.env`))?.[1],
  );
  expect(new Set(ports).size).toBe(3);
  expect(ports).not.toContain(undefined);
});

test('the backup unit of systemd creates the folder that it writes to, and removes old backups', () => {
  const unit = read('systemd/parley-backup.service');
  const [, keep, folder] = /parley\.js backup --keep (\d+) (\S+)/.exec(unit) ?? [];
  expect(Number(keep)).toBeGreaterThan(0);
  expect(unit).toMatch(new RegExp(`^ExecStartPre=\\+\\S+ -d .*-o parley .*${folder}$`, 'm'));
});

test('the parley command of the deploy guide uses the user, folders and settings of the systemd units', () => {
  const unit = read('systemd/parley@.service');
  const guide = readFileSync(join(deploy, '../docs/deploy.md'), 'utf8');
  const script = /cat > \/usr\/local\/sbin\/parley .*?\nEND\n/s.exec(guide)?.[0] ?? '';
  // As it is where nothing else is asked for.
  const wrapper = script.replaceAll(/"\$\{\w+:-([^}]*)\}"/g, '$1');
  for (const line of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile']) {
    const setting = new RegExp(`^${line}=\\S+$`, 'm').exec(unit)?.[0];
    expect(wrapper).toContain(`-p ${setting}`);
  }
  expect(wrapper).toContain(/PARLEY_DATA_DIR=\S+/.exec(unit)?.[0]);
  expect(wrapper).toContain(/^ExecStart=(\S+ \S+)/m.exec(unit)?.[1]);
});

test('coturn without containers refuses the same peers as in compose', () => {
  const guide = readFileSync(join(deploy, '../docs/web-calls.md'), 'utf8');
  const configured = /cat > \/etc\/turnserver\.conf .*?\nEND\n/s.exec(guide)?.[0] ?? '';
  const [, pattern = 'missing'] = /sed -n 's\/(.+)\/\\1\/p' deploy\/compose\.yaml/.exec(guide) ?? [];
  const denied = new RegExp(pattern.replaceAll('\\(', '(').replaceAll('\\)', ')'));
  for (const argument of compose.services.coturn?.command ?? []) {
    const [name = ''] = argument.replace(/^--/, '').split('=');
    if (name === 'denied-peer-ip') expect(`      - ${argument}`).toMatch(denied);
    else expect(configured).toMatch(new RegExp(`^${name}(=|$)`, 'm'));
  }
});
