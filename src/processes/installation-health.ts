import type { SpeechPackages } from '../calls/speech/offline/speech-packages.ts';
import { isSpoken } from '../calls/speech/spoken-languages.ts';
import type { HealthView } from '../domains/console/overview.model.ts';
import { languages } from '../kernel/language.ts';
import type { Config } from './config.ts';
import { hasTrunk } from './sip.ts';
import { languageLine, speechLanguages } from './speech-languages.ts';

/** How the parts of this installation are, in words for the people of a company: no address and no key. */
export function installationHealth(
  config: Config,
  packages: SpeechPackages,
  isHearingOthers: () => boolean,
): () => HealthView[] {
  // What is configured and installed stays as it is while the process runs.
  const settled = [
    telephone(config),
    speech(config, packages),
    model(config),
    recording(config),
    mail(config),
  ];
  return () => [database(isHearingOthers()), ...settled];
}

const database = (isHearingOthers: boolean): HealthView =>
  isHearingOthers
    ? { part: 'Database', state: 'ok', words: 'The database answers.' }
    : {
        part: 'Database',
        state: 'degraded',
        words: 'The database answers, and its notifications do not come: what happens elsewhere shows late.',
      };

const telephone = (config: Config): HealthView =>
  hasTrunk(config)
    ? { part: 'Telephone', state: 'ok', words: 'Calls go out by the telephone network.' }
    : {
        part: 'Telephone',
        state: 'off',
        words: 'No trunk is configured: calls stay on the simulated network (PARLEY_SIP_TRUNK).',
      };

function speech(config: Config, packages: SpeechPackages): HealthView {
  const spoken = speechLanguages(config, packages);
  if (!languages.some((language) => isSpoken(spoken, language, { provider: null })))
    return { part: 'Speech', state: 'off', words: 'No ear and voice are installed: web calls are typed.' };
  const hasStandIn = 'files' in packages.ear && 'files' in packages.voice;
  const words = languageLine(spoken, 'In any other web calls are typed.');
  return {
    part: 'Speech',
    state: 'ok',
    words: hasStandIn ? words : `${words} There is nobody to take the vendor's place.`,
  };
}

const model = (config: Config): HealthView =>
  config.PARLEY_MODEL === undefined
    ? {
        part: 'Language model',
        state: 'off',
        words: 'None is configured: the rules hold and read the calls (PARLEY_MODEL).',
      }
    : {
        part: 'Language model',
        state: 'ok',
        words: 'A language model holds the calls; rules take its place where it fails.',
      };

const recording = (config: Config): HealthView =>
  config.PARLEY_RECORDING === 'on'
    ? { part: 'Recording', state: 'ok', words: 'Spoken calls are recorded.' }
    : { part: 'Recording', state: 'off', words: 'Calls are not recorded (PARLEY_RECORDING).' };

const mail = (config: Config): HealthView =>
  config.SMTP_URL === undefined
    ? { part: 'Mail', state: 'off', words: 'Mails are written into the data folder (SMTP_URL).' }
    : { part: 'Mail', state: 'ok', words: 'Mails are sent.' };
