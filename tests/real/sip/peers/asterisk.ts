import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@parley/testing/free-port.ts';
import { asteriskFiles, programs } from '@parley/testing/programs.ts';

/** Debian's Asterisk as a trunk, whose dialplan is in the number. */
export const hasAsterisk = !programs.asterisk.isMissing;

export const USER = 'parley';
export const PASSWORD = 'word';

export interface Asterisk {
  readonly port: number;
  /** Runs a command of its console. */
  tell(command: string): Promise<string>;
  stop(): Promise<void>;
}

/** Numbers, and what happens there. */
export const NUMBERS = {
  /** A tone of 1004 Hz. */
  tone: '+41446681004',
  /** What was said comes back. */
  echo: '+41446681000',
  /** Reads three keys and presses them itself. */
  keys: '+41446681003',
  /** Somebody at a second channel: can be transferred. */
  person: '+41446681100',
  /** Whom they are transferred to. */
  colleague: '+41446681200',
  busy: '+41446681486',
} as const;

const DIALPLAN = `[general]
[parley]
exten => ${NUMBERS.tone},1,Answer()
 same => n,Milliwatt()
exten => ${NUMBERS.echo},1,Answer()
 same => n,Echo()
exten => ${NUMBERS.keys},1,Answer()
 same => n,Read(KEYS,,3,,1,10)
 same => n,SendDTMF(\${KEYS})
 same => n,Wait(30)
exten => ${NUMBERS.person},1,Answer()
 same => n,Dial(Local/${NUMBERS.tone}@parley)
exten => ${NUMBERS.colleague},1,Answer()
 same => n,Milliwatt()
exten => ${NUMBERS.busy},1,Busy(1)
`;

/** It answers in another codec than it sends, knows us by the user who has registered, and tells us of a hold. */
const account = (user: string, more = ''): string => `[${user}]
type=auth
auth_type=userpass
username=${user}
password=${PASSWORD}
[${user}]
type=aor
max_contacts=4
remove_existing=yes
[${user}]
type=endpoint
context=parley
disallow=all
allow=alaw,ulaw,g722
asymmetric_rtp_codec=yes
identify_by=username,auth_username
auth=${user}
aors=${user}
direct_media=no
rtp_symmetric=yes
trust_id_inbound=yes
moh_passthrough=yes
${more}
`;

const peers = (port: number, users: ReadonlyMap<string, string>): string =>
  [
    '[global]\ntype=global\nendpoint_identifier_order=ip,username,auth_username,anonymous\n',
    `[udp]\ntype=transport\nprotocol=udp\nbind=127.0.0.1:${port}\n`,
    account(USER),
    ...[...users].map(([user, more]) => account(user, more)),
  ].join('');

/** Takes calls of everybody, for redirected ones: their caller has no password here. */
const OPEN = `[anonymous]
type=endpoint
context=parley
disallow=all
allow=alaw,ulaw
`;

const SETTINGS: Readonly<Record<string, string>> = {
  'modules.conf':
    '[modules]\nautoload=yes\nnoload=chan_iax2.so\nnoload=chan_console.so\nnoload=chan_unistim.so\nnoload=chan_motif.so\nnoload=res_http_websocket.so\n',
  'logger.conf': '[logfiles]\nconsole => error,warning\n',
  'rtp.conf': '[general]\nrtpstart=21000\nrtpend=21400\n',
  'extensions.conf': DIALPLAN,
};

/** Telephones that a number rings, by their SIP addresses. */
const telephones = (phones: ReadonlyMap<string, string>) => ({
  'pjsip.conf': [...phones].map(
    ([number, address]) =>
      `[${number}]\ntype=aor\ncontact=${address}\n[${number}]\ntype=endpoint\naors=${number}\ndisallow=all\nallow=alaw,ulaw\ndirect_media=no\n`,
  ),
  'extensions.conf': [...phones.keys()].map(
    (number) => `exten => ${number},1,Dial(PJSIP/${number},60)\n same => n,Hangup(\${HANGUPCAUSE})\n`,
  ),
});

export interface AsteriskOptions {
  readonly phones?: ReadonlyMap<string, string>;
  /** More accounts with the same password, and what their endpoints have besides. */
  readonly users?: ReadonlyMap<string, string>;
  /** More numbers, as lines of the dialplan. */
  readonly numbers?: string;
  /** WAV files by their names: the dialplan plays them as ${SOUNDS}/name. */
  readonly sounds?: ReadonlyMap<string, Buffer>;
  /** It takes calls without a password. */
  readonly isOpen?: boolean;
  /** Where it listens; absent: at any free one. */
  readonly port?: number;
}

/** `own`: files of another configuration, which knows USER and has `bind=0.0.0.0:5060`. */
export async function startAsterisk(
  own: Readonly<Record<string, string>> = {},
  {
    phones = new Map(),
    users = new Map(),
    numbers = '',
    sounds = new Map(),
    isOpen = false,
    port: wanted,
  }: AsteriskOptions = {},
): Promise<Asterisk> {
  const files = asteriskFiles();
  if (files === undefined) throw new Error('Asterisk is not installed');
  const port = wanted ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'parley-asterisk-'));
  const at = (name: string) => join(folder, name);
  for (const name of ['run', 'spool', 'log', 'lib', 'etc', 'sounds']) await mkdir(at(name));
  for (const [name, wav] of sounds) await writeFile(at(`sounds/${name}.wav`), wav);
  const rung = telephones(phones);
  const globals = `\n[globals]\nSOUNDS=${at('sounds')}\n`;
  const more: Readonly<Record<string, readonly string[]>> = {
    'pjsip.conf': [...rung['pjsip.conf'], ...(isOpen ? [OPEN] : [])],
    'extensions.conf': [...rung['extensions.conf'], numbers, globals],
  };
  for (const [name, text] of Object.entries({ ...SETTINGS, 'pjsip.conf': peers(port, users), ...own })) {
    const whole = [text, ...(more[name] ?? [])].join('');
    await writeFile(at(`etc/${name}`), whole.replace('bind=0.0.0.0:5060', `bind=127.0.0.1:${port}`));
  }
  const folders = {
    astetcdir: at('etc'),
    astmoddir: files.modules,
    astvarlibdir: at('lib'),
    astdbdir: at('lib'),
    astkeydir: at('lib'),
    astdatadir: files.data,
    astagidir: at('lib'),
    astspooldir: at('spool'),
    astrundir: at('run'),
    astlogdir: at('log'),
  };
  const lines = Object.entries(folders).map(([name, path]) => `${name} => ${path}`);
  await writeFile(at('etc/asterisk.conf'), `[directories]\n${lines.join('\n')}\n[options]\nnofork = yes\n`);
  const [command = '', ...args] = files.command;
  const run = (...more: string[]) => spawn(command, [...args, '-C', at('etc/asterisk.conf'), ...more]);
  const child = run('-f');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const gone = once(child, 'exit');
  const tell = async (words: string): Promise<string> => {
    const asked = run('-rx', words);
    let reply = '';
    asked.stdout.on('data', (text) => {
      reply += text;
    });
    await once(asked, 'exit');
    return reply;
  };
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 120)
      throw new Error(`Asterisk did not start: ${said.slice(-2000)}`);
    if (
      (await tell('core show uptime')).includes('uptime') &&
      (await tell('pjsip show endpoints')).includes(USER)
    )
      break;
    await sleep(500);
  }
  return {
    port,
    tell,
    async stop() {
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
