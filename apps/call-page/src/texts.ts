import { type Language, languages } from '@parley/language/language.ts';
import { expanded, type LocaleFile } from '@parley/language/locale-text.ts';

type With<Name extends string> = `${string}{${Name}}${string}`;

/**
 * Everything that the page says: `locales/<code>/call-page.json` of the language package. Its schema refuses a text that
 * is missing or lost its name in braces. Names stand where no language bends them, and nothing depends on whether a man
 * or a woman reads it.
 */
export interface Texts {
  readonly pageTitle: string;
  readonly opening: string;

  readonly greeting: With<'name'>;
  readonly greetingUnnamed: string;
  readonly invitation: With<'company'>;
  readonly topic: string;
  readonly machine: With<'agent'>;
  /** A word or two beside the agent's name. */
  readonly machineBadge: string;
  readonly recorded: string;
  /** Nobody can talk in this call. */
  readonly inWriting: string;
  /** Nobody can talk yet. Only English has it: the speech to text that Parley installs by itself knows no other language. */
  readonly speechComing?: string;
  readonly useMicrophone: string;
  readonly typeInstead: string;
  readonly unsupported: string;
  readonly continueCall: string;

  readonly microphoneTitle: string;
  readonly microphoneAsk: string;
  readonly microphoneHint: string;
  readonly microphoneHeard: string;
  readonly microphoneQuiet: string;
  readonly microphoneChoice: string;
  readonly join: string;
  readonly refusedTitle: string;
  readonly refusedText: string;
  readonly missingTitle: string;
  readonly missingText: string;
  readonly busyTitle: string;
  readonly busyText: string;
  readonly tryAgain: string;

  readonly connecting: string;
  readonly ending: string;
  readonly yourTurn: string;
  readonly speaking: With<'agent'>;
  readonly writing: With<'agent'>;
  readonly you: string;
  readonly mute: string;
  readonly unmute: string;
  readonly muted: string;
  readonly type: string;
  readonly talkInstead: string;
  readonly messageLabel: string;
  readonly send: string;
  readonly captions: string;
  readonly end: string;
  readonly endQuestion: string;
  readonly endNow: string;
  readonly stay: string;
  readonly reconnecting: string;
  readonly reconnected: string;
  readonly messageFailed: string;
  readonly voiceFailed: string;

  readonly thanksTitle: string;
  readonly thanksText: string;
  readonly overTitle: string;
  readonly leftText: string;
  readonly comeBack: string;
  readonly lostTitle: string;
  readonly lostText: string;
  readonly brokenTitle: string;
  readonly brokenText: string;

  readonly earlyTitle: string;
  /** A time follows on a line of its own. */
  readonly earlyText: string;
  readonly earlyHint: string;
  readonly finishedTitle: string;
  readonly finishedText: string;
  readonly endedEarlyText: string;
  readonly expiredTitle: string;
  readonly expiredText: string;
  readonly elsewhereTitle: string;
  readonly elsewhereText: string;
  readonly unknownTitle: string;
  readonly unknownText: string;
  readonly awayTitle: string;
  readonly awayText: string;
}

/** A text with its names in it. */
export function filled<Name extends string>(text: With<Name>, names: Readonly<Record<Name, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braces, name: string) =>
    Object.hasOwn(names, name) ? names[name as Name] : braces,
  );
}

/** The texts of one language. Only this language is loaded. */
export async function loadTexts(language: Language): Promise<Texts> {
  // The service turns the JSON into modules when it builds the page, and changes this import accordingly.
  const { default: table } = (await import(
    /* @vite-ignore */ `@parley/language/locales/${language.toLowerCase()}/call-page.json`,
    { with: { type: 'json' } }
  )) as { default: LocaleFile };
  return expanded(table) as unknown as Texts;
}

/** Browsers name Norwegian by its written forms. */
const otherNames: Readonly<Record<string, Language>> = { NB: 'NO', NN: 'NO' };

/** The first that we speak, of what a browser (`de-AT`) or the service (`DE`) names; else English. */
export function nearestLanguage(named: readonly string[]): Language {
  for (const name of named) {
    const main = name.split(/[-_]/)[0]?.toUpperCase() ?? '';
    const language = languages.find((one) => one === main) ?? otherNames[main];
    if (language !== undefined) return language;
  }
  return 'EN';
}
