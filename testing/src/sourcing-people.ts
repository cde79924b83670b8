import type { NewProfile } from '@parley/contract/sourcing.ts';

/** A small pool in which everybody differs by what is looked at. */
export const people = {
  maria: {
    profileId: 'maria',
    name: 'Maria Keller',
    headline: 'Backend engineer who likes databases',
    location: 'Zürich, Switzerland',
    country: 'CH',
    currentCompany: 'Nordwind',
    companyUrl: 'https://nordwind.example',
    currentRole: 'Senior Backend Engineer',
    skills: ['JS', 'Postgres', 'k8s'],
    emails: ['maria.keller@example.com'],
    phones: ['+41446681800'],
    professionalProfileUrl: 'https://example.com/people/maria-keller',
    detailedExperience: [
      {
        role: 'Backend Developer',
        company: 'Nordwind',
        duration: '2019 – 2023',
        highlights: ['Moved billing to PostgreSQL'],
      },
      { role: 'Barista', company: 'Café Blau' },
    ],
  },
  tom: {
    profileId: 'tom',
    name: 'Tom Novák',
    location: 'Praha, Česko',
    currentRole: 'Junior Backend Developer',
    skills: ['JavaScript'],
    emails: ['tom@example.com'],
  },
  ines: {
    profileId: 'ines',
    name: 'Inês Silva',
    location: 'Lisboa',
    country: 'Portugal',
    currentRole: 'Nurse',
    skills: ['First aid'],
    emails: ['ines@example.com'],
  },
} satisfies Record<string, NewProfile>;
