import { data, type SamplePosting } from './sample-posting.ts';

const content = '<p>We look after bees.</p>';

/** Answers of job boards. */
export const boardPostings: readonly SamplePosting[] = [
  data('Greenhouse', {
    id: 4711001, title: 'Beekeeper ', absolute_url: 'https://boards.greenhouse.io/apiary/jobs/4711001', company_name: 'Apiary', location: { name: 'Remote - Germany' },
    content: '&lt;p&gt;We look after bees.&lt;/p&gt;', first_published: '2026-02-01T10:00:00-05:00', metadata: [{ name: 'Employment Type', value: 'Full-time' }],
    pay_input_ranges: [{ min_cents: 5000000, max_cents: 6000000, currency_type: 'USD', title: 'Base salary' }],
  }, { title: 'Beekeeper', company: 'Apiary', description: 'We look after bees.', workMode: 'REMOTE', place: { countryCode: 'DE' }, contractType: 'FULL_TIME', salary: { min: 50_000, max: 60_000, currency: 'USD' }, postedOn: '2026-02-01' }),
  data('a whole board of Greenhouse, of which the address names one', {
    jobs: [
      { id: 4711002, title: 'Gardener', absolute_url: 'https://x.example/4711002', location: { name: 'Bern' }, content, updated_at: '2026-03-01' },
      { id: 4711001, title: 'Beekeeper', absolute_url: 'https://x.example/4711001', location: { name: 'Zürich, Switzerland' }, content, updated_at: '2026-02-01' },
    ],
  }, { title: 'Beekeeper', description: 'We look after bees.', place: { city: 'Zürich', countryCode: 'CH' } }, 'https://job-boards.greenhouse.io/apiary/jobs/4711001'),
  data('Lever', {
    id: 'b1', text: 'Senior Beekeeper', hostedUrl: 'https://jobs.lever.co/apiary/b1', categories: { commitment: 'Part-time', location: 'Dublin, Ireland', team: 'Bees' }, workplaceType: 'hybrid',
    description: content, lists: [{ text: 'Requirements', content: '<li>Knows Excel</li>' }], additional: '<p>Apply now.</p>', salaryRange: { min: 30, max: 35, currency: 'EUR', interval: 'per-hour-wage' }, createdAt: 1769904000000,
  }, {
    title: 'Senior Beekeeper', company: 'apiary', description: 'We look after bees.\n\nRequirements\n\n- Knows Excel\n\nApply now.', contractType: 'PART_TIME', workMode: 'HYBRID', experience: 'SENIOR',
    place: { city: 'Dublin', countryCode: 'IE' }, salary: { min: 30, max: 35, currency: 'EUR', period: 'HOURLY' }, requiredSkills: ['Excel'], postedOn: '2026-02-01',
  }),
  data('Ashby', {
    jobs: [{ id: '0e7c', title: 'Beekeeper', employmentType: 'Contract', location: 'Porto', isRemote: false, workplaceType: 'OnSite', address: { postalAddress: { addressLocality: 'Porto', addressCountry: 'Portugal' } }, publishedAt: '2026-02-01T00:00:00Z', jobUrl: 'https://jobs.ashbyhq.com/Apiary/0e7c', applyUrl: 'https://jobs.ashbyhq.com/Apiary/0e7c/application', descriptionHtml: content, compensation: { summaryComponents: [{ compensationType: 'EquityPercentage', minValue: 1, maxValue: 2 }] } }],
  }, { title: 'Beekeeper', company: 'Apiary', description: 'We look after bees.', contractType: 'CONTRACT', workMode: 'ONSITE', place: { city: 'Porto', countryCode: 'PT' }, postedOn: '2026-02-01' }),
  data('SmartRecruiters', {
    id: '743999', name: 'Beekeeper', company: { identifier: 'Apiary', name: 'Apiary AG' }, location: { city: 'Luzern', region: 'LU', country: 'ch', remote: false, hybrid: true }, typeOfEmployment: { id: 'permanent', label: 'Full-time' },
    experienceLevel: { id: 'entry_level', label: 'Entry Level' }, releasedDate: '2026-02-01T08:00:00.000Z', jobAd: { sections: { companyDescription: { title: 'About us', text: '<p>Bees.</p>' }, jobDescription: { title: 'The job', text: content } } },
  }, { title: 'Beekeeper', company: 'Apiary AG', description: 'About us\n\nBees.\n\nThe job\n\nWe look after bees.', contractType: 'FULL_TIME', workMode: 'HYBRID', experience: 'ENTRY', place: { city: 'Luzern', region: 'LU', countryCode: 'CH' }, postedOn: '2026-02-01' }),
  data('Workday', {
    jobPostingInfo: { id: 'x', title: 'Beekeeper', jobDescription: content, location: 'Prague, Czech Republic', timeType: 'Full time', remoteType: 'Remote', country: { descriptor: 'Czech Republic' }, startDate: '2026-02-01', externalUrl: 'https://apiary.wd3.myworkdayjobs.com/x' }, hiringOrganization: { name: 'Apiary s.r.o.' },
  }, { title: 'Beekeeper', company: 'Apiary s.r.o.', description: 'We look after bees.', contractType: 'FULL_TIME', workMode: 'REMOTE', place: { city: 'Prague', countryCode: 'CZ' }, postedOn: '2026-02-01' }),
  {
    name: 'Personio',
    url: 'https://apiary.jobs.personio.de/job/4712',
    kind: 'xml',
    text: `<?xml version="1.0" encoding="UTF-8"?><workzag-jobs><position><id>4711</id><office>Bonn</office><name>Gardener</name></position><position><id>4712</id><subcompany>Apiary GmbH</subcompany><office>Köln</office><name><![CDATA[Imker (m/w/d)]]></name><jobDescriptions><jobDescription><name>Aufgaben</name><value><![CDATA[${content}]]></value></jobDescription></jobDescriptions><employmentType>permanent</employmentType><seniority>experienced</seniority><schedule>part-time</schedule><createdAt>2026-02-01T09:00:00+00:00</createdAt></position></workzag-jobs>`,
    expected: { title: 'Imker (m/w/d)', company: 'Apiary GmbH', description: 'Aufgaben\n\nWe look after bees.', contractType: 'PART_TIME', experience: 'MID', place: { city: 'Köln' }, postedOn: '2026-02-01' },
  },
  data('a board that is not known', {
    offer: { title: 'Beekeeper', description: content, company_name: 'Apiary', city: 'Gdańsk', country_code: 'PL', employment_type_code: 'x', salary: { min: 8000, max: 9500, currency: 'PLN', period: 'month' }, published_at: '2026-02-01 10:00:00 UTC', remote: true },
  }, { title: 'Beekeeper', company: 'Apiary', description: 'We look after bees.', workMode: 'REMOTE', place: { city: 'Gdańsk', countryCode: 'PL' }, salary: { min: 8000, max: 9500, currency: 'PLN', period: 'MONTHLY' }, postedOn: '2026-02-01' }),
]; // biome-ignore format: tables of answers
