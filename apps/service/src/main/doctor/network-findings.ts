import { withTimeout } from '@parley/kernel/concurrency.ts';
import { languages } from '@parley/language/language.ts';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { isSpoken } from '@parley/speech/spoken-languages.ts';
import { trunkTrouble } from '@parley/telephone/trunk-check.ts';
import type { Config } from '../config.ts';
import {
  iceServerTrouble,
  RELAY_ACCOUNT_REMEDY,
  readIceServers,
  relayAccountWarning,
  TCP_RELAY_REMEDY,
  tcpRelayWarning,
  turnTrouble,
} from '../ice-servers.ts';
import { hasTrunk, openConfiguredExchange } from '../sip.ts';
import { languageLine, OTHER_LANGUAGES, speechLanguages } from '../speech-vendors.ts';
import type { Finding } from './finding.ts';

const TRUNK_MS = 5000;
const ICE_MS = 3000;

/** Asks each trunk with OPTIONS, from a free port: that of the setting is the running service's. Registers nowhere. */
export async function trunkFindings(config: Config): Promise<Finding[]> {
  if (!hasTrunk(config)) return [];
  const remedy = 'Calls over this trunk wait until it answers. Run parley trunk check for details.';
  const { host } = config.PARLEY_SIP_BIND;
  try {
    const exchange = await openConfiguredExchange(
      { ...config, PARLEY_SIP_BIND: { host, port: 0 } },
      () => {},
    );
    try {
      return await Promise.all(
        exchange.trunks.map(async (trunk): Promise<Finding> => {
          const late = `${trunk.host} does not answer within ${TRUNK_MS / 1000} s.`;
          const trouble = await withTimeout(TRUNK_MS, trunkTrouble(exchange.agent, trunk), late).catch(
            (error: Error) => error.message,
          );
          return trouble === undefined
            ? { state: 'ok', words: `The trunk ${trunk.host} answers.` }
            : { state: 'problem', words: `The trunk ${trunk.host}: ${trouble}`, remedy };
        }),
      );
    } finally {
      await exchange.close();
    }
  } catch (error) {
    return [
      { state: 'problem', words: `The trunks could not be tried: ${(error as Error).message}`, remedy },
    ];
  }
}

/** STUN and TURN servers of web calls. Relays are asked for an address, as for a call. */
export const iceFindings = (config: Config, now: Date): Promise<Finding[]> =>
  Promise.all(
    readIceServers(config).map(async (server): Promise<Finding> => {
      const trouble = await iceServerTrouble(server, ICE_MS);
      if (trouble !== undefined)
        return {
          state: 'problem',
          words: `${server.url} of PARLEY_ICE_SERVERS ${trouble}.`,
          remedy: `Web calls that need this server have no audio: start it, and open port ${server.port} (${server.transport.toUpperCase()}).`,
        };
      if (server.transport === 'tcp')
        return { state: 'note', words: tcpRelayWarning(server), remedy: TCP_RELAY_REMEDY };
      const refusal = await turnTrouble(server, config, now, ICE_MS);
      if (refusal !== undefined)
        return {
          state: 'problem',
          words: `${server.url} of PARLEY_ICE_SERVERS ${refusal}.`,
          remedy: 'Web calls that need this relay have no audio. docs/web-calls.md#turn shows its settings.',
        };
      if (server.hasAccount)
        return { state: 'note', words: relayAccountWarning(server), remedy: RELAY_ACCOUNT_REMEDY };
      const does = server.url.startsWith('stun') ? 'answers' : 'answers and accepts our credentials';
      return { state: 'ok', words: `${server.url} of PARLEY_ICE_SERVERS ${does}.` };
    }),
  );

/** Whether calls can be spoken at all, and in which languages. Vendors are asked elsewhere. */
export function speechFinding(config: Config, packages: SpeechPackages): Finding {
  const spoken = speechLanguages(config, packages);
  if (languages.some((language) => isSpoken(spoken, language, { provider: null })))
    return { state: 'ok', words: languageLine(spoken, OTHER_LANGUAGES) };
  const missing = [
    ...('missing' in packages.stt ? ['STT'] : []),
    ...('missing' in packages.tts ? ['TTS'] : []),
  ].join(' and no ');
  return {
    state: hasTrunk(config) ? 'problem' : 'note',
    words: `No call can be spoken: no ${missing} is installed or configured. Web calls are typed${hasTrunk(config) ? ', and the service does not start with a trunk' : ''}.`,
    remedy:
      'Run npx parley speech install for offline speech in English, or configure a vendor (docs/speech.md).',
  };
}
