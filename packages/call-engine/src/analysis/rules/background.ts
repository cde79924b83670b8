import { sentencesIn, type Talk } from './talk.ts';

/** Words that people speak of their education with. */
const EDUCATION =
  /\b(?:degree|bachelor|master|phd|doctorate|diploma|universit|college|studied|graduat|apprenticeship|vocational|high school|a-levels|studi(?:um|ert)|abitur|ausbildung|hochschule|fachhochschule|lehre|meisterbrief|diplôme|licence en|université|formation|universidad|licenciatura|carrera|grado en|titulaci|faculdade|laurea|università|opleiding|studia|uczelni|вуз|университет|університет|диплом|utbildning|uddannelse|utdanning|koulutus|yliopisto)|大学|学士|硕士|博士|毕业|本科|大卒|専門学校|대학|학사|석사|졸업|جامعة|بكالوريوس|ماجستير|شهادة|אוניברסיטה|תואר/iu;
/** And of what they have done so far. */
const EXPERIENCE =
  /\b(?:years? (?:of|in|as|at|with)|years? experience|experience (?:in|with|as|of)|worked (?:as|at|for|in|with)|working (?:as|at|for|in|with)|i work (?:as|at|for|in)|been (?:a|an|working)|jahre|berufserfahrung|gearbeitet|arbeite (?:als|bei)|años de|he trabajado|trabajo (?:como|en)|ans d['’ ]|j['’]ai travaillé|je travaille|anni di|ho lavorato|anos de|trabalhei|jaar ervaring|gewerkt|lat doświadczenia|pracowa)|工作经验|工作了|年经验|経験|働いて|경력|경험|سنوات|خبرة|عملت|שנות ניסיון|עבדתי|опыт|работал/iu;

const MOST = 2;

/** As they said it, the newest last; null when they said nothing of the kind. */
const saidOf = ({ said, plan }: Talk, subject: RegExp): string | null => {
  const sentences = said
    .flatMap(({ text }) => sentencesIn(text, plan.language))
    .filter((sentence) => subject.test(sentence));
  return sentences.length === 0 ? null : [...new Set(sentences)].slice(-MOST).join(' ');
};

export const educationIn = (talk: Talk): string | null => saidOf(talk, EDUCATION);
export const experienceIn = (talk: Talk): string | null => saidOf(talk, EXPERIENCE);
