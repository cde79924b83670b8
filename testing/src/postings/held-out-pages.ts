import { html, jsonLd, page, type SamplePosting } from './sample-posting.ts';

const posting = (fields: object) =>
  jsonLd({ '@context': 'https://schema.org/', '@type': 'JobPosting', ...fields });

/** Pages like those of `career-pages.ts` that the extraction was not fitted to: they are measured, not looked at. */
export const heldOutPages: readonly SamplePosting[] = [
  page(
    'Workday, remote in any country',
    html(
      `<div data-automation-id="jobPostingPage"><h2 data-automation-id="jobPostingHeader">Security Analyst</h2><div data-automation-id="remoteType"><dl><dt>remote type</dt><dd>Remote</dd></dl></div><div data-automation-id="locations"><dl><dt>locations</dt><dd>Remote - Global</dd></dl></div><div data-automation-id="time"><dl><dt>time type</dt><dd>Full time</dd></dl></div><div data-automation-id="jobPostingDescription"><p>Onyx Harbour protects the networks of ports. As an analyst you look into alerts and write up what happened.</p></div></div>`,
      '<title>Security Analyst</title><meta property="og:title" content="Security Analyst"><meta property="og:description" content="Onyx Harbour protects the networks of ports.">',
    ),
    { title: 'Security Analyst', workMode: 'REMOTE', contractType: 'FULL_TIME' },
    'https://onyxharbour.example/en-US/careers/job/Security-Analyst_R1',
  ),
  page(
    'SmartRecruiters with its microdata',
    html(
      `<main class="job" itemscope itemtype="http://schema.org/JobPosting"><meta itemprop="hiringOrganization" content="Granada Foods"><h1 class="job-title" itemprop="title">Encargado de almacén</h1><ul class="job-details"><li class="job-detail" itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="addressLocality" content="Murcia"><meta itemprop="addressRegion" content="Región de Murcia"><meta itemprop="addressCountry" content="Spain">Polígono Oeste, Murcia</span></li><li class="job-detail" itemprop="employmentType">A tiempo completo</li></ul>
      <section itemprop="responsibilities"><p>Organizas la entrada y salida de mercancía y diriges un equipo de seis personas.</p></section><section><p>Salario bruto anual: 24.000 € - 27.000 €</p></section></main>`,
      '<title>Granada Foods Encargado de almacén | SmartRecruiters</title><meta property="og:site_name" content="SmartRecruiters">',
      'es',
    ),
    {
      title: 'Encargado de almacén',
      company: 'Granada Foods',
      place: { city: 'Murcia', region: 'Región de Murcia', countryCode: 'ES' },
      contractType: 'FULL_TIME',
      salary: { min: 24_000, max: 27_000, currency: 'EUR', period: 'YEARLY' },
    },
    'https://jobs.smart.example/GranadaFoods/74',
  ),
  page(
    'Recruitee in Dutch, partly from home',
    html(
      `<main><h1>Data-analist</h1><div class="custom-css-style-job-location"><span>Utrecht, Nederland</span></div><p>Deels thuiswerken (2 dagen per week)</p><h2>Functieomschrijving</h2><p>Bij Zonnekracht maak je zichtbaar hoeveel stroom daken in heel Nederland leveren. Je werkt fulltime (40 uur).</p><p>Salaris: € 3.400 tot € 4.200 bruto per maand.</p></main>`,
      `<title>Data-analist - Zonnekracht</title><meta property="og:site_name" content="Zonnekracht">${posting({ title: 'Data-analist', description: '<p>Bij Zonnekracht maak je zichtbaar hoeveel stroom daken in heel Nederland leveren.</p>', hiringOrganization: [{ '@type': 'Organization', legalName: 'Zonnekracht BV' }], jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Utrecht', addressCountry: { '@type': 'Country', name: 'NL' } } } })}`,
      'nl',
    ),
    {
      title: 'Data-analist',
      company: 'Zonnekracht BV',
      place: { city: 'Utrecht', countryCode: 'NL' },
      workMode: 'HYBRID',
      salary: { min: 3400, max: 4200, currency: 'EUR', period: 'MONTHLY' },
      contractType: 'FULL_TIME',
    },
    'https://zonnekracht.example/o/data-analist',
  ),
  page(
    'a Portuguese company, in part on site',
    html(
      '<main><h1>Programador Web</h1><ul><li><strong>Empresa:</strong> Mar Alto Software, Lda.</li><li><strong>Local de trabalho:</strong> Braga, Portugal</li><li><strong>Regime:</strong> Semipresencial</li><li><strong>Tipo de contrato:</strong> Tempo integral</li></ul><p>Procuramos uma pessoa para desenvolver as nossas lojas online e ajudar os clientes a vender mais peixe fresco.</p></main>',
      '<title>Programador Web | Recrutamento</title>',
      'pt',
    ),
    {
      title: 'Programador Web',
      company: 'Mar Alto Software, Lda.',
      place: { city: 'Braga', countryCode: 'PT' },
      workMode: 'HYBRID',
      contractType: 'FULL_TIME',
    },
    'https://maralto.example/recrutamento/programador',
  ),
  page(
    'an Italian posting with the province behind the town',
    html(
      '<main><h1>Cuoco di linea</h1><p><b>Azienda:</b> Trattoria del Ponte</p><p><b>Luogo di lavoro:</b> Torino (TO)</p><p><b>Contratto:</b> tempo determinato, full time</p><p>La nostra trattoria cerca un cuoco per la linea dei primi, con turni la sera e nei fine settimana.</p></main>',
      '<title>Cuoco di linea - Offerte di lavoro</title>',
      'it',
    ),
    {
      title: 'Cuoco di linea',
      company: 'Trattoria del Ponte',
      place: { city: 'Torino', region: 'TO' },
      contractType: 'TEMPORARY',
    },
    'https://lavoro.example/cuoco',
  ),
  page(
    'a German region and a company in one line',
    html(
      '<main><h1>Elektroniker (m/w/d)</h1><p class="job-location">Voltwerk GmbH - Nordrhein-Westfalen, Deutschland</p><p>Bei uns montierst du Schaltschränke für Windparks. Du arbeitest in Vollzeit und hast jeden zweiten Freitag frei.</p><p>Homeoffice ist bei dieser Stelle nicht möglich.</p></main>',
      '<title>Elektroniker (m/w/d) - Voltwerk GmbH</title>',
      'de',
    ),
    {
      title: 'Elektroniker (m/w/d)',
      company: 'Voltwerk GmbH',
      place: { region: 'Nordrhein-Westfalen', countryCode: 'DE' },
      contractType: 'FULL_TIME',
      workMode: 'ONSITE',
    },
    'https://voltwerk.example/karriere/elektroniker',
  ),
  page(
    'a French public page, the company in the heading and hybrid in days',
    html(
      '<main><p class="employeur">Employeur : Département du Doubs</p><h1>Archiviste</h1><p>Lieu : Besançon</p><p>Deux jours de télétravail par semaine sont possibles après six mois.</p><p>Contrat à durée déterminée de 12 mois, à temps partiel (80 %).</p><p>Rémunération : entre 1 900 € et 2 150 € brut mensuel</p><p>Vous classez les fonds versés par les communes et accueillez le public en salle de lecture.</p></main>',
      '<title>Archiviste - Emplois</title>',
      'fr',
    ),
    {
      title: 'Archiviste',
      company: 'Département du Doubs',
      place: { city: 'Besançon' },
      workMode: 'HYBRID',
      contractType: 'PART_TIME',
      salary: { min: 1900, max: 2150, currency: 'EUR', period: 'MONTHLY' },
    },
    'https://emploi.doubs.example/archiviste',
  ),
  page(
    'data with the employer only in the identifier, pay and contract as chips',
    html(
      `<nav><a href="/jobs">Jobs</a></nav><main><h1>Customer Success Manager</h1><div class="chips"><span>Full-time</span> <span>£38,000 – £45,000 a year</span> <span>Hybrid</span></div><section class="desc"><p>You are the person our customers call when they want more from their telescopes.</p></section><section><h2>Other jobs</h2><div class="card"><a href="/jobs/2"><h3>Optics Intern</h3></a><p>Internship</p><p>£19,000 a year</p></div><div class="card"><a href="/jobs/3"><h3>Accountant</h3></a><p>Part-time</p><p>£30,000 a year</p></div></section></main>`,
      `<title>Customer Success Manager</title>${posting({ title: 'Customer Success Manager', description: 'You are the person our customers call when they want more from their telescopes.', identifier: { '@type': 'PropertyValue', name: 'Farfield Optics', value: 'CSM-7' }, jobLocation: { '@type': 'Place', address: 'Leeds, United Kingdom' } })}`,
    ),
    {
      title: 'Customer Success Manager',
      company: 'Farfield Optics',
      place: { city: 'Leeds', countryCode: 'GB' },
      contractType: 'FULL_TIME',
      workMode: 'HYBRID',
      salary: { min: 38_000, max: 45_000, currency: 'GBP', period: 'YEARLY' },
    },
    'https://careers.example.org/jobs/csm',
  ),
  page(
    'microdata that refers to a place elsewhere on the page',
    html(
      `<div id="loc" itemprop="jobLocation" itemscope itemtype="https://schema.org/Place"><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="addressLocality">Gdynia</span>, <span itemprop="addressRegion">pomorskie</span>, <span itemprop="addressCountry">Polska</span></div></div><div itemscope itemtype="https://schema.org/JobPosting" itemref="loc"><h1 itemprop="title">Mechanik okrętowy</h1><div itemprop="hiringOrganization" itemscope itemtype="https://schema.org/Organization"><a itemprop="url" href="/"><span itemprop="name">Stocznia Mewa</span></a></div><div itemprop="description"><p>Naprawiasz silniki kutrów i promów. Praca stacjonarna, pełny etat.</p></div></div>`,
      '<title>Mechanik okrętowy | Stocznia Mewa</title>',
      'pl',
    ),
    {
      title: 'Mechanik okrętowy',
      company: 'Stocznia Mewa',
      place: { city: 'Gdynia', region: 'pomorskie', countryCode: 'PL' },
      contractType: 'FULL_TIME',
      workMode: 'ONSITE',
    },
    'https://mewa.example/praca/mechanik',
  ),
  page(
    'a small company that is named only in the title and in its text',
    html(
      '<div id="nav"><a href="/">Home</a></div><h1>Bicycle Mechanic</h1><p>Spoke &amp; Sprocket is a workshop in the old harbour. We are looking for a mechanic who can build wheels.</p><p>Location: Cork, Ireland</p><p>Pay: €16 to €18 per hour. It is a permanent, full-time job.</p>',
      '<title>Bicycle Mechanic | Spoke &amp; Sprocket</title>',
    ),
    {
      title: 'Bicycle Mechanic',
      company: 'Spoke & Sprocket',
      place: { city: 'Cork', countryCode: 'IE' },
      contractType: 'FULL_TIME',
      salary: { min: 16, max: 18, currency: 'EUR', period: 'HOURLY' },
    },
    'https://spoke.example/join-us',
  ),
  page(
    'a board that puts its own name everywhere, and no employer',
    html(
      '<main><h1>Warehouse Operative</h1><p>Location: Swindon, UK</p><p>Our client moves furniture all over the country and needs people who can lift and who like to be outdoors.</p></main><footer>© JobRocket</footer>',
      '<title>Warehouse Operative | JobRocket</title><meta property="og:site_name" content="JobRocket">',
    ),
    { title: 'Warehouse Operative', place: { city: 'Swindon', countryCode: 'GB' } },
    'https://jobrocket.example/job/9',
  ),
  page(
    'a French offer that is provided for',
    html(
      '<main><h1>Boulanger</h1><p><strong>Cette offre n’est plus disponible.</strong></p><p>Nous cherchons un boulanger pour notre fournil de Rennes, du mardi au samedi, à partir de cinq heures.</p></main>',
      posting({
        title: 'Boulanger',
        description: 'Nous cherchons un boulanger pour notre fournil de Rennes.',
        hiringOrganization: { name: 'Le Fournil' },
      }),
      'fr',
    ),
    undefined,
    'https://fournil.example/offres/boulanger',
  ),
  page(
    'an Italian offer that has expired',
    html(
      '<main><div class="alert">L\'annuncio è scaduto e non è più possibile candidarsi.</div><h1>Impiegato amministrativo</h1><p>Ti occuperai di fatture e scadenze per uno studio di dodici persone nel centro di Bologna.</p></main>',
      '<title>Impiegato amministrativo - Lavoro</title>',
      'it',
    ),
    undefined,
    'https://lavoro.example/annuncio/7',
  ),
  page(
    'a public LinkedIn page that takes no more applications',
    html(
      '<main><section class="top-card-layout"><h1>Chemist</h1><h4><a class="topcard__org-name-link">Alkali Labs</a><span class="topcard__flavor--bullet">Basel, Switzerland</span></h4><figure class="closed-job"><figcaption class="closed-job__flavor--closed">No longer accepting applications</figcaption></figure></section><div><p>You analyse water for cities and for breweries, and keep our methods accredited.</p></div></main>',
      '<title>Alkali Labs hiring Chemist in Basel, Switzerland | LinkedIn</title>',
    ),
    undefined,
    'https://www.linkedin.example/jobs/view/chemist-41',
  ),
  page(
    'a Spanish offer that is closed, in a label',
    html(
      '<main><h1>Recepcionista</h1><dl><dt>Estado</dt><dd>Oferta cerrada</dd><dt>Ubicación</dt><dd>Bilbao</dd></dl><p>Atiendes a los huéspedes de un hotel de cuarenta habitaciones, en turnos de mañana y tarde.</p></main>',
      '<title>Recepcionista</title>',
      'es',
    ),
    undefined,
    'https://empleo.example/oferta/recepcionista',
  ),
  page(
    'an open posting that speaks of closing and of filling',
    html(
      '<main><h1>Sales Closer</h1><p>Location: Austin, TX</p><p>Applications close on 30 June. We review applications as they come and the job ad will be removed once the position has been filled.</p><p>You have closed deals before, and know how to keep expired leads warm. Our old closed-source tools are no longer used.</p></main>',
      posting({
        title: 'Sales Closer',
        description: 'You have closed deals before.',
        hiringOrganization: { name: 'Pecan Street Solar' },
        validThrough: '2023-06-30',
      }),
    ),
    { title: 'Sales Closer', company: 'Pecan Street Solar', place: { city: 'Austin', region: 'TX' } },
    'https://pecan.example/jobs/closer',
  ),
];
