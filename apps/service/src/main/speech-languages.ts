import { type Language, languages, localeOf } from '@parley/language/language.ts';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { isSpoken, type SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import type { Config } from './config.ts';
import { type Knows, sttVendors, ttsVendors, type Vendors } from './speech-vendors.ts';

export const offlineKnows: Knows = (language) => language === 'en';

/** What is known of languages by all who are configured or installed, without asking any of them. */
export function speechLanguages(config: Config, { stt, tts }: SpeechPackages): SpokenLanguages {
  const sttLanguages = knownBy(sttVendors, config, 'files' in stt);
  const ttsLanguages = knownBy(ttsVendors, config, 'files' in tts);
  return {
    transcribes: (language) => isKnown(sttLanguages, [...config.PARLEY_STT, 'offline'], language),
    speaks: (language, { provider }) =>
      isKnown(ttsLanguages, [...config.PARLEY_TTS, 'offline', provider ?? 'offline'], language),
  };
}

function knownBy(
  vendors: Vendors<string, unknown>,
  config: Config,
  isInstalled: boolean,
): ReadonlyMap<string, Knows> {
  const known = new Map<string, Knows>(isInstalled ? [['offline', offlineKnows]] : []);
  for (const [name, configured] of Object.entries(vendors)) {
    const vendor = configured(config);
    if (vendor !== undefined) known.set(name, vendor.knows);
  }
  return known;
}

const isKnown = (known: ReadonlyMap<string, Knows>, names: readonly string[], language: Language): boolean =>
  names.some((name) => known.get(name)?.(language.toLowerCase()));

/** What becomes of calls that nobody here can speak, for whoever runs the service. */
export const OTHER_LANGUAGES =
  'In any other a call in the browser is typed, and one on the telephone is not understood: vendors know more languages, see docs/speech.md.';

/** Which languages calls are spoken in, and what is to be said of the others if there are any. */
export function languageLine(spoken: SpokenLanguages, ofOthers: string): string {
  const known = languages.filter((language) => isSpoken(spoken, language, { provider: null }));
  if (known.length === languages.length) return `Calls are spoken in all ${known.length} languages.`;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const list = known.map((language) => names.of(localeOf(language)) ?? language);
  return `Calls are spoken in ${new Intl.ListFormat('en').format(list) || 'no language'}. ${ofOthers}`;
}
