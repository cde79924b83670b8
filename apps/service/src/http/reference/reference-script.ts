/**
 * Adds what needs a script to a page that reads well without one: the filter, copying, the mark of the section
 * being read, and a key that is put into the shown commands. The key lives in this page's memory only: it is
 * neither stored nor sent. Text is only ever set as text, never as markup.
 */
export const referenceScript = `'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);

  const navigation = one('#page-navigation');
  const announcement = one('[data-announcement]');
  const isOpen = () => navigation.matches(':popover-open');
  const closeMenu = () => { if (navigation.hidePopover && isOpen()) navigation.hidePopover(); };

  for (const place of all('[data-origin]')) place.textContent = location.origin;

  // Filter
  const filterBox = one('[data-filter]');
  const filter = one('input', filterBox);
  const entries = all('[data-search]', navigation);
  const applyFilter = () => {
    const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      entry.hidden = !words.every((word) => entry.dataset.search.includes(word));
      if (!entry.hidden) shown += 1;
    }
    for (const section of all('[data-section]', navigation)) {
      section.hidden = !one('[data-search]:not([hidden])', section);
    }
    one('[data-no-match]').hidden = shown > 0;
    one('[role=status]', filterBox).textContent = words.length > 0 ? shown + ' of ' + entries.length + ' shown' : '';
  };
  filterBox.hidden = false;
  filter.addEventListener('input', applyFilter);
  filter.addEventListener('keydown', (event) => {
    const links = all('[data-search]:not([hidden]) a', navigation);
    if (event.key === 'Escape' && filter.value) {
      event.preventDefault();
      filter.value = '';
      applyFilter();
    } else if (event.key === 'Escape') {
      filter.blur();
    } else if (event.key === 'Enter' && links.length > 0) {
      links[0].click();
    } else if (event.key === 'ArrowDown' && links.length > 0) {
      event.preventDefault();
      links[0].focus();
    }
  });
  navigation.addEventListener('keydown', (event) => {
    const links = all('[data-search]:not([hidden]) a', navigation);
    const position = links.indexOf(document.activeElement);
    if (position < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    (links[position + (event.key === 'ArrowDown' ? 1 : -1)] || filter).focus();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Only behind the menu button is it a popover; beside the page it is always in view.
    if (navigation.showPopover && getComputedStyle(navigation).display === 'none') navigation.showPopover();
    filter.focus();
    filter.select();
  });
  navigation.addEventListener('click', (event) => { if (event.target.closest('a')) closeMenu(); });

  // Copy
  const copyText = async (text, source) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    // Without https the clipboard is closed to scripts, but a selection can still be copied.
    const selection = getSelection();
    selection.selectAllChildren(source);
    const copied = document.execCommand('copy');
    selection.removeAllRanges();
    if (!copied) throw new Error('refused');
  };
  for (const panel of all('.code')) {
    const code = one('pre code', panel);
    if (!code) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy: ' + one('pre', panel).getAttribute('aria-label'));
    button.addEventListener('click', async () => {
      const words = await copyText(code.textContent, code).then(() => 'Copied', () => 'Press Ctrl+C');
      if (words !== 'Copied') getSelection().selectAllChildren(code);
      button.textContent = words;
      announcement.textContent = words;
      setTimeout(() => { button.textContent = 'Copy'; announcement.textContent = ''; }, 1600);
    });
    // Inside a folded panel it belongs to what is unfolded, not to the summary, which is a button itself.
    panel.append(button);
  }

  // Key
  const keyBox = one('[data-key-box]');
  const keyInput = one('input', keyBox);
  const keyNote = one('[data-key-note]', keyBox);
  const usualNote = keyNote.textContent;
  keyBox.hidden = false;
  // Some browsers refill a field on reload; the page promises to have forgotten it.
  keyInput.value = '';
  keyInput.addEventListener('input', () => {
    const key = keyInput.value.trim();
    // These characters need no quoting in a shell, so the shown command stays the command meant.
    const usable = /^[A-Za-z0-9._~+\\/=-]+$/.test(key);
    for (const place of all('[data-api-key]')) place.textContent = usable ? key : '$API_KEY';
    keyInput.setAttribute('aria-invalid', String(key !== '' && !usable));
    keyNote.textContent = key === '' || usable ? usualNote : 'This has characters that no key has: copy it again.';
  });

  // Folded target
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest('details:not([open])');
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  unfold();

  // Section being read
  const linkOf = new Map(all('[data-link]', navigation).map((link) => [link.hash.slice(1), link]));
  const scroller = one('[data-navigation-scroll]');
  const sections = all('main [id]').filter((section) => linkOf.has(section.id));
  let current;
  const markCurrent = () => {
    // The last section that begins above the upper quarter is the one being read.
    const line = innerHeight / 4;
    const begun = sections.filter((section) => section.getBoundingClientRect().top <= line);
    const link = linkOf.get((begun[begun.length - 1] || sections[0] || {}).id);
    if (!link || link === current) return;
    if (current) current.removeAttribute('aria-current');
    current = link;
    link.setAttribute('aria-current', 'location');
    const place = link.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    if (place.top < frame.top + 40 || place.bottom > frame.bottom - 40) {
      scroller.scrollTop += place.top - frame.top - frame.height / 3;
    }
  };
  let waiting = false;
  const markSoon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; markCurrent(); });
  };
  addEventListener('scroll', markSoon, { passive: true });
  addEventListener('resize', markSoon, { passive: true });
  markCurrent();
})();
`;
