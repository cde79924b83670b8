import { html, jsonLd, page, type SamplePosting } from './sample-posting.ts';

const text = '<p>We look after <b>bees</b> &amp; hives.</p><ul><li>Count them</li><li>Feed them</li></ul>';
const plain = 'We look after bees & hives.\n\n- Count them\n- Feed them';
const base = {
  '@context': 'https://schema.org/',
  '@type': 'JobPosting',
  title: 'Beekeeper',
  description: text,
};

/** Pages that carry a JobPosting of schema.org. */
export const structuredPostings: readonly SamplePosting[] = [
  page(
    'JSON-LD with everything in its place',
    html(
      '',
      jsonLd({
        ...base,
        datePosted: '2026-02-01',
        validThrough: '2026-04-01T00:00',
        employmentType: ['FULL_TIME', 'PART_TIME'],
        jobLocationType: 'TELECOMMUTE',
        applicantLocationRequirements: { '@type': 'Country', name: 'Germany' },
        hiringOrganization: { '@type': 'Organization', name: 'Honey &amp; Sons' },
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: 'eur',
          value: { '@type': 'QuantitativeValue', minValue: '45.000', maxValue: '55.000', unitText: 'YEAR' },
        },
        skills: 'Patience, Smoke handling; Counting',
        experienceRequirements: { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: 36 },
        educationRequirements: {
          '@type': 'EducationalOccupationalCredential',
          credentialCategory: 'bachelor degree',
        },
        jobBenefits: 'Honey',
      }),
    ),
    {
      title: 'Beekeeper',
      description: plain,
      company: 'Honey & Sons',
      benefits: 'Honey',
      contractType: 'FULL_TIME',
      workMode: 'REMOTE',
      place: { countryCode: 'DE' },
      salary: { min: 45_000, max: 55_000, currency: 'EUR', period: 'YEARLY' },
      requiredSkills: ['Patience', 'Smoke handling', 'Counting'],
      experience: 'MID',
      education: ['BACHELORS'],
      postedOn: '2026-02-01',
      validThrough: '2026-04-01',
    },
  ),
  page(
    'a graph whose parts are referred to',
    html(
      '',
      jsonLd({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Organization', '@id': '#us', name: 'Apiary Ltd' },
          { '@type': 'Place', '@id': '#here', address: { '@id': '#address' } },
          {
            '@type': 'PostalAddress',
            '@id': '#address',
            addressLocality: 'Lyon',
            addressCountry: { '@type': 'Country', name: 'France' },
            postalCode: 69001,
          },
          {
            ...base,
            '@type': ['Thing', 'JobPosting'],
            hiringOrganization: { '@id': '#us' },
            jobLocation: [{ '@id': '#here' }],
            employmentType: 'INTERN',
          },
        ],
      }),
    ),
    {
      title: 'Beekeeper',
      description: plain,
      company: 'Apiary Ltd',
      place: { city: 'Lyon', postalCode: '69001', countryCode: 'FR' },
      contractType: 'INTERNSHIP',
    },
  ),
  page(
    'texts where things belong',
    html(
      '',
      jsonLd({
        ...base,
        hiringOrganization: 'Apiary Ltd',
        jobLocation: 'Graz, Austria',
        baseSalary: '€3,200 - €3,800 per month',
        employmentType: 'Vollzeit',
      }),
    ),
    {
      title: 'Beekeeper',
      description: plain,
      company: 'Apiary Ltd',
      place: { city: 'Graz', countryCode: 'AT' },
      salary: { min: 3200, max: 3800, currency: 'EUR', period: 'MONTHLY' },
      contractType: 'FULL_TIME',
    },
  ),
  page(
    'raw line breaks, unescaped quotes and a trailing comma',
    html(
      '',
      jsonLd(
        '\n<!--\n{"@context":"http://schema.org","@type":"JobPosting","title":"Beekeeper","description":"<p>We say "hello" to\n\tbees.</p>","hiringOrganization":{"name":"Apiary Ltd",},}\n-->',
      ),
    ),
    { title: 'Beekeeper', description: 'We say "hello" to bees.', company: 'Apiary Ltd' },
  ),
  page(
    'markup escaped twice',
    html(
      '',
      jsonLd({
        ...base,
        title: 'Beekeeper &amp;amp; Smoker',
        description:
          '&amp;lt;p&amp;gt;Bees &amp;amp;amp; hives&amp;lt;/p&amp;gt;&amp;lt;ul&amp;gt;&amp;lt;li&amp;gt;Count&amp;lt;/li&amp;gt;&amp;lt;/ul&amp;gt;',
      }),
    ),
    { title: 'Beekeeper & Smoker', description: 'Bees & hives\n\n- Count' },
  ),
  page(
    'several postings, of which one is the page',
    html(
      '<h1>Beekeeper</h1>',
      jsonLd([
        { ...base, title: 'Gardener' },
        { ...base, hiringOrganization: { name: 'Apiary Ltd' } },
      ]),
    ),
    { title: 'Beekeeper', description: plain, company: 'Apiary Ltd' },
  ),
  page(
    'a posting inside a page, one value and a currency beside it',
    html(
      '',
      jsonLd({
        '@type': 'WebPage',
        mainEntity: {
          ...base,
          salaryCurrency: 'GBP',
          baseSalary: { '@type': 'MonetaryAmount', value: { value: 14.5, unitText: 'HOUR' } },
        },
      }),
    ),
    {
      title: 'Beekeeper',
      description: plain,
      salary: { min: 14.5, max: 14.5, currency: 'GBP', period: 'HOURLY' },
    },
  ),
  page(
    'pay that nobody states',
    html(
      '',
      jsonLd({
        ...base,
        baseSalary: { currency: 'USD', value: { minValue: 0, maxValue: 0, unitText: 'YEAR' } },
        jobLocation: { address: { addressLocality: '', addressRegion: '-', addressCountry: 'US' } },
        employmentType: 'OTHER',
      }),
    ),
    { title: 'Beekeeper', description: plain, place: { countryCode: 'US' } },
  ),
  page(
    'prefixed names',
    html(
      '',
      jsonLd({
        '@type': 'schema:JobPosting',
        'schema:title': { '@value': 'Beekeeper' },
        'schema:description': text,
        'schema:employmentType': 'CONTRACTOR',
      }),
    ),
    { title: 'Beekeeper', description: plain, contractType: 'CONTRACT' },
  ),
  page(
    'microdata',
    html(`<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Beekeeper</h1>
      <span itemprop="hiringOrganization" itemscope itemtype="https://schema.org/Organization"><span itemprop="name">Apiary Ltd</span></span>
      <div itemprop="jobLocation" itemscope itemtype="https://schema.org/Place"><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="addressLocality">Oslo</span>, <span itemprop="addressCountry">Norge</span></div></div>
      <meta itemprop="employmentType" content="TEMPORARY"><time itemprop="datePosted" datetime="2026-01-31">yesterday</time>
      <div itemprop="baseSalary" itemscope itemtype="https://schema.org/MonetaryAmount"><meta itemprop="currency" content="NOK"><div itemprop="value" itemscope itemtype="https://schema.org/QuantitativeValue"><meta itemprop="minValue" content="500000"><meta itemprop="unitText" content="YEAR"></div></div>
      <div itemprop="description">${text}</div></div>`),
    {
      title: 'Beekeeper',
      description: plain,
      company: 'Apiary Ltd',
      place: { city: 'Oslo', countryCode: 'NO' },
      contractType: 'TEMPORARY',
      salary: { min: 500_000, currency: 'NOK', period: 'YEARLY' },
      postedOn: '2026-01-31',
    },
  ),
  page(
    'RDFa',
    html(
      `<div vocab="https://schema.org/" typeof="JobPosting"><h1 property="title">Beekeeper</h1><div property="hiringOrganization" typeof="Organization"><b property="name">Apiary Ltd</b></div><div property="description">${text}</div><span property="employmentType">Part-time</span></div>`,
    ),
    { title: 'Beekeeper', description: plain, company: 'Apiary Ltd', contractType: 'PART_TIME' },
  ),
  page(
    'data for Next beside JSON-LD that says less',
    html(
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { job: { id: 1, title: 'Beekeeper', workplaceType: 'HYBRID', salaryMin: 40_000, salaryMax: 50_000, salaryCurrency: 'EUR', salaryPeriod: 'year', city: 'Wien' }, similar: [{ title: 'Gardener', city: 'Linz', salaryMin: 1, workplaceType: 'REMOTE' }] } } })}</script>`,
      jsonLd(base),
    ),
    {
      title: 'Beekeeper',
      description: plain,
      workMode: 'HYBRID',
      place: { city: 'Wien' },
      salary: { min: 40_000, max: 50_000, currency: 'EUR', period: 'YEARLY' },
    },
  ),
  page(
    'data streamed by Next in pieces',
    html(
      `<main><h1>Beekeeper</h1></main><script>self.__next_f.push([1,${JSON.stringify('5:["$","$L6",null,{"job":{"title":"Beekeeper","description":"$7","employment')}])</script><script>self.__next_f.push([1,${JSON.stringify(`_type":"full_time","location":"Gent, Belgium"}}]\n7:T${Buffer.byteLength(text).toString(16)},${text}`)}])</script>`,
    ),
    {
      title: 'Beekeeper',
      description: plain,
      contractType: 'FULL_TIME',
      place: { city: 'Gent', countryCode: 'BE' },
    },
  ),
  page(
    'a state that a script assigns',
    html(
      `<div id="app"></div><script>window.__INITIAL_STATE__ = {"job":{"jobTitle":"Beekeeper","jobDescription":${JSON.stringify(text)},"company":{"name":"Apiary Ltd"},"employmentType":"Full time","locations":[{"city":"Porto","country":"PT"}]}};</script>`,
      '<title>Beekeeper | Apiary jobs</title>',
    ),
    {
      title: 'Beekeeper',
      description: plain,
      company: 'Apiary Ltd',
      contractType: 'FULL_TIME',
      place: { city: 'Porto', countryCode: 'PT' },
    },
  ),
];
