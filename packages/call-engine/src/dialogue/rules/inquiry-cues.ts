import { madeOnce } from '@parley/kernel/made-once.ts';
import type { Language } from '@parley/language/language.ts';
import { plainWords } from '@parley/language/speech.ts';
import { patternOf } from './foreign-cues.ts';

/** How one asks whether they have questions; spelled as in a cue table. */
const cues: Readonly<Record<Language, string>> = {
  EN: 'any questions|any other questions|any further questions|any more questions|any question|have … a question for|have questions|have some questions|anything you would like to ask|anything you want to ask|anything else you would like to know|anything you would like to know',
  DE: 'haben Sie … Fragen|haben Sie … eine Frage|hast du … Fragen|gibt es … Fragen|noch Fragen|irgendwelche Fragen|möchten Sie … etwas wissen|möchten Sie … etwas fragen',
  FR: "avez-vous … questions|vous avez … questions|avez-vous … question|vous avez une question|as-tu … questions|d'autres questions|des questions",
  ES: 'tiene … preguntas|tienes … preguntas|tiene alguna pregunta|tiene … pregunta|alguna pregunta|alguna duda',
  PT: 'tem … perguntas|tem alguma pergunta|tem … pergunta|alguma pergunta|alguma dúvida|tem … dúvidas',
  IT: 'ha … domande|avete … domande|hai … domande|ha qualche domanda|qualche domanda',
  NL: 'heeft u … vragen|hebt u … vragen|heb je … vragen|heeft u … vraag|nog vragen|zijn er … vragen',
  PL: 'ma pan … pytania|ma pani … pytania|masz … pytania|czy są … pytania|jakieś pytania|jakieś pytanie',
  CS: 'máte … otázky|máte … dotazy|nějaké otázky|nějaké dotazy|máte … otázku|máte … dotaz',
  SK: 'máte … otázky|nejaké otázky|máte … otázku',
  HU: 'van … kérdése|van … kérdésed|lenne … kérdése|kérdése van',
  RO: 'aveți … întrebări|aveți … întrebare|vreo întrebare|întrebări pentru',
  BG: 'имате ли … въпроси|имате … въпроси|имате ли … въпрос|някакви въпроси',
  HR: 'imate li … pitanja|imate … pitanja|imate li … pitanje|ima li … pitanja',
  SL: 'imate … vprašanja|imate … vprašanje|kakšno vprašanje',
  SR: 'имате ли … питања|имате … питања|имате ли … питање|imate li … pitanja|imate … pitanja|imate li … pitanje',
  UK: 'є … запитання|є … питання|маєте … запитання|маєте … питання',
  RU: 'есть … вопросы|есть … вопрос|остались … вопросы|имеются … вопросы',
  EL: 'έχετε … ερωτήσεις|έχετε … ερώτηση|έχετε … απορίες|κάποια ερώτηση',
  TR: 'sorunuz var|sorularınız var|soru var|bir sorunuz',
  SV: 'har du … frågor|har ni … frågor|några frågor|har du … fråga',
  DA: 'har du … spørgsmål|har De … spørgsmål|nogen spørgsmål',
  NO: 'har du … spørsmål|har dere … spørsmål|noen spørsmål',
  FI: 'onko … kysyttävää|onko … kysymyksiä|onko … kysymys|haluaisitteko … kysyä',
  ET: 'on teil … küsimusi|kas on … küsimusi|on … küsimusi|mingeid küsimusi',
  LV: 'vai jums ir … jautājumi|ir … jautājumi|kādi jautājumi|ir … jautājums',
  LT: 'turite … klausimų|turite … klausimą|ar yra … klausimų',
  AR: 'هل لديك … أسئلة|هل لديكم … أسئلة|هل لديك … سؤال|هل عندك … أسئلة|أي أسئلة|أي سؤال',
  HE: 'יש לך … שאלות|יש לכם … שאלות|יש … שאלות|יש לך שאלה',
  JA: '質問はありますか|質問はございますか|ご質問は|質問がありますか',
  ZH: '有什么问题|有没有问题|有问题吗|有什么想问|有任何问题|还有问题',
  KO: '질문 있으|질문이 있으|질문 있습|궁금한 점|궁금하신 점',
};

const pattern = madeOnce((language: Language) => patternOf(language, cues[language]));

/** Whether a question asks for theirs: then a yes is half an answer. */
export const invitesQuestions = (question: string, language: Language): boolean =>
  MARKED.test(question) && pattern(language).test(plainWords(question));

/** Greek asks with what is a semicolon elsewhere. */
const MARKED = /[?？؟;\u037e]/u;
