/** What of a form was changed: only that is sent, so that it overwrites nothing that others changed meanwhile. */
export function differences<Form extends object>(now: Form, was: Form): Partial<Form> {
  const names = Object.keys(now) as (keyof Form)[];
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<Form>;
}
