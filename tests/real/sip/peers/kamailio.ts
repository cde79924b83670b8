import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@parley/testing/free-port.ts';
import { programs } from '@parley/testing/programs.ts';

/** Debian's kamailio as a trunk: a real proxy, whose answer the last digits of the number choose. */
export const hasKamailio = !programs.kamailio.isMissing;

export interface Kamailio {
  readonly port: number;
  stop(): Promise<void>;
}

/** What it says to numbers that end with 0 and the code. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  500: 'Server Internal Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Server Time-out',
};
const refusals = Object.entries(REFUSALS)
  .map(([code, reason]) => `  if ($rU =~ "0${code}$") { sl_send_reply("${code}", "${reason}"); exit; }`)
  .join('\n');

/** As soon does what is behind it count as dead. */
const DEAD_MS = 2000;

interface Places {
  /** Where 302 leads. */
  readonly moved: string;
  readonly nowhere: number;
  /** A second port of it: to us another server, which is not the trunk. */
  readonly other: number;
}

const routes = (port: number, { moved, nowhere, other }: Places): string => `#!KAMAILIO
debug=0
log_stderror=yes
fork=no
children=1
listen=udp:127.0.0.1:${port}
listen=udp:127.0.0.1:${other}
loadmodule "sl.so"
loadmodule "pv.so"
loadmodule "textops.so"
loadmodule "auth.so"
loadmodule "tm.so"
modparam("tm", "fr_timer", ${DEAD_MS})
request_route {
  if (is_method("ACK|CANCEL")) exit;
  if (is_method("OPTIONS")) { sl_send_reply("200", "OK"); exit; }
  if ($rU =~ "9999$") exit;
  if ($rU =~ "0100$") { sl_send_reply("100", "Trying"); exit; }
  if ($rU =~ "0408$") { $du = "sip:127.0.0.1:${nowhere}"; t_relay(); exit; }
  if ($rU =~ "0407$") {
    if (!pv_proxy_authenticate("parley", "word", "0")) { proxy_challenge("parley", "1"); exit; }
    sl_send_reply("486", "Busy Here"); exit;
  }
  # To a server that asks for a password.
  if ($rU =~ "1302$") {
    append_to_reply("Contact: <sip:+41446680407@127.0.0.1:${other}>\\r\\n");
    sl_send_reply("302", "Moved Temporarily"); exit;
  }
  # Two numbers that send calls to each other.
  if ($rU =~ "[23]302$") {
    if ($rU =~ "2302$") append_to_reply("Contact: <sip:+41446683302@127.0.0.1:${port}>\\r\\n");
    else append_to_reply("Contact: <sip:+41446682302@127.0.0.1:${port}>\\r\\n");
    sl_send_reply("302", "Moved Temporarily"); exit;
  }
  # To itself, by another address each time.
  if ($rU =~ "4302$") {
    append_to_reply("Contact: <sip:$rU@127.0.0.1:${port};turn=$TV(Sn)>\\r\\n");
    sl_send_reply("302", "Moved Temporarily"); exit;
  }
  if ($rU =~ "0302$") {
    append_to_reply("Contact: <${moved}>\\r\\n");
    sl_send_reply("302", "Moved Temporarily"); exit;
  }
  if ($rU =~ "0021$") { append_to_reply("Reason: Q.850;cause=21\\r\\n"); sl_send_reply("403", "Forbidden"); exit; }
  if ($rU =~ "0041$") { append_to_reply("Reason: Q.850;cause=41\\r\\n"); sl_send_reply("603", "Decline"); exit; }
  if ($rU =~ "0102$") { append_to_reply("Reason: Q.850;cause=102\\r\\n"); sl_send_reply("504", "Server Time-out"); exit; }
  if ($rU =~ "0003$") { append_to_reply("Reason: Q.850;cause=3\\r\\n"); sl_send_reply("404", "Not Found"); exit; }
${refusals}
  sl_send_reply("486", "Busy Here");
}
`;

/** Passes everything on to where its address leads, stays in between, and adds a header to what comes back. */
const proxy = (port: number, header: string, rewriting: string, back: string): string => `#!KAMAILIO
debug=0
log_stderror=yes
fork=no
children=1
listen=udp:127.0.0.1:${port}
loadmodule "sl.so"
loadmodule "pv.so"
loadmodule "textops.so"
loadmodule "tm.so"
loadmodule "rr.so"
request_route {
  loose_route();
  if (is_method("INVITE|SUBSCRIBE")) record_route();
  ${rewriting}
  t_on_reply("BACK");
  t_relay();
}
onreply_route[BACK] {
  append_hf("${header}\\r\\n");
  ${back}
}
`;

/** As an outbound proxy. */
export const startKamailioProxy = (header = 'X-Proxy: Kamailio'): Promise<Kamailio> =>
  started((port) => proxy(port, header, '', ''));

/** As an outbound proxy that turns a hold with music into one without anything. */
export const startHoldingProxy = (): Promise<Kamailio> =>
  started((port) =>
    proxy(
      port,
      'X-Proxy: Kamailio',
      'replace_body("a=sendonly", "a=inactive");',
      // Otherwise the other side takes it for a hold of ours.
      'replace_body("a=inactive", "a=recvonly");',
    ),
  );

/** `moved`: where 302 leads; a busy number unless told otherwise. */
export async function startKamailio({
  moved,
}: {
  readonly moved?: string;
} = {}): Promise<Kamailio & { readonly otherPort: number }> {
  // Everything is taken there, and nothing said.
  const nowhere = createSocket('udp4').bind(0, '127.0.0.1');
  await once(nowhere, 'listening');
  const other = await freePort();
  const kamailio = await started((port) =>
    routes(port, {
      moved: moved ?? `sip:+41446680486@127.0.0.1:${port}`,
      nowhere: nowhere.address().port,
      other,
    }),
  );
  return {
    ...kamailio,
    otherPort: other,
    async stop() {
      await kamailio.stop();
      nowhere.close();
    },
  };
}

async function started(configOf: (port: number) => string): Promise<Kamailio> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'parley-kamailio-'));
  const file = join(folder, 'kamailio.cfg');
  await writeFile(file, configOf(port));
  const child = spawn('kamailio', ['-f', file, '-DD', '-E', '-m', '16', '-M', '8', '-Y', folder]);
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const gone = once(child, 'exit');
  await Promise.race([sleep(2000), gone]);
  if (child.exitCode !== null) throw new Error(`Kamailio did not start: ${said.slice(-2000)}`);
  return {
    port,
    async stop() {
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
