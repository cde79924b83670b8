type Node = Record<string, unknown>;

const referenceTo = (name: string) => `#/components/schemas/${name}`;

/**
 * The schemas of the routes as the OpenAPI document shows them: named parts become components and are referred to.
 * What clients send is closed, as it is at the door. What they receive is open: a client that refuses what it does
 * not know would break with the next property.
 */
export class Components {
  readonly #shown = new Map<string, { readonly node: Node; readonly isSent: boolean }>();

  sent(schema: unknown): unknown {
    return this.#hoisted(schema, true);
  }

  received(schema: unknown): unknown {
    return this.#hoisted(schema, false);
  }

  byName(): Record<string, Node> {
    const byName = [...this.#shown].sort(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(byName.map(([name, { node }]) => [name, node]));
  }

  #hoisted(schema: unknown, isSent: boolean): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.#hoisted(part, isSent));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { 'x-described': described, 'x-component': name, ...rest } = schema as Node;
    if (typeof described === 'function') return this.#hoisted(described(), isSent);
    if (typeof name !== 'string') return this.#plain(rest, isSent);
    // A component cannot be null itself: everybody who refers to it would get the null too.
    if (Array.isArray(rest.type) && rest.type.includes('null')) {
      const [type, ...others] = rest.type.filter((one) => one !== 'null');
      const whole = { ...rest, 'x-component': name, type: others.length === 0 ? type : [type, ...others] };
      return { anyOf: [this.#hoisted(whole, isSent), { type: 'null' }] };
    }
    const known = this.#shown.get(name);
    if (known === undefined) {
      const node: Node = {};
      // Before its parts, so that a schema that contains itself ends in a reference.
      this.#shown.set(name, { node, isSent });
      Object.assign(node, this.#plain(rest, isSent));
    } else if (known.isSent !== isSent) throw new Error(`${name} names both a request and a response`);
    return { $ref: referenceTo(name) };
  }

  #plain(schema: Node, isSent: boolean): Node {
    const isOpened = !isSent && schema.additionalProperties === false;
    const entries = Object.entries(schema).filter(([key]) => !(isOpened && key === 'additionalProperties'));
    const node = Object.fromEntries(entries.map(([key, part]) => [key, this.#hoisted(part, isSent)]));
    return isTagged(schema) ? { ...node, discriminator: discriminatorOf(schema) } : node;
  }
}

interface Tagged {
  readonly discriminator: { readonly propertyName: string };
  readonly oneOf: readonly {
    readonly 'x-component': string;
    readonly properties: Readonly<Record<string, { readonly const: string }>>;
  }[];
}
const isTagged = (schema: object): schema is Tagged => 'discriminator' in schema;

/** With the component of each value: without that, generators take the values for names of components. */
const discriminatorOf = ({ discriminator: { propertyName }, oneOf }: Tagged) => ({
  propertyName,
  mapping: Object.fromEntries(
    oneOf.map((variant) => [variant.properties[propertyName]?.const, referenceTo(variant['x-component'])]),
  ),
});
