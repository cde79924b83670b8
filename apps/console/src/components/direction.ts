/** Which way the page is read. Radix does not look at the page, and would turn its parts around. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');
