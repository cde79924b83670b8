import type { ContactField } from '../../api/catalog.ts';

const words: Readonly<Record<ContactField['category'], string>> = {
  identity: 'Identity',
  organisation: 'Organisation',
  commercial: 'Commercial',
  relationship: 'Relationship',
  scheduling: 'Scheduling',
  recruiting: 'Recruiting',
  platform: 'Platform',
  custom: 'Your own fields',
};

export const categoryWords = (category: ContactField['category']): string => words[category];
