import { readdirSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { settings } from '@parley/service/main/settings/settings.ts';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const manifests = readdirSync(join(deploy, 'kubernetes')).filter((name) => name.endsWith('.yaml'));

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
};

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

test('compose has a process for each role, with read-only roots, and every volume it names', () => {
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

test('links to files in compose lead to the public address, and every process has the same files', () => {
  for (const role of ['api', 'worker', 'media']) {
    const { environment, volumes } = compose.services[role] as Service;
    // A name that only containers know is of no use to a browser.
    const address = environment?.PARLEY_PUBLIC_URL ?? '';
    expect(Object.keys(compose.services)).not.toContain(URL.parse(address)?.hostname);
    expect(volumes).toEqual(['data:/data']);
  }
});

test('coturn of compose gives each call credentials of its own, and relays to public addresses only', () => {
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

test('settings with secrets never become part of an image', () => {
  expect(readFileSync(join(deploy, '../.dockerignore'), 'utf8').split('\n')).toContain('**/.env');
});

test('every secret of compose.yaml is in example.env, to be filled in', () => {
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const offered: readonly string[] = read('example.env').match(/^#?\w+(?==)/gm) ?? [];
  expect(required.filter((name) => !offered.includes(name ?? ''))).toEqual([]);
});

test('passwords made as example.env says fit into the address of the database', () => {
  // Half of those in base64 have a slash, which ends the password.
  expect(read('example.env')).toMatch(/^# .*Secrets: openssl rand -hex \d+/m);
});

test('kustomization.yaml names every manifest, and each has one or more whole objects', () => {
  const { resources } = parse(read('kubernetes/kustomization.yaml')) as { resources: string[] };
  expect(resources.toSorted()).toEqual(manifests.filter((name) => name !== 'kustomization.yaml').toSorted());
  for (const name of resources)
    for (const document of parseAllDocuments(read(`kubernetes/${name}`))) {
      expect(document.errors).toEqual([]);
      expect(document.toJS()).toMatchObject({
        apiVersion: expect.any(String),
        kind: expect.any(String),
        metadata: { name: expect.any(String) },
      });
    }
});

test.each(['api', 'worker', 'media'])('pods of %s drain calls before they are ended', (role) => {
  const [deployment] = parseAllDocuments(read(`kubernetes/${role}.yaml`)).map((one) => one.toJS());
  const { PARLEY_DRAIN_SECONDS: drain } = (
    parse(read('kubernetes/settings.yaml')) as { data: Record<string, string> }
  ).data;
  const pod = deployment.spec.template.spec;
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain));
  expect(pod.securityContext.runAsNonRoot).toBe(true);
  expect(pod.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
  expect(pod.containers[0].readinessProbe.httpGet.path).toBe('/readyz');
});

test('systemd gives calls time to end, and starts the role in its name', () => {
  const unit = read('systemd/parley@.service');
  expect(unit).toMatch(/parley\.js start --role %i/);
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(60);
});

test('roles under systemd listen on a port each', () => {
  expect(read('systemd/parley@.service')).toMatch(
    /EnvironmentFile=\/etc\/parley\.env\n.*\nEnvironmentFile=-\/etc\/parley\/%i\.env/,
  );
  const ports = ['api', 'worker', 'media'].map(
    (role) => /^PORT=(\d+)$/m.exec(read(`systemd/${role}.env`))?.[1],
  );
  expect(new Set(ports).size).toBe(3);
  expect(ports).not.toContain(undefined);
});

test('the backup under systemd creates the folder that it writes to, and removes old backups', () => {
  const unit = read('systemd/parley-backup.service');
  const [, keep, folder] = /parley\.js backup --keep (\d+) (\S+)/.exec(unit) ?? [];
  expect(Number(keep)).toBeGreaterThan(0);
  expect(unit).toMatch(new RegExp(`^ExecStartPre=\\+\\S+ -d .*-o parley .*${folder}$`, 'm'));
});

test('commands beside the units run with their user, folders and settings', () => {
  const unit = read('systemd/parley@.service');
  const guide = readFileSync(join(deploy, '../docs/deploy.md'), 'utf8');
  const wrapper = /cat > \/usr\/local\/sbin\/parley .*?\nEND\n/s.exec(guide)?.[0] ?? '';
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
