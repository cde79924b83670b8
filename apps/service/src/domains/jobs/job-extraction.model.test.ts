import { html, jsonLd } from '@parley/testing/postings/sample-posting.ts';
import { expect, test } from 'vitest';
import { extractPosting } from './extraction/extract.parser.ts';
import { jobOf } from './job-extraction.model.ts';

const TEXT = 'We look after bees and want somebody who does so too, in all kinds of weather.';
const posting = (fields: object) =>
  jsonLd({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Beekeeper',
    description: TEXT,
    ...fields,
  });
const page = (body: string, head = '', lang = 'en') =>
  html(`<main><h1>Beekeeper</h1>${body}<p>${TEXT}</p></main>`, `<title>Beekeeper</title>${head}`, lang);

const url = 'https://jobs.example.com/beekeeper';
const read = (text: string) => extractPosting({ url, kind: 'html', text });
/** The job as it is answered. */
const jobOn = (text: string) => {
  const extracted = read(text);
  if (extracted === undefined) throw new Error('There is no job on the page');
  return jobOf(extracted, url);
};

test.each([
  ['stated by a label', page('<dl><dt>Location</dt><dd>Worldwide remote</dd></dl>')],
  ['stated by words that look like country codes', page('<p>Local de trabalho: Remoto, ao</p>', '', 'pt')],
  [
    'stated with a list of countries to work from',
    page(
      '',
      posting({
        jobLocationType: 'TELECOMMUTE',
        jobLocation: ['AO', 'AR', 'DE'].map((addressCountry) => ({
          '@type': 'Place',
          address: { addressCountry },
        })),
      }),
    ),
  ],
])('a job that is remote worldwide has no country: %s', (_name, text) => {
  expect(jobOn(text).location).toEqual({ workMode: 'REMOTE' });
});

test.each([
  [
    'in the place',
    page(
      '',
      posting({
        hiringOrganization: { name: 'Apiary Ltd' },
        jobLocation: { '@type': 'Place', name: 'Apiary', address: { addressCountry: 'IE' } },
      }),
    ),
    { countryCode: 'IE' },
  ],
  [
    'in the field for the town',
    page(
      '',
      posting({
        hiringOrganization: { name: 'Apiary' },
        jobLocation: { address: { addressLocality: 'Apiary', addressCountry: 'IE' } },
      }),
    ),
    { countryCode: 'IE' },
  ],
  [
    'before the town',
    page('<p>Location: Apiary Ltd - Cork, Ireland</p>'),
    { city: 'Cork', countryCode: 'IE' },
  ],
])('a company name is not read as a town: %s', (_name, text, location) => {
  expect(jobOn(text).location).toEqual(location);
});

test.each([
  [
    'data with a type and a reference',
    page(
      '',
      jsonLd({
        '@graph': [
          { '@type': 'Organization', '@id': '#us', name: 'Apiary' },
          {
            '@type': 'JobPosting',
            title: 'Beekeeper',
            description: TEXT,
            hiringOrganization: { '@type': 'Organization', '@id': '#us' },
          },
        ],
      }),
    ),
  ],
  [
    'data with a legal name',
    page('', posting({ hiringOrganization: { '@type': 'Organization', legalName: 'Apiary' } })),
  ],
  [
    'the number of the job',
    page('', posting({ identifier: { '@type': 'PropertyValue', name: 'Apiary', value: '17' } })),
  ],
  ['a label beside data that names nobody', page('<p>Company: Apiary</p>', posting({}))],
  [
    'a title of LinkedIn',
    page(
      '',
      '<meta property="og:title" content="Apiary hiring Beekeeper in Cork, Ireland | LinkedIn"><meta property="og:site_name" content="LinkedIn">',
    ),
  ],
  [
    'a title with the name in front, and the text',
    page('<p>Apiary is a small company.</p>', '<meta property="og:title" content="Apiary - Beekeeper">'),
  ],
  [
    'the name of the site, which the text mentions',
    page(
      '<p>Since 1950 the people of Apiary sell honey.</p>',
      '<meta property="og:site_name" content="Apiary Careers">',
    ),
  ],
  ['a hyperlink', page('<a class="topcard__org-name-link" href="/c">Apiary</a>')],
])('the company that a posting page names is stored with the job: %s', (_name, text) => {
  expect(jobOn(text).metadata?.company).toBe('Apiary');
});

test('the name of the job board is not taken for the company', () => {
  const { metadata } = jobOn(
    page(
      '',
      '<meta property="og:title" content="Beekeeper | JobRocket"><meta property="og:site_name" content="JobRocket">',
    ),
  );
  expect(metadata?.company).toBeUndefined();
});

const chips = '<div><span>Part-time</span> <span>€30,000 – €34,000 a year</span></div>';

test('pay and contract that are missing in the structured data of a posting are read from its text', () => {
  const { salary, contractType, metadata } = jobOn(page(chips, posting({})));
  expect([contractType, salary]).toEqual([
    'PART_TIME',
    { min: 30_000, max: 34_000, currency: 'EUR', period: 'YEARLY' },
  ]);
  expect(metadata?.extraction).toMatchObject({ contractType: 'main-text', 'salary.min': 'main-text' });
});

test('structured data of a posting is not overridden by its text, nor completed from other jobs on the page', () => {
  const stated = posting({
    employmentType: 'FULL_TIME',
    baseSalary: { currency: 'EUR', value: { value: 40_000, unitText: 'YEAR' } },
  });
  const { salary, contractType } = jobOn(page(chips, stated));
  expect([contractType, salary]).toEqual([
    'FULL_TIME',
    { min: 40_000, max: 40_000, currency: 'EUR', period: 'YEARLY' },
  ]);
  const others = [1, 2]
    .map((id) => `<div class="card"><a href="/jobs/${id}"><h3>Gardener</h3></a>${chips}</div>`)
    .join('');
  const { salary: none, contractType: neither } = jobOn(page(others, posting({})));
  expect([none, neither]).toEqual([undefined, undefined]);
});

test.each([
  ['fr', 'Télétravail partiel'],
  ['de', 'Teilweise Homeoffice'],
  ['fr', 'Travail hybride'],
  ['es', 'Semi-presencial'],
  ['it', 'Smart working parziale'],
  ['nl', 'Deels thuiswerken'],
  ['pl', 'Praca częściowo zdalna'],
  ['pt', 'Regime híbrido'],
  ['en', 'Partly remote'],
  ['de', '2 Tage Homeoffice pro Woche'],
])('in %s, work partly from home is read as hybrid: %s', (language, words) => {
  expect(jobOn(page(`<div><span>${words}</span></div>`, posting({}), language)).location?.workMode).toBe(
    'HYBRID',
  );
});

test.each([
  ['en', 'No remote work', 'ONSITE'],
  ['de', 'Homeoffice ist leider nicht möglich.', 'ONSITE'],
  ['de', 'Homeoffice möglich', undefined],
  ['en', 'You lead a remote team', undefined],
])('in %s, work that is not or only perhaps remote is not read as remote: %s', (language, words, mode) => {
  expect(jobOn(page(`<p>${words}</p>`, posting({}), language)).location?.workMode).toBe(mode);
});

test.each([
  ['Bavaria, Germany', 'Bavaria'],
  ['Île-de-France', 'Île-de-France'],
  ['Lombardia, Italia', 'Lombardia'],
  ['mazowieckie, Polska', 'mazowieckie'],
])('a region is not read as a town: %s', (place, region) => {
  const labelled = jobOn(page(`<p>Location: ${place}</p>`));
  const inData = jobOn(page('', posting({ jobLocation: { address: { addressLocality: region } } })));
  for (const { location, metadata } of [labelled, inData])
    expect([location?.city, metadata?.region]).toEqual([undefined, region]);
});

const item = (type: string, property: string) =>
  `itemprop="${property}" itemscope itemtype="https://schema.org/${type}"`;
const address = '<span itemprop="addressLocality">Breda</span> <meta itemprop="addressCountry" content="NL">';
test.each([
  [
    'place and address',
    `<div ${item('Place', 'jobLocation')}><div ${item('PostalAddress', 'address')}>${address}</div></div>`,
    '',
  ],
  ['an address in the place itself', `<div ${item('Place', 'jobLocation')}>${address}</div>`, ''],
  [
    'a place without an item scope',
    `<div itemprop="jobLocation"><div ${item('PostalAddress', 'address')}>${address}</div></div>`,
    '',
  ],
  ['no place at all', address, ''],
  [
    'only machine-readable values',
    `<div ${item('Place', 'jobLocation')}><div ${item('PostalAddress', 'address')}><meta itemprop="addressLocality" content="Breda"><meta itemprop="addressCountry" content="NL"></div></div>`,
    '',
  ],
  [
    'a place elsewhere on the page',
    '',
    `<div id="where" ${item('Place', 'jobLocation')}><div ${item('PostalAddress', 'address')}>${address}</div></div>`,
  ],
  [
    'a place outside of the posting',
    '',
    `<div ${item('Place', 'jobLocation')}><div ${item('PostalAddress', 'address')}>${address}</div></div>`,
  ],
])('the location of a job is read from microdata: %s', (_name, inside, outside) => {
  const text = html(
    `${outside}<div itemscope itemtype="https://schema.org/JobPosting" itemref="where"><h1 itemprop="title">Beekeeper</h1>${inside}<p itemprop="description">${TEXT}</p></div>`,
  );
  expect(jobOn(text).location).toEqual({ city: 'Breda', countryCode: 'NL' });
});

test.each([
  ['en', 'This job is no longer available.'],
  ['en', 'Sorry, this position has been filled.'],
  ['en', 'No longer accepting applications'],
  ['de', 'Diese Stelle ist bereits besetzt.'],
  ['de', 'Diese Anzeige ist nicht mehr verfügbar.'],
  ['fr', 'Cette offre n’est plus disponible.'],
  ['fr', 'Ce poste a été pourvu'],
  ['es', 'Esta oferta ya no está disponible'],
  ['it', 'Questo annuncio è scaduto'],
  ['nl', 'Deze vacature is gesloten.'],
  ['pl', 'Oferta wygasła'],
  ['pt', 'Esta vaga já foi preenchida.'],
])('in %s, a posting is recognised as closed: %s', (language, notice) => {
  const text = page(`<p>${notice}</p>`, posting({ hiringOrganization: 'Apiary' }), language);
  expect(read(text)?.isClosed).toBe(true);
});

test('a posting is recognised as closed by its title, its status or its structured data', () => {
  const state =
    '<script id="__NEXT_DATA__" type="application/json">{"job":{"title":"Beekeeper","description":"Bees","city":"Cork","company":"Apiary","status":"closed"}}</script>';
  for (const text of [
    page('', '<meta property="og:title" content="Beekeeper (position filled) | Apiary">'),
    page('<dl><dt>Status</dt><dd>Closed</dd></dl>'),
    page(state, posting({})),
  ])
    expect(read(text)?.isClosed).toBe(true);
});

test.each([
  'Applications close on 30 April.',
  'The position stays open until it is filled.',
  'Visa sponsorship is not available for this position.',
  'Is this job no longer available? Tell us.',
  'Die Stelle ist ab sofort zu besetzen.',
  'Le poste est à pourvoir immédiatement.',
])('a posting that only mentions a closing date or availability is not read as closed: %s', (sentence) => {
  expect(read(page(`<p>${sentence}</p>`))?.isClosed).toBe(false);
});

test('notices about other jobs, and hidden notices, do not mark a posting as closed', () => {
  const others =
    '<ul><li><a href="/jobs/2">Gardener</a> This job is closed.</li><li><a href="/jobs/3">Cook</a> This job is closed.</li></ul>';
  const unseen =
    '<div hidden>This job is no longer available.</div><p class="d-none">This job is no longer available.</p>';
  expect(read(page(others + unseen))?.isClosed).toBe(false);
});
