type Child = Node | string | false | undefined;
type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** An element with its attributes, listeners (`onclick`) and children. Texts are texts: nothing is read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}
