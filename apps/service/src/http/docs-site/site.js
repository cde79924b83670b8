/*
 * Adds what needs a script to pages that read well without one: results while typing, the keyboard, copying.
 * Text is only ever set as text, never as markup.
 */
(() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // The API reference was at /docs: its links have anchors that no page of the documentation has.
  if (location.pathname === '/docs' && location.hash && !document.getElementById(location.hash.slice(1)))
    location.replace(`/docs/api${location.hash}`);

  const navigation = one('#page-navigation');
  const form = one('form', navigation);
  const input = one('input', form);
  const results = one('#page-results');
  const contents = one('[data-contents]');
  const status = one('[data-search-status]');
  const announcement = one('[data-announcement]');

  const showResults = (found) => {
    const wasInResults = results.contains(document.activeElement);
    results.replaceChildren(
      ...found.map(({ address, title, heading, excerpt }) => {
        const link = document.createElement('a');
        link.href = address;
        const strong = document.createElement('strong');
        strong.textContent = heading ? `${title} › ${heading}` : title;
        const words = document.createElement('p');
        words.textContent = excerpt;
        link.append(strong, words);
        const item = document.createElement('li');
        item.append(link);
        return item;
      }),
    );
    if (found.length === 0) {
      const item = document.createElement('li');
      item.className = 'no-results';
      item.textContent = 'Nothing found. Try fewer or other words.';
      results.append(item);
    }
    // Whoever went down before the last letter was answered stays in the list.
    if (wasInResults) (one('a', results) ?? input).focus();
    status.textContent = `${found.length} found`;
  };
  const toggle = (isSearching) => {
    results.hidden = !isSearching;
    contents.hidden = isSearching;
    if (!isSearching) status.textContent = '';
  };

  let asked = 0;
  const search = async () => {
    const query = input.value.trim();
    asked += 1;
    const mine = asked;
    if (query === '') return toggle(false);
    const response = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`).catch(() => undefined);
    // An older answer may come later than a newer one.
    if (mine !== asked || !response?.ok) return;
    showResults((await response.json()).results);
    toggle(true);
  };
  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    const links = all('a', results);
    if (event.key === 'Escape' && input.value) {
      event.preventDefault();
      input.value = '';
      search();
    } else if (event.key === 'Escape') input.blur();
    else if (event.key === 'ArrowDown' && !results.hidden && links.length > 0) {
      event.preventDefault();
      links[0].focus();
    }
  });
  results.addEventListener('keydown', (event) => {
    const links = all('a', results);
    const position = links.indexOf(document.activeElement);
    if (event.key === 'Escape') input.focus();
    if (position < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    (links[position + (event.key === 'ArrowDown' ? 1 : -1)] ?? input).focus();
  });
  form.addEventListener('submit', (event) => {
    const first = results.hidden ? undefined : one('a', results);
    if (!first) return;
    event.preventDefault();
    first.click();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Only behind the menu button is it a popover; beside the page it is always in view.
    if (getComputedStyle(navigation).display === 'none') navigation.showPopover();
    input.focus();
    input.select();
  });
  navigation.addEventListener('click', (event) => {
    if (event.target.closest('a') && navigation.matches(':popover-open')) navigation.hidePopover();
  });
  one('[aria-current]', navigation)?.scrollIntoView({ block: 'nearest' });

  const copyText = async (code) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
    // Without https the clipboard is closed to scripts, but a selection can still be copied.
    getSelection().selectAllChildren(code);
    if (!document.execCommand('copy')) throw new Error('refused');
    getSelection().removeAllRanges();
  };
  for (const block of all('.code')) {
    const code = one('code', block);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const words = await copyText(code).then(
        () => 'Copied',
        () => 'Press Ctrl+C',
      );
      button.textContent = words;
      announcement.textContent = words;
      setTimeout(() => {
        button.textContent = 'Copy';
        announcement.textContent = '';
      }, 1600);
    });
    block.append(button);
  }
})();
