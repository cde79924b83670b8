import { html, page, type SamplePosting } from './sample-posting.ts';

const frame = (body: string) =>
  `<header><nav><a href="/">Jobs</a></nav></header><main>${body}</main><footer>Location: Nowhere. Salary: 1 €</footer>`;

/** Pages that only people can read: labels, metadata and text. */
export const writtenPostings: readonly SamplePosting[] = [
  page(
    'a list of terms',
    html(
      frame(
        '<h1>Beekeeper</h1><dl><dt>Location</dt><dd>Bristol, UK</dd><dt>Salary:</dt><dd>£28,000 – £32,000 per annum</dd><dt>Job type</dt><dd>Permanent, Full-time</dd><dt>Company</dt><dd>Apiary Ltd</dd></dl><div class="job-description"><p>We look after bees and want somebody who does so too.</p></div>',
      ),
      '<title>Beekeeper | Apiary Jobs</title>',
    ),
    {
      title: 'Beekeeper',
      description: 'We look after bees and want somebody who does so too.',
      company: 'Apiary Ltd',
      place: { city: 'Bristol', countryCode: 'GB' },
      salary: { min: 28_000, max: 32_000, currency: 'GBP', period: 'YEARLY' },
      contractType: 'FULL_TIME',
    },
  ),
  page(
    'a table in German',
    html(
      frame(
        '<h1>Imker (m/w/d)</h1><table><tr><th>Arbeitsort</th><td>80331 München</td></tr><tr><th>Gehalt</th><td>ab 3.200 € brutto/Monat</td></tr><tr><th>Arbeitszeit</th><td>Teilzeit</td></tr><tr><th>Sprachkenntnisse</th><td>Deutsch (C1), Englisch B2</td></tr></table><article><p>Wir suchen jemanden, der sich um unsere Bienen kümmert und gern draußen arbeitet.</p></article>',
      ),
      '<title>Imker (m/w/d) - Bienen GmbH</title>',
      'de',
    ),
    {
      title: 'Imker (m/w/d)',
      company: 'Bienen GmbH',
      description: 'Wir suchen jemanden, der sich um unsere Bienen kümmert und gern draußen arbeitet.',
      place: { city: 'München', postalCode: '80331' },
      salary: { min: 3200, currency: 'EUR', period: 'MONTHLY' },
      contractType: 'PART_TIME',
      languageRequirements: [
        { language: 'DE', proficiency: 'C1' },
        { language: 'EN', proficiency: 'B2' },
      ],
    },
  ),
  page(
    'bold labels in lines',
    html(
      frame(
        '<h1>Apiculteur</h1><p><strong>Lieu :</strong> Lyon, France</p><p><strong>Type de contrat :</strong> CDD, temps plein</p><p><b>Salaire</b> : 2 100 € à 2 400 € par mois</p><p>Nous cherchons une personne qui aime les abeilles et le travail en plein air toute l’année.</p>',
      ),
      '<meta property="og:title" content="Apiculteur - Miel SA">',
      'fr',
    ),
    {
      title: 'Apiculteur',
      company: 'Miel SA',
      place: { city: 'Lyon', countryCode: 'FR' },
      contractType: 'TEMPORARY',
      salary: { min: 2100, max: 2400, currency: 'EUR', period: 'MONTHLY' },
    },
  ),
  page(
    'elements named after what they hold',
    html(
      frame(
        '<h1>Beekeeper</h1><span class="posting-location">Tallinn, Estonia (Remote)</span><span data-testid="employment-type">Contract</span><div data-test="job-salary">€2k–3k / month</div><p>We look after bees all year round and need one more person for our hives.</p>',
      ),
      '<title>Beekeeper at Apiary OÜ</title>',
    ),
    {
      title: 'Beekeeper',
      company: 'Apiary OÜ',
      place: { city: 'Tallinn', countryCode: 'EE' },
      workMode: 'REMOTE',
      contractType: 'CONTRACT',
      salary: { min: 2000, max: 3000, currency: 'EUR', period: 'MONTHLY' },
    },
  ),
  page(
    'text that says what it wants',
    html(
      frame(
        '<h1>Senior Beekeeper (Hybrid)</h1><p>We look after bees. The salary range is $90,000 - $110,000 per year.</p><h2>Requirements</h2><ul><li>Python and SQL</li><li>Fluent English and German (B2)</li><li>Bachelor’s degree in biology</li></ul><h2>Nice to have</h2><ul><li>Terraform</li></ul>',
      ),
    ),
    {
      title: 'Senior Beekeeper (Hybrid)',
      description:
        'Senior Beekeeper (Hybrid)\n\nWe look after bees. The salary range is $90,000 - $110,000 per year.\n\nRequirements\n\n- Python and SQL\n- Fluent English and German (B2)\n- Bachelor’s degree in biology\n\nNice to have\n\n- Terraform',
      experience: 'SENIOR',
      workMode: 'HYBRID',
      salary: { min: 90_000, max: 110_000, currency: 'USD', period: 'YEARLY' },
      requiredSkills: ['Python', 'SQL'],
      niceToHaveSkills: ['Terraform'],
      languageRequirements: [
        { language: 'EN', proficiency: 'C1' },
        { language: 'DE', proficiency: 'B2' },
      ],
      education: ['BACHELORS'],
    },
  ),
  page(
    'nothing but a title and some text',
    html(
      '<h1>Warehouse clerk</h1><p>Join our team and help us to move goods from here to there, every day.</p>',
    ),
    { title: 'Warehouse clerk' },
  ),
  page(
    'a shell that waits for its scripts',
    html(
      '<div id="app"></div><footer>All jobs of Acme</footer>',
      '<meta property="og:title" content="Beekeeper"><meta property="og:description" content="A job with bees">',
    ),
    undefined,
  ),
  page(
    'a door',
    html(
      '<h1>Log in</h1><p>Log in to see this job and apply to thousands more like it, all over the world.</p><input type="password">',
    ),
    undefined,
  ),
  page(
    'a check for humans',
    html(
      '<h1>Just a moment...</h1><p>We are checking your browser before you can apply for jobs on this site, please wait.</p>',
    ),
    undefined,
  ),
  page(
    'an article',
    html(
      '<h1>Apple pie</h1><p>Peel the apples, slice them thinly and bake them in the oven for about an hour.</p>',
    ),
    undefined,
    'https://example.com/cake',
  ),
  page('nothing', '', undefined),
];
