import { type Language, languages } from '@parley/language/language.ts';

/**
 * Whether words are in a language, as cheaply as can be: by their letters, and among languages of the same letters by
 * the small words that no sentence does without. In doubt they are: a name or two says nothing.
 */
export function isSpokenIn(language: Language, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(letterOf[language])?.length ?? 0;
  // Names of people and products are often written in other letters.
  if (letters >= FEWEST_LETTERS && own * 4 < letters) return false;
  if (language === 'ZH' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return false;
  return !isForeign(language, text);
}

const FEWEST_LETTERS = 4;
const FEWEST_WORDS = 4;
const TELLING = 3;

function isForeign(language: Language, text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
  if (smallWords[language] === undefined || words.length < FEWEST_WORDS) return false;
  // Some small words are those of many languages, so another language must have far more of them.
  const telling = 2 * countOf(language, words) + TELLING;
  return languages.some((other) => countOf(other, words) >= telling);
}

const countOf = (language: Language, words: readonly string[]): number => {
  const small = smallWords[language];
  return small === undefined ? 0 : words.filter((word) => small.has(word)).length;
};

const latin = /\p{Script=Latin}/gu;
const cyrillic = /\p{Script=Cyrillic}/gu;

const letterOf: Readonly<Record<Language, RegExp>> = {
  ...(Object.fromEntries(languages.map((language) => [language, latin])) as Record<Language, RegExp>),
  BG: cyrillic,
  UK: cyrillic,
  RU: cyrillic,
  SR: /[\p{Script=Cyrillic}\p{Script=Latin}]/gu,
  EL: /\p{Script=Greek}/gu,
  AR: /\p{Script=Arabic}/gu,
  HE: /\p{Script=Hebrew}/gu,
  JA: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu,
  ZH: /\p{Script=Han}/gu,
  KO: /\p{Script=Hangul}/gu,
};

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Of the languages that are written in Latin letters. */
const smallWords: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  EN: wordsOf(
    "a an no or but please there the and you your are is to of for that what have do this it with would like how not can was i we my thank thanks me in on at be if so it's that's i'm don't could let",
  ),
  DE: wordsOf(
    'der die das und ich sie ist nicht mit ein eine zu es für wie auf den haben kann wir ihr ihnen danke oder sind was dass noch dem von im gut mir bei',
  ),
  FR: wordsOf(
    "le la les de des et vous je est un une pour que qui pas avec sur ce dans merci votre vos êtes nous du au en c'est ça d'accord à ou si",
  ),
  ES: wordsOf(
    'el la los las de y que en un una es por para con usted gracias su no se me lo le cómo qué muy está del al si o le hay',
  ),
  PT: wordsOf(
    'o a os as de e que em um uma é para com você não obrigado obrigada seu sua se me como está do da no na por muito ou mais',
  ),
  IT: wordsOf(
    'il lo la i gli le di e che in un una è per con lei non grazie suo sua si mi come del della al o più ha da ci',
  ),
  NL: wordsOf(
    'de het een en u is van ik niet dat voor met op te zijn uw wat hoe bedankt dank wij we kunt heeft in of aan om ook goed',
  ),
  PL: wordsOf(
    'i w na z do to nie się że jest czy pan pani dziękuję jak co o dla od po za mi mam może tak a ma by lub',
  ),
  CS: wordsOf(
    'a v na se je to že s z do pro jak co děkuji vám vás jste máte ne si o by nebo ale ještě mi za už k po',
  ),
  SK: wordsOf(
    'a v na sa je to že s z do pre ako čo ďakujem vám vás ste máte nie si o by alebo ale ešte mi za už k po',
  ),
  HU: wordsOf(
    'a az és hogy nem egy is van ez köszönöm ön önnek mi kérem meg de vagy csak már el mit hogyan még ha jó',
  ),
  RO: wordsOf(
    'și de la în un o este că nu pe cu pentru dumneavoastră vă mulțumesc să ce cum ați sunt din mai sau am dar',
  ),
  HR: wordsOf(
    'i u na je se da za što kako hvala vam vas ste ne li ili od s sa to koji imate mi bi do o a ali još',
  ),
  SL: wordsOf(
    'in v na je se da za kaj kako hvala vam vas ste ne ali od s z to ki imate mi bi do o pa še si lahko',
  ),
  SR: wordsOf(
    'i u na je se da za šta kako hvala vam vas ste ne li ili od s sa to koji imate mi bi do o a ali još',
  ),
  TR: wordsOf(
    've bir bu için ile ne mi mı mu mü teşekkür ederim size sizin nasıl var çok da de olarak daha ama kadar evet',
  ),
  SV: wordsOf(
    'och att det är du jag en ett för på med som inte tack vad hur har ni kan till av om i den så vi mig din',
  ),
  DA: wordsOf(
    'og at det er du jeg en et for på med som ikke tak hvad hvordan har kan til af om i den så vi mig din de dig',
  ),
  NO: wordsOf(
    'og at det er du jeg en et for på med som ikke takk hva hvordan har kan til av om i den så vi meg din de deg',
  ),
  FI: wordsOf(
    'ja on ei että se kiitos te teidän mitä miten olen olette voitte tai myös mutta kun nyt hyvä minä niin vai jos ole',
  ),
  ET: wordsOf(
    'ja on ei et see aitäh teie teil mida kuidas olen olete saate või ka aga kui nüüd hea mina ma kas ning oli',
  ),
  LV: wordsOf(
    'un ir ne ka tas paldies jūs jums jūsu ko kā es vai arī bet kad tagad labi ar par uz no lai būtu man',
  ),
  LT: wordsOf(
    'ir yra ne kad tai ačiū jūs jums jūsų ką kaip aš ar taip pat bet kai dabar gerai su apie į iš man',
  ),
};
