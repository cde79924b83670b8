import { html, jsonLd, page, type SamplePosting } from './sample-posting.ts';

const posting = (fields: object) =>
  jsonLd({ '@context': 'https://schema.org/', '@type': 'JobPosting', ...fields });

/**
 * Pages in the manner of job boards and of companies' own sites, each with its menu, its notices and its other jobs, and
 * what a reader finds on it. Held-out pages of the same kinds are in `held-out-pages.ts`.
 */
export const careerPages: readonly SamplePosting[] = [
  page(
    'Greenhouse, remote worldwide',
    html(
      `<div id="header"><img class="logo" alt="Northlight Logo" src="/l.png"></div><div id="app_body"><div id="content"><h1 class="app-title">Staff Platform Engineer</h1><span class="company-name">at Northlight</span><div class="location">Worldwide remote</div>
      <p>Northlight builds weather models for farmers. You will run the platform that serves them to customers in more than forty countries.</p><p>We are a team of 60 people in twelve time zones.</p><p>The annual base salary range for this role is $165,000 - $190,000 USD.</p></div></div>`,
      '<title>Job Application for Staff Platform Engineer at Northlight</title><meta property="og:title" content="Staff Platform Engineer"><meta property="og:description" content="Worldwide remote">',
    ),
    {
      title: 'Staff Platform Engineer',
      company: 'Northlight',
      workMode: 'REMOTE',
      salary: { min: 165_000, max: 190_000, currency: 'USD', period: 'YEARLY' },
    },
    'https://careers.northlight.example/o/staff-platform-engineer',
  ),
  page(
    'a board of remote jobs that lists every country it may be done from',
    html(
      '<nav><a href="/">Remote jobs</a></nav><main><h1>Support Engineer</h1><p>Anywhere in the World</p><section class="listing-container"><p>Kelpwave is hiring a support engineer who answers questions about our API, wherever you live.</p></section></main>',
      posting({
        title: 'Support Engineer',
        description:
          '<p>Kelpwave is hiring a support engineer who answers questions about our API, wherever you live.</p>',
        hiringOrganization: { '@type': 'Organization', name: 'Kelpwave' },
        employmentType: 'FULL_TIME',
        jobLocationType: 'TELECOMMUTE',
        jobLocation: ['AO', 'AR', 'AU', 'BR', 'CA', 'DE'].map((addressCountry) => ({
          '@type': 'Place',
          address: { '@type': 'PostalAddress', addressCountry },
        })),
        applicantLocationRequirements: [
          'Angola',
          'Argentina',
          'Australia',
          'Brazil',
          'Canada',
          'Germany',
        ].map((name) => ({ '@type': 'Country', name })),
      }),
    ),
    { title: 'Support Engineer', company: 'Kelpwave', workMode: 'REMOTE', contractType: 'FULL_TIME' },
    'https://remote-board.example/remote-jobs/kelpwave-support-engineer',
  ),
  page(
    'Lever with its categories in the head of the posting',
    html(
      `<div class="main-header-content"><a class="main-header-logo"><img alt="Tessera logo"></a></div><div class="content"><div class="posting-headline"><h2>Product Designer</h2><div class="posting-categories"><div class="sort-by-time posting-category location">Lisbon, Portugal</div><div class="posting-category department">Design /</div><div class="posting-category commitment">Full-time /</div><div class="posting-category workplaceTypes">Hybrid</div></div></div>
      <div class="section page-centered" data-qa="job-description"><div>Tessera makes software for museums. We look for a designer who likes research as much as pixels.</div></div><div class="section page-centered"><h3>Compensation</h3><div>€48,000 - €60,000 a year</div></div></div>`,
      '<title>Tessera - Product Designer</title><meta property="og:title" content="Tessera - Product Designer"><meta name="twitter:label1" value="Location"><meta name="twitter:data1" value="Lisbon, Portugal">',
    ),
    {
      title: 'Product Designer',
      company: 'Tessera',
      place: { city: 'Lisbon', countryCode: 'PT' },
      workMode: 'HYBRID',
      contractType: 'FULL_TIME',
      salary: { min: 48_000, max: 60_000, currency: 'EUR', period: 'YEARLY' },
    },
    'https://careers.tessera.example/tessera/5b2f',
  ),
  page(
    'Personio, German, with the pay and the contract beside the data',
    html(
      `<header><a href="/">Alle Stellen</a></header><main><h1>Buchhalter (m/w/d)</h1><ul class="meta"><li>Unbefristet, Vollzeit</li><li>Teilweise Homeoffice</li><li>Augsburg</li></ul><h2>Deine Aufgaben</h2><ul><li>Du buchst Rechnungen und stimmst Konten ab.</li><li>Du bereitest den Monatsabschluss vor.</li></ul><h2>Was wir bieten</h2><ul><li>Jahresgehalt zwischen 42.000 und 48.000 € brutto</li><li>30 Tage Urlaub</li></ul></main><footer>Impressum</footer>`,
      `<title>Buchhalter (m/w/d) | Jobs bei Lechfeld Holzbau GmbH</title>${posting({ title: 'Buchhalter (m/w/d)', description: '<p>Du buchst Rechnungen und stimmst Konten ab.</p>', hiringOrganization: { '@type': 'Organization', name: 'Lechfeld Holzbau GmbH' }, jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Augsburg', addressRegion: 'Bayern', addressCountry: 'DE' } } })}`,
      'de',
    ),
    {
      title: 'Buchhalter (m/w/d)',
      company: 'Lechfeld Holzbau GmbH',
      place: { city: 'Augsburg', region: 'Bayern', countryCode: 'DE' },
      contractType: 'FULL_TIME',
      workMode: 'HYBRID',
      salary: { min: 42_000, max: 48_000, currency: 'EUR', period: 'YEARLY' },
    },
    'https://lechfeld.jobs.example/job/1',
  ),
  page(
    'a French board with chips below the title',
    html(
      `<nav><a href="/fr">Accueil</a></nav><main><section data-testid="job-metadata-block"><a href="/fr/companies/brumelune"><span>Brumelune</span></a><h2>Chef de projet digital</h2><div><span>CDI</span></div><div><span>Paris</span></div><div><span>Télétravail partiel</span></div><div><span>Salaire :</span> <span>45K à 52K €</span></div><div>Expérience : &gt; 3 ans</div></section>
      <section data-testid="job-section-description"><h2>Le poste</h2><p>Chez Brumelune, vous pilotez la refonte de sites de théâtres et de festivals avec une équipe de huit personnes.</p></section><section class="related"><h2>D'autres offres</h2><ul><li><a href="/fr/jobs/2"><h4>Développeur back</h4></a><span>Télétravail total</span><span>Lyon</span></li><li><a href="/fr/jobs/3"><h4>Stage communication</h4></a><span>Stage</span><span>Nantes</span></li></ul></section></main>`,
      `<title>Chef de projet digital – Brumelune – CDI à Paris</title>${posting({ title: 'Chef de projet digital', description: '<p>Chez Brumelune, vous pilotez la refonte de sites de théâtres et de festivals avec une équipe de huit personnes.</p>', hiringOrganization: { '@type': 'Organization', name: 'Brumelune' }, jobLocation: [{ '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Paris', addressRegion: 'Île-de-France', addressCountry: 'FR' } }], validThrough: '2024-01-31', employmentType: 'FULL_TIME' })}`,
      'fr',
    ),
    {
      title: 'Chef de projet digital',
      company: 'Brumelune',
      place: { city: 'Paris', region: 'Île-de-France', countryCode: 'FR' },
      workMode: 'HYBRID',
      contractType: 'FULL_TIME',
      salary: { min: 45_000, max: 52_000, currency: 'EUR' },
    },
    'https://www.wilkommen.example/fr/jobs/chef-de-projet',
  ),
  page(
    'a public LinkedIn page',
    html(
      `<main><section class="top-card-layout"><h1 class="top-card-layout__title topcard__title">Maintenance Technician</h1><h4><div class="topcard__flavor-row"><span class="topcard__flavor"><a class="topcard__org-name-link" href="https://linkedin.example/company/ferrum">Ferrum Castings</a></span><span class="topcard__flavor topcard__flavor--bullet">Bavaria, Germany</span></div></h4></section>
      <div class="show-more-less-html__markup"><p>You keep our furnaces running in a plant of two hundred people, in three shifts.</p></div><ul class="description__job-criteria-list"><li><h3>Seniority level</h3><span>Entry level</span></li><li><h3>Employment type</h3><span>Full-time</span></li></ul></main><section class="similar-jobs"><ul><li><a href="/j/2"><h3>Welder</h3></a><h4>Kastell AG</h4><span>Hamburg, Germany</span><span>No longer accepting applications</span></li></ul></section>`,
      '<title>Ferrum Castings hiring Maintenance Technician in Bavaria, Germany | LinkedIn</title><meta property="og:title" content="Ferrum Castings hiring Maintenance Technician in Bavaria, Germany | LinkedIn"><meta property="og:site_name" content="LinkedIn">',
    ),
    {
      title: 'Maintenance Technician',
      company: 'Ferrum Castings',
      place: { region: 'Bavaria', countryCode: 'DE' },
      contractType: 'FULL_TIME',
    },
    'https://www.linkedin.example/jobs/view/maintenance-technician-at-ferrum-castings-39',
  ),
  page(
    'a WordPress board with microdata, the address in nested items',
    html(
      `<div class="site"><article itemscope itemtype="http://schema.org/JobPosting" class="job_listing"><h1 itemprop="title">Panadero/a de noche</h1><p itemprop="hiringOrganization" itemscope itemtype="http://schema.org/Organization"><strong itemprop="name">Horno San Blas</strong></p>
      <div itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="streetAddress" content="Calle Mayor 12"><span itemprop="addressLocality">Zaragoza</span> (<span itemprop="addressRegion">Aragón</span>)<meta itemprop="addressCountry" content="ES"></span></div>
      <ul class="job-types"><li itemprop="employmentType">Jornada completa</li></ul><div itemprop="description"><p>Buscamos panadero con experiencia en masa madre para el turno de noche.</p></div></article></div>`,
      '<title>Panadero/a de noche | Empleo Aragón</title>',
      'es',
    ),
    {
      title: 'Panadero/a de noche',
      company: 'Horno San Blas',
      place: { street: 'Calle Mayor 12', city: 'Zaragoza', region: 'Aragón', countryCode: 'ES' },
      contractType: 'FULL_TIME',
    },
    'https://empleo.example/oferta/panadero',
  ),
  page(
    'microdata whose place has no scope of its own',
    html(
      `<article itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Magazijnmedewerker</h1><span itemprop="hiringOrganization">Veldhoen Logistiek BV</span><p class="where"><span itemprop="jobLocation"><span itemprop="addressLocality">Breda</span>, <span itemprop="addressRegion">Noord-Brabant</span><meta itemprop="addressCountry" content="NL"></span></p><p itemprop="description">Je verzamelt orders in ons magazijn en laadt vrachtwagens. Je werkt in een vast team en krijgt een contract van 32 uur.</p><meta itemprop="employmentType" content="PART_TIME"></article>`,
      '<title>Magazijnmedewerker - Vacatures</title>',
      'nl',
    ),
    {
      title: 'Magazijnmedewerker',
      company: 'Veldhoen Logistiek BV',
      place: { city: 'Breda', region: 'Noord-Brabant', countryCode: 'NL' },
      contractType: 'PART_TIME',
    },
    'https://vacatures.example/magazijn',
  ),
  page(
    'data whose place is named after the company',
    html(
      '<main><h1>Laboratory Assistant</h1><p>Quillon Biotech is looking for a laboratory assistant who prepares samples and keeps the records of our trials.</p><p>This is a part-time position, 20 hours a week.</p></main>',
      posting({
        title: 'Laboratory Assistant',
        description:
          '<p>Quillon Biotech is looking for a laboratory assistant who prepares samples and keeps the records of our trials.</p>',
        hiringOrganization: { '@type': 'Organization', name: 'Quillon Biotech Ltd' },
        jobLocation: {
          '@type': 'Place',
          name: 'Quillon Biotech',
          address: { '@type': 'PostalAddress', addressLocality: '', addressCountry: 'IE' },
        },
      }),
    ),
    {
      title: 'Laboratory Assistant',
      company: 'Quillon Biotech Ltd',
      place: { countryCode: 'IE' },
      contractType: 'PART_TIME',
    },
    'https://quillon.example/careers/lab-assistant',
  ),
  page(
    'the company is a node of the graph with a type and an id',
    html(
      '<main><h1>Addetto alle vendite</h1><p>Sede di lavoro: Lombardia, Italia</p><p>Smart working parziale dopo il periodo di prova.</p><p>Cerchiamo una persona per il nostro negozio di biciclette, con passione per il contatto con i clienti.</p></main>',
      jsonLd({
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'Organization',
            '@id': 'https://ruotelibere.example/#org',
            name: 'Ruote Libere',
            url: 'https://ruotelibere.example',
          },
          {
            '@type': 'JobPosting',
            title: 'Addetto alle vendite',
            description:
              'Cerchiamo una persona per il nostro negozio di biciclette, con passione per il contatto con i clienti.',
            hiringOrganization: { '@type': 'Organization', '@id': 'https://ruotelibere.example/#org' },
            baseSalary: {
              '@type': 'MonetaryAmount',
              currency: 'EUR',
              value: { '@type': 'QuantitativeValue', value: 1500, unitText: 'MONTH' },
            },
          },
        ],
      }),
      'it',
    ),
    {
      title: 'Addetto alle vendite',
      company: 'Ruote Libere',
      place: { region: 'Lombardia', countryCode: 'IT' },
      workMode: 'HYBRID',
      salary: { min: 1500, max: 1500, currency: 'EUR', period: 'MONTHLY' },
    },
    'https://ruotelibere.example/lavora-con-noi/addetto',
  ),
  page(
    'plain HTML of a small company that names itself in the title and the text',
    html(
      '<body><div class="menu"><a href="/">Start</a> <a href="/jobs">Jobs</a></div><h1>Dachdecker (m/w/d) gesucht</h1><p>Die Wetterfest Dächer aus Kassel sucht zum 1. Mai einen Dachdecker oder eine Dachdeckerin für Reparaturen und Neubauten.</p><p>Arbeitsort: Kassel und Umgebung. Wir zahlen 22 bis 25 Euro pro Stunde.</p><p>Bewerbungen bitte bis 30.04. per Telefon.</p></body>',
      '<title>Dachdecker (m/w/d) gesucht - Wetterfest Dächer</title><meta property="og:site_name" content="Wetterfest Dächer">',
      'de',
    ),
    {
      title: 'Dachdecker (m/w/d) gesucht',
      company: 'Wetterfest Dächer',
      place: { city: 'Kassel' },
      salary: { min: 22, max: 25, currency: 'EUR', period: 'HOURLY' },
    },
    'https://wetterfest.example/jobs.html',
  ),
  page(
    'Indeed with data that leaves the pay out',
    html(
      `<div class="jobsearch-JobComponent"><h1 data-testid="jobsearch-JobInfoHeader-title"><span>Night Shift Nurse</span></h1><div data-testid="inlineHeader-companyName"><a href="/cmp/x">Harbour Street Clinic</a></div><div data-testid="inlineHeader-companyLocation"><div>Halifax, NS</div></div><div id="salaryInfoAndJobType"><span>$38.50–$44.00 an hour</span><span> - Part-time</span></div><div id="jobDescriptionText"><p>Harbour Street Clinic cares for older people. You are on duty from 11 pm to 7 am, three nights a week.</p></div></div>`,
      `<title>Night Shift Nurse - Halifax, NS - Indeed.com</title>${posting({ title: 'Night Shift Nurse', description: '<p>Harbour Street Clinic cares for older people. You are on duty from 11 pm to 7 am, three nights a week.</p>', hiringOrganization: { '@type': 'Organization', name: 'Harbour Street Clinic' }, jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Halifax', addressRegion: 'NS', addressCountry: 'CA' } } })}`,
    ),
    {
      title: 'Night Shift Nurse',
      company: 'Harbour Street Clinic',
      place: { city: 'Halifax', region: 'NS', countryCode: 'CA' },
      contractType: 'PART_TIME',
      salary: { min: 38.5, max: 44, currency: 'CAD', period: 'HOURLY' },
    },
    'https://ca.indeed.example/viewjob?jk=1',
  ),
  page(
    'a Polish company with a province and work from home on some days',
    html(
      '<main><h1>Specjalista ds. logistyki</h1><table><tr><td>Lokalizacja</td><td>mazowieckie, Polska</td></tr><tr><td>Rodzaj umowy</td><td>umowa o pracę, pełny etat</td></tr><tr><td>Pracodawca</td><td>Wiatrak Sp. z o.o.</td></tr><tr><td>Tryb pracy</td><td>częściowo zdalna</td></tr><tr><td>Wynagrodzenie</td><td>7 500 – 9 000 zł brutto / mies.</td></tr></table><div class="opis"><p>Szukamy osoby, która zaplanuje transport części do turbin wiatrowych w całej Polsce.</p></div></main>',
      '<title>Specjalista ds. logistyki - praca</title>',
      'pl',
    ),
    {
      title: 'Specjalista ds. logistyki',
      company: 'Wiatrak Sp. z o.o.',
      place: { region: 'mazowieckie', countryCode: 'PL' },
      contractType: 'FULL_TIME',
      workMode: 'HYBRID',
      salary: { min: 7500, max: 9000, currency: 'PLN', period: 'MONTHLY' },
    },
    'https://wiatrak.example/kariera/logistyka',
  ),
  page(
    'a government site, open, that says when it closes',
    html(
      '<main id="main"><h1>Hydrologist</h1><dl><dt>Agency</dt><dd>Department of Rivers</dd><dt>Location</dt><dd>Boise, ID</dd><dt>Salary</dt><dd>$72,553 - $94,317 per year</dd><dt>Appointment type</dt><dd>Permanent</dd><dt>Work schedule</dt><dd>Full-time</dd><dt>Remote job</dt><dd>No</dd><dt>Open &amp; closing dates</dt><dd>03/01/2026 to 03/29/2026</dd></dl><h2>Summary</h2><p>You measure the flow of rivers and report what you find. This announcement will close once 100 applications have been received, even if the position has not been filled.</p></main>',
      '<title>Hydrologist - Department of Rivers</title>',
    ),
    {
      title: 'Hydrologist',
      company: 'Department of Rivers',
      place: { city: 'Boise', region: 'ID' },
      contractType: 'FULL_TIME',
      workMode: 'ONSITE',
      salary: { min: 72_553, max: 94_317, currency: 'USD', period: 'YEARLY' },
    },
    'https://jobs.rivers.example/job/8812',
  ),
  page(
    'a posting that is filled, its data still there',
    html(
      '<main><div class="notice"><p>This position has been filled. Thank you for your interest!</p></div><h1>Beekeeper</h1><p>We look after bees and want somebody who does so too, in all kinds of weather.</p></main>',
      posting({
        title: 'Beekeeper',
        description: '<p>We look after bees and want somebody who does so too, in all kinds of weather.</p>',
        hiringOrganization: 'Apiary Ltd',
        validThrough: '2030-01-01',
      }),
    ),
    undefined,
    'https://apiary.example/jobs/beekeeper',
  ),
  page(
    'StepStone, not available any more',
    html(
      '<header><a href="/">Start</a></header><main><div role="alert" class="banner"><h2>Diese Stellenanzeige ist leider nicht mehr verfügbar.</h2></div><h1>Vertriebsleiter (m/w/d)</h1><p>Kuppel AG</p><p>Sie führen ein Team von zehn Personen und berichten an die Geschäftsführung unseres Unternehmens.</p><h2>Ähnliche Stellen</h2></main>',
      `<title>Vertriebsleiter (m/w/d) bei Kuppel AG</title>${posting({ title: 'Vertriebsleiter (m/w/d)', description: 'Sie führen ein Team von zehn Personen.', hiringOrganization: { name: 'Kuppel AG' } })}`,
      'de',
    ),
    undefined,
    'https://www.stepstone.example/stellenangebote--1.html',
  ),
  page(
    'an open posting beside others that are closed',
    html(
      '<main><h1>Gärtner (m/w/d)</h1><p>Standort: Ulm</p><p>Wir pflegen Parks und suchen Verstärkung für das ganze Jahr. Die Stelle wird nachbesetzt, bis sie besetzt ist.</p><section><h2>Weitere Stellen</h2><ul><li><a href="/2">Florist (m/w/d)</a> – Diese Stelle ist bereits besetzt.</li><li><a href="/3">Fahrer (m/w/d)</a> – Diese Stelle ist nicht mehr verfügbar.</li></ul></section><div style="display:none">Diese Stelle ist nicht mehr verfügbar.</div></main>',
      '<title>Gärtner (m/w/d) | Karriere</title>',
      'de',
    ),
    { title: 'Gärtner (m/w/d)', place: { city: 'Ulm' } },
    'https://gruen.example/karriere/gaertner',
  ),
];
