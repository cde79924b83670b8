import type { OwnField } from '@parley/service/domains/contact-fields/contact-field.model.ts';
import type { Contact } from '@parley/service/domains/contacts/contact.model.ts';

export const sampleField = (key: string, over: Partial<OwnField> = {}): OwnField => ({
  id: key,
  key,
  label: key,
  dataType: 'string',
  isPii: false,
  allowPiiInContext: false,
  displayOrder: 10,
  enumOptions: [],
  csvAliases: [],
  description: null,
  ...over,
});

export const sampleContact = (over: Partial<Contact> = {}): Contact => ({
  id: 'contact',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: null,
  phoneNumber: '+15005550000',
  status: 'UNDEFINED',
  gender: null,
  gdprExpiryDate: '2030-01-01',
  overallRating: null,
  workHistory: [],
  anonymizedCvText: null,
  sealedCvText: null,
  metadata: {},
  fields: {},
  doNotCall: false,
  jobIds: [],
  tags: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...over,
});
