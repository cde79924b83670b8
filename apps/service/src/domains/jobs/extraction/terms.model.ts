import { searchable } from '@parley/kernel/text.ts';
import type { ContractType, Education, Experience, SalaryPeriod } from './posting.model.ts';
import { anyOf, everywhere } from './posting-words.model.ts';

/** What words of postings mean, in the languages of Europe and some more; of searchable text, first match wins. */
type Terms<Value> = readonly (readonly [Value, RegExp])[];

const contracts: Terms<ContractType | undefined> = [
  [
    'INTERNSHIP',
    /\b(intern|interns|internship|praktik\w*|prakti[ck]\w*|stage|stagiaire|stageplek|tirocinio|becario|estagio|estagiari\w+|staz\w*|gyakornok\w*|harjoittel\w+|traineeship|vajezdelavani|ucen\w*prax\w*|thuc tap)\b/,
  ],
  [
    'FREELANCE',
    /\b(freelanc\w*|freiberuf\w*|selbst[ae]ndig\w*|self employed|osvc|zivnost\w*|na ico|autonomo|partita iva|b2b|independant|zzp\w*|samozatrudnien\w*|szco)\b/,
  ],
  [
    'PART_TIME',
    /\b(part ?time|parttime|teilzeit\w*|temps partiel|media jornada|jornada parcial|tiempo parcial|meio periodo|tempo parcial|tempo parziale|deeltijd|castecny uvazek|zkraceny uvazek|polovicni uvazek|skrateny uvazok|ciastocny uvazok|niepelny etat|czesc etatu|pol etatu|reszmunkaid\w*|deltid\w*|osa aika\w*|werkstudent\w*|working student|minijob|ban thoi gian|yari zamanli|nepuno radno vrijeme|частичная занятость)\b/,
  ],
  [
    'FULL_TIME',
    /\b(full ?time|fulltime|vollzeit\w*|temps plein|temps complet|jornada completa|tiempo completo|tempo pieno|tempo integral|periodo integral|voltijds?|plny uvazek|hlavni pracovni pomer|hpp|plny pracovny uvazok|plny uvazok|tpp|pelny etat|pelen etat|pelny wymiar|teljes munkaid\w*|heltid\w*|kokoaika\w*|norma intreaga|puno radno vri?j?eme|polni delovni cas|toan thoi gian|tam zamanli|taistooaeg|tais tooaeg)\b|^full$|полная занятость|полный день|повна зайнятість|πληρη\S* απασχοληση|正社員|全职|全職|フルタイム/u,
  ],
  // Without an end: says nothing of what the contract is called here, but is no contract for a time.
  [
    undefined,
    /\b(unbefristet\w*|festanstellung|feste anstellung|permanent|regular|cdi|duree indeterminee|indefinido|tempo indeterminato|neurcit\w*|nieokreslon\w*|onbepaalde tijd|vast contract|hatarozatlan)\b/,
  ],
  [
    'TEMPORARY',
    /\b(temporary|temp|befristet\w*|seasonal|saison\w*|cdd|interim|zeitarbeit|aushilf\w*|contrato temporal|temporal|tempo determinato|duree determinee|dob[au] urcit\w*|dohoda o proveden[ia]\w*|dpp|dpc|czas okreslony|uitzend\w*|tijdelijk\w*|fixed term|per diem|hatarozott idej\w*|visstid\w*|vikariat\w*|maaraaikai\w*|umowa zlecenie)\b/,
  ],
  ['CONTRACT', /\b(contract|contractor|contracting|contract to hire|c2c|c2h)\b/],
];

const experiences: Terms<Experience> = [
  ['INTERNSHIP', /\b(intern|internship|praktikant\w*|stagiaire|stazista|student|students)\b/],
  [
    'ENTRY',
    /\b(junior|jr|entry|graduate|absolvent\w*|berufseinsteiger\w*|berufseinstieg|einsteiger|debutant\w*|beginner|no experience|ohne berufserfahrung|bez praxe|starter|principiante|sin experiencia|associate|trainee|nyutexaminerad|bez doswiadczenia|mlodszy)\b/,
  ],
  [
    'MID',
    /\b(mid|mid ?level|midlevel|medior|intermediate|professional|mid senior|experienced|berufserfahren\w*|mit berufserfahrung|confirme|regular|specjalista|semi senior)\b/,
  ],
  ['LEAD', /\b(lead|team ?lead|teamleit\w*|principal|staff|head|vedouci|manager|chef d equipe)\b/],
  [
    'EXECUTIVE',
    /\b(executive|director|direktor\w*|vp|vice president|chief|c level|geschaftsfuhr\w*|directeur|reditel|cto|ceo|cfo|coo)\b/,
  ],
  ['SENIOR', /\b(senior|sr|expert|erfahren\w*|starszy|seniorni)\b/],
];

/** A title may say the level; "executive" in it is mostly an account's, "associate" and "professional" a mere word. */
const titleExperiences: Terms<Experience> = [
  ['INTERNSHIP', /\b(intern|internship|praktikant\w*|praktikum|stagiaire|stazista|stazysta)\b/],
  ['EXECUTIVE', /\b(director|vp|vice president|chief \w+ officer|cto|cfo|coo|ceo)\b/],
  [
    'LEAD',
    /\b(team ?lead|tech lead|lead(?! gen)|principal|staff (software|engineer|data|product)|head of)\b/,
  ],
  ['SENIOR', /\b(senior|sr)\b/],
  ['MID', /\b(mid ?level|medior)\b/],
  ['ENTRY', /\b(junior|jr|entry level|graduate)\b/],
];

const educations: Terms<Education> = [
  [
    'DOCTORATE',
    /\b(ph ?d|doctorate|doctoral|promotion|promoviert|doctorat|doctorado|dottorato|doktorat|doktorsk\w+)\b/,
  ],
  [
    'MASTERS',
    /\b(master|masters|msc|m sc|mba|diplom(?=\b|ingenieur)|magist\w+|maestria|laurea magistrale|postgraduate|mgr|bac \+? ?5|university degree|hochschulabschluss|vysokoskolsk\w+|wyzsze|universitaire|universitair\w*|studium)\b/,
  ],
  [
    'BACHELORS',
    /\b(bachelor|bachelors|bsc|b sc|ba|bs|licence|licenciatura|laurea|grado|bakalar\w*|licencjat|bac \+? ?3|hbo|undergraduate degree|college degree|fh)\b/,
  ],
  ['ASSOCIATE', /\b(associate|associates|bac \+? ?2|bts|dut|foundation degree|vyssi odborn\w+|vos)\b/],
  [
    'VOCATIONAL',
    /\b(vocational|berufsausbildung|ausbildung|lehre|apprenticeship|professional certificate|certificate|cap|bep|formacion profesional|vyucen\w*|vyuceni|zawodow\w+|mbo|szakma|odborn\w+ vyucen\w*|fagbrev|ciclo formativo)\b/,
  ],
  [
    'HIGH_SCHOOL',
    /\b(high school|secondary|abitur|matura|maturit\w*|stredoskolsk\w+|srednie|baccalaureat|bachillerato|diploma di maturita|gymnasi\w+|ss|erettsegi|ensino medio|realschul\w+)\b/,
  ],
  ['NONE', /\b(none|no degree|no requirements|no formal education|keine|aucun|zakladni|nevyzaduje\w*)\b/],
];

const periods: Terms<SalaryPeriod> = [
  [
    'HOURLY',
    /\b(h|hr|hrs|hour|hours|hourly|stunde|stundlich|std|heure|horaire|hora|ora|oraria|uur|hodin\w*|hod|godz\w*|ora|timme|timen|timlon|tunti|gio)\b/,
  ],
  [
    'DAILY',
    /\b(d|day|daily|tag|tagessatz|taglich|jour|dia|giorno|dag|den|denne|dzien\w*|pd|ngay|manday|md)\b/,
  ],
  [
    'WEEKLY',
    /\b(w|wk|week|weekly|woche|wochentlich|semaine|semana|settimana|tyden|tydne|tygodni\w*|vecka)\b/,
  ],
  [
    'MONTHLY',
    /\b(mo|mth|month|months|monthly|monat|monatlich|mois|mensuel\w*|mes|mensual\w*|mese|mensil\w*|maand|mesic\w*|mesac\w*|mies|miesi\w+|ho|havi|havonta|manad\w*|maned\w*|kuukau\w+|luna|lunar|mensal|thang|ay|aylik|p m|pm)\b|мес/u,
  ],
  [
    'YEARLY',
    /\b(y|yr|year|years|yearly|annual\w*|annum|jahr|jahrlich|jahresgehalt|annee|an|ans|annuel\w*|ano|anos|anual\w*|anno|annu[ao]\w*|jaar|rok|rocn\w*|rocz\w*|ev|evi|evente|ar|arslon|p a|pa|lpa|ral|yil|nam|vuosi)\b|год/u,
  ],
];

const words = (text: string): string =>
  searchable(text)
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();

/** Every meaning that the value has, in the order it was written. */
function meanings<Value>(terms: Terms<Value>, value: string): Value[] {
  const found: Value[] = [];
  // What is listed is read one by one: "full or part time" is said in halves.
  for (const part of value.slice(0, 500).split(/[,;|/\n•]|\s(?:or|oder|ou|nebo|lub|o|of|and|und)\s/i)) {
    const text = words(part);
    const meaning = terms.find(([, pattern]) => pattern.test(text));
    if (meaning && !found.includes(meaning[0])) found.push(meaning[0]);
  }
  return found;
}

export const contractIn = (value: string): ContractType | undefined =>
  meanings(contracts, value.replaceAll('_', ' ')).find((type) => type !== undefined);

/** Whether anything but a contract is spoken of. */
const NO_CONTRACT = anyOf(
  `${everywhere('job')}|${everywhere('work')}|type|\\d+\\p{L}?|\\p{L}{1,3}|hours|stunden|heures|horas|godzin\\p{L}*`,
);

/** The contract that a short note states, where it is about nothing else: "Vollzeit, unbefristet", "CDD 6 mois". */
export function contractOfNote(note: string): ContractType | undefined {
  const rest = contracts
    .reduce((text, [, pattern]) => text.replaceAll(new RegExp(pattern, 'gu'), ' '), words(note))
    .replaceAll(new RegExp(NO_CONTRACT, 'gu'), '');
  return rest.trim() === '' ? contractIn(note) : undefined;
}

const HOURS = contracts.filter(([type]) => type === 'FULL_TIME' || type === 'PART_TIME');
const PEOPLE =
  /^ (employees?|staff|people|colleagues|students?|mitarbeit\p{L}*|studium|salaries|empleados|dipendenti|medewerkers|pracowni\p{L}*|funcionarios)/u;
const JOB = anyOf(`${everywhere('job')}|${everywhere('work')}`);

/** Full time or part time, where a sentence about the job says so. */
export function contractOfSentence(sentence: string): ContractType | undefined {
  const text = words(sentence);
  if (!JOB.test(text)) return undefined;
  return HOURS.find(([, pattern]) => {
    const match = pattern.exec(text);
    return match !== null && !PEOPLE.test(text.slice(match.index + match[0].length));
  })?.[0];
}

/** Of several levels the first: who names more than one wants that at least. */
export const experienceIn = (value: string): Experience | undefined =>
  meanings(experiences, value)[0] ?? byYears(value);

export const experienceOfTitle = (title: string): Experience | undefined => {
  const text = words(title);
  return titleExperiences.find(([, pattern]) => pattern.test(text))?.[0];
};

const YEARS =
  /(\d{1,2})\s*(?:\+|plus)?\s*(?:[-–]\s*\d{1,2}\s*)?(?:years?|yrs?|jahre?n?|ans|annees|anos|anni|jaar|let|roky?|lata|ev|ar)\b/;

const byYears = (value: string): Experience | undefined => {
  const years = YEARS.exec(searchable(value.slice(0, 500)))?.[1];
  return years === undefined ? undefined : experienceOfMonths(Number(years) * 12);
};

export const experienceOfMonths = (months: number): Experience =>
  months < 24 ? 'ENTRY' : months < 60 ? 'MID' : 'SENIOR';

export const educationIn = (value: string): Education[] => meanings(educations, value);

export const periodIn = (value: string): SalaryPeriod | undefined => {
  const text = words(value);
  return periods.find(([, pattern]) => pattern.test(text))?.[0];
};
