import { get } from '../../api/client.ts';
import type { SearchOption } from '../../components/search-select.tsx';
import { isNumberSearch } from './contact-query.ts';

const SHOWN = 10;

/** Contacts by name, e-mail or number; without a text, the first ones. */
export async function searchContacts(text: string, signal: AbortSignal): Promise<readonly SearchOption[]> {
  const asked = text === '' ? {} : isNumberSearch(text) ? { phoneNumber: text } : { search: text };
  const { data } = await get('/contacts', { query: { limit: SHOWN, ...asked }, signal });
  return data.map(({ id, firstName, lastName, phoneNumber, email }) => {
    const note = phoneNumber ?? email;
    return { id, words: `${firstName} ${lastName}`, ...(note !== undefined && { note }) };
  });
}
