import { describe, expect, test } from 'vitest';
import type { ContactField } from '../../api/catalog.ts';
import { type Contact, changesOf, draftOf, emptyDraft, emptyWork, newContactOf } from './contact-draft.ts';

const catalog = [
  { key: 'insured', dataType: 'bool' },
  { key: 'size', dataType: 'number' },
  { key: 'skills', dataType: 'tags' },
] as ContactField[];

const contact: Contact = {
  id: 'c1',
  firstName: 'Ada',
  lastName: 'Novak',
  email: 'ada@example.com',
  status: 'APPLIED',
  fields: { size: 40, skills: ['SQL'], insured: true } as never,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  tags: [],
  jobIds: ['j1'],
  gdprExpiryDate: '2099-12-31',
  metadata: {},
  gender: null,
  workHistory: [{ id: 'w1', companyName: 'Nordwind' }],
};

describe('new contacts', () => {
  test('a new contact is sent without empty values', () => {
    const draft = { ...emptyDraft('2099-12-31'), firstName: 'Ada', lastName: 'Novak', email: ' ' };
    expect(newContactOf(draft, catalog)).toEqual({
      firstName: 'Ada',
      lastName: 'Novak',
      gdprExpiryDate: '2099-12-31',
      status: 'UNDEFINED',
    });
  });

  test('a new contact is sent with booleans as booleans, and with numbers as text', () => {
    const draft = {
      ...emptyDraft('2099-12-31'),
      fields: { insured: 'false', size: 'large', skills: [] },
      overallRating: '80',
      workHistory: [{ ...emptyWork('k'), companyName: 'Nordwind' }],
    };
    expect(newContactOf(draft, catalog)).toMatchObject({
      fields: { insured: false, size: 'large' },
      overallRating: 80,
      workHistory: [{ companyName: 'Nordwind' }],
    });
  });
});

describe('edited contacts', () => {
  const was = draftOf(contact);

  test('saving an unchanged contact sends nothing', () => {
    expect(changesOf(draftOf(contact), was, catalog)).toEqual({});
  });

  test('saving an edited contact sends only its changes', () => {
    const draft = { ...was, lastName: 'Malá', fields: { ...was.fields, size: '41' } };
    expect(changesOf(draft, was, catalog)).toEqual({ lastName: 'Malá', fields: { size: '41' } });
  });

  test('an emptied value of a contact is sent as null', () => {
    const draft = { ...was, email: '', fields: { size: '', skills: [], insured: '' }, jobIds: [] };
    expect(changesOf(draft, was, catalog)).toEqual({
      email: null,
      jobIds: [],
      fields: { size: null, skills: null, insured: null },
    });
  });

  test('saving an edited contact keeps the ids of its work history', () => {
    const [item] = was.workHistory;
    const draft = { ...was, workHistory: [{ ...emptyWork('x'), ...item, candidatePosition: 'Clerk' }] };
    expect(changesOf(draft, was, catalog)).toEqual({
      workHistory: [{ id: 'w1', companyName: 'Nordwind', candidatePosition: 'Clerk' }],
    });
  });
});
