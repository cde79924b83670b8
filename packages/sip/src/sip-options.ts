import { isChallenge, loginRefusal, SipLogin } from './sip-digest.ts';
import type { SipRequest, SipResponse } from './sip-message.ts';
import { inTime } from './sip-time.ts';
import type { Hop } from './sip-transport.ts';
import type { SipTrunk } from './sip-trunk.ts';
import type { Reply, SipUserAgent } from './sip-user-agent.ts';

/** Sends OPTIONS to a trunk, to see whether it answers. Any response counts as an answer. */
export async function askOptions(agent: SipUserAgent, trunk: SipTrunk, hop: Hop): Promise<Reply> {
  const login = new SipLogin(trunk.settings.credentials, agent.random);
  const [callId, tag] = [agent.random.token(), agent.random.token()];
  let cseq = 0;
  const request = (): SipRequest => ({
    method: 'OPTIONS',
    uri: trunk.address,
    headers: [
      ...trunk.routes,
      ['max-forwards', '70'],
      ['from', `${trunk.from};tag=${tag}`],
      ['to', `<${trunk.address}>`],
      ['call-id', callId],
      ['cseq', `${++cseq} OPTIONS`],
      ['accept', 'application/sdp'],
      ...agent.about,
    ],
    body: '',
  });
  const reply = await agent.ask(request, hop, login);
  if (reply.kind === 'response') trunk.checked(reply.response.status);
  return reply;
}

/** A call that found nothing there waits no longer than this for the answer to OPTIONS. */
const PROBE_MS = 4000;

/**
 * Sends OPTIONS to the servers of a trunk at once, and reports what follows to its breaker. A trunk that has never
 * answered OPTIONS may ignore them and take calls: its silence proves nothing. True: it answers.
 */
export async function probeTrunk(agent: SipUserAgent, trunk: SipTrunk): Promise<boolean> {
  const hops = await trunk.hops(agent);
  const asked = hops.map(async (hop) => {
    const reply = await askOptions(agent, trunk, hop);
    return reply.kind === 'response' ? reply.response : undefined;
  });
  const answer = await inTime(firstOf(asked), PROBE_MS, agent.time);
  if (answer) {
    trunk.hasAnsweredOptions = true;
    trunk.breaker.answer();
    // Whoever asks again after our digest does not accept it.
    if (trunk.settings.credentials && isChallenge(answer.status))
      trunk.breaker.refuseLogin('OPTIONS', loginRefusal(answer));
    else trunk.breaker.acceptLogin('OPTIONS');
  } else {
    trunk.checked(null);
    if (trunk.hasAnsweredOptions)
      trunk.breaker.fail('dead', hops.length === 0 ? 'has no address' : 'does not answer', {
        isCertain: true,
      });
  }
  return answer !== undefined;
}

async function firstOf(asked: readonly Promise<SipResponse | undefined>[]): Promise<SipResponse | undefined> {
  const { promise, resolve } = Promise.withResolvers<SipResponse | undefined>();
  for (const one of asked) void one.then((answer) => (answer ? resolve(answer) : undefined));
  void Promise.all(asked).then(() => resolve(undefined));
  return promise;
}

/** Probes a trunk at intervals, and sooner while its breaker is open. */
export function watchTrunk(agent: SipUserAgent, trunk: SipTrunk, everyMs: number): () => void {
  let isStopped = false;
  let callOff = () => {};
  const lookLater = () => {
    const { trouble } = trunk.breaker;
    const waitMs =
      trouble?.fault === 'dead' ? Math.max(1000, Math.min(everyMs, trunk.breaker.restMs())) : everyMs;
    callOff = agent.time.after(waitMs, () => void look());
  };
  const look = async () => {
    await probeTrunk(agent, trunk);
    if (!isStopped) lookLater();
  };
  lookLater();
  return () => {
    isStopped = true;
    callOff();
  };
}
