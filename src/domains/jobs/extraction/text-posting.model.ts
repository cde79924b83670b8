import { searchable } from '../../../kernel/text.ts';
import { languagesAskedIn } from './languages.model.ts';
import type { Posting, Salary, WorkMode } from './posting.model.ts';
import { currencyIn, salaryIn } from './salary.model.ts';
import { skillsAskedIn } from './skills.model.ts';
import { educationIn, experienceOfTitle } from './terms.model.ts';

const MAX_TEXT = 60_000;

/** What the title and the text say plainly. Only what cannot be meant otherwise: a text mentions much in passing. */
export function postingOfText({ title = '', description = '', place }: Posting): Posting {
  const text = description.slice(0, MAX_TEXT);
  const lines = text.split('\n').filter((line) => line.length > 3 && line.length < 500);
  const { required, wished } = skillsAskedIn(text);
  return {
    experience: experienceOfTitle(title),
    workMode: workModeSaid(title, lines),
    salary: salarySaid(title, lines, place?.countryCode),
    education: lines.map(educationSaid).find((found) => found.length > 0),
    languageRequirements: languagesAskedIn(text),
    requiredSkills: required,
    niceToHaveSkills: wished,
  };
}

const saidModes: readonly (readonly [WorkMode, RegExp])[] = [
  [
    'HYBRID',
    /\b(hybrid (role|position|work|working|model|job|schedule|setup)|(role|position|job) is hybrid|hybrides arbeiten|hybride[sn]? arbeit\w*|lavoro ibrido|trabajo hibrido|travail hybride|praca hybrydowa|hybridni (prace|rezim|model))\b/,
  ],
  [
    'REMOTE',
    /\b((100 ?%|fully|completely|entirely) remote\w*|remote (role|position|job)|(role|position|job|roles) (is|are) (100 ?% |fully )?remote|work from anywhere|100 ?% home ?office|remote[- ]first|(teletravail|teletrabajo|smart working) (total|complet|completo|100 ?%))\b|100 ?% remote/,
  ],
  [
    'ONSITE',
    /\b(on-?site (role|position|job|only)|(role|position|job) is on-?site|not (a )?remote|kein home ?office|100 ?% (on-?site|vor ort|presencial))\b/,
  ],
];

function workModeSaid(title: string, lines: readonly string[]): WorkMode | undefined {
  const inTitle = searchable(title);
  if (/[([|,-]\s*(fully )?remote\b|^remote\b/.test(inTitle)) return 'REMOTE';
  if (/[([|,-]\s*hybrid\b/.test(inTitle)) return 'HYBRID';
  const text = searchable(lines.join('\n'));
  return saidModes.find(([, pattern]) => pattern.test(text))?.[0];
}

const PAY =
  /\b(salary|salaries|compensation|base pay|pay range|pay rate|hourly rate|gehalt\w*|jahresgehalt|bruttojahres\w*|monatsgehalt|entgelt|stundenlohn|lohn|remuneration|salaire|salario|sueldo|retribucion|stipendio|retribuzione|ral|salaris|brutosalaris|mzda|mzdu|plat|platove|odmena|wynagrodzen\w*|zarobki|fizetes|brutto|lon|palkka|salariu|luong|pay)\b/;
/** Money that is not what somebody is paid for a time of work. */
const OTHER_MONEY =
  /\b(revenue|funding|raised|turnover|umsatz|budget|arr|valuation|bonus|stipend|allowance|401|referral|sign-?on|equity|investment|clients?|assets)\b/;

function salarySaid(
  title: string,
  lines: readonly string[],
  country: string | undefined,
): Salary | undefined {
  for (const line of [...lines, title]) {
    const isTitle = line === title;
    const text = searchable(line);
    if (line.length > 300 || (!isTitle && (!PAY.test(text) || OTHER_MONEY.test(text)))) continue;
    // The amount stands behind the word for pay, not behind whatever the sentence says before.
    const from = isTitle ? 0 : Math.max(0, text.search(PAY) - 40);
    const part = line
      .slice(from)
      .replace(/^[^\d€£$]*?(?=[€£$]|[A-Z]{0,3}\s?[$]?\d)/u, (before) => before.slice(-20));
    if (currencyIn(part, country) === undefined) continue;
    const salary = salaryIn(part, { country });
    if (salary !== undefined && (salary.max ?? salary.min ?? 0) >= 8 && isWhole(salary)) return salary;
  }
  return undefined;
}

/** A range, or an amount for a time: one number alone may be anything. */
const isWhole = ({ min, max, period }: Salary): boolean =>
  period !== undefined || (min !== undefined && max !== undefined && min < max);

const SCHOOL =
  /\b(degree|diploma|abschluss|studium|ausbildung|diplome|formation|titulo|titulacion|laurea|vzdelan\w+|wyksztalcenie|vegzettseg|utbildning|bachelor|bachelors|master's|masters degree|phd|ph\.d|bsc|msc|opleiding)\b/;

const educationSaid = (line: string) => {
  const text = searchable(line);
  return SCHOOL.test(text) && line.length < 300 ? educationIn(DEGREE.exec(text)?.[0] ?? '') : [];
};

/** The part of a sentence that names a degree. */
const DEGREE =
  /\b(?:(?:bachelor|master)(?:'?s)?(?: ?(?:or|\/|oder) ?(?:bachelor|master)(?:'?s)?)?(?: degree)?|ph\.?d|bsc|msc|university degree|college degree|hochschulabschluss|abgeschlossenes (?:\w+)?studium|(?:abgeschlossene )?(?:berufs)?ausbildung|bac ?\+ ?\d|laurea(?: magistrale)?|vysokoskolsk\w+|stredoskolsk\w+|wyzsze|srednie|high school diploma|diploma di maturita|hbo|mbo)\b/;
