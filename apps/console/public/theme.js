// Before anything is painted: the colours and the direction that somebody chose here. Who chose no colours has those of
// the system, also when it changes them in the evening.
(() => {
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem('parley.look') ?? '{}');
    } catch {}
    const root = document.documentElement;
    const isDark = kept.theme === 'dark' || (kept.theme !== 'light' && darkness.matches);
    root.dataset.theme = isDark ? 'dark' : 'light';
    root.dir = kept.direction === 'rtl' ? 'rtl' : 'ltr';
  };
  show();
  darkness.addEventListener('change', show);
})();
