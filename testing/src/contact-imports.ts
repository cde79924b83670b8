import type { Api } from './service.ts';

export const importedPerson = (more: object = {}) => ({
  firstName: 'Maria',
  lastName: 'Keller',
  email: 'maria@example.com',
  phoneNumber: '+41446681800',
  ...more,
});

export const importedRow = (line: number, more: object = {}) => ({ line, values: importedPerson(more) });

/** Imports contacts as the console does: it starts an import and sends it rows. */
export const importsOf = (api: () => Api) => ({
  create: async (more: object = {}) =>
    (await api().post('/contacts', { ...importedPerson(more), gdprExpiryDate: '2099-12-31' })).body,
  start: async (more: object = {}): Promise<string> =>
    (await api().post('/contact-imports', { name: 'list.csv', gdprExpiryDate: '2099-12-31', ...more })).body
      .id,
  send: async (id: string, ...rows: object[]) =>
    (await api().post(`/contact-imports/${id}/rows`, { rows })).body.rows,
});
