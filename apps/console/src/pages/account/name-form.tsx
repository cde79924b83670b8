import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { put } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { useMe } from '../../api/me.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';

/** How one is called, for the others of the company to read. */
export function NameForm() {
  const me = useMe();
  const [name, setName] = useState(me.name ?? '');
  const save = useAct(() => put('/console/api/me/name', { name }), {
    isQuiet: true,
    done: 'Saved',
    touches: [['me'], ['people']],
  });
  const errors = formErrors(save.failure, (path) => path === 'name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <div className="flex-1">
        <TextField
          label="Name"
          autoComplete="name"
          value={name}
          error={errors.at('name') ?? errors.rest[0]}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" busy={save.busy} disabled={name === (me.name ?? '')}>
        Save
      </Button>
    </form>
  );
}
