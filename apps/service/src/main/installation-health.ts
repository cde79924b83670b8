import type { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import type { HealthView } from '@parley/contract/overview.ts';
import { languages } from '@parley/language/language.ts';
import type { TrunkFault } from '@parley/sip/trunk-breaker.ts';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { isSpoken } from '@parley/speech/spoken-languages.ts';
import type { Config } from './config.ts';
import type { InstallationChecks, RemotePart, Trouble } from './installation-checks.ts';
import { overallState, type TrunkState } from './sip.ts';
import { languageLine, speechLanguages } from './speech-vendors.ts';

export interface HealthSources {
  readonly config: Config;
  readonly packages: SpeechPackages;
  readonly checks: InstallationChecks;
  /** Of the model that holds calls: what went wrong with its latest request. */
  readonly modelTrouble: () => ModelFailure | undefined;
  readonly isHearingOthers: () => boolean;
}

/** How the parts of this installation are, in words for the people of a company: no address and no key. */
export function installationHealth({
  config,
  packages,
  checks,
  modelTrouble,
  isHearingOthers,
}: HealthSources): () => Promise<HealthView[]> {
  return async () => [
    database(isHearingOthers()),
    storageHealth(await checks.storage.now(), await checks.masterKey.now()),
    telephoneHealth(checks.trunks, await checks.dialling.now()),
    speech(config, packages, checks.speech),
    model(config, modelTrouble()),
    recording(config),
    mail(checks.mail),
  ];
}

const database = (isHearingOthers: boolean): HealthView =>
  isHearingOthers
    ? { part: 'Database', state: 'ok', words: 'The database answers.' }
    : {
        part: 'Database',
        state: 'degraded',
        words:
          'The database answers, but its notifications (LISTEN/NOTIFY) do not arrive: changes made by other Parley processes appear late.',
      };

export function storageHealth(trouble: Trouble, masterKeyTrouble: Trouble): HealthView {
  const part = 'Storage';
  if (trouble !== undefined)
    return {
      part,
      state: 'degraded',
      words: `${trouble}. Recordings and uploads fail until they can.`,
    };
  if (masterKeyTrouble !== undefined)
    return {
      part,
      state: 'degraded',
      words:
        'Files of contacts cannot be encrypted or decrypted: the master key cannot be used. Recordings and uploads fail until it can.',
    };
  return { part, state: 'ok', words: 'Files can be written.' };
}

const faultWords: Readonly<Record<TrunkFault, string>> = {
  dead: 'does not answer',
  login: 'rejects the configured user and password',
  credit: 'has no credit left',
  failing: 'fails every call',
};

export function telephoneHealth(trunks: InstallationChecks['trunks'], pause?: Trouble): HealthView {
  const part = 'Telephone';
  if (pause !== undefined) return { part, state: 'degraded', words: pause };
  if (trunks === undefined)
    return {
      part,
      state: 'off',
      words: 'No trunk is configured: calls stay on the simulated network (PARLEY_SIP_TRUNK).',
    };
  const states = trunks.states();
  const state = overallState(states);
  const why = [...new Set(states.flatMap(troubleWords))];
  if (state === 'down')
    return {
      part,
      state,
      words: `The telephone network ${why.join(' or ')}: calls wait, and are placed when it works again.`,
    };
  if (state === 'degraded')
    return { part, state, words: `A trunk ${why.join(' or ')}: calls go through the other trunks.` };
  if (trunks.check.latest() !== undefined)
    return {
      part,
      state: 'degraded',
      words: 'The telephone network does not answer: calls wait until it does.',
    };
  return states.some(({ isKnownToWork }) => isKnownToWork)
    ? { part, state: 'ok', words: 'Calls go to the telephone network.' }
    : {
        part,
        state: 'unknown',
        words:
          states.length === 0
            ? 'Other processes place the calls: whether the telephone network answers them is not known here.'
            : 'No trunk has answered yet, and no call has gone through.',
      };
}

const troubleWords = ({ trouble, since }: TrunkState): string[] =>
  trouble ? [`${faultWords[trouble.fault]}${since ? ` (since ${minuteOf(since)} UTC)` : ''}`] : [];
const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

function speech(config: Config, packages: SpeechPackages, vendors: InstallationChecks['speech']): HealthView {
  const spoken = speechLanguages(config, packages);
  if (!languages.some((language) => isSpoken(spoken, language, { provider: null })))
    return { part: 'Speech', state: 'off', words: 'No STT and TTS are installed: web calls are typed.' };
  const hasStandIn = 'files' in packages.stt && 'files' in packages.tts;
  const words = languageLine(spoken, 'In other languages web calls are typed.');
  const away = vendors.filter(({ check }) => check.latest() !== undefined).map(({ name }) => name);
  if (away.length > 0)
    return { part: 'Speech', state: 'degraded', words: `${away.join(' and ')} cannot be reached. ${words}` };
  return {
    part: 'Speech',
    state: 'ok',
    words: hasStandIn ? words : `${words} No other vendor is configured as a fallback.`,
  };
}

function model(config: Config, trouble: ModelFailure | undefined): HealthView {
  const part = 'Language model';
  if (config.PARLEY_MODEL === undefined)
    return {
      part,
      state: 'off',
      words: 'None is configured: the built-in rules conduct and analyse calls (PARLEY_MODEL).',
    };
  if (trouble === undefined)
    return {
      part,
      state: 'ok',
      words: 'A language model conducts the calls. If it fails, the built-in rules take over.',
    };
  const why = trouble.kind === 'refused' ? 'rejects the requests of this service' : 'does not answer';
  return {
    part,
    state: 'degraded',
    words: `The language model ${why}: the built-in rules conduct and analyse calls until it works.`,
  };
}

const recording = (config: Config): HealthView =>
  config.PARLEY_RECORDING === 'on'
    ? { part: 'Recording', state: 'ok', words: 'Spoken calls are recorded.' }
    : { part: 'Recording', state: 'off', words: 'Calls are not recorded (PARLEY_RECORDING).' };

function mail(server: RemotePart | undefined): HealthView {
  const part = 'Mail';
  if (server === undefined)
    return { part, state: 'off', words: 'Mails are written into the data folder (SMTP_URL).' };
  return server.check.latest() === undefined
    ? { part, state: 'ok', words: 'Mails are sent.' }
    : {
        part,
        state: 'degraded',
        words: 'The mail server cannot be reached: mails are retried until it answers.',
      };
}
