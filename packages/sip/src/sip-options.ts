import { bracketed } from './sip-address.ts';
import { SipLogin } from './sip-digest.ts';
import type { SipRequest } from './sip-message.ts';
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
      ['max-forwards', '70'],
      ['from', `<sip:parley@${bracketed(trunk.host)}>;tag=${tag}`],
      ['to', `<${trunk.address}>`],
      ['call-id', callId],
      ['cseq', `${++cseq} OPTIONS`],
      ['accept', 'application/sdp'],
      ...agent.about,
    ],
    body: '',
  });
  return agent.ask(request, hop, login);
}

/**
 * Sends OPTIONS at intervals. A trunk that stops answering rests for a while, so that calls use another one. A trunk that
 * has never answered is left in use: some ignore OPTIONS but take calls.
 */
export function watchTrunk(
  agent: SipUserAgent,
  trunk: SipTrunk,
  everyMs: number,
  onTrouble: (words: string) => void = () => {},
): () => void {
  let isStopped = false;
  let wasSilent = false;
  let hasAnswered = false;
  let callOff = () => {};
  const look = async () => {
    const [hop] = await agent.hopsTo(trunk.address);
    const reply = hop && (await askOptions(agent, trunk, hop));
    if (isStopped) return;
    const isSilent = reply === undefined || reply.kind === 'silence';
    if (isSilent && hasAnswered && !wasSilent)
      onTrouble(`The telephone trunk ${trunk.host} has stopped responding. Run npx parley trunk check.`);
    if (isSilent && hasAnswered) trunk.rest(null);
    else if (!isSilent && wasSilent) trunk.work();
    wasSilent = isSilent;
    hasAnswered ||= !isSilent;
    callOff = agent.time.after(everyMs, () => void look());
  };
  callOff = agent.time.after(everyMs, () => void look());
  return () => {
    isStopped = true;
    callOff();
  };
}
