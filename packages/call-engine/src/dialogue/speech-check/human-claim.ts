import { madeOnce } from '@parley/kernel/made-once.ts';
import type { Language } from '@parley/language/language.ts';
import { speechOf } from '@parley/language/speech.ts';
import { anyOf } from '../rules/cue-pattern.ts';
import { patternOf } from '../rules/foreign-cues.ts';

const MACHINE =
  '(a |an |any |some )?(robot|bot|machine|computer|ai|recording|chatbot|automated system|artificial intelligence|language model|program)';

const english = anyOf([
  'i am (really |actually |definitely |in fact |just |only |indeed )?(a |an )?(real |actual |living |live |normal )?(human|human being|person|man|woman)',
  `i am (really |definitely |certainly )?not ${MACHINE}`,
  `i am no (robot|bot|machine|computer|ai)`,
  'you are (speaking|talking) (to|with) (a |an )?(real |actual |live |living )?(human|person|human being)',
  `this is not ${MACHINE}`,
]);

/** To be human, and not to be a machine, as one says it of oneself. */
const claims: Readonly<Record<Exclude<Language, 'EN'>, string>> = {
  DE: 'ich bin ein mensch|ich bin ein echter mensch|ich bin ein richtiger mensch|ich bin eine echte person|ich bin kein roboter|ich bin keine maschine|ich bin keine ki|ich bin kein bot|ich bin kein computer',
  FR: 'je suis humain|je suis humaine|je suis un humain|je suis un être humain|je suis une vraie personne|je suis une personne réelle|je ne suis pas un robot|je ne suis pas une machine|je ne suis pas une ia',
  ES: 'soy humano|soy humana|soy un ser humano|soy una persona real|soy una persona de verdad|no soy un robot|no soy una máquina|no soy una ia',
  PT: 'sou humano|sou humana|sou um ser humano|sou uma pessoa real|não sou um robô|não sou uma máquina|não sou uma ia',
  IT: 'sono umano|sono umana|sono un essere umano|sono una persona vera|sono una persona reale|non sono un robot|non sono una macchina|non sono un ia',
  NL: 'ik ben een mens|ik ben een echt mens|ik ben een echte persoon|ik ben geen robot|ik ben geen machine|ik ben geen ai',
  PL: 'jestem człowiekiem|jestem prawdziwym człowiekiem|jestem prawdziwą osobą|nie jestem robotem|nie jestem maszyną|nie jestem botem',
  CS: 'jsem člověk|jsem skutečný člověk|jsem opravdový člověk|nejsem robot|nejsem stroj|nejsem umělá inteligence',
  SK: 'som človek|som skutočný človek|som ozajstný človek|nie som robot|nie som stroj|nie som umelá inteligencia',
  HU: 'ember vagyok|valódi ember vagyok|igazi ember vagyok|nem vagyok robot|nem vagyok gép|nem robot vagyok',
  RO: 'sunt om|sunt un om|sunt o persoană reală|sunt uman|nu sunt robot|nu sunt un robot|nu sunt o mașină',
  BG: 'аз съм човек|човек съм|аз съм истински човек|не съм робот|не съм машина|аз не съм робот',
  HR: 'ja sam čovjek|čovjek sam|stvarna sam osoba|ja sam stvarna osoba|nisam robot|nisam stroj|ja nisam robot',
  SL: 'sem človek|jaz sem človek|sem resnična oseba|nisem robot|nisem stroj|jaz nisem robot',
  SR: 'ја сам човек|човек сам|ja sam čovek|čovek sam|нисам робот|нисам машина|nisam robot|nisam mašina',
  UK: 'я людина|я жива людина|я справжня людина|я не робот|я не машина|я не бот',
  RU: 'я человек|я живой человек|я настоящий человек|я реальный человек|я не робот|я не машина|я не бот',
  EL: 'είμαι άνθρωπος|είμαι πραγματικός άνθρωπος|είμαι αληθινός άνθρωπος|δεν είμαι ρομπότ|δεν είμαι μηχανή',
  TR: 'ben insanım|insanım|ben bir insanım|gerçek bir insanım|gerçek bir kişiyim|robot değilim|ben robot değilim|makine değilim|yapay zeka değilim',
  SV: 'jag är en människa|jag är människa|jag är en riktig människa|jag är en riktig person|jag är ingen robot|jag är inte en robot|jag är ingen maskin',
  DA: 'jeg er et menneske|jeg er et rigtigt menneske|jeg er en rigtig person|jeg er ikke en robot|jeg er ingen robot|jeg er ikke en maskine',
  NO: 'jeg er et menneske|jeg er et ekte menneske|jeg er en ekte person|jeg er ikke en robot|jeg er ingen robot|jeg er ikke en maskin',
  FI: 'olen ihminen|minä olen ihminen|olen oikea ihminen|en ole robotti|en ole kone|en ole tekoäly',
  ET: 'olen inimene|ma olen inimene|olen päris inimene|ma ei ole robot|ei ole robot|ma ei ole masin',
  LV: 'es esmu cilvēks|esmu cilvēks|esmu īsts cilvēks|es neesmu robots|neesmu robots|neesmu mašīna',
  LT: 'aš esu žmogus|esu žmogus|esu tikras žmogus|aš nesu robotas|nesu robotas|nesu mašina',
  AR: 'أنا إنسان|أنا إنسان حقيقي|أنا شخص حقيقي|أنا بشر|أنا لست روبوتا|لست روبوتا|لست آلة|أنا لست آلة',
  HE: 'אני בן אדם|אני בת אדם|אני אדם|אני אדם אמיתי|אני אנושי|אני לא רובוט|אני לא מכונה|אני לא בוט',
  JA: '私は人間です|人間です|本物の人間です|ロボットではありません|機械ではありません|aiではありません|ロボットじゃありません',
  ZH: '我是人|我是真人|我是一个人类|我是人类|我不是机器人|我不是机器|我不是ai|我不是人工智能',
  KO: '저는 사람입니다|저는 사람이에요|저는 인간입니다|실제 사람입니다|저는 로봇이 아닙니다|로봇이 아니에요|저는 기계가 아닙니다',
};

const foreign = madeOnce((language: Exclude<Language, 'EN'>) => patternOf(language, claims[language]));

/** Whether the agent says of itself that it is a human being, in the call's language or in English. */
export function claimsToBeHuman(sentence: string, language: Language): boolean {
  const own = language === 'EN' ? undefined : foreign(language);
  return speechOf(sentence).clauses.some(
    ({ plain, isAsked }) => !isAsked && (english.test(plain) || own?.test(plain) === true),
  );
}
