import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type Body, post } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { Button } from '../../components/button.tsx';
import { useUnsavedChanges } from '../../components/draft.ts';
import { TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { TagsField } from '../../components/search-select.tsx';

const texts = [
  ['name', 'Name', ''],
  ['headline', 'Headline', 'Backend engineer who likes databases'],
  ['currentRole', 'Role', 'Senior backend engineer'],
  ['currentCompany', 'Company', 'Nordwind'],
  ['location', 'Location', 'Zurich, Switzerland'],
  ['country', 'Country', 'CH'],
  ['professionalProfileUrl', 'Profile on the web', 'https://example.com/people/maria-keller'],
] as const;
const lists = [
  ['skills', 'Skills'],
  ['emails', 'E-mail addresses'],
  ['phones', 'Phone numbers'],
] as const;

type TextName = (typeof texts)[number][0];
type ListName = (typeof lists)[number][0];
interface Draft {
  readonly texts: Readonly<Partial<Record<TextName, string>>>;
  readonly lists: Readonly<Partial<Record<ListName, readonly string[]>>>;
}
const empty: Draft = { texts: {}, lists: {} };

const pathOf = (name: string): string => `profiles[0].${name}`;
const paths = new Set([...texts, ...lists].map(([name]) => pathOf(name)));

/** Adds a person to the talent pool. */
export function PoolForm() {
  const [draft, setDraft] = useState(empty);
  const filled = [
    ...Object.entries(draft.texts).filter(([, text]) => text.trim() !== ''),
    ...Object.entries(draft.lists).filter(([, list]) => list.length > 0),
  ];
  useUnsavedChanges(filled.length > 0);
  const add = useAction(
    () =>
      post('/sourcing/profiles', {
        profiles: [Object.fromEntries(filled)],
      } as Body<'/sourcing/profiles', 'post'>),
    {
      isQuiet: true,
      done: () => `${draft.texts.name ?? 'The person'} was added to the pool`,
      onDone: () => setDraft(empty),
    },
  );
  const errors = formErrors(add.failure, (path) =>
    paths.has(path.replace(/^(profiles\[0\]\.\w+)\[\d+\]$/, '$1')),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run(undefined);
  };
  return (
    <Section title="Add a person to the pool">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-soft">
          Searches look through the pool. People stay in it until you delete them: inform them what you store
          and for how long.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {texts.map(([name, label, placeholder]) => (
            <TextField
              key={name}
              label={label}
              placeholder={placeholder}
              value={draft.texts[name] ?? ''}
              error={errors.at(pathOf(name))}
              onChange={({ target }) =>
                setDraft({ ...draft, texts: { ...draft.texts, [name]: target.value } })
              }
            />
          ))}
          {lists.map(([name, label]) => (
            <TagsField
              key={name}
              label={label}
              placeholder="Type and press Enter"
              value={draft.lists[name] ?? []}
              error={errors.at(pathOf(name)) ?? errors.at(`${pathOf(name)}[0]`)}
              onChange={(list) => setDraft({ ...draft, lists: { ...draft.lists, [name]: list } })}
            />
          ))}
        </div>
        <FormActions errors={errors}>
          <Button type="submit" look="primary" busy={add.busy}>
            Add to pool
          </Button>
        </FormActions>
      </form>
    </Section>
  );
}
