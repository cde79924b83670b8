import type { Contact } from '../../domains/contacts/contact.model.ts';
import type { Job } from '../../domains/jobs/job.model.ts';

/** Whom an agent is tried on, before the flow asks for something else. */
export const sampleContact: Contact = {
  id: 'sample-contact',
  firstName: 'Ada',
  lastName: 'Novak',
  email: 'ada.novak@example.com',
  phoneNumber: '+15005550000',
  status: 'UNDEFINED',
  gender: 'female',
  gdprExpiryDate: '2099-12-31',
  overallRating: null,
  workHistory: [
    { id: 'station-1', companyName: 'Example Ltd', candidatePosition: 'Clerk', startDate: '2021-02-01' },
    {
      id: 'station-2',
      companyName: 'Sample and Sons',
      candidatePosition: 'Assistant',
      startDate: '2018-09-01',
      endDate: '2021-01-31',
    },
  ],
  anonymizedCvText: null,
  metadata: {},
  fields: {
    organization: 'Example Ltd',
    job_title: 'Clerk',
    preferred_language: 'English',
    timezone: 'Europe/Zurich',
    years_of_experience: 6,
  },
  doNotCall: false,
  jobIds: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

/** What an agent that needs a job is tried with where there is none. */
export const sampleJob: Job = {
  id: 'sample-job',
  companyId: 'sample-company',
  title: 'Customer support specialist',
  status: 'OPEN',
  details: {
    description: 'Helps customers by phone and chat, and writes down what they struggle with.',
    requiredSkills: ['Clear writing', 'Patience'],
    languageRequirements: [{ language: 'EN', proficiency: 'C1' }],
    contractType: 'FULL_TIME',
    location: { workMode: 'HYBRID', city: 'Brno', countryCode: 'CZ' },
    salary: { min: 45_000, max: 60_000, currency: 'EUR', period: 'YEARLY' },
  },
  metadata: {},
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
