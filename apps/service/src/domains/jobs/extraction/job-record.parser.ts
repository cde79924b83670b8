import { plainLine, plainText } from './page-markup.parser.ts';
import { countryIn, placeIn, tidyPlace } from './place.parser.ts';
import type { LanguageRequirement, Place, Posting, Salary } from './posting.model.ts';
import { dayIn, type Fields, isRecord, listOf, textIn } from './record.model.ts';
import { currencyIn, salaryIn, tidySalary } from './salary.parser.ts';
import { languageCode, languagesIn, skillsListed } from './skills.parser.ts';
import { contractIn, educationIn, experienceIn, periodIn } from './terms.parser.ts';
import { workModeIn } from './work-mode.parser.ts';

/** How programs call what a job has; names are compared without case and signs, the first that is there counts. */
const names = {
  title:
    'jobtitle title positiontitle postingtitle externaltitle positionname jobname text name headline'.split(
      ' ',
    ),
  description:
    'descriptionhtml jobdescriptionhtml jobdescription description content descriptionbody fulldescription htmldescription bodyhtml body externaldescription jobdescriptions'.split(
      ' ',
    ),
  company:
    'companyname company hiringorganization employer employername organization organisation hiringcompany client subcompany'.split(
      ' ',
    ),
  place:
    'joblocation location locations primarylocation address place offices office workplaces joblocations locationname city'.split(
      ' ',
    ),
  salary:
    'salary salaryrange basesalary compensation payrange pay remuneration wage salaries pay_input_ranges'
      .split(' ')
      .map((name) => name.replaceAll('_', '')),
  contract:
    'employmenttype contracttype jobtype typeofemployment employmenttypes commitment collaborations worktime timetype schedule workschedule contract employment workinghours contracttypes'.split(
      ' ',
    ),
  workMode:
    'workplacetype workmode remotetype locationtype joblocationtype workmodel remotestatus workarrangement collaborations remote isremote telecommuting'.split(
      ' ',
    ),
  experience:
    'experiencelevel senioritylevel seniority seniorities careerlevel joblevel experience yearsofexperience level'.split(
      ' ',
    ),
  education: 'educationlevel education educationrequirements minimumeducation degree'.split(' '),
  skills: 'requiredskills skills musthave technologies techstack keyskills skillnames'.split(' '),
  wishes: 'nicetohaveskills nicetohave optionalskills preferredskills niceskills'.split(' '),
  languages: 'languagerequirements languages requiredlanguages languageskills'.split(' '),
  benefits: 'benefits perks jobbenefits'.split(' '),
  posted:
    'dateposted publishedat firstpublished posteddate publicationdate releaseddate postedat datecreated startdate createdat'.split(
      ' ',
    ),
  ends: 'validthrough applicationdeadline expiresat closingdate deadline expirationdate validuntil'.split(
    ' ',
  ),
} as const;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A record under plain names, values in several languages reduced to one. */
function flat(record: Fields, language: string): ReadonlyMap<string, unknown> {
  const entries = Object.entries(record).slice(0, 300);
  return new Map(entries.map(([name, value]) => [plain(name), inLanguage(value, language)]));
}

/** `{cs: …, en: …}` holds one thing twice: the one in the page's language counts. */
function inLanguage(value: unknown, language: string): unknown {
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  if (
    keys.length === 0 ||
    keys.length > 40 ||
    !keys.every((key) => /^[a-z]{2}(?:[-_][A-Za-z]{2})?$/.test(key))
  )
    return value;
  const own = keys.find((key) => key.slice(0, 2) === language) ?? keys[0];
  return value[own as string];
}

type Flat = ReadonlyMap<string, unknown>;
const isStated = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
const get = (record: Flat, field: keyof typeof names): unknown =>
  names[field].map((name) => record.get(name)).find(isStated);

/** The words of a value: a text, a thing with a name, or a list of such. */
function wordsOf(value: unknown, language: string): string[] {
  return listOf(value)
    .slice(0, 50)
    .flatMap((item) => {
      const text = textIn(item);
      if (text !== undefined) return [plainLine(text)];
      if (!isRecord(item)) return [];
      const inner = flat(item, language);
      const named = ['name', 'label', 'title', 'descriptor', 'value', 'text', 'expanded']
        .map((name) => inner.get(name))
        .find(isStated);
      return named === undefined ? [] : wordsOf(named, language).slice(0, 1);
    });
}

/** How many kinds of things a job has the record states: what tells a job from a menu item. */
export function jobLikeness(record: Fields, language: string): number {
  const under = flat(record, language);
  const title = get(under, 'title');
  if (typeof title !== 'string' || title.trim() === '' || title.length > 300) return 0;
  const fields = [
    'description',
    'company',
    'place',
    'salary',
    'contract',
    'workMode',
    'experience',
    'posted',
    'skills',
  ] as const;
  return fields.filter((field) => isStated(get(under, field))).length;
}

export const titleOfRecord = (record: Fields, language: string): string | undefined => {
  const title = textIn(get(flat(record, language), 'title'));
  return title === undefined ? undefined : plainLine(title) || undefined;
};

/** A job out of somebody's own data, by the names that programs give to such things. */
export function postingOfRecord(record: Fields, language: string): Posting {
  const under = flat(record, language);
  const words = (field: keyof typeof names) => wordsOf(get(under, field), language);
  const place = placeOf(under, language);
  const description = textIn(get(under, 'description'));
  const benefits = words('benefits');
  const skills = listOf(get(under, 'skills'));
  const isWish = (item: unknown) =>
    isRecord(item) && /nice|optional|prefer/i.test(String(item.type ?? item.level ?? ''));
  return {
    title: titleOfRecord(record, language),
    description: description === undefined ? undefined : plainText(description) || undefined,
    company: words('company')[0],
    benefits: benefits.length > 1 ? benefits.map((one) => `- ${one}`).join('\n') : benefits[0],
    requiredSkills: skillsListed(
      skills.length > 1 ? skills.filter((item) => !isWish(item)) : get(under, 'skills'),
    ),
    niceToHaveSkills: skillsListed([...skills.filter(isWish), ...listOf(get(under, 'wishes'))]),
    languageRequirements: languagesOf(get(under, 'languages'), language),
    education: educationIn(words('education').join(', ')),
    experience: experienceIn(words('experience').join(', ').slice(0, 120)),
    contractType: contractOf(under, language),
    workMode: workModeOf(under, language),
    place,
    salary: salaryOf(under, place?.countryCode, language),
    postedOn: dayIn(get(under, 'posted')),
    validThrough: dayIn(get(under, 'ends')),
  };
}

/** Several fields may speak of it, and not each says something known. */
const contractOf = (under: Flat, language: string) =>
  names.contract
    .map((name) => contractIn(wordsOf(under.get(name), language).map(spaced).join(', ')))
    .find(Boolean);

/** FullTime, on_site. */
const spaced = (word: string): string => word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

function workModeOf(under: Flat, language: string) {
  const said = names.workMode
    .map((name) => workModeIn(wordsOf(under.get(name), language).map(spaced).join(', ')))
    .find(Boolean);
  if (said !== undefined) return said;
  const location = under.get('location');
  const inner = isRecord(location) ? flat(location, language) : under;
  if (inner.get('hybrid') === true) return 'HYBRID';
  if (
    [under.get('isremote'), under.get('remote'), under.get('telecommuting'), inner.get('remote')].includes(
      true,
    )
  )
    return 'REMOTE';
  const place = textIn(location) ?? wordsOf(location, language)[0];
  return place === undefined
    ? undefined
    : workModeIn(
        place
          .split(/[,;()–-]/)
          .slice(0, 6)
          .join(', '),
      );
}

function placeOf(under: Flat, language: string): Place | undefined {
  const country = countryCodeOf(under.get('countrycode') ?? under.get('country'), language);
  const own = under.get('city') === undefined ? undefined : addressOf(under, language);
  if (own !== undefined) return own;
  // An address in parts is worth more than a line of words.
  const places = names.place.flatMap((name) => listOf(under.get(name)));
  const parted = places
    .filter(isRecord)
    .map((place) => addressOf(flat(place, language), language))
    .find((place) => place?.city !== undefined);
  const found = parted ?? places.map((place) => placeOfWords(place, language)).find(Boolean);
  if (found === undefined) return country === undefined ? undefined : { countryCode: country };
  return found.countryCode === undefined ? { ...found, countryCode: country } : found;
}

function placeOfWords(place: unknown, language: string): Place | undefined {
  if (isRecord(place)) {
    const inner = flat(place, language);
    const address = addressOf(inner, language);
    const line = textIn(
      inner.get('expanded') ??
        inner.get('fulllocation') ??
        inner.get('name') ??
        inner.get('label') ??
        inner.get('descriptor'),
    );
    return (line === undefined ? undefined : placeIn(plainLine(line))) ?? address;
  }
  const text = textIn(place);
  return text === undefined ? undefined : placeIn(plainLine(text));
}

function addressOf(under: Flat, language: string): Place | undefined {
  const inner = under.get('postaladdress') ?? under.get('address');
  if (isRecord(inner)) return addressOf(flat(inner, language), language);
  const line = (...keys: string[]) => keys.flatMap((key) => wordsOf(under.get(key), language))[0];
  const city = line('city', 'addresslocality', 'locality', 'town', 'cityname');
  return tidyPlace({
    street: line('street', 'streetaddress', 'address', 'addressline1'),
    city,
    postalCode: line('postalcode', 'zip', 'zipcode', 'postcode'),
    region: line('region', 'addressregion', 'state', 'regionname'),
    countryCode: countryCodeOf(
      under.get('countrycode') ?? under.get('country') ?? under.get('addresscountry'),
      language,
    ),
  });
}

function countryCodeOf(value: unknown, language: string): string | undefined {
  if (isRecord(value)) {
    const inner = flat(value, language);
    return countryCodeOf(
      inner.get('alpha2code') ??
        inner.get('code') ??
        inner.get('iso') ??
        inner.get('name') ??
        inner.get('descriptor'),
      language,
    );
  }
  const text = textIn(value);
  return text === undefined ? undefined : countryIn(text);
}

function salaryOf(under: Flat, country: string | undefined, language: string): Salary | undefined {
  for (const value of [under.get('salary'), ...names.salary.map((name) => under.get(name))]) {
    for (const item of listOf(value)) {
      const salary = isRecord(item)
        ? salaryOfParts(flat(item, language), country)
        : salaryOfText(item, under, country);
      if (salary !== undefined) return salary;
    }
  }
  return salaryOfParts(under, country);
}

const salaryOfText = (value: unknown, under: Flat, country: string | undefined): Salary | undefined => {
  const text = textIn(value);
  const currency = textIn(under.get('salarycurrency') ?? under.get('currency'));
  return text === undefined || typeof value === 'boolean'
    ? undefined
    : salaryIn(plainLine(text), { currency: currency && currencyIn(currency.toUpperCase()), country });
};

/** Least, most, currency and time, however the four are called. */
function salaryOfParts(under: Flat, country: string | undefined): Salary | undefined {
  const isOwn =
    under.has('min') ||
    under.has('minimum') ||
    under.has('minvalue') ||
    under.has('mincents') ||
    under.has('from') ||
    under.has('max') ||
    under.has('to');
  const pick = (...keys: string[]) => keys.map((key) => under.get(key)).find(isStated);
  const cents = under.has('mincents') || under.has('maxcents') ? 100 : 1;
  const number = (value: unknown) => {
    const amount = typeof value === 'string' ? salaryIn(value)?.min : value;
    return typeof amount === 'number' ? amount / cents : undefined;
  };
  const min = number(
    pick(
      'salarymin',
      'minsalary',
      'salaryfrom',
      'salarymininput',
      ...(isOwn ? ['min', 'minimum', 'minvalue', 'mincents', 'from', 'minamount'] : []),
    ),
  );
  const max = number(
    pick(
      'salarymax',
      'maxsalary',
      'salaryto',
      ...(isOwn ? ['max', 'maximum', 'maxvalue', 'maxcents', 'to', 'maxamount'] : []),
    ),
  );
  const currency = textIn(
    pick('salarycurrency', 'currency', 'currencycode', 'currencytype', 'salarycurrencycode'),
  );
  const period = textIn(
    pick(
      'salaryperiod',
      'period',
      'interval',
      'measure',
      'unit',
      'unittext',
      'salarytype',
      'payinterval',
      'frequency',
      'salaryinterval',
    ),
  );
  const salary = tidySalary({
    min,
    max,
    currency: currency && currencyIn(currency.toUpperCase(), country),
    period: period === undefined ? undefined : periodIn(period),
  });
  if (salary !== undefined || !isOwn) return salary;
  const text = textIn(pick('text', 'summary', 'label'));
  return text === undefined ? undefined : salaryIn(text, { country });
}

function languagesOf(value: unknown, language: string): LanguageRequirement[] {
  return listOf(value).flatMap((item) => {
    if (!isRecord(item)) return typeof item === 'string' ? languagesIn(item) : [];
    const under = flat(item, language);
    const words = wordsOf(item, language)[0] ?? textIn(under.get('language')) ?? '';
    const level = textIn(under.get('level') ?? under.get('proficiency')) ?? '';
    const code = languageCode(words);
    return code === undefined
      ? []
      : languagesIn(`${words} ${level}`)
          .slice(0, 1)
          .concat(words.length <= 5 ? [{ language: code }] : [])
          .slice(0, 1);
  });
}
