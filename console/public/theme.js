// Before anything is painted: the colours and the direction that somebody chose here.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('parley.look') ?? '{}');
  } catch {}
  const root = document.documentElement;
  const isDark =
    kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dir = kept.direction === 'rtl' ? 'rtl' : 'ltr';
})();
