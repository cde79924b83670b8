type Child = Node | string | false | undefined;
type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** An element with its attributes, listeners (`onclick`) and children. Texts are texts: nothing is read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), value);
    else if (value === true) created.setAttribute(name, '');
    else if (value !== undefined && value !== false) created.setAttribute(name, String(value));
  }
  created.append(...children.filter((child) => child !== undefined && child !== false));
  return created;
}
