import { MOST_NUMBERS, MOST_REGISTERS } from '@parley/contract/do-not-call-register.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CountryField } from '../../components/country.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FileDrop } from '../../components/file.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Empty, Pending } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { numberPortions } from '../../csv/number-file.ts';

type Register = Reply<'/do-not-call-registers', 'get'>['data'][number];
type Mode = 'append' | 'replace';

const queryKey = ['do-not-call-registers'];

/** `/contacts/registers`: lists of numbers that are never dialled. */
export function RegistersPage() {
  const mayWrite = useHasRole('member');
  const registers = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/do-not-call-registers', { query: { limit: MOST_REGISTERS }, signal }),
  });
  return (
    <Page title="Do-not-call registers" trail={<Link to="/contacts">Contacts</Link>}>
      <p className="text-soft">
        National registers and other lists of numbers. No agent dials a number that is on one of them.
      </p>
      {registers.data ? (
        registers.data.data.length === 0 ? (
          <Empty title="No registers yet">Import a list of numbers that must not be called.</Empty>
        ) : (
          registers.data.data.map((register) => (
            <RegisterSection key={register.id} register={register} mayWrite={mayWrite} />
          ))
        )
      ) : (
        <Pending error={registers.error} onRetry={() => void registers.refetch()} />
      )}
      {mayWrite && <NewRegister />}
    </Page>
  );
}

function NewRegister() {
  const [name, setName] = useState('');
  const [country, setCountry] = useState('');
  const create = useAction(
    () => post('/do-not-call-registers', { name: name.trim(), country: country || null }),
    {
      invalidates: [queryKey],
      done: 'Register created',
      onDone: () => {
        setName('');
        setCountry('');
      },
    },
  );
  return (
    <Section title="New register">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          create.run(undefined);
        }}
      >
        <TextField
          label="Name"
          required
          value={name}
          error={create.errorAt('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <CountryField
          label="Country of numbers without a country code"
          none="Not set"
          value={country}
          error={create.errorAt('country')}
          onChange={(event) => setCountry(event.target.value)}
        />
        <Button look="primary" type="submit" busy={create.busy}>
          Create register
        </Button>
      </form>
    </Section>
  );
}

const modes: readonly { readonly value: Mode; readonly words: string }[] = [
  { value: 'replace', words: 'Replace the list' },
  { value: 'append', words: 'Add to the list' },
];

function RegisterSection({
  register,
  mayWrite,
}: {
  readonly register: Register;
  readonly mayWrite: boolean;
}) {
  const { id, name, country, date, isShared, numbers, imports } = register;
  const confirm = useConfirm();
  const [mode, setMode] = useState<Mode>('replace');
  const [sent, setSent] = useState<number>();
  const path = { path: { id } };
  const last = imports.find(({ state }) => state === 'active');
  const upload = useAction(
    async (file: File) => {
      const { id: importId } = await post('/do-not-call-registers/{id}/imports', { mode }, path);
      const within = { path: { id, importId } };
      let total = 0;
      for await (const portion of numberPortions(file, MOST_NUMBERS)) {
        await post(
          '/do-not-call-registers/{id}/imports/{importId}/numbers',
          { numbers: [...portion] },
          within,
        );
        total += portion.length;
        setSent(total);
      }
      return post('/do-not-call-registers/{id}/imports/{importId}/finish', undefined, within);
    },
    {
      invalidates: [queryKey],
      done: (done) => `${done.numbers.toLocaleString()} numbers will not be called`,
    },
  );
  const undo = useAction(
    (importId: string) =>
      post('/do-not-call-registers/{id}/imports/{importId}/undo', undefined, { path: { id, importId } }),
    { invalidates: [queryKey], done: 'Import undone' },
  );
  const drop = useAction(() => remove('/do-not-call-registers/{id}', path), {
    invalidates: [queryKey],
    done: 'Register deleted',
  });
  const askToDrop = async () => {
    const words = 'Its numbers may be called again.';
    if (await confirm({ title: `Delete ${name}?`, words, yes: 'Delete register' })) drop.run(undefined);
  };
  return (
    <Section title={name}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3 text-soft">
          <span>{numbers.toLocaleString()} numbers</span>
          {country && <span>{country}</span>}
          {date && <span>List of {date}</span>}
          {isShared && <Badge>All companies</Badge>}
          {last && (
            <span>
              Last import <Time at={last.createdAt} />
            </span>
          )}
          {mayWrite && last && (
            <Button size="small" busy={undo.busy} onClick={() => undo.run(last.id)}>
              Undo last import
            </Button>
          )}
          {mayWrite && (
            <Button size="small" look="quiet" busy={drop.busy} onClick={() => void askToDrop()}>
              Delete register
            </Button>
          )}
        </div>
        {mayWrite && (
          <>
            <SelectField
              label="When importing"
              choices={modes}
              value={mode}
              onChange={(event) => setMode(event.target.value as Mode)}
            />
            <FileDrop
              label={`Import numbers into ${name}`}
              hint={
                upload.busy
                  ? `${(sent ?? 0).toLocaleString()} numbers sent`
                  : 'CSV: the first number of each row counts'
              }
              accept=".csv,.txt,text/csv,text/plain"
              isDisabled={upload.busy}
              onFile={(file) => {
                setSent(0);
                upload.run(file);
              }}
            />
          </>
        )}
      </div>
    </Section>
  );
}
