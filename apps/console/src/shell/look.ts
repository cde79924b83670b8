export type Theme = 'system' | 'light' | 'dark';
export interface Look {
  readonly theme: Theme;
  readonly direction: 'ltr' | 'rtl';
}

const KEY = 'parley.look';

export function readLook(): Look {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look>;
    return { theme: kept.theme ?? 'system', direction: kept.direction ?? 'ltr' };
  } catch {
    return { theme: 'system', direction: 'ltr' };
  }
}

/** Keeps it in this browser and shows it; theme.js does the same before the first paint. */
export function setLook(look: Look): void {
  localStorage.setItem(KEY, JSON.stringify(look));
  const isDark =
    look.theme === 'dark' || (look.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.dir = look.direction;
}
