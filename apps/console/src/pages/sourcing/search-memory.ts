/** Searches of this browser: the API does not list them, and results are kept by their id. */
export interface RememberedSearch {
  readonly requestId: string;
  readonly words: string;
  readonly at: string;
}

const MOST = 8;
const keyOf = (companyId: string): string => `parley.searches.${companyId}`;

export function rememberedSearches(companyId: string): readonly RememberedSearch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(companyId)) ?? '[]');
    return Array.isArray(kept) ? (kept as RememberedSearch[]) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(companyId: string, search: RememberedSearch): void {
  const kept = rememberedSearches(companyId).filter(({ requestId }) => requestId !== search.requestId);
  localStorage.setItem(keyOf(companyId), JSON.stringify([search, ...kept].slice(0, MOST)));
}
